//! `puzzle-ai tetris …`: falling blocks.

mod attack;
mod bench;
mod frames;
mod per_seed;
mod perft;
mod person;
mod play;
mod replay;
mod suggest;
mod tbp;
pub(crate) mod tune;
mod versus;
mod view;

use std::process::ExitCode;

use clap::Subcommand;

pub(crate) use play::show as tour_stop;

use crate::commands::Common;
use crate::error::CliError;

/// The subcommands of `tetris`.
#[derive(Debug, Subcommand)]
#[command(after_help = "Example: puzzle-ai tetris play")]
pub(crate) enum Command {
    /// Watch the AI play
    #[command(after_help = "Examples: puzzle-ai tetris play --seed 7 --pieces 500 --fps 60
         puzzle-ai tetris play --search two_ply --save game.json
         puzzle-ai tetris play --versus --person --skill easy
         puzzle-ai tetris play --pieces 50 --frames pictures
         puzzle-ai tetris play --replay game.json")]
    Play(play::Args),
    /// Ask for the best landing in a position
    #[command(after_help = "Example: puzzle-ai tetris suggest --field '####.#####/###..#####' --piece T")]
    Suggest(suggest::Args),
    /// Play many games and count
    #[command(after_help = "Examples:
  puzzle-ai tetris bench --pieces 3000000 --evaluator article --json
  puzzle-ai tetris bench --games 1000 --rules lee --height 22 --randomizer seven-bag
  puzzle-ai tetris bench --games 30 --rules simplified --per-seed lee.csv")]
    Bench(bench::Args),
    /// Find weights for one-piece games
    #[command(after_help = "Examples:
  puzzle-ai tetris tune --method ce --features bcts --generations 30 --save run.json
  puzzle-ai tetris tune --start dt10 --features marathon --weights mine.json --svg curve.svg")]
    Tune(tune::Args),
    /// Measure the attack of the versus player
    #[command(after_help = "Example: puzzle-ai tetris attack --games 3 --pieces 100 --nodes 30000")]
    Attack(attack::Args),
    /// Count all ways to place a queue
    #[command(after_help = "Example: puzzle-ai tetris perft --queue IOLJSZT")]
    Perft(perft::Args),
    /// Be a bot for a front end, by the Tetris Bot Protocol
    #[command(after_help = "Example: echo '{\"type\": \"quit\"}' | puzzle-ai tetris tbp")]
    Tbp(tbp::Args),
}

pub(crate) fn run(command: &Command, common: &Common) -> Result<ExitCode, CliError> {
    match command {
        Command::Play(args) => play::run(args, common)?,
        Command::Suggest(args) => return suggest::run(args, common),
        Command::Bench(args) => bench::run(args, common)?,
        Command::Tune(args) => tune::run(args, common)?,
        Command::Attack(args) => attack::run(args, common)?,
        Command::Perft(args) => perft::run(args, common)?,
        Command::Tbp(args) => tbp::run(args, common)?,
    }
    Ok(ExitCode::SUCCESS)
}
