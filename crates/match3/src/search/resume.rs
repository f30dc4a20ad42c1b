//! A ranking in many steps.

use grid_core::{Budget, Progress, Stop};

use super::options::Search;
use super::ranker::Ranker;
use super::ranking::Ranking;
use crate::judge::leaf::{Leaf, NoLeaf};
use crate::judge::policy::ScorePolicy;
use crate::rules::board::Board;
use crate::rules::table::Rules;

/// A ranking of the moves of a board that can stop anywhere and go on later; however
/// it is cut, the end is that of [`rank`](crate::rank).
///
/// A game gives it some nodes in each frame; a node is a cascade:
///
/// ```
/// use grid_core::Budget;
/// use match3::{Board, Linear, RankSearch, Rules, Search, rank};
/// let (board, rules): (Board, _) = ("AABAC\nCDCDA\nDCDCB".parse()?, Rules::new(4));
/// let mut search = RankSearch::new(&board, &rules, Linear, Search::two_ply(16), 7);
/// let mut frames = 0;
/// while !search.step(10) {
///     frames += 1;
///     assert!(!search.ranking().is_complete() && search.progress().fraction < 1.0);
/// }
/// assert!(frames > 3);
/// let whole = rank(&board, &rules, &Linear, Search::two_ply(16), 7, &Budget::unlimited());
/// assert_eq!(search.ranking(), whole);
/// # Ok::<(), match3::BoardError>(())
/// ```
#[derive(Debug)]
pub struct RankSearch<P, L = NoLeaf> {
    ranker: Ranker,
    policy: P,
    leaf: L,
    search: Search,
    seed: u64,
    nodes: u64,
    stopped: Option<Stop>,
}

impl<P: ScorePolicy> RankSearch<P> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(board: &Board, rules: &Rules, policy: P, search: Search, seed: u64) -> Self {
        Self::in_buffers(Ranker::new(board, rules), board, policy, search, seed)
    }

    /// The same, on the general engine where the fast one would fit: to compare
    /// the two.
    #[must_use]
    pub fn general(board: &Board, rules: &Rules, policy: P, search: Search, seed: u64) -> Self {
        Self::in_buffers(Ranker::general(board, rules), board, policy, search, seed)
    }

    fn in_buffers(mut ranker: Ranker, board: &Board, policy: P, search: Search, seed: u64) -> Self {
        ranker.begin(board, search);
        let stopped = Some(Stop::NodeBudget);
        Self { ranker, policy, leaf: NoLeaf, search, seed, nodes: 0, stopped }
    }

    /// The same where the boards at the end of the search are valued by `leaf`. To be
    /// called before the first step.
    #[must_use]
    pub fn with_leaf<L: Leaf>(self, leaf: L) -> RankSearch<P, L> {
        let Self { ranker, policy, search, seed, nodes, stopped, .. } = self;
        RankSearch { ranker, policy, leaf, search, seed, nodes, stopped }
    }
}

impl<P: ScorePolicy, L: Leaf> RankSearch<P, L> {
    /// Goes on for at most so many cascades; says whether the search is done. Nothing
    /// happens after its end. A piece of work, all moves of one board, is not cut:
    /// what it costs beyond `nodes` is taken from the steps that follow.
    pub fn step(&mut self, nodes: u64) -> bool {
        self.run(&Budget::nodes(nodes)).is_none()
    }

    /// Goes on within a budget; says why it stopped, `None` where the search is done.
    ///
    /// ```
    /// use grid_core::{Budget, CancelFlag, Stop};
    /// use match3::{Board, Linear, RankSearch, Rules, Search};
    /// let board: Board = "AABA\nCDCD".parse()?;
    /// let mut search = RankSearch::new(&board, &Rules::new(4), Linear, Search::two_ply(500), 7);
    /// let flag = CancelFlag::new();
    /// flag.cancel();
    /// assert_eq!(search.run(&Budget::unlimited().with_cancel(flag)), Some(Stop::Cancelled));
    /// assert_eq!(search.run(&Budget::unlimited()), None);
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    pub fn run(&mut self, budget: &Budget) -> Option<Stop> {
        let (paid, done) = self.ranker.advance(&self.policy, &self.leaf, self.search, self.seed, budget);
        self.nodes += paid;
        self.stopped = done.err();
        self.stopped
    }

    /// The moves by the samples so far; before the first by known cells. Its
    /// `stopped` says whether this is the end.
    #[must_use]
    pub fn ranking(&mut self) -> Ranking {
        let mut ranking = Ranking { nodes: self.nodes, stopped: self.stopped, ..Ranking::default() };
        self.ranker.read(&self.policy, &self.leaf, self.search, self.seed, &mut ranking);
        ranking
    }

    /// Whether all samples are taken.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.stopped.is_none()
    }

    /// How far it has come: nodes, samples (tries) done, share of the whole.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.ranker.progress(self.search, self.nodes)
    }
}
