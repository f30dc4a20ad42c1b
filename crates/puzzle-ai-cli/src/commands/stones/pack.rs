//! `puzzle-ai stones pack`: the largest area that stones can cover.

use std::io::{self, Write};

use stone_auction::{draw_wall, wall_svg};

use crate::commands::Common;
use crate::commands::stones::source::{fields, refused};
use crate::error::CliError;
use crate::ops::stone::{Stones, packed};
use crate::terminal;

/// Arguments of `stones pack`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// JSON with `wall`, `stones` and `owned`, and `budget` if wanted; `-` is standard input
    file: String,
    /// Write the packing as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let mut request = fields(&args.file)?;
    let read = |error| refused(&args.file, error);
    let stones = Stones::read(&mut request).map_err(read)?;
    let budget = request.budget().map_err(read)?;
    request.finish().map_err(read)?;
    let (answer, placements) = packed(&stones, budget, common.seed);
    let mut out = terminal::drawings(common.json);
    writeln!(out, "{}", draw_wall(&stones.wall, &stones.catalogue, &placements))?;
    let (area, bound, cells) = (&answer["area"], &answer["upper_bound"], stones.wall.len());
    let known = if answer["proven"] == true { "proven".to_owned() } else { format!("at most {bound}") };
    writeln!(out, "{area} of {cells} cells covered, {known}")?;
    if let Some(path) = &args.svg {
        let svg = wall_svg(&stones.wall, &stones.catalogue, &placements);
        std::fs::write(path, svg).map_err(|error| CliError::at(path, error))?;
    }
    if common.json {
        writeln!(io::stdout(), "{answer}")?;
    }
    Ok(())
}
