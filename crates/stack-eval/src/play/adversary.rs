//! A randomizer that deals what the player can use least.

use grid_core::{Budget, Stream};
use tetromino::{DropRules, Field, Piece, Randomizer};

use crate::{DropPosition, Evaluator, LineChoice, LineSettings, best_line};

/// Deals the piece whose best landing is worst by a judge; first one with which every
/// landing loses. Equal pieces: the first in the order of [`Piece::ALL`].
///
/// It begins with some uniform pieces, so that there are many games and not one.
///
/// ```
/// use stack_eval::{Adversary, FourEvaluator};
/// use tetromino::{DropRules, Field, Piece, Randomizer};
/// let mut adversary = Adversary::new(FourEvaluator::default(), DropRules::article(4, 8)?, 0, 0, 0);
/// // Only an I does not clear two rows here.
/// let field = Field::from_rows(["##..", "##.."], 8)?;
/// assert_ne!(adversary.deal(&field), Some(Piece::O));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adversary<E> {
    judge: E,
    rules: DropRules,
    stream: Stream,
    uniform: u32,
}

impl<E: Evaluator> Adversary<E> {
    /// The adversary of game `game` under a seed, after so many uniform pieces.
    #[must_use]
    pub fn new(judge: E, rules: DropRules, uniform: u32, seed: u64, game: u64) -> Self {
        Self { judge, rules, stream: Stream::new(seed, "adversary", game), uniform }
    }

    fn best(&self, field: &Field, piece: Piece) -> Option<LineChoice> {
        let queue = [piece];
        let position = DropPosition { can_hold: false, ..DropPosition::under(&self.rules, *field, &queue) };
        best_line(&self.judge, &position, LineSettings::GREEDY, &Budget::unlimited())
    }
}

impl<E: Evaluator> Randomizer for Adversary<E> {
    fn deal(&mut self, field: &Field) -> Option<Piece> {
        if let Some(left) = self.uniform.checked_sub(1) {
            self.uniform = left;
            return Some(Piece::ALL[self.stream.below(7) as usize]);
        }
        // A piece without a landing is the worst, then one that loses, then the lowest value.
        let order = |piece: &Piece| {
            self.best(field, *piece).map_or((0, f64::NEG_INFINITY), |best| (1 + best.depth, best.value))
        };
        let worse = |a: &(Piece, (usize, f64)), b: &(Piece, (usize, f64))| {
            a.1.0.cmp(&b.1.0).then(a.1.1.total_cmp(&b.1.1))
        };
        let all = Piece::ALL.into_iter().map(|piece| (piece, order(&piece)));
        all.min_by(worse).map(|(piece, _)| piece)
    }
}
