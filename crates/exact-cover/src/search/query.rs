//! The short questions: first, any, unique, all, how many.

use alloc::vec::Vec;

use grid_core::{Budget, Stop};

use super::drive::Resumable;
use super::{Search, Uniqueness};
use crate::{OptionId, Problem};

impl Problem {
    /// The first solution in the order of [`Search`], sorted.
    ///
    /// ```
    /// use exact_cover::{OptionId, Problem};
    /// let problem = Problem::exact(2, [vec![0], vec![0, 1]])?;
    /// assert_eq!(problem.first(), Some(vec![OptionId(1)]));
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn first(&self) -> Option<Vec<OptionId>> {
        Search::new(self).next()
    }

    /// Whether there is a solution.
    ///
    /// ```
    /// assert!(!exact_cover::models::queens(3)?.is_solvable());
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        Search::new(self).next_with(|_| ()).is_some()
    }

    /// All solutions in the order of [`Search`], one by one.
    ///
    /// ```
    /// assert_eq!(exact_cover::models::queens(6)?.solutions().count(), 4);
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn solutions(&self) -> Search {
        Search::new(self)
    }

    /// Whether there is no solution, exactly one, or another one.
    ///
    /// ```
    /// use exact_cover::Problem;
    /// assert!(Problem::exact(1, [vec![0]])?.uniqueness().is_unique());
    /// assert!(!Problem::exact(1, [vec![0], vec![0]])?.uniqueness().is_unique());
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn uniqueness(&self) -> Uniqueness {
        self.uniqueness_within(&Budget::unlimited()).unwrap_or(Uniqueness::None)
    }

    /// The same within a budget.
    ///
    /// # Errors
    /// The reason to stop before the answer is known.
    ///
    /// ```
    /// use grid_core::{Budget, Stop};
    /// let queens = exact_cover::models::queens(8)?;
    /// assert_eq!(queens.uniqueness_within(&Budget::nodes(3)), Err(Stop::NodeBudget));
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    pub fn uniqueness_within(&self, budget: &Budget) -> Result<Uniqueness, Stop> {
        Search::new(self).next_two(budget, Search::solution)
    }
}
