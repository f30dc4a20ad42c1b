//! `puzzle-ai stones tournament`: many games, resumable.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};
use stone_auction::{GeneratorConfig, Tournament, generate_scenario};

use crate::commands::Common;
use crate::commands::stones::source::{Supply, line_up, read};
use crate::error::CliError;
use crate::files;
use crate::interrupt;

/// Arguments of `stones tournament`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// One agent a seat: random, floor, greedy, classic, planner, adaptive; weaker with a
    /// level, as in adaptive@4
    #[arg(long, default_value = "adaptive,classic,classic,classic,classic,classic", value_name = "NAMES")]
    agents: String,
    /// Supply of the generated scenarios
    #[arg(long, value_enum, default_value_t = Supply::Medium)]
    family: Supply,
    /// Scenarios; on each, every agent plays every seat once
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    scenarios: u64,
    /// Keep results in this file, and go on from there
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let kinds = line_up(&args.agents)?;
    let family = args.family.into();
    if kinds.len() > 64 {
        return Err(CliError::at("--agents", "at most 64 teams are supported"));
    }
    let mut tournament = match &args.save {
        Some(path) if files::exists(path) => read(path)?,
        _ => Tournament::new(kinds.len(), args.scenarios, common.seed),
    };
    if (tournament.entrants(), tournament.seed()) != (kinds.len(), common.seed) {
        return Err(CliError::at("--save", "the file holds a tournament of other entrants or another seed"));
    }
    tournament.extend_to(args.scenarios);
    let config = GeneratorConfig::new(family).with_teams(kinds.len());
    let stop = interrupt::flag();
    let bar = ProgressBar::new(args.scenarios);
    bar.set_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} scenarios, {eta}").map_err(CliError::input)?,
    );
    bar.set_position(tournament.results().len() as u64);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(common.threads.into())
        .build()
        .map_err(CliError::input)?;
    let mut failed = None;
    pool.install(|| {
        tournament.par_play(
            common.threads.into(),
            &|number| generate_scenario(&config, common.seed << 32 | number).scenario,
            &|seat| kinds[seat.entrant].player(seat.seed),
            &mut |so_far| {
                bar.set_position(so_far.results().len() as u64);
                if let Some(path) = &args.save {
                    let text = serde_json::to_string(so_far).map_err(CliError::input);
                    failed = text.and_then(|text| files::replace(path, &text)).err();
                }
                failed.is_none() && !stop.is_cancelled()
            },
        );
    });
    bar.finish_and_clear();
    if let Some(error) = failed {
        return Err(error);
    }
    let names: Vec<String> = kinds.iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let report = tournament.report(&names);
    let mut out: Box<dyn Write> = if common.json { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    writeln!(out, "{} games on {} scenarios, seed {}", report.games, report.scenarios, common.seed)?;
    writeln!(out, "agent      seats   first % [95 %]         fill    full %  money left  unplaced")?;
    for line in &report.entrants {
        let first = format!(
            "{:.1} [{:.1}, {:.1}]",
            100.0 * line.first.mean,
            100.0 * line.first.low,
            100.0 * line.first.high
        );
        writeln!(
            out,
            "{:<10} {:>5}   {first:<20}  {:.4}  {:>6.1}  {:>10.3}  {:>8.3}",
            line.name,
            line.seats,
            line.fill.mean,
            100.0 * line.full.mean,
            line.money_left,
            line.unplaced
        )?;
    }
    writeln!(
        out,
        "a round: {:.1} sold, {:.2} second biddings; passed {:.2} % of those sold",
        report.awards,
        report.second_biddings,
        100.0 * report.passed
    )?;
    if common.json {
        let answer = serde_json::to_string(&report).map_err(CliError::input)?;
        writeln!(io::stdout(), "{answer}")?;
    }
    Ok(())
}
