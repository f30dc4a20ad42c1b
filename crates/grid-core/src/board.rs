//! Bit boards of a fixed small size.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

use crate::{Bits, Cell};

/// A set of cells of a `W` × `H` board, one bit a cell, `Copy`.
///
/// The cell `(x, y)` is bit `y * W + x`. Operators are set operations; nothing
/// ever wraps round an edge. `B` is the storage: `u64`, `u128` or
/// [`Wide`](crate::Wide), and must have room for `W * H` bits, which is checked
/// when the type is compiled.
///
/// ```
/// use grid_core::BitBoard;
/// type Board = BitBoard<8, 8>;
/// let corner = Board::cell(7, 0);
/// assert_eq!(corner.east(), Board::EMPTY);
/// assert_eq!(corner.west() | corner.north(), corner.around());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct BitBoard<const W: usize, const H: usize, B: Bits = u64>(B);

/// Room for the masks of every supported board: 1024 cells.
const WORDS: usize = 16;

/// The cells of the columns `from..to` on all rows.
const fn columns(width: usize, height: usize, from: usize, to: usize) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    let mut y = 0;
    while y < height {
        let mut x = from;
        while x < to {
            words[(y * width + x) / 64] |= 1 << ((y * width + x) % 64);
            x += 1;
        }
        y += 1;
    }
    words
}

impl<const W: usize, const H: usize, B: Bits> BitBoard<W, H, B> {
    const FITS: () = assert!(
        W > 0 && H > 0 && W * H <= B::BITS as usize && W * H <= 64 * WORDS,
        "the board has more cells than its storage has bits"
    );
    const ALL: [u64; WORDS] = columns(W, H, 0, W);
    const NOT_WEST: [u64; WORDS] = columns(W, H, 1, W);
    const NOT_EAST: [u64; WORDS] = columns(W, H, 0, W - 1);

    /// The empty set.
    pub const EMPTY: Self = {
        () = Self::FITS;
        Self(B::EMPTY)
    };

    /// The board with every cell.
    #[must_use]
    #[inline]
    pub fn full() -> Self {
        () = Self::FITS;
        Self(B::from_words(&Self::ALL))
    }

    /// The set of one cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    #[must_use]
    #[inline]
    pub fn cell(x: usize, y: usize) -> Self {
        assert!(x < W && y < H, "cell outside the board");
        Self(B::bit((y * W + x) as u32))
    }

    /// The set with these bits; bits beyond the board are dropped.
    #[must_use]
    #[inline]
    pub fn from_bits(bits: B) -> Self {
        Self(bits & Self::full().0)
    }

    /// The bits of the set, `y * W + x` for each cell.
    #[must_use]
    #[inline]
    pub fn to_bits(self) -> B {
        self.0
    }

    /// Whether the cell is in the set; `false` outside the board.
    #[must_use]
    #[inline]
    pub fn contains(self, x: usize, y: usize) -> bool {
        x < W && y < H && self.0.test((y * W + x) as u32)
    }

    /// How many cells there are.
    #[must_use]
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count()
    }

    /// Whether there is no cell.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Whether every cell is in `other` too.
    #[must_use]
    #[inline]
    pub fn is_subset(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// All cells moved one row up; the top row leaves.
    #[must_use]
    #[inline]
    pub fn north(self) -> Self {
        Self::from_bits(self.0.up(W as u32))
    }

    /// All cells moved one row down; the bottom row leaves.
    #[must_use]
    #[inline]
    pub fn south(self) -> Self {
        Self(self.0.down(W as u32))
    }

    /// All cells moved one column to the right; the last column leaves.
    #[must_use]
    #[inline]
    pub fn east(self) -> Self {
        Self((self.0 & B::from_words(&Self::NOT_EAST)).up(1))
    }

    /// All cells moved one column to the left; the first column leaves.
    #[must_use]
    #[inline]
    pub fn west(self) -> Self {
        Self((self.0 & B::from_words(&Self::NOT_WEST)).down(1))
    }

    /// All cells moved by `(dx, dy)`; cells that leave the board are lost.
    ///
    /// ```
    /// use grid_core::BitBoard;
    /// type Board = BitBoard<5, 4>;
    /// assert_eq!(Board::cell(1, 1).shift(3, -1), Board::cell(4, 0));
    /// assert!(Board::cell(1, 1).shift(4, 0).is_empty());
    /// ```
    #[must_use]
    pub fn shift(self, dx: i32, dy: i32) -> Self {
        if dx.unsigned_abs() as usize >= W || dy.unsigned_abs() as usize >= H {
            return Self::EMPTY;
        }
        let stay = if dx >= 0 {
            columns(W, H, 0, W - dx as usize)
        } else {
            columns(W, H, dx.unsigned_abs() as usize, W)
        };
        let bits = self.0 & B::from_words(&stay);
        let by = dy * W as i32 + dx;
        Self::from_bits(if by >= 0 { bits.up(by as u32) } else { bits.down(by.unsigned_abs()) })
    }

    /// The cells next to the set that are not in it.
    #[must_use]
    #[inline]
    pub fn around(self) -> Self {
        (self.north() | self.south() | self.east() | self.west()) & !self
    }

    /// The cells of `self` that are connected to `seed` through edges inside
    /// `self`. At most one pass a cell.
    ///
    /// ```
    /// use grid_core::BitBoard;
    /// type Board = BitBoard<4, 1>;
    /// let board = Board::cell(0, 0) | Board::cell(1, 0) | Board::cell(3, 0);
    /// assert_eq!(board.flood(Board::cell(0, 0)).len(), 2);
    /// ```
    #[must_use]
    pub fn flood(self, seed: Self) -> Self {
        let mut reached = seed & self;
        loop {
            let next = reached | (reached.around() & self);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The edge-connected components, each found from its lowest bit.
    pub fn components(self) -> impl Iterator<Item = Self> {
        let mut left = self;
        core::iter::from_fn(move || {
            let seed = Self(B::bit(left.0.first()?));
            let component = left.flood(seed);
            left = left - component;
            Some(component)
        })
    }

    /// The cells without a neighbour in the set.
    #[must_use]
    pub fn isolated(self) -> Self {
        self & !(self.north() | self.south() | self.east() | self.west())
    }

    /// The cells in the order of their bits: row by row from the bottom.
    pub fn iter(self) -> impl Iterator<Item = (usize, usize)> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let bit = left.first()? as usize;
            left = left.without_first();
            Some((bit % W, bit / W))
        })
    }

    /// The set of these cells; `None` if one is outside the board.
    pub fn from_cells(cells: impl IntoIterator<Item = Cell>) -> Option<Self> {
        cells.into_iter().try_fold(Self::EMPTY, |all, cell| {
            let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
            (x < W && y < H).then(|| all | Self::cell(x, y))
        })
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl<const W: usize, const H: usize, B: Bits> $trait for BitBoard<W, H, B> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }
    };
}

set_operator!(BitAnd, bitand, |a, b| a & b);
set_operator!(BitOr, bitor, |a, b| a | b);
set_operator!(BitXor, bitxor, |a, b| a ^ b);
set_operator!(Sub, sub, |a, b| a & !b);

/// The cells of the board that are not in the set.
impl<const W: usize, const H: usize, B: Bits> Not for BitBoard<W, H, B> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::from_bits(!self.0)
    }
}

impl<const W: usize, const H: usize, B: Bits> BitOrAssign for BitBoard<W, H, B> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize, const H: usize, B: Bits> BitAndAssign for BitBoard<W, H, B> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

/// Rows from the top, `#` for a cell of the set, `.` for the others.
impl<const W: usize, const H: usize, B: Bits> fmt::Display for BitBoard<W, H, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::draw::write_rows(f, W, H, |x, y| self.contains(x, y))
    }
}

impl<const W: usize, const H: usize, B: Bits> fmt::Debug for BitBoard<W, H, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BitBoard<{W}, {H}>\n{self}")
    }
}

/// Reads what `Display` writes.
impl<const W: usize, const H: usize, B: Bits> core::str::FromStr for BitBoard<W, H, B> {
    type Err = crate::DrawingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rows = crate::draw::Rows::parse(text)?;
        rows.expect_size(W, H)?;
        let cells = rows.filled()?;
        Ok(cells.fold(Self::EMPTY, |all, (x, y)| all | Self::cell(x, y)))
    }
}
