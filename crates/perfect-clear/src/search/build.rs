//! The orders in which a candidate can be built, over sets of pieces that lie.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use grid_core::{Bits, Meter, Stop};
use tetromino::Piece;

use super::board;
use super::options::{Options, PcOption};
use super::reach::Reach;
use crate::rules::field::PcField;
use crate::rules::order::PlayOrder;

/// A candidate tiling, to be built on its field.
pub(crate) struct Build<'a, B> {
    pub(crate) height: u32,
    pub(crate) start: B,
    pub(crate) pieces: Vec<&'a PcOption<B>>,
}

impl<'a, B: Bits> Build<'a, B> {
    pub(crate) fn new(field: &PcField, options: &'a Options<B>, chosen: &[u32]) -> Self {
        let pieces = chosen.iter().map(|&number| &options.all[number as usize]).collect();
        Self { height: field.height() as u32, start: board::filled(field), pieces }
    }

    /// The board when a set of pieces lies, in rows of the field.
    pub(crate) fn board(&self, lying: u32) -> B {
        let lies = |at: usize| lying >> at & 1 != 0;
        let pieces = self.pieces.iter().enumerate().filter(|(at, _)| lies(*at));
        pieces.fold(self.start, |board, (_, option)| board | option.cells)
    }

    /// Whether a piece can be placed on a board that rows of this set are gone from.
    #[inline]
    pub(crate) fn can_place(&self, reach: &mut Reach<B>, piece: usize, board: B, gone: u16) -> bool {
        let option = self.pieces[piece];
        if !option.may_rest(board) {
            return false;
        }
        let rows = self.height - gone.count_ones();
        reach.reaches(board::without_rows(board, gone), rows, &option.landing(gone))
    }

    /// The pieces of wanted kinds that can be placed when a set lies.
    pub(crate) fn placeable<'r>(
        &'r self,
        reach: &'r mut Reach<B>,
        lying: u32,
        wanted: impl Fn(Piece) -> bool + 'r,
    ) -> impl Iterator<Item = usize> + 'r {
        let board = self.board(lying);
        let gone = board::full_rows(board, self.height);
        let open = (0..self.pieces.len()).filter(move |&piece| lying >> piece & 1 == 0);
        let open = open.filter(move |&piece| wanted(self.pieces[piece].piece));
        open.filter(move |&piece| self.can_place(reach, piece, board, gone))
    }

    /// Whether the queue allows an order; the first one as numbers of the pieces. A
    /// node is a set of pieces that leads nowhere. Stopped, it can be asked again with
    /// the same `dead`, as `again`, and goes on.
    pub(crate) fn first(
        &self,
        order: &PlayOrder,
        reach: &mut Reach<B>,
        dead: &mut Dead,
        path: &mut Vec<usize>,
        again: bool,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        if !again {
            dead.reset(self.pieces.len(), order.states());
        }
        path.clear();
        self.descend(order, reach, dead, (0, 0, self.start), path, meter)
    }

    /// Pieces are few, so the depth is small: at most 25.
    fn descend(
        &self,
        order: &PlayOrder,
        reach: &mut Reach<B>,
        dead: &mut Dead,
        (lying, state, board): (u32, usize, B),
        path: &mut Vec<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        if path.len() == self.pieces.len() {
            return Ok(true);
        }
        if dead.contains(lying, state) {
            return Ok(false);
        }
        let gone = board::full_rows(board, self.height);
        for (piece, option) in self.pieces.iter().enumerate() {
            if lying >> piece & 1 != 0 {
                continue;
            }
            let Some(after) = order.after(state, option.piece) else { continue };
            if self.can_place(reach, piece, board, gone) {
                path.push(piece);
                let next = (lying | 1 << piece, after, board | option.cells);
                if self.descend(order, reach, dead, next, path, meter)? {
                    return Ok(true);
                }
                path.pop();
            }
        }
        meter.spend(1)?;
        dead.insert(lying, state);
        Ok(false)
    }

    /// How many orders the queue allows.
    pub(crate) fn count(
        &self,
        order: &PlayOrder,
        reach: &mut Reach<B>,
        meter: &mut Meter<'_>,
    ) -> Result<u128, Stop> {
        // Sets in layers of equal size, each with the ways to come to it.
        let mut layer: BTreeMap<(u32, usize), u128> = BTreeMap::from([((0, 0), 1)]);
        for _ in 0..self.pieces.len() {
            let mut next = BTreeMap::new();
            for (&(lying, state), &ways) in &layer {
                meter.spend(1)?;
                for piece in self.placeable(reach, lying, |piece| order.after(state, piece).is_some()) {
                    if let Some(after) = order.after(state, self.pieces[piece].piece) {
                        *next.entry((lying | 1 << piece, after)).or_insert(0) += ways;
                    }
                }
            }
            layer = next;
        }
        Ok(layer.values().sum())
    }
}

/// Sets and states that lead nowhere, for one candidate after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dead {
    /// A bit for each set and state, where there are not too many.
    words: Vec<u64>,
    /// Words that are not 0.
    touched: Vec<u32>,
    states: usize,
    /// Where there are too many for bits.
    tree: alloc::collections::BTreeSet<(u32, usize)>,
}

impl Dead {
    const MOST_BITS: usize = 1 << 16;

    /// Forgets all.
    fn reset(&mut self, pieces: usize, states: usize) {
        self.touched.drain(..).for_each(|word| self.words[word as usize] = 0);
        self.tree.clear();
        self.states = states;
        let bits = (1usize << pieces.min(31)).saturating_mul(states);
        if bits > Self::MOST_BITS {
            self.words.clear();
        } else if self.words.len() < bits.div_ceil(64) {
            self.words.resize(bits.div_ceil(64), 0);
        }
    }

    #[inline]
    fn contains(&self, lying: u32, state: usize) -> bool {
        let at = lying as usize * self.states + state;
        match self.words.get(at / 64) {
            Some(word) => word >> (at % 64) & 1 != 0,
            None => self.tree.contains(&(lying, state)),
        }
    }

    #[inline]
    fn insert(&mut self, lying: u32, state: usize) {
        let at = lying as usize * self.states + state;
        match self.words.get_mut(at / 64) {
            Some(word) => {
                if *word == 0 {
                    self.touched.push((at / 64) as u32);
                }
                *word |= 1 << (at % 64);
            }
            None => {
                self.tree.insert((lying, state));
            }
        }
    }
}
