//! The steps of a tiling on ways that lead to the whole, by set and piece.

use alloc::vec::Vec;

use grid_core::Bits;
use tetromino::Piece;

use super::build::Build;
use super::live::Live;

/// Sets of pieces that lie, the smaller ones first, and the steps between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steps {
    sets: Vec<u32>,
    /// Where the edges of each set begin, and the end.
    starts: Vec<u32>,
    /// A piece and the number of the set after it.
    edges: Vec<(Piece, u32)>,
    /// For each set how many pieces are still to come, and of which kinds as bits; no
    /// kind where it does not lead to the whole.
    left: Vec<(u8, u8)>,
}

impl Steps {
    /// Takes over the steps of a tiling; `false` if no order of its pieces leads to the
    /// whole.
    pub(crate) fn fill<B: Bits>(&mut self, live: &Live, build: &Build<'_, B>) -> bool {
        let whole = (1u32 << build.pieces.len()) - 1;
        let last = live.steps().last().map_or(0, |&(lying, piece)| lying | 1 << piece);
        if last != whole {
            return false;
        }
        self.sets.clear();
        self.starts.clear();
        self.edges.clear();
        for &(lying, piece) in live.steps() {
            if self.sets.last() != Some(&lying) {
                self.sets.push(lying);
                self.starts.push(self.edges.len() as u32);
            }
            self.edges.push((build.pieces[usize::from(piece)].piece, lying | 1 << piece));
        }
        self.sets.push(whole);
        self.starts.extend([self.edges.len() as u32; 2]);
        self.look_back();
        self.prune();
        true
    }

    fn edges_of(&self, set: usize) -> core::ops::Range<usize> {
        self.starts[set] as usize..self.starts[set + 1] as usize
    }

    /// Numbers the sets that edges lead to, and sees what is left after each set.
    fn look_back(&mut self) {
        self.left.clear();
        self.left.resize(self.sets.len(), (0, 0));
        for set in (0..self.sets.len() - 1).rev() {
            for at in self.edges_of(set) {
                let (piece, to) = self.edges[at];
                let key = |set: &u32| (set.count_ones(), *set);
                // A set without edges leads nowhere and is not there.
                let found = self.sets.binary_search_by_key(&key(&to), key);
                let lives = |&number: &usize| number == self.sets.len() - 1 || self.left[number].1 != 0;
                let number = found.ok().filter(lives);
                self.edges[at].1 = number.map_or(NOWHERE, |number| number as u32);
                if let Some(number) = number {
                    let (pieces, kinds) = self.left[number];
                    self.left[set] = (pieces + 1, kinds | 1 << piece as u8 | self.left[set].1);
                }
            }
        }
    }

    /// Drops the steps that do not lead to the whole.
    fn prune(&mut self) {
        let mut kept = 0;
        for set in 0..self.sets.len() {
            let edges = self.edges_of(set);
            self.starts[set] = kept as u32;
            for at in edges {
                if self.edges[at].1 != NOWHERE {
                    self.edges[kept] = self.edges[at];
                    kept += 1;
                }
            }
        }
        self.edges.truncate(kept);
        self.starts[self.sets.len()] = kept as u32;
    }

    /// Whether so many pieces more of a queue, and a held one, can be enough.
    #[inline]
    pub(crate) fn can_end(&self, set: u32, queue: u8, held: Option<Piece>) -> bool {
        let (pieces, kinds) = self.left[set as usize];
        let helps = held.is_some_and(|held| kinds >> held as u8 & 1 != 0);
        pieces <= queue + u8::from(helps)
    }

    /// The number of the whole.
    pub(crate) fn end(&self) -> u32 {
        self.sets.len() as u32 - 1
    }

    /// The sets that a piece leads to, by number.
    #[inline]
    pub(crate) fn after(&self, set: u32, piece: Piece) -> impl Iterator<Item = u32> + '_ {
        let edges = &self.edges[self.edges_of(set as usize)];
        edges.iter().filter(move |(other, _)| *other == piece).map(|&(_, to)| to)
    }
}

/// The number of no set.
const NOWHERE: u32 = u32::MAX;
