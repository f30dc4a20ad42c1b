//! The program as its users start it, as one rank: nothing but Rust is needed.
#![cfg(not(feature = "mpi"))]

mod common;

use std::process::Command;

use common::{Folder, JOBS, PROGRAM, finish, in_the_middle};

fn start(args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(args);
    command
}

#[test]
fn killed_runs_go_on_to_the_same_files() {
    let folder = Folder::new("alone");
    for (name, args) in JOBS {
        let (whole, killed) =
            (folder.file(&format!("{name}-whole.json")), folder.file(&format!("{name}.json")));
        let printed = finish(&mut start(&[args, &["--save", &whole]].concat()));
        assert!(!printed.is_empty());
        let mut again = start(&[args, &["--save", &killed]].concat());
        in_the_middle(&mut again, &killed, |run| run.kill().expect("it runs"));
        assert_ne!(Folder::text(&killed), Folder::text(&whole), "{name}: it was not in the middle");
        assert_eq!(finish(&mut again), printed, "{name}");
        assert_eq!(Folder::text(&killed), Folder::text(&whole), "{name}");
        // What is done is not done again.
        assert_eq!(finish(&mut again), printed, "{name}");
    }
}

#[test]
fn bad_usage_and_input_end_with_two() {
    let folder = Folder::new("bad");
    let kept = folder.file("kept.json");
    let refused = |args: &[&str], part: &str| {
        let output = start(args).output().expect("the program starts");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(output.stdout.is_empty() && error.lines().count() == 1, "{args:?}: {error}");
        assert!(error.starts_with("puzzle-ai-mpi: ") && error.contains(part), "{args:?}: {error}");
    };
    refused(&[], "a subcommand is missing");
    refused(&["tune", "--generation", "3"], "did you mean --generations?");
    refused(&["tune", "--features", "holes,nothing"], "--features");
    refused(&["tune", "--start", "nowhere.json"], "nowhere.json");
    refused(&["percent", "--clear", "4", "--pattern", "*p9"], "p9");
    refused(&["percent", "--clear", "2", "--pattern", "T"], "--pattern");
    refused(&["percent", "--field", "nowhere.txt", "--pattern", "*"], "nowhere.txt");
    refused(&["tournament", "--agents", "nobody"], "nobody");
    std::fs::write(&kept, "{}").expect("a file");
    for job in ["tune", "tournament"] {
        refused(&[job, "--save", &kept], "kept.json");
    }
    refused(&["percent", "--clear", "2", "--pattern", "*p5", "--save", &kept], "kept.json");
    let nowhere = folder.file("no/such/folder.json");
    refused(&["percent", "--clear", "2", "--pattern", "*p5", "--save", &nowhere], "folder.json");
}

#[test]
fn one_of_many_without_mpi_refuses_to_work() {
    for (name, many) in [
        ("OMPI_COMM_WORLD_SIZE", true),
        ("PMI_SIZE", true),
        ("SLURM_STEP_NUM_TASKS", true),
        ("PMI_SIZE", false),
    ] {
        let size = if many { "2" } else { "1" };
        let output = start(&["--version"]).env(name, size).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(if many { 2 } else { 0 }), "{name}={size}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).contains("feature mpi"), many);
    }
}

#[test]
fn the_answer_no_can_be_asked_for() {
    let question = ["percent", "--field", "XXXXXX____", "--pattern", "O"];
    assert_eq!(start(&question).output().expect("it starts").status.code(), Some(0));
    let asked = [&question[..], &["--exit-code"]].concat();
    assert_eq!(start(&asked).output().expect("it starts").status.code(), Some(1));
}
