//! The subcommands, a file each, and the options that all of them take.

mod completions;
mod cover;
mod fumen;
mod match3;
pub(crate) mod pc;
pub(crate) mod stones;
pub(crate) mod tetris;
mod tour;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use grid_core::Budget;

use crate::error::CliError;
use crate::{interrupt, jsonl};

/// The puzzle brain: legal moves, a judgement of each, and the best one.
///
/// Without a subcommand it gives the tour of every game.
#[derive(Debug, Parser)]
#[command(name = "puzzle-ai", version, about, after_help = "Example: puzzle-ai tetris play --seed 7")]
pub(crate) struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The command line. A number below 0 is a value of its option, which can say its range then,
/// and not an option that nobody knows.
pub(crate) fn command() -> clap::Command {
    fn with_numbers(command: clap::Command) -> clap::Command {
        let number = |arg: clap::Arg| {
            let value = arg.get_action().takes_values() && !arg.is_positional();
            if value { arg.allow_negative_numbers(true) } else { arg }
        };
        command.mut_args(number).mut_subcommands(with_numbers)
    }
    with_numbers(Cli::command())
}

/// Options of every subcommand.
#[derive(Clone, Debug, clap::Args)]
pub struct Common {
    /// Print JSON on stdout; drawings go to stderr
    #[arg(long, global = true)]
    pub json: bool,
    /// Seed of everything random
    #[arg(long, global = true, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Exit with 1 where the answer is "no"
    #[arg(long, global = true)]
    pub exit_code: bool,
    /// Threads to work with; the result does not depend on it
    #[arg(long, global = true, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
}

impl Common {
    /// A pool of these threads.
    pub(crate) fn pool(&self) -> Result<rayon::ThreadPool, CliError> {
        rayon::ThreadPoolBuilder::new().num_threads(self.threads.into()).build().map_err(CliError::input)
    }
}

/// The end of a search that a person waits for.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct NodeArgs {
    /// Stop after so many nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

impl NodeArgs {
    pub(crate) fn budget(&self) -> Budget {
        budget(self.nodes)
    }
}

/// Ctrl-C, and perhaps a number of nodes.
pub(crate) fn budget(nodes: Option<u64>) -> Budget {
    nodes.map_or_else(Budget::unlimited, Budget::nodes).with_cancel(interrupt::flag())
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Exact cover: solve, count, tile
    #[command(subcommand)]
    Cover(cover::Command),
    /// Perfect clears: solve, percent, merge, path, setup, puzzle, parity
    #[command(subcommand)]
    Pc(pc::Command),
    /// Falling blocks: play, suggest, bench, tune, attack, perft, tbp
    #[command(subcommand)]
    Tetris(tetris::Command),
    /// Match-3: play, moves, rank, resolve, simulate, generate, bench
    #[command(subcommand)]
    Match3(match3::Command),
    /// The stone auction: play, advise, referee, pack, check, tournament, merge, tune
    #[command(subcommand)]
    Stones(stones::Command),
    /// Fumens, the texts in which players share fields: decode, encode
    #[command(subcommand)]
    Fumen(fumen::Command),
    /// Answer JSON requests, one a line, from stdin
    #[command(
        after_help = r###"Example: echo '{"op": "grid.shape", "shape": ["##", "#."]}' | puzzle-ai jsonl

All operations with their fields, answers and errors: the page "The protocol" of the book,
docs/src/guide/protocol.md"###
    )]
    Jsonl,
    /// Print completions for a shell
    #[command(after_help = "Example: puzzle-ai completions bash > puzzle-ai.bash")]
    Completions(completions::Args),
}

/// Runs the subcommand, or the tour.
pub(crate) fn run(cli: Cli) -> Result<ExitCode, CliError> {
    match cli.command {
        None => tour::run(&cli.common)?,
        Some(Command::Cover(command)) => return cover::run(&command, &cli.common),
        Some(Command::Pc(command)) => return pc::run(&command, &cli.common),
        Some(Command::Tetris(command)) => return tetris::run(&command, &cli.common),
        Some(Command::Match3(command)) => return match3::run(&command, &cli.common),
        Some(Command::Stones(command)) => return stones::run(&command, &cli.common),
        Some(Command::Fumen(command)) => fumen::run(&command, &cli.common)?,
        Some(Command::Jsonl) => jsonl::serve(io::stdin().lock(), io::stdout().lock())?,
        Some(Command::Completions(args)) => completions::run(&args)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests;
