//! All solutions as a zero-suppressed decision diagram.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use grid_core::{Budget, Stop, Stream};
use thiserror::Error;

use super::Natural;
use super::layers::{Caps, Halt, Visit, walk};
use super::order::Plan;
use crate::search::{Compiled, NONE};
use crate::{OptionId, Problem};

/// Why no diagram was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ZddError {
    /// The diagram needs more steps between states than allowed.
    #[error("the diagram needs more than {limit} steps between states")]
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// The budget has ended.
    #[error("stopped: {0}")]
    Stopped(Stop),
}

/// All solutions of a problem as a reduced, ordered, zero-suppressed decision
/// diagram: a graph whose paths from the root to the end are the solutions. It
/// can be far smaller than the list of solutions, and answers in time linear in
/// its size what a list could only answer one by one.
///
/// Source: Minato, "Zero-suppressed BDDs for set manipulation", 1993; Nishino,
/// Yasuda, Minato and Nagata, "Dancing with decision diagrams", 2017.
///
/// ```
/// use exact_cover::{Zdd, models};
/// use grid_core::Stream;
/// let queens = models::queens(8)?;
/// let zdd = Zdd::new(&queens, 1_000_000)?;
/// assert_eq!(zdd.count(), 92);
///
/// // A solution, each with the same probability.
/// let solution = zdd.sample(&mut Stream::new(7, "queens", 0)).unwrap();
/// assert!(queens.is_solution(&solution));
///
/// // Four of the 92 have a queen in the corner.
/// assert_eq!(zdd.count_where(&[exact_cover::OptionId(0)], &[]), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Zdd {
    /// Children before parents; the first two are "no set" and "the empty set".
    nodes: Vec<Node>,
    root: u32,
    /// The option of each level, from the top.
    options: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    level: u32,
    /// Without the option of the level.
    low: u32,
    /// With it.
    high: u32,
}

const FALSE: u32 = 0;
const TRUE: u32 = 1;

/// All steps, layer after layer.
struct Edges {
    edges: Vec<Edge>,
    /// Where the edges of each layer begin.
    layers: Vec<usize>,
}

impl Visit for Edges {
    fn step(&mut self, from: usize, option: u32, to: usize, _: bool) -> bool {
        self.edges.push(Edge { from: from as u32, option, to: to as u32 });
        true
    }

    fn turn(&mut self) {
        self.layers.push(self.edges.len());
    }
}

impl Zdd {
    /// The diagram of a problem, made from at most `limit` steps between states;
    /// each takes 12 bytes while it is built, each node 12 bytes for good.
    ///
    /// # Errors
    /// [`ZddError::TooLarge`].
    pub fn new(problem: &Problem, limit: usize) -> Result<Self, ZddError> {
        Self::within(problem, limit, &Budget::unlimited())
    }

    /// The same within a budget, where each step is a node.
    ///
    /// # Errors
    /// [`ZddError::TooLarge`], [`ZddError::Stopped`].
    pub fn within(problem: &Problem, limit: usize, budget: &Budget) -> Result<Self, ZddError> {
        let compiled = Compiled::new(problem);
        let plan = Plan::new(&compiled).ok_or(ZddError::TooLarge { limit })?;
        let caps = Caps { states: limit, steps: limit as u64 };
        let mut seen = Edges { edges: Vec::new(), layers: vec![0] };
        let (result, _) = walk(&compiled, &plan, caps, &mut budget.meter(), &mut seen);
        match result {
            Ok(end) => {
                let order: Vec<u32> = plan.groups.iter().flat_map(|g| g.options.iter().copied()).collect();
                // Nothing begins where the last layer ends.
                seen.layers.pop();
                Ok(Self::from_edges(&compiled, &order, &seen.edges, &seen.layers, end))
            }
            Err(Halt::Stop(stop)) => Err(ZddError::Stopped(stop)),
            Err(_) => Err(ZddError::TooLarge { limit }),
        }
    }

    /// From the last layer back to the first.
    fn from_edges(compiled: &Compiled, order: &[u32], edges: &[Edge], layers: &[usize], end: bool) -> Self {
        let mut level = vec![0u32; compiled.options()];
        for (at, &option) in order.iter().enumerate() {
            level[option as usize] = at as u32;
        }
        let ids = order.iter().map(|&option| compiled.ids[option as usize]).collect();
        let nodes = vec![Node { level: NONE, low: 0, high: 0 }, Node { level: NONE, low: 1, high: 1 }];
        let mut zdd = Self { nodes, root: FALSE, options: ids };
        if !end {
            return zdd;
        }
        let mut unique: BTreeMap<Node, u32> = BTreeMap::new();
        // The nodes of the states of the next layer.
        let mut below = vec![TRUE];
        for (layer, &begin) in layers.iter().enumerate().rev() {
            let stop = layers.get(layer + 1).copied().unwrap_or(edges.len());
            let states = edges[begin..stop].iter().map(|edge| edge.from as usize + 1).max().unwrap_or(0);
            let mut above = vec![FALSE; states];
            // Nodes of one level are all of one layer.
            unique.clear();
            // The options of a state come in the order of levels, after "none".
            let mut none = vec![FALSE; states];
            for edge in edges[begin..stop].iter().filter(|edge| edge.option == NONE) {
                none[edge.from as usize] = below.get(edge.to as usize).copied().unwrap_or(FALSE);
            }
            above.copy_from_slice(&none);
            for edge in edges[begin..stop].iter().rev().filter(|edge| edge.option != NONE) {
                let high = below.get(edge.to as usize).copied().unwrap_or(FALSE);
                let low = above[edge.from as usize];
                if high == FALSE {
                    continue;
                }
                let node = Node { level: level[edge.option as usize], low, high };
                above[edge.from as usize] = *unique.entry(node).or_insert_with(|| {
                    zdd.nodes.push(node);
                    zdd.nodes.len() as u32 - 1
                });
            }
            below = above;
        }
        zdd.root = below.first().copied().unwrap_or(FALSE);
        zdd
    }

    /// How many nodes the diagram has, without the two ends.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len() - 2
    }

    /// Whether there is no solution.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root == FALSE
    }

    /// The number of solutions.
    #[must_use]
    pub fn count(&self) -> Natural {
        self.counts().swap_remove(self.root as usize)
    }

    /// For each node the number of sets below it.
    fn counts(&self) -> Vec<Natural> {
        let mut counts: Vec<Natural> = vec![Natural::zero(), Natural::from(1u64)];
        for node in &self.nodes[2..] {
            let sum = &counts[node.low as usize] + &counts[node.high as usize];
            counts.push(sum);
        }
        counts
    }

    /// The number of solutions that have all options of `with` and none of
    /// `without`.
    ///
    /// # Complexity
    /// `O(nodes)` additions.
    #[must_use]
    pub fn count_where(&self, with: &[OptionId], without: &[OptionId]) -> Natural {
        let has = |list: &[OptionId], level: usize| list.contains(&OptionId(self.options[level]));
        // How many required levels there are above each level.
        let mut required = vec![0u32; self.options.len() + 1];
        let mut known = 0;
        for level in 0..self.options.len() {
            let is_required = has(with, level);
            known += u32::from(is_required);
            required[level + 1] = required[level] + u32::from(is_required);
        }
        let mut distinct: Vec<OptionId> = with.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() as u32 != known {
            return Natural::zero();
        }
        let top = |node: u32| match self.nodes[node as usize].level {
            NONE => self.options.len(),
            level => level as usize,
        };
        let skips = |from: usize, node: u32| required[top(node)] != required[from];
        let mut counts: Vec<Natural> = vec![Natural::zero(), Natural::from(1u64)];
        for node in &self.nodes[2..] {
            let level = node.level as usize;
            let mut sum = Natural::zero();
            if !has(with, level) && !skips(level, node.low) {
                sum += &counts[node.low as usize];
            }
            if !has(without, level) && !skips(level + 1, node.high) {
                sum += &counts[node.high as usize];
            }
            counts.push(sum);
        }
        if skips(0, self.root) { Natural::zero() } else { counts.swap_remove(self.root as usize) }
    }

    /// A solution drawn uniformly; `None` if there is none.
    ///
    /// # Complexity
    /// `O(nodes)`; [`sample_many`](Self::sample_many) counts only once.
    #[must_use]
    pub fn sample(&self, stream: &mut Stream) -> Option<Vec<OptionId>> {
        self.sample_many(stream, 1).pop()
    }

    /// Solutions drawn uniformly and independently, none if there is none.
    ///
    /// ```
    /// use exact_cover::{Zdd, models};
    /// let zdd = Zdd::new(&models::queens(6)?, 100_000)?;
    /// let drawn = zdd.sample_many(&mut grid_core::Stream::new(0, "doc", 0), 1000);
    /// let first = drawn.iter().filter(|s| **s == drawn[0]).count();
    /// assert!((200..300).contains(&first)); // one of four
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sample_many(&self, stream: &mut Stream, times: usize) -> Vec<Vec<OptionId>> {
        if self.is_empty() {
            return Vec::new();
        }
        let counts = self.counts();
        let mut draw = || {
            let mut left = counts[self.root as usize].draw_below(stream);
            let mut at = self.root;
            let mut solution = Vec::new();
            while at != TRUE {
                let node = self.nodes[at as usize];
                match left.checked_sub(&counts[node.low as usize]) {
                    Some(rest) => {
                        left = rest;
                        solution.push(OptionId(self.options[node.level as usize]));
                        at = node.high;
                    }
                    None => at = node.low,
                }
            }
            solution.sort_unstable();
            solution
        };
        (0..times).map(|_| draw()).collect()
    }

    /// A solution of least total cost and that cost; of several, one that depends
    /// on the problem only. `None` if there is no solution.
    ///
    /// ```
    /// use exact_cover::{Problem, Zdd};
    /// let problem = Problem::exact(2, [vec![0], vec![1], vec![0, 1]])?;
    /// let zdd = Zdd::new(&problem, 1000)?;
    /// let (cost, solution) = zdd.min_cost(|option| [3, 4, 6][option.index()]).unwrap();
    /// assert_eq!((cost, solution[0].index()), (6, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn min_cost(&self, cost: impl Fn(OptionId) -> i64) -> Option<(i128, Vec<OptionId>)> {
        let cost_of = |node: &Node| i128::from(cost(OptionId(self.options[node.level as usize])));
        let mut least: Vec<Option<i128>> = vec![None, Some(0)];
        for node in &self.nodes[2..] {
            let with = least[node.high as usize].map(|rest| rest + cost_of(node));
            let without = least[node.low as usize];
            least.push(match (with, without) {
                (Some(with), Some(without)) => Some(with.min(without)),
                (with, without) => with.or(without),
            });
        }
        let total = least[self.root as usize]?;
        let (mut at, mut solution) = (self.root, Vec::new());
        while at != TRUE {
            let node = self.nodes[at as usize];
            if least[node.low as usize] == least[at as usize] {
                at = node.low;
            } else {
                solution.push(OptionId(self.options[node.level as usize]));
                at = node.high;
            }
        }
        solution.sort_unstable();
        Some((total, solution))
    }

    /// All solutions, each sorted.
    ///
    /// ```
    /// use exact_cover::{Zdd, models};
    /// let zdd = Zdd::new(&models::queens(6)?, 100_000)?;
    /// assert_eq!(zdd.iter().count(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn iter(&self) -> ZddSolutions<'_> {
        ZddSolutions { zdd: self, open: vec![(self.root, 0)], chosen: Vec::new() }
    }
}

impl fmt::Debug for Zdd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zdd").field("nodes", &self.node_count()).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u32,
    option: u32,
    to: u32,
}

/// The solutions of a [`Zdd`], in the order of its levels, with before without.
#[derive(Clone, Debug)]
pub struct ZddSolutions<'a> {
    zdd: &'a Zdd,
    /// Nodes to be visited, with the number of options chosen above.
    open: Vec<(u32, usize)>,
    chosen: Vec<OptionId>,
}

impl Iterator for ZddSolutions<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        while let Some((at, depth)) = self.open.pop() {
            self.chosen.truncate(depth);
            match at {
                FALSE => {}
                TRUE => {
                    let mut solution = self.chosen.clone();
                    solution.sort_unstable();
                    return Some(solution);
                }
                _ => {
                    let node = self.zdd.nodes[at as usize];
                    self.open.push((node.low, depth));
                    // The option is chosen when its branch is visited, next.
                    self.chosen.push(OptionId(self.zdd.options[node.level as usize]));
                    self.open.push((node.high, depth + 1));
                }
            }
        }
        None
    }
}

impl<'a> IntoIterator for &'a Zdd {
    type Item = Vec<OptionId>;
    type IntoIter = ZddSolutions<'a>;

    fn into_iter(self) -> ZddSolutions<'a> {
        self.iter()
    }
}
