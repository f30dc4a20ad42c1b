//! `puzzle-ai pc parity`: what rules a field out before any search.

use std::io::{self, Write};
use std::process::ExitCode;

use perfect_clear::Invariants;
use serde_json::json;

use super::QueueArgs;
use crate::commands::Common;
use crate::error::{self, CliError};

/// Arguments of `pc parity`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    asked: QueueArgs,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let (_, field) = args.asked.field.load()?;
    let reasons = Invariants::of(&field).reasons(&args.asked.pieces()?);
    let mut out = io::stdout();
    if common.json {
        let names: Vec<&str> = reasons.names().collect();
        writeln!(out, "{}", json!({ "possible": reasons.is_empty(), "reasons": names }))?;
    } else if reasons.is_empty() {
        writeln!(out, "nothing speaks against it")?;
    } else {
        writeln!(out, "impossible: {reasons}")?;
    }
    Ok(error::answer(reasons.is_empty(), common.exit_code))
}
