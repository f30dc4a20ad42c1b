//! `puzzle-ai stones check`: is an arrangement legal, and what does it score?

use std::io::{self, Write};
use std::process::ExitCode;

use stone_auction::{draw_wall, wall_svg};

use crate::commands::Common;
use crate::commands::stones::source::{fields, refused};
use crate::error::{self, CliError};
use crate::ops::stone::{Stones, checked};
use crate::terminal;

/// Arguments of `stones check`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// JSON with `wall`, `stones`, `owned` and `placements`; `-` is standard input
    file: String,
    /// Write the arrangement as SVG, floating stones in red
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let mut request = fields(&args.file)?;
    let read = |error| refused(&args.file, error);
    let stones = Stones::read(&mut request).map_err(read)?;
    let placements = stones.placements(&mut request).map_err(read)?;
    request.finish().map_err(read)?;
    let answer = checked(&stones, &placements);
    let legal = answer["legal"] == true;
    let mut out = terminal::drawings(common.json);
    writeln!(out, "{}", draw_wall(&stones.wall, &stones.catalogue, &placements))?;
    if legal {
        writeln!(out, "legal: {} of {} cells covered", answer["score"]["area"], stones.wall.len())?;
    }
    for error in answer["errors"].as_array().into_iter().flatten() {
        writeln!(out, "placement {}: {}", error["index"], error["error"].as_str().unwrap_or_default())?;
    }
    if let Some(path) = &args.svg {
        let svg = wall_svg(&stones.wall, &stones.catalogue, &placements);
        std::fs::write(path, svg).map_err(|error| CliError::at(path, error))?;
    }
    if common.json {
        writeln!(io::stdout(), "{answer}")?;
    }
    Ok(error::answer(legal, common.exit_code))
}
