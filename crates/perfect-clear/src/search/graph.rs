//! The boards on the way of all candidates as one graph: a queue clears the field if
//! its pieces lead along some way to the end.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Bits, Meter, Stop, mix64};
use tetromino::Piece;

use super::board;
use super::build::Build;
use super::live::Live;
use super::options::Options;
use super::reach::Reach;
use super::solver::PcSolver;
use super::tilings::Tilings;
use crate::rules::field::PcField;

/// Boards that lead to the end, and the pieces that go on from each.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// Where the steps of each board begin, and the end.
    starts: Vec<u32>,
    steps: Vec<u32>,
    end: Option<u32>,
}

/// The bits of a step that hold the board it leads to; the piece is above.
const BOARD_BITS: u32 = 29;

impl Graph {
    /// The board from which every queue starts.
    pub(crate) const START: u32 = 0;

    /// The board of the end, if anything leads there.
    pub(crate) fn end(&self) -> Option<u32> {
        self.end
    }

    /// From a board, each piece that can be placed with the board it leads to.
    #[inline]
    pub(crate) fn steps(&self, board: u32) -> impl Iterator<Item = (Piece, u32)> + '_ {
        let range = self.starts[board as usize] as usize..self.starts[board as usize + 1] as usize;
        let unpack =
            |&step: &u32| (Piece::ALL[(step >> BOARD_BITS) as usize], step & ((1 << BOARD_BITS) - 1));
        self.steps[range].iter().map(unpack)
    }
}

/// A graph that grows candidate by candidate.
#[derive(Clone, Debug)]
pub(crate) struct Growth<B> {
    field: PcField,
    options: Options<B>,
    tilings: Tilings<B>,
    reach: Reach<B>,
    live: Live,
    /// The present candidate is not done yet.
    open: bool,
    steps: Steps<B>,
    /// Bytes that boards and steps may take.
    memory: usize,
}

/// Why a graph does not grow on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    Stopped(Stop),
    /// It would take more memory than it may.
    Full,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl<B: Bits> Growth<B> {
    /// Nothing but the field; pieces are taken from a stock.
    pub(crate) fn new(solver: &PcSolver, field: &PcField, stock: [u8; 7], memory: usize) -> Self {
        let options = Options::<B>::new(field);
        let tilings = Tilings::new(field, &options, stock, 0);
        let reach = Reach::new(solver.generator.clone());
        let steps = Steps::new(board::filled(field));
        Self { field: *field, options, tilings, reach, live: Live::default(), open: false, steps, memory }
    }

    /// Grows to the end. A node is a piece laid or a set of pieces looked at.
    pub(crate) fn advance(&mut self, meter: &mut Meter<'_>) -> Result<(), Halt> {
        while self.open || self.tilings.advance(&self.options, meter)? {
            if !core::mem::replace(&mut self.open, true) {
                self.live.reset();
            }
            let build = Build::new(&self.field, &self.options, self.tilings.chosen());
            self.live.advance(&build, &mut self.reach, meter)?;
            self.open = false;
            self.live.tell(&build, |from, piece, to| self.steps.add(from, piece, to));
            if self.steps.bytes() > self.memory {
                return Err(Halt::Full);
            }
        }
        Ok(())
    }

    /// As [`Growth::advance`] on all threads, some candidates each; a node is a piece
    /// laid.
    #[cfg(feature = "rayon")]
    pub(crate) fn advance_parallel(&mut self, meter: &mut Meter<'_>) -> Result<(), Halt> {
        use rayon::prelude::*;
        /// Candidates of a thread at a time.
        const CANDIDATES: usize = 256;
        let mut workers: Vec<(Reach<B>, Live, Vec<Vec<u32>>)> = (0..rayon::current_num_threads())
            .map(|_| (self.reach.clone(), Live::default(), Vec::new()))
            .collect();
        // What is open was told to nobody yet.
        let mut first = core::mem::take(&mut self.open);
        loop {
            let mut stopped = None;
            for (.., candidates) in &mut workers {
                candidates.clear();
                while candidates.len() < CANDIDATES && stopped.is_none() {
                    match if first { Ok(true) } else { self.tilings.advance(&self.options, meter) } {
                        Ok(true) => candidates.push(self.tilings.chosen().to_vec()),
                        Ok(false) => stopped = Some(Ok(())),
                        Err(stop) => stopped = Some(Err(Halt::Stopped(stop))),
                    }
                    first = false;
                }
            }
            let (field, options) = (&self.field, &self.options);
            let found: Vec<Vec<(B, Piece, B)>> = workers
                .par_iter_mut()
                .map(|(reach, live, candidates)| {
                    let unlimited = grid_core::Budget::unlimited();
                    let mut own = Vec::new();
                    for chosen in candidates {
                        let build = Build::new(field, options, chosen);
                        live.reset();
                        let done = live.advance(&build, reach, &mut unlimited.meter());
                        debug_assert_eq!(done, Ok(()));
                        live.tell(&build, |from, piece, to| own.push((from, piece, to)));
                    }
                    own.sort_unstable();
                    own.dedup();
                    own
                })
                .collect();
            found.into_iter().flatten().for_each(|(from, piece, to)| self.steps.add(from, piece, to));
            if self.steps.bytes() > self.memory {
                return Err(Halt::Full);
            }
            if let Some(stopped) = stopped {
                return stopped;
            }
        }
    }

    /// The graph as it is.
    pub(crate) fn graph(&self) -> Graph {
        self.steps.graph(board::all(self.field.height()))
    }
}

/// Boards by number, and the steps between them, each once.
#[derive(Clone, Debug)]
struct Steps<B> {
    boards: Vec<B>,
    /// Open addressing: the number of a board, plus one.
    numbers: Vec<u32>,
    /// From, to with the piece.
    steps: Vec<(u32, u32)>,
    /// Open addressing: the place of a step, plus one.
    known: Vec<u32>,
}

impl<B: Bits> Steps<B> {
    fn new(start: B) -> Self {
        let mut steps =
            Self { boards: Vec::new(), numbers: vec![0; 64], steps: Vec::new(), known: vec![0; 64] };
        steps.number(start);
        steps
    }

    fn bytes(&self) -> usize {
        size_of::<B>() * self.boards.capacity()
            + 8 * self.steps.capacity()
            + 4 * (self.numbers.len() + self.known.len())
    }

    fn add(&mut self, from: B, piece: Piece, to: B) {
        let (from, to) = (self.number(from), self.number(to));
        let step = (from, (piece as u32) << BOARD_BITS | to);
        let hash = |step: (u32, u32)| mix64(u64::from(step.0) << 32 | u64::from(step.1)) as usize;
        let mut at = hash(step) & (self.known.len() - 1);
        while self.known[at] != 0 {
            if self.steps[self.known[at] as usize - 1] == step {
                return;
            }
            at = (at + 1) & (self.known.len() - 1);
        }
        self.steps.push(step);
        self.known[at] = self.steps.len() as u32;
        if 2 * self.steps.len() > self.known.len() {
            self.known = rehashed(self.steps.iter().map(|&step| hash(step)), 4 * self.steps.len());
        }
    }

    fn number(&mut self, board: B) -> u32 {
        let hash = |board: B| mix64(board.word(0) ^ board.word(1).rotate_left(32)) as usize;
        let mut at = hash(board) & (self.numbers.len() - 1);
        while self.numbers[at] != 0 {
            if self.boards[self.numbers[at] as usize - 1] == board {
                return self.numbers[at] - 1;
            }
            at = (at + 1) & (self.numbers.len() - 1);
        }
        self.boards.push(board);
        self.numbers[at] = self.boards.len() as u32;
        if 2 * self.boards.len() > self.numbers.len() {
            self.numbers = rehashed(self.boards.iter().map(|&board| hash(board)), 4 * self.boards.len());
        }
        self.boards.len() as u32 - 1
    }

    fn graph(&self, end: B) -> Graph {
        let mut starts = vec![0u32; self.boards.len() + 1];
        self.steps.iter().for_each(|&(from, _)| starts[from as usize + 1] += 1);
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        let mut place = starts.clone();
        let mut steps = vec![0; self.steps.len()];
        for &(from, step) in &self.steps {
            steps[place[from as usize] as usize] = step;
            place[from as usize] += 1;
        }
        let end = self.boards.iter().position(|&board| board == end).map(|number| number as u32);
        Graph { starts, steps, end }
    }
}

/// Slots for the numbers from one on, by their hashes.
fn rehashed(hashes: impl Iterator<Item = usize>, least: usize) -> Vec<u32> {
    let mut slots = vec![0; least.next_power_of_two()];
    for (number, hash) in (1..).zip(hashes) {
        let mut at = hash & (slots.len() - 1);
        while slots[at] != 0 {
            at = (at + 1) & (slots.len() - 1);
        }
        slots[at] = number;
    }
    slots
}
