//! `puzzle-ai tetris perft`: counts placements, ply by ply.

use std::io::{self, Write};

use serde_json::json;
use tetromino::{DropModel, MoveGenerator, MoveRules, Perft, Piece, RotationSystem, Spawn, perft};

use crate::commands::{Common, budget};
use crate::error::CliError;
use crate::ops::moves;
use crate::tetris::FieldArgs;
use crate::{clock, names};

/// Arguments of `tetris perft`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The pieces in order
    #[arg(long, default_value = "IOLJSZ", value_name = "LETTERS")]
    queue: String,
    #[command(flatten)]
    field: FieldArgs,
    /// Kicks
    #[arg(long, default_value = "srs", value_name = "NAME", value_parser = names::one_of(RotationSystem::NAMED.map(|(name, _)| name)))]
    rules: String,
    /// How pieces move down
    #[arg(long, default_value = "soft", value_name = "NAME", value_parser = names::one_of(DropModel::ALL.map(DropModel::name)))]
    drop: String,
    /// Column of the centre at spawn
    #[arg(long, default_value_t = 4, value_name = "X", allow_negative_numbers = true)]
    spawn_x: i16,
    /// Row of the centre at spawn
    #[arg(long, default_value_t = 19, value_name = "Y", allow_negative_numbers = true)]
    spawn_y: i16,
    /// Try one row higher where the spawn is blocked
    #[arg(long)]
    spawn_retry: bool,
    /// Leave a depth out, and all after it, that needs more placements
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let field = args.field.load()?;
    let queue = Piece::parse_list(&args.queue).map_err(|e| CliError::at("--queue", e))?;
    let system =
        RotationSystem::named(&args.rules).ok_or_else(|| CliError::at("--rules", "no such rules"))?;
    let drop = DropModel::named(&args.drop).ok_or_else(|| CliError::at("--drop", "no such drop model"))?;
    let spawn = Spawn { x: args.spawn_x, y: args.spawn_y, retry: args.spawn_retry };
    let generator = MoveGenerator::new(MoveRules { system, drop, spawn, ..MoveRules::default() });
    let budget = budget(args.nodes);
    let mut out = io::stdout();
    let mut counts = Perft { nodes: Vec::new(), complete: true };
    let mut user_s = 0.0;
    // Each depth anew: all before the last cost little beside it, and are known early.
    for (at, piece) in queue.iter().enumerate() {
        let start = clock::user_seconds();
        let deeper = perft(&generator, &field, &queue[..=at], &budget);
        if !deeper.complete {
            counts.complete = false;
            break;
        }
        user_s = clock::user_seconds() - start;
        counts = deeper;
        if !common.json {
            writeln!(out, "{:>2} {piece} {:>16}", at + 1, counts.nodes[at])?;
            out.flush()?;
        }
    }
    if common.json {
        let mut answer = moves::counts(&counts);
        answer["user_s"] = json!(user_s);
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    if !counts.complete {
        writeln!(out, "cut short: depth {} is not known", counts.nodes.len() + 1)?;
    }
    let Some(&leaves) = counts.nodes.last() else { return Ok(()) };
    let rate = leaves as f64 / user_s.max(1e-6) / 1e6;
    writeln!(out, "{user_s:.2} s of user CPU time: {rate:.0} million of the last ply a second")?;
    Ok(())
}
