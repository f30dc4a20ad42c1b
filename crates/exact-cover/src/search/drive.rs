//! What every resumable search does in the same way.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use grid_core::{Budget, Meter, Stop};

use super::{Outcome, Report, Statistics, Uniqueness};
use crate::OptionId;

/// A search that stands still after each solution.
pub(crate) trait Resumable {
    /// Nodes it must have visited, or be expected to visit, for each step of a try
    /// in layers, so that tries take about a tenth of the time of a count.
    const NODES_PER_STEP: u64;

    /// Goes on to the next solution; `false` when all have been found.
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop>;
    /// What it has done so far.
    fn statistics(&self) -> Statistics;
    /// The estimated share of the tree that is done.
    fn fraction(&self) -> f64;

    /// Tells of each further solution until `found` breaks, `limit` more are found,
    /// or the budget ends.
    fn drive(
        &mut self,
        budget: &Budget,
        limit: u64,
        mut found: impl FnMut(&mut Self) -> ControlFlow<()>,
    ) -> Report {
        let mut meter = budget.meter();
        let mut left = limit;
        let outcome = loop {
            if left == 0 {
                break Outcome::SolutionLimit;
            }
            match self.advance(&mut meter) {
                Err(stop) => break stop.into(),
                Ok(false) => break Outcome::Complete,
                Ok(true) => {
                    left -= 1;
                    if found(self).is_break() {
                        break Outcome::SolutionLimit;
                    }
                }
            }
        };
        Report { outcome, statistics: self.statistics() }
    }

    /// What `read` says of the next solution, however long that takes.
    fn next_with<T>(&mut self, read: impl FnOnce(&Self) -> T) -> Option<T> {
        let unlimited = Budget::unlimited();
        let found = self.advance(&mut unlimited.meter()).unwrap_or(false);
        found.then(|| read(self))
    }

    /// Whether there are no, one or more further solutions, in the words of `read`.
    fn next_two(
        &mut self,
        budget: &Budget,
        read: impl Fn(&Self) -> Vec<OptionId>,
    ) -> Result<Uniqueness, Stop> {
        let mut meter = budget.meter();
        if !self.advance(&mut meter)? {
            return Ok(Uniqueness::None);
        }
        let first = read(self);
        Ok(if self.advance(&mut meter)? {
            Uniqueness::Multiple(first, read(self))
        } else {
            Uniqueness::Unique(first)
        })
    }

    /// Counts further solutions.
    fn drive_count(&mut self, budget: &Budget) -> Report {
        self.drive(budget, u64::MAX, |_| ControlFlow::Continue(()))
    }
}

/// Where one level of a search stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction {
    pub(crate) tried: u32,
    pub(crate) children: u32,
}

/// Estimated share of the tree that is done: each child of a node counts for as
/// much as its siblings.
pub(crate) fn share_done(levels: impl Iterator<Item = Fraction>) -> f64 {
    let (mut done, mut share) = (0.0, 1.0);
    for level in levels {
        let children = f64::from(level.children.max(1));
        done += share * f64::from(level.tried.saturating_sub(1)) / children;
        share /= children;
    }
    done
}

/// Counts with independent searches on all threads of the current `rayon` pool.
#[cfg(feature = "rayon")]
pub(crate) fn count_parts<S: Resumable + Send>(parts: Vec<S>, budget: &Budget) -> Report {
    use rayon::prelude::*;
    let none = Report { outcome: Outcome::Complete, statistics: Statistics::default() };
    let merged = |a: Report, b: Report| {
        let outcome = if a.outcome.is_complete() { b.outcome } else { a.outcome };
        Report { outcome, statistics: a.statistics.merged(b.statistics) }
    };
    // A node limit would depend on the order of the threads.
    let budget = budget.without_node_limit();
    parts.into_par_iter().map(|mut part| part.drive_count(&budget)).reduce(|| none, merged)
}
