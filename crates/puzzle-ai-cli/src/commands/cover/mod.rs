//! `puzzle-ai cover …`: exact cover and tilings.

mod count;
mod solve;
mod tile;

use std::process::ExitCode;

use clap::Subcommand;

pub(crate) use tile::show as tour_stop;

use crate::commands::Common;
use crate::error::CliError;

/// The subcommands of `cover`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the solutions of a problem in Knuth's format
    #[command(after_help = "Example: printf 'a b c\\na b\\nc\\nb c\\na\\n' | puzzle-ai cover solve -")]
    Solve(solve::Args),
    /// Count the solutions of a problem in Knuth's format
    #[command(after_help = "Example: printf 'a b c\\na b\\nc\\nb c\\na\\n' | puzzle-ai cover count -")]
    Count(count::Args),
    /// Cover a region with pieces
    #[command(after_help = "Examples:
  puzzle-ai cover tile --region 10x6 --pieces pentominoes --limit 3
  puzzle-ai cover tile --region '####/#..#/####' --pieces dominoes --svg ring.svg
  puzzle-ai cover tile puzzle.txt --distinct

A puzzle file has the region, a blank line, then the pieces, each drawn with # and followed by a blank line.
A line before a piece says how many there are: '2 x', or '* x' for any number.")]
    Tile(tile::Args),
}

pub(crate) fn run(command: &Command, common: &Common) -> Result<ExitCode, CliError> {
    match command {
        Command::Solve(args) => solve::run(args, common),
        Command::Count(args) => count::run(args, common),
        Command::Tile(args) => tile::run(args, common),
    }
}
