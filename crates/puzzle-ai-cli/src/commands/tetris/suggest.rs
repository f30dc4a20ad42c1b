//! `puzzle-ai tetris suggest`: the best landing, drawn.

use std::io::{self, Write};
use std::process::ExitCode;

use grid_core::Budget;
use grid_core::draw::write_cells;
use serde_json::json;
use tetromino::Piece;

use crate::commands::Common;
use crate::error::{self, CliError};
use crate::ops::tetris as ops;
use crate::tetris::{EvaluatorArgs, FieldArgs, Position, SEARCH_NODES, SearchArgs};
use crate::{interrupt, terminal, tetris};

/// Arguments of `tetris suggest`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    field: FieldArgs,
    /// The piece to place
    #[arg(long, value_name = "LETTER", value_parser = tetris::piece)]
    piece: Piece,
    /// The pieces after it
    #[arg(long, default_value = "", value_name = "LETTERS")]
    next: String,
    /// The piece on hold
    #[arg(long, value_name = "LETTER", value_parser = tetris::piece)]
    hold: Option<Piece>,
    /// Whether holding is allowed now
    #[arg(long)]
    can_hold: bool,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// How many landings to list
    #[arg(long, default_value_t = 5, value_name = "N")]
    list: usize,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let field = args.field.load()?;
    let evaluator = args.evaluator.load()?;
    let next = Piece::parse_list(&args.next).map_err(|e| CliError::at("--next", e))?;
    let position = Position { field, piece: args.piece, next, hold: args.hold, can_hold: args.can_hold };
    let budget = Budget::nodes(SEARCH_NODES).with_cancel(interrupt::flag());
    let (choices, complete) =
        position.ranked(&evaluator, args.search.settings()?, (args.search.skill.skill, common.seed), &budget);
    if common.json {
        let mut answer = ops::suggestion(&position, &choices, &evaluator);
        if !complete {
            answer["complete"] = json!(false);
        }
        writeln!(io::stdout(), "{answer}")?;
    }
    let mut out = terminal::drawings(common.json);
    let Some(best) = choices.first() else {
        writeln!(out, "No landing is legal: the game is over.")?;
        return Ok(error::answer(false, common.exit_code));
    };
    let cells = best.landing.cells();
    let rows = (field.max_height() as usize + 2).max(cells[0].y as usize + 5).min(field.height());
    let mut drawing = String::new();
    let cell = |x: usize, y: usize| {
        let landed = cells.iter().any(|c| (c.x, c.y) == (x as i32, y as i32));
        match (landed, field.contains(x, y)) {
            (true, _) => best.landing.piece.letter(),
            (false, true) => '#',
            (false, false) => '.',
        }
    };
    write_cells(&mut drawing, field.width(), rows, cell).expect("a string takes all");
    writeln!(out, "{drawing}\n")?;
    let inputs =
        position.inputs(&best.landing).map_or_else(|| "no inputs from above".to_owned(), |i| i.join(" "));
    writeln!(out, "{}: {inputs}", best.landing.piece)?;
    if let Some(placed) = best.landing.placed() {
        let plural = if best.depth == 1 { "" } else { "s" };
        writeln!(
            out,
            "value {:.3} over {} piece{plural}, of which this landing has:",
            best.value, best.depth
        )?;
        for (feature, value, share) in evaluator.linear().shares(&field, &placed) {
            writeln!(out, "  {feature:<20} {value:>6}  {share:>+10.3}")?;
        }
    }
    for (rank, choice) in choices.iter().take(args.list).enumerate() {
        let (landing, columns) = (choice.landing, choice.landing.cells().map(|cell| cell.x));
        writeln!(
            out,
            "{:>3}. {:>9.3}  {} {} columns {}-{}",
            rank + 1,
            choice.value,
            landing.piece,
            landing.rotation,
            columns[0],
            columns[3]
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
