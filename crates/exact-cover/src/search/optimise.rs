//! The cheapest solutions, by branch and bound.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Budget, Meter, Stop};

use super::compiled::Compiled;
use super::{Outcome, Statistics};
use crate::{OptionId, Problem};

/// Solutions in order of cost, and whether they are proven to be the cheapest.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
#[must_use]
pub struct Optimised {
    /// The best solutions found, the best first; equal ones by their options.
    pub solutions: Vec<(i128, Vec<OptionId>)>,
    /// [`Outcome::Complete`]: there are no better ones.
    pub outcome: Outcome,
    /// What the search has done.
    pub statistics: Statistics,
}

impl Problem {
    /// The cheapest solution and its cost, the sum over its options; of equally
    /// cheap ones the first by options. `None` if there is no solution.
    ///
    /// ```
    /// use exact_cover::Problem;
    /// let problem = Problem::exact(2, [vec![0], vec![1], vec![0, 1]])?;
    /// let (cost, solution) = problem.cheapest(|option| [3, 4, 6][option.index()]).unwrap();
    /// assert_eq!((cost, solution.len()), (6, 1));
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn cheapest(&self, cost: impl Fn(OptionId) -> i64) -> Option<(i128, Vec<OptionId>)> {
        self.k_cheapest(1, cost, &Budget::unlimited()).solutions.pop()
    }

    /// The heaviest solution and its weight: the cheapest with signs changed.
    ///
    /// ```
    /// use exact_cover::Problem;
    /// let problem = Problem::exact(2, [vec![0], vec![1], vec![0, 1]])?;
    /// let (weight, solution) = problem.heaviest(|option| [3, 4, 6][option.index()]).unwrap();
    /// assert_eq!((weight, solution.len()), (7, 2));
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    #[must_use]
    pub fn heaviest(&self, weight: impl Fn(OptionId) -> i64) -> Option<(i128, Vec<OptionId>)> {
        let best = self.k_best(1, |option| -i128::from(weight(option)), &Budget::unlimited());
        best.solutions.into_iter().next().map(|(cost, solution)| (-cost, solution))
    }

    /// The `k` cheapest solutions within a budget; fewer if there are fewer.
    ///
    /// Depth first, cheap options first; a branch ends where what it must still
    /// cover costs at least as much as the `k`th solution known, each item charged
    /// with the least share of an option that has it.
    ///
    /// ```
    /// use exact_cover::{Outcome, models};
    /// use grid_core::Budget;
    /// let queens = models::queens(6)?;
    /// let best = queens.k_cheapest(3, |option| i64::from(option.0), &Budget::unlimited());
    /// assert_eq!(best.outcome, Outcome::Complete);
    /// assert!(best.solutions.windows(2).all(|pair| pair[0] <= pair[1]));
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    pub fn k_cheapest(&self, k: usize, cost: impl Fn(OptionId) -> i64, budget: &Budget) -> Optimised {
        self.k_best(k, |option| i128::from(cost(option)), budget)
    }

    fn k_best(&self, k: usize, cost: impl Fn(OptionId) -> i128, budget: &Budget) -> Optimised {
        let compiled = Compiled::new(self);
        let costs = compiled.ids.iter().map(|&id| cost(OptionId(id))).collect();
        let mut bound = BranchAndBound::new(compiled, costs, k);
        let mut meter = budget.meter();
        let outcome = match bound.run(&mut meter) {
            Ok(()) => Outcome::Complete,
            Err(stop) => stop.into(),
        };
        bound.statistics.nodes = meter.used();
        let solutions = bound.best.into_sorted_vec();
        Optimised { solutions, outcome, statistics: bound.statistics }
    }
}

/// Shares of a cost are multiples of its part of this, the least number that all
/// of 1 to 16 divide.
const SHARES: i128 = 720_720;

/// A node: the options left, what is covered, and where its children begin.
struct Level {
    /// Options that are left.
    options: Vec<u32>,
    covered: Vec<u32>,
    colour: Vec<u32>,
    cost: i128,
    /// The options of the item it branches on, cheapest first, and the next one.
    children: Vec<u32>,
    next: usize,
    /// The item may stay uncovered, as the last child.
    optional: Option<u32>,
    chosen: Option<u32>,
}

struct BranchAndBound {
    compiled: Compiled,
    costs: Vec<i128>,
    k: usize,
    best: BinaryHeap<(i128, Vec<OptionId>)>,
    statistics: Statistics,
}

/// What a node is.
enum Kind {
    Dead,
    Solution,
    /// Branches on the item, which may stay uncovered or not.
    Branch(u32, bool),
}

impl BranchAndBound {
    fn new(compiled: Compiled, costs: Vec<i128>, k: usize) -> Self {
        Self { compiled, costs, k, best: BinaryHeap::new(), statistics: Statistics::default() }
    }

    /// The options of the list for each primary item, and their least share.
    fn look(&self, level: &Level) -> (Kind, i128) {
        let primaries = self.compiled.primaries;
        let mut count = vec![0u32; primaries];
        let mut share = vec![i128::MAX; primaries];
        for &option in &level.options {
            let items = || self.compiled.uses(option as usize).filter(|&(item, _)| item < primaries);
            let part = (self.costs[option as usize] * SHARES).div_euclid(items().count() as i128);
            for (item, _) in items() {
                count[item] += 1;
                share[item] = share[item].min(part);
            }
        }
        let (mut rest, mut best, mut optional) = (0i128, None, None);
        for item in 0..primaries {
            let covered = level.covered[item];
            let need = self.compiled.lo[item].saturating_sub(covered);
            let room = (self.compiled.hi[item] - covered).min(count[item]);
            if count[item] < need {
                return (Kind::Dead, 0);
            }
            if count[item] == 0 {
                continue;
            }
            // A share that pays is taken as often as there is room.
            rest += share[item] * i128::from(if share[item] < 0 { room } else { need });
            let ways = count[item] + 1 - need;
            if need == 0 {
                optional = optional.or(Some(item));
            } else if best.is_none_or(|(fewest, _)| ways < fewest) {
                best = Some((ways, item));
            }
        }
        let kind = match (best, optional) {
            (Some((_, item)), _) => Kind::Branch(item as u32, false),
            (None, Some(item)) => Kind::Branch(item as u32, true),
            (None, None) => Kind::Solution,
        };
        // Rounded up: costs are whole numbers.
        (kind, level.cost - (-rest).div_euclid(SHARES))
    }

    fn open(&self, mut level: Level, item: u32, optional: bool) -> Level {
        let has =
            |option: &u32| self.compiled.uses(*option as usize).any(|(other, _)| other == item as usize);
        level.children = level.options.iter().copied().filter(has).collect();
        level.children.sort_unstable_by_key(|&option| (self.costs[option as usize], option));
        level.optional = optional.then_some(item);
        level
    }

    /// The node after choosing an option, without those tried before it.
    fn child(&self, level: &Level, at: usize) -> Level {
        let option = level.children[at];
        let compiled = &self.compiled;
        let (mut covered, mut colour) = (level.covered.clone(), level.colour.clone());
        for (item, given) in compiled.uses(option as usize) {
            covered[item] += 1;
            if item >= compiled.primaries {
                colour[item] = if given == 0 { u32::MAX } else { given };
            }
        }
        let full = |item: usize| item < compiled.primaries && covered[item] == compiled.hi[item];
        let fits = |other: u32| {
            compiled.uses(other as usize).all(|(item, given)| {
                !full(item) && (item < compiled.primaries || colour[item] == 0 || colour[item] == given)
            })
        };
        let gone = &level.children[..=at];
        let options = level.options.iter().copied().filter(|o| !gone.contains(o) && fits(*o)).collect();
        let cost = level.cost + self.costs[option as usize];
        Level { options, covered, colour, cost, children: Vec::new(), next: 0, optional: None, chosen: None }
    }

    /// The node that leaves the item uncovered.
    fn without(&self, level: &Level) -> Level {
        let kept = level.options.iter().copied().filter(|option| !level.children.contains(option));
        Level {
            options: kept.collect(),
            covered: level.covered.clone(),
            colour: level.colour.clone(),
            cost: level.cost,
            children: Vec::new(),
            next: 0,
            optional: None,
            chosen: None,
        }
    }

    /// Whether a solution of at least this cost is of no use.
    fn is_useless(&self, cost: i128) -> bool {
        self.k == 0 || (self.best.len() == self.k && self.best.peek().is_some_and(|worst| cost > worst.0))
    }

    fn record(&mut self, levels: &[Level], cost: i128) {
        let chosen = levels.iter().filter_map(|level| level.chosen);
        let mut solution: Vec<OptionId> = chosen.map(|o| OptionId(self.compiled.ids[o as usize])).collect();
        solution.sort_unstable();
        self.statistics.solutions += 1;
        self.statistics.depth = self.statistics.depth.max(levels.len());
        self.best.push((cost, solution));
        if self.best.len() > self.k {
            self.best.pop();
        }
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let items = self.compiled.items.len();
        let mut waiting = Some(Level {
            options: (0..self.compiled.options() as u32).collect(),
            covered: vec![0; items],
            colour: vec![0; items],
            cost: 0,
            children: Vec::new(),
            next: 0,
            optional: None,
            chosen: None,
        });
        let mut levels: Vec<Level> = Vec::new();
        loop {
            if let Some(level) = waiting.take() {
                match self.look(&level) {
                    (Kind::Dead, _) => {}
                    (_, least) if self.is_useless(least) => {}
                    (Kind::Solution, _) => self.record(&levels, level.cost),
                    (Kind::Branch(item, optional), _) => levels.push(self.open(level, item, optional)),
                }
            }
            let Some(top) = levels.last_mut() else { return Ok(()) };
            let at = top.next;
            top.next += 1;
            if at < top.children.len() {
                meter.spend(1)?;
                top.chosen = Some(top.children[at]);
                waiting = levels.last().map(|top| self.child(top, at));
            } else if at == top.children.len() && top.optional.is_some() {
                meter.spend(1)?;
                top.chosen = None;
                waiting = levels.last().map(|top| self.without(top));
            } else {
                levels.pop();
            }
        }
    }
}
