//! How hard a board is to begin with.

use alloc::vec::Vec;

use grid_core::Budget;

use crate::judge::leaf::NoLeaf;
use crate::judge::policy::Linear;
use crate::rules::board::Board;
use crate::rules::table::Rules;
use crate::search::options::Search;
use crate::search::ranker::Ranker;
use crate::search::ranking::Ranking;

/// How hard a board is for someone who looks at it, and what that comes from.
///
/// Two things make a board hard: there are few moves to be found, and the good one
/// among them matters.
///
/// - *scarcity* is c / (c + moves), where c is an eighth of the candies: 1 without a
///   move, ½ with one move for every eight candies;
/// - *gap* is 1 − median / best, where both are scores of moves by known cells
///   (cascade without refill, candies × wave): 0 if most moves are as good as the
///   best one, near 1 if it stands out.
///
/// The difficulty is the mean of the two, 0 to 1. It is a measure of the first
/// moves, without draws; how a whole level goes is for [`simulate`](crate::simulate)
/// to say.
///
/// ```
/// use match3::{Board, Difficulty, Rules};
/// let board: Board = "AABA\nCDCD".parse()?;
/// let difficulty = Difficulty::of(&board, &Rules::new(4));
/// // One move, and so no gap: c is 1, and the scarcity 1 / (1 + 1).
/// assert_eq!((difficulty.moves, difficulty.best, difficulty.median), (1, 3.0, 3.0));
/// assert_eq!((difficulty.scarcity(), difficulty.gap(), difficulty.value()), (0.5, 0.0, 0.25));
/// # Ok::<(), match3::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// Legal swaps.
    pub moves: u32,
    /// Candies on the board.
    pub candies: u32,
    /// Score of the best one by known cells; 0 without a move.
    pub best: f64,
    /// Their median, the lower of two in the middle.
    pub median: f64,
}

impl Difficulty {
    /// Measures a board. O(moves) cascades.
    #[must_use]
    pub fn of(board: &Board, rules: &Rules) -> Self {
        Measure::new(board, rules).of(board)
    }

    /// How rare moves are, 0 to 1.
    #[must_use]
    pub fn scarcity(&self) -> f64 {
        let base = f64::from(self.candies) / 8.0;
        if self.moves == 0 { 1.0 } else { base / (base + f64::from(self.moves)) }
    }

    /// How much the best move stands out, 0 to 1.
    #[must_use]
    pub fn gap(&self) -> f64 {
        if self.best > 0.0 { 1.0 - self.median / self.best } else { 0.0 }
    }

    /// The mean of scarcity and gap.
    #[must_use]
    pub fn value(&self) -> f64 {
        f64::midpoint(self.scarcity(), self.gap())
    }
}

/// The buffers to measure boards of one size.
#[derive(Debug)]
pub(crate) struct Measure {
    ranker: Ranker,
    ranking: Ranking,
    scores: Vec<f64>,
}

impl Measure {
    pub(crate) fn new(board: &Board, rules: &Rules) -> Self {
        Self { ranker: Ranker::new(board, rules), ranking: Ranking::default(), scores: Vec::new() }
    }

    pub(crate) fn of(&mut self, board: &Board) -> Difficulty {
        let budget = Budget::unlimited();
        self.ranker.rank_into(board, &Linear, &NoLeaf, Search::Known, 0, &budget, &mut self.ranking);
        self.scores.clear();
        // They come best first.
        self.scores.extend(self.ranking.moves.iter().map(|ranked| ranked.mean));
        Difficulty {
            moves: self.scores.len() as u32,
            candies: board.tiles().iter().filter(|tile| tile.is_candy()).count() as u32,
            best: self.scores.first().copied().unwrap_or(0.0),
            median: self.scores.get(self.scores.len() / 2).copied().unwrap_or(0.0),
        }
    }
}
