//! The search that iterators, counts, limits and budgets all rest on.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use grid_core::{Budget, Meter, Progress, Stop};

use super::compiled::Compiled;
use super::drive::Resumable;
use super::engine::{Engine, Event};
use super::{Report, Statistics, Structure};
use crate::{Branching, OptionId, Problem};

/// A depth-first search for the solutions of a problem that can stop anywhere and
/// go on later.
///
/// The order of solutions is the same for every [`Structure`]: the branching rule
/// names an item (by default the one with the fewest ways to cover it, the first
/// of equal ones), and its options are tried in the order of insertion. An item
/// with multiplicities is covered in increasing order of options, so that each
/// set of options is found once.
///
/// It is an iterator over solutions, each as sorted options:
///
/// ```
/// use exact_cover::{OptionId, Problem, Search};
/// let problem = Problem::exact(3, [vec![0, 1], vec![2], vec![1, 2], vec![0]])?;
/// let all: Vec<_> = Search::new(&problem).collect();
/// assert_eq!(all, [[OptionId(0), OptionId(1)], [OptionId(2), OptionId(3)]]);
/// # Ok::<(), exact_cover::ProblemError>(())
/// ```
///
/// A game gives it some nodes in each frame:
///
/// ```
/// use exact_cover::{Outcome, Search, models};
/// use grid_core::Budget;
/// let queens = models::queens(8)?;
/// let mut search = Search::new(&queens);
/// let mut frames = 0;
/// loop {
///     frames += 1;
///     let report = search.run(&Budget::nodes(100), u64::MAX, |_| std::ops::ControlFlow::Continue(()));
///     if report.outcome == Outcome::Complete {
///         assert_eq!(report.statistics.solutions, 92);
///         break;
///     }
/// }
/// assert!(frames > 1);
/// # Ok::<(), exact_cover::ProblemError>(())
/// ```
#[derive(Clone)]
pub struct Search {
    engine: Engine,
    rule: Option<Arc<dyn Branching>>,
    statistics: Statistics,
    done: bool,
    buffer: Vec<u32>,
}

impl Search {
    /// A search that has not begun, in the structure that suits the problem.
    ///
    /// # Complexity
    /// Linear in the entries of the problem; with bounds above 1 in the product
    /// of items and those entries, where masks are taken.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::with_structure(problem, Structure::Auto)
    }

    /// A search in a structure of your choice.
    ///
    /// ```
    /// use exact_cover::{Search, Structure, models};
    /// let langford = models::langford(7)?;
    /// for structure in [Structure::Links, Structure::Cells, Structure::Masks] {
    ///     assert_eq!(Search::with_structure(&langford, structure).count(), 52);
    /// }
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn with_structure(problem: &Problem, structure: Structure) -> Self {
        Self::of(Arc::new(Compiled::new(problem)), structure)
    }

    pub(crate) fn of(compiled: Arc<Compiled>, structure: Structure) -> Self {
        Self {
            engine: Engine::new(compiled, structure),
            rule: None,
            statistics: Statistics::default(),
            done: false,
            buffer: Vec::new(),
        }
    }

    /// The same with another branching rule. To be called before the first step.
    #[must_use]
    pub fn with_branching(mut self, rule: impl Branching + 'static) -> Self {
        self.rule = Some(Arc::new(rule));
        self
    }

    /// The structure in use.
    #[must_use]
    pub fn structure(&self) -> Structure {
        self.engine.structure()
    }

    /// Goes on to the next solution: `true` if there is one, to be read with
    /// [`solution`](Self::solution), `false` when all have been found.
    ///
    /// # Errors
    /// The reason to stop; the search stands where it was and can go on.
    ///
    /// ```
    /// use exact_cover::{Problem, Search};
    /// use grid_core::{Budget, Stop};
    /// let problem = Problem::exact(2, [vec![0], vec![1]])?;
    /// let mut search = Search::new(&problem);
    /// assert_eq!(search.advance(&mut Budget::nodes(1).meter()), Err(Stop::NodeBudget));
    /// assert_eq!(search.advance(&mut Budget::nodes(1).meter()), Ok(true));
    /// assert_eq!(search.solution().len(), 2);
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    pub fn advance(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        Ok(self.event(usize::MAX, meter)? == Event::Solution)
    }

    pub(super) fn event(&mut self, fork_at: usize, meter: &mut Meter<'_>) -> Result<Event, Stop> {
        if self.done {
            return Ok(Event::Done);
        }
        let before = meter.used();
        let event = self.engine.advance(self.rule.as_deref(), fork_at, meter);
        self.statistics.nodes += meter.used() - before;
        match event {
            Ok(Event::Solution) => {
                self.statistics.solutions += 1;
                self.statistics.depth = self.statistics.depth.max(self.engine.depth());
            }
            Ok(Event::Done) => self.done = true,
            _ => {}
        }
        event
    }

    /// The solution that [`advance`](Self::advance) has found, sorted; between
    /// solutions the options chosen so far.
    #[must_use]
    pub fn solution(&self) -> Vec<OptionId> {
        let mut options = Vec::new();
        self.engine.chosen(&mut options);
        options.sort_unstable();
        options.into_iter().map(OptionId).collect()
    }

    /// Gives each further solution to `visit`, sorted, until it breaks, `limit`
    /// more are found, or the budget ends. Can be called again to go on.
    ///
    /// ```
    /// use exact_cover::{Outcome, Search, models};
    /// use grid_core::Budget;
    /// use std::ops::ControlFlow;
    /// let queens = models::queens(6)?;
    /// let mut search = Search::new(&queens);
    /// let report = search.run(&Budget::unlimited(), 3, |solution| {
    ///     assert_eq!(solution.len(), 6);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((report.outcome, report.statistics.solutions), (Outcome::SolutionLimit, 3));
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    pub fn run(
        &mut self,
        budget: &Budget,
        limit: u64,
        mut visit: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Report {
        let mut solution = Vec::new();
        self.drive(budget, limit, |search| {
            search.buffer.clear();
            search.engine.chosen(&mut search.buffer);
            search.buffer.sort_unstable();
            solution.clear();
            solution.extend(search.buffer.iter().map(|&option| OptionId(option)));
            visit(&solution)
        })
    }

    /// Counts further solutions without looking at them; the report's statistics
    /// count from the start.
    ///
    /// ```
    /// use exact_cover::{Outcome, Search, models};
    /// use grid_core::Budget;
    /// let report = Search::new(&models::langford(8)?).run_count(&Budget::unlimited());
    /// assert_eq!((report.outcome, report.statistics.solutions), (Outcome::Complete, 300));
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    pub fn run_count(&mut self, budget: &Budget) -> Report {
        self.drive_count(budget)
    }

    /// What the search has done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Whether every solution has been found.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// How far it has come. The share is an estimate from the branches on the way
    /// to the present node, each as large as its siblings.
    ///
    /// ```
    /// use exact_cover::{Search, models};
    /// use grid_core::Budget;
    /// let mut search = Search::new(&models::queens(8)?);
    /// assert_eq!(search.progress().fraction, 0.0);
    /// search.run_count(&Budget::nodes(1000)).statistics;
    /// let half = search.progress().fraction;
    /// search.run_count(&Budget::unlimited()).statistics;
    /// assert!(0.0 < half && half < search.progress().fraction);
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn progress(&self) -> Progress {
        let Statistics { nodes, solutions, .. } = self.statistics;
        let fraction = if self.done { 1.0 } else { self.engine.fraction() };
        Progress { nodes, found: solutions, fraction }
    }

    /// A search for the solutions below the waiting node; this one leaves them out
    /// from now on.
    pub(super) fn fork(&mut self) -> Self {
        let fork = Self {
            engine: self.engine.fork(),
            rule: self.rule.clone(),
            statistics: Statistics::default(),
            done: false,
            buffer: Vec::new(),
        };
        self.engine.skip();
        fork
    }

    /// Splits what is left into independent searches, in the order in which this
    /// one would have visited them; together they find the same solutions. There
    /// are at least `parts` of them where the tree has that many nodes at some
    /// depth up to 32. What this search had found it keeps; it is done afterwards.
    ///
    /// ```
    /// use exact_cover::{Search, models};
    /// let queens = models::queens(8)?;
    /// let whole: Vec<_> = Search::new(&queens).collect();
    /// let parts = Search::new(&queens).split(50);
    /// assert!(parts.len() >= 50);
    /// assert_eq!(parts.into_iter().flatten().collect::<Vec<_>>(), whole);
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn split(&mut self, parts: usize) -> Vec<Self> {
        const DEEPEST: usize = 32;
        let unlimited = Budget::unlimited();
        let start = self.engine.depth();
        let mut depth = start;
        loop {
            let mut source = self.clone();
            let mut parts_here: Vec<Self> = Vec::new();
            let mut deeper = false;
            // A solution above the depth is a part of its own and keeps its place.
            while let Ok(event) = source.event(depth, &mut unlimited.meter()) {
                if event == Event::Done {
                    break;
                }
                deeper |= event == Event::Fork;
                parts_here.push(source.fork());
            }
            if parts_here.len() >= parts || !deeper || depth >= start + DEEPEST {
                self.done = true;
                self.statistics.nodes = source.statistics.nodes;
                return parts_here;
            }
            depth += 1;
        }
    }
}

impl Resumable for Search {
    const NODES_PER_STEP: u64 = 6;

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        Self::advance(self, meter)
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn fraction(&self) -> f64 {
        self.progress().fraction
    }
}

impl Iterator for Search {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        self.next_with(Self::solution)
    }
}

impl core::iter::FusedIterator for Search {}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("structure", &self.structure())
            .field("statistics", &self.statistics)
            .field("done", &self.done)
            .finish_non_exhaustive()
    }
}
