//! How many of many queues clear a field.

use alloc::vec::Vec;

use grid_core::{Budget, Meter, Shard, Stop};
use tetromino::Piece;

use super::by_height::{ByHeight, by_height, on};
use super::elimination::Elimination;
use super::open_queues::OpenQueues;
use super::queues::Queues;
use super::solver::PcSolver;
use crate::rules::error::PcError;
use crate::rules::field::PcField;
use crate::rules::order::Hold;
use crate::rules::share::{PcMarks, PcMarksError, PcPercent};

/// A search for the share of many queues that can be stopped, kept, shared out and goes
/// on.
///
/// Tiling by tiling takes out of a tree of all queues those that can build it; where the
/// tree would take more memory than it may, some queues after the others.
///
/// ```
/// use grid_core::{Budget, Shard};
/// use perfect_clear::{Hold, PcField, PcSolver, PercentRun};
/// use tetromino::{Pattern, RotationSystem};
/// let field = PcField::from_rows(["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"], 4)?;
/// let pattern: Pattern = "I,*p4".parse().unwrap();
/// let solver = PcSolver::new(RotationSystem::SRS);
/// let mut parts = ["1/2", "2/2"].map(|part| {
///     let run = PercentRun::new(&solver, &field, pattern.queues(), Hold::Empty).unwrap();
///     run.with_shard(part.parse().unwrap())
/// });
/// for part in &mut parts {
///     // In steps of any size.
///     while !part.step(1_000) {}
/// }
/// let [mut all, other] = parts;
/// all.adopt(other.marks()).unwrap();
/// assert_eq!((all.result().success, all.result().total), (711, 840));
/// # Ok::<(), perfect_clear::PcError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PercentRun {
    solver: PcSolver,
    field: PcField,
    hold: Hold,
    queues: Queues,
    marks: PcMarks,
    shard: Shard,
    memory: usize,
    /// Queues that are being judged.
    chunks: Vec<Chunk>,
    /// The first queue that is in no chunk yet.
    next: usize,
}

/// Queues that are judged together.
#[derive(Clone, Debug)]
struct Chunk {
    numbers: Vec<u32>,
    engine: Engine,
}

/// What a thread did with a chunk.
#[cfg(feature = "rayon")]
struct Round {
    chunk: Chunk,
    cleared: Vec<u32>,
    nodes: u64,
    end: Result<(), Stop>,
}

type Engine = ByHeight<Elimination<u64>, Elimination<u128>>;

impl Chunk {
    /// Goes on, telling the queues that clear the field.
    fn advance(&mut self, meter: &mut Meter<'_>, tell: impl FnMut(u32)) -> Result<(), Stop> {
        on!(&mut self.engine, engine => engine.advance(meter, tell))
    }
}

impl PercentRun {
    /// Bytes that a run may take if nothing is said.
    pub const MEMORY: usize = 1 << 30;
    /// Most queues that are judged together.
    const QUEUES: usize = 1 << 20;

    /// A run that has not begun.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`] for the first queue that is too short.
    pub fn new(
        solver: &PcSolver,
        field: &PcField,
        queues: impl IntoIterator<Item = impl AsRef<[Piece]>>,
        hold: Hold,
    ) -> Result<Self, PcError> {
        let queues = Queues::new(queues, hold, field.pieces_needed().unwrap_or(0))?;
        Ok(Self {
            solver: solver.clone(),
            field: *field,
            hold,
            marks: PcMarks::unknown(queues.len()),
            queues,
            shard: Shard::WHOLE,
            memory: Self::MEMORY,
            chunks: Vec::new(),
            next: 0,
        })
    }

    /// The same for a part of the different queues.
    #[must_use]
    pub fn with_shard(mut self, shard: Shard) -> Self {
        self.shard = shard;
        self
    }

    /// The same with at most so many bytes for the tree of queues of each thread, beside some
    /// megabytes of tables; one queue at a time if there is less.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// What is known of each different queue, in order.
    #[must_use]
    pub fn marks(&self) -> &PcMarks {
        &self.marks
    }

    /// Takes over what another run of the same queues knows: an earlier one, or another
    /// part.
    ///
    /// # Errors
    /// Marks of other queues; nothing changes then.
    pub fn adopt(&mut self, marks: &PcMarks) -> Result<(), PcMarksError> {
        self.marks.merge(marks)
    }

    /// Queues that are judged, and all of the part, each different one once.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let own = || (0..self.queues.len()).filter(|&number| self.shard.has(number as u64));
        (own().filter(|&number| self.marks.0[number].is_some()).count(), own().count())
    }

    /// The share as far as it is known.
    #[must_use]
    pub fn result(&self) -> PcPercent {
        let queue = |number: usize| {
            let mut queue = Vec::new();
            self.queues.read(number, &mut queue);
            (queue, self.marks.0[number], self.queues.weight(number))
        };
        PcPercent::new((0..self.queues.len()).map(queue).collect())
    }

    /// Puts the next queues of the part of which it is not known in a chunk.
    fn open_chunk(&mut self, most: usize) -> bool {
        let most = most.min(self.memory / (OpenQueues::BYTES * (self.queues.usable() + 1))).max(1);
        let mut numbers = Vec::new();
        while self.next < self.queues.len() && numbers.len() < most {
            if self.shard.has(self.next as u64) && self.marks.0[self.next].is_none() {
                numbers.push(self.next as u32);
            }
            self.next += 1;
        }
        if numbers.is_empty() {
            return false;
        }
        let open = OpenQueues::new(&self.queues, &numbers);
        let stock = self.queues.stock(&numbers, self.hold);
        let engine =
            by_height!(self.field => Elimination::new(&self.solver, &self.field, self.hold, open, stock));
        self.chunks.push(Chunk { numbers, engine });
        true
    }

    /// Marks the queues of a chunk that nothing has cleared.
    fn close_chunk(&mut self, chunk: &Chunk) {
        for &number in &chunk.numbers {
            self.marks.0[number as usize].get_or_insert(false);
        }
    }

    /// Goes on for at most so many nodes, or a tiling more; says whether all queues of the
    /// part are judged.
    pub fn step(&mut self, nodes: u64) -> bool {
        self.run(&Budget::nodes(nodes)).is_none()
    }

    /// Goes on until all queues of the part are judged; says why it stopped before, if it
    /// did. It can go on then.
    ///
    /// # Complexity
    /// All tilings once for every million of queues; a few steps for each queue.
    pub fn run(&mut self, budget: &Budget) -> Option<Stop> {
        let mut meter = budget.meter();
        while !self.chunks.is_empty() || self.open_chunk(Self::QUEUES) {
            let (done, all) = self.progress();
            meter.note(done as u64, done as f64 / all as f64);
            let Some(mut chunk) = self.chunks.pop() else { break };
            let end = chunk.advance(&mut meter, |number| self.marks.0[number as usize] = Some(true));
            if let Err(stop) = end {
                self.chunks.push(chunk);
                return Some(stop);
            }
            self.close_chunk(&chunk);
        }
        None
    }

    /// As [`PercentRun::run`] on the threads of the current pool, with the same result.
    #[cfg(feature = "rayon")]
    pub fn run_parallel(&mut self, budget: &Budget) -> Option<Stop> {
        use rayon::prelude::*;
        /// Fewer queues are not worth a thread.
        const LEAST: usize = 256;
        let mut meter = budget.meter();
        loop {
            let threads = rayon::current_num_threads();
            let (done, all) = self.progress();
            meter.note(done as u64, done as f64 / all as f64);
            let size = (all - done).div_ceil(threads).clamp(LEAST, Self::QUEUES);
            while self.chunks.len() < threads && self.open_chunk(size) {}
            if self.chunks.is_empty() {
                return None;
            }
            let share = meter.remaining() / self.chunks.len() as u64;
            let own =
                if budget.node_limit().is_some() { budget.clone().with_nodes(share) } else { budget.clone() };
            let rounds: Vec<Round> = core::mem::take(&mut self.chunks)
                .into_par_iter()
                .map(|mut chunk| {
                    let (mut meter, mut cleared) = (own.meter(), Vec::new());
                    let end = chunk.advance(&mut meter, |number| cleared.push(number));
                    Round { chunk, cleared, nodes: meter.used(), end }
                })
                .collect();
            let mut nodes = 0;
            for round in rounds {
                round.cleared.into_iter().for_each(|number| self.marks.0[number as usize] = Some(true));
                nodes += round.nodes.max(u64::from(round.end.is_err()));
                match round.end {
                    Ok(()) => self.close_chunk(&round.chunk),
                    Err(_) => self.chunks.push(round.chunk),
                }
            }
            if let Err(stop) = meter.charge(nodes) {
                return Some(stop);
            }
        }
    }
}

impl PcSolver {
    /// Which of these queues clear the field; as far as the budget goes.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`] for the first queue that is too short.
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::{Hold, PcField, PcSolver};
    /// use tetromino::{Piece, RotationSystem};
    /// let field = PcField::from_rows(["XX__XXXXXX", "XX__XXXXXX"], 2)?;
    /// let queues = Piece::ALL.map(|piece| vec![piece]);
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let percent = solver.percent(&field, queues, Hold::None, &Budget::unlimited())?;
    /// assert_eq!((percent.success, percent.total, percent.complete), (1, 7, true));
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    pub fn percent(
        &self,
        field: &PcField,
        queues: impl IntoIterator<Item = impl AsRef<[Piece]>>,
        hold: Hold,
        budget: &Budget,
    ) -> Result<PcPercent, PcError> {
        let mut run = PercentRun::new(self, field, queues, hold)?;
        // Stopped, it tells what is known.
        let _: Option<Stop> = run.run(budget);
        Ok(run.result())
    }
}
