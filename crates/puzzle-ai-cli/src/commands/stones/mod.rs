//! `puzzle-ai stones …`: the stone auction.

mod advise;
mod check;
mod merge;
mod pack;
mod play;
mod referee;
pub(crate) mod results;
mod source;
pub(crate) mod tournament;
mod tune;
mod view;

use std::process::ExitCode;

use clap::Subcommand;

pub(crate) use play::show as tour_stop;

use crate::commands::Common;
use crate::error::CliError;

/// The subcommands of `stones`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Watch agents play, or take a seat yourself
    #[command(after_help = "Examples:
  puzzle-ai stones play --agents adaptive,classic,classic,planner,greedy,random --html game.html
  puzzle-ai stones play --human 1 --agents adaptive@easy
  puzzle-ai stones play --human 1 --family scarce --seed 3")]
    Play(play::Args),
    /// Help one team in a real contest: enter what happened, get bids and a packing
    #[command(after_help = "Example: puzzle-ai stones advise --scenario contest.json --team 'team 1'
Commands on standard input: advice, bid TEAM KIND:PRICE…, retract TEAM, close,
second TEAM KIND PRICE, undo, state, place, help, quit")]
    Advise(advise::Args),
    /// Referee a contest: JSON commands in, JSON results out, bids hidden until opened
    #[command(after_help = r#"Examples:
  puzzle-ai stones referee --scenario contest.json < commands.jsonl
  echo '{"do": "submit", "team": "team 1", "bids": [["A", 60]]}' | puzzle-ai stones referee
  puzzle-ai stones referee --verify replay.json
Commands: submit (team, bids), retract (team), commit (team, hash), reveal (team, bids, nonce),
answer (team, kind, price), advance, undo, place (team, placements), view (team), ranking, replay"#)]
    Referee(referee::Args),
    /// Pack a wall with stones
    #[command(
        after_help = r###"Example: echo '{"wall": ["....", "...."], "stones": {"A": ["##", "#."]}, "owned": {"A": 3}}' | puzzle-ai stones pack -"###
    )]
    Pack(pack::Args),
    /// Check an arrangement
    #[command(
        after_help = r###"Example: echo '{"wall": ["..", ".."], "stones": {"A": ["##"]}, "owned": {"A": 1}, "placements": [{"kind": "A", "rot": 0, "x": 0, "y": 1}]}' | puzzle-ai stones check -"###
    )]
    Check(check::Args),
    /// Many games between agents, with intervals
    #[command(
        after_help = "Example: puzzle-ai stones tournament --agents adaptive,classic,classic,classic,classic,classic --scenarios 20 --save results.json"
    )]
    Tournament(tournament::Args),
    /// One table from the files of several parts
    #[command(
        after_help = "Example, after stones tournament ... --shard 1/2 --save a.json and --shard 2/2 --save b.json:
  puzzle-ai stones merge a.json b.json"
    )]
    Merge(merge::Args),
    /// Tune the numbers of an agent against others
    #[command(
        after_help = "Example: puzzle-ai stones tune --agent classic --method cma_es --generations 10 --save run.json --svg curve.svg"
    )]
    Tune(tune::Args),
}

pub(crate) fn run(command: &Command, common: &Common) -> Result<ExitCode, CliError> {
    match command {
        Command::Play(args) => play::run(args, common)?,
        Command::Advise(args) => advise::run(args, common)?,
        Command::Referee(args) => referee::run(args, common)?,
        Command::Pack(args) => pack::run(args, common)?,
        Command::Check(args) => return check::run(args, common),
        Command::Tournament(args) => tournament::run(args, common)?,
        Command::Merge(args) => merge::run(args, common)?,
        Command::Tune(args) => tune::run(args, common)?,
    }
    Ok(ExitCode::SUCCESS)
}
