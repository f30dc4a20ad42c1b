//! Runs, as sets of cells.

use super::Any;
use super::shape::Shape;
use super::{Eight, FastBoard, with_shape};

/// Neighbouring pairs and the runs they make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Cells equal to their right neighbour.
    pub(crate) right: u64,
    /// Cells equal to the one below.
    pub(crate) down: u64,
    /// Cells of horizontal runs.
    pub(crate) horizontal: u64,
    /// Cells of vertical runs.
    pub(crate) vertical: u64,
}

impl Found {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn all(&self) -> u64 {
        self.horizontal | self.vertical
    }
}

/// Cells that differ in some plane from the one `shift` bits further.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) const fn differ(kind: &[u64; 3], shift: u32) -> u64 {
    use super::shape::shr;
    (kind[0] ^ shr(kind[0], shift)) | (kind[1] ^ shr(kind[1], shift)) | (kind[2] ^ shr(kind[2], shift))
}

/// Finds the runs, given the cells with a matching kind.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn find<S: Shape>(shape: S, kind: &[u64; 3], matching: u64) -> Found {
    find_in(shape, kind, matching & matching >> 1 & shape.not_last(), matching & shape.below(matching, 1))
}

/// Finds the runs, given the cells that form a pair with their right neighbour and
/// with the one below.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn find_in<S: Shape>(shape: S, kind: &[u64; 3], pairs_right: u64, pairs_down: u64) -> Found {
    let right = !differ(kind, 1) & pairs_right;
    let down = !differ(kind, shape.stride()) & pairs_down;
    let row_starts = right & right >> 1;
    let column_starts = down & shape.below(down, 1);
    Found {
        right,
        down,
        horizontal: row_starts | row_starts << 1 | row_starts << 2,
        vertical: column_starts | shape.above(column_starts, 1) | shape.above(column_starts, 2),
    }
}

impl FastBoard {
    /// The cells of all runs, as bits of the engine's own numbering.
    #[inline]
    pub(crate) fn match_set(&self) -> u64 {
        with_shape!(self, |shape| find(shape, &self.kind, self.matching()).all())
    }

    /// How many cells lie in runs. A few nanoseconds.
    ///
    /// ```
    /// use match3::{Board, FastBoard};
    /// let board: Board = "AAAB\nACBB\nABBB".parse()?;
    /// assert_eq!(FastBoard::from_board(&board).map(|fast| fast.matched_count()), Some(10));
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn matched_count(&self) -> u32 {
        self.match_set().count_ones()
    }
}
