//! All tilings that some queue of a pattern builds, each with these queues.

use alloc::vec::Vec;

use grid_core::{Bits, Budget, CellSet, Meter};
use tetromino::Piece;

use super::builders::{Builders, PcStop};
use super::by_height::{ByHeight, by_height, on};
use super::candidates::Candidates;
use super::options::Options;
use super::queue_tree::QueueTree;
use super::solver::PcSolver;
use super::tilings::Tilings;
use crate::rules::error::PcError;
use crate::rules::field::PcField;
use crate::rules::order::Hold;
use crate::rules::solution::PcPlacement;

/// A tiling and the queues that build it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PcTiling {
    /// The pieces in no order of play: sorted by piece, then by cells.
    pub placements: Vec<PcPlacement>,
    /// The queues, by their numbers in [`PcPath::queues`].
    pub queues: CellSet,
}

/// All tilings of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PcPath {
    /// The tilings, sorted by their placements.
    pub tilings: Vec<PcTiling>,
    /// The different queues, cut to the pieces that can matter, sorted by piece number,
    /// each with how many it stands for.
    pub queues: Vec<(Vec<Piece>, u64)>,
    /// Why there may be more tilings, or more queues of these.
    pub stopped: Option<PcStop>,
}

impl PcPath {
    /// The queues that some tiling is built by.
    #[must_use]
    pub fn covered(&self) -> CellSet {
        let mut all = CellSet::new(self.queues.len());
        self.tilings.iter().for_each(|tiling| all.union_with(&tiling.queues));
        all
    }

    /// How many queues as they were given these stand for.
    #[must_use]
    pub fn weight(&self, queues: &CellSet) -> u64 {
        queues.iter().map(|queue| self.queues[queue].1).sum()
    }
}

impl PcSolver {
    /// All tilings that these queues build, each with the queues that build it; `memory`
    /// bounds the bytes of queues and tilings, beside some megabytes of tables.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`] for the first queue that is too short.
    ///
    /// # Complexity
    /// All covers by the pieces of the queues once; for each that can be built the queues
    /// that agree with it, piece by piece.
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::{Hold, PcField, PcSolver};
    /// use tetromino::{Pattern, RotationSystem};
    /// let rows = ["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"];
    /// let opener = PcField::from_rows(rows, 4)?;
    /// let queues = "I,*p4".parse::<Pattern>().unwrap().expand(1000).unwrap();
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let path = solver.path(&opener, &queues, Hold::Empty, usize::MAX, &Budget::unlimited())?;
    /// assert_eq!((path.tilings.len(), path.covered().len(), path.stopped), (63, 711, None));
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    pub fn path(
        &self,
        field: &PcField,
        queues: &[Vec<Piece>],
        hold: Hold,
        memory: usize,
        budget: &Budget,
    ) -> Result<PcPath, PcError> {
        let mut search = self.path_search(field, queues, hold, memory)?;
        let mut meter = budget.meter();
        let mut tilings = Vec::new();
        let stopped = loop {
            match search.advance(&mut meter) {
                Ok(true) => tilings.push(search.found()),
                Ok(false) => break None,
                Err(stop) => break Some(stop),
            }
            meter.note(tilings.len() as u64, 0.0);
        };
        tilings.sort_unstable_by(|a, b| a.placements.cmp(&b.placements));
        Ok(PcPath { tilings, queues: search.into_queues(), stopped })
    }

    /// A search for the tilings of [`path`](Self::path) that has not begun: one after
    /// the other, in no order that means something.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`].
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::{Hold, PcField, PcSolver};
    /// use tetromino::{Piece, RotationSystem};
    /// let field = PcField::from_rows(["XX__XXXXXX", "XX__XXXXXX"], 2)?;
    /// let queues = Piece::ALL.map(|piece| vec![piece]);
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let mut search = solver.path_search(&field, &queues, Hold::None, 1 << 20)?;
    /// assert_eq!(search.advance(&mut Budget::unlimited().meter()), Ok(true));
    /// assert_eq!(search.found().queues.iter().collect::<Vec<_>>(), [Piece::O as usize]);
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    pub fn path_search(
        &self,
        field: &PcField,
        queues: &[Vec<Piece>],
        hold: Hold,
        memory: usize,
    ) -> Result<PcPathSearch, PcError> {
        let needed = field.pieces_needed().unwrap_or(0);
        queues.iter().try_for_each(|queue| hold.check(queue, needed))?;
        let (queues, memory) = QueueTree::within(queues, hold, hold.usable(needed), memory);
        let engine = by_height!(field => Inner::new(self, field, queues, memory));
        Ok(PcPathSearch { engine })
    }
}

/// A resumable search for the tilings of a pattern.
#[derive(Clone, Debug)]
pub struct PcPathSearch {
    engine: Engine,
}

type Engine = ByHeight<Inner<u64>, Inner<u128>>;

impl PcPathSearch {
    /// Goes on to the next tiling that a queue builds: `true` if there is one, to be read
    /// with [`found`](Self::found), `false` when all have been found.
    ///
    /// # Errors
    /// The reason to stop; after [`PcStop::Budget`] it can go on.
    pub fn advance(&mut self, meter: &mut Meter<'_>) -> Result<bool, PcStop> {
        on!(&mut self.engine, engine => engine.advance(meter))
    }

    /// The tiling found last.
    #[must_use]
    pub fn found(&self) -> PcTiling {
        on!(&self.engine, engine => engine.found())
    }

    fn into_queues(self) -> Vec<(Vec<Piece>, u64)> {
        on!(self.engine, engine => engine.queues.list)
    }
}

#[derive(Clone, Debug)]
struct Inner<B> {
    field: PcField,
    options: Options<B>,
    tilings: Tilings<B>,
    queues: QueueTree,
    builders: Builders<B>,
    /// Bytes left.
    memory: Option<usize>,
}

impl<B: Bits> Inner<B> {
    fn new(solver: &PcSolver, field: &PcField, queues: QueueTree, memory: Option<usize>) -> Self {
        let options = Options::new(field);
        let tilings = Tilings::new(field, &options, queues.stock(), 0);
        let builders = Builders::new(solver.generator.clone());
        Self { field: *field, options, tilings, queues, builders, memory }
    }

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<bool, PcStop> {
        let (on, queues) = ((&self.field, &self.options), &mut self.queues);
        if !self.builders.advance(on, &mut self.tilings, queues, self.memory, meter)? {
            return Ok(false);
        }
        let bytes = size_of::<PcTiling>()
            + self.tilings.chosen().len() * size_of::<PcPlacement>()
            + self.queues.list.len().div_ceil(8);
        self.memory = self.memory.and_then(|left| left.checked_sub(bytes));
        if self.memory.is_some() { Ok(true) } else { Err(PcStop::Memory) }
    }

    fn found(&self) -> PcTiling {
        let placements = self.options.placements(&self.field, self.tilings.chosen());
        let mut queues = CellSet::new(self.queues.list.len());
        self.builders.add_queues(&mut queues);
        PcTiling { placements, queues }
    }
}
