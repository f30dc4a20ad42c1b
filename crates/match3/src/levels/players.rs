//! Who plays: at random, for the first wave, or by a search.

use alloc::vec::Vec;

use grid_core::{Budget, Skill, Stream};

use crate::judge::policy::ScorePolicy;
use crate::rules::board::Board;
use crate::rules::swap::Swap;
use crate::rules::table::Rules;
use crate::search::options::Search;
use crate::search::ranker::Ranker;

/// Who chooses the moves.
///
/// Closures `FnMut(&[Swap], &Board, u64) -> usize` work: the legal swaps, the board,
/// and a number of the move to seed draws from; they return an index.
pub trait Player {
    /// The index of the chosen one of the legal swaps, of which there is at least one.
    fn choose(&mut self, legal: &[Swap], board: &Board, number: u64) -> usize;
}

impl<F: FnMut(&[Swap], &Board, u64) -> usize> Player for F {
    fn choose(&mut self, legal: &[Swap], board: &Board, number: u64) -> usize {
        self(legal, board, number)
    }
}

/// Any legal swap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomPlayer;

impl Player for RandomPlayer {
    fn choose(&mut self, legal: &[Swap], _: &Board, number: u64) -> usize {
        Stream::new(number, "match3.player", 0).below(legal.len() as u32) as usize
    }
}

/// A swap whose first wave clears most, any of them. Looks at runs only, not at
/// special candies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstWavePlayer;

impl Player for FirstWavePlayer {
    fn choose(&mut self, legal: &[Swap], board: &Board, number: u64) -> usize {
        let mut after = board.clone();
        let counts: Vec<usize> = legal
            .iter()
            .map(|swap| {
                let (a, b) = (board.tile(swap.from), board.tile(swap.to));
                after.set(swap.from, b);
                after.set(swap.to, a);
                let count = after.matched().len();
                after.set(swap.from, a);
                after.set(swap.to, b);
                count
            })
            .collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        let best = || (0..counts.len()).filter(|&index| counts[index] == most);
        let pick = Stream::new(number, "match3.player", 1).below(best().count().max(1) as u32);
        best().nth(pick as usize).unwrap_or(0)
    }
}

/// The move that a [`Search`] ranks first among the legal ones.
#[derive(Debug)]
pub struct SearchPlayer<P> {
    policy: P,
    search: Search,
    ranker: Ranker,
    budget: Budget,
    skill: Skill,
}

impl<P: ScorePolicy> SearchPlayer<P> {
    /// Searches with this policy.
    #[must_use]
    pub fn new(rules: &Rules, policy: P, search: Search) -> Self {
        let any = Board::empty(8, 8).expect("a board has cells");
        let ranker = Ranker::new(&any, rules);
        Self { policy, search, ranker, budget: Budget::unlimited(), skill: Skill::BEST }
    }
}

impl<P> SearchPlayer<P> {
    /// The same with a budget for each move; the best move so far is played where it
    /// ends.
    ///
    /// ```
    /// use grid_core::Budget;
    /// use match3::{Linear, Rules, Search, SearchPlayer};
    /// let player = SearchPlayer::new(&Rules::new(5), Linear, Search::three_ply());
    /// let quick = player.with_budget(Budget::nodes(2000));
    /// # let _ = quick;
    /// ```
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// The same player of this skill: it searches [less](Search::with_skill) and
    /// [chooses](crate::Ranking::with_skill) with oversights, seeded by the number of the
    /// move; at [`Skill::BEST`] nothing is changed.
    ///
    /// ```
    /// use grid_core::Skill;
    /// use match3::{Generator, Level, Linear, Rules, Search, SearchPlayer, simulate};
    /// let rules = Rules::new(5);
    /// let level = Level::generated(Generator::new(8, 8), rules, 10);
    /// let score = |skill| {
    ///     let player = || SearchPlayer::new(&rules, Linear, Search::Known).with_skill(skill);
    ///     simulate(&level, &Linear, player, 20, 7).map(|games| games.mean_score())
    /// };
    /// assert!(score(Skill::BEGINNER)? < score(Skill::BEST)?);
    /// # Ok::<(), match3::GenerateError>(())
    /// ```
    #[must_use]
    pub fn with_skill(mut self, skill: Skill) -> Self {
        self.skill = skill;
        self
    }
}

impl<P: ScorePolicy> Player for SearchPlayer<P> {
    fn choose(&mut self, legal: &[Swap], board: &Board, number: u64) -> usize {
        let search = self.search.with_skill(self.skill);
        let mut ranking = self.ranker.rank(board, &self.policy, search, number, &self.budget);
        // Locked candies are ranked too, but may not be moved.
        ranking.moves.retain(|ranked| legal.contains(&ranked.swap));
        let best = ranking.with_skill(board, self.skill, number).best();
        best.and_then(|best| legal.iter().position(|&swap| swap == best.swap)).unwrap_or(0)
    }
}
