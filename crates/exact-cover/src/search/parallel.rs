//! The same search on several threads.

use alloc::vec::Vec;

use grid_core::{Budget, Stop};
use rayon::prelude::*;

use super::drive::count_parts;
use super::{Report, Search, Statistics};
use crate::OptionId;

/// Parts of a split, whatever the number of threads.
const PARTS: usize = 512;

impl Search {
    /// Counts what is left on all threads of the current `rayon` pool: the same
    /// numbers as [`run_count`](Search::run_count) on one.
    ///
    /// The tree is split at a shallow depth into at least 512 parts that share
    /// nothing. A budget's flag and deadline hold for each part; a node limit would
    /// depend on the order of the threads, so it is not looked at.
    ///
    /// ```
    /// use exact_cover::{Search, models};
    /// use grid_core::Budget;
    /// let report = Search::new(&models::queens(9)?).run_count_parallel(&Budget::unlimited());
    /// assert_eq!(report.statistics.solutions, 352);
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    pub fn run_count_parallel(&mut self, budget: &Budget) -> Report {
        let found = self.statistics();
        let sum = count_parts(self.split(PARTS), budget);
        let above = Statistics { nodes: self.statistics().nodes, ..found };
        Report { statistics: sum.statistics.merged(above), ..sum }
    }

    /// All solutions that are left, in the order of the search on one thread.
    ///
    /// # Errors
    /// The reason to stop; the node limit of the budget is not looked at.
    ///
    /// ```
    /// use exact_cover::{Search, models};
    /// use grid_core::Budget;
    /// let queens = models::queens(7)?;
    /// let serial: Vec<_> = Search::new(&queens).collect();
    /// assert_eq!(Search::new(&queens).collect_parallel(&Budget::unlimited()), Ok(serial));
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    pub fn collect_parallel(&mut self, budget: &Budget) -> Result<Vec<Vec<OptionId>>, Stop> {
        let budget = budget.without_node_limit();
        let parts = self.split(PARTS).into_par_iter().map(|mut part| {
            let mut meter = budget.meter();
            let mut found = Vec::new();
            while part.advance(&mut meter)? {
                found.push(part.solution());
            }
            Ok(found)
        });
        let parts: Result<Vec<_>, Stop> = parts.collect();
        Ok(parts?.into_iter().flatten().collect())
    }
}
