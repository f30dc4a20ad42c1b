//! How many of many queues clear a field.

use alloc::vec::Vec;

use grid_core::{Budget, Meter, Shard, Stop};
use tetromino::Piece;

use super::first::First;
use super::graph::{Graph, Growth, Halt};
use super::queues::Queues;
use super::solver::PcSolver;
use super::walk::Walk;
use crate::rules::error::PcError;
use crate::rules::field::PcField;
use crate::rules::order::Hold;
use crate::rules::share::{PcMarks, PcMarksError, PcPercent};

/// A search for the share of many queues that can be stopped, kept, shared out and goes
/// on.
///
/// First the boards on the way of all tilings become one graph, then each queue is
/// walked through it. Where the graph would take more memory than it may, each queue is
/// solved for itself.
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
///     while part.step(&Budget::nodes(1_000)).is_err() {}
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
    phase: Phase,
    /// The first queue that may not be judged yet.
    next: usize,
}

#[derive(Clone, Debug)]
enum Phase {
    Begin,
    Low(Growth<u64>),
    High(Growth<u128>),
    /// With the queue that is being walked.
    Walk(Graph, Walk, Option<usize>),
    /// With the queue that is being solved.
    Solve(Option<(usize, First)>),
}

impl PercentRun {
    /// Bytes that a run may take if nothing is said.
    pub const MEMORY: usize = 1 << 30;

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
            phase: Phase::Begin,
            next: 0,
        })
    }

    /// The same for a part of the different queues.
    #[must_use]
    pub fn with_shard(mut self, shard: Shard) -> Self {
        self.shard = shard;
        self
    }

    /// The same with at most so many bytes for the graph of boards.
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

    /// The next queue of the part of which it is not known.
    fn next_open(&mut self) -> Option<usize> {
        let open = |number: &usize| self.shard.has(*number as u64) && self.marks.0[*number].is_none();
        let next = (self.next..self.queues.len()).find(open);
        self.next = next.unwrap_or(self.queues.len());
        next
    }

    /// Goes on until all queues of the part are judged.
    ///
    /// # Errors
    /// The reason to stop; the run can go on.
    ///
    /// # Complexity
    /// Once the boards on the way of all tilings, then a few steps for each queue.
    pub fn step(&mut self, budget: &Budget) -> Result<(), Stop> {
        if self.next_open().is_none() {
            return Ok(());
        }
        let mut meter = budget.meter();
        self.grow(&mut meter, |growth, meter| growth.advance(meter), |growth, meter| growth.advance(meter))?;
        let mut queue = Vec::new();
        let (mut done, all) = self.progress();
        while let Some(number) = self.next_open() {
            meter.note(done as u64, done as f64 / all as f64);
            self.queues.read(number, &mut queue);
            let success = match &mut self.phase {
                Phase::Walk(graph, walk, begun) => {
                    if *begun != Some(number) {
                        walk.begin(self.hold);
                        *begun = Some(number);
                    }
                    walk.advance(graph, &queue, self.hold, &mut meter)?
                }
                Phase::Solve(first) => {
                    if first.as_ref().is_none_or(|(solved, _)| *solved != number) {
                        let search = self.solver.search(&self.field, &queue, self.hold);
                        *first = search.ok().map(|search| (number, First::new(search)));
                    }
                    first.as_mut().map_or(Ok(false), |(_, first)| first.advance(&mut meter))?
                }
                Phase::Begin | Phase::Low(_) | Phase::High(_) => unreachable!("the graph has grown"),
            };
            self.marks.0[number] = Some(success);
            done += 1;
        }
        Ok(())
    }

    /// As [`PercentRun::step`] on the threads of the current pool, with the same result.
    /// A node limit is looked at after every 4,096 queues.
    ///
    /// # Errors
    /// The reason to stop; the run can go on.
    #[cfg(feature = "rayon")]
    pub fn step_parallel(&mut self, budget: &Budget) -> Result<(), Stop> {
        use rayon::prelude::*;
        const QUEUES: usize = 4_096;
        /// Queues of a thread at a time.
        const SHARE: usize = 64;
        if self.next_open().is_none() {
            return Ok(());
        }
        let mut meter = budget.meter();
        self.grow(
            &mut meter,
            |growth, meter| growth.advance_parallel(meter),
            |growth, meter| growth.advance_parallel(meter),
        )?;
        let (mut done, all) = self.progress();
        let own = budget.without_node_limit();
        while let Some(first) = self.next_open() {
            meter.note(done as u64, done as f64 / all as f64);
            let open = (first..self.queues.len())
                .filter(|&number| self.shard.has(number as u64) && self.marks.0[number].is_none());
            let open: Vec<usize> = open.take(QUEUES).collect();
            let (solver, field, hold, queues, phase) =
                (&self.solver, &self.field, self.hold, &self.queues, &self.phase);
            let judged: Vec<(Option<bool>, u64)> = open
                .par_chunks(SHARE)
                .flat_map_iter(|numbers| {
                    let mut walk = Walk::new();
                    let (own, mut queue) = (&own, Vec::new());
                    numbers.iter().map(move |&number| {
                        queues.read(number, &mut queue);
                        let mut meter = own.meter();
                        let success = if let Phase::Walk(graph, ..) = phase {
                            walk.begin(hold);
                            walk.advance(graph, &queue, hold, &mut meter)
                        } else {
                            let search = solver.search(field, &queue, hold);
                            search.map_or(Ok(false), |search| First::new(search).advance(&mut meter))
                        };
                        (success.ok(), meter.used())
                    })
                })
                .collect();
            let mut nodes = 0;
            for (&number, (mark, used)) in open.iter().zip(judged) {
                self.marks.0[number] = mark;
                done += usize::from(mark.is_some());
                nodes += used;
            }
            meter.charge(nodes)?;
        }
        Ok(())
    }

    /// Comes to a phase in which queues can be judged.
    fn grow(
        &mut self,
        meter: &mut Meter<'_>,
        low: impl Fn(&mut Growth<u64>, &mut Meter<'_>) -> Result<(), Halt>,
        high: impl Fn(&mut Growth<u128>, &mut Meter<'_>) -> Result<(), Halt>,
    ) -> Result<(), Stop> {
        if let Phase::Begin = self.phase {
            let stock = self.queues.stock(self.hold);
            self.phase = if self.field.height() <= 6 {
                Phase::Low(Growth::new(&self.solver, &self.field, stock, self.memory))
            } else {
                Phase::High(Growth::new(&self.solver, &self.field, stock, self.memory))
            };
        }
        let grown = match &mut self.phase {
            Phase::Low(growth) => low(growth, meter).map(|()| growth.graph()),
            Phase::High(growth) => high(growth, meter).map(|()| growth.graph()),
            Phase::Begin | Phase::Walk(..) | Phase::Solve(_) => return Ok(()),
        };
        self.phase = match grown {
            Ok(graph) => Phase::Walk(graph, Walk::new(), None),
            Err(Halt::Full) => Phase::Solve(None),
            Err(Halt::Stopped(stop)) => return Err(stop),
        };
        Ok(())
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
        let _: Result<(), Stop> = run.step(budget);
        Ok(run.result())
    }
}
