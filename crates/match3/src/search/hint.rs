//! A hint for a player.

use alloc::vec::Vec;

use grid_core::{Budget, Skill};

use super::options::Search;
use super::ranker::rank;
use crate::judge::policy::ScorePolicy;
use crate::rules::board::{Board, Pos};
use crate::rules::swap::{Swap, is_combination};
use crate::rules::table::Rules;

/// A move to show to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub swap: Swap,
    /// The cells to highlight, each once, in row-major order: where the candies
    /// that will match lie before the swap, or the two cells of a combination.
    pub highlight: Vec<Pos>,
}

/// The best move and the cells to highlight; `None` where there is no legal move.
///
/// It searches to the end. Within a budget, or over several frames, take the best
/// move of a [`RankSearch`](crate::RankSearch) and [`Hint::new`].
///
/// ```
/// use match3::{Board, Linear, Pos, Rules, Search, hint};
/// let board: Board = "AABA\nCDCD".parse()?;
/// let hint = hint(&board, &Rules::new(4), &Linear, Search::Known, 0).unwrap();
/// assert_eq!(hint.highlight, [Pos::new(0, 0), Pos::new(0, 1), Pos::new(0, 3)]);
/// # Ok::<(), match3::BoardError>(())
/// ```
#[must_use]
pub fn hint<P: ScorePolicy>(
    board: &Board,
    rules: &Rules,
    policy: &P,
    search: Search,
    seed: u64,
) -> Option<Hint> {
    hint_with_skill(board, rules, policy, search, Skill::BEST, seed)
}

/// [`hint`] as a player of this skill would give it: it searches
/// [less](Search::with_skill) and [chooses](crate::Ranking::with_skill) with oversights.
///
/// ```
/// use grid_core::Skill;
/// use match3::{Board, Linear, Rules, Search, hint_with_skill};
/// let (board, rules): (Board, _) = ("AABAC\nCDCDA\nDCDCB".parse()?, Rules::new(4));
/// let hint = hint_with_skill(&board, &rules, &Linear, Search::default(), Skill::BEGINNER, 7).unwrap();
/// assert!(board.legal_swaps(&rules).contains(&hint.swap));
/// # Ok::<(), match3::BoardError>(())
/// ```
#[must_use]
pub fn hint_with_skill<P: ScorePolicy>(
    board: &Board,
    rules: &Rules,
    policy: &P,
    search: Search,
    skill: Skill,
    seed: u64,
) -> Option<Hint> {
    let ranking = rank(board, rules, policy, search.with_skill(skill), seed, &Budget::unlimited());
    let swap = ranking.with_skill(board, skill, seed).best()?.swap;
    Some(Hint::new(board, swap, rules))
}

impl Hint {
    /// The hint that shows this legal swap, from whatever search.
    ///
    /// ```
    /// use match3::{Board, Hint, Linear, RankSearch, Rules, Search};
    /// let (board, rules): (Board, _) = ("AABA\nCDCD".parse()?, Rules::new(4));
    /// let mut search = RankSearch::new(&board, &rules, Linear, Search::two_ply(16), 7);
    /// search.step(3);
    /// let best = search.ranking().best().unwrap();
    /// assert_eq!(Hint::new(&board, best.swap, &rules).highlight.len(), 3);
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    #[must_use]
    pub fn new(board: &Board, swap: Swap, rules: &Rules) -> Self {
        Self { swap, highlight: highlight(board, swap, rules) }
    }
}

/// The cells to highlight for a legal swap.
fn highlight(board: &Board, swap: Swap, rules: &Rules) -> Vec<Pos> {
    let Swap { from, to } = swap;
    let mut cells = alloc::vec![from, to];
    let (a, b) = (board.tile(from), board.tile(to));
    if rules.specials.is_none() || !is_combination(a, b) {
        let mut after = board.clone();
        after.set(from, b);
        after.set(to, a);
        let groups = after.groups();
        let joined = groups.iter().filter(|group| group.cells.contains(&from) || group.cells.contains(&to));
        cells = joined.flat_map(|group| group.cells.iter().copied()).collect();
        for cell in &mut cells {
            *cell = match *cell {
                at if at == from => to,
                at if at == to => from,
                at => at,
            };
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}
