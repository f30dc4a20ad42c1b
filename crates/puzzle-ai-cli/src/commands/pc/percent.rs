//! `puzzle-ai pc percent`: the share of a pattern's queues that succeed.

use std::io::{self, Write};
use std::process::ExitCode;

use tetromino::{Pattern, Piece};

use super::{FieldArgs, RuleArgs};
use crate::commands::Common;
use crate::error::{self, CliError};
use crate::ops::pc::{MAX_QUEUES, shares};

/// Arguments of `pc percent`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    field: FieldArgs,
    /// The queues: letters, * for any piece, [SZ] for one of these, [^T] for any other, with p3 for ordered choices of three, with ! for all orders; joined by commas
    #[arg(long, value_name = "PATTERN")]
    pattern: Pattern,
    #[command(flatten)]
    rules: RuleArgs,
    /// Break the share down by so many first pieces
    #[arg(long, default_value_t = 0, value_name = "N")]
    tree: usize,
    /// List so many failing queues
    #[arg(long, default_value_t = 0, value_name = "N")]
    failed: usize,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let (_, field) = args.field.load()?;
    let (solver, hold) = (args.rules.solver()?, args.rules.hold()?);
    let refuse = |error: &dyn std::fmt::Display| CliError::at("--pattern", error);
    let queues = args.pattern.expand(MAX_QUEUES).map_err(|error| refuse(&error))?;
    let percent =
        solver.percent(&field, &queues, hold, &args.rules.budget()).map_err(|error| refuse(&error))?;
    if !percent.complete {
        return Err(CliError::input("stopped before the answer was known"));
    }
    let mut out = io::stdout();
    if common.json {
        writeln!(out, "{}", shares(&percent))?;
        return Ok(error::answer(percent.success > 0, common.exit_code));
    }
    let share = |success: u64, total: u64| 100.0 * success as f64 / total.max(1) as f64;
    let (success, total) = (percent.success, percent.total);
    writeln!(out, "{success} of {total} queues, {:.2} %", share(success, total))?;
    let (success, total) = (percent.success_truncated, percent.total_truncated);
    writeln!(out, "{success} of {total} different queues cut to the pieces that can matter")?;
    let letters = |pieces: &[Piece]| pieces.iter().map(|piece| piece.letter()).collect::<String>();
    if args.tree > 0 {
        for branch in percent.tree(args.tree) {
            let part = share(branch.success, branch.total);
            writeln!(
                out,
                "{:<8} {:>6} of {:<6} {part:>6.2} %",
                letters(&branch.pieces),
                branch.success,
                branch.total
            )?;
        }
    }
    for queue in percent.failed.iter().take(args.failed) {
        writeln!(out, "fails: {}", letters(queue))?;
    }
    Ok(error::answer(percent.success > 0, common.exit_code))
}
