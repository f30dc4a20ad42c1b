//! `puzzle-ai match3 …`: boards of candies.

mod bench;
mod generate;
mod moves;
mod picture;
mod play;
mod rank;
mod resolve;
mod simulate;
mod view;

use std::process::ExitCode;

use clap::Subcommand;
use match3::{Board, Pos, Rules};

pub(crate) use play::show as tour_stop;

use crate::candy;
use crate::commands::Common;
use crate::error::CliError;

/// The subcommands of `match3`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play in the terminal, or watch the AI
    #[command(after_help = "Examples:
  puzzle-ai match3 play --specials --search beam
  puzzle-ai match3 play --manual --kinds 6
  puzzle-ai match3 play --skill easy")]
    Play(play::Args),
    /// List the legal swaps of a board
    #[command(after_help = "Example: puzzle-ai match3 moves --board AABA/CDCD")]
    Moves(moves::Args),
    /// Rank the legal swaps of a board
    #[command(after_help = "Example: puzzle-ai match3 rank --board AABAC/CDCDA/DCDCB --search two_ply")]
    Rank(rank::Args),
    /// Make one move and show its waves
    #[command(after_help = "Examples:
  puzzle-ai match3 resolve --board AABA/CDCD --swap 2,3
  puzzle-ai match3 resolve --board AABA/CDCD --swap 2,3 --svg waves.svg")]
    Resolve(resolve::Args),
    /// Play many games and count
    #[command(
        after_help = "Example: puzzle-ai match3 simulate --games 300 --moves 30 --search known --goal 900"
    )]
    Simulate(simulate::Args),
    /// Make a board with a legal swap
    #[command(after_help = "Examples:
  puzzle-ai match3 generate --rows 9 --cols 7 --kinds 5 --seed 7
  puzzle-ai match3 generate --min-difficulty 0.65 --max-difficulty 0.75")]
    Generate(generate::Args),
    /// Rank the moves of fresh boards and time it
    #[command(after_help = "Example: puzzle-ai match3 bench --rankings 1000000 --kinds 5 --json")]
    Bench(bench::Args),
}

pub(crate) fn run(command: &Command, common: &Common) -> Result<ExitCode, CliError> {
    match command {
        Command::Play(args) => play::run(args, common)?,
        Command::Moves(args) => return moves::run(args, common),
        Command::Rank(args) => rank::run(args, common)?,
        Command::Resolve(args) => resolve::run(args, common)?,
        Command::Simulate(args) => simulate::run(args, common)?,
        Command::Generate(args) => return generate::run(args, common),
        Command::Bench(args) => bench::run(args, common)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A board to work on.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BoardArgs {
    /// A file, - for standard input, or the rows with / between them
    #[arg(long, value_name = "BOARD")]
    board: String,
    /// Kinds of candies; those on the board if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=26))]
    kinds: Option<u8>,
    /// Play with special candies
    #[arg(long)]
    specials: bool,
}

impl BoardArgs {
    fn read(&self) -> Result<(Board, Rules), CliError> {
        let board = candy::read_plain_board(&self.board)?;
        let rules = candy::rules(self.kinds, board.kinds_seen(), self.specials);
        Ok((board, rules.map_err(|reason| CliError::at("--kinds", reason))?))
    }
}

/// A cell given as its number or as `row.column`.
fn parse_cell(board: &Board, text: &str) -> Result<Pos, CliError> {
    let bad = || CliError::at("--swap", format_args!("{text:?} is no cell of the board"));
    if let Some((row, col)) = text.split_once('.') {
        let at = Pos::new(row.parse().map_err(|_| bad())?, col.parse().map_err(|_| bad())?);
        return if board.contains(at) { Ok(at) } else { Err(bad()) };
    }
    let index: usize = text.parse().map_err(|_| bad())?;
    if index < board.tiles().len() { Ok(board.pos(index)) } else { Err(bad()) }
}
