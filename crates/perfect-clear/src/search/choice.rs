//! The best way to play: among the orders, holds and spins of a tiling, and among the
//! tilings of a queue.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use grid_core::{Budget, Meter, Stop};
use tetromino::{
    AttackTable, DropModel, Field, Landing, LandingSet, MoveGenerator, MoveRules, Piece, RotationSystem,
    Spin, SpinRule, Spins,
};

use super::path::PcPath;
use super::solver::PcSolver;
use crate::judge::preference::{PlayJudge, PlayStep};
use crate::rules::error::PcError;
use crate::rules::field::{FULL, PcField};
use crate::rules::order::{Hold, Spot, place};
use crate::rules::solution::{PcPlacement, Solution, move_rules};

/// A solution with what each of its pieces does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PcPlay {
    /// The pieces in order.
    pub solution: Solution,
    /// What each does.
    pub steps: Vec<PlayStep>,
    /// The sum of the judge's values.
    pub value: i64,
}

impl PcSolver {
    /// The best order in which a queue builds a tiling; the first of equal ones. `None`
    /// if it builds it in no order.
    ///
    /// # Errors
    /// The reason to stop. A node is a state of field, queue, hold, combo and chain.
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::{Hold, PcField, PcSolver, Preference};
    /// use tetromino::{Piece, RotationSystem};
    /// let field = PcField::from_rows(["XX__XXXXXX", "XX__XXXXXX"], 2)?;
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let tiling = solver.first(&field, &[Piece::O], Hold::None)?.unwrap().placements;
    /// let mut meter = Budget::unlimited();
    /// let play = solver.best_order(&field, &tiling, &[Piece::O], Hold::None, &Preference::EASY, &mut meter.meter());
    /// let play = play.unwrap().expect("it can be built");
    /// assert_eq!((play.steps[0].lines, play.steps[0].soft_drop), (2, false));
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    pub fn best_order(
        &self,
        field: &PcField,
        tiling: &[PcPlacement],
        queue: &[Piece],
        hold: Hold,
        judge: &impl PlayJudge,
        meter: &mut Meter<'_>,
    ) -> Result<Option<PcPlay>, Stop> {
        Generators::new(self.system()).best_order(field, tiling, queue, hold, judge, meter)
    }

    /// The best play of a queue among all its tilings, and why the search was cut short if
    /// it was: then the best one found so far.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`].
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::{Hold, PcField, PcSolver, Preference};
    /// use tetromino::{Piece, RotationSystem};
    /// let opener = PcField::from_rows(["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"], 4)?;
    /// let queue = Piece::parse_list("ITLSJ").unwrap();
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let budget = Budget::unlimited();
    /// let (easy, _) = solver.best(&opener, &queue, Hold::Empty, &Preference::EASY, &budget)?;
    /// let (strong, _) = solver.best(&opener, &queue, Hold::Empty, &Preference::STRONG, &budget)?;
    /// let sent = |play: &perfect_clear::PcPlay| play.steps.iter().map(|step| step.attack).sum::<u32>();
    /// assert!(sent(&strong.unwrap()) >= sent(&easy.unwrap()));
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    pub fn best(
        &self,
        field: &PcField,
        queue: &[Piece],
        hold: Hold,
        judge: &impl PlayJudge,
        budget: &Budget,
    ) -> Result<(Option<PcPlay>, Option<Stop>), PcError> {
        let mut search = self.search(field, queue, hold)?;
        let mut meter = budget.meter();
        let generators = Generators::new(self.system());
        let mut best: Option<PcPlay> = None;
        loop {
            match search.advance(&mut meter) {
                Ok(true) => {}
                Ok(false) => return Ok((best, None)),
                Err(stop) => return Ok((best, Some(stop))),
            }
            let tiling = search.solution().placements;
            match generators.best_order(field, &tiling, queue, hold, judge, &mut meter) {
                Ok(play) => {
                    let better = play.filter(|play| best.as_ref().is_none_or(|best| play.value > best.value));
                    best = better.or(best);
                }
                Err(stop) => return Ok((best, Some(stop))),
            }
        }
    }
}

impl PcSolver {
    /// For each queue of a path the tiling with the best play, with that play; the first of
    /// equal tilings, `None` where no tiling covers the queue. Stopped early, what is best
    /// among the tilings looked at.
    ///
    /// ```
    /// use grid_core::Budget;
    /// use perfect_clear::{Hold, PcField, PcSolver, Preference};
    /// use tetromino::{Piece, RotationSystem};
    /// let field = PcField::from_rows(["XX__XXXXXX", "XX__XXXXXX"], 2)?;
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let (queues, budget) = ([vec![Piece::I], vec![Piece::O]], Budget::unlimited());
    /// let path = solver.path(&field, &queues, Hold::None, usize::MAX, &budget)?;
    /// let (best, stopped) = solver.preferred(&field, &path, Hold::None, &Preference::EASY, &budget);
    /// assert_eq!((best[0].is_none(), best[1].as_ref().map(|(tiling, _)| *tiling), stopped), (true, Some(0), None));
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    #[must_use]
    pub fn preferred(
        &self,
        field: &PcField,
        path: &PcPath,
        hold: Hold,
        judge: &impl PlayJudge,
        budget: &Budget,
    ) -> (Vec<Option<(usize, PcPlay)>>, Option<Stop>) {
        let mut best: Vec<Option<(usize, PcPlay)>> = alloc::vec![None; path.queues.len()];
        let mut meter = budget.meter();
        let generators = Generators::new(self.system());
        for (number, tiling) in path.tilings.iter().enumerate() {
            for queue in tiling.queues.iter() {
                let pieces = &path.queues[queue].0;
                match generators.best_order(field, &tiling.placements, pieces, hold, judge, &mut meter) {
                    Ok(Some(play)) => {
                        let known = &mut best[queue];
                        if known.as_ref().is_none_or(|(_, known)| play.value > known.value) {
                            *known = Some((number, play));
                        }
                    }
                    Ok(None) => {}
                    Err(stop) => return (best, Some(stop)),
                }
            }
        }
        (best, None)
    }
}

/// What tells spins, and what tells soft drops.
struct Generators {
    moves: MoveGenerator,
    drops: MoveGenerator,
}

impl Generators {
    fn new(system: RotationSystem) -> Self {
        let spins = if system.straight_drops_only() { SpinRule::None } else { SpinRule::T };
        let moves = MoveGenerator::new(MoveRules { spins, ..move_rules(system) });
        let drops = MoveGenerator::new(MoveRules { drop: DropModel::Hard, ..move_rules(system) });
        Self { moves, drops }
    }

    fn best_order(
        &self,
        field: &PcField,
        tiling: &[PcPlacement],
        queue: &[Piece],
        hold: Hold,
        judge: &impl PlayJudge,
        meter: &mut Meter<'_>,
    ) -> Result<Option<PcPlay>, Stop> {
        // No field has cells for more.
        const MOST: usize = PcField::WIDTH * PcField::MAX_HEIGHT / 4;
        if tiling.len() > MOST {
            return Ok(None);
        }
        let table = Table { field, tiling, generators: self };
        table.best(&queue[..queue.len().min(hold.usable(tiling.len()))], hold, judge, meter)
    }
}

/// What decides what can follow, and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    lying: u32,
    at: usize,
    held: Option<Piece>,
    combo: u32,
    chain: u32,
}

/// The best way to a state: its value, the state before in its layer, and the step.
#[derive(Clone, Copy, Debug)]
struct Way {
    value: i64,
    before: State,
    piece: usize,
    step: Option<PlayStep>,
}

struct Table<'a> {
    field: &'a PcField,
    tiling: &'a [PcPlacement],
    generators: &'a Generators,
}

/// A piece that can be placed: which, where, and how it can have come there.
struct Choice {
    piece: usize,
    landing: Landing,
    spins: Spins,
    soft_drop: bool,
    /// Rows that it clears, and rows that remain then.
    lines: u32,
    left: usize,
}

impl Table<'_> {
    fn best(
        &self,
        queue: &[Piece],
        hold: Hold,
        judge: &impl PlayJudge,
        meter: &mut Meter<'_>,
    ) -> Result<Option<PcPlay>, Stop> {
        let start = State { lying: 0, at: 0, held: hold.piece(), combo: 0, chain: 0 };
        let begin = Way { value: 0, before: start, piece: 0, step: None };
        let mut layers = Vec::from([BTreeMap::from([(start, begin)])]);
        for _ in self.tiling {
            let mut next: BTreeMap<State, Way> = BTreeMap::new();
            let mut choices: BTreeMap<u32, Vec<Choice>> = BTreeMap::new();
            for (state, way) in layers.last().into_iter().flatten() {
                meter.spend(1)?;
                let choices = choices.entry(state.lying).or_insert_with(|| self.choices(state.lying));
                for choice in choices.iter() {
                    let mut after: Vec<Spot> = Vec::new();
                    let piece = self.tiling[choice.piece].piece;
                    place(queue, hold, (state.at, state.held), piece, &mut after);
                    for spot in after {
                        // Whoever places what the queue shows keeps what is held.
                        let shown = queue.get(state.at) == Some(&piece);
                        let swap = !shown || spot != (state.at + 1, state.held);
                        follow(*state, way.value, choice, spot, swap, judge, &mut next);
                    }
                }
            }
            layers.push(next);
        }
        let last = layers.last().into_iter().flatten();
        let Some((&state, way)) = last.rev().max_by_key(|(_, way)| way.value) else { return Ok(None) };
        let value = way.value;
        let (mut placements, mut steps, mut at) = (Vec::new(), Vec::new(), state);
        for layer in layers.iter().rev() {
            let Some(Way { before, piece, step: Some(step), .. }) = layer.get(&at) else { break };
            placements.push(self.tiling[*piece]);
            steps.push(*step);
            at = *before;
        }
        placements.reverse();
        steps.reverse();
        Ok(Some(PcPlay { solution: Solution { placements }, steps, value }))
    }

    /// The rows that remain when these pieces lie, and how many are gone.
    fn rows(&self, lying: u32) -> Vec<(usize, u16)> {
        let mut rows: Vec<(usize, u16)> =
            (0..self.field.height()).map(|y| (self.field.original_row(y), self.field.row(y))).collect();
        for (_, placement) in self.tiling.iter().enumerate().filter(|(at, _)| lying >> at & 1 != 0) {
            for cell in placement.cells {
                let row = rows.iter_mut().find(|(row, _)| i32::try_from(*row) == Ok(cell.y));
                row.into_iter().for_each(|(_, row)| *row |= 1 << cell.x);
            }
        }
        rows.retain(|(_, row)| *row != FULL);
        rows
    }

    /// What can be placed when these pieces lie.
    fn choices(&self, lying: u32) -> Vec<Choice> {
        let rows = self.rows(lying);
        let bits: Vec<u16> = rows.iter().map(|(_, row)| *row).collect();
        let mut choices = Vec::new();
        let Ok(board) = Field::from_row_bits(PcField::WIDTH, 40, &bits) else { return choices };
        let Generators { moves: move_generator, drops: drop_generator } = self.generators;
        let mut landings: [Option<(LandingSet, LandingSet)>; 7] = [const { None }; 7];
        for (at, placement) in self.tiling.iter().enumerate().filter(|(at, _)| lying >> at & 1 == 0) {
            let Some(landing) = placement.landing_in(&rows) else { continue };
            let piece = placement.piece;
            let (moves, drops) = landings[piece as usize].get_or_insert_with(|| {
                (move_generator.landings(&board, piece), drop_generator.landings(&board, piece))
            });
            let spins = moves.spins_of(&landing);
            if !spins.is_empty() {
                let left = self.rows(lying | 1 << at).len();
                let (soft_drop, lines) = (!drops.contains(&landing), (rows.len() - left) as u32);
                choices.push(Choice { piece: at, landing, spins, soft_drop, lines, left });
            }
        }
        choices
    }
}

/// Adds what a choice leads to, with each way to come there.
fn follow(
    state: State,
    value: i64,
    choice: &Choice,
    (at, held): Spot,
    hold: bool,
    judge: &impl PlayJudge,
    next: &mut BTreeMap<State, Way>,
) {
    let &Choice { piece, lines, soft_drop, .. } = choice;
    for (spins, spin) in [(Spins::NONE, Spin::None), (Spins::MINI, Spin::Mini), (Spins::FULL, Spin::Full)] {
        if !choice.spins.contains(spins) {
            continue;
        }
        let difficult = AttackTable::is_difficult(lines, spin);
        let perfect = choice.left == 0;
        let attack = AttackTable::GUIDELINE.rows(lines, spin, state.combo, state.chain, perfect);
        let back_to_back = difficult && state.chain > 0;
        let landing = Landing { spins, ..choice.landing };
        let step = PlayStep { landing, hold, soft_drop, spin, lines, back_to_back, attack };
        let (combo, chain) = match (lines, difficult) {
            (0, _) => (0, state.chain),
            (_, true) => (state.combo + 1, state.chain + 1),
            (_, false) => (state.combo + 1, 0),
        };
        let way =
            Way { value: value.saturating_add(judge.value(&step)), before: state, piece, step: Some(step) };
        let after = State { lying: state.lying | 1 << piece, at, held, combo, chain };
        let known = next.entry(after).or_insert(way);
        if way.value > known.value {
            *known = way;
        }
    }
}
