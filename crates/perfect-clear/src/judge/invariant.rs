//! What stays true while rows are cleared, and rules a field out before any search.
//!
//! Cells never change their column, so weights of columns add up to the end; colours
//! of a checkerboard do not stay, since a cleared row shifts all rows above.

use core::fmt;

use bitflags::bitflags;
use tetromino::Piece;

use crate::rules::field::PcField;

bitflags! {
    /// Why no pieces of a stock can clear a field; empty where nothing speaks against
    /// it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct Reasons: u8 {
        /// The number of empty cells is no multiple of four.
        const AREA = 1;
        /// There are fewer pieces than the empty cells need.
        const PIECES = 2;
        /// Even and odd columns: with A = Σ(−1)^x over the empty cells, A/2 must be
        /// congruent modulo 2 to the number of L, J and upright T, and |A| at most
        /// 2(#L + #J + #T) + 4#I.
        const COLUMNS = 4;
        /// Two columns between which no piece can lie have a number of empty cells on
        /// one side that is no multiple of four.
        const WALLS = 8;
        /// A row has more runs of empty cells than there are pieces to fill them.
        const ROWS = 16;
        /// Up to two rows, where no piece is ever split: with D empty black less white
        /// cells, D/2 must be congruent modulo 2 to the number of T, and |D| at most
        /// 2#T.
        const CHECKERBOARD = 32;
    }
}

impl Reasons {
    /// The names of the reasons, in order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.iter_names().map(|(name, _)| match name {
            "AREA" => "area",
            "PIECES" => "pieces",
            "COLUMNS" => "columns",
            "WALLS" => "walls",
            "ROWS" => "rows",
            _ => "checkerboard",
        })
    }
}

impl fmt::Display for Reasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.names().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            f.write_str(name)?;
        }
        Ok(())
    }
}

/// What the empty cells of a field add up to.
///
/// ```
/// use perfect_clear::{Invariants, PcField, Reasons};
/// use tetromino::Piece;
/// let two_rows = PcField::from_rows([], 2)?;
/// // One T cannot be: 10 black and 10 white cells.
/// let pieces = Piece::parse_list("TIOLJ").unwrap();
/// assert_eq!(Invariants::of(&two_rows).reasons(&pieces), Reasons::CHECKERBOARD);
/// assert!(Invariants::of(&two_rows).reasons(&Piece::parse_list("IIIOO").unwrap()).is_empty());
/// # Ok::<(), perfect_clear::PcError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invariants {
    /// Empty cells.
    pub empty: u32,
    /// Empty cells in even columns less those in odd ones.
    pub columns: i32,
    /// Empty cells with even x + y less the others.
    pub colours: i32,
    /// Most pieces that touch one row at least.
    pub row_pieces: u32,
    /// Some column boundary that no piece crosses has a bad number of empty cells.
    walled: bool,
    height: usize,
}

impl Invariants {
    /// Of a field; linear in its cells.
    #[must_use]
    pub fn of(field: &PcField) -> Self {
        const EVEN: u16 = 0b01_0101_0101;
        let all = (1u16 << PcField::WIDTH) - 1;
        let rows = || (0..field.height()).map(|y| !field.row(y) & all);
        let balance = |row: u16| (row & EVEN).count_ones() as i32 - (row & !EVEN).count_ones() as i32;
        let columns = rows().map(balance).sum();
        let colours =
            rows().enumerate().map(|(y, row)| if y % 2 == 0 { balance(row) } else { -balance(row) }).sum();
        let row_pieces = rows().map(pieces_of_row).max().unwrap_or(0);
        // A piece on both sides would have some row with both cells empty.
        let crossed = rows().fold(0, |crossed, row| crossed | (row & row >> 1));
        let left = |x: usize| rows().map(|row| (row & ((1 << (x + 1)) - 1)).count_ones()).sum::<u32>();
        let walled = (0..PcField::WIDTH - 1).any(|x| crossed >> x & 1 == 0 && left(x) % 4 != 0);
        let empty = rows().map(u16::count_ones).sum();
        Self { empty, columns, colours, row_pieces, walled, height: field.height() }
    }

    /// Why no choice among these pieces clears the field. A queue with a piece held
    /// may have more pieces than are needed.
    #[must_use]
    pub fn reasons(&self, pieces: &[Piece]) -> Reasons {
        let mut reasons = Reasons::empty();
        reasons.set(Reasons::AREA, self.empty % 4 != 0);
        reasons.set(Reasons::WALLS, self.walled && self.empty % 4 == 0);
        let needed = self.empty / 4;
        reasons.set(Reasons::ROWS, self.row_pieces > needed && self.empty % 4 == 0);
        if (pieces.len() as u32) < needed {
            return reasons | Reasons::PIECES;
        }
        if self.empty % 4 != 0 {
            return reasons;
        }
        // What of each is chosen: L and J, T, I, and the rest.
        let count = |of: &[Piece]| pieces.iter().filter(|piece| of.contains(piece)).count() as i32;
        let (lj, t, i) = (count(&[Piece::L, Piece::J]), count(&[Piece::T]), count(&[Piece::I]));
        let rest = pieces.len() as i32 - lj - t - i;
        let (mut columns, mut colours, mut both) = (false, false, false);
        for used_lj in 0..=lj {
            for used_t in 0..=t {
                for used_i in 0..=i {
                    let others = needed as i32 - used_lj - used_t - used_i;
                    if (0..=rest).contains(&others) {
                        let column = self.columns_allow(used_lj, used_t, used_i);
                        let colour = self.height > 2 || self.colours_allow(used_t);
                        columns |= column;
                        colours |= colour;
                        both |= column && colour;
                    }
                }
            }
        }
        // Each alone may hold for some choice, and both for none.
        let neither = columns && colours && !both;
        reasons.set(Reasons::COLUMNS, !columns || neither);
        reasons.set(Reasons::CHECKERBOARD, !colours || neither);
        reasons
    }

    fn columns_allow(&self, lj: i32, t: i32, i: i32) -> bool {
        // Any number of the T may be upright.
        let parity = t > 0 || (self.columns / 2 - lj) % 2 == 0;
        parity && self.columns.abs() <= 2 * (lj + t) + 4 * i
    }

    fn colours_allow(&self, t: i32) -> bool {
        (self.colours / 2 - t) % 2 == 0 && self.colours.abs() <= 2 * t
    }
}

/// A piece has one run of at most four cells in a row.
fn pieces_of_row(row: u16) -> u32 {
    let (mut pieces, mut left) = (0, row);
    while left != 0 {
        let begin = left.trailing_zeros();
        let run = (!(left >> begin)).trailing_zeros();
        pieces += run.div_ceil(4);
        left &= !(((1u32 << run) - 1) << begin) as u16;
    }
    pieces
}
