//! A search over lines, ply by ply, that can stop after any line and go on later.

use alloc::vec::Vec;

use grid_core::{Budget, Skill, Stop};

use super::hands::Hands;
use super::line_plan::{Line, Move, Plan};
use super::lines::{DropPosition, LineChoice, LineSettings, descending};
use super::seen::{self, Seen};
use super::skill::{first_picked, stream};
use crate::Evaluator;

/// A search over lines of straight drops, ply by ply. The value of a line is what the
/// judge says of its last move and what its earlier moves have
/// [carried](Evaluator::carried) on; after each ply the best `width` lines go on, equal
/// ones in the order in which they were found. A move that loses the game ends its line.
/// Lines that come to the same field with the same pieces at hand are merged: the better
/// one goes on; where every line goes on, those of different first moves are kept apart.
///
/// It can be resumed: [`LineSearch::step`] goes on for some nodes, and the answer
/// does not depend on how the nodes are shared out, nor on the number of threads. One
/// node is one landing judged. Until a ply is finished the answer is that of the ply
/// before.
///
/// # Complexity
/// About `width` · 34 nodes for each ply after the first, twice that with hold; seven
/// times that for the pieces after the queue.
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
    plan: Plan<'a, E>,
    /// The position.
    root: Line,
    /// Plies finished.
    depth: usize,
    plies: usize,
    /// The lines at the end are to be valued by the pieces that come after them.
    beyond: bool,
    lines: Vec<Line>,
    /// The next line to go on with.
    at: usize,
    found: Found,
    nodes: u64,
    /// Nodes that steps have granted and that are not used.
    granted: u64,
}

/// What the ply under way has found.
#[derive(Clone, Debug)]
struct Found {
    later: Vec<Line>,
    choices: Vec<LineChoice>,
    /// The best of the ply under way by first move: pieces that lose, value.
    best: Vec<Option<(u32, f64)>>,
    seen: Seen<f64>,
    width: usize,
}

impl Found {
    /// A move of a line; `after` is the line with it.
    fn add(&mut self, line: &Line, step: &Move, first: bool, last: bool, after: impl FnOnce() -> Line) {
        let value = line.earned + step.worth;
        let mut root = line.root;
        if first {
            root = self.choices.len() as u32;
            let depth = usize::from(!step.lost);
            let choice = LineChoice { landing: step.landing(), held: step.held, value, depth, lost: 0 };
            self.choices.push(choice);
            self.best.push(None);
        }
        if step.lost {
            return;
        }
        self.better(root, 0, value);
        if last {
            return;
        }
        let after = Line { root, ..after() };
        // First moves all lead to different fields.
        if first || self.seen.improves(key(&after, self.width == usize::MAX), after.value) {
            self.later.push(after);
            if self.later.len() / 2 > self.width.max(32) {
                self.prune();
            }
        }
    }

    fn better(&mut self, root: u32, lost: u32, value: f64) {
        let best = &mut self.best[root as usize];
        if best.is_none_or(|(most, best)| lost < most || (lost == most && value > best)) {
            *best = Some((lost, value));
        }
    }

    /// Keeps the best lines of the ply under way. Sorting is stable, so that equal
    /// lines keep their order.
    fn prune(&mut self) {
        if self.later.len() > self.width {
            self.later.sort_by(|a, b| descending(a.value, b.value));
            self.later.truncate(self.width.max(1));
        }
    }

    /// The ply is finished.
    fn finish(&mut self, depth: usize, plies: usize, lines: &mut Vec<Line>) {
        self.prune();
        lines.clear();
        core::mem::swap(lines, &mut self.later);
        if depth + 1 < plies {
            self.seen.restart(self.width.min(1 << 12).saturating_mul(8));
        }
        for (choice, best) in self.choices.iter_mut().zip(&mut self.best) {
            if let Some((lost, value)) = best.take() {
                (choice.value, choice.depth, choice.lost) = (value, depth, lost);
            }
        }
    }
}

/// A key of what decides the rest of a line.
fn key(line: &Line, apart: bool) -> u64 {
    let hold = line.hands.hold.map_or(7, |piece| piece as u64);
    let root = if apart { u64::from(line.root) + 1 } else { 0 };
    seen::key(line.field.columns(), root << 16 | hold << 8 | u64::from(line.hands.next))
}

impl<'a, E: Evaluator> LineSearch<'a, E> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(judge: &'a E, position: &DropPosition<'_>, settings: LineSettings) -> Self {
        let plan = Plan::new(judge, position, settings);
        let hands = Hands { hold: position.hold, next: 0 };
        let plies = hands.plies(&plan.queue, plan.can_hold).min(settings.depth.max(1));
        let root = Line { field: position.field, hands, earned: 0.0, value: 0.0, root: 0 };
        Self {
            depth: 0,
            plies,
            beyond: plan.looks_beyond() && plies > 0,
            lines: alloc::vec![root],
            root,
            at: 0,
            found: Found {
                later: Vec::new(),
                choices: Vec::new(),
                best: Vec::new(),
                seen: Seen::new(f64::NEG_INFINITY),
                width: settings.width,
            },
            nodes: 0,
            granted: 0,
            plan,
        }
    }

    /// Goes on until the search is finished, which it returns, or `nodes` more nodes
    /// do not suffice for the next line; what is left of them counts for the next
    /// step.
    pub fn step(&mut self, nodes: u64) -> bool {
        self.granted = self.granted.saturating_add(nodes);
        while !self.is_done() {
            if !self.expand() {
                return false;
            }
        }
        true
    }

    /// Goes on until the search is done; says why the budget ended it before, if it did.
    /// It can go on then.
    pub fn run(&mut self, budget: &Budget) -> Option<Stop> {
        let mut meter = budget.meter();
        self.granted = budget.node_limit().unwrap_or(u64::MAX);
        while !self.is_done() {
            let before = self.nodes;
            if !self.expand() {
                return Some(Stop::NodeBudget);
            }
            if let Err(stop) = meter.spend(self.nodes - before) {
                return Some(stop);
            }
        }
        None
    }

    /// As [`LineSearch::run`], on the threads of the current pool; the same answer.
    #[cfg(feature = "rayon")]
    pub fn run_parallel(&mut self, budget: &Budget) -> Option<Stop>
    where
        E: Sync,
    {
        use rayon::prelude::*;
        // Lines between two looks at the budget.
        const CHUNK: usize = 256;
        let mut meter = budget.meter();
        self.granted = budget.node_limit().unwrap_or(u64::MAX);
        while !self.is_done() {
            let (first, last, beyond) = (self.depth == 0, self.is_last(), self.is_beyond());
            let lines = &self.lines[self.at..(self.at + CHUNK).min(self.lines.len())];
            let plan = &self.plan;
            let worked: Vec<Worked> = lines
                .par_iter()
                .map(|line| {
                    if beyond {
                        return Worked {
                            cost: plan.cost_beyond(line),
                            end: Some(plan.beyond(line)),
                            moves: Vec::new(),
                        };
                    }
                    if last && !first {
                        let end = plan.best_move(line).map(|value| (0, line.earned + value));
                        return Worked { cost: plan.cost(line), end, moves: Vec::new() };
                    }
                    let mut moves = Vec::new();
                    plan.moves(line, |step| {
                        let after = if last || step.lost { *line } else { plan.after(line, step) };
                        moves.push((*step, after));
                    });
                    Worked { cost: moves.len() as u64, end: None, moves }
                })
                .collect();
            for work in worked {
                if let Err(stop) = self.pay(work.cost, &mut meter) {
                    return Some(stop);
                }
                let line = self.lines[self.at];
                if let Some((lost, value)) = work.end {
                    self.found.better(line.root, lost, value);
                }
                for (step, after) in &work.moves {
                    self.found.add(&line, step, first, last, || *after);
                }
                self.advance();
            }
        }
        None
    }

    #[cfg(feature = "rayon")]
    fn pay(&mut self, cost: u64, meter: &mut grid_core::Meter<'_>) -> Result<(), Stop> {
        if cost > self.granted {
            return Err(Stop::NodeBudget);
        }
        meter.spend(cost)?;
        self.granted -= cost;
        self.nodes += cost;
        Ok(())
    }

    /// Whether there is nothing left to search.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.lines.is_empty() || (self.depth >= self.plies && !self.is_beyond())
    }

    /// Whether lines end with the ply under way.
    fn is_last(&self) -> bool {
        self.depth + 1 == self.plies && !self.beyond
    }

    /// Whether lines are being valued by the pieces after them.
    fn is_beyond(&self) -> bool {
        self.depth == self.plies && self.beyond
    }

    /// Nodes used.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The moves by the plies finished so far, best first: those with the deepest
    /// lines, then those that fewer of the next pieces lose, then by value. Equal ones
    /// keep their order: the piece in play before the one from hold, then that of
    /// [`drop_landings`](tetromino::drop_landings).
    #[must_use]
    pub fn choices(&self) -> Vec<LineChoice> {
        let mut choices = self.found.choices.clone();
        choices.sort_by(LineChoice::order);
        choices
    }

    /// As [`choices`](LineSearch::choices), with that one first which a player of this skill
    /// takes, see [`Skill::pick`]; a move that loses at once only where all do. The others
    /// keep their order. The same position and seed give the same move.
    ///
    /// It is the choosing alone; how far to look is said by
    /// [`LineSettings::with_skill`].
    ///
    /// ```
    /// use grid_core::{Budget, Skill};
    /// use stack_eval::{DropPosition, FourEvaluator, LineSearch, LineSettings};
    /// use tetromino::{Field, Piece};
    /// let field = Field::from_rows(["####.#####", "####.#####"], 20)?;
    /// let (judge, position) = (FourEvaluator::default(), DropPosition::new(field, &[Piece::I]));
    /// let mut search = LineSearch::new(&judge, &position, LineSettings::GREEDY);
    /// assert_eq!(search.run(&Budget::unlimited()), None);
    /// assert_eq!(search.choices_with_skill(Skill::BEST, 7), search.choices());
    /// assert_eq!(search.choices_with_skill(Skill::EASY, 7).len(), search.choices().len());
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn choices_with_skill(&self, skill: Skill, seed: u64) -> Vec<LineChoice> {
        let mut choices = self.choices();
        let position = (&self.root.field, self.plan.queue.first().copied(), self.root.hands.hold);
        let value = |choice: &LineChoice| {
            if choice.depth == 0 { f64::NEG_INFINITY } else { choice.value }
        };
        first_picked(&mut choices, value, skill, || stream(seed, position));
        choices
    }

    /// The first of the [choices](LineSearch::choices).
    #[must_use]
    pub fn best(&self) -> Option<LineChoice> {
        self.found.choices.iter().min_by(|a, b| a.order(b)).copied()
    }

    /// All moves after one line; `false` if the nodes do not suffice.
    fn expand(&mut self) -> bool {
        let line = self.lines[self.at];
        let (first, last, beyond) = (self.depth == 0, self.is_last(), self.is_beyond());
        let cost = if beyond { self.plan.cost_beyond(&line) } else { self.plan.cost(&line) };
        if cost > self.granted {
            return false;
        }
        self.granted -= cost;
        self.nodes += cost;
        let Self { plan, found, .. } = self;
        if beyond {
            let (lost, value) = plan.beyond(&line);
            found.better(line.root, lost, value);
        } else if last && !first {
            if let Some(value) = plan.best_move(&line) {
                found.better(line.root, 0, line.earned + value);
            }
        } else {
            plan.moves(&line, |step| found.add(&line, step, first, last, || plan.after(&line, step)));
        }
        self.advance();
        true
    }

    /// The next line, or the next ply.
    fn advance(&mut self) {
        self.at += 1;
        if self.at == self.lines.len() {
            self.at = 0;
            self.depth += 1;
            let plies = self.plies + usize::from(self.beyond);
            self.found.finish(self.depth, plies, &mut self.lines);
        }
    }
}

/// What a thread has found out about a line.
#[cfg(feature = "rayon")]
struct Worked {
    cost: u64,
    /// How many pieces lose it and its worth, if it ends here.
    end: Option<(u32, f64)>,
    /// Its moves and the lines with them.
    moves: Vec<(Move, Line)>,
}
