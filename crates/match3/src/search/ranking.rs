//! Ranked moves, and the search that ranks them.

use alloc::vec::Vec;

use grid_core::{Budget, Stop};

use super::position::{GeneralPosition, Moves, Position};
use super::{beam, expectimax, mcts};
use crate::judge::leaf::{Leaf, NoLeaf};
use crate::judge::policy::ScorePolicy;
use crate::rules::board::Board;
use crate::rules::fast::FastBoard;
use crate::rules::fast::supply::SampleTable;
use crate::rules::swap::Swap;
use crate::rules::table::Rules;

/// How to look for the best move.
///
/// Values are in the unit of the [`ScorePolicy`]. Figures: 8×8, 5 kinds, score
/// linear, 30 moves; see the results page of the book.
///
/// ```
/// use match3::Search;
/// assert_eq!(Search::default(), Search::two_ply(16));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Search {
    /// The cascade without refill: no draws, no variance.
    Known,
    /// The mean over refill samples, the same for every move.
    Mean {
        /// Samples, at least 1.
        samples: u32,
    },
    /// Expectimax: the mean over samples of the score and, discounted, the best
    /// value of the board after it; and so on for each ply.
    Expectimax {
        /// Samples of each ply, the first ply first; 0 ends the list early, and
        /// the last ply may be [`Expectimax::KNOWN`](Search::KNOWN).
        samples: [u32; 4],
        /// How much a later score counts.
        gamma: f64,
    },
    /// Three plies: at the second only the moves with the best known cells are
    /// followed, at the third known cells count.
    Beam {
        /// Moves followed at the second ply, at least 1.
        width: u32,
        /// Samples at the first ply, at least 1.
        samples: u32,
        /// Samples at the second ply, at least 1.
        inner: u32,
        /// How much a later score counts.
        gamma: f64,
    },
    /// Monte-Carlo tree search over sequences of moves, each try with its own
    /// refill, with rollouts by known cells.
    Mcts {
        /// Tries, at least 1.
        tries: u32,
        /// Moves played after the tree.
        rollout: u32,
        /// How much a later score counts.
        gamma: f64,
        /// Weight of the exploration term, in units of a try's mean value.
        exploration: f64,
    },
}

impl Search {
    /// As a number of samples: count known cells instead.
    pub const KNOWN: u32 = u32::MAX;
    /// The discount of the source article.
    pub const GAMMA: f64 = 0.8;

    /// Two plies: `samples` of the move, then the best known cells.
    #[must_use]
    pub const fn two_ply(samples: u32) -> Self {
        Self::Expectimax { samples: [samples, Self::KNOWN, 0, 0], gamma: Self::GAMMA }
    }

    /// Three plies with a beam: the strongest within 30 ms a move.
    #[must_use]
    pub const fn three_ply() -> Self {
        Self::Beam { width: 8, samples: 32, inner: 8, gamma: Self::GAMMA }
    }
}

impl Default for Search {
    fn default() -> Self {
        Self::two_ply(16)
    }
}

/// A move with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ranked {
    /// The move.
    pub swap: Swap,
    /// Its mean value.
    pub mean: f64,
    /// The standard error of the mean; 0 where there is one sample or none.
    pub stderr: f64,
    /// The mean number of waves of the move itself.
    pub waves: f64,
}

/// All legal moves, the best first: by value, then by waves, then in the order of
/// the rules.
#[derive(Clone, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ranking {
    /// The moves.
    pub moves: Vec<Ranked>,
    /// Cascades resolved.
    pub nodes: u64,
    /// Plies looked at; in tree search the mean over its tries.
    pub depth: f64,
    /// Why it was cut short, if it was. The means are then over the samples that
    /// were finished for all moves; if none was, over known cells.
    pub stopped: Option<Stop>,
}

impl Ranking {
    /// The best move, if there is a legal one.
    #[must_use]
    pub fn best(&self) -> Option<Ranked> {
        self.moves.first().copied()
    }
}

/// Ranks all legal moves of a board.
///
/// A pure function of its arguments: the refill samples come from `seed` and
/// never from the refill source of a game. One node of the budget is one cascade.
///
/// ```
/// use grid_core::Budget;
/// use match3::{Board, Linear, Rules, Search, rank};
/// let board: Board = "AABA\nCDCD".parse()?;
/// let ranking = rank(&board, &Rules::new(4), &Linear, Search::default(), 7, &Budget::unlimited());
/// assert_eq!(ranking.best().unwrap().swap.to_string(), "(0,2)-(0,3)");
/// # Ok::<(), match3::BoardError>(())
/// ```
#[must_use]
pub fn rank<P: ScorePolicy>(
    board: &Board,
    rules: &Rules,
    policy: &P,
    search: Search,
    seed: u64,
    budget: &Budget,
) -> Ranking {
    rank_with(board, rules, policy, &NoLeaf, search, seed, budget)
}

/// [`rank`] where the boards at the end of the search are valued by `leaf`.
#[must_use]
pub fn rank_with<P: ScorePolicy, L: Leaf>(
    board: &Board,
    rules: &Rules,
    policy: &P,
    leaf: &L,
    search: Search,
    seed: u64,
    budget: &Budget,
) -> Ranking {
    Ranker::new(board, rules).rank_with(board, policy, leaf, search, seed, budget)
}

/// Buffers for ranking boards of one size again and again: nothing is allocated
/// once they are large enough.
///
/// ```
/// use grid_core::Budget;
/// use match3::{Board, Linear, Ranker, Rules, Search};
/// let board: Board = "AABA\nCDCD".parse()?;
/// let mut ranker = Ranker::new(&board, &Rules::new(4));
/// let first = ranker.rank(&board, &Linear, Search::Mean { samples: 4 }, 7, &Budget::unlimited());
/// assert_eq!(first, ranker.rank(&board, &Linear, Search::Mean { samples: 4 }, 7, &Budget::unlimited()));
/// # Ok::<(), match3::BoardError>(())
/// ```
#[derive(Debug)]
pub struct Ranker {
    rules: Rules,
    engine: Engine,
    only_general: bool,
}

// A ranker holds one of them, for long.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
enum Engine {
    Fast(Buffers<FastBoard>),
    General(Buffers<GeneralPosition>),
}

/// What the searches keep from call to call.
#[derive(Debug)]
pub(crate) struct Buffers<P: Position> {
    /// The moves of each ply.
    pub(crate) plies: [P::Moves; 4],
    /// The board of each ply.
    pub(crate) boards: [P; 4],
    pub(crate) tables: Vec<SampleTable>,
    pub(crate) tally: Vec<Tally>,
    pub(crate) tree: mcts::Tree,
    pub(crate) order: Vec<(i64, u32)>,
    keys: Vec<Key>,
    pub(crate) swaps: Vec<Swap>,
}

impl<P: Position> Buffers<P> {
    fn new(board: P) -> Self {
        Self {
            plies: core::array::from_fn(|_| P::Moves::default()),
            boards: [board.clone(), board.clone(), board.clone(), board],
            tables: Vec::new(),
            tally: Vec::new(),
            tree: mcts::Tree::default(),
            order: Vec::new(),
            keys: Vec::new(),
            swaps: Vec::new(),
        }
    }

    /// Makes sure of `count` refill tables for the board at hand.
    pub(crate) fn prepare_tables(&mut self, kinds: u8, count: usize) {
        let words = self.boards[0].words();
        if self.tables.len() < count || self.tables[0].words() != words {
            self.tables.clear();
            self.tables.resize_with(count, || SampleTable::new(kinds, 0, 0, words));
        }
    }
}

/// Sums of the values of one move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) samples: u32,
    pub(crate) sum: f64,
    pub(crate) squares: f64,
    pub(crate) waves: u64,
}

impl Tally {
    #[inline]
    pub(crate) fn add(&mut self, value: f64, waves: u32) {
        self.samples += 1;
        self.sum += value;
        self.squares += value * value;
        self.waves += u64::from(waves);
    }

    /// The means of value and waves.
    #[inline]
    fn means(&self) -> (f64, f64) {
        if self.samples <= 1 {
            return (self.sum, self.waves as f64);
        }
        let n = f64::from(self.samples);
        (self.sum / n, self.waves as f64 / n)
    }

    /// The standard error of the mean.
    #[inline]
    fn standard_error(&self) -> f64 {
        if self.samples <= 1 {
            return 0.0;
        }
        let n = f64::from(self.samples);
        let variance = (self.squares - self.sum * (self.sum / n)) / (n - 1.0);
        sqrt(variance.max(0.0) / n)
    }
}

/// The square root; `core` has none. Newton's steps from a power of two near it,
/// the same on every platform.
pub(crate) fn sqrt(value: f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    let mut root = f64::from_bits((value.to_bits() + 1023_u64.wrapping_shl(52)) >> 1);
    for _ in 0..6 {
        root = 0.5 * (root + value / root);
    }
    root
}

impl Ranker {
    /// Buffers for boards of the size of `board`, with these rules.
    #[must_use]
    pub fn new(board: &Board, rules: &Rules) -> Self {
        Self { rules: *rules, engine: Engine::for_board(board, rules, false), only_general: false }
    }

    /// The same, on the general engine where the fast one would fit: to compare
    /// the two.
    #[must_use]
    pub fn general(board: &Board, rules: &Rules) -> Self {
        Self { rules: *rules, engine: Engine::for_board(board, rules, true), only_general: true }
    }

    /// [`rank`] with these buffers.
    #[must_use]
    pub fn rank<P: ScorePolicy>(
        &mut self,
        board: &Board,
        policy: &P,
        search: Search,
        seed: u64,
        budget: &Budget,
    ) -> Ranking {
        self.rank_with(board, policy, &NoLeaf, search, seed, budget)
    }

    /// [`rank_with`] with these buffers.
    #[must_use]
    pub fn rank_with<P: ScorePolicy, L: Leaf>(
        &mut self,
        board: &Board,
        policy: &P,
        leaf: &L,
        search: Search,
        seed: u64,
        budget: &Budget,
    ) -> Ranking {
        let mut ranking = Ranking::default();
        self.rank_into(board, policy, leaf, search, seed, budget, &mut ranking);
        ranking
    }

    /// [`Ranker::rank_with`] into a ranking that is emptied first.
    #[allow(clippy::too_many_arguments)]
    pub fn rank_into<P: ScorePolicy, L: Leaf>(
        &mut self,
        board: &Board,
        policy: &P,
        leaf: &L,
        search: Search,
        seed: u64,
        budget: &Budget,
        ranking: &mut Ranking,
    ) {
        let rules = self.rules;
        let fast = if self.only_general || rules.kinds > FastBoard::MAX_KINDS {
            None
        } else {
            FastBoard::from_board(board)
        };
        match (&mut self.engine, fast) {
            (Engine::Fast(buffers), Some(fast)) => {
                buffers.boards[0] = fast;
                run(buffers, &rules, policy, leaf, search, seed, budget, ranking);
            }
            (Engine::General(buffers), None) => {
                buffers.boards[0].copy_from(board);
                run(buffers, &rules, policy, leaf, search, seed, budget, ranking);
            }
            _ => {
                // Another sort of board than before: other buffers.
                self.engine = Engine::for_board(board, &rules, self.only_general);
                self.rank_into(board, policy, leaf, search, seed, budget, ranking);
            }
        }
    }

    /// [`Ranker::rank_into`] from a board that is in the form of the fast engine
    /// already.
    pub fn rank_fast<P: ScorePolicy>(
        &mut self,
        board: FastBoard,
        policy: &P,
        search: Search,
        seed: u64,
        ranking: &mut Ranking,
    ) {
        let budget = Budget::unlimited();
        match &mut self.engine {
            Engine::Fast(buffers) if self.rules.kinds <= FastBoard::MAX_KINDS => {
                buffers.boards[0] = board;
                run(buffers, &self.rules, policy, &NoLeaf, search, seed, &budget, ranking);
            }
            _ => self.rank_into(&board.to_board(), policy, &NoLeaf, search, seed, &budget, ranking),
        }
    }
}

impl Engine {
    fn for_board(board: &Board, rules: &Rules, only_general: bool) -> Self {
        let fits = !only_general && rules.kinds <= FastBoard::MAX_KINDS;
        match FastBoard::from_board(board).filter(|_| fits) {
            Some(fast) => Self::Fast(Buffers::new(fast)),
            None => Self::General(Buffers::new(GeneralPosition::new(board))),
        }
    }
}

/// What a search is told besides the board.
pub(crate) struct Task<'a, P, L> {
    pub(crate) rules: &'a Rules,
    pub(crate) policy: &'a P,
    pub(crate) leaf: &'a L,
    pub(crate) seed: u64,
}

#[allow(clippy::too_many_arguments)]
fn run<B: Position, P: ScorePolicy, L: Leaf>(
    buffers: &mut Buffers<B>,
    rules: &Rules,
    policy: &P,
    leaf: &L,
    search: Search,
    seed: u64,
    budget: &Budget,
    ranking: &mut Ranking,
) {
    let task = Task { rules, policy, leaf, seed };
    let mut meter = budget.meter();
    ranking.moves.clear();
    buffers.tally.clear();
    ranking.depth = 1.0;
    let done = match search {
        Search::Known => expectimax::run(buffers, &task, &[Search::KNOWN], 0.0, &mut meter),
        Search::Mean { samples } => {
            expectimax::run(buffers, &task, &[samples.max(1)], Search::GAMMA, &mut meter)
        }
        Search::Expectimax { samples, gamma } => {
            let plies = samples.iter().position(|&samples| samples == 0).unwrap_or(samples.len()).max(1);
            ranking.depth = plies as f64;
            expectimax::run(buffers, &task, &samples[..plies], gamma, &mut meter)
        }
        Search::Beam { width, samples, inner, gamma } => {
            let shape =
                beam::Shape { width: width.max(1), samples: samples.max(1), inner: inner.max(1), gamma };
            ranking.depth = 3.0;
            beam::run(buffers, &task, &shape, &mut meter)
        }
        Search::Mcts { tries, rollout, gamma, exploration } => {
            let shape = mcts::Shape { tries: tries.max(1), rollout, gamma, exploration };
            let done = mcts::run(buffers, &task, &shape, &mut meter);
            ranking.depth = buffers.tree.mean_depth();
            done
        }
    };
    ranking.stopped = done.err();
    if ranking.stopped.is_some() && buffers.tally.iter().all(|tally| tally.samples == 0) {
        known_values(buffers, &task);
    }
    order_moves(buffers, &mut ranking.moves);
    ranking.nodes = meter.used();
}

/// The fallback of a search that had no time for one sample.
fn known_values<B: Position, P: ScorePolicy, L: Leaf>(buffers: &mut Buffers<B>, task: &Task<'_, P, L>) {
    let moves = &mut buffers.plies[0];
    buffers.boards[0].expand::<P, false>(task.rules, None, task.policy, moves);
    buffers.tally.clear();
    for index in 0..moves.len() {
        let result = moves.result(index);
        let mut tally = Tally::default();
        tally.add(result.score as f64, result.waves);
        buffers.tally.push(tally);
    }
}

/// Lists the moves by value, then waves, then the order they are in.
fn order_moves<B: Position>(buffers: &mut Buffers<B>, ranked: &mut Vec<Ranked>) {
    let Buffers { plies, boards, tally, keys, .. } = buffers;
    keys.clear();
    keys.extend((0..).zip(&*tally).map(|(index, tally)| {
        let (mean, waves) = tally.means();
        Key { mean, waves, index }
    }));
    sort(keys);
    let (moves, root) = (&plies[0], &boards[0]);
    ranked.extend(keys.iter().map(|&Key { mean, waves, index }| {
        let index = index as usize;
        Ranked { swap: moves.swap(index, root), mean, stderr: tally[index].standard_error(), waves }
    }));
}

/// What a move is ordered by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Key {
    mean: f64,
    waves: f64,
    index: u32,
}

/// By insertion: the lists are short, and mostly of equal or nearly ordered items.
fn sort(keys: &mut [Key]) {
    let before = |a: &Key, b: &Key| a.mean > b.mean || (a.mean == b.mean && a.waves > b.waves);
    for end in 1..keys.len() {
        let item = keys[end];
        let mut place = end;
        while place > 0 && before(&item, &keys[place - 1]) {
            keys[place] = keys[place - 1];
            place -= 1;
        }
        keys[place] = item;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots() {
        for value in [0.0, 1e-9, 0.5, 1.0, 2.0, 144.0, 1e18] {
            assert!((sqrt(value) - f64::sqrt(value)).abs() <= 1e-12 * f64::sqrt(value), "{value}");
        }
    }

    #[test]
    fn equal_values_are_ordered_by_waves_then_as_they_come() {
        let key = |index, mean, waves| Key { mean, waves, index };
        let mut keys = [key(0, 1.0, 1.0), key(1, 3.0, 1.0), key(2, 3.0, 2.0), key(3, 3.0, 2.0)];
        sort(&mut keys);
        assert_eq!(keys.map(|key| key.index), [2, 3, 1, 0]);
    }
}
