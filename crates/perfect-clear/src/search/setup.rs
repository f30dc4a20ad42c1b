//! Setups: what the queues of a pattern can build on a mask of cells, and how often the
//! field is cleared after that.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use grid_core::{Bits, Budget, CellSet, Meter};
use tetromino::Piece;

use super::builders::{Builders, PcStop};
use super::by_height::{ByHeight, by_height, on};
use super::candidates::Candidates;
use super::fills::Fills;
use super::options::Options;
use super::queue_tree::{Built, QueueTree};
use super::solver::PcSolver;
use crate::rules::error::PcError;
use crate::rules::field::PcField;
use crate::rules::mask::SetupMask;
use crate::rules::order::Hold;
use crate::rules::solution::PcPlacement;

/// A field that queues can build, by one tiling or by several.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PcSetup {
    /// The field when it is built; rows that were filled up are gone.
    pub field: PcField,
    /// The pieces of each tiling, sorted by piece, then by cells; sorted.
    pub tilings: Vec<Vec<PcPlacement>>,
    /// The queues that build it, by their numbers in [`PcSetups::queues`].
    pub queues: CellSet,
    /// What is left of queues when it is built.
    built: Vec<Built>,
}

/// All setups of a mask.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PcSetups {
    /// The setups, those that most queues build first, then by their cells.
    pub setups: Vec<PcSetup>,
    /// The different queues, sorted by piece number, each with how many it stands for.
    pub queues: Vec<(Vec<Piece>, u64)>,
    /// Why there may be more.
    pub stopped: Option<PcStop>,
}

/// A share of queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PcShare {
    /// Those that succeed.
    pub success: u64,
    /// All.
    pub total: u64,
}

impl PcSetups {
    /// How many queues as they were given build a setup.
    #[must_use]
    pub fn weight(&self, setup: &PcSetup) -> u64 {
        setup.queues.iter().map(|queue| self.queues[queue].1).sum()
    }
}

impl PcSolver {
    /// All setups that these queues can build on a mask; pieces of a queue that are not
    /// needed stay for what follows. `memory` bounds the bytes of queues and setups, beside
    /// some megabytes of tables. Rows that are filled up on the way are cleared.
    ///
    /// # Complexity
    /// All ways to fill the mask by the pieces of the queues: few where most cells must
    /// or must not be filled, exponential in the cells that may.
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::{Hold, PcSolver, SetupMask};
    /// use tetromino::{Pattern, RotationSystem};
    /// let mask = SetupMask::from_rows(["**________", "**________", "**________", "**________"], 4)?;
    /// let queues = "[OI],[OI]".parse::<Pattern>().unwrap().expand(100).unwrap();
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let setups = solver.setups(&mask, &queues, Hold::None, usize::MAX, &Budget::unlimited());
    /// // OO, one on the other, and II, side by side.
    /// assert_eq!((setups.setups.len(), setups.weight(&setups.setups[0])), (1, 2));
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    #[must_use]
    pub fn setups(
        &self,
        mask: &SetupMask,
        queues: &[Vec<Piece>],
        hold: Hold,
        memory: usize,
        budget: &Budget,
    ) -> PcSetups {
        let mut search = self.setup_search(mask, queues, hold, memory);
        let stopped = search.advance(&mut budget.meter()).err();
        PcSetups { stopped, ..search.into_found() }
    }

    /// A search for [`setups`](Self::setups) that has not begun.
    #[must_use]
    pub fn setup_search(
        &self,
        mask: &SetupMask,
        queues: &[Vec<Piece>],
        hold: Hold,
        memory: usize,
    ) -> PcSetupSearch {
        let (queues, memory) = QueueTree::within(queues, hold, usize::MAX, memory);
        let engine = by_height!(mask.field() => Inner::new(self, mask, queues, memory));
        PcSetupSearch { engine }
    }

    /// How often the field is cleared after a setup: of the queues that build it, each
    /// followed by each of these, those that can clear the field then. The player knows all
    /// pieces, and builds it in the way that helps.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`] if pieces are missing; why the budget stopped it inside.
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::{Hold, PcSolver, SetupMask};
    /// use tetromino::{Piece, RotationSystem};
    /// let mask = SetupMask::from_rows(["****______"], 1)?;
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let queues = [vec![Piece::I]];
    /// let setups = solver.setups(&mask, &queues, Hold::None, usize::MAX, &Budget::unlimited());
    /// let next = Piece::ALL.map(|piece| vec![piece, Piece::I]);
    /// let share = solver.setup_share(&setups, 0, &next, Hold::None, usize::MAX, &Budget::unlimited())?;
    /// // Six cells are left, which no pieces fill.
    /// assert_eq!(share.map(|share| (share.success, share.total)), Ok((0, 7)));
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such setup.
    pub fn setup_share(
        &self,
        setups: &PcSetups,
        setup: usize,
        following: &[Vec<Piece>],
        hold: Hold,
        memory: usize,
        budget: &Budget,
    ) -> Result<Result<PcShare, PcStop>, PcError> {
        let setup = &setups.setups[setup];
        let hold = if hold == Hold::None { Hold::None } else { Hold::Empty };
        let usable = hold.usable(setup.field.pieces_needed().unwrap_or(0));
        let mut left: BTreeMap<u32, Vec<Vec<Piece>>> = BTreeMap::new();
        for built in &setup.built {
            for queue in built.queues.clone() {
                // To hold a piece first is as good as to have it held.
                let held = built.held.into_iter();
                let rest = held.chain(setups.queues[queue as usize].0[built.taken..].iter().copied());
                left.entry(queue).or_default().push(rest.take(usable).collect());
            }
        }
        let mut rests: Vec<&Vec<Piece>> = left.values().flatten().collect();
        rests.sort_unstable();
        rests.dedup();
        let bytes =
            rests.len().saturating_mul(following.len()).saturating_mul(size_of::<Vec<Piece>>() + usable);
        let Some(memory) = memory.checked_sub(bytes) else { return Ok(Err(PcStop::Memory)) };
        let after = |rest: &[Piece], next: &[Piece]| {
            rest.iter().chain(next).copied().take(usable).collect::<Vec<Piece>>()
        };
        let all: Vec<Vec<Piece>> =
            rests.iter().flat_map(|rest| following.iter().map(|next| after(rest, next))).collect();
        let path = self.path(&setup.field, &all, hold, memory, budget)?;
        if let Some(stop) = path.stopped {
            return Ok(Err(stop));
        }
        let covered = path.covered();
        let clears = |queue: &[Piece]| {
            path.queues
                .binary_search_by(|(known, _)| known[..].cmp(queue))
                .is_ok_and(|at| covered.contains(at))
        };
        let mut share = PcShare::default();
        for (queue, rests) in &left {
            let (_, weight) = setups.queues[*queue as usize];
            let good = |next: &&Vec<Piece>| rests.iter().any(|rest| clears(&after(rest, next)));
            share.success += weight * following.iter().filter(good).count() as u64;
            share.total += weight * following.len() as u64;
        }
        Ok(Ok(share))
    }
}

/// A resumable search for setups.
#[derive(Clone, Debug)]
pub struct PcSetupSearch {
    engine: Engine,
}

type Engine = ByHeight<Inner<u64>, Inner<u128>>;

impl PcSetupSearch {
    /// Goes on to the end.
    ///
    /// # Errors
    /// The reason to stop; after [`PcStop::Budget`] it can go on.
    pub fn advance(&mut self, meter: &mut Meter<'_>) -> Result<(), PcStop> {
        on!(&mut self.engine, engine => engine.advance(meter))
    }

    /// What has been found so far.
    #[must_use]
    pub fn found(&self) -> PcSetups {
        on!(&self.engine, engine => found(engine.setups.values().cloned(), engine.queues.list.clone()))
    }

    fn into_found(self) -> PcSetups {
        on!(self.engine, engine => found(engine.setups.into_values(), engine.queues.list))
    }
}

fn found(setups: impl Iterator<Item = PcSetup>, queues: Vec<(Vec<Piece>, u64)>) -> PcSetups {
    let mut setups: Vec<PcSetup> = setups.collect();
    setups.iter_mut().for_each(|setup| setup.tilings.sort_unstable());
    let weight = |setup: &PcSetup| setup.queues.iter().map(|queue| queues[queue].1).sum::<u64>();
    setups.sort_by_cached_key(|setup| Reverse(weight(setup)));
    PcSetups { setups, queues, stopped: None }
}

#[derive(Clone, Debug)]
struct Inner<B> {
    mask: SetupMask,
    options: Options<B>,
    fills: Fills<B>,
    queues: QueueTree,
    builders: Builders<B>,
    /// By the rows of the input when it is built.
    setups: BTreeMap<[u16; PcField::MAX_HEIGHT], PcSetup>,
    /// Bytes left.
    memory: Option<usize>,
}

impl<B: Bits> Inner<B> {
    fn new(solver: &PcSolver, mask: &SetupMask, queues: QueueTree, memory: Option<usize>) -> Self {
        let options = Options::new(mask.field());
        let fills = Fills::new(mask, &options, queues.stock(), queues.most_pieces());
        let builders = Builders::new(solver.generator.clone());
        let setups = BTreeMap::new();
        Self { mask: *mask, options, fills, queues, builders, setups, memory }
    }

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<(), PcStop> {
        loop {
            let (on, queues) = ((self.mask.field(), &self.options), &mut self.queues);
            if !self.builders.advance(on, &mut self.fills, queues, self.memory, meter)? {
                return Ok(());
            }
            let bytes = self.keep();
            self.memory = self.memory.and_then(|left| left.checked_sub(bytes));
            if self.memory.is_some() {
                meter.note(self.setups.len() as u64, 0.0);
            }
        }
    }

    /// Notes what was judged last; about how many bytes that takes.
    fn keep(&mut self) -> usize {
        let placements = self.options.placements(self.mask.field(), self.fills.chosen());
        let rows = self.mask.with(placements.iter().flat_map(|one| one.cells));
        let queues = self.queues.list.len();
        let mut bytes = placements.len() * size_of::<PcPlacement>() + size_of::<Vec<PcPlacement>>();
        let mask = &self.mask;
        let setup = self.setups.entry(rows).or_insert_with(|| {
            bytes += size_of::<PcSetup>() + queues.div_ceil(8);
            let (tilings, built) = (Vec::new(), Vec::new());
            PcSetup { field: mask.field_of(&rows), tilings, queues: CellSet::new(queues), built }
        });
        self.builders.add_queues(&mut setup.queues);
        setup.tilings.push(placements);
        setup.built.extend_from_slice(self.builders.found());
        bytes + size_of_val(self.builders.found())
    }
}
