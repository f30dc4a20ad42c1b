//! The share of many queues that can clear a field.
//!
//! All boards on the way of any tiling form one graph; a queue succeeds if it leads
//! along some way to the end.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Bits, Budget, Stop};
use tetromino::Piece;

use super::board;
use super::build::Build;
use super::options::Options;
use super::reach::Reach;
use super::solver::PcSolver;
use super::tilings::{Tilings, stock_of};
use crate::rules::error::PcError;
use crate::rules::field::PcField;
use crate::rules::order::{Hold, PlayOrder};

/// How many queues clear a field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PcPercent {
    /// Queues that clear it, and all queues, as they were given.
    pub success: u64,
    /// All queues.
    pub total: u64,
    /// The same over different queues, cut to the pieces that can matter.
    pub success_truncated: u64,
    /// All different queues so cut.
    pub total_truncated: u64,
    /// The different queues so cut that fail, in the order of the letters `IOTSZJL`
    /// by number.
    pub failed: Vec<Vec<Piece>>,
    /// Every different queue so cut, whether it succeeds, and how many it stands for.
    #[cfg_attr(feature = "serde", serde(skip))]
    queues: Vec<(Vec<Piece>, bool, u64)>,
}

/// A branch of the tree of first pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PcBranch {
    /// The first pieces.
    pub pieces: Vec<Piece>,
    /// Queues that begin so and succeed.
    pub success: u64,
    /// All queues that begin so.
    pub total: u64,
}

impl PcPercent {
    /// The queues by their first `depth` pieces, in order.
    #[must_use]
    pub fn tree(&self, depth: usize) -> Vec<PcBranch> {
        let mut branches: BTreeMap<Vec<u8>, PcBranch> = BTreeMap::new();
        for (queue, success, weight) in &self.queues {
            let first = &queue[..depth.min(queue.len())];
            let key = first.iter().map(|&piece| piece as u8).collect();
            let empty = || PcBranch { pieces: first.to_vec(), success: 0, total: 0 };
            let branch = branches.entry(key).or_insert_with(empty);
            branch.success += u64::from(*success) * weight;
            branch.total += weight;
        }
        branches.into_values().collect()
    }
}

impl PcSolver {
    /// Which of these queues clear the field.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`] for the first queue that is too short; why the
    /// budget stopped it inside.
    ///
    /// # Complexity
    /// Once the boards on the way of all tilings, then a few steps for each queue.
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::{Hold, PcField, PcSolver};
    /// use tetromino::{Piece, RotationSystem};
    /// let field = PcField::from_rows(["XX__XXXXXX", "XX__XXXXXX"], 2)?;
    /// let queues = Piece::ALL.map(|piece| vec![piece]);
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let percent = solver.percent(&field, &queues, Hold::None, &Budget::unlimited())?.unwrap();
    /// assert_eq!((percent.success, percent.total), (1, 7));
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    pub fn percent(
        &self,
        field: &PcField,
        queues: &[Vec<Piece>],
        hold: Hold,
        budget: &Budget,
    ) -> Result<Result<PcPercent, Stop>, PcError> {
        let needed = field.pieces_needed().unwrap_or(0);
        let usable = hold.usable(needed);
        let mut cut: BTreeMap<Vec<u8>, (Vec<Piece>, u64)> = BTreeMap::new();
        for queue in queues {
            let queue = &queue[..queue.len().min(usable)];
            let key = queue.iter().map(|&piece| piece as u8).collect();
            cut.entry(key).or_insert_with(|| (queue.to_vec(), 0)).1 += 1;
        }
        let held = match hold {
            Hold::Piece(piece) => Some(piece),
            Hold::None | Hold::Empty => None,
        };
        let mut stock = [0; 7];
        let mut orders = Vec::new();
        for (queue, _) in cut.values() {
            orders.push(PlayOrder::new(queue, hold, needed)?);
            let own = stock_of(queue.iter().copied().chain(held));
            stock.iter_mut().zip(own).for_each(|(most, own)| *most = own.max(*most));
        }
        let marks = if field.height() <= 6 {
            succeed::<u64>(self, field, &orders, stock, budget)
        } else {
            succeed::<u128>(self, field, &orders, stock, budget)
        };
        let marks = match marks {
            Ok(marks) => marks,
            Err(stop) => return Ok(Err(stop)),
        };
        let queues: Vec<(Vec<Piece>, bool, u64)> =
            cut.into_values().zip(marks).map(|((queue, weight), success)| (queue, success, weight)).collect();
        let good = || queues.iter().filter(|(_, success, _)| *success);
        Ok(Ok(PcPercent {
            success: good().map(|(_, _, weight)| weight).sum(),
            total: queues.iter().map(|(_, _, weight)| weight).sum(),
            success_truncated: good().count() as u64,
            total_truncated: queues.len() as u64,
            failed: queues
                .iter()
                .filter(|(_, success, _)| !success)
                .map(|(queue, ..)| queue.clone())
                .collect(),
            queues,
        }))
    }
}

/// Whether each order leads to the end.
fn succeed<B: Bits + Ord>(
    solver: &PcSolver,
    field: &PcField,
    orders: &[PlayOrder],
    stock: [u8; 7],
    budget: &Budget,
) -> Result<Vec<bool>, Stop> {
    if field.pieces_needed().is_none() {
        return Ok(vec![false; orders.len()]);
    }
    let graph = Graph::new::<B>(solver, field, stock, budget)?;
    let mut walker = Walker { seen: Vec::new(), stamp: 0 };
    Ok(orders.iter().map(|order| graph.leads(order, &mut walker)).collect())
}

/// The boards from which the end can be reached, the empty set of pieces first.
struct Graph {
    /// For each board the pieces that go on, and to which board.
    next: Vec<Vec<(Piece, u32)>>,
    /// The full board, if it is reached.
    end: Option<u32>,
}

impl Graph {
    fn new<B: Bits + Ord>(
        solver: &PcSolver,
        field: &PcField,
        stock: [u8; 7],
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let options = Options::<B>::new(field);
        let mut tilings = Tilings::new(field, &options, stock, 0);
        let mut reach = Reach::new(solver.generator.clone());
        let start: B = board::filled(field);
        let mut numbers: BTreeMap<B, u32> = BTreeMap::from([(start, 0)]);
        let mut next: Vec<Vec<(Piece, u32)>> = vec![Vec::new()];
        let mut meter = budget.meter();
        while tilings.advance(&options, &mut meter)? {
            let build = Build::new(field, &options, tilings.chosen());
            for (from, piece, to) in build.live(&mut reach, &mut meter)? {
                let mut number = |board: B| {
                    *numbers.entry(board).or_insert_with(|| {
                        next.push(Vec::new());
                        next.len() as u32 - 1
                    })
                };
                let (from, to) = (number(from), number(to));
                let edges = &mut next[from as usize];
                if !edges.contains(&(piece, to)) {
                    edges.push((piece, to));
                }
            }
        }
        let end = numbers.get(&board::all(field.height())).copied();
        Ok(Self { next, end })
    }

    fn leads(&self, order: &PlayOrder, walker: &mut Walker) -> bool {
        let Some(end) = self.end else { return false };
        walker.begin(self.next.len() * order.states());
        let mut stack = Vec::from([(0u32, 0usize)]);
        while let Some((board, state)) = stack.pop() {
            if board == end {
                return true;
            }
            for &(piece, to) in &self.next[board as usize] {
                let Some(after) = order.after(state, piece) else { continue };
                if walker.is_new(to as usize * order.states() + after) {
                    stack.push((to, after));
                }
            }
        }
        false
    }
}

/// Marks of the places that a walk has been at.
struct Walker {
    seen: Vec<u32>,
    stamp: u32,
}

impl Walker {
    fn begin(&mut self, places: usize) {
        if self.seen.len() < places {
            self.seen.resize(places, 0);
        }
        self.stamp += 1;
    }

    fn is_new(&mut self, place: usize) -> bool {
        core::mem::replace(&mut self.seen[place], self.stamp) != self.stamp
    }
}
