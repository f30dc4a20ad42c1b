//! Beam search over a queue with hold, in whole plies.

use alloc::vec::Vec;

use grid_core::{Budget, Skill, Stop};
use tetromino::{AttackTable, Landing, LandingSet, MoveGenerator, Piece, Spin, Spins, Standing};

use super::beam_search::BeamSearch;
use super::ply::Node;
use crate::StandingEvaluator;

/// A position of a versus game as one player sees it.
///
/// ```
/// use stack_eval::VersusPosition;
/// use tetromino::{Field, Piece, Standing};
/// let standing = Standing::new(Field::new(10, 40)?);
/// let position = VersusPosition::new(standing, &[Piece::T, Piece::O]);
/// assert!(position.can_hold && position.hold.is_none());
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersusPosition<'a> {
    /// Field, combo and back-to-back.
    pub standing: Standing,
    /// The piece in play, then the previews.
    pub queue: &'a [Piece],
    /// The piece on hold.
    pub hold: Option<Piece>,
    /// Whether pieces can be held.
    pub can_hold: bool,
    /// Rows of garbage that wait.
    pub waiting: u32,
    /// The pieces that can come after the queue, one bit each by their number.
    pub unseen: u8,
}

impl<'a> VersusPosition<'a> {
    /// An empty hold, no garbage, and any piece after the queue.
    #[must_use]
    pub const fn new(standing: Standing, queue: &'a [Piece]) -> Self {
        Self { standing, queue, hold: None, can_hold: true, waiting: 0, unseen: 0x7F }
    }
}

/// How wide and deep a beam searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BeamSettings {
    /// Most positions kept after a ply.
    pub width: u32,
    /// Most plies.
    pub depth: u32,
    /// Rows that are visible: a piece that locks wholly above them loses.
    pub visible: u8,
    /// Positions at the end whose value is the mean over all pieces that can come
    /// next, instead of the judge's for the field as it is.
    pub speculate: u32,
}

impl BeamSettings {
    /// One ply: the best landing by the judge.
    pub const GREEDY: Self = Self { width: u32::MAX, depth: 1, visible: 20, speculate: 0 };
    /// Two plies, every line.
    pub const TWO_PLY: Self = Self { width: u32::MAX, depth: 2, visible: 20, speculate: 0 };

    /// The same for a player of this skill where so many pieces are known: less deep, and
    /// with a thought of the pieces that are not known only at best.
    ///
    /// ```
    /// use grid_core::Skill;
    /// use stack_eval::BeamSettings;
    /// assert_eq!(BeamSettings::default().with_skill(Skill::MEDIUM, 7).depth, 4);
    /// assert_eq!(BeamSettings::default().with_skill(Skill::BEST, 7), BeamSettings::default());
    /// ```
    #[must_use]
    pub fn with_skill(self, skill: Skill, known: usize) -> Self {
        if skill == Skill::BEST {
            return self;
        }
        Self { depth: skill.depth((self.depth as usize).min(known)) as u32, speculate: 0, ..self }
    }
}

impl Default for BeamSettings {
    /// As deep as the queue, as wide as the budget.
    fn default() -> Self {
        Self { width: 1 << 14, depth: 16, visible: 20, speculate: 0 }
    }
}

/// A move and the best line found after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VersusChoice {
    /// Where the piece lands, with the one spin that was judged.
    pub landing: Landing,
    /// Whether it comes from hold.
    pub held: bool,
    /// Rewards and the value at the end of the best line.
    pub value: i32,
    /// Plies of that line.
    pub depth: u32,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advised {
    /// The moves, best first; empty if none is legal.
    pub choices: Vec<VersusChoice>,
    /// Positions judged.
    pub nodes: u64,
    /// Plies searched to the end.
    pub depth: u32,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stop>,
}

/// Knows better at times, as a perfect-clear finder does: a search asks it first
/// and puts its move before all others, if it is legal.
pub trait Adviser {
    /// A move for the position: a landing of the piece in play or of the one that
    /// holding brings.
    fn advise(&mut self, position: &VersusPosition<'_>) -> Option<Landing>;
}

impl<F: FnMut(&VersusPosition<'_>) -> Option<Landing>> Adviser for F {
    fn advise(&mut self, position: &VersusPosition<'_>) -> Option<Landing> {
        self(position)
    }
}

/// A beam search: after each ply the best positions by rewards and value go on,
/// equal positions once.
///
/// The node budget is shared out over the plies that the queue allows; the answer
/// is that of the deepest ply begun. The same input gives the same answer, with any
/// budget of nodes.
///
/// ```
/// use grid_core::Budget;
/// use stack_eval::{Beam, BeamSettings, VersusEvaluator, VersusPosition};
/// use tetromino::{AttackTable, Field, MoveGenerator, MoveRules, Piece, Spin, Standing};
/// let field = Field::from_rows(["##........", "#...######", "##.#######"], 40)?;
/// let generator = MoveGenerator::new(MoveRules::default());
/// let judge = VersusEvaluator::default();
/// let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default());
/// let position = VersusPosition::new(Standing::new(field), &[Piece::T]);
/// let best = beam.search(&position, &Budget::nodes(10_000)).choices[0];
/// assert_eq!((best.landing.piece, best.landing.spins.best()), (Piece::T, Spin::Full));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Debug)]
pub struct Beam<'a, J> {
    pub(super) generator: &'a MoveGenerator,
    table: &'a AttackTable,
    judge: &'a J,
    pub(super) settings: BeamSettings,
    pub(super) skill: Skill,
    pub(super) seed: u64,
}

impl<J> Clone for Beam<'_, J> {
    fn clone(&self) -> Self {
        let Self { generator, table, judge, settings, skill, seed } = *self;
        Self { generator, table, judge, settings, skill, seed }
    }
}

impl<'a, J: StandingEvaluator> Beam<'a, J> {
    /// A search by these rules and this judge.
    #[must_use]
    pub const fn new(
        generator: &'a MoveGenerator,
        table: &'a AttackTable,
        judge: &'a J,
        settings: BeamSettings,
    ) -> Self {
        Self { generator, table, judge, settings, skill: Skill::BEST, seed: 0 }
    }

    /// The same for a player of this skill: it looks less deep and with fewer nodes, asks
    /// no adviser, and puts the move first that [`Skill::pick`] takes. The same position and
    /// seed give the same move; at [`Skill::BEST`] nothing is changed.
    ///
    /// ```
    /// use grid_core::{Budget, Skill};
    /// use stack_eval::{Beam, BeamSettings, VersusEvaluator, VersusPosition};
    /// use tetromino::{AttackTable, Field, MoveGenerator, MoveRules, Piece, Standing};
    /// let generator = MoveGenerator::new(MoveRules::default());
    /// let judge = VersusEvaluator::default();
    /// let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default());
    /// let queue = [Piece::T, Piece::S, Piece::I];
    /// let position = VersusPosition::new(Standing::new(Field::new(10, 40)?), &queue);
    /// let easy = beam.with_skill(Skill::EASY, 7).search(&position, &Budget::nodes(20_000));
    /// assert!(easy.depth < 3 && !easy.choices.is_empty());
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub const fn with_skill(mut self, skill: Skill, seed: u64) -> Self {
        (self.skill, self.seed) = (skill, seed);
        self
    }

    /// A search that has not gone beyond the first ply, with `nodes` nodes in all.
    ///
    /// ```
    /// use stack_eval::{Beam, BeamSettings, VersusEvaluator, VersusPosition};
    /// use tetromino::{AttackTable, Field, MoveGenerator, MoveRules, Piece, Standing};
    /// let generator = MoveGenerator::new(MoveRules::default());
    /// let judge = VersusEvaluator::default();
    /// let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default());
    /// let standing = Standing::new(Field::new(10, 40)?);
    /// let mut search = beam.begin(&VersusPosition::new(standing, &[Piece::T, Piece::S, Piece::I]), 20_000);
    /// while !search.step(500) {
    ///     assert!(!search.best().choices.is_empty()); // a frame of the game
    /// }
    /// assert_eq!(search.best().depth, 3);
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn begin(&self, position: &VersusPosition<'_>, nodes: u64) -> BeamSearch<'a, J> {
        BeamSearch::new(self.clone(), position, nodes)
    }

    /// The moves of a position, best first. One node is one position judged; the flag
    /// and the deadline of the budget leave the plies that are finished.
    #[must_use]
    pub fn search(&self, position: &VersusPosition<'_>, budget: &Budget) -> Advised {
        let mut search = self.begin(position, budget.node_limit().unwrap_or(u64::MAX));
        let stopped = search.run(&budget.without_node_limit());
        let advised = search.best();
        Advised { stopped: stopped.or(advised.stopped), ..advised }
    }

    /// As [`Beam::search`], with an adviser whose move comes first; only a player of full
    /// skill asks it.
    #[must_use]
    pub fn search_with(
        &self,
        position: &VersusPosition<'_>,
        budget: &Budget,
        adviser: &mut impl Adviser,
    ) -> Advised {
        let advice = if self.skill == Skill::BEST { adviser.advise(position) } else { None };
        let mut advised = self.search(position, budget);
        let found = advice.and_then(|landing| {
            let same = |choice: &VersusChoice| {
                choice.landing.piece == landing.piece && choice.landing.cells() == landing.cells()
            };
            advised.choices.iter().position(same)
        });
        if let Some(index) = found {
            advised.choices[..=index].rotate_right(1);
        }
        advised
    }

    /// Plays a move; the score of the position after it, `None` if it loses.
    #[inline]
    pub(super) fn play(&self, node: &mut Node, landing: &Landing) -> Option<i32> {
        if landing.corner().y >= i32::from(self.settings.visible) {
            return None;
        }
        let outcome = node.standing.lock(landing, spin_of(landing), self.table);
        node.waiting = node.waiting.saturating_sub(outcome.attack);
        node.reward += self.judge.reward(landing.piece, &outcome, &node.standing);
        Some(node.reward + self.judge.value(&node.standing, node.waiting))
    }
}

/// The landings of a piece, each with the best of its spins.
#[inline]
pub(super) fn landings<'s>(
    generator: &MoveGenerator,
    standing: &Standing,
    piece: Piece,
    set: &'s mut Option<LandingSet>,
) -> impl Iterator<Item = Landing> + use<'s> {
    let set = match set {
        Some(set) => {
            generator.landings_into(&standing.field, piece, set);
            set
        }
        empty => empty.insert(generator.landings(&standing.field, piece)),
    };
    set.iter().map(|landing| Landing { spins: best_of(landing.spins), ..landing })
}

fn best_of(spins: Spins) -> Spins {
    match spins.best() {
        Spin::Full => Spins::FULL,
        Spin::Mini => Spins::MINI,
        Spin::None => Spins::NONE,
    }
}

#[inline]
fn spin_of(landing: &Landing) -> Spin {
    landing.spins.best()
}
