//! The rules of a one-piece game, and what counts in it.

use bitflags::bitflags;
use grid_core::StableHasher;

#[cfg(feature = "serde")]
use super::form;
use crate::{Clear, Entry, Field, FieldError, Landing, Piece, Placed, Rotation, Scoring, Silhouette, Spin};

bitflags! {
    /// What ends a game, besides a piece that can be placed nowhere.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct TopOut: u8 {
        /// A new piece, north, in the middle of the top rows, does not fit.
        const BLOCK_OUT = 1;
        /// A piece locks wholly above the visible rows.
        const LOCK_OUT = 2;
        /// A piece comes to rest with a cell above the visible rows; full rows are
        /// not cleared then.
        const OVERFLOW = 4;
        /// A cell stays above the visible rows after full rows are cleared.
        const HIDDEN_ROWS = 8;
    }
}

impl TopOut {
    /// Locks a piece in a field and clears full rows, unless it overflows. Returns the
    /// rows cleared and whether the game is over.
    ///
    /// ```
    /// use tetromino::{Field, Placed, Piece, Rotation, Silhouette, TopOut};
    /// let mut field = Field::from_rows(["####"; 3], 4)?;
    /// let square = Placed::new(Silhouette::of(Piece::O, Rotation::N), 0, 3);
    /// assert_eq!(TopOut::OVERFLOW.lock(4, &mut field, &square), (0, true));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[inline]
    pub fn lock(self, visible: u32, field: &mut Field, placed: &Placed<'_>) -> (u32, bool) {
        field.lock(placed);
        let top = placed.y() + placed.shape().height();
        if self.contains(Self::OVERFLOW) && top > visible {
            return (0, true);
        }
        let locked_out = self.contains(Self::LOCK_OUT) && placed.y() >= visible;
        let lines = field.clear_full_rows();
        let hidden = self.contains(Self::HIDDEN_ROWS) && top > visible && field.max_height() > visible;
        (lines, locked_out || hidden)
    }
}

/// The rules of a one-piece game.
///
/// ```
/// use tetromino::DropRules;
/// let rules = DropRules::article(10, 20)?;
/// assert_eq!((rules.width(), rules.height()), (10, 20));
/// assert!(DropRules::article(3, 20).is_err());
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "form::Rules", into = "form::Rules"))]
pub struct DropRules {
    width: u8,
    height: u8,
    visible: u8,
    entry: Entry,
    top_out: TopOut,
    hold: bool,
}

impl DropRules {
    /// Most rows of a game: a piece may stick out by four.
    pub const MAX_HEIGHT: usize = Field::MAX_HEIGHT - 4;

    /// Any rules: `visible` of `height` rows are seen, pieces enter as `entry`
    /// says, and `top_out` ends the game.
    ///
    /// # Errors
    /// A width outside 4 to 16, a height outside 1 to [`DropRules::MAX_HEIGHT`],
    /// or more visible rows than there are.
    pub fn new(
        width: usize,
        height: usize,
        visible: usize,
        entry: Entry,
        top_out: TopOut,
    ) -> Result<Self, FieldError> {
        Field::new(width, 1)?;
        if height == 0 || height > Self::MAX_HEIGHT {
            return Err(FieldError::GameHeight(height));
        }
        if visible == 0 || visible > height {
            return Err(FieldError::Visible { visible, height });
        }
        Ok(Self {
            width: width as u8,
            height: height as u8,
            visible: visible as u8,
            entry,
            top_out,
            hold: false,
        })
    }

    /// The article's rules, done right: pieces fall from the top rows, and the game
    /// is over when no placement fits there.
    ///
    /// # Errors
    /// As [`DropRules::new`].
    pub fn article(width: usize, height: usize) -> Result<Self, FieldError> {
        Self::new(width, height, height, Entry::Top, TopOut::empty())
    }

    /// The rules of the research line: pieces fall from above everything, and one
    /// that comes to rest above the field ends the game.
    ///
    /// Source: Thiery and Scherrer, "Building controllers for Tetris", 2009.
    ///
    /// # Errors
    /// As [`DropRules::new`].
    pub fn simplified(width: usize, height: usize) -> Result<Self, FieldError> {
        Self::new(width, height, height, Entry::Above, TopOut::OVERFLOW)
    }

    /// The rules of Lee's program: two hidden rows on top in which pieces enter; a
    /// cell that stays there ends the game. `height` counts the hidden rows.
    ///
    /// # Errors
    /// As [`DropRules::new`]; a height below 3.
    pub fn lee(width: usize, height: usize) -> Result<Self, FieldError> {
        Self::new(width, height, height.saturating_sub(2), Entry::Top, TopOut::HIDDEN_ROWS)
    }

    /// The guideline's rules for straight drops: two hidden rows on top in which pieces
    /// enter; a new piece that does not fit there and one that locks wholly above the
    /// visible rows end the game; a piece can be held. `height` counts the hidden rows.
    ///
    /// # Errors
    /// As [`DropRules::new`]; a height below 3.
    pub fn guideline(width: usize, height: usize) -> Result<Self, FieldError> {
        let top_out = TopOut::BLOCK_OUT | TopOut::LOCK_OUT;
        Ok(Self::new(width, height, height.saturating_sub(2), Entry::Top, top_out)?.with_hold(true))
    }

    /// The same rules with or without holding a piece.
    #[must_use]
    pub const fn with_hold(self, hold: bool) -> Self {
        Self { hold, ..self }
    }

    /// Whether a piece can be held, once before each piece that is placed.
    #[must_use]
    pub const fn has_hold(&self) -> bool {
        self.hold
    }

    /// The named rules: `article`, `simplified`, `lee`, `guideline`, or why they do not fit the
    /// size; `None` for another name.
    #[must_use]
    pub fn named(name: &str, width: usize, height: usize) -> Option<Result<Self, FieldError>> {
        Some(match name {
            "article" => Self::article(width, height),
            "simplified" => Self::simplified(width, height),
            "lee" => Self::lee(width, height),
            "guideline" => Self::guideline(width, height),
            _ => return None,
        })
    }

    /// Columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// Rows, hidden ones included.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// Visible rows.
    #[must_use]
    pub const fn visible(&self) -> usize {
        self.visible as usize
    }

    /// From where pieces fall.
    #[must_use]
    pub const fn entry(&self) -> Entry {
        self.entry
    }

    /// What ends a game.
    #[must_use]
    pub const fn top_out(&self) -> TopOut {
        self.top_out
    }

    /// The empty field to start with.
    #[must_use]
    pub fn field(&self) -> Field {
        Field::new(self.width(), self.height()).expect("checked when the rules were made")
    }

    /// Locks a piece and clears full rows, unless it overflows. Returns the rows
    /// cleared and whether the game is over.
    #[inline]
    pub fn lock(&self, field: &mut Field, placed: &Placed<'_>) -> (u32, bool) {
        self.top_out.lock(u32::from(self.visible), field, placed)
    }

    /// Whether a new piece fits, north, in the middle of the top rows.
    pub(super) fn spawn_fits(&self, field: &Field, piece: Piece) -> bool {
        let shape = Silhouette::of(piece, Rotation::N);
        let Some(y) = (self.height()).checked_sub(shape.height() as usize) else {
            return false;
        };
        let landing = Landing::new(piece, Rotation::N, piece.middle(self.width()) as i8, y as i8);
        landing.cells().iter().all(|&cell| field.is_free(cell))
    }
}

/// Pieces placed, rows cleared and points of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) pieces: u64,
    pub(crate) lines: u64,
    pub(crate) score: u64,
}

impl Tally {
    /// Locks a piece, clears full rows and scores. Returns the clear and whether the
    /// game is over.
    #[inline]
    pub(crate) fn lock(
        &mut self,
        rules: &DropRules,
        field: &mut Field,
        placed: &Placed<'_>,
        scoring: &mut impl Scoring,
    ) -> (Clear, bool) {
        let (lines, over) = rules.lock(field, placed);
        let perfect = lines > 0 && field.is_empty();
        let clear = Clear { lines, perfect, spin: Spin::None, ..Clear::default() };
        self.pieces += 1;
        self.lines += u64::from(lines);
        self.score = self.score.saturating_add(scoring.score(&clear));
        (clear, over)
    }

    pub(crate) fn hash_into(&self, hasher: &mut StableHasher) {
        [self.pieces, self.lines, self.score].into_iter().for_each(|word| hasher.write(word));
    }
}
