//! Puzzles: a field and a queue that clears it by exactly one tiling.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use grid_core::{Budget, Meter, Stop, Stream};
use tetromino::{Field, MoveGenerator, Piece, RotationSystem, Spin};
use thiserror::Error;

use super::builders::PcStop;
use super::options::Options;
use super::path::PcPathSearch;
use super::row_order::RowOrder;
use super::solver::PcSolver;
use crate::judge::difficulty::PuzzleDifficulty;
use crate::judge::preference::Preference;
use crate::rules::field::{FULL, PcField};
use crate::rules::order::Hold;
use crate::rules::solution::{Solution, move_rules};

/// A field and a queue with exactly one tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PcPuzzle {
    /// The field.
    pub field: PcField,
    /// The pieces; all are needed.
    pub queue: Vec<Piece>,
    /// Whether a piece can be held.
    pub hold: Hold,
    /// The tiling in the order of its easiest play.
    pub solution: Solution,
    /// How hard it is.
    pub difficulty: PuzzleDifficulty,
    /// Fields that were tried until it was found.
    pub attempts: u64,
}

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The height is not supported.
    #[error("a puzzle has 1 to {limit} rows, not {height}", limit = PuzzleGenerator::MAX_HEIGHT)]
    Height {
        /// Rows asked for.
        height: usize,
    },
    /// So many pieces do not fit, or leave a row without an empty cell.
    #[error("{height} rows take {least} to {most} pieces, not {pieces}")]
    Pieces {
        /// Rows.
        height: usize,
        /// Pieces asked for.
        pieces: usize,
        /// Fewest pieces.
        least: usize,
        /// Most pieces.
        most: usize,
    },
    /// No field that was tried has one of the wanted difficulty.
    #[error("none of {attempts} fields has a puzzle of difficulty {least} to {most}")]
    NotFound {
        /// Fields tried.
        attempts: u64,
        /// Smallest wanted score.
        least: u32,
        /// Largest wanted score.
        most: u32,
    },
    /// The budget stopped it.
    #[error("{0}")]
    Stopped(Stop),
}

/// Makes puzzles; the same seed gives the same puzzle everywhere.
///
/// ```
/// use grid_core::Budget;
/// use perfect_clear::{Hold, PcSolver, PuzzleGenerator};
/// use tetromino::RotationSystem;
/// let generator = PuzzleGenerator::new(RotationSystem::SRS, 3, 3)?.with_hold(true);
/// let puzzle = generator.generate(7, &Budget::unlimited())?;
/// let solver = PcSolver::new(RotationSystem::SRS);
/// let count = solver.count(&puzzle.field, &puzzle.queue, Hold::Empty, &Budget::unlimited()).unwrap();
/// assert_eq!((puzzle.queue.len(), count.tilings), (3, 1));
/// # Ok::<(), perfect_clear::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleGenerator {
    solver: PcSolver,
    height: usize,
    pieces: usize,
    hold: Hold,
    difficulty: (u32, u32),
    attempts: u64,
}

impl PuzzleGenerator {
    /// Most rows.
    pub const MAX_HEIGHT: usize = 6;
    /// Most pieces.
    pub const MAX_PIECES: usize = 10;
    /// Orders of the pieces that are tried on a field.
    const ORDERS: usize = 24;

    /// Puzzles of any difficulty without hold, within 10,000 fields.
    ///
    /// # Errors
    /// [`PuzzleError::Height`] or [`PuzzleError::Pieces`].
    pub fn new(system: RotationSystem, height: usize, pieces: usize) -> Result<Self, PuzzleError> {
        if !(1..=Self::MAX_HEIGHT).contains(&height) {
            return Err(PuzzleError::Height { height });
        }
        let (least, most) = (height.div_ceil(4), (PcField::WIDTH * height / 4).min(Self::MAX_PIECES));
        if !(least..=most).contains(&pieces) {
            return Err(PuzzleError::Pieces { height, pieces, least, most });
        }
        let (solver, difficulty) = (PcSolver::new(system), (0, PuzzleDifficulty::MOST));
        Ok(Self { solver, height, pieces, hold: Hold::None, difficulty, attempts: 10_000 })
    }

    /// The same with hold, or without.
    #[must_use]
    pub fn with_hold(mut self, hold: bool) -> Self {
        self.hold = if hold { Hold::Empty } else { Hold::None };
        self
    }

    /// The same with a wanted [`PuzzleDifficulty::score`].
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::PuzzleGenerator;
    /// use tetromino::RotationSystem;
    /// let generator = PuzzleGenerator::new(RotationSystem::SRS, 4, 4)?.with_difficulty(25..=100);
    /// let puzzle = generator.generate(1, &Budget::unlimited())?;
    /// assert!(puzzle.difficulty.score() >= 25);
    /// # Ok::<(), perfect_clear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn with_difficulty(mut self, scores: RangeInclusive<u32>) -> Self {
        self.difficulty = (*scores.start(), *scores.end());
        self
    }

    /// The same with another number of fields that are tried.
    #[must_use]
    pub fn with_attempts(mut self, attempts: u64) -> Self {
        self.attempts = attempts;
        self
    }

    /// The puzzle of a seed.
    ///
    /// # Errors
    /// [`PuzzleError::NotFound`] or [`PuzzleError::Stopped`].
    pub fn generate(&self, seed: u64, budget: &Budget) -> Result<PcPuzzle, PuzzleError> {
        self.begin(seed).advance(&mut budget.meter())
    }

    /// A search for the puzzle of a seed that has not begun.
    #[must_use]
    pub fn begin(&self, seed: u64) -> PuzzleSearch {
        let options = Options::new(&PcField::from_bits(&[0; PcField::MAX_HEIGHT][..self.height]));
        PuzzleSearch { generator: self.clone(), options, seed, attempt: 0, trial: None }
    }
}

/// A resumable search for a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleSearch {
    generator: PuzzleGenerator,
    /// All ways to place a piece in an empty field.
    options: Options<u64>,
    seed: u64,
    attempt: u64,
    trial: Option<Trial>,
}

/// A field whose queues are being judged.
#[derive(Clone, Debug)]
struct Trial {
    field: PcField,
    queues: Vec<Vec<Piece>>,
    search: PcPathSearch,
    /// For each queue how many tilings it has so far, up to two.
    tilings: Vec<u8>,
}

impl PuzzleSearch {
    /// Goes on until there is a puzzle. Called again, it looks for another one.
    ///
    /// # Errors
    /// [`PuzzleError::NotFound`], or [`PuzzleError::Stopped`], after which it can go on.
    pub fn advance(&mut self, meter: &mut Meter<'_>) -> Result<PcPuzzle, PuzzleError> {
        let (least, most) = self.generator.difficulty;
        loop {
            if self.trial.is_none() {
                // No score is in a range that is empty.
                if least > most || self.attempt >= self.generator.attempts {
                    return Err(PuzzleError::NotFound { attempts: self.attempt, least, most });
                }
                meter.spend(1).map_err(PuzzleError::Stopped)?;
                let mut stream = Stream::new(self.seed, "perfect clear puzzle", self.attempt);
                self.attempt += 1;
                self.trial = self.trial(&mut stream);
            }
            let Some(trial) = &mut self.trial else { continue };
            let done = loop {
                match trial.search.advance(meter) {
                    Ok(true) => trial.note(),
                    Ok(false) => break true,
                    Err(PcStop::Budget(stop)) => return Err(PuzzleError::Stopped(stop)),
                    Err(PcStop::Memory) => break false,
                }
            };
            let Some(trial) = self.trial.take().filter(|_| done) else { continue };
            for (queue, _) in trial.queues.iter().zip(&trial.tilings).filter(|(_, tilings)| **tilings == 1) {
                let puzzle = self.generator.judged(&trial.field, queue, self.attempt);
                if let Some(puzzle) =
                    puzzle.filter(|puzzle| (least..=most).contains(&puzzle.difficulty.score()))
                {
                    return Ok(puzzle);
                }
            }
        }
    }

    /// A field from which random pieces that touch were taken, and orders of them.
    fn trial(&self, stream: &mut Stream) -> Option<Trial> {
        let PuzzleGenerator { solver, height, pieces, hold, .. } = &self.generator;
        let (mut open, mut order, mut taken) = (0u64, RowOrder::<u128>::default(), Vec::new());
        // Most draws do not fit; a field that stays too small is given up.
        let draws = 4000 * pieces;
        for _ in 0..draws {
            let option = &self.options.all[stream.below(self.options.all.len() as u32) as usize];
            // Far more ways to place a piece are split than whole ones.
            let wanted = option.gaps == 0 || stream.below(6) == 0;
            let touches = taken.is_empty() || option.cells & around(open) != 0;
            if !wanted || !touches || option.cells & open != 0 {
                continue;
            }
            let Some(after) = order.with(option.gaps, option.rows) else { continue };
            order = after;
            open |= option.cells;
            taken.push(option.piece);
            if taken.len() == *pieces {
                break;
            }
        }
        let row = |y: usize| FULL & !((open >> (PcField::WIDTH * y)) as u16);
        let rows: Vec<u16> = (0..*height).map(row).collect();
        if taken.len() < *pieces || rows.contains(&FULL) {
            return None;
        }
        let mut queues: Vec<Vec<Piece>> = Vec::new();
        for _ in 0..PuzzleGenerator::ORDERS {
            stream.shuffle(&mut taken);
            queues.push(taken.clone());
        }
        queues.sort_unstable();
        queues.dedup();
        let field = PcField::from_bits(&rows);
        // All pieces are needed and there are as many.
        let search = solver.path_search(&field, &queues, *hold, MEMORY).ok()?;
        let tilings = alloc::vec![0; queues.len()];
        Some(Trial { field, queues, search, tilings })
    }
}

/// Bytes for the tilings of a field.
const MEMORY: usize = 16 << 20;

/// The cells beside a set of cells.
fn around(cells: u64) -> u64 {
    let rows = (0..PuzzleGenerator::MAX_HEIGHT as u32).map(|y| 1u64 << (PcField::WIDTH as u32 * y));
    let first = rows.fold(0, |all, cell| all | cell);
    let last = first << (PcField::WIDTH - 1);
    cells << PcField::WIDTH | cells >> PcField::WIDTH | (cells & !last) << 1 | (cells & !first) >> 1
}

impl Trial {
    /// Counts the tiling found last.
    fn note(&mut self) {
        for queue in self.search.found().queues.iter() {
            self.tilings[queue] = (self.tilings[queue] + 1).min(2);
        }
    }
}

impl PuzzleGenerator {
    /// The puzzle of a field and a queue with one tiling.
    fn judged(&self, field: &PcField, queue: &[Piece], attempts: u64) -> Option<PcPuzzle> {
        let unlimited = Budget::unlimited();
        let mut search = self.solver.search(field, queue, self.hold).ok()?;
        let tiling = search.next()?.placements;
        let sequences = search.orders(&mut unlimited.meter()).ok()?;
        // The answer is the solver's: there is no second one.
        if search.next().is_some() {
            return None;
        }
        let mut meter = unlimited.meter();
        let judge = Preference::EASY;
        let play = self.solver.best_order(field, &tiling, queue, self.hold, &judge, &mut meter).ok()??;
        let landings = self.landings(field, &play.solution, queue)?;
        let split = |one: &&crate::PcPlacement| one.landing().is_none();
        let without = self.solver.first(field, queue, Hold::None).ok()?;
        let count =
            |is: fn(&crate::PlayStep) -> bool| play.steps.iter().filter(|step| is(step)).count() as u32;
        let difficulty = PuzzleDifficulty {
            nodes: search.nodes(),
            choices: landings.iter().sum(),
            bits: landings.iter().map(|choices| choices.max(&1).ilog2()).sum(),
            sequences,
            splits: play.solution.placements.iter().filter(split).count() as u32,
            needs_hold: self.hold != Hold::None && without.is_none(),
            soft_drops: count(|step| step.soft_drop),
            spins: count(|step| step.spin != Spin::None),
        };
        let (field, queue, hold) = (*field, queue.to_vec(), self.hold);
        Some(PcPuzzle { field, queue, hold, solution: play.solution, difficulty, attempts })
    }

    /// How many landings within the rows there are at each piece, of the current piece and
    /// of the one that hold gives instead.
    fn landings(&self, field: &PcField, solution: &Solution, queue: &[Piece]) -> Option<Vec<u32>> {
        let generator = MoveGenerator::new(move_rules(self.solver.system()));
        let mut shown: Vec<Piece> = queue.to_vec();
        let mut counts = Vec::new();
        let played = solution.play(field, |_, rows, landing| {
            let bits: Vec<u16> = rows.iter().map(|(_, row)| *row).collect();
            let choices = if self.hold == Hold::None { 1 } else { 2 };
            let mut kinds: Vec<Piece> = shown.iter().copied().take(choices).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let inside = |piece: Piece| {
                let Ok(board) = Field::from_row_bits(PcField::WIDTH, 40, &bits) else { return 0 };
                let low =
                    |one: &tetromino::Landing| one.cells().iter().all(|cell| cell.y < bits.len() as i32);
                generator.landings(&board, piece).iter().filter(low).count() as u32
            };
            counts.push(kinds.into_iter().map(inside).sum());
            // What is held in place of the piece stays in front.
            if let Some(at) = shown.iter().take(choices).position(|&piece| piece == landing.piece) {
                shown.remove(at);
            }
            Ok(())
        });
        played.ok().map(|()| counts)
    }
}
