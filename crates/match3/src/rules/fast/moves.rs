//! All legal swaps at once.

use super::detect::differ;
use super::shape::{Shape, shl, shr};
use super::{Any, Eight, FastBoard, with_shape};
use crate::rules::swap::Swap;
use crate::rules::table::Rules;

/// Legal swaps as sets of their first cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SwapSet {
    /// Cells to be swapped with their right neighbour.
    pub(crate) right: u64,
    /// Cells to be swapped with the one below.
    pub(crate) down: u64,
}

impl SwapSet {
    #[inline]
    pub(crate) const fn len(&self) -> u32 {
        self.right.count_ones() + self.down.count_ones()
    }

    /// The bits of the two cells of each swap, in the order of the rules.
    #[inline]
    pub(crate) fn pairs(self, stride: u32) -> impl Iterator<Item = (u32, u32)> {
        let Self { mut right, mut down } = self;
        core::iter::from_fn(move || {
            let either = right | down;
            if either == 0 {
                return None;
            }
            let bit = either.trailing_zeros();
            let lowest = either & either.wrapping_neg();
            if right & lowest != 0 {
                right ^= lowest;
                return Some((bit, bit + 1));
            }
            down ^= lowest;
            Some((bit, bit + stride))
        })
    }

    /// Writes [`SwapSet::pairs`] to a list; says how many there are.
    #[inline]
    pub(crate) fn write_pairs(self, stride: u32, pairs: &mut [(u8, u8); FastBoard::MAX_SWAPS]) -> usize {
        let mut left = self.right | self.down;
        let mut len = 0;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            // Both are written, and what is not there is written over.
            for (set, step) in [(self.right, 1), (self.down, stride)] {
                if let Some(pair) = pairs.get_mut(len) {
                    *pair = (bit as u8, (bit + step) as u8);
                }
                len += (set >> bit & 1) as usize;
            }
        }
        len
    }

    /// The `number`-th swap in the order of the rules.
    #[inline]
    pub(crate) fn nth(self, stride: u32, mut number: u32) -> Option<(u32, u32)> {
        let mut left = self.right | self.down;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let (right, down) = ((self.right >> bit & 1) as u32, (self.down >> bit & 1) as u32);
            if number < right + down {
                return Some((bit, bit + if number < right { 1 } else { stride }));
            }
            number -= right + down;
        }
        None
    }
}

/// Finds all legal swaps. `matching` are the cells with a matching kind, `candies`
/// those with a candy.
///
/// Equal pairs at six distances are enough: a candy moved one step completes a run
/// exactly if it equals a pair beyond its new cell, or both cells beside it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn find<S: Shape>(shape: S, kind: &[u64; 3], matching: u64, candies: u64) -> SwapSet {
    let stride = shape.stride();
    let (not_last, not_first) = (shape.not_last(), shape.not_first());
    let equal = |shift: u32, allowed: u64| !differ(kind, shift) & matching & shr(matching, shift) & allowed;
    let h1 = equal(1, not_last);
    let h2 = equal(2, not_last & not_last >> 1);
    let v1 = equal(stride, u64::MAX);
    let v2 = equal(2 * stride, u64::MAX);
    let diagonal = equal(stride + 1, not_last);
    let anti = equal(stride - 1, not_first);

    let pairs_right = candies & candies >> 1 & not_last;
    let pairs_down = candies & shape.below(candies, 1);

    // The right candy goes left: cells left of, above and below its new cell.
    let above = shape.above(diagonal, 1);
    let below = anti >> 1;
    let mut right =
        (h2 << 1 & h1 << 2) | (above & (shape.above(v1, 2) | below)) | (below & shape.below(v1, 1));
    // The left candy goes right.
    let above = shl(anti, stride - 1);
    let below = diagonal;
    right |= (h2 & h1 >> 2) | (above & (shl(v1, 2 * stride - 1) | below)) | (below & shr(v1, stride + 1));

    // The lower candy goes up: cells above, left and right of its new cell.
    let left = diagonal << 1;
    let other = anti >> 1;
    let mut down = (shape.above(v2, 1) & shape.above(v1, 2)) | (left & (h1 << 2 | other)) | (other & h1 >> 1);
    // The upper candy goes down.
    let left = anti;
    let other = diagonal;
    down |= (v2 & shape.below(v1, 2))
        | (left & (shr(h1, stride.saturating_sub(2)) | other))
        | (other & shr(h1, stride + 1));

    SwapSet { right: right & !h1 & pairs_right, down: down & !v1 & pairs_down }
}

/// The swaps that combine special candies.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn combinations<S: Shape>(shape: S, candies: u64, special: u64, bombs: u64) -> SwapSet {
    let not_last = shape.not_last();
    let pairs_right = candies & candies >> 1 & not_last;
    let pairs_down = candies & shape.below(candies, 1);
    SwapSet {
        right: pairs_right & (bombs | bombs >> 1 | (special & special >> 1)),
        down: pairs_down & (bombs | shape.below(bombs, 1) | (special & shape.below(special, 1))),
    }
}

/// The legal swaps of a [`FastBoard`].
///
/// ```
/// use match3::{Board, FastBoard, Rules};
/// let board: Board = "AABA".parse()?;
/// let legal = FastBoard::from_board(&board).unwrap().legal_set(&Rules::new(2));
/// assert_eq!(legal.len(), 1);
/// assert_eq!(legal.nth(0).unwrap().to_string(), "(0,2)-(0,3)");
/// # Ok::<(), match3::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalSet {
    pub(crate) set: SwapSet,
    pub(crate) board: FastBoard,
}

impl LegalSet {
    /// How many there are.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> u32 {
        self.set.len()
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.set.right | self.set.down == 0
    }

    /// The `number`-th swap in the order of the rules.
    #[must_use]
    #[inline]
    pub fn nth(&self, number: u32) -> Option<Swap> {
        let (a, b) = self.set.nth(self.board.stride(), number)?;
        Some(Swap::new(self.board.pos_of_bit(a), self.board.pos_of_bit(b)))
    }
}

impl FastBoard {
    #[inline]
    pub(crate) fn swap_set(&self, specials: bool) -> SwapSet {
        with_shape!(self, |shape| self.swap_set_in(shape, specials))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn swap_set_in<S: Shape>(&self, shape: S, specials: bool) -> SwapSet {
        let candies = self.occupied();
        let mut found = find(shape, &self.kind, self.matching(), candies);
        if specials {
            let [f0, f1, f2] = self.form;
            let bombs = f1 & f2 & !f0;
            let special = ((f0 | f1) & !f2) | bombs;
            if special != 0 {
                let combined = combinations(shape, candies, special, bombs);
                found.right |= combined.right;
                found.down |= combined.down;
            }
        }
        found
    }

    /// How many legal swaps there are.
    #[must_use]
    #[inline]
    pub fn legal_count(&self, rules: &Rules) -> u32 {
        self.swap_set(rules.specials.is_some()).len()
    }

    /// All legal swaps as a set, from which single ones are read at little cost.
    #[must_use]
    #[inline]
    pub fn legal_set(&self, rules: &Rules) -> LegalSet {
        LegalSet { set: self.swap_set(rules.specials.is_some()), board: *self }
    }

    /// The legal swaps, in the order of [`Board::legal_swaps`](crate::Board::legal_swaps).
    ///
    /// ```
    /// use match3::{Board, FastBoard, Rules};
    /// let board: Board = "AABA".parse()?;
    /// let fast = FastBoard::from_board(&board).unwrap();
    /// assert_eq!(fast.legal_swaps(&Rules::new(2)).next().unwrap().to_string(), "(0,2)-(0,3)");
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    pub fn legal_swaps(&self, rules: &Rules) -> impl Iterator<Item = Swap> + use<> {
        let board = *self;
        let pairs = self.swap_set(rules.specials.is_some()).pairs(self.stride());
        pairs.map(move |(a, b)| Swap::new(board.pos_of_bit(a), board.pos_of_bit(b)))
    }
}
