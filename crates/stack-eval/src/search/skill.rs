//! What a player of less than full skill takes.

use alloc::vec::Vec;

use grid_core::{Skill, StableHasher, Stream};
use tetromino::{Field, Piece};

/// The stream that names what a player does in a position: the field, the piece in play
/// and the one on hold.
pub(super) fn stream(seed: u64, (field, piece, hold): (&Field, Option<Piece>, Option<Piece>)) -> Stream {
    let number = |piece: Option<Piece>| piece.map_or(7, |piece| piece as u64);
    let mut name = StableHasher::new("stack-eval.position");
    name.write(field.stable_hash());
    name.write(number(piece) << 8 | number(hold));
    Stream::new(seed, "stack-eval.skill", name.finish())
}

/// Puts what a player of this skill takes of a list, the best first, before the rest. A
/// move is worth no more than one that is ranked above it: those that a search has dropped
/// on the way have values of their own.
pub(super) fn first_picked<T>(
    choices: &mut [T],
    value: impl Fn(&T) -> f64,
    skill: Skill,
    stream: impl FnOnce() -> Stream,
) {
    if skill == Skill::BEST {
        return;
    }
    let mut above = f64::INFINITY;
    let worth = |choice: &T| {
        above = above.min(value(choice));
        above
    };
    let values: Vec<f64> = choices.iter().map(worth).collect();
    if let Some(pick) = skill.pick(&values, &mut stream()) {
        choices[..=pick].rotate_right(1);
    }
}
