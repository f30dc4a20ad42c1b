//! Counting by whatever is cheaper: layers of merged states, or plain search.

use alloc::sync::Arc;

use grid_core::Budget;

use super::Natural;
use super::layers::{Caps, Cost, Four, Halt, Sums, Value, walk};
use super::order::Plan;
use crate::search::{Compiled, Resumable};
use crate::{Outcome, Problem, Search, Structure};

/// How the solutions were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum CountMethod {
    /// Each solution was visited.
    Search,
    /// Partial solutions with the same rest were merged, layer by layer.
    Layers,
}

/// What counting may spend.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CountOptions {
    /// Nodes of the search and steps between states together, flag and deadline.
    pub budget: Budget,
    /// Most states that are kept at once, about 50 to 150 bytes each. Where more
    /// are needed, the solutions are visited one by one.
    pub states: usize,
    /// Only this method, instead of the cheaper one.
    pub method: Option<CountMethod>,
}

impl Default for CountOptions {
    /// No limit of time, two million states.
    fn default() -> Self {
        Self { budget: Budget::unlimited(), states: 2_000_000, method: None }
    }
}

impl CountOptions {
    /// The default with a budget.
    #[must_use]
    pub fn with_budget(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// The same with another limit of states.
    #[must_use]
    pub fn with_states(self, states: usize) -> Self {
        Self { states, ..self }
    }

    /// The same by one method only.
    #[must_use]
    pub fn with_method(self, method: CountMethod) -> Self {
        Self { method: Some(method), ..self }
    }
}

/// A count, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
#[must_use]
pub struct Counted {
    /// The number of solutions; if the outcome is not complete, those found so
    /// far.
    pub count: Natural,
    /// Whether the count is the whole.
    pub outcome: Outcome,
    /// The method that gave the count.
    pub method: CountMethod,
    /// Nodes of the plain search.
    pub nodes: u64,
    /// Steps between states, over all tries.
    pub steps: u64,
    /// Steps of the last try that led to a known state: `merged / steps` of a
    /// single try is its hit rate.
    pub merged: u64,
    /// Most states that were kept at once.
    pub states: usize,
}

/// Nodes after which layers are thought of.
const FIRST_NODES: u64 = 2048;
/// Steps of the first try in layers, at most.
const FIRST_STEPS: u64 = 100_000;
/// A search that is expected to need more nodes than this is not worth going on
/// with before the layers have been tried as far as the states allow.
const HOPELESS: f64 = 1e12;
/// How much larger each try is than the one before.
const GROWTH: u64 = 4;

impl Problem {
    /// The number of solutions, exactly.
    ///
    /// Tries to merge partial solutions with the same rest, where that pays; a
    /// state then is what the decided options leave to the others. Otherwise
    /// visits each solution, which can take as long as there are solutions.
    ///
    /// ```
    /// use exact_cover::Problem;
    /// // A chain of 200 items, each either alone or with its neighbour.
    /// let alone = (0..200).map(|i| vec![i]);
    /// let pairs = (0..199).map(|i| vec![i, i + 1]);
    /// let chain = Problem::exact(200, alone.chain(pairs))?;
    /// assert_eq!(chain.count().to_string(), "453973694165307953197296969697410619233826");
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn count(&self) -> Natural {
        self.count_within(&CountOptions::default()).count
    }

    /// The same within limits.
    ///
    /// Alternates between plain search and ever larger tries in layers, so that
    /// neither costs much more than it would alone: the tries take at most about a
    /// tenth of the time of the search.
    ///
    /// ```
    /// use exact_cover::{CountOptions, Outcome, models};
    /// use grid_core::Budget;
    /// let queens = models::queens(8)?;
    /// let counted = queens.count_within(&CountOptions::with_budget(Budget::nodes(100)));
    /// assert_eq!(counted.outcome, Outcome::NodeBudget);
    /// assert!(counted.count < 92u64.into());
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    pub fn count_within(&self, options: &CountOptions) -> Counted {
        let compiled = Arc::new(Compiled::new(self));
        let search = Search::of(compiled.clone(), Structure::Auto);
        Counter::new(search, options).count(|| compiled)
    }
}

/// Counts with a search of one's own beside the layers of a problem with the same
/// solutions.
pub(crate) fn count_with(
    search: impl Resumable,
    problem: impl FnOnce() -> Problem,
    options: &CountOptions,
) -> Counted {
    Counter::new(search, options).count(|| Arc::new(Compiled::new(&problem())))
}

struct Counter<'a, S> {
    search: S,
    options: &'a CountOptions,
    steps: u64,
    cost: Cost,
}

impl<'a, S: Resumable> Counter<'a, S> {
    fn new(search: S, options: &'a CountOptions) -> Self {
        Self { search, options, steps: 0, cost: Cost::default() }
    }

    fn count(mut self, compiled: impl FnOnce() -> Arc<Compiled>) -> Counted {
        let method = self.options.method;
        if method == Some(CountMethod::Search) {
            return self.search(u64::MAX);
        }
        let only = method == Some(CountMethod::Layers);
        if !only {
            let counted = self.search(FIRST_NODES);
            if counted.outcome != Outcome::SolutionLimit {
                return counted;
            }
        }
        let compiled = compiled();
        let Some(plan) = Plan::new(&compiled) else {
            return self.search(u64::MAX);
        };
        // As much as the search is expected to need anyway.
        let expected = FIRST_NODES as f64 / self.search.fraction().max(1e-9);
        let mut steps = ((expected / S::NODES_PER_STEP as f64) as u64).clamp(FIRST_NODES, FIRST_STEPS);
        if only || expected > HOPELESS {
            steps = u64::MAX;
        }
        loop {
            match self.layers(&compiled, &plan, Caps { states: self.options.states, steps }) {
                Ok(count) => return self.counted(count, Outcome::Complete, CountMethod::Layers),
                Err(Halt::Steps) => {
                    let counted = self.search(steps.saturating_mul(S::NODES_PER_STEP));
                    if counted.outcome != Outcome::SolutionLimit {
                        return counted;
                    }
                    steps = steps.saturating_mul(GROWTH);
                }
                Err(Halt::Stop(stop)) => return self.found(stop.into()),
                Err(_) => return self.search(u64::MAX),
            }
        }
    }

    /// What is left of the nodes.
    fn room(&self) -> u64 {
        let used = self.search.statistics().nodes.saturating_add(self.steps);
        self.options.budget.node_limit().unwrap_or(u64::MAX).saturating_sub(used)
    }

    /// Searches for at most so many nodes more; [`Outcome::SolutionLimit`] says
    /// that they are spent and that there is more to do.
    fn search(&mut self, nodes: u64) -> Counted {
        let room = self.room();
        let budget = self.options.budget.clone().with_nodes(nodes.min(room));
        match self.search.drive_count(&budget).outcome {
            Outcome::NodeBudget if nodes < room => self.found(Outcome::SolutionLimit),
            outcome => self.found(outcome),
        }
    }

    fn found(&self, outcome: Outcome) -> Counted {
        self.counted(self.search.statistics().solutions.into(), outcome, CountMethod::Search)
    }

    fn counted(&self, count: Natural, outcome: Outcome, method: CountMethod) -> Counted {
        Counted {
            count,
            outcome,
            method,
            nodes: self.search.statistics().nodes,
            steps: self.steps,
            merged: self.cost.merged,
            states: self.cost.states,
        }
    }

    /// The count in layers, in the smallest numbers that hold it.
    fn layers(&mut self, compiled: &Compiled, plan: &Plan, caps: Caps) -> Result<Natural, Halt> {
        match self.sized::<u128>(compiled, plan, caps) {
            Err(Halt::Overflow) => {}
            result => return result.map(|sum| sum.map_or(Natural::zero(), Natural::from)),
        }
        match self.sized::<Four>(compiled, plan, caps) {
            Err(Halt::Overflow) => {}
            result => {
                return result
                    .map(|sum| sum.map_or(Natural::zero(), |sum| Natural::from_digits(sum.0.to_vec())));
            }
        }
        self.sized::<Natural>(compiled, plan, caps).map(Option::unwrap_or_default)
    }

    fn sized<V: Value>(&mut self, compiled: &Compiled, plan: &Plan, caps: Caps) -> Result<Option<V>, Halt> {
        let budget = self.options.budget.clone().with_nodes(self.room());
        let meter = &mut budget.meter();
        let mut sums = Sums::<V>::new();
        let (result, cost) = walk(compiled, plan, caps, meter, &mut sums);
        self.steps += cost.steps;
        self.cost = cost;
        result.map(|_| sums.last())
    }
}
