//! `puzzle-ai pc setup`: what a pattern can build, and how often it clears the field then.

use std::io::{self, Write};
use std::process::ExitCode;

use perfect_clear::{SetupMask, Solution};
use tetromino::Pattern;

use super::solve::draw;
use super::{LimitArgs, RuleArgs, misdrawn};
use crate::commands::Common;
use crate::error::{self, CliError};
use crate::input::Source;
use crate::ops::pc::MAX_QUEUES;
use crate::ops::pc_pattern::{setups_answer, shares_of};
use crate::terminal;

/// Arguments of `pc setup`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The mask: a file, - for standard input, or rows separated by /, top first
    #[arg(long, value_name = "FILE|ROWS", allow_hyphen_values = true)]
    mask: String,
    /// Lines to clear in the end; all rows of the mask if not said
    #[arg(long, value_name = "N")]
    clear: Option<usize>,
    /// The queues that build it, as pc percent takes them
    #[arg(long, value_name = "PATTERN")]
    pattern: Pattern,
    /// What comes after these queues: the share of clears is told too
    #[arg(long, value_name = "PATTERN")]
    then: Option<Pattern>,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Show so many setups, those that most queues build first, all with 0
    #[arg(long, default_value_t = 10, value_name = "N")]
    limit: usize,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let source = Source::path_or_drawing("--mask", &args.mask)?;
    let rows: Vec<String> = source.text().lines().filter(|row| !row.is_empty()).map(str::to_owned).collect();
    let mask = SetupMask::from_rows(rows.iter().map(String::as_str), args.clear.unwrap_or(rows.len()));
    let mask = mask.map_err(|error| misdrawn(Some(&source), &error))?;
    let (solver, hold) = (args.rules.solver()?, args.rules.hold()?);
    let expand =
        |flag: &str, pattern: &Pattern| pattern.expand(MAX_QUEUES).map_err(|error| CliError::at(flag, error));
    let queues = expand("--pattern", &args.pattern)?;
    let following = args.then.as_ref().map(|then| expand("--then", then)).transpose()?;
    let (memory, budget) = args.limits.limits();
    let setups = solver.setups(&mask, &queues, hold, memory, &budget);
    let limit = if args.limit == 0 { usize::MAX } else { args.limit };
    let shares = shares_of(&solver, &setups, limit, following.as_deref(), hold, memory, &budget);
    let shares = shares.map_err(|error| CliError::at("--then", error))?;
    let mut out = io::stdout();
    let mut drawings = terminal::drawings(common.json);
    // What must or may be filled is shown by the pieces that fill it.
    let blank = |row: &String| row.replace(['*', '?'], "_");
    let rows: Vec<String> = rows.iter().map(blank).collect();
    let total: u64 = setups.queues.iter().map(|(_, times)| times).sum();
    for (setup, share) in setups.setups.iter().zip(&shares) {
        let placements = setup.tilings.first().cloned().unwrap_or_default();
        let drawing = draw(&rows, mask.field(), &Solution { placements });
        // The pieces are in no order of play.
        let cells = drawing.rsplit_once('\n').map_or(&drawing[..], |(cells, _)| cells);
        let builds = setups.weight(setup);
        writeln!(drawings, "{cells}\n{builds} of {total} queues, {} tilings", setup.tilings.len())?;
        match share {
            Some(Ok(share)) => {
                let percent = 100.0 * share.success as f64 / share.total.max(1) as f64;
                writeln!(
                    drawings,
                    "cleared after that: {} of {}, {percent:.2} %",
                    share.success, share.total
                )?;
            }
            Some(Err(stop)) => writeln!(drawings, "cleared after that: not known, {stop}")?,
            None => {}
        }
        writeln!(drawings)?;
    }
    if common.json {
        writeln!(out, "{}", setups_answer(&setups, &shares, usize::MAX))?;
    } else {
        let least = if setups.stopped.is_some() { "at least " } else { "" };
        writeln!(out, "{least}{} setups", setups.setups.len())?;
        if let Some(stop) = setups.stopped {
            writeln!(out, "stopped: {stop}")?;
        }
    }
    Ok(error::answer(!setups.setups.is_empty(), common.exit_code))
}
