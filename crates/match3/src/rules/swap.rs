//! Swaps: which are legal, and in which order they are listed.

use alloc::vec::Vec;
use core::fmt;

use thiserror::Error;

use super::board::{Board, Pos, pos_of};
use super::fast;
use super::table::Rules;
use super::tile::Tile;

/// Two cells whose candies change places. The order matters only where two
/// special candies are combined: the blast is around `to`.
///
/// ```
/// use match3::{Pos, Swap};
/// let swap = Swap::new(Pos::new(0, 1), Pos::new(0, 2));
/// assert_eq!(swap.reversed().from, Pos::new(0, 2));
/// assert_eq!(swap.to_string(), "(0,1)-(0,2)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Swap {
    /// The cell whose candy is moved.
    pub from: Pos,
    /// The cell it is moved to.
    pub to: Pos,
}

impl Swap {
    /// The swap of these two cells.
    #[must_use]
    pub const fn new(from: Pos, to: Pos) -> Self {
        Self { from, to }
    }

    /// The same pair in the other direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }
}

/// `(row,column)-(row,column)`.
impl fmt::Display for Swap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// Why a swap is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum SwapError {
    /// A cell is not on the board.
    #[error("cell {at} is outside the board of {rows}×{cols}")]
    OutOfBounds {
        /// The cell.
        at: Pos,
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        cols: u8,
    },
    /// Both cells are the same.
    #[error("both cells are {at}")]
    SameCell {
        /// The cell.
        at: Pos,
    },
    /// The cells do not share a side.
    #[error("cells {from} and {to} are not next to each other")]
    NotAdjacent {
        /// First cell.
        from: Pos,
        /// Second cell.
        to: Pos,
    },
    /// A cell holds no candy.
    #[error("cell {at} holds {tile}, which is no candy")]
    NoCandy {
        /// The cell.
        at: Pos,
        /// What it holds.
        tile: Tile,
    },
    /// A candy is locked (optional module).
    #[error("the candy on {at} is locked")]
    Locked {
        /// The cell.
        at: Pos,
    },
    /// The exchange makes no run and combines nothing.
    #[error("the swap {from}-{to} makes no match")]
    NoMatch {
        /// First cell.
        from: Pos,
        /// Second cell.
        to: Pos,
    },
}

impl Board {
    /// Checks a swap by the rules; locks of the optional modules are not looked
    /// at. O(rows + columns).
    ///
    /// ```
    /// use match3::{Board, Pos, Rules, Swap, SwapError};
    /// let board: Board = "AABA".parse()?;
    /// let rules = Rules::new(2);
    /// assert!(board.check(Swap::new(Pos::new(0, 2), Pos::new(0, 3)), &rules).is_ok());
    /// let useless = board.check(Swap::new(Pos::new(0, 1), Pos::new(0, 2)), &rules);
    /// assert!(matches!(useless, Err(SwapError::NoMatch { .. })));
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// Every [`SwapError`] but [`SwapError::Locked`].
    pub fn check(&self, swap: Swap, rules: &Rules) -> Result<(), SwapError> {
        let Swap { from, to } = swap;
        for at in [from, to] {
            if !self.contains(at) {
                return Err(SwapError::OutOfBounds { at, rows: self.rows(), cols: self.cols() });
            }
        }
        if from == to {
            return Err(SwapError::SameCell { at: from });
        }
        if !from.is_next_to(to) {
            return Err(SwapError::NotAdjacent { from, to });
        }
        for at in [from, to] {
            let tile = self.tile(at);
            if !tile.is_candy() {
                return Err(SwapError::NoCandy { at, tile });
            }
        }
        if swap_is_legal(
            self.tiles(),
            self.cols(),
            self.index(from),
            self.index(to),
            rules.specials.is_some(),
        ) {
            Ok(())
        } else {
            Err(SwapError::NoMatch { from, to })
        }
    }

    /// All legal swaps, each pair once with `from` before `to`: cells in
    /// row-major order, first with the right neighbour, then with the lower one.
    /// O(cells).
    ///
    /// ```
    /// let board: match3::Board = "AABA".parse()?;
    /// assert_eq!(board.legal_swaps(&match3::Rules::new(2)).len(), 1);
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    #[must_use]
    pub fn legal_swaps(&self, rules: &Rules) -> Vec<Swap> {
        let mut swaps = Vec::new();
        self.legal_swaps_into(rules, &mut swaps);
        swaps
    }

    /// [`Board::legal_swaps`] into a list that is emptied first.
    pub fn legal_swaps_into(&self, rules: &Rules, swaps: &mut Vec<Swap>) {
        swaps.clear();
        if let Some(board) = fast::FastBoard::from_board(self) {
            swaps.extend(board.legal_swaps(rules));
            return;
        }
        let specials = rules.specials.is_some();
        each_legal(self.tiles(), self.cols(), specials, |swap| {
            swaps.push(swap);
            true
        });
    }

    /// Whether there is a legal swap. O(cells).
    #[must_use]
    pub fn has_legal_swap(&self, rules: &Rules) -> bool {
        let mut found = false;
        each_legal(self.tiles(), self.cols(), rules.specials.is_some(), |_| {
            found = true;
            false
        });
        found
    }
}

/// Whether a swap of these two tiles is a combination.
pub(crate) fn is_combination(a: Tile, b: Tile) -> bool {
    let bomb = a == Tile::BOMB || b == Tile::BOMB;
    (bomb && a != Tile::INGREDIENT && b != Tile::INGREDIENT) || (a.is_special() && b.is_special())
}

/// Calls `visit` with the legal swaps in their order until it says `false`.
pub(crate) fn each_legal(tiles: &[Tile], cols: u8, specials: bool, mut visit: impl FnMut(Swap) -> bool) {
    let width = usize::from(cols);
    for index in 0..tiles.len() {
        if !tiles[index].is_candy() {
            continue;
        }
        let right = (index % width + 1 < width).then_some(index + 1);
        let below = (index + width < tiles.len()).then_some(index + width);
        for other in [right, below].into_iter().flatten() {
            if tiles[other].is_candy() && swap_is_legal(tiles, cols, index, other, specials) {
                let swap = Swap::new(pos_of(cols, index), pos_of(cols, other));
                if !visit(swap) {
                    return;
                }
            }
        }
    }
}

/// Legality of a swap of two neighbouring cells that both hold candies.
pub(crate) fn swap_is_legal(tiles: &[Tile], cols: u8, from: usize, to: usize, specials: bool) -> bool {
    let (a, b) = (tiles[from], tiles[to]);
    if specials && is_combination(a, b) {
        return true;
    }
    a.key() != b.key() && (joins_run(tiles, cols, from, to) || joins_run(tiles, cols, to, from))
}

/// Whether the candy of `source`, put on the neighbouring cell `at`, would lie
/// in a run there. Nothing beyond `source` can belong to it, since another kind
/// comes to lie there.
fn joins_run(tiles: &[Tile], cols: u8, at: usize, source: usize) -> bool {
    let Some(kind) = tiles[source].matching_kind() else { return false };
    let width = usize::from(cols);
    let key = kind.index();
    let row_start = at - at % width;
    let row = &tiles[row_start..row_start + width];
    let col = at - row_start;
    let same = |index: usize| index != source && tiles[index].key() == key;
    let left = row[..col].iter().rev().enumerate().take_while(|&(step, _)| same(at - 1 - step)).count();
    let right = (col + 1..width).take_while(|&c| same(row_start + c)).count();
    if left + right >= 2 {
        return true;
    }
    let up = (1..=at / width).take_while(|&step| same(at - step * width)).count();
    let down =
        (1..).map(|step| at + step * width).take_while(|&cell| cell < tiles.len() && same(cell)).count();
    up + down >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swaps(text: &str, rules: &Rules) -> Vec<(usize, usize)> {
        let board: Board = text.parse().unwrap();
        board.legal_swaps(rules).iter().map(|swap| (board.index(swap.from), board.index(swap.to))).collect()
    }

    #[test]
    fn worked_examples() {
        let rules = Rules::new(5);
        assert_eq!(swaps("AABA", &rules), [(2, 3)]);
        assert_eq!(swaps("ABA", &rules), []);
        assert_eq!(swaps("AB*A\nCDEF", &rules), []);
        assert_eq!(swaps("AB*A\nCDEF", &rules.with_specials()), [(1, 2), (2, 3), (2, 6)]);
        assert_eq!(swaps("Ah Aw A\nB C D", &rules.with_specials()), [(0, 1)]);
    }

    #[test]
    fn each_fault_is_told() {
        let board: Board = "AAB#\nBBAA".parse().unwrap();
        let rules = Rules::new(2);
        let check =
            |a: (u8, u8), b: (u8, u8)| board.check(Swap::new(Pos::new(a.0, a.1), Pos::new(b.0, b.1)), &rules);
        assert!(matches!(check((0, 0), (2, 0)), Err(SwapError::OutOfBounds { .. })));
        assert!(matches!(check((0, 0), (0, 0)), Err(SwapError::SameCell { .. })));
        assert!(matches!(check((0, 0), (1, 1)), Err(SwapError::NotAdjacent { .. })));
        assert!(matches!(check((0, 2), (0, 3)), Err(SwapError::NoCandy { .. })));
        assert!(matches!(check((0, 0), (0, 1)), Err(SwapError::NoMatch { .. })));
        assert_eq!(check((0, 2), (1, 2)), Ok(()));
        assert_eq!(check((1, 2), (0, 2)), Ok(()));
    }
}
