//! The steps of a tiling: from which sets of its pieces which can be placed next, on
//! ways that lead to the whole.

use alloc::vec::Vec;

use grid_core::{Bits, Meter, Stop};
use tetromino::Piece;

use super::board;
use super::build::Build;
use super::reach::Reach;

/// Sets of pieces that lie, in layers by their number of pieces, and the steps
/// between them; filled set by set, so that it can stop and go on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steps {
    sets: Vec<u32>,
    /// Where each layer begins.
    layers: Vec<u32>,
    /// Where the edges of each set begin, and the end.
    starts: Vec<u32>,
    /// A piece and the set after it, by its number once the layer is known.
    edges: Vec<(Piece, u32)>,
    pieces: usize,
    /// For each set how many pieces are still to come, and of which kinds as bits; no
    /// kind where it does not lead to the whole.
    left: Vec<(u8, u8)>,
    /// Most bytes, and whether it would take more.
    memory: usize,
    too_large: bool,
}

impl Steps {
    /// Begins with a tiling of so many pieces, to take at most so many bytes.
    pub(crate) fn begin(&mut self, pieces: usize, memory: usize) {
        (self.memory, self.too_large) = (memory, false);
        self.sets.clear();
        self.sets.push(0);
        self.layers.clear();
        self.layers.push(0);
        self.starts.clear();
        self.starts.push(0);
        self.edges.clear();
        self.pieces = pieces;
    }

    /// Fills it; `false` if no order of the pieces leads to the whole, or if it is
    /// [too large](Self::is_too_large). A node is a set.
    pub(crate) fn advance<B: Bits>(
        &mut self,
        build: &Build<'_, B>,
        reach: &mut Reach<B>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        while self.layers.len() <= self.pieces {
            while let Some(&lying) = self.sets.get(self.starts.len() - 1) {
                if self.bytes() > self.memory {
                    self.too_large = true;
                    return Ok(false);
                }
                meter.spend(1)?;
                self.expand(build, reach, lying);
            }
            if !self.close_layer() {
                return Ok(false);
            }
        }
        // The last layer is the whole, which has no edges.
        self.starts.push(self.edges.len() as u32);
        self.prune();
        Ok(true)
    }

    fn expand<B: Bits>(&mut self, build: &Build<'_, B>, reach: &mut Reach<B>, lying: u32) {
        let lying_board = build.board(lying);
        let gone = board::full_rows(lying_board, build.height);
        let (remaining, rows) = (board::without_rows(lying_board, gone), build.height - gone.count_ones());
        for (at, option) in build.pieces.iter().enumerate() {
            let open = lying >> at & 1 == 0 && option.gaps & !gone == 0;
            if open && reach.reaches(remaining, rows, &option.landing(gone)) {
                self.edges.push((option.piece, lying | 1 << at));
            }
        }
        self.starts.push(self.edges.len() as u32);
    }

    /// Numbers the sets that the last layer leads to; `false` if there are none.
    fn close_layer(&mut self) -> bool {
        let first = self.layers[self.layers.len() - 1] as usize;
        let edges = self.starts[first] as usize..self.edges.len();
        let begin = self.sets.len();
        self.sets.extend(self.edges[edges.clone()].iter().map(|&(_, set)| set));
        sort_tail(&mut self.sets, begin);
        let layer = &self.sets[begin..];
        for (_, set) in &mut self.edges[edges] {
            *set = (begin + layer.partition_point(|other| other < set)) as u32;
        }
        self.layers.push(begin as u32);
        self.sets.len() > begin
    }

    /// Drops the steps that do not lead to the whole.
    fn prune(&mut self) {
        let end = self.sets.len() - 1;
        self.left.clear();
        self.left.resize(self.sets.len(), (0, 0));
        for set in (0..end).rev() {
            let edges = &self.edges[self.starts[set] as usize..self.starts[set + 1] as usize];
            for &(piece, to) in edges {
                let (pieces, kinds) = self.left[to as usize];
                if to as usize == end || kinds != 0 {
                    self.left[set] = (pieces + 1, kinds | 1 << piece as u8 | self.left[set].1);
                }
            }
        }
        let mut kept = 0;
        for set in 0..self.sets.len() {
            let edges = self.starts[set] as usize..self.starts[set + 1] as usize;
            self.starts[set] = kept as u32;
            for at in edges {
                let to = self.edges[at].1 as usize;
                if to == end || self.left[to].1 != 0 {
                    self.edges[kept] = self.edges[at];
                    kept += 1;
                }
            }
        }
        self.edges.truncate(kept);
        self.starts[end + 1] = kept as u32;
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
        let edges = self.starts[set as usize] as usize..self.starts[set as usize + 1] as usize;
        self.edges[edges].iter().filter(move |(other, _)| *other == piece).map(|&(_, to)| to)
    }

    /// Whether the bytes it may take were too few.
    pub(crate) fn is_too_large(&self) -> bool {
        self.too_large
    }

    /// Bytes it takes.
    fn bytes(&self) -> usize {
        6 * (self.sets.len() + self.starts.len()) + size_of::<(Piece, u32)>() * self.edges.len()
    }
}

/// Sorts what a list has from a place on, each once.
pub(super) fn sort_tail<T: Ord + Copy>(list: &mut Vec<T>, from: usize) {
    list[from..].sort_unstable();
    let mut kept = from;
    for at in from..list.len() {
        if at == from || list[at] != list[at - 1] {
            list[kept] = list[at];
            kept += 1;
        }
    }
    list.truncate(kept);
}
