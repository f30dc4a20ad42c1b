//! Which landings can be reached, remembered by board and piece.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Bits, mix64};
use tetromino::{Field, Landing, MoveGenerator, Piece};

use crate::rules::field::{FULL, PcField};

/// Bits of the number of a slot, at the start and at the most.
const FEW_BITS: u32 = 7;
const MOST_BITS: u32 = 16;

/// A move generator with a bounded memory: each slot keeps the last board and piece
/// that came to it. It grows while it is short.
#[derive(Clone, Debug)]
pub(crate) struct Reach<B> {
    generator: Arc<MoveGenerator>,
    slots: Vec<Slot<B>>,
    bits: u32,
    /// Boards found since it grew last.
    found: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot<B> {
    board: B,
    piece: u8,
    /// For each orientation with cells of its own the lower left corners.
    corners: [B; 4],
}

impl<B: Bits> Slot<B> {
    const EMPTY: Self = Self { board: B::EMPTY, piece: u8::MAX, corners: [B::EMPTY; 4] };
}

impl<B: Bits> Reach<B> {
    pub(crate) fn new(generator: Arc<MoveGenerator>) -> Self {
        Self { generator, slots: vec![Slot::EMPTY; 1 << FEW_BITS], bits: FEW_BITS, found: 0 }
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
        let mut at = (key >> (64 - self.bits)) as usize;
        let slot = &self.slots[at];
        if slot.board != board || slot.piece != piece as u8 {
            self.found += 1;
            if self.found > self.slots.len() && self.bits < MOST_BITS {
                self.grow();
                at = (key >> (64 - self.bits)) as usize;
            }
            let corners = found(&self.generator, board, height, piece);
            self.slots[at] = Slot { board, piece: piece as u8, corners };
        }
        &self.slots[at].corners
    }

    /// Four times the slots, the old ones forgotten.
    #[cold]
    fn grow(&mut self) {
        self.bits = (self.bits + 2).min(MOST_BITS);
        self.slots = vec![Slot::EMPTY; 1 << self.bits];
        self.found = 0;
    }
}

fn found<B: Bits>(generator: &MoveGenerator, board: B, height: u32, piece: Piece) -> [B; 4] {
    let mut rows = [0; PcField::MAX_HEIGHT];
    let rows = &mut rows[..height as usize];
    rows.iter_mut().zip(0..).for_each(|(row, y)| *row = super::board::row(board, y) & FULL);
    let field = Field::from_row_bits(PcField::WIDTH, 40, rows).expect("a usual size");
    let landings = generator.landings(&field, piece);
    // Corners above the rows are never asked for.
    let corners = |rotation| {
        let high = B::from_words(&[landings.corners(rotation, 1)]).up(6 * PcField::WIDTH as u32);
        B::from_words(&[landings.corners(rotation, 0)]) | high
    };
    let mut all = [B::EMPTY; 4];
    all.iter_mut().zip(piece.distinct_rotations()).for_each(|(to, &rotation)| *to = corners(rotation));
    all
}
