//! Which queues clear a field: tiling by tiling, each takes the queues out of a tree
//! that can build it.
//!
//! After the first tilings few queues are left, and a tiling is done within some steps.

use grid_core::{Bits, Meter, Stop};
use tetromino::Piece;

use super::board;
use super::build::Build;
use super::candidates::Candidates;
use super::open_queues::OpenQueues;
use super::options::Options;
use super::reach::Reach;
use super::seen::Seen;
use super::solver::PcSolver;
use super::tilings::Tilings;
use crate::rules::field::PcField;
use crate::rules::order::Hold;

/// A search that can be stopped after each tiling and goes on.
#[derive(Clone, Debug)]
pub(crate) struct Elimination<B> {
    field: PcField,
    hold: Hold,
    options: Options<B>,
    tilings: Tilings<B>,
    reach: Reach<B>,
    open: OpenQueues,
    seen: Seen,
}

impl<B: Bits> Elimination<B> {
    /// For queues in a tree, with pieces from a stock.
    pub(crate) fn new(
        solver: &PcSolver,
        field: &PcField,
        hold: Hold,
        open: OpenQueues,
        stock: [u8; 7],
    ) -> Self {
        let options = Options::<B>::new(field);
        let tilings = Tilings::new(field, &options, stock, 0);
        let reach = Reach::new(solver.generator.clone());
        Self { field: *field, hold, options, tilings, reach, open, seen: Seen::new() }
    }

    /// Goes on until every queue is judged; tells those that clear the field. A node is a
    /// piece laid, in search of tilings or on the way to one; a tiling is never left
    /// half done, so it may spend some thousands more than it should.
    pub(crate) fn advance(&mut self, meter: &mut Meter<'_>, mut tell: impl FnMut(u32)) -> Result<(), Stop> {
        while self.open.open(OpenQueues::ROOT) > 0 && self.tilings.advance(&self.options, meter)? {
            let build = Build::new(&self.field, &self.options, self.tilings.chosen());
            let mut kinds = [0; 7];
            build.pieces.iter().zip(0..).for_each(|(option, at)| kinds[option.piece as usize] |= 1u32 << at);
            self.seen.begin();
            let mut taker = Taker {
                build: &build,
                kinds,
                whole: ((1u64 << build.pieces.len()) - 1) as u32,
                holds: self.hold == Hold::Empty,
                reach: &mut self.reach,
                open: &mut self.open,
                seen: &mut self.seen,
                tell: &mut tell,
            };
            taker.take(OpenQueues::ROOT, self.hold.piece(), 0, build.start);
            meter.charge(self.seen.count() as u64)?;
        }
        Ok(())
    }
}

/// Takes out the queues that can build one tiling.
struct Taker<'a, 'b, B, F> {
    build: &'a Build<'b, B>,
    /// The pieces of each kind as bits.
    kinds: [u32; 7],
    whole: u32,
    holds: bool,
    reach: &'a mut Reach<B>,
    open: &'a mut OpenQueues,
    seen: &'a mut Seen,
    tell: &'a mut F,
}

impl<B: Bits, F: FnMut(u32)> Taker<'_, '_, B, F> {
    /// From a node with a piece held and a set of pieces that lie, how many queues it
    /// takes. Queues are short, so the depth is small: at most 26.
    fn take(&mut self, node: u32, held: Option<Piece>, lying: u32, board: B) -> u32 {
        if self.open.open(node) == 0 {
            return 0;
        }
        if lying == self.whole {
            return self.open.close_all(node, self.tell);
        }
        let kept = held.map_or(7, |piece| piece as u64);
        if !self.seen.is_new(u64::from(node) << 29 | kept << 26 | u64::from(lying)) {
            return 0;
        }
        let gone = board::full_rows(board, self.build.height);
        let mut taken = 0;
        if self.open.is_leaf(node) {
            return self.place(held, node, None, (lying, board, gone));
        }
        for (next, child) in self.open.children(node) {
            let Some(piece) = next else {
                taken += self.place(held, child, None, (lying, board, gone));
                continue;
            };
            taken += self.place(Some(piece), child, held, (lying, board, gone));
            if held.is_some_and(|held| held != piece) {
                taken += self.place(held, child, Some(piece), (lying, board, gone));
            }
            if self.holds && held.is_none() {
                let mut below = 0;
                for (second, grandchild) in self.open.children(child) {
                    below += self.place(second, grandchild, Some(piece), (lying, board, gone));
                }
                self.open.close(child, below);
                taken += below;
            }
        }
        self.open.close(node, taken);
        taken
    }

    /// Places a piece of a kind in every way and comes to a node with another held.
    fn place(
        &mut self,
        piece: Option<Piece>,
        node: u32,
        held: Option<Piece>,
        (lying, board, gone): (u32, B, u16),
    ) -> u32 {
        let Some(piece) = piece else { return 0 };
        let mut taken = 0;
        let mut left = self.kinds[piece as usize] & !lying;
        while left != 0 && self.open.open(node) > 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            if self.build.can_place(self.reach, at as usize, board, gone) {
                let cells = self.build.pieces[at as usize].cells;
                taken += self.take(node, held, lying | 1 << at, board | cells);
            }
        }
        taken
    }
}
