//! Means over refill samples, ply by ply.
//!
//! The value of a move is the mean over samples of its score plus, discounted, the
//! value of the board it leaves: the best of the values of its moves one ply on,
//! or the value of the leaf. Sample `s` of a ply uses the same refill for every
//! move (common random numbers), which makes rankings repeatable. A maximum over
//! values of one sample each is biased upward; known cells have no such bias.

use alloc::vec::Vec;

use grid_core::Stop;

use super::options::Search;
use super::position::{Moves, Position, best_score};
use super::purse::Purse;
use super::ranker::{Buffers, Task};
use super::ranking::Tally;
use crate::judge::leaf::Leaf;
use crate::judge::policy::ScorePolicy;

/// Most plies.
pub(crate) const PLIES: usize = 4;

/// How deep, and how many samples at each ply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) samples: [u32; PLIES],
    pub(crate) plies: usize,
    pub(crate) gamma: f64,
}

impl Shape {
    /// One ply.
    pub(crate) const fn one(samples: u32) -> Self {
        Self { samples: [samples, 0, 0, 0], plies: 1, gamma: Search::GAMMA }
    }

    /// Plies until the first without samples, at least one.
    pub(crate) fn new(samples: [u32; PLIES], gamma: f64) -> Self {
        let plies = samples.iter().position(|&samples| samples == 0).unwrap_or(PLIES).max(1);
        Self { samples, plies, gamma }
    }

    /// Samples of a ply; known cells are one.
    #[inline]
    fn count(&self, ply: usize) -> u32 {
        if self.samples[ply] == Search::KNOWN { 1 } else { self.samples[ply].max(1) }
    }
}

/// Where the search stands: a frame for each ply from the first to that of the
/// board at hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cursor {
    ply: usize,
    frames: [Frame; PLIES],
}

/// A board whose moves are being valued.
#[derive(Clone, Debug, Default)]
struct Frame {
    /// Samples done.
    sample: u32,
    /// Whether the moves of the next one are resolved, and how many are valued.
    ready: bool,
    index: usize,
    /// Sums over samples; of the first ply those of this sample only.
    sums: Vec<f64>,
}

impl Cursor {
    pub(crate) fn restart(&mut self) {
        self.enter(0);
    }

    #[inline]
    fn enter(&mut self, ply: usize) {
        self.ply = ply;
        let frame = &mut self.frames[ply];
        (frame.sample, frame.ready) = (0, false);
    }

    /// Samples of the first ply done, and the share of the whole.
    #[inline]
    pub(crate) fn progress(&self, shape: &Shape) -> (u64, f64) {
        let frame = &self.frames[0];
        let within = if frame.ready { frame.index as f64 / frame.sums.len().max(1) as f64 } else { 0.0 };
        (frame.sample.into(), (f64::from(frame.sample) + within) / f64::from(shape.count(0)))
    }
}

/// Goes on until all samples are in the tallies.
///
/// O(product over plies of samples × moves) cascades; a piece of work is all moves
/// of one board.
pub(crate) fn run<B: Position, P: ScorePolicy, L: Leaf>(
    buffers: &mut Buffers<B>,
    task: &Task<'_, P, L>,
    shape: &Shape,
    purse: &mut Purse<'_>,
) -> Result<(), Stop> {
    let Buffers { plies, boards, tables, tally, expectimax: cursor, owed, .. } = buffers;
    loop {
        let (found, fraction) = cursor.progress(shape);
        purse.note(found, fraction);
        purse.pay(owed)?;
        let ply = cursor.ply;
        let count = shape.count(ply);
        let known = shape.samples[ply] == Search::KNOWN;
        let last = ply + 1 == shape.plies;
        let outer = u64::from(cursor.frames[0].sample);
        let frame = &mut cursor.frames[ply];
        let moves = &mut plies[ply];
        if ply == 0 && !frame.ready && (frame.sample == count || (frame.sample > 0 && tally.is_empty())) {
            return Ok(());
        }
        if !frame.ready {
            if last && known && L::NOTHING && ply > 0 {
                // The value of this board without its moves one by one.
                boards[ply].expand::<P, false>(task.rules, None, task.policy, moves);
                *owed = moves.len() as u64;
                let value = best_score::<B>(moves).unwrap_or(0) as f64;
                give_back::<B>(cursor, plies, shape.gamma, value);
                continue;
            }
            let table = (!known).then(|| {
                let name = if ply == 0 {
                    outer
                } else {
                    (outer + 1) << 24 | u64::from(frame.sample) | ((shape.plies - ply) as u64) << 56
                };
                tables[ply].restart(task.seed, name);
                &mut tables[ply]
            });
            if last && L::NOTHING {
                boards[ply].expand::<P, false>(task.rules, table, task.policy, moves);
            } else {
                boards[ply].expand::<P, true>(task.rules, table, task.policy, moves);
            }
            *owed = moves.len() as u64;
            if ply == 0 && tally.is_empty() {
                tally.resize(moves.len(), Tally::default());
            }
            if ply == 0 && last && L::NOTHING {
                // One ply: the scores are the values.
                for (index, tally) in tally.iter_mut().enumerate() {
                    let result = moves.result(index);
                    tally.add(result.score as f64, result.waves);
                }
                frame.sample += 1;
                continue;
            }
            (frame.ready, frame.index) = (true, 0);
            if frame.sample == 0 || ply == 0 {
                frame.sums.clear();
                frame.sums.resize(moves.len(), 0.0);
            }
            if last && L::NOTHING {
                for (index, sum) in frame.sums.iter_mut().enumerate() {
                    *sum += moves.result(index).score as f64;
                }
                frame.index = moves.len();
            }
            continue;
        }
        if frame.index < moves.len() {
            let (here, later) = boards.split_at_mut(ply + 1);
            moves.child_into(frame.index, &here[ply], &mut later[0]);
            if last {
                let value = task.leaf.value(later[0].view(), task.rules);
                frame.sums[frame.index] += moves.result(frame.index).score as f64 + shape.gamma * value;
                frame.index += 1;
            } else {
                cursor.enter(ply + 1);
            }
            continue;
        }
        // A sample counts for all moves or for none.
        frame.sample += 1;
        frame.ready = false;
        if ply == 0 {
            for (index, (tally, &sum)) in tally.iter_mut().zip(&frame.sums).enumerate() {
                tally.add(sum, moves.result(index).waves);
            }
        } else if frame.sample == count || moves.len() == 0 {
            let best = frame.sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let value = if frame.sums.is_empty() { 0.0 } else { best / f64::from(count) };
            give_back::<B>(cursor, plies, shape.gamma, value);
        }
    }
}

/// Adds the value of the board at hand to the move that led to it.
#[inline]
fn give_back<B: Position>(cursor: &mut Cursor, plies: &[B::Moves], gamma: f64, value: f64) {
    cursor.ply -= 1;
    let frame = &mut cursor.frames[cursor.ply];
    frame.sums[frame.index] += plies[cursor.ply].result(frame.index).score as f64 + gamma * value;
    frame.index += 1;
}
