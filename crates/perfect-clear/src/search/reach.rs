//! Which landings can be reached, remembered by board and piece.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Bits, mix64};
use tetromino::{Field, Landing, MoveGenerator, Piece, RotationSystem};

use crate::rules::field::{FULL, PcField};
use crate::rules::solution::move_rules;

/// Bits of the number of a slot.
const SLOT_BITS: u32 = 14;

/// A move generator with a memory of fixed size: each slot keeps the last board
/// and piece that came to it.
#[derive(Clone, Debug)]
pub(crate) struct Reach<B> {
    generator: MoveGenerator,
    slots: Vec<Slot<B>>,
}

#[derive(Clone, Copy, Debug)]
struct Slot<B> {
    board: B,
    piece: u8,
    /// For each orientation with cells of its own the lower left corners.
    corners: [B; 4],
}

impl<B: Bits> Reach<B> {
    pub(crate) fn new(system: RotationSystem) -> Self {
        let empty = Slot { board: B::EMPTY, piece: u8::MAX, corners: [B::EMPTY; 4] };
        Self { generator: MoveGenerator::new(move_rules(system)), slots: vec![empty; 1 << SLOT_BITS] }
    }

    /// Whether a landing wholly within the rows can be reached on a board of so many
    /// rows, none of them full.
    #[inline]
    pub(crate) fn reaches(&mut self, board: B, height: u32, landing: &Landing) -> bool {
        let corner = landing.corner();
        let distinct = landing.piece.distinct_rotations().len();
        let at = corner.y as u32 * PcField::WIDTH as u32 + corner.x as u32;
        self.corners(board, height, landing.piece)[landing.rotation as usize % distinct].test(at)
    }

    #[inline]
    fn corners(&mut self, board: B, height: u32, piece: Piece) -> &[B; 4] {
        let key = mix64(board.word(0) ^ board.word(1).rotate_left(32) ^ ((piece as u64) << 60));
        let at = (key >> (64 - SLOT_BITS)) as usize;
        let slot = &self.slots[at];
        if slot.board != board || slot.piece != piece as u8 {
            let corners = found(&self.generator, board, height, piece);
            self.slots[at] = Slot { board, piece: piece as u8, corners };
        }
        &self.slots[at].corners
    }
}

fn found<B: Bits>(generator: &MoveGenerator, board: B, height: u32, piece: Piece) -> [B; 4] {
    let mut field = Field::new(PcField::WIDTH, 40).expect("a usual size");
    for y in 0..height {
        let mut row = super::board::row(board, y) & FULL;
        while row != 0 {
            field.fill(row.trailing_zeros() as usize, y as usize);
            row &= row - 1;
        }
    }
    let mut corners = [B::EMPTY; 4];
    let distinct = piece.distinct_rotations().len();
    for landing in generator.landings(&field, piece).iter() {
        let corner = landing.corner();
        let at = corner.y as u32 * PcField::WIDTH as u32 + corner.x as u32;
        // Corners above the rows have no bit and are never asked for.
        if (corner.y as u32) < height {
            let turned = &mut corners[landing.rotation as usize % distinct];
            *turned = *turned | B::bit(at);
        }
    }
    corners
}
