//! `pc.puzzle`: a field and a queue with exactly one tiling.

use perfect_clear::{Hold, PcPuzzle, PuzzleDifficulty, PuzzleError, PuzzleGenerator};
use serde_json::{Value, json};

use crate::jsonl::fields::{Fields, exact};
use crate::jsonl::op::OpError;
use crate::ops::pc::letters;
use crate::ops::pc::{self, listed};

/// A puzzle in the form of the protocol.
pub(crate) fn shown(puzzle: &PcPuzzle) -> Value {
    let PuzzleDifficulty { nodes, choices, bits, sequences, splits, needs_hold, soft_drops, spins, .. } =
        puzzle.difficulty;
    json!({
        "field": puzzle.field.to_string().lines().collect::<Vec<&str>>(),
        "clear": puzzle.field.height(),
        "queue": letters(&puzzle.queue),
        "hold": puzzle.hold != Hold::None,
        "solution": listed(&puzzle.solution),
        "difficulty": {
            "score": puzzle.difficulty.score(),
            "nodes": nodes,
            "choices": choices,
            "bits": bits,
            "sequences": exact(sequences),
            "splits": splits,
            "needs_hold": needs_hold,
            "soft_drops": soft_drops,
            "spins": spins,
        },
        "attempts": puzzle.attempts,
    })
}

/// The answer where the search stopped before it found a puzzle.
pub(crate) fn unfinished() -> Value {
    json!({ "field": null, "complete": false })
}

/// The puzzle of a seed.
pub(crate) fn puzzle(mut fields: Fields) -> Result<Value, OpError> {
    let (clear_at, pieces_at, least_at) =
        (fields.path("clear"), fields.path("pieces"), fields.path("min_difficulty"));
    let clear = fields.within("clear", 1..=PuzzleGenerator::MAX_HEIGHT)?.unwrap_or(4);
    let pieces = fields.within("pieces", 1..=PuzzleGenerator::MAX_PIECES)?.unwrap_or(5);
    let solver = pc::solver(&mut fields)?;
    let hold = fields.or("hold", false)?;
    let scores = 0..=PuzzleDifficulty::MOST;
    let least = fields.within("min_difficulty", scores.clone())?.unwrap_or(0);
    let most = fields.within("max_difficulty", scores)?.unwrap_or(PuzzleDifficulty::MOST);
    let seed = fields.or("seed", 0)?;
    let budget = pc::budget(&mut fields)?;
    fields.finish()?;
    if least > most {
        return Err(OpError::bad_value(&least_at, format!("{least} is above max_difficulty {most}")));
    }
    let refused = |error: PuzzleError| match error {
        PuzzleError::Height { .. } => OpError::bad_value(&clear_at, error),
        PuzzleError::Pieces { .. } => OpError::bad_value(&pieces_at, error),
        error => OpError::new("no_such_puzzle", error),
    };
    let generator = PuzzleGenerator::new(solver.system(), clear, pieces).map_err(refused)?;
    match generator.with_hold(hold).with_difficulty(least..=most).generate(seed, &budget) {
        Ok(puzzle) => Ok(shown(&puzzle)),
        Err(PuzzleError::Stopped(_)) => Ok(unfinished()),
        Err(error) => Err(refused(error)),
    }
}
