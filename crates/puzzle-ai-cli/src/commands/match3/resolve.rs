//! `puzzle-ai match3 resolve`: one move, wave by wave.

use std::io::{self, Write};

use match3::{Board, ColumnStreams, Pos, RefillSource, Resolver, Seeded, Swap, Wave};
use serde_json::json;

use crate::candy;
use crate::commands::Common;
use crate::commands::match3::{BoardArgs, parse_cell, picture, view};
use crate::error::CliError;
use crate::files;
use crate::ops::match3::wave_value;
use crate::terminal;

/// Arguments of `match3 resolve`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    board: BoardArgs,
    /// The two cells, as numbers in row-major order or as row.column
    #[arg(long, value_name = "FROM,TO")]
    swap: String,
    /// New candies of each column, with commas between; drawn by the seed if left out
    #[arg(long, value_name = "LETTERS,…")]
    streams: Option<String>,
    /// Draw the board before and after each wave
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let (board, rules) = args.board.read()?;
    let cells = args.swap.split_once(',').ok_or_else(|| CliError::at("--swap", "two cells are expected"))?;
    let swap = Swap::new(parse_cell(&board, cells.0)?, parse_cell(&board, cells.1)?);
    match &args.streams {
        None => {
            let mut source = Seeded::new(rules.kinds, common.seed, 0);
            resolve(board, swap, &rules, &mut source, args, common)
        }
        Some(text) => {
            let streams = ColumnStreams::from_letters(text.split(','));
            let mut streams =
                streams.ok_or_else(|| CliError::at("--streams", "letters A to Z are expected"))?;
            resolve(board, swap, &rules, &mut streams, args, common)
        }
    }
}

fn resolve(
    mut board: Board,
    swap: Swap,
    rules: &match3::Rules,
    source: &mut impl RefillSource,
    args: &Args,
    common: &Common,
) -> Result<(), CliError> {
    let specials = rules.specials.is_some();
    let start = board.clone();
    let rich = terminal::stdout_is_rich();
    let mut values = Vec::new();
    let mut text = String::new();
    let mut pictures = vec![(start.clone(), "start".to_owned())];
    let mut watch = |wave: &Wave<'_>| {
        let score = i64::from(wave.cleared) * i64::from(wave.number);
        if args.svg.is_some() {
            let caption = format!("wave {}: {} points", wave.number, score);
            pictures.push((snapshot(wave), caption));
        }
        if common.json {
            values.push(wave_value(wave, &start, specials));
        } else {
            text.push_str(&format!("\nwave {}: {} cleared, {score} points\n", wave.number, wave.cleared));
            text.push_str(&view::draw(&snapshot(wave), rich, &[]));
        }
        score
    };
    let outcome = Resolver::default().play(&mut board, swap, rules, source, &mut watch);
    let outcome = outcome.map_err(|error| CliError::at("--swap", error))?;
    if let Some(path) = &args.svg {
        files::replace(path, &picture::svg(&pictures, &[swap.from, swap.to]))?;
    }
    let mut out = io::stdout();
    if common.json {
        let answer = json!({
            "waves": values, "wave_count": outcome.waves, "score_linear": outcome.score,
            "final": candy::rows(&board, specials), "truncated": outcome.truncated,
        });
        writeln!(out, "{answer}")?;
    } else {
        write!(out, "{}", view::draw(&start, rich, &[swap.from, swap.to]))?;
        writeln!(out, "{text}\n{} points in {} waves, seed {}", outcome.score, outcome.waves, common.seed)?;
    }
    Ok(())
}

/// The board after a wave.
fn snapshot(wave: &Wave<'_>) -> Board {
    let view = wave.board();
    let cells = (0..view.rows()).flat_map(|row| (0..view.cols()).map(move |col| Pos::new(row, col)));
    let tiles = cells.map(|at| view.tile(at)).collect();
    Board::from_tiles(view.rows().into(), view.cols().into(), tiles).expect("the size of a board")
}
