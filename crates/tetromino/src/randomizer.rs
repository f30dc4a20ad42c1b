//! Which piece comes next.

use alloc::vec::Vec;

use grid_core::Stream;

use crate::{Field, Piece};

/// Deals pieces. It may look at the field, as an adversary does.
///
/// Any `FnMut(&Field) -> Option<Piece>` is one.
///
/// ```
/// use tetromino::{Field, Piece, Randomizer};
/// // Deals S and Z by turns, the hardest fixed sequence there is.
/// let mut last = Piece::Z;
/// let mut adversary = |_: &Field| { last = last.mirrored(); Some(last) };
/// let field = Field::new(10, 20)?;
/// assert_eq!([adversary.deal(&field), adversary.deal(&field)], [Some(Piece::S), Some(Piece::Z)]);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
pub trait Randomizer {
    /// The next piece for a field; `None` when there are no more.
    #[doc(alias = "next_piece")]
    fn deal(&mut self, field: &Field) -> Option<Piece>;

    /// The pieces that can come next, one bit each by their number: what a player may
    /// know who sees what has been dealt. All seven where nothing is known.
    fn possible(&self) -> u8 {
        0x7F
    }
}

impl<F: FnMut(&Field) -> Option<Piece>> Randomizer for F {
    fn deal(&mut self, field: &Field) -> Option<Piece> {
        self(field)
    }
}

/// A randomizer whose next pieces can be seen ahead. It deals the same pieces as
/// without, to one that looks at the field a few pieces early.
///
/// ```
/// use tetromino::{Field, Piece, PieceList, Previewed, Randomizer};
/// let mut dealer = Previewed::new(PieceList::new([Piece::I, Piece::O, Piece::T]), 1);
/// assert_eq!(dealer.deal(&Field::new(10, 20)?), Some(Piece::I));
/// assert_eq!(dealer.previews(), [Piece::O]);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Previewed<R> {
    inner: R,
    count: usize,
    ahead: Vec<Piece>,
}

impl<R> Previewed<R> {
    /// Shows up to `count` pieces.
    #[must_use]
    pub const fn new(inner: R, count: usize) -> Self {
        Self { inner, count, ahead: Vec::new() }
    }

    /// The pieces that come after the one dealt last, fewer if they run out.
    #[must_use]
    pub fn previews(&self) -> &[Piece] {
        &self.ahead
    }
}

impl<R: Randomizer> Randomizer for Previewed<R> {
    #[inline]
    fn deal(&mut self, field: &Field) -> Option<Piece> {
        if self.count == 0 && self.ahead.is_empty() {
            return self.inner.deal(field);
        }
        while self.ahead.len() <= self.count {
            let Some(piece) = self.inner.deal(field) else { break };
            self.ahead.push(piece);
        }
        if self.ahead.is_empty() { None } else { Some(self.ahead.remove(0)) }
    }

    /// Those that can come after the previews.
    fn possible(&self) -> u8 {
        self.inner.possible()
    }
}

/// Every piece with the same probability, independent of those before.
///
/// ```
/// use tetromino::{Field, Randomizer, Uniform};
/// let field = Field::new(10, 20)?;
/// let (mut one, mut two) = (Uniform::new(3, 0), Uniform::new(3, 0));
/// assert_eq!(one.deal(&field), two.deal(&field));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Uniform {
    stream: Stream,
}

impl Uniform {
    /// The pieces of game `game` under a seed.
    #[must_use]
    pub fn new(seed: u64, game: u64) -> Self {
        Self { stream: Stream::new(seed, "uniform pieces", game) }
    }
}

impl Randomizer for Uniform {
    fn deal(&mut self, _: &Field) -> Option<Piece> {
        Some(Piece::ALL[self.stream.below(7) as usize])
    }
}

/// Bags of all seven pieces, each shuffled: the guideline's randomizer.
///
/// ```
/// use tetromino::{Field, Randomizer, SevenBag};
/// let field = Field::new(10, 20)?;
/// let mut bag = SevenBag::new(0, 0);
/// let mut seven: Vec<_> = (0..7).filter_map(|_| bag.deal(&field)).collect();
/// seven.sort();
/// assert_eq!(seven, tetromino::Piece::ALL);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "BagForm"))]
pub struct SevenBag {
    stream: Stream,
    bag: [Piece; 7],
    dealt: u8,
}

/// A bag as it is read, not yet checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct BagForm {
    stream: Stream,
    bag: [Piece; 7],
    dealt: u8,
}

#[cfg(feature = "serde")]
impl TryFrom<BagForm> for SevenBag {
    type Error = &'static str;

    fn try_from(BagForm { stream, bag, dealt }: BagForm) -> Result<Self, Self::Error> {
        let whole = Piece::ALL.iter().all(|piece| bag.contains(piece));
        if whole && dealt <= 7 {
            Ok(Self { stream, bag, dealt })
        } else {
            Err("a bag has each piece once, and at most seven are dealt from it")
        }
    }
}

impl SevenBag {
    /// The pieces of game `game` under a seed.
    #[must_use]
    pub fn new(seed: u64, game: u64) -> Self {
        Self { stream: Stream::new(seed, "seven bag", game), bag: Piece::ALL, dealt: 7 }
    }

    /// The pieces left in the bag, the next one first.
    #[must_use]
    pub fn left(&self) -> &[Piece] {
        &self.bag[usize::from(self.dealt)..]
    }
}

impl Randomizer for SevenBag {
    fn deal(&mut self, _: &Field) -> Option<Piece> {
        if self.left().is_empty() {
            self.bag = Piece::ALL;
            self.stream.shuffle(&mut self.bag);
            self.dealt = 0;
        }
        self.dealt += 1;
        Some(self.bag[usize::from(self.dealt) - 1])
    }

    /// Those left in the bag, or all of a new one.
    fn possible(&self) -> u8 {
        match self.left() {
            [] => 0x7F,
            left => left.iter().fold(0, |set, &piece| set | 1 << piece as u8),
        }
    }
}

/// A fixed list of pieces, then none.
///
/// ```
/// use tetromino::{Field, Piece, PieceList, Randomizer};
/// let field = Field::new(10, 20)?;
/// let mut list = PieceList::new([Piece::T]);
/// assert_eq!([list.deal(&field), list.deal(&field)], [Some(Piece::T), None]);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceList {
    pieces: Vec<Piece>,
    next: usize,
}

impl PieceList {
    /// Deals these pieces in order.
    #[must_use]
    pub fn new(pieces: impl Into<Vec<Piece>>) -> Self {
        Self { pieces: pieces.into(), next: 0 }
    }
}

impl Randomizer for PieceList {
    fn deal(&mut self, _: &Field) -> Option<Piece> {
        let piece = self.pieces.get(self.next).copied();
        self.next += usize::from(piece.is_some());
        piece
    }

    fn possible(&self) -> u8 {
        self.pieces.get(self.next).map_or(0, |&piece| 1 << piece as u8)
    }
}
