//! Walks of queues through a graph of boards.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Meter, Stop, mix64};
use tetromino::Piece;

use super::graph::Graph;
use crate::rules::order::{Hold, Spot, place};

/// Where a walk can stand: a board, and a spot of the queue.
type Place = (u32, Spot);

/// A walk in depth that can be stopped and goes on.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    stack: Vec<Place>,
    /// Open addressing: places seen, with the number of the walk.
    seen: Vec<(u64, u32)>,
    number: u32,
    count: usize,
    spots: Vec<Spot>,
}

impl Walk {
    pub(crate) fn new() -> Self {
        Self { stack: Vec::new(), seen: vec![(0, 0); 1 << 10], number: 0, count: 0, spots: Vec::new() }
    }

    /// Begins at the start of the graph.
    pub(crate) fn begin(&mut self, hold: Hold) {
        self.stack.clear();
        self.stack.push((Graph::START, (0, hold.piece())));
        self.count = 0;
        self.number = self.number.checked_add(1).unwrap_or_else(|| {
            self.seen.fill((0, 0));
            1
        });
    }

    /// Goes on until it is known whether the queue leads to the end. A node is a place.
    pub(crate) fn advance(
        &mut self,
        graph: &Graph,
        queue: &[Piece],
        hold: Hold,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let Some(end) = graph.end() else { return Ok(false) };
        while let Some(&(board, spot)) = self.stack.last() {
            meter.spend(1)?;
            self.stack.pop();
            if board == end {
                return Ok(true);
            }
            for (piece, to) in graph.steps(board) {
                let mut spots = core::mem::take(&mut self.spots);
                place(queue, hold, spot, piece, &mut spots);
                for spot in spots.drain(..) {
                    if self.is_new(to, spot) {
                        self.stack.push((to, spot));
                    }
                }
                self.spots = spots;
            }
        }
        Ok(false)
    }

    #[inline]
    fn is_new(&mut self, board: u32, (at, held): Spot) -> bool {
        let held = held.map_or(7, |piece| piece as u64);
        let key = u64::from(board) << 16 | (at as u64) << 3 | held;
        if 2 * self.count > self.seen.len() {
            self.grow();
        }
        let mut slot = mix64(key) as usize & (self.seen.len() - 1);
        while self.seen[slot].1 == self.number {
            if self.seen[slot].0 == key {
                return false;
            }
            slot = (slot + 1) & (self.seen.len() - 1);
        }
        self.seen[slot] = (key, self.number);
        self.count += 1;
        true
    }

    #[cold]
    fn grow(&mut self) {
        let size = 4 * self.seen.len();
        let old = core::mem::replace(&mut self.seen, vec![(0, 0); size]);
        for (key, _) in old.into_iter().filter(|(_, number)| *number == self.number) {
            let mut slot = mix64(key) as usize & (size - 1);
            while self.seen[slot].1 == self.number {
                slot = (slot + 1) & (size - 1);
            }
            self.seen[slot] = (key, self.number);
        }
    }
}
