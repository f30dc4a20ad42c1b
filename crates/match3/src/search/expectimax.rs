//! Means over refill samples, ply by ply.
//!
//! The value of a move is the mean over samples of its score plus, discounted, the
//! value of the board it leaves: the best of the values of its moves one ply on,
//! or the value of the leaf. Sample `s` of a ply uses the same refill for every
//! move (common random numbers), which makes rankings repeatable. A maximum over
//! values of one sample each is biased upward; known cells have no such bias.

use grid_core::{Meter, Stop};

use super::position::{Moves, Position, best_score};
use super::ranking::{Buffers, Search, Tally, Task};
use crate::judge::leaf::Leaf;
use crate::judge::policy::ScorePolicy;
use crate::rules::fast::supply::SampleTable;

/// Fills the tallies of the moves of the first board.
///
/// O(product over plies of samples × moves).
pub(crate) fn run<B: Position, P: ScorePolicy, L: Leaf>(
    buffers: &mut Buffers<B>,
    task: &Task<'_, P, L>,
    samples: &[u32],
    gamma: f64,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    buffers.prepare_tables(task.rules.kinds, samples.len());
    let Buffers { plies, boards, tables, tally, .. } = buffers;
    let [root_moves, later_moves @ ..] = plies;
    let [root, later_boards @ ..] = boards;
    let known = samples[0] == Search::KNOWN;
    let count = if known { 1 } else { samples[0] };
    for sample in 0..count {
        let (table, later_tables) = tables.split_at_mut(1);
        let table = &mut table[0];
        table.restart(task.seed, u64::from(sample));
        let table = (!known).then_some(table);
        let looks_on = samples.len() > 1 || !L::NOTHING;
        if looks_on {
            root.expand::<P, true>(task.rules, table, task.policy, root_moves);
        } else {
            root.expand::<P, false>(task.rules, table, task.policy, root_moves);
        }
        if tally.is_empty() {
            tally.resize(root_moves.len(), Tally::default());
        }
        meter.spend(root_moves.len() as u64)?;
        if !looks_on {
            for (index, tally) in tally.iter_mut().enumerate() {
                let result = root_moves.result(index);
                tally.add(result.score as f64, result.waves);
            }
            continue;
        }
        // A sample counts for all moves or for none.
        let before = meter.used();
        let mut values = [0.0; MAX_STACK];
        let mut spill = alloc::vec::Vec::new();
        let values: &mut [f64] = if root_moves.len() <= MAX_STACK {
            &mut values[..root_moves.len()]
        } else {
            spill.resize(root_moves.len(), 0.0);
            &mut spill
        };
        for (index, value) in values.iter_mut().enumerate() {
            let (child, rest) = later_boards.split_first_mut().unwrap_or_else(|| unreachable!("four boards"));
            root_moves.child_into(index, root, child);
            let name = (u64::from(sample) + 1) << 16;
            let later = Later { task, gamma, name };
            let next = later.value(child, rest, later_moves, later_tables, &samples[1..], meter)?;
            *value = root_moves.result(index).score as f64 + gamma * next;
        }
        debug_assert!(meter.used() >= before);
        for ((index, tally), value) in tally.iter_mut().enumerate().zip(values) {
            tally.add(*value, root_moves.result(index).waves);
        }
    }
    Ok(())
}

/// Moves whose values fit on the stack.
const MAX_STACK: usize = 112;

/// The plies after the first.
struct Later<'a, P, L> {
    task: &'a Task<'a, P, L>,
    gamma: f64,
    /// Names the sample of the first ply.
    name: u64,
}

impl<P: ScorePolicy, L: Leaf> Later<'_, P, L> {
    /// The value of a board: the best of its moves.
    fn value<B: Position>(
        &self,
        board: &B,
        boards: &mut [B],
        plies: &mut [B::Moves],
        tables: &mut [SampleTable],
        samples: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<f64, Stop> {
        let task = self.task;
        let (Some((&count, later)), Some((moves, plies))) = (samples.split_first(), plies.split_first_mut())
        else {
            return Ok(if L::NOTHING { 0.0 } else { task.leaf.value(board.view(), task.rules) });
        };
        if count == Search::KNOWN && later.is_empty() && L::NOTHING {
            board.expand::<P, false>(task.rules, None, task.policy, moves);
            meter.spend(moves.len() as u64)?;
            return Ok(best_score::<B>(moves).unwrap_or(0) as f64);
        }
        let (table, tables) = match tables.split_first_mut() {
            Some((table, tables)) if count != Search::KNOWN => (Some(table), tables),
            Some((_, tables)) => (None, tables),
            None => (None, &mut [][..]),
        };
        let samples = if table.is_some() { count } else { 1 };
        let mut table = table;
        let mut sums = alloc::vec::Vec::new();
        for sample in 0..samples {
            if let Some(table) = table.as_deref_mut() {
                table.restart(task.seed, self.name + u64::from(sample) + ((later.len() as u64 + 1) << 56));
            }
            board.expand::<P, true>(task.rules, table.as_deref_mut(), task.policy, moves);
            meter.spend(moves.len() as u64)?;
            sums.resize(moves.len(), 0.0);
            for (index, sum) in sums.iter_mut().enumerate() {
                let mut value = moves.result(index).score as f64;
                if !later.is_empty() || !L::NOTHING {
                    if let Some((child, rest)) = boards.split_first_mut() {
                        moves.child_into(index, board, child);
                        value += self.gamma * self.value(child, rest, plies, tables, later, meter)?;
                    }
                }
                *sum += value;
            }
        }
        let best = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Ok(if sums.is_empty() { 0.0 } else { best / f64::from(samples) })
    }
}
