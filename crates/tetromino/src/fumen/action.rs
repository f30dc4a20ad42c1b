//! The three digits of a page that hold its piece and its flags.

use super::field::piece_number;
use super::{Block, ColourField, Flags, Operation};
use crate::{Piece, Rotation};

/// What the number holds.
pub(super) struct Action {
    pub(super) operation: Option<Operation>,
    /// All but the quiz, which the comments tell.
    pub(super) flags: Flags,
    /// Whether a comment follows.
    pub(super) comment: bool,
}

/// The flags from the lowest bit, those without the comment's and the lock's.
const FLAGS: [Flags; 3] = [Flags::RISE, Flags::MIRROR, Flags::COLORIZE];

/// The orientations in the order of their numbers.
const ROTATIONS: [Rotation; 4] = [Rotation::S, Rotation::E, Rotation::N, Rotation::W];

/// From the centre cell to the cell that the text names.
const fn shift(piece: Piece, rotation: Rotation) -> (i32, i32) {
    match (piece, rotation) {
        (Piece::O, Rotation::W) => (-1, 1),
        (Piece::O | Piece::I, Rotation::S) | (Piece::Z, Rotation::W) => (-1, 0),
        (Piece::O | Piece::S | Piece::Z, Rotation::N) | (Piece::I, Rotation::W) => (0, 1),
        (Piece::S, Rotation::E) => (1, 0),
        _ => (0, 0),
    }
}

/// Reads the number of a version whose field has so many rows above the floor.
pub(super) fn read(value: u32, rows: usize) -> Option<Action> {
    let mut rest = value;
    let mut take = |values: u32| {
        let taken = rest % values;
        rest /= values;
        taken
    };
    let piece = (take(8) as usize).checked_sub(1).map(|index| Block::PIECES[index]);
    let rotation = ROTATIONS[take(4) as usize];
    let place = take(((rows + 1) * ColourField::WIDTH) as u32) as i32;
    let mut flags = Flags::empty();
    for flag in FLAGS {
        flags.set(flag, take(2) == 1);
    }
    let comment = take(2) == 1;
    flags.set(Flags::LOCK, take(2) == 0);
    let operation = piece.map(|piece| {
        let (dx, dy) = shift(piece, rotation);
        let (x, row) = (place % ColourField::WIDTH as i32, place / ColourField::WIDTH as i32);
        let y = rows as i32 - 1 - row;
        Operation { piece, rotation, x: (x - dx) as i8, y: (y - dy) as i8 }
    });
    (rest == 0).then_some(Action { operation, flags, comment })
}

/// The number in version 115; the error is a piece that has none.
pub(super) fn write(action: &Action) -> Result<u32, Operation> {
    let (mut piece, mut rotation, mut place) = (0, 0, 0);
    if let Some(operation) = action.operation {
        let (dx, dy) = shift(operation.piece, operation.rotation);
        let (x, y) = (i32::from(operation.x) + dx, i32::from(operation.y) + dy);
        let named =
            (0..ColourField::WIDTH as i32).contains(&x) && (-1..ColourField::HEIGHT as i32).contains(&y);
        if !named || !operation.is_inside() {
            return Err(operation);
        }
        piece = u32::from(piece_number(operation.piece));
        rotation = ROTATIONS.iter().take_while(|&&one| one != operation.rotation).count() as u32;
        place = ((ColourField::HEIGHT as i32 - 1 - y) * ColourField::WIDTH as i32 + x) as u32;
    }
    let flags = FLAGS.iter().map(|&flag| action.flags.contains(flag));
    let bits = flags.chain([action.comment, !action.flags.contains(Flags::LOCK)]);
    let bits = bits.enumerate().fold(0, |bits, (bit, set)| bits | u32::from(set) << bit);
    let places = ((ColourField::HEIGHT + 1) * ColourField::WIDTH) as u32;
    Ok(((bits * places + place) * 4 + rotation) * 8 + piece)
}
