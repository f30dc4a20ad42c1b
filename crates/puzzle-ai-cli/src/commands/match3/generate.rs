//! `puzzle-ai match3 generate`: a board to begin with.

use std::io::{self, Write};

use match3::{Board, Generator, Rules};
use serde_json::json;

use crate::candy;
use crate::commands::Common;
use crate::commands::match3::view;
use crate::error::CliError;
use crate::terminal;

/// Arguments of `match3 generate`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) fresh: FreshArgs,
    /// Fewest legal swaps
    #[arg(long, default_value_t = 1, value_name = "N")]
    min_moves: u32,
    /// Most legal swaps
    #[arg(long, value_name = "N")]
    max_moves: Option<u32>,
}

/// What a new board is like.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FreshArgs {
    /// Rows
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    rows: u8,
    /// Columns
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    cols: u8,
    /// Kinds of candies
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=26))]
    kinds: u8,
    /// An outline: a file, or rows with / between; # is a hole, . a cell
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["rows", "cols"])]
    outline: Option<String>,
    /// Play with special candies
    #[arg(long)]
    specials: bool,
}

impl FreshArgs {
    pub(super) fn generator(&self) -> Result<Generator, CliError> {
        Ok(match &self.outline {
            Some(outline) => Generator::with_outline(candy::read_board(outline)?),
            None => Generator::new(self.rows, self.cols),
        })
    }

    pub(super) fn rules(&self) -> Rules {
        let rules = Rules::new(self.kinds);
        if self.specials { rules.with_specials() } else { rules }
    }

    pub(super) fn board(&self, seed: u64) -> Result<Board, CliError> {
        self.generator()?.generate(&self.rules(), seed).map_err(CliError::input)
    }
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let most = args.max_moves.unwrap_or(u32::MAX);
    let generator = args.fresh.generator()?.with_moves(args.min_moves..=most);
    let rules = args.fresh.rules();
    let board = generator.generate(&rules, common.seed).map_err(CliError::input)?;
    let mut out = io::stdout();
    let moves = board.legal_swaps(&rules).len();
    if common.json {
        writeln!(
            out,
            "{}",
            json!({ "board": candy::rows(&board, false), "moves": moves, "seed": common.seed })
        )?;
    } else if terminal::stdout_is_rich() {
        write!(out, "{}", view::draw(&board, true, &[]))?;
        writeln!(out, "\n{moves} legal swaps, seed {}", common.seed)?;
    } else {
        writeln!(out, "{board}")?;
    }
    Ok(())
}
