//! A set of landings of one piece.

use core::fmt;

use super::fits::Oriented;
use super::map::ones;
use super::spins::Labelled;
use crate::{Landing, Piece, Rotation, Spins};

/// Words of the largest map.
const WORDS: usize = 18;

/// The landings of one piece in one field, with the spins that lead to them.
///
/// Kept as bit sets, one for each orientation and spin; each set of cells is in
/// it once. The iterator goes by orientation, then row, then column.
///
/// ```
/// use tetromino::{Field, Landing, MoveGenerator, MoveRules, Piece, Rotation};
/// let field = Field::new(10, 40)?;
/// let landings = MoveGenerator::new(MoveRules::default()).landings(&field, Piece::O);
/// assert_eq!(landings.len(), 9);
/// assert!(landings.contains(&Landing::new(Piece::O, Rotation::N, 8, 0)));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy)]
pub struct LandingSet {
    piece: Piece,
    /// Columns of a row in the words, 10 or 16.
    stride: u8,
    words: u8,
    /// Whether there may be other labels than `none`.
    labelled: bool,
    sets: [[[u64; WORDS]; 4]; 3],
}

impl LandingSet {
    /// No landing.
    pub(super) const fn empty(piece: Piece, width: usize) -> Self {
        let stride = if width <= 10 { 10 } else { 16 };
        Self { piece, stride, words: 0, labelled: false, sets: [[[0; WORDS]; 4]; 3] }
    }

    /// Removes all landings.
    pub(super) fn reset(&mut self, piece: Piece, width: usize) {
        self.piece = piece;
        self.stride = if width <= 10 { 10 } else { 16 };
        self.words = 0;
        self.labelled = false;
    }

    /// Takes landings without spins.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn store<const P: usize, const N: usize>(&mut self, maps: &Oriented<P, N>) {
        self.words = N as u8;
        for (set, map) in self.sets[0].iter_mut().zip(maps) {
            set[..N].copy_from_slice(&map.0);
        }
    }

    /// Takes landings with spins.
    pub(super) fn store_labelled<const P: usize, const N: usize>(&mut self, maps: &Labelled<P, N>) {
        self.words = N as u8;
        self.labelled = true;
        for (set, map) in self.sets.iter_mut().flatten().zip(maps.iter().flatten()) {
            set[..N].copy_from_slice(&map.0);
        }
    }

    /// The piece.
    #[must_use]
    pub const fn piece(&self) -> Piece {
        self.piece
    }

    /// The places of an orientation in one word, over all labels.
    #[inline]
    fn any(&self, turned: usize, word: usize) -> u64 {
        let plain = self.sets[0][turned][word];
        if self.labelled { plain | self.sets[1][turned][word] | self.sets[2][turned][word] } else { plain }
    }

    /// The landings of an orientation by the lower left corners of their boxes, over
    /// all labels: bit `10·y + x` for rows `6·group` to `6·group + 5` in fields up to
    /// ten wide, bit `16·y + x` for four rows a group in wider ones. Only the first of
    /// orientations with the same cells has any.
    ///
    /// ```
    /// use tetromino::{Field, MoveGenerator, MoveRules, Piece, Rotation};
    /// let landings = MoveGenerator::new(MoveRules::default()).landings(&Field::new(10, 40)?, Piece::O);
    /// assert_eq!(landings.corners(Rotation::N, 0), 0b1_1111_1111);
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn corners(&self, rotation: Rotation, group: usize) -> u64 {
        if group < usize::from(self.words) { self.any(rotation as usize, group) } else { 0 }
    }

    /// All words that may have landings: orientation, index.
    fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let words = usize::from(self.words);
        (0..self.piece.distinct_rotations().len())
            .flat_map(move |turned| (0..words).map(move |word| (turned, word)))
    }

    /// How many landings there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.places().map(|(turned, word)| self.any(turned, word).count_ones()).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places().all(|(turned, word)| self.any(turned, word) == 0)
    }

    /// How many landings can be reached with one of these spins.
    ///
    /// ```
    /// use tetromino::{Field, MoveGenerator, MoveRules, Piece, Spins};
    /// let field = Field::from_rows(["##........", "#...######", "##.#######"], 40)?;
    /// let landings = MoveGenerator::new(MoveRules::default()).landings(&field, Piece::T);
    /// assert_eq!(landings.count_with(Spins::FULL), 2);
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn count_with(&self, spins: Spins) -> u32 {
        let labels = if self.labelled { 3 } else { 1 };
        let wanted = |word: (usize, usize)| {
            let sets = (0..labels).filter(|label| spins.bits() >> label & 1 != 0);
            sets.fold(0, |all, label| all | self.sets[label][word.0][word.1]).count_ones()
        };
        self.places().map(wanted).sum()
    }

    /// The spins of a place, without the landing's own; empty where none is.
    #[inline]
    fn spins_at(&self, turned: usize, word: usize, bit: usize) -> Spins {
        let labels = if self.labelled { 3 } else { 1 };
        (0..labels).fold(Spins::empty(), |spins, label| {
            let there = self.sets[label][turned][word] >> bit & 1 != 0;
            if there { spins | Spins::from_bits_retain(1 << label) } else { spins }
        })
    }

    /// The spins with which the cells of a landing are reached; empty where they
    /// are not reached.
    ///
    /// ```
    /// use tetromino::{Field, Landing, MoveGenerator, MoveRules, Piece, Rotation, Spins};
    /// let field = Field::new(10, 40)?;
    /// let landings = MoveGenerator::new(MoveRules::default()).landings(&field, Piece::I);
    /// assert_eq!(landings.spins_of(&Landing::new(Piece::I, Rotation::S, 2, 0)), Spins::NONE);
    /// assert_eq!(landings.spins_of(&Landing::new(Piece::I, Rotation::S, 2, 1)), Spins::empty());
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn spins_of(&self, landing: &Landing) -> Spins {
        let distinct = self.piece.distinct_rotations().len();
        let corner = landing.corner();
        let stride = usize::from(self.stride);
        let (Ok(x), Ok(y)) = (usize::try_from(corner.x), usize::try_from(corner.y)) else {
            return Spins::empty();
        };
        let place = y * stride + x;
        if landing.piece != self.piece || x >= stride || place / 64 >= usize::from(self.words) {
            return Spins::empty();
        }
        self.spins_at(landing.rotation as usize % distinct, place / 64, place % 64)
    }

    /// Whether the cells of a landing are reached, with at least its spins.
    #[must_use]
    pub fn contains(&self, landing: &Landing) -> bool {
        let spins = self.spins_of(landing);
        !spins.is_empty() && spins.contains(landing.spins)
    }

    /// All landings, in orientations with cells of their own.
    pub fn iter(&self) -> impl Iterator<Item = Landing> + '_ {
        let stride = usize::from(self.stride);
        self.places().flat_map(move |(turned, word)| {
            ones(self.any(turned, word)).map(move |bit| {
                let (x, y) = ((word * 64 + bit) % stride, (word * 64 + bit) / stride);
                let landing = Landing::from_corner(self.piece, Rotation::ALL[turned], x, y as u32);
                Landing { spins: self.spins_at(turned, word, bit), ..landing }
            })
        })
    }
}

impl PartialEq for LandingSet {
    /// The same landings with the same spins; the size of the maps is no matter.
    fn eq(&self, other: &Self) -> bool {
        self.piece == other.piece && self.iter().eq(other.iter())
    }
}

impl Eq for LandingSet {}

impl fmt::Debug for LandingSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
