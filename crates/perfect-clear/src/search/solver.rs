//! Solutions of a queue: candidates that can be built in an order the queue allows.

use alloc::sync::Arc;
use alloc::vec::Vec;

use grid_core::{Bits, Budget, Meter, Skill, StableHasher, Stop, Stream};
use tetromino::{MoveGenerator, Piece, RotationSystem};

use super::build::{Build, Dead};
use super::by_height::{ByHeight, by_height, on};
use super::candidates::Candidates;
use super::first::First;
use super::options::Options;
use super::reach::Reach;
use super::tilings::{Tilings, stock_of};
use crate::rules::error::PcError;
use crate::rules::field::PcField;
use crate::rules::order::{Hold, PlayOrder};
use crate::rules::solution::{Solution, move_rules};

/// Finds perfect clears under a rotation system.
///
/// A piece enters from any column and orientation above the rows that remain, moves
/// with soft drops and the kicks of the system (or falls straight where the system
/// says so), and must come to rest wholly within those rows.
///
/// ```
/// use perfect_clear::{Hold, PcField, PcSolver};
/// use tetromino::{MoveGenerator, Piece, RotationSystem};
/// let field = PcField::from_rows(["XXX_______", "XXXX_____X", "XXXX___X_X"], 3)?;
/// let solver = PcSolver::new(RotationSystem::SRS);
/// let queue = Piece::parse_list("IOJZ").unwrap();
/// let solution = solver.first(&field, &queue, Hold::Empty)?.expect("it can be cleared");
/// assert_eq!(solution.verify(&field, &queue, Hold::Empty, RotationSystem::SRS), Ok(()));
/// assert_eq!(solver.search(&field, &queue, Hold::Empty)?.count(), 1);
/// # Ok::<(), perfect_clear::PcError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PcSolver {
    pub(super) generator: Arc<MoveGenerator>,
}

/// Nodes that find nearly every clear that there is.
const ENOUGH: u64 = 1 << 14;

/// The stream that names what a player overlooks.
fn skill_stream(seed: u64, field: &PcField, queue: &[Piece]) -> Stream {
    let mut name = StableHasher::new("perfect-clear.question");
    (0..field.height()).for_each(|row| name.write(field.row(row).into()));
    queue.iter().for_each(|&piece| name.write(piece as u64));
    Stream::new(seed, "perfect-clear.skill", name.finish())
}

/// How many solutions there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PcCount {
    /// Different sets of pieces with their cells.
    pub tilings: u64,
    /// Different sequences of pieces with their cells.
    pub sequences: u128,
    /// Whether that is all of them.
    pub complete: bool,
}

impl PcSolver {
    /// A solver for these kicks.
    #[must_use]
    pub fn new(system: RotationSystem) -> Self {
        Self { generator: Arc::new(MoveGenerator::new(move_rules(system))) }
    }

    /// The rotation system.
    #[must_use]
    pub fn system(&self) -> RotationSystem {
        self.generator.rules().system
    }

    /// A search for the solutions of a queue that has not begun.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`].
    pub fn search(&self, field: &PcField, queue: &[Piece], hold: Hold) -> Result<PcSearch, PcError> {
        let needed = field.pieces_needed().unwrap_or(0);
        let order = PlayOrder::new(queue, hold, needed)?;
        let usable = queue.iter().copied().take(hold.usable(needed));
        let stock = stock_of(usable.chain(hold.piece()));
        let engine = by_height!(field => Inner::new(*field, order, stock, self.generator.clone()));
        Ok(PcSearch { engine, nodes: 0 })
    }

    /// The first solution; `None` if there is none.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`].
    pub fn first(&self, field: &PcField, queue: &[Piece], hold: Hold) -> Result<Option<Solution>, PcError> {
        // Without a limit nothing stops it.
        self.first_within(field, queue, hold, &Budget::unlimited()).map(|found| found.unwrap_or(None))
    }

    /// As [`PcSolver::first`] within a budget, of which a node is a piece laid or a set
    /// of pieces looked at; inside, why it stopped before anything was known.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`].
    ///
    /// ```
    /// use grid_core::{Budget, Stop};
    /// use perfect_clear::{Hold, PcField, PcSolver};
    /// use tetromino::{Piece, RotationSystem};
    /// let (solver, empty) = (PcSolver::new(RotationSystem::SRS), PcField::from_rows([], 4)?);
    /// let queue = Piece::parse_list("TIOLJSZTIOL").unwrap();
    /// let found = solver.first_within(&empty, &queue, Hold::Empty, &Budget::nodes(5))?;
    /// assert_eq!(found, Err(Stop::NodeBudget));
    /// assert!(matches!(solver.first_within(&empty, &queue, Hold::Empty, &Budget::nodes(100_000))?, Ok(Some(_))));
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    pub fn first_within(
        &self,
        field: &PcField,
        queue: &[Piece],
        hold: Hold,
        budget: &Budget,
    ) -> Result<Result<Option<Solution>, Stop>, PcError> {
        let mut first = First::new(self.search(field, queue, hold)?);
        let found = first.advance(&mut budget.meter());
        Ok(found.map(|found| found.then(|| first.solution())))
    }

    /// The solution that a player of this skill finds, as a hint of that strength: it looks
    /// at fewer nodes, at level 1 at 32 and at twice as many for each level above, and
    /// overlooks some of what it could find. The same question and seed give the same
    /// answer. At [`Skill::BEST`] it is what the budget allows.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`].
    ///
    /// ```
    /// use grid_core::{Budget, Skill};
    /// use perfect_clear::{Hold, PcField, PcSolver};
    /// use tetromino::{Piece, RotationSystem};
    /// let (solver, empty) = (PcSolver::new(RotationSystem::SRS), PcField::from_rows([], 4)?);
    /// let queue = Piece::parse_list("TIOLJSZTIOL").unwrap();
    /// let find = |skill| solver.first_with_skill(&empty, &queue, Hold::Empty, skill, 7, &Budget::unlimited());
    /// assert!(find(Skill::BEGINNER)?.is_none());
    /// assert_eq!(find(Skill::BEST)?, solver.first(&empty, &queue, Hold::Empty)?);
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    pub fn first_with_skill(
        &self,
        field: &PcField,
        queue: &[Piece],
        hold: Hold,
        skill: Skill,
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<Solution>, PcError> {
        if skill == Skill::BEST {
            return self.first_within(field, queue, hold, budget).map(|found| found.unwrap_or(None));
        }
        let nodes = skill.effort(ENOUGH).min(budget.node_limit().unwrap_or(u64::MAX));
        let found = self.first_within(field, queue, hold, &budget.clone().with_nodes(nodes))?;
        let overlooked = skill.overlooks(&mut skill_stream(seed, field, queue));
        Ok(found.unwrap_or(None).filter(|_| !overlooked))
    }

    /// Counts all solutions within a budget, of which a node is a piece laid or a set of
    /// pieces looked at.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`].
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::{Hold, PcField, PcSolver};
    /// use tetromino::{MoveGenerator, Piece, RotationSystem};
    /// let empty = PcField::from_rows([], 2)?;
    /// let queue = [Piece::I, Piece::O, Piece::I, Piece::I, Piece::I];
    /// let count = PcSolver::new(RotationSystem::SRS).count(&empty, &queue, Hold::None, &Budget::unlimited())?;
    /// assert_eq!((count.tilings, count.complete), (3, true));
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    pub fn count(
        &self,
        field: &PcField,
        queue: &[Piece],
        hold: Hold,
        budget: &Budget,
    ) -> Result<PcCount, PcError> {
        let mut search = self.search(field, queue, hold)?;
        let mut meter = budget.meter();
        let mut count = PcCount::default();
        loop {
            match search.advance(&mut meter) {
                Ok(true) => {
                    let Ok(orders) = search.orders(&mut meter) else { return Ok(count) };
                    count.tilings += 1;
                    count.sequences += orders;
                }
                Ok(false) => {
                    count.complete = true;
                    return Ok(count);
                }
                Err(_) => return Ok(count),
            }
        }
    }
}

/// A resumable search; an iterator over one [`Solution`] for each tiling that can be
/// built.
#[derive(Clone, Debug)]
pub struct PcSearch {
    engine: Engine,
    nodes: u64,
}

type Engine = ByHeight<Inner<u64>, Inner<u128>>;

impl PcSearch {
    /// Begins anew, with pieces tried in another order.
    pub(super) fn begin(&mut self, turn: u32) {
        on!(&mut self.engine, engine => engine.begin(turn));
    }

    /// Goes on to the next tiling that can be built: `true` if there is one, to be
    /// read with [`solution`](Self::solution), `false` when all have been found.
    ///
    /// # Errors
    /// The reason to stop; the search stands where it was and can go on.
    pub fn advance(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let before = meter.used();
        let found = on!(&mut self.engine, engine => engine.advance(meter));
        self.nodes += meter.used() - before;
        found
    }

    /// The tiling found last, in the first order in which it can be played.
    #[must_use]
    pub fn solution(&self) -> Solution {
        on!(&self.engine, engine => engine.solution())
    }

    /// In how many orders the tiling found last can be played.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn orders(&mut self, meter: &mut Meter<'_>) -> Result<u128, Stop> {
        on!(&mut self.engine, engine => engine.orders(meter))
    }

    /// Pieces laid and sets of pieces looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Iterator for PcSearch {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let unlimited = Budget::unlimited();
        let found = self.advance(&mut unlimited.meter()).unwrap_or(false);
        found.then(|| self.solution())
    }
}

#[derive(Clone, Debug)]
struct Inner<B> {
    field: PcField,
    order: PlayOrder,
    stock: [u8; 7],
    options: Options<B>,
    tilings: Tilings<B>,
    reach: Reach<B>,
    /// The order of the tiling found last.
    path: Vec<usize>,
    dead: Dead,
    /// The present candidate is not judged yet.
    open: bool,
}

impl<B: Bits> Inner<B> {
    fn new(field: PcField, order: PlayOrder, stock: [u8; 7], generator: Arc<MoveGenerator>) -> Self {
        let options = Options::new(&field);
        let tilings = Tilings::new(&field, &options, stock, 0);
        Self {
            field,
            order,
            stock,
            options,
            tilings,
            reach: Reach::new(generator),
            path: Vec::new(),
            dead: Dead::default(),
            open: false,
        }
    }

    fn begin(&mut self, turn: u32) {
        self.tilings = Tilings::new(&self.field, &self.options, self.stock, turn);
        self.open = false;
    }

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        while self.open || self.tilings.advance(&self.options, meter)? {
            let build = Build::new(&self.field, &self.options, self.tilings.chosen());
            let again = core::mem::replace(&mut self.open, true);
            let built =
                build.first(&self.order, &mut self.reach, &mut self.dead, &mut self.path, again, meter)?;
            self.open = false;
            if built {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn orders(&mut self, meter: &mut Meter<'_>) -> Result<u128, Stop> {
        let build = Build::new(&self.field, &self.options, self.tilings.chosen());
        build.count(&self.order, &mut self.reach, meter)
    }

    fn solution(&self) -> Solution {
        let option = |&piece: &usize| &self.options.all[self.tilings.chosen()[piece] as usize];
        let placements = self.path.iter().map(|piece| option(piece).placement(&self.field)).collect();
        Solution { placements }
    }
}
