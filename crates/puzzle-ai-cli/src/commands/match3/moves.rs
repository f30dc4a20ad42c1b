//! `puzzle-ai match3 moves`: the legal swaps of a board.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use crate::commands::Common;
use crate::commands::match3::{BoardArgs, view};
use crate::error::{self, CliError};
use crate::ops::match3::FirstWaves;
use crate::terminal;

/// Arguments of `match3 moves`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    board: BoardArgs,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let (board, rules) = args.board.read()?;
    let swaps = board.legal_swaps(&rules);
    let mut first = FirstWaves::new(&board, rules);
    let code = error::answer(!swaps.is_empty(), common.exit_code);
    let mut out = io::stdout();
    if common.json {
        let legal = swaps.iter().map(|&swap| {
            let cells = first.cells(&board, swap);
            json!({ "a": board.index(swap.from), "b": board.index(swap.to), "first_wave": cells })
        });
        let legal: Vec<_> = legal.collect();
        writeln!(out, "{}", json!({ "dead": legal.is_empty(), "legal": legal }))?;
        return Ok(code);
    }
    write!(out, "{}", view::draw(&board, terminal::stdout_is_rich(), &[]))?;
    writeln!(out, "\n{} legal swaps", swaps.len())?;
    for &swap in &swaps {
        writeln!(out, "{swap}  clears {} in its first wave", first.cells(&board, swap).len())?;
    }
    Ok(code)
}
