use clap::{Arg, CommandFactory};

use super::Cli;

/// Calls `visit` with every command and the names that lead to it.
fn walk(command: &clap::Command, path: &str, visit: &mut impl FnMut(&clap::Command, &str)) {
    visit(command, path);
    for sub in command.get_subcommands() {
        walk(sub, &format!("{path} {}", sub.get_name()), visit);
    }
}

/// Calls `visit` with every option of every command.
fn options(mut visit: impl FnMut(&Arg, &str)) {
    walk(&super::command(), "puzzle-ai", &mut |command, path| {
        for arg in command.get_arguments() {
            visit(arg, &format!("{path} {}", arg.get_id()));
        }
    });
}

#[test]
fn the_definition_is_sound() {
    Cli::command().debug_assert();
    super::command().debug_assert();
}

#[test]
fn a_summary_names_every_subcommand() {
    let cli = Cli::command();
    for group in cli.get_subcommands().filter(|group| group.has_subcommands()) {
        let summary = group.get_about().expect("a summary").to_string();
        let (_, list) = summary.rsplit_once(": ").expect("a list");
        let mut named: Vec<&str> = list.split(", ").collect();
        let mut there: Vec<&str> = group.get_subcommands().map(clap::Command::get_name).collect();
        named.sort_unstable();
        there.sort_unstable();
        assert_eq!(named, there, "{}", group.get_name());
    }
}

#[test]
fn names_are_taken_in_snake_and_kebab_case() {
    let mut twins = Vec::new();
    options(|arg, place| {
        for value in arg.get_possible_values() {
            let name = value.get_name();
            for twin in [name.replace('-', "_"), name.replace('_', "-")] {
                assert!(value.matches(&twin, false), "{place}: {twin}");
                if twin != name {
                    twins.push(twin);
                }
            }
        }
    });
    for expected in ["two_ply", "seven_bag", "two-ply", "cma-es", "first-wave", "srs-plus"] {
        assert!(twins.iter().any(|twin| twin == expected), "{expected}");
    }
}

#[test]
fn a_negative_number_is_a_value() {
    options(|arg, place| {
        if arg.get_action().takes_values() && arg.get_long().is_some() {
            assert!(arg.is_allow_negative_numbers_set() || arg.is_allow_hyphen_values_set(), "{place}");
        }
    });
}
