//! The one-piece game: pieces come one at a time and fall straight.

use grid_core::StableHasher;
use thiserror::Error;

use crate::{Clear, Entry, Field, Landing, Piece, Placed, Randomizer, Scoring, drop_landings};

#[cfg(feature = "serde")]
mod form;
mod rules;

pub(crate) use rules::Tally;
pub use rules::{DropRules, TopOut};

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
    tally: Tally,
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
            tally: Tally::default(),
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
            self.rules.top_out().contains(TopOut::BLOCK_OUT) && !self.rules.spawn_fits(&self.field, piece);
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
    let safe = field.max_height() + 4 <= rules.height() as u32;
    safe || drop_landings(field, piece, rules.entry()).next().is_some()
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
        self.rules.has_hold() && !self.exchanged && self.piece.is_some()
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
        self.tally.pieces
    }

    /// Rows cleared.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.tally.lines
    }

    /// Points.
    #[must_use]
    pub fn score(&self) -> u64 {
        self.tally.score
    }

    /// All legal landings, in the order of [`drop_landings`].
    pub fn landings(&self) -> impl Iterator<Item = Landing> + use<R, S> {
        let (field, entry) = (self.field, self.rules.entry());
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
        let (clear, over) = self.tally.lock(&self.rules, &mut self.field, &placed, &mut self.scoring);
        self.exchanged = false;
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
        self.field.drop(placed.shape(), placed.x(), self.rules.entry()) == Some(placed.y())
    }

    /// A hash of rules, field, piece, counters and end, the same on every platform;
    /// randomizer and scoring are not in it.
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = StableHasher::new("drop game");
        let rules = &self.rules;
        let entry = u64::from(rules.entry() == Entry::Above);
        hasher.write((rules.visible() as u64) << 16 | u64::from(rules.top_out().bits()) << 8 | entry);
        hasher.write(self.field.stable_hash());
        hasher.write(self.end.map_or(0, |end| 1 + end as u64));
        hasher.write(self.piece.map_or(7, |piece| piece as u64));
        if rules.has_hold() {
            let hold = self.hold.map_or(7, |piece| piece as u64);
            hasher.write(hold << 1 | u64::from(self.exchanged));
        }
        self.tally.hash_into(&mut hasher);
        hasher.finish()
    }
}
