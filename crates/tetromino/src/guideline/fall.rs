//! A piece in play, frame by frame: gravity and lock delay.

use crate::{ActivePiece, Field, Gravity, Input, RotationSystem, Turn};

/// When a piece on the ground locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LockDelay {
    /// Frames on the ground until it locks.
    pub frames: u16,
    /// Moves and turns that start the delay anew; sinking to a lower row gives all
    /// of them back.
    pub resets: u16,
}

impl Default for LockDelay {
    /// Half a second and fifteen resets, "extended placement".
    ///
    /// Source: Tetris Guideline, 2009 edition, lock down.
    fn default() -> Self {
        Self { frames: 30, resets: 15 }
    }
}

/// A piece that falls in frames of 1/60 s.
///
/// ```
/// use tetromino::{ActivePiece, Fall, Field, Gravity, LockDelay, Piece, Rotation, RotationSystem};
/// let field = Field::new(10, 40)?;
/// let centre = grid_core::Cell::new(4, 19);
/// let mut fall = Fall::new(ActivePiece { piece: Piece::T, rotation: Rotation::N, centre });
/// let (gravity, delay) = (Gravity::ONE, LockDelay::default());
/// let frames = (1..).find(|_| fall.frame(&field, gravity, delay)).unwrap();
/// assert_eq!((frames, fall.piece().centre.y), (19 + 30, 0));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fall {
    piece: ActivePiece,
    /// Share of the next row, in 1/65536.
    fraction: u32,
    /// Frames on the ground since the last reset.
    grounded: u16,
    resets: u16,
    lowest: i32,
    /// The offset that the last input's turn took, if it was one.
    turned: Option<(Turn, u8)>,
    locked: bool,
}

impl Fall {
    /// A piece as it enters.
    #[must_use]
    pub const fn new(piece: ActivePiece) -> Self {
        let lowest = piece.centre.y;
        Self { piece, fraction: 0, grounded: 0, resets: 0, lowest, turned: None, locked: false }
    }

    /// The piece.
    #[must_use]
    pub const fn piece(&self) -> ActivePiece {
        self.piece
    }

    /// Whether it has locked.
    #[must_use]
    pub const fn is_locked(&self) -> bool {
        self.locked
    }

    /// The turn that was the last successful input and the index of the offset it
    /// took, with no fall after it.
    #[must_use]
    pub const fn last_turn(&self) -> Option<(Turn, u8)> {
        self.turned
    }

    /// Applies an input; returns whether it did anything. A locked piece takes
    /// none.
    pub fn input(&mut self, field: &Field, system: &RotationSystem, delay: LockDelay, input: Input) -> bool {
        if self.locked {
            return false;
        }
        let turn = match input {
            Input::Left | Input::Right => {
                let dx = if input == Input::Left { -1 } else { 1 };
                let Some(moved) = self.piece.moved(field, dx, 0) else { return false };
                self.piece = moved;
                self.turned = None;
                self.reset(delay);
                return true;
            }
            Input::SoftDrop => return self.sink(field),
            Input::SonicDrop | Input::HardDrop => {
                let mut sunk = false;
                while self.sink(field) {
                    sunk = true;
                }
                self.locked = input == Input::HardDrop;
                return sunk || self.locked;
            }
            Input::Clockwise => Turn::Clockwise,
            Input::Half => Turn::Half,
            Input::CounterClockwise => Turn::CounterClockwise,
        };
        let Some((turned, offset)) = self.piece.turned(field, system, turn) else { return false };
        self.piece = turned;
        self.turned = Some((turn, offset as u8));
        self.reset(delay);
        true
    }

    /// One frame passes: the piece falls, or its delay runs. Returns whether it has
    /// locked.
    pub fn frame(&mut self, field: &Field, gravity: Gravity, delay: LockDelay) -> bool {
        if self.locked {
            return true;
        }
        if self.piece.moved(field, 0, -1).is_none() {
            self.fraction = 0;
            self.grounded = self.grounded.saturating_add(1);
            self.locked = self.grounded >= delay.frames || self.resets > delay.resets;
            return self.locked;
        }
        self.fraction = self.fraction.saturating_add(gravity.raw());
        while self.fraction >= 1 << 16 && self.sink(field) {
            self.fraction -= 1 << 16;
        }
        false
    }

    fn sink(&mut self, field: &Field) -> bool {
        let Some(lower) = self.piece.moved(field, 0, -1) else { return false };
        self.piece = lower;
        self.turned = None;
        if lower.centre.y < self.lowest {
            self.lowest = lower.centre.y;
            (self.grounded, self.resets) = (0, 0);
        }
        true
    }

    fn reset(&mut self, delay: LockDelay) {
        if self.grounded > 0 || self.resets > 0 {
            self.resets = self.resets.saturating_add(1);
        }
        if self.resets <= delay.resets {
            self.grounded = 0;
        }
    }
}
