//! Beam search over a queue with hold, in whole plies.

use alloc::vec::Vec;
use core::cmp::Reverse;

use grid_core::{Budget, Meter, Stop, mix64};
use tetromino::{AttackTable, Landing, LandingSet, MoveGenerator, Piece, Spin, Spins, Standing};

use super::hands::Hands;
use super::seen::Seen;
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
#[derive(Clone, Debug)]
pub struct Beam<'a, J> {
    generator: &'a MoveGenerator,
    table: &'a AttackTable,
    judge: &'a J,
    settings: BeamSettings,
}

/// A position of the beam.
#[derive(Clone, Copy, Debug)]
struct Node {
    standing: Standing,
    reward: i32,
    waiting: u32,
    hands: Hands,
    /// The first move of the line.
    root: u16,
}

/// The positions after one ply.
#[derive(Clone, Debug)]
struct Ply {
    nodes: Vec<Node>,
    /// Scores and indices of the positions that may go on.
    order: Vec<(i32, Reverse<u32>)>,
    seen: Seen,
    keep: usize,
    /// Scores up to this one do not go on.
    floor: i32,
}

impl Ply {
    fn new() -> Self {
        Self { nodes: Vec::new(), order: Vec::new(), seen: Seen::new(), keep: usize::MAX, floor: i32::MIN }
    }

    fn restart(&mut self, keep: usize) {
        self.keep = keep.max(1);
        self.nodes.clear();
        self.order.clear();
        self.seen.restart(self.keep.saturating_mul(8));
        self.floor = i32::MIN;
    }

    #[inline]
    fn add(&mut self, score: i32, node: &Node) {
        if score <= self.floor || !self.seen.improves(node.key(), score) {
            return;
        }
        self.order.push((score, Reverse(self.nodes.len() as u32)));
        self.nodes.push(*node);
        if self.order.len() >= self.keep.saturating_mul(2).max(64) {
            self.prune();
        }
    }

    fn prune(&mut self) {
        if self.order.len() > self.keep {
            let (_, last, _) = self.order.select_nth_unstable_by_key(self.keep - 1, |&entry| Reverse(entry));
            self.floor = last.0;
            self.order.truncate(self.keep);
        }
    }

    /// Best first.
    fn finish(&mut self) {
        self.prune();
        self.order.sort_unstable_by_key(|&entry| Reverse(entry));
    }
}

impl Node {
    /// A key of what decides the rest of the line.
    #[inline]
    fn key(&self) -> u64 {
        let hold = self.hands.hold.map_or(7, |piece| piece as u64);
        let rest = u64::from(self.standing.combo.min(63)) << 16
            | u64::from(self.standing.chain.min(63)) << 8
            | hold << 4
            | u64::from(self.hands.next) << 24;
        let columns = self.standing.field.columns().iter();
        let mixed = columns
            .fold(rest, |key, &column| (key.rotate_left(19) ^ column).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        mix64(mixed)
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
        Self { generator, table, judge, settings }
    }

    /// The moves of a position, best first. One node is one position judged.
    #[must_use]
    pub fn search(&self, position: &VersusPosition<'_>, budget: &Budget) -> Advised {
        let mut meter = budget.meter();
        let mut set = None;
        let root = Node {
            standing: position.standing,
            reward: 0,
            waiting: position.waiting,
            hands: Hands { hold: position.hold, next: 0 },
            root: 0,
        };
        let mut choices: Vec<VersusChoice> = Vec::new();
        let mut ply = Ply::new();
        // The first ply numbers the moves; it is never cut, so that there is an answer.
        let _ = meter.spend(1);
        root.hands.moves(position.queue, position.can_hold, |piece, held, hands| {
            for landing in landings(self.generator, &root.standing, piece, &mut set) {
                let mut node = Node { hands, root: choices.len() as u16, ..root };
                let Some(score) = self.play(&mut node, &landing) else { continue };
                let _ = meter.spend(1);
                choices.push(VersusChoice { landing, held, value: score, depth: 1 });
                ply.order.push((score, Reverse(ply.nodes.len() as u32)));
                ply.nodes.push(node);
            }
        });
        ply.finish();
        let mut depth = 1;
        let plies = (self.settings.depth as usize).min(root.hands.plies(position.queue, position.can_hold));
        let mut next_ply = Ply::new();
        while depth < plies && !ply.order.is_empty() {
            let left = budget.node_limit().map_or(u64::MAX, |limit| limit.saturating_sub(meter.used()));
            let share = left / (plies - depth) as u64;
            // A position has some fifty moves.
            let keep = (share / 40).clamp(8, u64::from(self.settings.width)) as usize;
            next_ply.restart(keep);
            let finished = self.expand(position, &ply, &mut next_ply, share, &mut meter, &mut set);
            next_ply.finish();
            if next_ply.order.is_empty() {
                break;
            }
            depth += 1;
            for &(score, Reverse(index)) in next_ply.order.iter().rev() {
                let choice = &mut choices[usize::from(next_ply.nodes[index as usize].root)];
                (choice.value, choice.depth) = (score, depth as u32);
            }
            core::mem::swap(&mut ply, &mut next_ply);
            if !finished {
                break;
            }
        }
        if self.settings.speculate > 0 {
            self.speculate(position, &ply, depth as u32, &mut choices, &mut meter, &mut set);
        }
        choices.sort_by_key(|choice| Reverse((choice.depth, choice.value)));
        Advised { choices, nodes: meter.used(), depth: depth as u32, stopped: meter.stopped() }
    }

    /// As [`Beam::search`], with an adviser whose move comes first.
    #[must_use]
    pub fn search_with(
        &self,
        position: &VersusPosition<'_>,
        budget: &Budget,
        adviser: &mut impl Adviser,
    ) -> Advised {
        let advice = adviser.advise(position);
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

    /// One ply; `false` if the budget ended it.
    fn expand(
        &self,
        position: &VersusPosition<'_>,
        from: &Ply,
        to: &mut Ply,
        share: u64,
        meter: &mut Meter<'_>,
        set: &mut Option<LandingSet>,
    ) -> bool {
        let end = meter.used().saturating_add(share);
        for &(_, Reverse(index)) in &from.order {
            let node = &from.nodes[index as usize];
            let mut spent = Ok(());
            node.hands.moves(position.queue, position.can_hold, |piece, _, hands| {
                for landing in landings(self.generator, &node.standing, piece, set) {
                    let mut child = Node { hands, ..*node };
                    let Some(score) = self.play(&mut child, &landing) else { continue };
                    spent = spent.and(meter.spend(1));
                    to.add(score, &child);
                }
            });
            if spent.is_err() {
                return false;
            }
            if meter.used() >= end {
                break;
            }
        }
        true
    }

    /// Plays a move; the score of the position after it, `None` if it loses.
    #[inline]
    fn play(&self, node: &mut Node, landing: &Landing) -> Option<i32> {
        if landing.corner().y >= i32::from(self.settings.visible) {
            return None;
        }
        let outcome = node.standing.lock(landing, spin_of(landing), self.table);
        node.waiting = node.waiting.saturating_sub(outcome.attack);
        node.reward += self.judge.reward(landing.piece, &outcome, &node.standing);
        Some(node.reward + self.judge.value(&node.standing, node.waiting))
    }

    /// Values the best positions by the mean over the pieces that can come next.
    fn speculate(
        &self,
        position: &VersusPosition<'_>,
        ply: &Ply,
        depth: u32,
        choices: &mut [VersusChoice],
        meter: &mut Meter<'_>,
        set: &mut Option<LandingSet>,
    ) {
        let pieces = Piece::ALL.into_iter().filter(|&piece| position.unseen >> piece as u8 & 1 != 0);
        for &(_, Reverse(index)) in ply.order.iter().take(self.settings.speculate as usize) {
            let node = &ply.nodes[index as usize];
            let (mut sum, mut count) = (0i64, 0i64);
            for piece in pieces.clone() {
                let mut best = i32::MIN / 4;
                for landing in landings(self.generator, &node.standing, piece, set) {
                    let mut child = *node;
                    let Some(score) = self.play(&mut child, &landing) else { continue };
                    if meter.spend(1).is_err() {
                        return;
                    }
                    best = best.max(score);
                }
                sum += i64::from(best);
                count += 1;
            }
            let choice = &mut choices[usize::from(node.root)];
            let mean = (sum / count.max(1)) as i32;
            if choice.depth <= depth || mean > choice.value {
                (choice.value, choice.depth) = (mean, depth + 1);
            }
        }
    }
}

/// The landings of a piece, each with the best of its spins.
#[inline]
fn landings<'s>(
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
