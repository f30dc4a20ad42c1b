//! A board being generated, in many steps.

use alloc::vec::Vec;

use grid_core::{Budget, Progress, Stop, Stream};

use super::difficulty::Measure;
use super::draw::{may_have_moves, sequential};
use super::generate::{GenerateError, Generator};
use super::trial::{Step, Trial};
use crate::rules::board::Board;
use crate::rules::table::Rules;
use crate::rules::tile::Kind;
use crate::search::purse::{Outcome, Pieces, Work};

/// Cells up to which the search in depth may prove that there is no board.
const COMPLETE_CELLS: usize = 16;
/// Draws that leave a cell without a kind, after which it is looked deeper.
const STUCK: u32 = 100;
/// Searches in depth of a large board, each from other orders of kinds.
const RESTARTS: u32 = 50;
/// Kinds tried in one that could be complete.
const COMPLETE_STEPS: u64 = 20_000_000;

/// A board being generated: it can stop anywhere and go on later; the board is that
/// of [`Generator::generate`].
///
/// A node is a board drawn, or in a search in depth a candy tried; with bounds for
/// the difficulty also a cascade resolved to measure it.
///
/// ```
/// use match3::{Generator, Rules};
/// let generator = Generator::new(8, 8).with_difficulty(0.7..=0.75);
/// let mut generation = generator.start(&Rules::new(5), 7);
/// let mut frames = 1;
/// while !generation.step(50) {
///     frames += 1;
/// }
/// assert!(frames > 1);
/// assert_eq!(generation.result().unwrap(), generator.generate(&Rules::new(5), 7));
/// ```
#[derive(Debug)]
pub struct Generation {
    work: Work<Drawing>,
}

/// The boards drawn so far.
#[derive(Debug)]
struct Drawing {
    wish: Wish,
    attempts: u32,
    stream: Stream,
    board: Board,
    /// Cells to be filled.
    open: Vec<bool>,
    cells: usize,
    attempt: u32,
    stuck: u32,
    depth: Option<Depth>,
}

/// What is asked for, and how near the boards came.
#[derive(Debug)]
struct Wish {
    rules: Rules,
    generator: Generator,
    /// Candies that stay may lie after a cell, where neither draws nor depth look.
    keeps_candies: bool,
    measure: Option<Measure>,
    nearest: Option<f64>,
}

impl Wish {
    /// Whether a filled board is one; adds the cascades resolved.
    fn accepts(&mut self, board: &Board, nodes: &mut u64) -> bool {
        if self.keeps_candies && !board.is_stable() {
            return false;
        }
        if !self.generator.is_choosy() {
            return board.has_legal_swap(&self.rules);
        }
        let moves = board.legal_swaps(&self.rules).len() as u32;
        if !self.generator.moves.contains(&moves) {
            return false;
        }
        let (Some(range), Some(measure)) = (&self.generator.difficulty, &mut self.measure) else {
            return true;
        };
        let value = measure.of(board).value();
        *nodes += u64::from(moves);
        let off = |value: f64| (range.start() - value).max(value - range.end());
        if self.nearest.is_none_or(|nearest| off(value) < off(nearest)) {
            self.nearest = Some(value);
        }
        range.contains(&value)
    }

    fn not_found(&self, attempts: u32) -> GenerateError {
        match self.nearest {
            Some(nearest) => GenerateError::NoSuchDifficulty { attempts, nearest: (nearest * 1000.0) as u32 },
            None => GenerateError::NotFound { attempts },
        }
    }
}

/// The search in depth.
#[derive(Debug)]
struct Depth {
    trial: Trial,
    restarts: u32,
    left: u64,
}

impl Generation {
    pub(super) fn new(generator: &Generator, rules: &Rules, stream: Stream, open: Vec<bool>) -> Self {
        let board = generator.outline.clone();
        let mut kept = board.tiles().iter().zip(&open);
        let keeps_candies = kept.any(|(tile, &open)| tile.is_candy() && !open);
        let measure = generator.difficulty.as_ref().map(|_| Measure::new(&board, rules));
        let wish =
            Wish { rules: *rules, generator: generator.clone(), keeps_candies, measure, nearest: None };
        let cells = open.iter().filter(|&&open| open).count();
        let (attempts, result) = (generator.attempts, generator.check(rules).err().map(Err));
        let drawing =
            Drawing { wish, attempts, stream, board, open, cells, attempt: 0, stuck: 0, depth: None };
        Self { work: Work::new(drawing, result) }
    }

    /// Goes on for at most so many nodes; says whether it is done.
    pub fn step(&mut self, nodes: u64) -> bool {
        self.run(&Budget::nodes(nodes)).is_none()
    }

    /// Goes on within a budget; says why it stopped, `None` where there is a result.
    pub fn run(&mut self, budget: &Budget) -> Option<Stop> {
        self.work.run(budget)
    }

    /// The board, or why there is none; `None` while it is not known.
    #[must_use]
    pub fn result(&self) -> Option<Result<Board, GenerateError>> {
        self.work.result()
    }

    /// How far it has come, as a share of the boards drawn at most; nodes so far.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.work.progress()
    }

    /// The stream, for what is drawn next.
    pub(super) fn into_parts(self) -> (Stream, Option<Result<Board, GenerateError>>) {
        let (drawing, result) = self.work.into_parts();
        (drawing.stream, result)
    }
}

impl Drawing {
    /// Draws one board.
    fn draw(&mut self, nodes: &mut u64) -> Option<Result<Board, GenerateError>> {
        let kinds = self.wish.rules.kinds;
        if self.attempt == self.attempts || self.stuck >= STUCK {
            // Where draws find nothing, cells in depth may.
            if kinds > 2 && self.cells > COMPLETE_CELLS {
                return Some(Err(self.wish.not_found(self.attempt)));
            }
            self.begin_depth(if self.cells <= COMPLETE_CELLS { 1 } else { RESTARTS });
            return None;
        }
        let cols = self.board.cols();
        if self.attempt == 1 && !self.wish.keeps_candies && !may_have_moves(&self.open, cols, kinds) {
            return Some(Err(GenerateError::Impossible { cells: self.cells, kinds }));
        }
        self.attempt += 1;
        *nodes += 1;
        if !sequential(self.board.tiles_mut(), cols, &self.open, kinds, &mut self.stream) {
            self.stuck += 1;
            return None;
        }
        self.wish.accepts(&self.board, nodes).then(|| Ok(self.board.clone()))
    }

    fn begin_depth(&mut self, restarts: u32) {
        let complete = self.cells <= COMPLETE_CELLS;
        let left = if complete { COMPLETE_STEPS } else { 20_000 + 100 * self.cells as u64 };
        let trial = Trial::new(self.board.clone(), &self.open, self.wish.rules.kinds, &mut self.stream);
        self.depth = Some(Depth { trial, restarts, left });
    }

    /// One candy more, or one less.
    fn try_depth(&mut self, depth: &mut Depth, nodes: &mut u64) -> Option<Result<Board, GenerateError>> {
        *nodes += 1;
        depth.left = depth.left.saturating_sub(1);
        let step = depth.trial.step();
        if step == Step::Full && self.wish.accepts(depth.trial.board(), nodes) {
            return Some(Ok(depth.trial.board().clone()));
        }
        if step == Step::Done && self.cells <= COMPLETE_CELLS && !self.wish.generator.is_choosy() {
            let kinds = self.wish.rules.kinds;
            return Some(Err(GenerateError::Impossible { cells: self.cells, kinds }));
        }
        let over = step == Step::Done || depth.left == 0;
        if over && depth.restarts > 1 {
            self.begin_depth(depth.restarts - 1);
        }
        (over && depth.restarts <= 1).then(|| Err(self.wish.not_found(self.attempt)))
    }
}

impl Pieces for Drawing {
    type Found = Board;
    type Error = GenerateError;

    fn piece(&mut self) -> (u64, Outcome<Self>) {
        let mut nodes = 0;
        let result = match self.depth.take() {
            None => self.draw(&mut nodes),
            Some(mut depth) => {
                let result = self.try_depth(&mut depth, &mut nodes);
                self.depth.get_or_insert(depth);
                result
            }
        };
        (nodes, result)
    }

    fn share(&self) -> f64 {
        (f64::from(self.attempt) / f64::from(self.attempts.max(1))).min(1.0)
    }
}

impl Generator {
    /// Whether the request can be meant.
    fn check(&self, rules: &Rules) -> Result<(), GenerateError> {
        let kinds = rules.kinds;
        if !(1..=Kind::COUNT).contains(&kinds) {
            return Err(GenerateError::BadKinds { kinds });
        }
        let difficulty = self.difficulty.as_ref();
        if self.moves.is_empty() || difficulty.is_some_and(|range| range.is_empty()) {
            return Err(GenerateError::EmptyRange);
        }
        Ok(())
    }
}
