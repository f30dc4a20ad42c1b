//! A beam search that can stop after any position and go on later.

use alloc::vec::Vec;
use core::cmp::Reverse;

use grid_core::{Budget, Skill, Stop, Stream};
use tetromino::{LandingSet, Piece};

use super::beam::{Advised, Beam, VersusChoice, VersusPosition, landings};
use super::hands::Hands;
use super::ply::{Node, Ply};
use super::skill::{first_picked, stream};
use crate::StandingEvaluator;

/// A search made by [`Beam::begin`]: steps of any size come to the answer of one long
/// run.
#[derive(Clone, Debug)]
pub struct BeamSearch<'a, J> {
    beam: Beam<'a, J>,
    queue: Vec<Piece>,
    can_hold: bool,
    unseen: u8,
    /// Nodes in all, and those spent.
    limit: u64,
    used: u64,
    choices: Vec<VersusChoice>,
    /// The last ply that is finished, and the one that is being made.
    ply: Ply,
    next: Ply,
    depth: usize,
    plies: usize,
    /// The position that comes next, by its place in the order of the ply.
    cursor: usize,
    /// The ply ends when so many nodes are spent.
    end: u64,
    phase: Phase,
    /// The limit has cut something off.
    cut: bool,
    set: Option<LandingSet>,
    /// What a player of less than full skill draws from.
    guesses: Option<Stream>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The next ply begins, if there is one.
    Begin,
    /// Positions of the last ply are expanded.
    Expand,
    /// The best positions at the end are valued over unseen pieces.
    Speculate,
    Over,
}

impl<'a, J: StandingEvaluator> BeamSearch<'a, J> {
    pub(super) fn new(mut beam: Beam<'a, J>, position: &VersusPosition<'_>, limit: u64) -> Self {
        let hands = Hands { hold: position.hold, next: 0 };
        beam.settings = beam.settings.with_skill(beam.skill, position.queue.len());
        let guesses = (beam.skill != Skill::BEST).then(|| {
            stream(beam.seed, (&position.standing.field, position.queue.first().copied(), position.hold))
        });
        let mut search = Self {
            plies: (beam.settings.depth as usize).min(hands.plies(position.queue, position.can_hold)),
            queue: position.queue.to_vec(),
            can_hold: position.can_hold,
            unseen: position.unseen,
            limit: beam.skill.effort(limit),
            used: 1,
            choices: Vec::new(),
            ply: Ply::new(),
            next: Ply::new(),
            depth: 1,
            cursor: 0,
            end: 0,
            phase: Phase::Begin,
            cut: false,
            set: None,
            guesses,
            beam,
        };
        let waiting = position.waiting;
        search.first_ply(Node { standing: position.standing, reward: 0, waiting, hands, root: 0 });
        search
    }

    /// The first ply numbers the moves; it is never cut, so that there is an answer.
    fn first_ply(&mut self, root: Node) {
        let Self { beam, choices, ply, set, used, .. } = self;
        root.hands.moves(&self.queue, self.can_hold, |piece, held, hands| {
            for landing in landings(beam.generator, &root.standing, piece, set) {
                let mut node = Node { hands, root: choices.len() as u16, ..root };
                let Some(score) = beam.play(&mut node, &landing) else { continue };
                *used += 1;
                choices.push(VersusChoice { landing, held, value: score, depth: 1 });
                ply.order.push((score, Reverse(ply.nodes.len() as u32)));
                ply.nodes.push(node);
            }
        });
        ply.finish();
    }

    /// Goes on for about `nodes` nodes; whether the search is over.
    pub fn step(&mut self, nodes: u64) -> bool {
        self.run(&Budget::nodes(nodes)).is_none()
    }

    /// Goes on within a budget; why it stopped, or `None` when it is over. Works on one
    /// position at a time, some fifty nodes.
    pub fn run(&mut self, budget: &Budget) -> Option<Stop> {
        let mut meter = budget.meter();
        while self.phase != Phase::Over {
            if let Some(stop) = budget.interrupted() {
                return Some(stop);
            }
            let before = self.used;
            self.advance();
            if let Err(stop) = meter.spend(self.used - before) {
                return Some(stop);
            }
        }
        None
    }

    fn advance(&mut self) {
        match self.phase {
            Phase::Begin if self.depth < self.plies && !self.ply.order.is_empty() => {
                if self.used >= self.limit {
                    self.cut = true;
                    return self.last();
                }
                let share = self.limit.saturating_sub(self.used) / (self.plies - self.depth) as u64;
                // A position has some fifty moves.
                let keep = (share / 40).clamp(8, u64::from(self.beam.settings.width)) as usize;
                self.next.restart(keep);
                (self.cursor, self.end) = (0, self.used.saturating_add(share));
                self.phase = Phase::Expand;
            }
            Phase::Begin => self.last(),
            Phase::Expand => {
                let Some(&(_, Reverse(index))) = self.ply.order.get(self.cursor) else {
                    return self.end_ply();
                };
                self.cursor += 1;
                self.expand(index);
                if self.used >= self.end {
                    self.end_ply();
                }
            }
            Phase::Speculate => {
                let most = self.beam.settings.speculate as usize;
                match self.ply.order.get(self.cursor).filter(|_| self.cursor < most && self.used < self.limit)
                {
                    Some(&(_, Reverse(index))) => {
                        self.cursor += 1;
                        self.speculate(index);
                    }
                    None => self.phase = Phase::Over,
                }
            }
            Phase::Over => {}
        }
    }

    fn last(&mut self) {
        self.cursor = 0;
        self.phase = Phase::Speculate;
    }

    /// All moves of a position.
    fn expand(&mut self, index: u32) {
        let Self { beam, ply, next, set, used, cut, limit, .. } = self;
        let node = &ply.nodes[index as usize];
        node.hands.moves(&self.queue, self.can_hold, |piece, _, hands| {
            for landing in landings(beam.generator, &node.standing, piece, set) {
                if *used >= *limit {
                    *cut = true;
                    return;
                }
                let mut child = Node { hands, ..*node };
                let Some(score) = beam.play(&mut child, &landing) else { continue };
                *used += 1;
                next.add(score, &child);
            }
        });
    }

    /// What the ply has found goes into the answer.
    fn end_ply(&mut self) {
        self.next.finish();
        if self.next.order.is_empty() {
            return self.last();
        }
        self.depth += 1;
        for &(score, Reverse(index)) in self.next.order.iter().rev() {
            let choice = &mut self.choices[usize::from(self.next.nodes[index as usize].root)];
            (choice.value, choice.depth) = (score, self.depth as u32);
        }
        core::mem::swap(&mut self.ply, &mut self.next);
        if self.cut { self.last() } else { self.phase = Phase::Begin }
    }

    /// Values a position by the mean over the pieces that can come next.
    fn speculate(&mut self, index: u32) {
        let Self { beam, ply, set, used, choices, limit, cut, .. } = self;
        let node = &ply.nodes[index as usize];
        let (mut sum, mut count) = (0i64, 0i64);
        for piece in Piece::ALL.into_iter().filter(|&piece| self.unseen >> piece as u8 & 1 != 0) {
            let mut best = i32::MIN / 4;
            for landing in landings(beam.generator, &node.standing, piece, set) {
                if *used >= *limit {
                    *cut = true;
                    return;
                }
                let mut child = *node;
                let Some(score) = beam.play(&mut child, &landing) else { continue };
                *used += 1;
                best = best.max(score);
            }
            sum += i64::from(best);
            count += 1;
        }
        let depth = self.depth as u32;
        let choice = &mut choices[usize::from(node.root)];
        let mean = (sum / count.max(1)) as i32;
        if choice.depth <= depth || mean > choice.value {
            (choice.value, choice.depth) = (mean, depth + 1);
        }
    }

    /// The moves, best first, by the plies that are finished; below full skill that one
    /// first which the player takes. Nodes that the first ply
    /// needed beyond the limit are not counted.
    #[must_use]
    pub fn best(&self) -> Advised {
        let mut choices = self.choices.clone();
        choices.sort_by_key(|choice| Reverse((choice.depth, choice.value)));
        if let Some(guesses) = &self.guesses {
            first_picked(&mut choices, |choice| choice.value.into(), self.beam.skill, || guesses.clone());
        }
        let stopped = self.cut.then_some(Stop::NodeBudget);
        Advised { choices, nodes: self.used.min(self.limit), depth: self.depth as u32, stopped }
    }

    /// Whether the search is over.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.phase == Phase::Over
    }
}
