//! `puzzle-ai stones tournament`: many games, resumable.

use std::io::{self, Write};

use grid_core::Shard;
use stone_auction::TournamentReport;

use super::results::{Meeting, ResultFile};
use crate::commands::Common;
use crate::commands::stones::source::{Supply, line_up};
use crate::error::CliError;
use crate::files;
use crate::interrupt;
use crate::terminal;

/// Arguments of `stones tournament`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    asked: Asked,
    /// Only a part of the scenarios: 1/4 is the first of four
    #[arg(long, default_value_t, value_name = "I/N")]
    shard: Shard,
}

/// What is asked, and where the answer is kept.
#[derive(Clone, Debug, clap::Args)]
pub struct Asked {
    /// One agent a seat: random, floor, greedy, classic, planner, adaptive; weaker with a
    /// level, as in adaptive@4
    #[arg(long, default_value = "adaptive,classic,classic,classic,classic,classic", value_name = "NAMES")]
    agents: String,
    /// Supply of the generated scenarios
    #[arg(long, value_enum, default_value_t = Supply::Medium)]
    family: Supply,
    /// Scenarios; on each, every agent plays every seat once
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub scenarios: u64,
    /// Keep results in this file, and go on from there
    #[arg(long, value_name = "FILE")]
    pub save: Option<String>,
}

impl Asked {
    /// Who meets.
    ///
    /// # Errors
    /// Unknown agents, or too many.
    pub fn meeting(&self, common: &Common) -> Result<Meeting, CliError> {
        let agents = line_up(&self.agents)?;
        Meeting::new(agents, self.family.into(), common.seed).map_err(|error| CliError::at("--agents", error))
    }
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let Asked { scenarios, save, .. } = &args.asked;
    let meeting = args.asked.meeting(common)?;
    let mut tournament = meeting.tournament(*scenarios);
    if let Some(path) = save.as_ref().filter(|path| files::exists(path)) {
        let refuse = |error: String| CliError::at(path, error);
        ResultFile::read(path)?.give(&mut tournament, &meeting).map_err(refuse)?;
    }
    let own = |numbers: &[u64]| numbers.iter().filter(|&&number| args.shard.has(number)).copied().collect();
    let to_play: Vec<u64> = own(&tournament.to_play());
    let stop = interrupt::flag();
    let bar = terminal::bar(to_play.len() as u64, "{bar:30} {pos}/{len} scenarios, {eta}")?;
    let pool = common.pool()?;
    for numbers in to_play.chunks(common.threads.into()) {
        let scenario = |number| meeting.scenario(number);
        let player = |seat| meeting.player(seat);
        let games = pool.install(|| tournament.par_play_part(numbers, Shard::WHOLE, &scenario, &player));
        tournament.merge_games(games).map_err(CliError::input)?;
        bar.inc(numbers.len() as u64);
        if let Some(path) = save {
            ResultFile::new(meeting.clone(), tournament.clone()).write(path)?;
        }
        if stop.is_cancelled() {
            break;
        }
    }
    bar.finish_and_clear();
    print(&meeting.report(&tournament), common.seed, common)
}

/// Prints the tables of a tournament with this seed.
///
/// # Errors
/// Stdout cannot be written.
pub fn print(report: &TournamentReport, seed: u64, common: &Common) -> Result<(), CliError> {
    let mut out = terminal::drawings(common.json);
    writeln!(out, "{} games on {} scenarios, seed {}", report.games, report.scenarios, seed)?;
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
        let answer = serde_json::to_string(report).map_err(CliError::input)?;
        writeln!(io::stdout(), "{answer}")?;
    }
    Ok(())
}
