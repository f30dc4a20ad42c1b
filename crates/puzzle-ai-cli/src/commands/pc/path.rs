//! `puzzle-ai pc path`: every tiling of a pattern with the queues that it covers.

use std::io::{self, Write};
use std::process::ExitCode;

use perfect_clear::{PcField, PcPath, PcPlay, Solution};

use super::solve::{draw, fumen};
use super::{LimitArgs, PatternArgs};
use crate::commands::Common;
use crate::error::{self, CliError};
use crate::files;
use crate::ops::pc::{MAX_QUEUES, letters};
use crate::ops::pc_pattern::{Shown, preference};
use crate::pc_page::{Figure, page};
use crate::terminal;

/// Arguments of `pc path`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    asked: PatternArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Only the fewest tilings that cover every queue that can be covered
    #[arg(long)]
    minimal: bool,
    /// For each queue choose the best tiling: easy (fewest soft drops), strong (most rows sent), spins, back_to_back
    #[arg(long, value_name = "NAME")]
    prefer: Option<String>,
    /// Print a table of comma-separated values: drawing, order, queues, and the queues themselves
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Write a page with the tilings drawn
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
    /// Draw so many tilings, those that cover most first
    #[arg(long, default_value_t = 3, value_name = "N")]
    draw: usize,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let PatternArgs { field, pattern, rules } = &args.asked;
    let (rows, field) = field.load()?;
    let (solver, hold) = (rules.solver()?, rules.hold()?);
    let prefer = args.prefer.as_deref().map(preference).transpose();
    let prefer = prefer.map_err(|error| CliError::at("--prefer", error))?;
    let refuse = |error: &dyn std::fmt::Display| CliError::at("--pattern", error);
    let queues = pattern.expand(MAX_QUEUES).map_err(|error| refuse(&error))?;
    let (memory, budget) = args.limits.limits();
    let path = solver.path(&field, &queues, hold, memory, &budget);
    let path = path.map_err(|error| refuse(&error))?;
    let shown = Shown::new((&solver, &field, hold), &path, args.minimal, prefer, &budget);
    let drawing = |number: usize| {
        let (tiling, play, _) = &shown.tilings[number];
        let placements = path.tilings[*tiling].placements.clone();
        draw(&rows, &field, &play.as_ref().map_or(Solution { placements }, |play| play.solution.clone()))
    };
    if let Some(file) = &args.html {
        files::replace(file, &page_of(&pattern.to_string(), &field, &path, &shown)?)?;
    }
    let mut out = io::stdout();
    if args.csv {
        writeln!(out, "tiling,order,queues,queues_truncated,covered")?;
        for (at, (tiling, ..)) in shown.tilings.iter().enumerate() {
            let queues = &path.tilings[*tiling].queues;
            let covered: Vec<String> = queues.iter().map(|queue| letters(&path.queues[queue].0)).collect();
            let mut lines: Vec<String> = drawing(at).lines().map(str::to_owned).collect();
            let order = lines.pop().unwrap_or_default();
            let (weight, covered) = (path.weight(queues), covered.join(";"));
            writeln!(out, "{},{order},{weight},{},{covered}", lines.join("/"), queues.len())?;
        }
        return Ok(error::answer(!path.tilings.is_empty(), common.exit_code));
    }
    let mut drawings = terminal::drawings(common.json);
    for at in 0..shown.tilings.len().min(args.draw) {
        writeln!(drawings, "{}\n", drawing(at))?;
    }
    if common.json {
        writeln!(out, "{}", shown.answer(&path, usize::MAX))?;
    } else {
        table(&path, &shown, &mut out)?;
    }
    Ok(error::answer(!path.tilings.is_empty(), common.exit_code))
}

/// The tilings drawn, each in an order of play.
fn page_of(pattern: &str, field: &PcField, path: &PcPath, shown: &Shown) -> Result<String, CliError> {
    let total: u64 = path.queues.iter().map(|(_, times)| times).sum();
    // Without an order the budget ended before one was found.
    let played = shown.tilings.iter().filter_map(|(number, play, _)| Some((*number, play.as_ref()?)));
    let figure = |(number, play): (usize, &PcPlay)| {
        let queues = path.weight(&path.tilings[number].queues);
        let order: String = play.solution.placements.iter().map(|one| one.piece.letter()).collect();
        let (svg, caption) = (play.solution.to_svg(field), format!("{queues} of {total} queues, {order}"));
        Ok(Figure { svg, caption, fumen: Some(fumen(field, &play.solution)?) })
    };
    let figures = played.map(figure).collect::<Result<Vec<Figure>, CliError>>()?;
    let covered = path.weight(&path.covered());
    let lines = [format!("{} tilings cover {covered} of {total} queues of {pattern}", path.tilings.len())];
    Ok(page("Perfect clears of a pattern", &lines, &figures))
}

/// What is covered, and a line for each tiling.
fn table(path: &PcPath, shown: &Shown, out: &mut dyn Write) -> Result<(), CliError> {
    let covered = path.covered();
    let total: u64 = path.queues.iter().map(|(_, times)| times).sum();
    let (least, weight) = (if path.stopped.is_some() { "at least " } else { "" }, path.weight(&covered));
    writeln!(out, "{least}{} tilings cover {weight} of {total} queues", path.tilings.len())?;
    if let Some(minimum) = &shown.minimum {
        let proof = if minimum.is_proven() {
            "and no fewer do".to_owned()
        } else {
            format!("and at least {} are needed", minimum.lower_bound)
        };
        writeln!(out, "{} of them cover all of these, {proof}", minimum.chosen.len())?;
    }
    if let Some(stop) = path.stopped {
        writeln!(out, "stopped: {stop}")?;
    }
    let best = shown.tilings.iter().any(|(.., best_for)| best_for.is_some());
    writeln!(
        out,
        "{:>4}  {:>7}  {:>7}  {}order",
        "",
        "queues",
        "share",
        if best { "best for  " } else { "" }
    )?;
    for (line, (number, play, best_for)) in shown.tilings.iter().enumerate() {
        let queues = path.weight(&path.tilings[*number].queues);
        let share = 100.0 * queues as f64 / total.max(1) as f64;
        let best_for = best_for.map_or_else(String::new, |best_for| format!("{best_for:>8}  "));
        let order = play.iter().flat_map(|play| &play.solution.placements);
        let order: String = order.map(|one| one.piece.letter()).collect();
        writeln!(out, "{:>4}  {queues:>7}  {share:>5.2} %  {best_for}{order}", line + 1)?;
    }
    Ok(())
}
