//! The fewest sets that cover what all of them cover, by branch and bound.
//!
//! An element whose sets are all among those of another is covered with it; a set within
//! another is of no use; the only set of an element is chosen. What is left falls apart
//! into parts that share no set. In a part the element with the fewest sets is covered
//! in every way, and a branch ends where prices of elements, at most one for each set,
//! add up to what is known already.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Budget, CellSet, Meter, Stop};

use super::path::PcPath;

/// A cover by few sets, and how few any cover needs.
///
/// ```
/// use grid_core::Budget;
/// use grid_core::CellSet;
/// use perfect_clear::CoverSearch;
/// let sets = [0..4, 0..2, 2..6, 4..6].map(|range| {
///     let mut set = CellSet::new(6);
///     set.insert_range(range);
///     set
/// });
/// let mut search = CoverSearch::new(&sets);
/// assert_eq!(search.advance(&mut Budget::unlimited().meter()), Ok(()));
/// assert_eq!((search.best().chosen.len(), search.best().lower_bound), (2, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MinimumCover {
    /// The chosen sets by number, the lowest first.
    pub chosen: Vec<usize>,
    /// Every cover has at least so many.
    pub lower_bound: usize,
}

impl MinimumCover {
    /// Whether no cover has fewer sets.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.lower_bound == self.chosen.len()
    }
}

impl PcPath {
    /// The fewest tilings that together cover every queue that some tiling covers.
    ///
    /// # Complexity
    /// Exponential in the worst case; within the budget the best cover found is given
    /// with a lower bound.
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::{Hold, PcField, PcSolver};
    /// use tetromino::{Piece, RotationSystem};
    /// let field = PcField::from_rows(["XX____XXXX"], 1)?;
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let path = solver.path(&field, &[vec![Piece::I]], Hold::None, usize::MAX, &Budget::unlimited())?;
    /// assert_eq!(path.minimum_cover(&Budget::unlimited()).chosen, [0]);
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    #[must_use]
    pub fn minimum_cover(&self, budget: &Budget) -> MinimumCover {
        let mut search = CoverSearch::over(self.tilings.iter().map(|tiling| &tiling.queues));
        // The best so far is good in any case.
        let _ = search.advance(&mut budget.meter());
        search.best()
    }
}

/// A set of numbers, of elements or of sets.
type Set = CellSet;

/// A resumable search for a [`MinimumCover`].
#[derive(Clone, Debug)]
pub struct CoverSearch {
    /// Chosen before any branching.
    chosen: Vec<usize>,
    parts: Vec<Part>,
}

impl CoverSearch {
    /// A search that has a cover, and has not begun to look for better ones.
    #[must_use]
    pub fn new(sets: &[CellSet]) -> Self {
        Self::over(sets)
    }

    fn over<'a>(sets: impl IntoIterator<Item = &'a CellSet>) -> Self {
        let sets: Vec<&CellSet> = sets.into_iter().collect();
        let elements = sets.iter().map(|set| 64 * set.words().len()).max().unwrap_or(0);
        let mut owners = vec![Set::new(sets.len()); elements];
        for (number, set) in sets.iter().enumerate() {
            set.iter().for_each(|element| owners[element].insert_range(number..number + 1));
        }
        owners.retain(|set| !set.is_empty());
        owners.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.words().cmp(b.words())));
        owners.dedup();
        let mut problem = Problem { owners, sets: (0..sets.len()).collect(), chosen: Vec::new() };
        problem.reduce();
        let Problem { owners, chosen, .. } = problem;
        let mut parts: Vec<Vec<Set>> = Vec::new();
        let mut spans: Vec<Set> = Vec::new();
        for owner in owners {
            let (mut part, mut span) = (vec![owner.clone()], owner);
            let mut at = 0;
            while at < parts.len() {
                if spans[at].intersects(&span) {
                    part.append(&mut parts.swap_remove(at));
                    span.union_with(&spans.swap_remove(at));
                } else {
                    at += 1;
                }
            }
            parts.push(part);
            spans.push(span);
        }
        Self { chosen, parts: parts.into_iter().map(Part::new).collect() }
    }

    /// Goes on until the best cover is proven. A node is a choice among sets.
    ///
    /// # Errors
    /// The reason to stop; it can go on.
    pub fn advance(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.parts.iter_mut().try_for_each(|part| part.advance(meter))
    }

    /// The best cover so far and what is proven of it.
    #[must_use]
    pub fn best(&self) -> MinimumCover {
        let mut chosen = self.chosen.clone();
        self.parts.iter().for_each(|part| chosen.extend(&part.best));
        chosen.sort_unstable();
        let lower_bound = self.chosen.len() + self.parts.iter().map(Part::lower_bound).sum::<usize>();
        MinimumCover { chosen, lower_bound }
    }
}

/// What is left to cover.
#[derive(Clone, Debug)]
struct Problem {
    /// For each element the sets that have it.
    owners: Vec<Set>,
    /// Sets that may be chosen.
    sets: Vec<usize>,
    chosen: Vec<usize>,
}

impl Problem {
    /// Elements, or sets, that each is compared with: a large problem is not worth more.
    const COMPARED: usize = 512;

    /// How many elements each set has.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.sets.iter().max().map_or(0, |&set| set + 1)];
        self.owners.iter().for_each(|owners| owners.iter().for_each(|set| sizes[set] += 1));
        sizes
    }

    /// Drops what is decided; `false` if some element has no set.
    fn reduce(&mut self) -> bool {
        loop {
            if self.owners.iter().any(CellSet::is_empty) {
                return false;
            }
            let only = self.owners.iter().find(|owners| owners.len() == 1);
            if let Some(set) = only.and_then(|owners| owners.iter().next()) {
                self.choose(set);
                continue;
            }
            let before = (self.owners.len(), self.sets.len());
            self.drop_elements();
            self.drop_sets();
            if before == (self.owners.len(), self.sets.len()) {
                return true;
            }
        }
    }

    fn choose(&mut self, set: usize) {
        self.chosen.push(set);
        self.sets.retain(|&other| other != set);
        self.owners.retain(|owners| !owners.contains(set));
    }

    fn forbid(&mut self, set: usize) {
        self.sets.retain(|&other| other != set);
        for owners in &mut self.owners {
            owners.remove(set);
        }
    }

    /// Drops elements that are covered whenever another is.
    fn drop_elements(&mut self) {
        let mut order: Vec<(usize, usize)> =
            self.owners.iter().enumerate().map(|(at, owners)| (owners.len(), at)).collect();
        order.sort_unstable();
        let mut kept: Vec<usize> = Vec::new();
        for &(_, at) in &order {
            let mut others = kept.iter().take(Self::COMPARED);
            if !others.any(|&other| self.owners[other].is_subset(&self.owners[at])) {
                kept.push(at);
            }
        }
        kept.sort_unstable();
        let mut at = 0;
        self.owners.retain(|_| {
            at += 1;
            kept.binary_search(&(at - 1)).is_ok()
        });
    }

    /// Drops sets that have no more than another.
    fn drop_sets(&mut self) {
        let mut has: Vec<(usize, Set)> =
            self.sets.iter().map(|&set| (set, Set::new(self.owners.len()))).collect();
        let at: alloc::collections::BTreeMap<usize, usize> =
            self.sets.iter().enumerate().map(|(at, &set)| (set, at)).collect();
        for (element, owners) in self.owners.iter().enumerate() {
            owners.iter().for_each(|set| has[at[&set]].1.insert_range(element..element + 1));
        }
        has.sort_unstable_by_key(|(set, elements)| (core::cmp::Reverse(elements.len()), *set));
        let mut kept: Vec<&Set> = Vec::new();
        let mut dropped = Vec::new();
        for (set, elements) in &has {
            if kept.iter().take(Self::COMPARED).any(|larger| elements.is_subset(larger)) {
                dropped.push(*set);
            } else {
                kept.push(elements);
            }
        }
        dropped.into_iter().for_each(|set| self.forbid(set));
    }

    /// How many sets are needed at least: prices of elements such that no set is worth
    /// more than one.
    fn bound(&self) -> usize {
        /// The price of a set, a multiple of small numbers.
        const ONE: u64 = 5040 * 11 * 13;
        let size = self.sizes();
        let mut order: Vec<&Set> = self.owners.iter().collect();
        order.sort_by_key(|owners| owners.len());
        let mut best = 0;
        // Once each element pays its share of the largest set first, once the first pays
        // all.
        for shared in [false, true] {
            let mut left = vec![ONE; size.len()];
            let mut sum = 0;
            let mut pay = |owners: &Set, price: u64, left: &mut [u64]| {
                owners.iter().for_each(|set| left[set] -= price);
                sum += price;
            };
            if shared {
                for owners in &order {
                    let most = owners.iter().map(|set| size[set]).max().unwrap_or(1);
                    pay(owners, ONE / most as u64, &mut left);
                }
            }
            for owners in &order {
                let price = owners.iter().map(|set| left[set]).min().unwrap_or(0);
                pay(owners, price, &mut left);
            }
            best = best.max(sum);
        }
        best.div_ceil(ONE) as usize
    }

    /// A cover by the set with most elements left, time after time, without those that
    /// turn out to be needless.
    fn greedy(&self) -> Vec<usize> {
        let mut problem = self.clone();
        while !problem.owners.is_empty() {
            let sizes = problem.sizes();
            let most = problem.sets.iter().copied().max_by_key(|&set| (sizes[set], core::cmp::Reverse(set)));
            let Some(most) = most else { break };
            problem.choose(most);
        }
        let mut cover = problem.chosen;
        let chosen = |owners: &Set| cover.iter().filter(|&&set| owners.contains(set)).count();
        let mut times: Vec<usize> = self.owners.iter().map(chosen).collect();
        for at in (self.chosen.len()..cover.len()).rev() {
            let has = |(_, owners): &(usize, &Set)| owners.contains(cover[at]);
            let own: Vec<usize> = self.owners.iter().enumerate().filter(has).map(|(at, _)| at).collect();
            if own.iter().all(|&element| times[element] > 1) {
                own.iter().for_each(|&element| times[element] -= 1);
                cover.remove(at);
            }
        }
        cover
    }
}

/// A part that shares no set with the others.
#[derive(Clone, Debug)]
struct Part {
    best: Vec<usize>,
    /// Open branches with what they need at least, the next one last.
    open: Vec<(usize, Problem)>,
}

impl Part {
    fn new(owners: Vec<Set>) -> Self {
        let mut span = owners[0].clone();
        owners.iter().for_each(|other| span.union_with(other));
        let problem = Problem { owners, sets: span.iter().collect(), chosen: Vec::new() };
        let best = problem.greedy();
        let open = vec![(problem.bound(), problem)];
        Self { best, open }
    }

    fn lower_bound(&self) -> usize {
        let open = self.open.iter().map(|&(least, _)| least).min().unwrap_or(usize::MAX);
        open.min(self.best.len())
    }

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        while !self.open.is_empty() {
            meter.spend(1)?;
            let Some((least, mut problem)) = self.open.pop() else { break };
            if least >= self.best.len() || !problem.reduce() {
                continue;
            }
            if problem.owners.is_empty() {
                if problem.chosen.len() < self.best.len() {
                    self.best = problem.chosen;
                }
                continue;
            }
            let least = least.max(problem.chosen.len() + problem.bound());
            if least >= self.best.len() {
                continue;
            }
            self.branch(least, problem);
        }
        Ok(())
    }

    fn branch(&mut self, least: usize, mut problem: Problem) {
        let Some(owners) = problem.owners.iter().min_by_key(|owners| owners.len()) else { return };
        let sizes = problem.sizes();
        let mut sets: Vec<(usize, usize)> = owners.iter().map(|set| (sizes[set], set)).collect();
        sets.sort_unstable_by_key(|&(count, set)| (core::cmp::Reverse(count), set));
        let begin = self.open.len();
        for (_, set) in sets {
            let mut child = problem.clone();
            child.choose(set);
            self.open.push((least, child));
            // What comes after does without it.
            problem.forbid(set);
        }
        self.open[begin..].reverse();
    }
}
