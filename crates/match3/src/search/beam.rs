//! Three plies where only the best moves of the second are followed.

use alloc::vec::Vec;
use core::cmp::Reverse;

use grid_core::Stop;

use super::position::{Moves, Position, best_score};
use super::purse::Purse;
use super::ranker::{Buffers, Task};
use super::ranking::Tally;
use crate::judge::leaf::Leaf;
use crate::judge::policy::ScorePolicy;

/// How wide and deep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) width: u32,
    pub(crate) samples: u32,
    pub(crate) inner: u32,
    pub(crate) gamma: f64,
}

/// Where the search stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cursor {
    stage: Stage,
    /// Samples of the first ply done, and moves of it valued in this one.
    sample: u32,
    values: Vec<f64>,
    /// The moves of the second ply, the best first; those followed already, and the
    /// samples of the next.
    order: Vec<(Reverse<i64>, Reverse<u32>, u32)>,
    follow: usize,
    inner: u32,
    sum: f64,
    best: f64,
}

/// What comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    First,
    Second,
    Third,
}

impl Cursor {
    pub(crate) fn restart(&mut self) {
        (self.stage, self.sample) = (Stage::First, 0);
        self.values.clear();
    }

    /// Samples of the first ply done, and the share of the whole.
    pub(crate) fn progress(&self, shape: &Shape, moves: usize) -> (u64, f64) {
        let within = self.values.len() as f64 / moves.max(1) as f64;
        (self.sample.into(), (f64::from(self.sample) + within) / f64::from(shape.samples))
    }
}

/// Goes on until all samples are in the tallies.
///
/// For each sample of the first ply and each move: the moves of the board it
/// leaves are ordered by known cells, ties by waves and then by the rules' order,
/// and for the best `width` of them the mean over `inner` samples of score plus
/// best known cells after it is taken; the highest mean counts.
/// O(samples × moves × width × inner × moves) cascades; a piece of work is all
/// moves of one board.
pub(crate) fn run<B: Position, P: ScorePolicy, L: Leaf>(
    buffers: &mut Buffers<B>,
    task: &Task<'_, P, L>,
    shape: &Shape,
    purse: &mut Purse<'_>,
) -> Result<(), Stop> {
    let Buffers { plies, boards, tables, tally, beam: cursor, owed, .. } = buffers;
    let [first, second, third, ..] = plies;
    let [root, middle, last, ..] = boards;
    loop {
        let (found, fraction) = cursor.progress(shape, first.len());
        purse.note(found, fraction);
        purse.pay(owed)?;
        match cursor.stage {
            Stage::First => {
                if cursor.sample == shape.samples {
                    return Ok(());
                }
                let sample = u64::from(cursor.sample);
                tables[0].restart(task.seed, sample);
                for (inner, table) in (0..).zip(&mut tables[1..=shape.inner as usize]) {
                    table.restart(task.seed, (sample + 1) << 24 | inner | 1 << 56);
                }
                root.expand::<P, true>(task.rules, Some(&mut tables[0]), task.policy, first);
                *owed = first.len() as u64;
                tally.resize(first.len(), Tally::default());
                cursor.values.clear();
                if first.len() == 0 {
                    return Ok(());
                }
                cursor.stage = Stage::Second;
            }
            Stage::Second if cursor.values.len() == first.len() => {
                for (index, (tally, &value)) in tally.iter_mut().zip(&cursor.values).enumerate() {
                    tally.add(value, first.result(index).waves);
                }
                cursor.values.clear();
                cursor.sample += 1;
                cursor.stage = Stage::First;
            }
            Stage::Second => {
                first.child_into(cursor.values.len(), root, middle);
                middle.expand::<P, false>(task.rules, None, task.policy, second);
                *owed = second.len() as u64;
                cursor.order.clear();
                cursor.order.extend((0..second.len()).map(|index| {
                    let result = second.result(index);
                    (Reverse(result.score), Reverse(result.waves), index as u32)
                }));
                cursor.order.sort_unstable();
                cursor.order.truncate(shape.width as usize);
                (cursor.follow, cursor.inner) = (0, 0);
                (cursor.sum, cursor.best) = (0.0, f64::NEG_INFINITY);
                cursor.stage = Stage::Third;
            }
            Stage::Third => {
                let Some(&(_, _, follow)) = cursor.order.get(cursor.follow) else {
                    let next = if cursor.order.is_empty() { 0.0 } else { cursor.best };
                    let score = first.result(cursor.values.len()).score as f64;
                    cursor.values.push(score + shape.gamma * next);
                    cursor.stage = Stage::Second;
                    continue;
                };
                let swap = second.swap(follow as usize, middle);
                last.clone_from(middle);
                let table = &mut tables[1 + cursor.inner as usize];
                let result = last.play(swap, task.rules, table, task.policy, third);
                last.expand::<P, false>(task.rules, None, task.policy, third);
                *owed = 1 + third.len() as u64;
                let mut next = best_score::<B>(third).unwrap_or(0) as f64;
                if !L::NOTHING {
                    next += task.leaf.value(last.view(), task.rules);
                }
                cursor.sum += result.score as f64 + shape.gamma * next;
                cursor.inner += 1;
                if cursor.inner == shape.inner {
                    cursor.best = cursor.best.max(cursor.sum / f64::from(shape.inner));
                    cursor.follow += 1;
                    (cursor.inner, cursor.sum) = (0, 0.0);
                }
            }
        }
    }
}
