//! The one-piece game: pieces come one at a time and fall straight.

use bitflags::bitflags;
use grid_core::StableHasher;
use thiserror::Error;

use crate::{
    Clear, Entry, Field, FieldError, Landing, Piece, Placed, Randomizer, Rotation, Scoring, Silhouette, Spin,
    drop_landings,
};

#[cfg(feature = "serde")]
mod form;

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
    fn spawn_fits(&self, field: &Field, piece: Piece) -> bool {
        let shape = Silhouette::of(piece, Rotation::N);
        let Some(y) = (self.height()).checked_sub(shape.height() as usize) else {
            return false;
        };
        let landing = Landing::new(piece, Rotation::N, piece.middle(self.width()) as i8, y as i8);
        landing.cells().iter().all(|&cell| field.is_free(cell))
    }
}

/// Why a landing is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalLanding {
    /// The game is over, or the pieces have run out.
    #[error("there is no piece to place")]
    NoPiece,
    /// Another piece is to be placed.
    #[error("the piece to place is {expected}, not {found}")]
    WrongPiece {
        /// The piece to place.
        expected: Piece,
        /// The piece of the landing.
        found: Piece,
    },
    /// The piece cannot be put on hold: the rules know no hold, or it has been used.
    #[error("the piece cannot be put on hold now")]
    NoHold,
    /// A straight drop does not end there.
    #[error("{} {} with its centre in column {}, row {} is not where a straight drop ends", .0.piece, .0.rotation, .0.x, .0.y)]
    NotADrop(Landing),
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum End {
    /// The piece can be placed nowhere, or does not fit where it spawns.
    NoRoom,
    /// The last piece ended above the visible rows.
    ToppedOut,
    /// The randomizer has no more pieces.
    OutOfPieces,
}

/// A one-piece game with straight drops.
///
/// ```
/// use tetromino::{DropGame, DropRules, LineScore, SevenBag};
/// let mut game = DropGame::new(DropRules::article(10, 20)?, SevenBag::new(1, 0), LineScore);
/// while let Some(landing) = game.landings().next() {
///     game.play(landing)?;
/// }
/// assert!(game.end().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "form::Game<R, S>",
        into = "form::Game<R, S>",
        bound(
            serialize = "R: Clone + serde::Serialize, S: Clone + serde::Serialize",
            deserialize = "R: serde::Deserialize<'de>, S: serde::Deserialize<'de>"
        )
    )
)]
pub struct DropGame<R, S> {
    rules: DropRules,
    field: Field,
    piece: Option<Piece>,
    hold: Option<Piece>,
    /// The piece in play has been exchanged with hold.
    exchanged: bool,
    end: Option<End>,
    pieces: u64,
    lines: u64,
    score: u64,
    randomizer: R,
    scoring: S,
}

impl<R: Randomizer, S: Scoring> DropGame<R, S> {
    /// A game on an empty field; the first piece is dealt.
    #[must_use]
    pub fn new(rules: DropRules, randomizer: R, scoring: S) -> Self {
        Self::from_field(rules, rules.field(), randomizer, scoring)
    }

    /// A game that goes on from a field of the rules' width.
    ///
    /// # Panics
    /// If the field has another width or height than the rules.
    #[must_use]
    pub fn from_field(rules: DropRules, field: Field, randomizer: R, scoring: S) -> Self {
        assert_eq!(
            (field.width(), field.height()),
            (rules.width(), rules.height()),
            "another size than the rules"
        );
        let mut game = Self {
            rules,
            field,
            piece: None,
            hold: None,
            exchanged: false,
            end: None,
            pieces: 0,
            lines: 0,
            score: 0,
            randomizer,
            scoring,
        };
        game.deal();
        game
    }

    fn deal(&mut self) {
        let Some(piece) = self.randomizer.deal(&self.field) else {
            self.piece = None;
            self.end = Some(End::OutOfPieces);
            return;
        };
        self.enter(piece);
    }

    /// A piece comes into play, if it can.
    fn enter(&mut self, piece: Piece) {
        self.piece = Some(piece);
        let blocked =
            self.rules.top_out.contains(TopOut::BLOCK_OUT) && !self.rules.spawn_fits(&self.field, piece);
        if blocked || !self.has_landing(piece) {
            self.piece = None;
            self.end = Some(End::NoRoom);
        }
    }

    fn has_landing(&self, piece: Piece) -> bool {
        can_land(&self.rules, &self.field, piece)
    }
}

/// Whether a piece has a legal landing.
fn can_land(rules: &DropRules, field: &Field, piece: Piece) -> bool {
    // Below this, every drop is legal: no need to look.
    let safe = field.max_height() + 4 <= u32::from(rules.height);
    safe || drop_landings(field, piece, rules.entry).next().is_some()
}

impl<R: Randomizer, S: Scoring> DropGame<R, S> {
    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &DropRules {
        &self.rules
    }

    /// The randomizer.
    #[must_use]
    pub fn randomizer(&self) -> &R {
        &self.randomizer
    }

    /// The field.
    #[must_use]
    #[inline]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The piece to place; `None` when the game is over.
    #[must_use]
    #[inline]
    pub fn piece(&self) -> Option<Piece> {
        self.piece
    }

    /// The piece on hold.
    #[must_use]
    pub fn on_hold(&self) -> Option<Piece> {
        self.hold
    }

    /// Whether the piece in play can be put on hold now.
    #[must_use]
    pub fn can_hold(&self) -> bool {
        self.rules.hold && !self.exchanged && self.piece.is_some()
    }

    /// Puts the piece in play on hold; the one that was there comes into play, or the
    /// next one. That can end the game, as with any new piece.
    ///
    /// # Errors
    /// The rules know no hold, it has been used since the last piece was placed, or the
    /// game is over; the game is unchanged then.
    ///
    /// ```
    /// use tetromino::{DropGame, DropRules, LineScore, Piece, PieceList};
    /// let pieces = PieceList::new([Piece::S, Piece::I]);
    /// let mut game = DropGame::new(DropRules::guideline(10, 22)?, pieces, LineScore);
    /// game.hold()?;
    /// assert_eq!((game.piece(), game.on_hold()), (Some(Piece::I), Some(Piece::S)));
    /// assert!(game.hold().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hold(&mut self) -> Result<(), IllegalLanding> {
        let piece = self.piece.ok_or(IllegalLanding::NoPiece)?;
        if !self.can_hold() {
            return Err(IllegalLanding::NoHold);
        }
        self.exchanged = true;
        match self.hold.replace(piece) {
            Some(held) => self.enter(held),
            None => self.deal(),
        }
        Ok(())
    }

    /// Why the game is over, if it is.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Pieces placed.
    #[must_use]
    pub fn pieces(&self) -> u64 {
        self.pieces
    }

    /// Rows cleared.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Points.
    #[must_use]
    pub fn score(&self) -> u64 {
        self.score
    }

    /// All legal landings, in the order of [`drop_landings`].
    pub fn landings(&self) -> impl Iterator<Item = Landing> + use<R, S> {
        let (field, entry) = (self.field, self.rules.entry);
        self.piece.into_iter().flat_map(move |piece| drop_landings(&field, piece, entry))
    }

    /// Places the piece, clears full rows, scores and deals the next piece.
    ///
    /// # Errors
    /// A landing that is not legal; the game is unchanged then.
    #[inline]
    pub fn play(&mut self, landing: Landing) -> Result<Clear, IllegalLanding> {
        let expected = self.piece.ok_or(IllegalLanding::NoPiece)?;
        if landing.piece != expected {
            return Err(IllegalLanding::WrongPiece { expected, found: landing.piece });
        }
        let placed = landing.placed().filter(|placed| self.is_drop(placed));
        let placed = placed.ok_or(IllegalLanding::NotADrop(landing))?;
        let (lines, over) = self.rules.lock(&mut self.field, &placed);
        let perfect = lines > 0 && self.field.is_empty();
        let clear = Clear { lines, perfect, spin: Spin::None, ..Clear::default() };
        self.exchanged = false;
        self.pieces += 1;
        self.lines += u64::from(lines);
        self.score = self.score.saturating_add(self.scoring.score(&clear));
        if over {
            self.piece = None;
            self.end = Some(End::ToppedOut);
        } else {
            self.deal();
        }
        Ok(clear)
    }

    #[inline]
    fn is_drop(&self, placed: &Placed<'_>) -> bool {
        self.field.drop(placed.shape(), placed.x(), self.rules.entry) == Some(placed.y())
    }

    /// A hash of rules, field, piece, counters and end, the same on every platform;
    /// randomizer and scoring are not in it.
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = StableHasher::new("drop game");
        let rules = &self.rules;
        let entry = u64::from(rules.entry == Entry::Above);
        hasher.write(u64::from(rules.visible) << 16 | u64::from(rules.top_out.bits()) << 8 | entry);
        hasher.write(self.field.stable_hash());
        hasher.write(self.end.map_or(0, |end| 1 + end as u64));
        hasher.write(self.piece.map_or(7, |piece| piece as u64));
        if rules.hold {
            let hold = self.hold.map_or(7, |piece| piece as u64);
            hasher.write(hold << 1 | u64::from(self.exchanged));
        }
        [self.pieces, self.lines, self.score].into_iter().for_each(|word| hasher.write(word));
        hasher.finish()
    }
}
