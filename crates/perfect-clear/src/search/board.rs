//! A field as one word, ten bits a row from the bottom.

use grid_core::Bits;

use crate::rules::field::{FULL, PcField};

const WIDTH: u32 = PcField::WIDTH as u32;

/// The filled cells of a field.
pub(crate) fn filled<B: Bits>(field: &PcField) -> B {
    let row = |y: usize| B::from_words(&[field.row(y).into()]).up(WIDTH * y as u32);
    (0..field.height()).fold(B::EMPTY, |all, y| all | row(y))
}

/// All cells of so many rows.
pub(crate) fn all<B: Bits>(height: usize) -> B {
    (0..WIDTH * height as u32).fold(B::EMPTY, |all, bit| all | B::bit(bit))
}

/// All cells of a set of rows.
pub(crate) fn all_of_rows<B: Bits>(rows: u16) -> B {
    let one = |y: u32| B::from_words(&[FULL.into()]).up(WIDTH * y);
    (0..u16::BITS).filter(|y| rows >> y & 1 != 0).fold(B::EMPTY, |all, y| all | one(y))
}

#[inline]
pub(crate) fn row<B: Bits>(board: B, y: u32) -> u16 {
    board.down(WIDTH * y).word(0) as u16 & FULL
}

/// The rows that are full, as bits.
#[inline]
pub(crate) fn full_rows<B: Bits>(board: B, height: u32) -> u16 {
    (0..height).fold(0, |rows, y| rows | u16::from(row(board, y) == FULL) << y)
}

/// The board without the rows of a set: what is above moves down.
#[inline]
pub(crate) fn without_rows<B: Bits>(board: B, rows: u16) -> B {
    let mut board = board;
    let mut left = rows;
    // From the top, so that the rows below keep their place.
    while left != 0 {
        let y = 15 - left.leading_zeros();
        left &= !(1 << y);
        let below = board & !(!B::EMPTY).up(WIDTH * y);
        board = below | board.down(WIDTH * (y + 1)).up(WIDTH * y);
    }
    board
}
