//! Boards of any outline.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use grid_core::StableHasher;
use thiserror::Error;

use super::tile::Tile;

/// A cell: row 0 on top, column 0 on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Pos {
    /// Row, 0 on top.
    pub row: u8,
    /// Column, 0 on the left.
    pub col: u8,
}

impl Pos {
    /// The cell of this row and column.
    #[must_use]
    pub const fn new(row: u8, col: u8) -> Self {
        Self { row, col }
    }

    /// Whether the two share a side.
    #[must_use]
    pub const fn is_next_to(self, other: Self) -> bool {
        self.row.abs_diff(other.row) as u16 + self.col.abs_diff(other.col) as u16 == 1
    }
}

/// `(row,column)`.
impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.col)
    }
}

/// Why a board could not be made. Rows and columns count from 1, row 1 on top.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// There is no row, or the first one has no cells.
    #[error("the board has no cells")]
    Empty,
    /// A row has another length than the first.
    #[error("row {row} has {found} cells where the first row has {expected}")]
    Ragged {
        /// Row, 1 on top.
        row: usize,
        /// Cells of the first row.
        expected: usize,
        /// Cells of this row.
        found: usize,
    },
    /// A token that means nothing.
    #[error("row {row}, column {column}: {token:?} is not a cell")]
    UnknownToken {
        /// Row, 1 on top.
        row: usize,
        /// Column, 1 on the left.
        column: usize,
        /// The token, at most its first 16 characters.
        token: alloc::string::String,
    },
    /// More rows or columns than 255.
    #[error("the board is {rows}×{cols}; at most 255 rows and columns are supported")]
    TooLarge {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// Another number of tiles than rows × columns.
    #[error("{found} tiles do not fill {rows}×{cols} cells")]
    WrongCount {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
        /// Tiles given.
        found: usize,
    },
}

/// A board of 1 to 255 rows and columns, with holes where it has another
/// outline than a rectangle.
///
/// Read and written as text, one token a cell: `A` to `Z` plain candies, with
/// `h`, `v`, `w` striped and wrapped ones, `*` a colour bomb, `#` a hole, `.`
/// nothing; `1` to `5` icing, `%` chocolate and `@` an ingredient. A row that
/// has a blank is split at blanks.
///
/// ```
/// use match3::{Board, Pos};
/// let board: Board = "AB#\nBBA".parse()?;
/// assert_eq!((board.rows(), board.cols()), (2, 3));
/// assert!(board.tile(Pos::new(0, 2)).is_hole());
/// assert_eq!(board.to_string(), "AB#\nBBA");
/// # Ok::<(), match3::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u8,
    cols: u8,
    tiles: Vec<Tile>,
}

impl Board {
    /// A board of empty cells.
    ///
    /// # Errors
    /// [`BoardError::Empty`] if one side is 0.
    pub fn empty(rows: u8, cols: u8) -> Result<Self, BoardError> {
        Self::from_tiles(rows.into(), cols.into(), vec![Tile::EMPTY; usize::from(rows) * usize::from(cols)])
    }

    /// The board of these tiles in row-major order, the top row first.
    ///
    /// # Errors
    /// [`BoardError::Empty`], [`BoardError::TooLarge`], [`BoardError::WrongCount`].
    pub fn from_tiles(rows: usize, cols: usize, tiles: Vec<Tile>) -> Result<Self, BoardError> {
        if rows == 0 || cols == 0 {
            return Err(BoardError::Empty);
        }
        let (Ok(small_rows), Ok(small_cols)) = (u8::try_from(rows), u8::try_from(cols)) else {
            return Err(BoardError::TooLarge { rows, cols });
        };
        if tiles.len() != rows * cols {
            return Err(BoardError::WrongCount { rows, cols, found: tiles.len() });
        }
        Ok(Self { rows: small_rows, cols: small_cols, tiles })
    }

    /// Rows, 1 to 255.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Columns, 1 to 255.
    #[must_use]
    pub const fn cols(&self) -> u8 {
        self.cols
    }

    /// The tiles in row-major order, the top row first.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    pub(crate) fn tiles_mut(&mut self) -> &mut [Tile] {
        &mut self.tiles
    }

    /// Whether the cell is on the board.
    #[must_use]
    pub const fn contains(&self, at: Pos) -> bool {
        at.row < self.rows && at.col < self.cols
    }

    /// The row-major index of a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn index(&self, at: Pos) -> usize {
        assert!(self.contains(at), "cell {at} on a board of {}×{}", self.rows, self.cols);
        usize::from(at.row) * usize::from(self.cols) + usize::from(at.col)
    }

    /// The cell of a row-major index.
    ///
    /// # Panics
    /// If the index is not below rows × columns.
    #[must_use]
    pub fn pos(&self, index: usize) -> Pos {
        assert!(index < self.tiles.len(), "cell {index} on a board of {} cells", self.tiles.len());
        pos_of(self.cols, index)
    }

    /// The tile of a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn tile(&self, at: Pos) -> Tile {
        self.tiles[self.index(at)]
    }

    /// Puts a tile into a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn set(&mut self, at: Pos, tile: Tile) {
        let index = self.index(at);
        self.tiles[index] = tile;
    }

    /// One more than the highest kind on the board, at least 1.
    #[must_use]
    pub fn kinds_seen(&self) -> u8 {
        self.tiles.iter().filter_map(|tile| tile.kind()).map(|kind| kind.index() + 1).max().unwrap_or(1)
    }

    /// A hash of size and tiles, the same on every platform.
    ///
    /// ```
    /// let board: match3::Board = "AB\nBA".parse()?;
    /// assert_eq!(board.stable_hash(), board.clone().stable_hash());
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = StableHasher::new("match3.board");
        hasher.write(u64::from(self.rows) << 8 | u64::from(self.cols));
        for chunk in self.tiles.chunks(8) {
            hasher.write(chunk.iter().fold(0, |word, tile| word << 8 | u64::from(tile.code())));
        }
        hasher.finish()
    }

    /// The board seen in a mirror: columns reversed.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirror = self.clone();
        for row in mirror.tiles.chunks_mut(self.cols.into()) {
            row.reverse();
        }
        mirror
    }
}

/// The cell of a row-major index.
#[inline]
pub(crate) const fn pos_of(cols: u8, index: usize) -> Pos {
    Pos { row: (index / cols as usize) as u8, col: (index % cols as usize) as u8 }
}
