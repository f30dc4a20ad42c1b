//! `puzzle-ai match3 generate`: a board to begin with.

use std::io::{self, Write};
use std::process::ExitCode;

use match3::{Board, Difficulty, Generator, Rules};
use serde_json::json;

use crate::candy;
use crate::commands::match3::view;
use crate::commands::{Common, budget};
use crate::error::{self, CliError};
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
    /// Least difficulty, 0 to 1: few moves, and one that stands out, are hard
    #[arg(long, value_name = "D", value_parser = difficulty)]
    min_difficulty: Option<f64>,
    /// Greatest difficulty, 0 to 1
    #[arg(long, value_name = "D", value_parser = difficulty)]
    max_difficulty: Option<f64>,
    /// Most boards to draw
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    attempts: u32,
}

fn difficulty(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| format!("{text:?} is no number"))?;
    if (0.0..=1.0).contains(&value) { Ok(value) } else { Err(format!("{text} is outside 0 to 1")) }
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

/// What a game begins with.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct StartArgs {
    #[command(flatten)]
    pub(super) fresh: FreshArgs,
    /// Begin with this board: a file, or rows with / between
    #[arg(long, value_name = "BOARD", conflicts_with = "outline")]
    pub(super) board: Option<String>,
    /// Moves of a game
    #[arg(long, default_value_t = 30, value_name = "N")]
    pub(super) moves: u32,
}

impl FreshArgs {
    pub(super) fn generator(&self) -> Result<Generator, CliError> {
        Ok(match &self.outline {
            Some(outline) => Generator::with_outline(candy::read_board("--outline", outline)?),
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

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let most = args.max_moves.unwrap_or(u32::MAX);
    if args.min_moves > most {
        return Err(CliError::at(
            "--min-moves",
            format_args!("{} is above --max-moves {most}", args.min_moves),
        ));
    }
    let mut generator =
        args.fresh.generator()?.with_moves(args.min_moves..=most).with_attempts(args.attempts);
    if args.min_difficulty.is_some() || args.max_difficulty.is_some() {
        let (least, most) = (args.min_difficulty.unwrap_or(0.0), args.max_difficulty.unwrap_or(1.0));
        if least > most {
            return Err(CliError::at(
                "--min-difficulty",
                format_args!("{least} is above --max-difficulty {most}"),
            ));
        }
        generator = generator.with_difficulty(least..=most);
    }
    let rules = args.fresh.rules();
    let mut generation = generator.start(&rules, common.seed);
    let stopped = generation.run(&budget(None));
    let board = match (generation.result(), stopped) {
        (Some(result), _) => result.map_err(CliError::input)?,
        (None, stop) => {
            let mut out = io::stdout();
            if common.json {
                writeln!(out, "{}", json!({ "board": null, "complete": false, "seed": common.seed }))?;
            } else {
                let stop = stop.map_or_else(String::new, |stop| format!(": {stop}"));
                writeln!(out, "no board so far{stop}, seed {}", common.seed)?;
            }
            return Ok(error::answer(false, common.exit_code));
        }
    };
    let mut out = io::stdout();
    let found = Difficulty::of(&board, &rules);
    if common.json {
        let answer = json!({
            "board": candy::rows(&board, false), "moves": found.moves, "difficulty": found.value(),
            "scarcity": found.scarcity(), "gap": found.gap(), "seed": common.seed,
        });
        writeln!(out, "{answer}")?;
    } else if terminal::stdout_is_rich() {
        write!(out, "{}", view::draw(&board, true, &[]))?;
        let (moves, difficulty) = (found.moves, found.value());
        writeln!(out, "\n{moves} legal swaps, difficulty {difficulty:.2}, seed {}", common.seed)?;
    } else {
        writeln!(out, "{board}")?;
    }
    Ok(ExitCode::SUCCESS)
}
