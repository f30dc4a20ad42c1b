//! Three plies where only the best moves of the second are followed.

use grid_core::{Meter, Stop};

use super::position::{Moves, Position, best_score};
use super::ranking::{Buffers, Tally, Task};
use crate::judge::leaf::Leaf;
use crate::judge::policy::ScorePolicy;

/// How wide and deep.
pub(crate) struct Shape {
    pub(crate) width: u32,
    pub(crate) samples: u32,
    pub(crate) inner: u32,
    pub(crate) gamma: f64,
}

/// Fills the tallies of the moves of the first board.
///
/// For each sample of the first ply and each move: the moves of the board it
/// leaves are ordered by known cells, ties by the rules' order, and for the best
/// `width` of them the mean over `inner` samples of score plus best known cells
/// after it is taken; the highest mean counts. O(samples × moves × width × inner ×
/// moves) cascades.
pub(crate) fn run<B: Position, P: ScorePolicy, L: Leaf>(
    buffers: &mut Buffers<B>,
    task: &Task<'_, P, L>,
    shape: &Shape,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    buffers.prepare_tables(task.rules.kinds, 1 + shape.inner as usize);
    let Buffers { plies, boards, tables, tally, order, .. } = buffers;
    let [first, second, third, _] = plies;
    let [root, middle, last, _] = boards;
    let (outer_table, inner_tables) = tables.split_at_mut(1);
    let mut values = alloc::vec::Vec::new();
    for sample in 0..shape.samples {
        let table = &mut outer_table[0];
        table.restart(task.seed, u64::from(sample));
        for (inner, table) in (0..).zip(inner_tables.iter_mut().take(shape.inner as usize)) {
            table.restart(task.seed, (u64::from(sample) + 1) << 16 | inner | 1 << 56);
        }
        root.expand::<P, true>(task.rules, Some(table), task.policy, first);
        meter.spend(first.len() as u64)?;
        if tally.is_empty() {
            tally.resize(first.len(), Tally::default());
        }
        values.clear();
        for index in 0..first.len() {
            first.child_into(index, root, middle);
            middle.expand::<P, false>(task.rules, None, task.policy, second);
            meter.spend(second.len() as u64)?;
            order.clear();
            order.extend((0..second.len()).map(|index| (second.result(index).score, index as u32)));
            order.sort_unstable_by_key(|&(score, index)| (core::cmp::Reverse(score), index));
            let mut best = f64::NEG_INFINITY;
            for &(_, follow) in order.iter().take(shape.width as usize) {
                let swap = second.swap(follow as usize, middle);
                let mut sum = 0.0;
                for table in inner_tables.iter_mut().take(shape.inner as usize) {
                    last.clone_from(middle);
                    let result = last.play(swap, task.rules, table, task.policy, third);
                    last.expand::<P, false>(task.rules, None, task.policy, third);
                    meter.spend(1 + third.len() as u64)?;
                    let mut next = best_score::<B>(third).unwrap_or(0) as f64;
                    if !L::NOTHING {
                        next += task.leaf.value(last.view(), task.rules);
                    }
                    sum += result.score as f64 + shape.gamma * next;
                }
                best = best.max(sum / f64::from(shape.inner));
            }
            let next = if order.is_empty() { 0.0 } else { best };
            values.push(first.result(index).score as f64 + shape.gamma * next);
        }
        for (index, tally) in tally.iter_mut().enumerate() {
            tally.add(values[index], first.result(index).waves);
        }
    }
    Ok(())
}
