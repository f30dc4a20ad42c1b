//! `puzzle-ai pc solve`: one solution, all, or how many.

use std::io::{self, Write};
use std::process::ExitCode;

use grid_core::Skill;
use perfect_clear::{Hold, PcField, PcSolver, Solution};
use serde_json::{Value, json};
use tetromino::{Piece, RotationSystem};

use super::{QueueArgs, RuleArgs};
use crate::commands::{Common, NodeArgs};
use crate::error::{self, CliError};
use crate::files;
use crate::jsonl::fields::exact;
use crate::ops::pc::listed;
use crate::pc_page::{Figure, page};
use crate::terminal;
use crate::tetris::SkillArgs;

/// Arguments of `pc solve`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    asked: QueueArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    nodes: NodeArgs,
    /// Count the solutions
    #[arg(long)]
    count: bool,
    /// Draw so many different tilings, all with 0; 1 if not said
    #[arg(long, value_name = "N", conflicts_with = "count")]
    limit: Option<usize>,
    /// Write a page with the tilings drawn
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    html: Option<String>,
    /// Draw the first solution
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    svg: Option<String>,
    #[command(flatten)]
    skill: SkillArgs,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let (rows, field) = args.asked.field.load()?;
    let (solver, hold) = (args.rules.solver()?, args.rules.hold()?);
    let queue = args.asked.pieces()?;
    let refuse = |error| CliError::at("--queue", error);
    let budget = args.nodes.budget();
    if args.skill.skill != Skill::BEST && (args.count || args.limit.is_some_and(|limit| limit != 1)) {
        return Err(CliError::at("--skill", "a player of less than full skill finds one solution or none"));
    }
    let mut out = io::stdout();
    if args.count {
        let count = solver.count(&field, &queue, hold, &budget).map_err(refuse)?;
        if common.json {
            let answer = json!({
                "solvable": count.tilings > 0,
                "tilings": count.tilings,
                "sequences": exact(count.sequences),
                "complete": count.complete,
            });
            writeln!(out, "{answer}")?;
        } else {
            let least = if count.complete { "" } else { "at least " };
            writeln!(out, "{least}{} tilings, {} sequences", count.tilings, count.sequences)?;
        }
        return Ok(error::answer(count.tilings > 0, common.exit_code));
    }
    let (limit, skill) = (args.limit.unwrap_or(1), args.skill.skill);
    let (solutions, complete) = if skill != Skill::BEST {
        let found = solver.first_with_skill(&field, &queue, hold, skill, common.seed, &budget);
        (Vec::from_iter(found.map_err(refuse)?), false)
    } else if limit == 1 {
        let found = solver.first_within(&field, &queue, hold, &budget).map_err(refuse)?;
        (found.iter().flatten().cloned().collect(), found.is_ok())
    } else {
        let mut search = solver.search(&field, &queue, hold).map_err(refuse)?;
        let (mut solutions, mut meter) = (Vec::new(), budget.meter());
        let complete = loop {
            match search.advance(&mut meter) {
                Ok(true) => solutions.push(search.solution()),
                Ok(false) => break true,
                Err(_) => break false,
            }
            if solutions.len() == limit {
                break true;
            }
        };
        (solutions, complete)
    };
    let mut drawings = terminal::drawings(common.json);
    for solution in &solutions {
        writeln!(drawings, "{}\n{}\n", draw(&rows, &field, solution), fumen(&field, solution)?)?;
    }
    if let Some(path) = &args.html {
        let figure = |solution: &Solution| {
            Ok(Figure {
                svg: solution.to_svg(&field),
                caption: order(solution),
                fumen: Some(fumen(&field, solution)?),
            })
        };
        let figures = solutions.iter().map(figure).collect::<Result<Vec<_>, CliError>>()?;
        let more = if complete { "" } else { ", and perhaps more" };
        let lines = [format!("Queue {}: {} tilings{more}", args.asked.queue, figures.len())];
        files::replace(path, &page("Perfect clear", &lines, &figures))?;
    }
    if let (Some(path), Some(solution)) = (&args.svg, solutions.first()) {
        files::replace(path, &solution.to_svg(&field))?;
    }
    if common.json {
        let fumens = solutions.iter().map(|solution| fumen(&field, solution));
        let fumens = fumens.collect::<Result<Vec<String>, CliError>>()?;
        let solutions: Vec<Value> = solutions.iter().map(listed).collect();
        let answer = json!({ "solvable": !solutions.is_empty(), "solutions": solutions, "fumens": fumens, "complete": complete });
        writeln!(out, "{answer}")?;
    } else if solutions.is_empty() {
        writeln!(out, "{}", if complete { "no solution" } else { "none found so far" })?;
    }
    Ok(error::answer(!solutions.is_empty(), common.exit_code))
}

/// The rows with the letters of the pieces, and the order.
pub(super) fn draw(rows: &[String], field: &PcField, solution: &Solution) -> String {
    let cells = || solution.placements.iter().flat_map(|one| one.cells.map(|cell| (cell, one.piece)));
    let top = cells().map(|(cell, _)| cell.y as usize + 1).max().unwrap_or(0).max(rows.len());
    let mut lines: Vec<Vec<char>> = vec![vec!['_'; PcField::WIDTH]; top - rows.len()];
    let filled = |c: char| if matches!(c, '_' | '.' | ' ') { '_' } else { 'X' };
    lines.extend(rows.iter().map(|row| row.chars().map(filled).collect()));
    for (cell, piece) in cells() {
        lines[top - 1 - cell.y as usize][cell.x as usize] = piece.letter();
    }
    let lowest = lines.len().saturating_sub(field.height().max(rows.len()));
    let lines: Vec<String> =
        lines[lowest.min(lines.len())..].iter().map(|line| line.iter().collect()).collect();
    format!("{}\n{}", lines.join("\n"), order(solution))
}

/// The letters of the pieces in order of play.
fn order(solution: &Solution) -> String {
    solution.placements.iter().map(|one| one.piece.letter()).collect()
}

/// A page for each piece in order of play.
pub(super) fn fumen(field: &PcField, solution: &Solution) -> Result<String, CliError> {
    solution.to_fumen(field).map_err(CliError::input)?.encode().map_err(CliError::input)
}

/// The stop of the tour: the opener that players try first.
pub(crate) fn show(out: &mut dyn Write, _: &Common) -> Result<(), CliError> {
    let rows = ["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"].map(str::to_owned);
    let field = PcField::from_rows(rows.iter().map(String::as_str), 4).map_err(CliError::input)?;
    let solver = PcSolver::new(RotationSystem::SRS);
    let queue = [Piece::I, Piece::T, Piece::L, Piece::S, Piece::J];
    if let Some(solution) = solver.first(&field, &queue, Hold::Empty).map_err(CliError::input)? {
        writeln!(out, "{}", draw(&rows, &field, &solution))?;
    }
    Ok(())
}
