//! Values of boards, for the leaves of a search.

use crate::rules::table::Rules;
use crate::rules::wave::BoardView;

/// Values a board that a search does not look beyond, in the unit of the score.
///
/// Closures work. The value is discounted like the score of a next move.
pub trait Leaf {
    /// Whether the leaf's value is always 0, so that it need not be asked.
    const NOTHING: bool = false;

    /// The value of the board.
    fn value(&self, board: BoardView<'_>, rules: &Rules) -> f64;
}

impl<F: Fn(BoardView<'_>, &Rules) -> f64> Leaf for F {
    fn value(&self, board: BoardView<'_>, rules: &Rules) -> f64 {
        self(board, rules)
    }
}

/// Every board is worth 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoLeaf;

impl Leaf for NoLeaf {
    const NOTHING: bool = true;

    fn value(&self, _: BoardView<'_>, _: &Rules) -> f64 {
        0.0
    }
}

/// So much for every legal swap: boards with more choice are better.
///
/// ```
/// use match3::{Leaf, Mobility};
/// fn uses(leaf: impl Leaf) {}
/// uses(Mobility(0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mobility(pub f64);

impl Leaf for Mobility {
    fn value(&self, board: BoardView<'_>, rules: &Rules) -> f64 {
        self.0 * f64::from(board.legal_count(rules))
    }
}
