//! The buffers of the searches, and the way from a board to a ranking.

use alloc::vec::Vec;

use grid_core::{Budget, Progress, Stop};

use super::options::Search;
use super::position::{GeneralPosition, Moves, Position};
use super::purse::Purse;
use super::ranking::{Key, Ranked, Ranking, Tally, sort};
use super::{beam, expectimax, mcts};
use crate::judge::leaf::{Leaf, NoLeaf};
use crate::judge::policy::ScorePolicy;
use crate::rules::board::Board;
use crate::rules::fast::FastBoard;
use crate::rules::fast::supply::SampleTable;
use crate::rules::swap::Swap;
use crate::rules::table::Rules;

/// Ranks all legal moves of a board.
///
/// A pure function of its arguments: the refill samples come from `seed` and
/// never from the refill source of a game. One node of the budget is one cascade.
/// To go on later where a budget ended, use [`RankSearch`](crate::RankSearch).
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
///
/// ```
/// use grid_core::Budget;
/// use match3::{Board, Linear, Mobility, Rules, Search, rank_with};
/// let board: Board = "AABA\nCDCD".parse()?;
/// let (rules, budget) = (Rules::new(4), Budget::unlimited());
/// let ranking = rank_with(&board, &rules, &Linear, &Mobility(0.5), Search::default(), 7, &budget);
/// assert!(ranking.is_complete());
/// # Ok::<(), match3::BoardError>(())
/// ```
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

/// Calls the same code with the buffers of either engine.
macro_rules! with_buffers {
    ($engine:expr, |$buffers:ident| $body:expr) => {
        match $engine {
            Engine::Fast($buffers) => $body,
            Engine::General($buffers) => $body,
        }
    };
}

/// What the searches keep from call to call, and where they stand.
#[derive(Debug)]
pub(crate) struct Buffers<P: Position> {
    /// The moves of each ply.
    pub(crate) plies: [P::Moves; expectimax::PLIES],
    /// The board of each ply, and the one after the last.
    pub(crate) boards: [P; expectimax::PLIES + 1],
    /// The moves of the first board by known cells, for rankings on the way.
    known: P::Moves,
    shown: Vec<Tally>,
    pub(crate) tables: Vec<SampleTable>,
    pub(crate) tally: Vec<Tally>,
    pub(crate) expectimax: expectimax::Cursor,
    pub(crate) beam: beam::Cursor,
    pub(crate) tree: mcts::Tree,
    keys: Vec<Key>,
    pub(crate) swaps: Vec<Swap>,
    /// Nodes of work that is done but not paid for.
    pub(crate) owed: u64,
    done: bool,
}

/// What a search is told besides the board.
pub(crate) struct Task<'a, P, L> {
    pub(crate) rules: &'a Rules,
    pub(crate) policy: &'a P,
    pub(crate) leaf: &'a L,
    pub(crate) seed: u64,
}

/// A [`Search`] with all bounds in order.
enum Plan {
    Expectimax(expectimax::Shape),
    Beam(beam::Shape),
    Mcts(mcts::Shape),
}

impl Plan {
    fn new(search: Search) -> Self {
        match search {
            Search::Known => Self::Expectimax(expectimax::Shape::one(Search::KNOWN)),
            Search::Mean { samples } => Self::Expectimax(expectimax::Shape::one(samples.max(1))),
            Search::Expectimax { samples, gamma } => Self::Expectimax(expectimax::Shape::new(samples, gamma)),
            Search::Beam { width, samples, inner, gamma } => {
                let (width, samples, inner) = (width.max(1), samples.max(1), inner.max(1));
                Self::Beam(beam::Shape { width, samples, inner, gamma })
            }
            Search::Mcts { tries, rollout, gamma, exploration } => {
                Self::Mcts(mcts::Shape { tries: tries.max(1), rollout, gamma, exploration })
            }
        }
    }

    /// Refill tables in use at the same time.
    fn tables(&self) -> usize {
        match self {
            Self::Expectimax(shape) => shape.plies,
            Self::Beam(shape) => 1 + shape.inner as usize,
            Self::Mcts(_) => 1,
        }
    }
}

impl<B: Position> Buffers<B> {
    fn new(board: B) -> Self {
        Self {
            plies: core::array::from_fn(|_| B::Moves::default()),
            boards: core::array::from_fn(|_| board.clone()),
            known: B::Moves::default(),
            shown: Vec::new(),
            tables: Vec::new(),
            tally: Vec::new(),
            expectimax: expectimax::Cursor::default(),
            beam: beam::Cursor::default(),
            tree: mcts::Tree::default(),
            keys: Vec::new(),
            swaps: Vec::new(),
            owed: 0,
            done: false,
        }
    }

    /// Gets ready to search from the first board.
    #[inline]
    fn begin(&mut self, plan: &Plan, kinds: u8) {
        let (words, count) = (self.boards[0].words(), plan.tables());
        if self.tables.len() < count || self.tables[0].words() != words {
            self.tables.clear();
            self.tables.resize_with(count, || SampleTable::new(kinds, 0, 0, words));
        }
        self.tally.clear();
        (self.owed, self.done) = (0, false);
        match plan {
            Plan::Expectimax(_) => self.expectimax.restart(),
            Plan::Beam(_) => self.beam.restart(),
            Plan::Mcts(_) => self.tree.restart(),
        }
    }

    /// Goes on to the end of the search or of the purse.
    #[inline]
    fn advance<P: ScorePolicy, L: Leaf>(
        &mut self,
        plan: &Plan,
        task: &Task<'_, P, L>,
        purse: &mut Purse<'_>,
    ) -> Result<(), Stop> {
        if !self.done {
            match plan {
                Plan::Expectimax(shape) => expectimax::run(self, task, shape, purse),
                Plan::Beam(shape) => beam::run(self, task, shape, purse),
                Plan::Mcts(shape) => mcts::run(self, task, shape, purse),
            }?;
            self.done = true;
        }
        Ok(())
    }

    fn progress(&self, plan: &Plan) -> (u64, f64) {
        let (found, fraction) = match plan {
            Plan::Expectimax(shape) => self.expectimax.progress(shape),
            Plan::Beam(shape) => self.beam.progress(shape, self.plies[0].len()),
            Plan::Mcts(shape) => self.tree.progress(shape),
        };
        // All samples may be taken while the last piece of work is not paid for.
        (found, if self.done { 1.0 } else { fraction.min(0.999) })
    }

    /// Lists the moves by what is in the tallies; by known cells if nothing is.
    #[inline]
    fn read<P: ScorePolicy, L: Leaf>(&mut self, plan: &Plan, task: &Task<'_, P, L>, ranking: &mut Ranking) {
        let Self { plies, boards, known, shown, tally, tree, keys, .. } = self;
        let root = &boards[0];
        ranking.moves.clear();
        ranking.depth = match plan {
            Plan::Expectimax(shape) => shape.plies as f64,
            Plan::Beam(_) => 3.0,
            Plan::Mcts(_) => tree.mean_depth(),
        };
        let tree_search = matches!(plan, Plan::Mcts(_));
        let sampled = |tally: &[Tally]| tally.iter().any(|tally| tally.samples > 0);
        if !tree_search && sampled(tally) {
            list(&plies[0], root, tally, keys, &mut ranking.moves);
            return;
        }
        root.expand::<P, false>(task.rules, None, task.policy, known);
        shown.clear();
        if tree_search {
            shown.extend((0..known.len()).map(|index| tree.tally(known.swap(index, root))));
        }
        if !sampled(shown) {
            ranking.depth = 1.0;
            shown.clear();
            shown.extend((0..known.len()).map(|index| Tally::of(&known.result(index))));
        }
        list(known, root, shown, keys, &mut ranking.moves);
    }
}

/// Lists moves by value, then waves, then the order they are in.
#[inline]
fn list<B: Position>(
    moves: &B::Moves,
    root: &B,
    tally: &[Tally],
    keys: &mut Vec<Key>,
    list: &mut Vec<Ranked>,
) {
    keys.clear();
    keys.extend((0..).zip(tally).map(|(index, tally)| Key::new(tally, index)));
    sort(keys);
    list.extend(keys.iter().map(|key| {
        let index = key.index as usize;
        let (mean, waves) = tally[index].means();
        Ranked { swap: moves.swap(index, root), mean, stderr: tally[index].standard_error(), waves }
    }));
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
        self.load(board);
        self.rank_loaded(policy, leaf, search, seed, budget, ranking);
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
        match &mut self.engine {
            Engine::Fast(buffers) if self.rules.kinds <= FastBoard::MAX_KINDS => buffers.boards[0] = board,
            _ => self.load(&board.to_board()),
        }
        self.rank_loaded(policy, &NoLeaf, search, seed, &Budget::unlimited(), ranking);
    }

    #[inline]
    fn rank_loaded<P: ScorePolicy, L: Leaf>(
        &mut self,
        policy: &P,
        leaf: &L,
        search: Search,
        seed: u64,
        budget: &Budget,
        ranking: &mut Ranking,
    ) {
        let plan = Plan::new(search);
        let task = Task { rules: &self.rules, policy, leaf, seed };
        let mut purse = Purse::new(budget);
        with_buffers!(&mut self.engine, |buffers| {
            buffers.begin(&plan, task.rules.kinds);
            ranking.stopped = buffers.advance(&plan, &task, &mut purse).err();
            buffers.read(&plan, &task, ranking);
        });
        ranking.nodes = purse.used();
    }

    /// Makes this the first board.
    fn load(&mut self, board: &Board) {
        let fits = !self.only_general && self.rules.kinds <= FastBoard::MAX_KINDS;
        let fast = if fits { FastBoard::from_board(board) } else { None };
        match (&mut self.engine, fast) {
            (Engine::Fast(buffers), Some(fast)) => buffers.boards[0] = fast,
            (Engine::General(buffers), None) => buffers.boards[0].copy_from(board),
            // Another sort of board than before: other buffers.
            _ => self.engine = Engine::for_board(board, &self.rules, self.only_general),
        }
    }

    /// Loads a board and gets ready to search from it.
    pub(crate) fn begin(&mut self, board: &Board, search: Search) {
        self.load(board);
        with_buffers!(&mut self.engine, |buffers| buffers.begin(&Plan::new(search), self.rules.kinds));
    }

    /// Goes on with the search that was begun; says how many nodes it paid.
    pub(crate) fn advance<P: ScorePolicy, L: Leaf>(
        &mut self,
        policy: &P,
        leaf: &L,
        search: Search,
        seed: u64,
        budget: &Budget,
    ) -> (u64, Result<(), Stop>) {
        let task = Task { rules: &self.rules, policy, leaf, seed };
        let mut purse = Purse::new(budget);
        let done =
            with_buffers!(&mut self.engine, |buffers| buffers.advance(&Plan::new(search), &task, &mut purse));
        (purse.used(), done)
    }

    /// What the search that was begun has found so far.
    pub(crate) fn read<P: ScorePolicy, L: Leaf>(
        &mut self,
        policy: &P,
        leaf: &L,
        search: Search,
        seed: u64,
        ranking: &mut Ranking,
    ) {
        let task = Task { rules: &self.rules, policy, leaf, seed };
        with_buffers!(&mut self.engine, |buffers| buffers.read(&Plan::new(search), &task, ranking));
    }

    /// How far the search that was begun has come; the nodes are the caller's.
    pub(crate) fn progress(&self, search: Search, nodes: u64) -> Progress {
        let (found, fraction) = with_buffers!(&self.engine, |buffers| buffers.progress(&Plan::new(search)));
        Progress { nodes, found, fraction }
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
