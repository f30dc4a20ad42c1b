//! What a search over lines does with one line: its moves, and its worth at the end.

use alloc::vec::Vec;

use tetromino::{Entry, Field, Landing, Piece, Placed, Rotation, Silhouette, Skyline, TopOut};

use super::greedy::best_drop;
use super::hands::Hands;
use super::lines::{DropPosition, LineSettings, Unseen};
use crate::Evaluator;

/// A line of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) field: Field,
    pub(super) hands: Hands,
    /// What its moves have earned for good.
    pub(super) earned: f64,
    /// What it is worth as it stands.
    pub(super) value: f64,
    /// The first move.
    pub(super) root: u32,
}

/// A move of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) piece: Piece,
    rotation: Rotation,
    pub(super) placed: Placed<'static>,
    pub(super) held: bool,
    pub(super) hands: Hands,
    /// What the judge says.
    pub(super) worth: f64,
    /// The part of it that stays when the line goes on.
    pub(super) carried: f64,
    /// It ends the game.
    pub(super) lost: bool,
}

impl Move {
    pub(super) fn landing(&self) -> Landing {
        Landing::from_corner(self.piece, self.rotation, self.placed.x(), self.placed.y())
    }
}

/// What a search knows and never changes.
#[derive(Clone, Debug)]
pub(super) struct Plan<'a, E> {
    judge: &'a E,
    pub(super) settings: LineSettings,
    pub(super) queue: Vec<Piece>,
    pub(super) can_hold: bool,
    entry: Entry,
    top_out: TopOut,
    visible: u32,
    unseen: u8,
}

type Hand = (Piece, bool, Hands);

impl<'a, E: Evaluator> Plan<'a, E> {
    pub(super) fn new(judge: &'a E, position: &DropPosition<'_>, settings: LineSettings) -> Self {
        // More pieces than a line can have matter to nobody.
        let queue = &position.queue[..position.queue.len().min(usize::from(u8::MAX) - 2)];
        Self {
            judge,
            settings,
            queue: queue.to_vec(),
            can_hold: position.can_hold,
            entry: position.entry,
            top_out: position.top_out,
            visible: position.visible,
            unseen: position.unseen & 0x7F,
        }
    }

    /// Whether lines are judged by the pieces after the queue.
    pub(super) fn looks_beyond(&self) -> bool {
        self.settings.unseen != Unseen::Ignore && self.unseen != 0
    }

    /// The pieces that can come after a line: the next one, where it is known.
    fn unseen(&self, line: &Line) -> impl Iterator<Item = Piece> + use<E> {
        let known = self.queue.get(usize::from(line.hands.next));
        let unseen = known.map_or(self.unseen, |&piece| 1 << piece as u8);
        Piece::ALL.into_iter().filter(move |&piece| unseen >> piece as u8 & 1 != 0)
    }

    /// What can be placed: the piece in play, the one that holding brings.
    fn hands(&self, hands: Hands, queue: &[Piece]) -> impl Iterator<Item = Hand> + use<E> {
        let mut all: [Option<Hand>; 2] = [None; 2];
        let mut free = all.iter_mut();
        hands.moves(queue, self.can_hold, |piece, held, hands| {
            if let Some(free) = free.next() {
                *free = Some((piece, held, hands));
            }
        });
        all.into_iter().flatten()
    }

    /// Moves of a line.
    pub(super) fn cost(&self, line: &Line) -> u64 {
        self.hands(line.hands, &self.queue).map(|(piece, ..)| self.count(&line.field, piece)).sum()
    }

    /// Moves of all pieces that can come after a line.
    pub(super) fn cost_beyond(&self, line: &Line) -> u64 {
        self.unseen(line).map(|piece| self.cost_of_next(line, piece)).sum()
    }

    fn cost_of_next(&self, line: &Line, piece: Piece) -> u64 {
        let hands = Hands { next: 0, ..line.hands };
        self.hands(hands, &[piece]).map(|(piece, ..)| self.count(&line.field, piece)).sum()
    }

    fn count(&self, field: &Field, piece: Piece) -> u64 {
        let shapes = Silhouette::all_of(piece);
        let everywhere = self.entry == Entry::Above || field.max_height() as usize + 4 <= field.height();
        if everywhere && field.max_height() as usize + 4 <= Field::MAX_HEIGHT {
            return shapes.iter().map(|shape| (field.width() + 1 - shape.width()) as u64).sum();
        }
        let skyline = Skyline::of(field);
        let mut count = 0;
        each_drop(field, &skyline, shapes, self.entry, |_, _| count += 1);
        count
    }

    /// The moves of a line.
    #[inline]
    pub(super) fn moves(&self, line: &Line, mut each: impl FnMut(&Move)) {
        let hands = self.hands(line.hands, &self.queue);
        self.each_move(&line.field, hands, &mut each);
    }

    #[inline]
    fn each_move(&self, field: &Field, hands: impl Iterator<Item = Hand>, each: &mut impl FnMut(&Move)) {
        let context = self.judge.context(field);
        let skyline = Skyline::of(field);
        for (piece, held, hands) in hands {
            let rotations = piece.distinct_rotations();
            each_drop(field, &skyline, Silhouette::all_of(piece), self.entry, |orientation, placed| {
                let worth = self.judge.evaluate(&context, field, &placed);
                // The worst value, whatever else the line earns.
                let worth = if worth.is_nan() { f64::NEG_INFINITY } else { worth };
                let carried = self.judge.carried(&context, field, &placed, worth);
                let rotation = rotations[orientation];
                let lost = self.loses(field, &placed);
                each(&Move { piece, rotation, placed, held, hands, worth, carried, lost });
            });
        }
    }

    /// The value of the best move of a line that does not lose.
    pub(super) fn best_move(&self, line: &Line) -> Option<f64> {
        self.best(&line.field, self.hands(line.hands, &self.queue))
    }

    fn best(&self, field: &Field, hands: impl Iterator<Item = Hand>) -> Option<f64> {
        let mut most: Option<f64> = None;
        for hand in hands {
            let shapes = Silhouette::all_of(hand.0);
            let Some(best) = best_drop(self.judge, field, shapes, self.entry) else { continue };
            let mut found = Some(if best.value.is_nan() { f64::NEG_INFINITY } else { best.value });
            if self.loses(field, &Placed::new(&shapes[best.orientation], best.x, best.y)) {
                found = None;
                self.each_move(field, core::iter::once(hand), &mut |step| {
                    if !step.lost && found.is_none_or(|found| step.worth > found) {
                        found = Some(step.worth);
                    }
                });
            }
            most = match (most, found) {
                (Some(most), Some(found)) => Some(most.max(found)),
                (most, found) => most.or(found),
            };
        }
        most
    }

    #[inline]
    fn loses(&self, field: &Field, placed: &Placed<'_>) -> bool {
        // No rule ends a game with a piece below the visible rows' upper edge.
        if self.top_out.is_empty() || placed.y() + placed.shape().height() <= self.visible {
            return false;
        }
        self.top_out.lock(self.visible, &mut field.clone(), placed).1
    }

    /// A line after a move.
    #[inline]
    pub(super) fn after(&self, line: &Line, step: &Move) -> Line {
        let mut field = line.field;
        field.lock(&step.placed);
        field.clear_full_rows();
        Line {
            field,
            hands: step.hands,
            earned: line.earned + step.carried,
            value: line.earned + step.worth,
            root: line.root,
        }
    }

    /// Of the pieces that can come after a line, how many lose the game, and the mean or
    /// the worst of the best values of the others; the value of the line where all lose.
    pub(super) fn beyond(&self, line: &Line) -> (u32, f64) {
        let (mut lost, mut lives, mut sum, mut worst) = (0, 0, 0.0, f64::INFINITY);
        let hands = Hands { next: 0, ..line.hands };
        for piece in self.unseen(line) {
            let best = self.best(&line.field, self.hands(hands, &[piece]));
            match best {
                None => lost += 1,
                Some(best) => {
                    lives += 1;
                    sum += best;
                    worst = f64::min(worst, best);
                }
            }
        }
        if lives == 0 {
            return (lost, line.value);
        }
        let next = if self.settings.unseen == Unseen::Worst { worst } else { sum / f64::from(lives) };
        (lost, line.earned + next)
    }
}

/// All straight drops of a piece, by orientation, then column.
#[inline(always)]
fn each_drop(
    field: &Field,
    skyline: &Skyline,
    shapes: &'static [Silhouette],
    entry: Entry,
    mut each: impl FnMut(usize, Placed<'static>),
) {
    for (orientation, shape) in shapes.iter().enumerate() {
        for x in 0..(field.width() + 1).saturating_sub(shape.width()) {
            if let Some(placed) = skyline.place(field, shape, x, entry) {
                each(orientation, placed);
            }
        }
    }
}
