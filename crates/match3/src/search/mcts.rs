//! Monte-Carlo tree search over sequences of moves (open loop): a node stands for
//! the moves that led to it, not for a board, since every try refills anew.
//!
//! Selection by UCB1 (Auer, Cesa-Bianchi and Fischer, 2002) over the moves that
//! are legal in the try at hand, scaled by the mean value of a try.

use alloc::vec::Vec;

use grid_core::{Meter, Stop};

use super::position::{Moves, Position};
use super::ranking::{Buffers, Tally, Task, sqrt};
use crate::judge::leaf::Leaf;
use crate::judge::policy::ScorePolicy;
use crate::rules::swap::Swap;

/// How long and how curious.
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

/// All sequences tried so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    path: Vec<(u32, f64, u32)>,
    /// Mean length of the path in the tree, for reports.
    depth_sum: u64,
}

impl Tree {
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

    /// Mean depth of the tree over all tries.
    pub(crate) fn mean_depth(&self) -> f64 {
        self.nodes.first().map_or(0.0, |root| self.depth_sum as f64 / f64::from(root.visits.max(1)))
    }
}

/// The natural logarithm of a number of at least 1, the same on every platform:
/// the power of two, and the series of the inverse hyperbolic tangent for the rest.
fn ln(value: f64) -> f64 {
    let exponent = (value.to_bits() >> 52) as i64 - 1023;
    let rest = f64::from_bits(value.to_bits() & ((1 << 52) - 1) | 1023 << 52);
    let t = (rest - 1.0) / (rest + 1.0);
    let square = t * t;
    let (mut term, mut sum) = (t, 0.0);
    for odd in 0..16 {
        sum += term / f64::from(2 * odd + 1);
        term *= square;
    }
    exponent as f64 * core::f64::consts::LN_2 + 2.0 * sum
}

/// Fills the tallies of the moves of the first board.
///
/// O(tries × (depth + rollout)) boards expanded.
pub(crate) fn run<B: Position, P: ScorePolicy, L: Leaf>(
    buffers: &mut Buffers<B>,
    task: &Task<'_, P, L>,
    shape: &Shape,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    buffers.prepare_tables(task.rules.kinds, 1);
    let done = {
        let Buffers { plies, boards, tables, tree, swaps, .. } = buffers;
        let [_, moves, ..] = plies;
        let [root, board, ..] = boards;
        let nowhere = Swap::default();
        tree.nodes.clear();
        tree.nodes.push(Node::new(nowhere, NONE));
        tree.depth_sum = 0;
        let mut mean = 0.0_f64;
        let mut done = Ok(());
        for attempt in 0..shape.tries {
            board.clone_from(root);
            tree.path.clear();
            let mut node = 0;
            let mut discount = 1.0;
            let mut value = 0.0;
            let mut in_tree = true;
            let mut left = shape.rollout;
            for ply in 0_u64.. {
                let index = u64::from(attempt) << 24 | ply;
                tables[0].restart(task.seed, index | 1 << 60);
                let swap = if in_tree {
                    board.swaps_into(task.rules, swaps);
                    if swaps.is_empty() {
                        break;
                    }
                    match tree.select(node, swaps, shape.exploration * mean) {
                        Ok(child) => {
                            node = child;
                            tree.nodes[child as usize].swap
                        }
                        Err(swap) => {
                            node = tree.add(node, swap);
                            in_tree = false;
                            swap
                        }
                    }
                } else {
                    if left == 0 {
                        break;
                    }
                    left -= 1;
                    board.expand::<P, false>(task.rules, None, task.policy, moves);
                    let best =
                        (0..moves.len()).max_by_key(|&i| (moves.result(i).score, core::cmp::Reverse(i)));
                    let Some(best) = best else { break };
                    moves.swap(best, board)
                };
                done = meter.spend(1);
                if done.is_err() {
                    break;
                }
                let result = board.play(swap, task.rules, &mut tables[0], task.policy, moves);
                let gain = discount * result.score as f64;
                if tree.path.last().is_none_or(|&(last, ..)| last != node) {
                    tree.path.push((node, value, result.waves));
                }
                value += gain;
                discount *= shape.gamma;
            }
            if done.is_err() {
                break;
            }
            if !L::NOTHING {
                value += discount * task.leaf.value(board.view(), task.rules);
            }
            tree.depth_sum += tree.path.len() as u64;
            mean += (value - mean) / f64::from(attempt + 1);
            tree.nodes[0].visits += 1;
            for (ply, &(node, before, waves)) in tree.path.iter().enumerate() {
                // What came from this move on, in the unit of its own time.
                let mut gain = value - before;
                for _ in 0..ply {
                    gain /= shape.gamma;
                }
                let node = &mut tree.nodes[node as usize];
                node.visits += 1;
                node.sum += gain;
                node.squares += gain * gain;
                node.waves += u64::from(waves);
            }
        }
        done
    };
    // The moves of the root in their order, with the tallies of their nodes.
    let Buffers { plies, boards, tally, tree, .. } = buffers;
    boards[0].expand::<P, false>(task.rules, None, task.policy, &mut plies[0]);
    tally.clear();
    for index in 0..plies[0].len() {
        let swap = plies[0].swap(index, &boards[0]);
        let node = tree.child(0, swap).map(|child| &tree.nodes[child as usize]);
        tally.push(node.map_or_else(Tally::default, |node| Tally {
            samples: node.visits,
            sum: node.sum,
            squares: node.squares,
            waves: node.waves,
        }));
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        for value in [1.0, 1.5, 2.0, 3.0, 10.0, 12345.0] {
            assert!((ln(value) - f64::ln(value)).abs() < 1e-12, "{value}");
        }
    }
}
