//! The positions after one ply, the best of them kept.

use alloc::vec::Vec;
use core::cmp::Reverse;

use tetromino::Standing;

use super::hands::Hands;
use super::seen::{Seen, key};

/// A position of the beam.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) standing: Standing,
    pub(super) reward: i32,
    pub(super) waiting: u32,
    pub(super) hands: Hands,
    /// The first move of the line.
    pub(super) root: u16,
}

/// The positions after one ply.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    pub(super) nodes: Vec<Node>,
    /// Scores and indices of the positions that may go on.
    pub(super) order: Vec<(i32, Reverse<u32>)>,
    seen: Seen<i32>,
    keep: usize,
    /// Scores up to this one do not go on.
    floor: i32,
}

impl Ply {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            order: Vec::new(),
            seen: Seen::new(i32::MIN),
            keep: usize::MAX,
            floor: i32::MIN,
        }
    }

    pub(super) fn restart(&mut self, keep: usize) {
        self.keep = keep.max(1);
        self.nodes.clear();
        self.order.clear();
        self.seen.restart(self.keep.saturating_mul(8));
        self.floor = i32::MIN;
    }

    #[inline]
    pub(super) fn add(&mut self, score: i32, node: &Node) {
        if score <= self.floor || !self.seen.improves(node.key(), score) {
            return;
        }
        self.order.push((score, Reverse(self.nodes.len() as u32)));
        self.nodes.push(*node);
        if self.order.len() >= self.keep.saturating_mul(2).max(64) {
            self.prune();
        }
    }

    fn prune(&mut self) {
        if self.order.len() > self.keep {
            let (_, last, _) = self.order.select_nth_unstable_by_key(self.keep - 1, |&entry| Reverse(entry));
            self.floor = last.0;
            self.order.truncate(self.keep);
        }
    }

    /// Best first.
    pub(super) fn finish(&mut self) {
        self.prune();
        self.order.sort_unstable_by_key(|&entry| Reverse(entry));
    }
}

impl Node {
    /// A key of what decides the rest of the line.
    #[inline]
    fn key(&self) -> u64 {
        let hold = self.hands.hold.map_or(7, |piece| piece as u64);
        let rest = u64::from(self.standing.combo.min(63)) << 16
            | u64::from(self.standing.chain.min(63)) << 8
            | hold << 4
            | u64::from(self.hands.next) << 24;
        key(self.standing.field.columns(), rest)
    }
}
