//! Monte-Carlo tree search over sequences of moves (open loop): a node stands for
//! the moves that led to it, not for a board, since every try refills anew.
//!
//! Selection by UCB1 (Auer, Cesa-Bianchi and Fischer, 2002) over the moves that
//! are legal in the try at hand, scaled by the mean value of a try.

use alloc::vec::Vec;
use core::cmp::Reverse;

use grid_core::Stop;

use super::float::{ln, sqrt};
use super::position::{Moves, Position};
use super::purse::Purse;
use super::ranker::{Buffers, Task};
use super::ranking::Tally;
use crate::judge::leaf::Leaf;
use crate::judge::policy::ScorePolicy;
use crate::rules::swap::Swap;

/// How long and how curious.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) tries: u32,
    pub(crate) rollout: u32,
    pub(crate) gamma: f64,
    pub(crate) exploration: f64,
}

/// A sequence of moves.
#[derive(Clone, Debug)]
struct Node {
    swap: Swap,
    visits: u32,
    sum: f64,
    squares: f64,
    waves: u64,
    first_child: u32,
    sibling: u32,
}

const NONE: u32 = u32::MAX;

impl Node {
    const fn new(swap: Swap, sibling: u32) -> Self {
        Self { swap, visits: 0, sum: 0.0, squares: 0.0, waves: 0, first_child: NONE, sibling }
    }
}

/// All sequences tried so far, and the try at hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// Sum of the lengths of the tries' paths in the tree, for reports.
    depth_sum: u64,
    /// The mean value of a try.
    mean: f64,
    /// Tries done.
    done: u32,
    now: Try,
}

/// A try that is being played.
#[derive(Clone, Debug, Default)]
struct Try {
    begun: bool,
    /// Its nodes, with the value before each and the waves of its move.
    path: Vec<(u32, f64, u32)>,
    ply: u64,
    node: u32,
    in_tree: bool,
    /// Moves left after the tree.
    left: u32,
    discount: f64,
    value: f64,
}

impl Tree {
    pub(crate) fn restart(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(Swap::default(), NONE));
        (self.depth_sum, self.mean, self.done) = (0, 0.0, 0);
        self.now.begun = false;
    }

    /// Tries done, and the share of the whole.
    pub(crate) fn progress(&self, shape: &Shape) -> (u64, f64) {
        (self.done.into(), f64::from(self.done) / f64::from(shape.tries))
    }

    fn child(&self, parent: u32, swap: Swap) -> Option<u32> {
        let mut child = self.nodes[parent as usize].first_child;
        while child != NONE && self.nodes[child as usize].swap != swap {
            child = self.nodes[child as usize].sibling;
        }
        (child != NONE).then_some(child)
    }

    fn add(&mut self, parent: u32, swap: Swap) -> u32 {
        let number = self.nodes.len() as u32;
        let sibling = self.nodes[parent as usize].first_child;
        self.nodes.push(Node::new(swap, sibling));
        self.nodes[parent as usize].first_child = number;
        number
    }

    /// The legal move to try next: the first untried one, else the highest bound.
    fn select(&self, parent: u32, legal: &[Swap], spread: f64) -> Result<u32, Swap> {
        let visits = f64::from(self.nodes[parent as usize].visits.max(1));
        let mut best = (f64::NEG_INFINITY, 0);
        for &swap in legal {
            let Some(child) = self.child(parent, swap) else { return Err(swap) };
            let node = &self.nodes[child as usize];
            let n = f64::from(node.visits);
            let bound = node.sum / n + spread * sqrt(ln(visits) / n);
            if bound > best.0 {
                best = (bound, child);
            }
        }
        Ok(best.1)
    }

    /// Begins a try at the root.
    fn begin(&mut self, rollout: u32) {
        let path = core::mem::take(&mut self.now.path);
        self.now = Try { begun: true, path, in_tree: true, left: rollout, discount: 1.0, ..Try::default() };
        self.now.path.clear();
    }

    /// Adds the try, which came to its value, to the nodes on its path.
    fn finish(&mut self, gamma: f64) {
        self.done += 1;
        self.depth_sum += self.now.path.len() as u64;
        self.mean += (self.now.value - self.mean) / f64::from(self.done);
        self.nodes[0].visits += 1;
        for (ply, &(node, before, waves)) in self.now.path.iter().enumerate() {
            // What came from this move on, in the unit of its own time.
            let mut gain = self.now.value - before;
            for _ in 0..ply {
                gain /= gamma;
            }
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sum += gain;
            node.squares += gain * gain;
            node.waves += u64::from(waves);
        }
        self.now.begun = false;
    }

    /// The sums of a move of the root.
    pub(crate) fn tally(&self, swap: Swap) -> Tally {
        self.child(0, swap).map_or_else(Tally::default, |child| {
            let node = &self.nodes[child as usize];
            Tally { samples: node.visits, sum: node.sum, squares: node.squares, waves: node.waves }
        })
    }

    /// Mean depth of the tree over all tries.
    pub(crate) fn mean_depth(&self) -> f64 {
        self.depth_sum as f64 / f64::from(self.done.max(1))
    }
}

/// Goes on until all tries are in the tree.
///
/// O(tries × (depth + rollout)) boards expanded; a piece of work is one move of a
/// try.
pub(crate) fn run<B: Position, P: ScorePolicy, L: Leaf>(
    buffers: &mut Buffers<B>,
    task: &Task<'_, P, L>,
    shape: &Shape,
    purse: &mut Purse<'_>,
) -> Result<(), Stop> {
    let Buffers { plies, boards, tables, tree, swaps, owed, .. } = buffers;
    let [_, moves, ..] = plies;
    let [root, board, ..] = boards;
    let table = &mut tables[0];
    loop {
        let (found, fraction) = tree.progress(shape);
        purse.note(found, fraction);
        purse.pay(owed)?;
        if !tree.now.begun {
            if tree.done == shape.tries {
                return Ok(());
            }
            board.clone_from(root);
            tree.begin(shape.rollout);
        }
        let swap = if tree.now.in_tree {
            board.swaps_into(task.rules, swaps);
            if swaps.is_empty() {
                if tree.now.ply == 0 {
                    return Ok(());
                }
                None
            } else {
                let swap = match tree.select(tree.now.node, swaps, shape.exploration * tree.mean) {
                    Ok(child) => {
                        tree.now.node = child;
                        tree.nodes[child as usize].swap
                    }
                    Err(swap) => {
                        tree.now.node = tree.add(tree.now.node, swap);
                        tree.now.in_tree = false;
                        swap
                    }
                };
                Some(swap)
            }
        } else if tree.now.left == 0 {
            None
        } else {
            tree.now.left -= 1;
            board.expand::<P, false>(task.rules, None, task.policy, moves);
            *owed += moves.len() as u64;
            let value = |i: usize| (moves.result(i).score, moves.result(i).waves, Reverse(i));
            (0..moves.len()).max_by_key(|&i| value(i)).map(|best| moves.swap(best, board))
        };
        let Some(swap) = swap else {
            if !L::NOTHING {
                tree.now.value += tree.now.discount * task.leaf.value(board.view(), task.rules);
            }
            tree.finish(shape.gamma);
            continue;
        };
        table.restart(task.seed, u64::from(tree.done) << 24 | tree.now.ply | 1 << 60);
        *owed += 1;
        let result = board.play(swap, task.rules, table, task.policy, moves);
        let now = &mut tree.now;
        if now.path.last().is_none_or(|&(last, ..)| last != now.node) {
            now.path.push((now.node, now.value, result.waves));
        }
        now.value += now.discount * result.score as f64;
        now.discount *= shape.gamma;
        now.ply += 1;
    }
}
