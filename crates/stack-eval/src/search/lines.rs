//! Several pieces deep by straight drops: every line, or the best ones of a beam.

use alloc::vec::Vec;
use core::cmp::Ordering;

use grid_core::{Budget, Stop};
use tetromino::{Entry, Field, Landing, Piece, drop_landings};

use super::hands::Hands;
use crate::Evaluator;

/// A position of a game with straight drops: a field and the pieces that are known.
///
/// ```
/// use stack_eval::DropPosition;
/// use tetromino::{Entry, Field, Piece};
/// let position = DropPosition::new(Field::new(10, 20)?, &[Piece::T, Piece::O]);
/// assert_eq!((position.entry, position.hold), (Entry::Top, None));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropPosition<'a> {
    /// The field.
    pub field: Field,
    /// The piece in play, then the next ones.
    pub queue: &'a [Piece],
    /// The piece on hold.
    pub hold: Option<Piece>,
    /// Whether pieces can be held, now and later.
    pub can_hold: bool,
    /// Whence pieces fall.
    pub entry: Entry,
}

impl<'a> DropPosition<'a> {
    /// Pieces fall from the top rows, and none can be held.
    #[must_use]
    pub const fn new(field: Field, queue: &'a [Piece]) -> Self {
        Self { field, queue, hold: None, can_hold: false, entry: Entry::Top }
    }
}

/// How far a [`LineSearch`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineSettings {
    /// Most lines that go on after a ply.
    pub width: usize,
    /// Most plies; the known pieces allow fewer at times.
    pub depth: usize,
}

impl LineSettings {
    /// One ply: the best landing by the judge, as [`greedy`](crate::greedy).
    pub const GREEDY: Self = Self { width: usize::MAX, depth: 1 };
    /// Every line of two plies.
    pub const TWO_PLY: Self = Self { width: usize::MAX, depth: 2 };
    /// The hundred best lines, as deep as pieces are known.
    pub const BEAM: Self = Self { width: 100, depth: usize::MAX };
}

/// A move and the best line found after it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineChoice {
    /// The landing.
    pub landing: Landing,
    /// Whether the piece comes from hold.
    pub held: bool,
    /// The sum of the judge's values along the line.
    pub value: f64,
    /// Plies of the line.
    pub depth: usize,
}

/// A line of moves.
#[derive(Clone, Copy, Debug)]
struct Line {
    field: Field,
    hands: Hands,
    value: f64,
    /// The first move.
    root: u32,
}

/// A search over lines of straight drops, ply by ply. The value of a line is the
/// sum of the judge's values of its moves; after each ply the best `width` lines go
/// on, equal ones in the order in which they were found.
///
/// It can be resumed: [`LineSearch::step`] goes on for some nodes, and the answer
/// does not depend on how the nodes are shared out. One node is one landing judged.
/// Until a ply is finished the answer is that of the ply before.
///
/// # Complexity
/// About `width` · 34 nodes for each ply after the first, twice that with hold.
///
/// ```
/// use stack_eval::{DropPosition, FourEvaluator, LineSearch, LineSettings};
/// use tetromino::{Field, Piece};
/// let field = Field::from_rows(["####.#####", "####.#####"], 20)?;
/// let position = DropPosition::new(field, &[Piece::T, Piece::I]);
/// let judge = FourEvaluator::default();
/// let mut search = LineSearch::new(&judge, &position, LineSettings::TWO_PLY);
/// // A little in every frame of a game.
/// while !search.step(200) {}
/// assert_eq!(search.choices()[0].depth, 2);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineSearch<'a, E> {
    judge: &'a E,
    settings: LineSettings,
    queue: Vec<Piece>,
    can_hold: bool,
    entry: Entry,
    /// Plies finished.
    depth: usize,
    plies: usize,
    lines: Vec<Line>,
    /// The next line to go on with.
    at: usize,
    later: Vec<Line>,
    choices: Vec<LineChoice>,
    /// The best of the ply under way by first move.
    best: Vec<Option<f64>>,
    nodes: u64,
    /// Nodes that steps have granted and that are not used.
    granted: u64,
}

impl<'a, E: Evaluator> LineSearch<'a, E> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(judge: &'a E, position: &DropPosition<'_>, settings: LineSettings) -> Self {
        let hands = Hands { hold: position.hold, next: 0 };
        // More pieces than a line can have matter to nobody.
        let queue = &position.queue[..position.queue.len().min(usize::from(u8::MAX) - 2)];
        let plies = hands.plies(queue, position.can_hold).min(settings.depth.max(1));
        Self {
            judge,
            settings,
            queue: queue.to_vec(),
            can_hold: position.can_hold,
            entry: position.entry,
            depth: 0,
            plies,
            lines: alloc::vec![Line { field: position.field, hands, value: 0.0, root: 0 }],
            at: 0,
            later: Vec::new(),
            choices: Vec::new(),
            best: Vec::new(),
            nodes: 0,
            granted: 0,
        }
    }

    /// Goes on until the search is finished, which it returns, or `nodes` more nodes
    /// do not suffice for the next line; what is left of them counts for the next
    /// step.
    pub fn step(&mut self, nodes: u64) -> bool {
        self.granted = self.granted.saturating_add(nodes);
        while !self.is_finished() {
            if !self.expand() {
                return false;
            }
        }
        true
    }

    /// Goes on until the search is finished or the budget is spent.
    ///
    /// # Errors
    /// Why the budget ended it; the search can still go on.
    pub fn run(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut meter = budget.meter();
        self.granted = budget.node_limit().unwrap_or(u64::MAX);
        while !self.is_finished() {
            let before = self.nodes;
            if !self.expand() {
                return Err(Stop::NodeBudget);
            }
            meter.spend(self.nodes - before)?;
        }
        Ok(())
    }

    /// Whether there is nothing left to search.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.depth >= self.plies || self.lines.is_empty()
    }

    /// Nodes used.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The moves by the plies finished so far, best first: those with the deepest
    /// lines, then by value. Equal ones keep their order: the piece in play before
    /// the one from hold, then that of [`drop_landings`].
    #[must_use]
    pub fn choices(&self) -> Vec<LineChoice> {
        let mut choices = self.choices.clone();
        choices.sort_by(|a, b| b.depth.cmp(&a.depth).then(descending(a.value, b.value)));
        choices
    }

    /// All moves after one line; `false` if the nodes do not suffice.
    fn expand(&mut self) -> bool {
        let line = self.lines[self.at];
        let mut moves: [Option<(Piece, bool, Hands)>; 2] = [None; 2];
        let mut free = moves.iter_mut();
        line.hands.moves(&self.queue, self.can_hold, |piece, held, hands| {
            if let Some(free) = free.next() {
                *free = Some((piece, held, hands));
            }
        });
        let moves = moves.into_iter().flatten();
        let landings = |piece| drop_landings(&line.field, piece, self.entry);
        let cost: u64 = moves.clone().map(|(piece, ..)| landings(piece).count() as u64).sum();
        if cost > self.granted {
            return false;
        }
        self.granted -= cost;
        self.nodes += cost;
        let context = self.judge.context(&line.field);
        for (piece, held, hands) in moves {
            for landing in landings(piece) {
                let Some(placed) = landing.placed() else { continue };
                let worth = self.judge.evaluate(&context, &line.field, &placed);
                // The worst value, whatever else the line earns.
                let worth = if worth.is_nan() { f64::NEG_INFINITY } else { worth };
                let mut child = Line { hands, value: line.value + worth, ..line };
                child.field.lock(&placed);
                child.field.clear_full_rows();
                if self.depth == 0 {
                    child.root = self.choices.len() as u32;
                    self.choices.push(LineChoice { landing, held, value: child.value, depth: 1 });
                    self.best.push(None);
                }
                let best = &mut self.best[child.root as usize];
                *best = Some(best.map_or(child.value, |best| best.max(child.value)));
                self.later.push(child);
            }
        }
        if self.later.len() / 2 > self.settings.width.max(32) {
            self.prune();
        }
        self.at += 1;
        if self.at == self.lines.len() {
            self.finish_ply();
        }
        true
    }

    fn finish_ply(&mut self) {
        if self.later.len() > self.settings.width {
            self.prune();
        }
        self.depth += 1;
        self.at = 0;
        self.lines.clear();
        core::mem::swap(&mut self.lines, &mut self.later);
        for (choice, best) in self.choices.iter_mut().zip(&mut self.best) {
            if let Some(best) = best.take() {
                (choice.value, choice.depth) = (best, self.depth);
            }
        }
    }

    /// Keeps the best lines of the ply under way. Sorting is stable, so that equal
    /// lines keep their order.
    fn prune(&mut self) {
        self.later.sort_by(|a, b| descending(a.value, b.value));
        self.later.truncate(self.settings.width.max(1));
    }
}

fn descending(a: f64, b: f64) -> Ordering {
    b.partial_cmp(&a).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

/// The best move of a position with everything searched, or what the budget allows.
///
/// ```
/// use grid_core::Budget;
/// use stack_eval::{DropPosition, FourEvaluator, LineSettings, best_line, greedy};
/// use tetromino::{Entry, Field, Piece};
/// let field = Field::from_rows(["###.######", "##...#####"], 20)?;
/// let (judge, position) = (FourEvaluator::default(), DropPosition::new(field, &[Piece::T]));
/// let best = best_line(&judge, &position, LineSettings::GREEDY, &Budget::unlimited()).unwrap();
/// assert_eq!(best.landing, greedy(&judge, &field, Piece::T, Entry::Top).unwrap().landing);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn best_line<E: Evaluator>(
    judge: &E,
    position: &DropPosition<'_>,
    settings: LineSettings,
    budget: &Budget,
) -> Option<LineChoice> {
    let mut search = LineSearch::new(judge, position, settings);
    // What is found counts, finished or not.
    let _ = search.run(budget);
    search.choices().first().copied()
}
