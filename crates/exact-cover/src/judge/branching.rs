//! Branching rules.

use grid_core::mix64;

use crate::Item;

/// A primary item that still has to be covered, as a [`Branching`] sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Choice {
    /// The item.
    pub item: Item,
    /// How often it must still be covered, at least 1.
    pub need: u32,
    /// How many options for it are left, at least `need`.
    pub options: u32,
}

impl Choice {
    /// How many children the node gets if it branches on the item:
    /// `options - need + 1`, the places of the first chosen option.
    #[must_use]
    pub const fn ways(&self) -> u32 {
        self.options - self.need + 1
    }
}

/// Decides on which item a search branches next.
///
/// The answer must depend on the arguments only, so that a search is the same in
/// every run and however it is split over threads.
///
/// ```
/// use exact_cover::{Branching, Choice, Problem, Search};
///
/// /// The item with the most options first: slow, but allowed.
/// struct Largest;
///
/// impl Branching for Largest {
///     fn choose(&self, _depth: usize, choices: &[Choice]) -> usize {
///         (0..choices.len()).max_by_key(|&i| choices[i].options).unwrap_or(0)
///     }
/// }
///
/// let problem = Problem::exact(2, [vec![0], vec![1], vec![0, 1]])?;
/// assert_eq!(Search::new(&problem).with_branching(Largest).count(), 2);
/// # Ok::<(), exact_cover::ProblemError>(())
/// ```
pub trait Branching: Send + Sync {
    /// The index of the chosen one of `choices`, which are in the order of items
    /// and never empty; an index beyond them means the last one. `depth` is the
    /// number of decisions made so far.
    fn choose(&self, depth: usize, choices: &[Choice]) -> usize;
}

/// The item with the fewest ways; the first of equal ones. The default, which the
/// search also does without a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MinRemaining;

impl Branching for MinRemaining {
    fn choose(&self, _depth: usize, choices: &[Choice]) -> usize {
        (0..choices.len()).min_by_key(|&i| choices[i].ways()).unwrap_or(0)
    }
}

/// Always the first item that is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FirstItem;

impl Branching for FirstItem {
    fn choose(&self, _depth: usize, _choices: &[Choice]) -> usize {
        0
    }
}

/// The item with the fewest ways; among equal ones the seed decides, in another
/// way at each depth.
///
/// ```
/// use exact_cover::{Search, SeededTies, models};
/// let queens = models::queens(6)?;
/// let order = |seed| Search::new(&queens).with_branching(SeededTies(seed)).collect::<Vec<_>>();
/// assert_eq!(order(1), order(1));
/// assert_eq!(order(1).len(), order(2).len());
/// # Ok::<(), exact_cover::ProblemError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeededTies(pub u64);

impl Branching for SeededTies {
    fn choose(&self, depth: usize, choices: &[Choice]) -> usize {
        let salt = mix64(self.0 ^ mix64(depth as u64));
        let key = |choice: &Choice| (choice.ways(), mix64(salt ^ u64::from(choice.item.0)));
        (0..choices.len()).min_by_key(|&i| key(&choices[i])).unwrap_or(0)
    }
}
