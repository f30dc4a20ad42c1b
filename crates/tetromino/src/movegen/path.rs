//! The inputs that lead to a landing.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use grid_core::Cell;

use super::{CEILING, DropModel, MoveGenerator, SpinRule};
use crate::{ActivePiece, Field, Landing, Piece, Rotation, Spins, Turn};

/// One input of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Input {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// A quarter turn clockwise.
    Clockwise,
    /// A quarter turn counter-clockwise.
    CounterClockwise,
    /// A half turn.
    Half,
    /// One row down.
    SoftDrop,
    /// To the ground, without locking.
    SonicDrop,
    /// To the ground, and lock.
    HardDrop,
}

impl Input {
    /// All eight.
    pub const ALL: [Self; 8] = [
        Self::Left,
        Self::Right,
        Self::Clockwise,
        Self::CounterClockwise,
        Self::Half,
        Self::SoftDrop,
        Self::SonicDrop,
        Self::HardDrop,
    ];

    /// Its name in snake case; turns are `cw`, `ccw` and `half`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Clockwise => "cw",
            Self::CounterClockwise => "ccw",
            Self::Half => "half",
            Self::SoftDrop => "soft_drop",
            Self::SonicDrop => "sonic_drop",
            Self::HardDrop => "hard_drop",
        }
    }
}

/// What a path has as little of as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PathGoal {
    /// Inputs.
    #[default]
    Shortest,
    /// Soft and sonic drops, then inputs.
    FewestSoftDrops,
}

/// A piece in play and how its last input has left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Play {
    piece: ActivePiece,
    spin: Spins,
}

impl MoveGenerator {
    /// The inputs from the spawn to a landing, the hard drop that locks it last;
    /// `None` if it is not reached.
    ///
    /// The last input before the lock leaves one of the spins of the landing. Under
    /// a system of straight drops a path begins in the [middle](Piece::middle) and
    /// turns and shifts above the stack. A spawn above row 64 counts as row 64.
    ///
    /// # Complexity
    /// Dijkstra over all places of the piece, some hundred microseconds at most.
    ///
    /// ```
    /// use tetromino::{Field, Input, Landing, MoveGenerator, MoveRules, PathGoal, Piece, Rotation};
    /// let field = Field::new(10, 40)?;
    /// let generator = MoveGenerator::new(MoveRules::default());
    /// let left = Landing::new(Piece::T, Rotation::N, 3, 0);
    /// let path = generator.path(&field, &left, PathGoal::Shortest);
    /// assert_eq!(path, Some(vec![Input::Left, Input::HardDrop]));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn path(&self, field: &Field, landing: &Landing, goal: PathGoal) -> Option<Vec<Input>> {
        let start = self.enter(field, landing.piece)?;
        let cells = landing.cells();
        let reaches = |play: Play| {
            let end = self.locked(field, play);
            end.piece.cells_sorted() == cells && landing.spins.contains(end.spin)
        };
        let mut from: Vec<Option<(u32, Input)>> = vec![None; STATES];
        let mut best = vec![(u32::MAX, u32::MAX); STATES];
        let mut open = BinaryHeap::new();
        let first = index(start)?;
        best[first] = (0, 0);
        open.push(Reverse(((0, 0), first)));
        while let Some(Reverse((cost, at))) = open.pop() {
            if best[at] < cost {
                continue;
            }
            let play = play_at(landing.piece, at);
            if reaches(play) {
                return Some(trace(&from, first, at));
            }
            for input in self.inputs() {
                let Some(next) = self.apply(field, play, input) else { continue };
                let Some(to) = index(next) else { continue };
                let drops = u32::from(matches!(input, Input::SoftDrop | Input::SonicDrop));
                let drops = if goal == PathGoal::FewestSoftDrops { cost.0 + drops } else { 0 };
                let total = (drops, cost.1 + 1);
                if total < best[to] {
                    best[to] = total;
                    from[to] = Some((at as u32, input));
                    open.push(Reverse((total, to)));
                }
            }
        }
        None
    }

    /// The landing that inputs lead to, with the one spin of the last of them;
    /// `None` if the piece is blocked out or an input does nothing. It locks after
    /// the last input, or at a hard drop, which must be the last.
    ///
    /// ```
    /// use tetromino::{Field, Input, MoveGenerator, MoveRules, Piece};
    /// let field = Field::new(10, 40)?;
    /// let generator = MoveGenerator::new(MoveRules::default());
    /// let landing = generator.replay(&field, Piece::I, &[Input::Left, Input::HardDrop]);
    /// assert_eq!(landing.map(|landing| landing.cells()[0].x), Some(2));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn replay(&self, field: &Field, piece: Piece, inputs: &[Input]) -> Option<Landing> {
        let mut play = self.enter(field, piece)?;
        for (at, &input) in inputs.iter().enumerate() {
            if input == Input::HardDrop {
                if at + 1 != inputs.len() {
                    return None;
                }
            } else {
                play = self.apply(field, play, input)?;
            }
        }
        let Play { piece, spin } = self.locked(field, play);
        Some(Landing {
            piece: piece.piece,
            rotation: piece.rotation,
            x: piece.centre.x as i8,
            y: piece.centre.y as i8,
            spins: spin,
        })
    }

    /// The keys pressed for a path: equal shifts in a row that end at a wall or the
    /// stack are one press, held down, and so are soft drops in a row. `None` where
    /// [`MoveGenerator::replay`] has none.
    ///
    /// ```
    /// use tetromino::{Field, Input, MoveGenerator, MoveRules, Piece};
    /// let field = Field::new(10, 40)?;
    /// let generator = MoveGenerator::new(MoveRules::default());
    /// let to_the_wall = [Input::Left, Input::Left, Input::Left, Input::HardDrop];
    /// assert_eq!(generator.finesse(&field, Piece::T, &to_the_wall), Some(2));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn finesse(&self, field: &Field, piece: Piece, inputs: &[Input]) -> Option<u32> {
        self.replay(field, piece, inputs)?;
        let mut play = self.enter(field, piece)?;
        let mut presses = 0;
        for run in inputs.chunk_by(|a, b| a == b) {
            let before = presses;
            presses += run.len() as u32;
            if run[0] != Input::HardDrop {
                for &input in run {
                    play = self.apply(field, play, input)?;
                }
            }
            let shift = match run[0] {
                Input::Left => -1,
                Input::Right => 1,
                Input::SoftDrop => 0,
                _ => continue,
            };
            if shift == 0 || play.piece.moved(field, shift, 0).is_none() {
                presses = before + 1;
            }
        }
        Some(presses)
    }

    /// The inputs that a drop model has, the lock aside.
    fn inputs(&self) -> impl Iterator<Item = Input> + use<> {
        let down = match self.rules.drop {
            _ if self.rules.system.straight_drops_only() => None,
            DropModel::Soft => Some(Input::SoftDrop),
            DropModel::Sonic => Some(Input::SonicDrop),
            DropModel::Hard | DropModel::Gravity20 => None,
        };
        Input::ALL[..5].iter().copied().chain(down)
    }

    /// The piece at its spawn.
    fn enter(&self, field: &Field, piece: Piece) -> Option<Play> {
        if self.rules.system.straight_drops_only() {
            let centre = Cell::new(piece.middle(field.width()), field.max_height() as i32 + 4);
            let piece = ActivePiece { piece, rotation: Rotation::N, centre };
            return Some(Play { piece, spin: Spins::NONE });
        }
        let mut piece = self.spawn(field, piece)?;
        // Far above the stack nothing changes.
        piece.centre.y = piece.centre.y.min(CEILING as i32 - 8);
        let play = Play { piece, spin: Spins::NONE };
        Some(self.settled(field, play))
    }

    /// Under 20G the piece falls by itself.
    fn settled(&self, field: &Field, play: Play) -> Play {
        let heavy = self.rules.drop == DropModel::Gravity20 && !self.rules.system.straight_drops_only();
        if heavy { self.locked(field, play) } else { play }
    }

    /// The piece on the ground.
    fn locked(&self, field: &Field, mut play: Play) -> Play {
        while let Some(lower) = play.piece.moved(field, 0, -1) {
            play = Play { piece: lower, spin: Spins::NONE };
        }
        play
    }

    /// One input that is not the lock; `None` if it does nothing.
    fn apply(&self, field: &Field, play: Play, input: Input) -> Option<Play> {
        let moved = |dx, dy| {
            let piece = play.piece.moved(field, dx, dy)?;
            Some(Play { piece, spin: Spins::NONE })
        };
        let next = match input {
            Input::Left => moved(-1, 0),
            Input::Right => moved(1, 0),
            Input::SoftDrop => moved(0, -1),
            Input::SonicDrop => moved(0, -1).map(|play| self.locked(field, play)),
            Input::Clockwise => self.turned(field, play, Turn::Clockwise),
            Input::CounterClockwise => self.turned(field, play, Turn::CounterClockwise),
            Input::Half => self.turned(field, play, Turn::Half),
            Input::HardDrop => None,
        };
        next.map(|play| self.settled(field, play))
    }

    fn turned(&self, field: &Field, play: Play, turn: Turn) -> Option<Play> {
        if self.rules.system.straight_drops_only() {
            let rotation = turn.from(play.piece.rotation);
            let piece = ActivePiece { rotation, ..play.piece };
            let inward = [0, 1, -1, 2, -2];
            return inward
                .iter()
                .find_map(|&dx| piece.moved(field, dx, 0))
                .filter(|_| turn != Turn::Half)
                .map(|piece| Play { piece, spin: Spins::NONE });
        }
        let (piece, test) = play.piece.turned(field, &self.rules.system, turn)?;
        Some(Play { piece, spin: self.spin(field, &piece, test == 4 && turn != Turn::Half) })
    }

    /// The spin that a turn leaves a piece with.
    fn spin(&self, field: &Field, piece: &ActivePiece, fifth: bool) -> Spins {
        if !self.rules.spins.has_spins(piece.piece) {
            return Spins::NONE;
        }
        if piece.piece != Piece::T {
            let stuck =
                [(1, 0), (-1, 0), (0, 1)].iter().all(|&(dx, dy)| piece.moved(field, dx, dy).is_none());
            let label = if self.rules.spins == SpinRule::All { Spins::FULL } else { Spins::MINI };
            return if stuck { label } else { Spins::NONE };
        }
        let filled = |(dx, dy)| !field.is_free(piece.centre.offset(dx, dy));
        let [a, b, c, d] = super::spins::DIAGONALS[piece.rotation as usize].map(filled);
        let corners = [a, b, c, d].into_iter().filter(|&filled| filled).count();
        match (corners >= 3, a && b || fifth) {
            (false, _) => Spins::NONE,
            (true, true) => Spins::FULL,
            (true, false) => Spins::MINI,
        }
    }
}

impl ActivePiece {
    /// The cells, sorted by column, then row.
    fn cells_sorted(&self) -> [Cell; 4] {
        let mut cells = self.cells();
        Cell::sort_by_column(&mut cells);
        cells
    }
}

/// Columns and rows of centre cells, with a margin, times orientations and spins.
const SIDE: i32 = 24;
const ROWS: i32 = CEILING as i32 + 8;
const STATES: usize = (SIDE * ROWS * 4 * 3) as usize;

fn index(play: Play) -> Option<usize> {
    let (x, y) = (play.piece.centre.x + 4, play.piece.centre.y + 4);
    if !(0..SIDE).contains(&x) || !(0..ROWS).contains(&y) {
        return None;
    }
    let spin = play.spin.bits() as i32 / 2;
    Some((((y * SIDE + x) * 4 + play.piece.rotation as i32) * 3 + spin) as usize)
}

fn play_at(piece: Piece, index: usize) -> Play {
    let spin = Spins::from_bits_truncate(1 << (index % 3));
    let (rotation, place) = (Rotation::ALL[index / 3 % 4], (index / 12) as i32);
    let centre = Cell::new(place % SIDE - 4, place / SIDE - 4);
    Play { piece: ActivePiece { piece, rotation, centre }, spin }
}

fn trace(from: &[Option<(u32, Input)>], first: usize, mut at: usize) -> Vec<Input> {
    let mut inputs = vec![Input::HardDrop];
    while at != first {
        let Some((before, input)) = from[at] else { break };
        inputs.push(input);
        at = before as usize;
    }
    inputs.reverse();
    inputs
}
