//! The playing field.

use core::fmt;

use grid_core::draw::{DrawingError, Rows};
use grid_core::{Cell, StableHasher};
use thiserror::Error;

use crate::Placed;

/// Why a field cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FieldError {
    /// A width outside 4 to 16.
    #[error("a field is {min} to {max} columns wide, not {0}", min = Field::MIN_WIDTH, max = Field::MAX_WIDTH)]
    Width(usize),
    /// A height outside 1 to 64.
    #[error("a field is 1 to {max} rows high, not {0}", max = Field::MAX_HEIGHT)]
    Height(usize),
    /// A height of a game outside 1 to 60.
    #[error("a game is 1 to {max} rows high, not {0}", max = crate::DropRules::MAX_HEIGHT)]
    GameHeight(usize),
    /// No visible row, or more than there are.
    #[error("{visible} of {height} rows cannot be the visible ones")]
    Visible {
        /// Visible rows.
        visible: usize,
        /// All rows.
        height: usize,
    },
    /// The drawing could not be read.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
}

/// A field of 4 to 16 columns and 1 to 64 rows, row 0 at the bottom. `Copy`.
///
/// One word a column, bit `y` is the cell in row `y`: heights, holes and drops
/// are single instructions, a full row is the conjunction of all columns. The
/// height is that of the drawing and of the entry row; storage always has 64
/// rows, so that a piece can stick out at the top.
///
/// Drawn as rows of `#` and `.`, the top row first.
///
/// ```
/// use tetromino::Field;
/// let mut field: Field = "....\n#.##\n####".parse()?;
/// assert_eq!(field.clear_full_rows(), 1);
/// assert_eq!(field.to_string(), "....\n....\n#.##");
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Field {
    columns: [u64; Field::MAX_WIDTH],
    width: u8,
    height: u8,
}

impl Field {
    /// Fewest columns.
    pub const MIN_WIDTH: usize = 4;
    /// Most columns.
    pub const MAX_WIDTH: usize = 16;
    /// Most rows.
    pub const MAX_HEIGHT: usize = 64;

    /// An empty field.
    ///
    /// # Errors
    /// A width or height outside the limits.
    ///
    /// ```
    /// use tetromino::Field;
    /// assert_eq!(Field::new(10, 20)?.len(), 0);
    /// assert!(Field::new(17, 20).is_err());
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    pub const fn new(width: usize, height: usize) -> Result<Self, FieldError> {
        if width < Self::MIN_WIDTH || width > Self::MAX_WIDTH {
            return Err(FieldError::Width(width));
        }
        if height < 1 || height > Self::MAX_HEIGHT {
            return Err(FieldError::Height(height));
        }
        Ok(Self { columns: [0; Self::MAX_WIDTH], width: width as u8, height: height as u8 })
    }

    /// Reads rows, the top row first: `_`, `.` and blank are empty, any other
    /// character is filled; rows left out above are empty. Without rows the
    /// field is empty and 10 wide.
    ///
    /// # Errors
    /// Rows of different length, a width outside the limits, or more rows than
    /// `height`.
    ///
    /// ```
    /// use tetromino::Field;
    /// let field = Field::from_rows(["X___X_____"], 20)?;
    /// assert!(field.contains(4, 0) && !field.contains(1, 0));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>, height: usize) -> Result<Self, FieldError> {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_none() {
            return Self::new(10, height);
        }
        if rows.peek().is_some_and(|row| row.is_empty()) {
            return Err(FieldError::Width(0));
        }
        let drawing = Rows::from_rows(rows)?;
        let mut field = Self::new(drawing.width(), height)?;
        if drawing.height() > height {
            return Err(FieldError::Height(drawing.height()));
        }
        for y in 0..drawing.height() {
            for x in 0..drawing.width() {
                if !matches!(drawing.at(x, y), '_' | '.' | ' ') {
                    field.columns[x] |= 1 << y;
                }
            }
        }
        Ok(field)
    }

    /// From rows of bits, the lowest first, bit `x` for column `x`; rows left out above
    /// are empty.
    ///
    /// # Errors
    /// A width or height outside the limits, more rows than `height`, or a bit beyond
    /// the width.
    ///
    /// ```
    /// use tetromino::Field;
    /// let field = Field::from_row_bits(10, 20, &[0b10_0000_0001])?;
    /// assert!(field.contains(0, 0) && field.contains(9, 0));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    pub fn from_row_bits(width: usize, height: usize, rows: &[u16]) -> Result<Self, FieldError> {
        let mut field = Self::new(width, height)?;
        if rows.len() > height {
            return Err(FieldError::Height(rows.len()));
        }
        let all = rows.iter().fold(0, |all, row| all | row);
        let used = (u16::BITS - all.leading_zeros()) as usize;
        if used > width {
            return Err(FieldError::Width(used));
        }
        for (x, column) in field.columns[..width].iter_mut().enumerate() {
            let cell = |(y, row): (usize, &u16)| u64::from(row >> x & 1) << y;
            *column = rows.iter().enumerate().map(cell).sum();
        }
        Ok(field)
    }

    /// Columns.
    #[must_use]
    #[inline]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// Rows.
    #[must_use]
    #[inline]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// The columns as words, bit `y` for row `y`.
    #[must_use]
    #[inline]
    pub fn columns(&self) -> &[u64] {
        &self.columns[..self.width()]
    }

    /// All sixteen words; those beyond the width are 0.
    #[must_use]
    #[inline]
    pub const fn all_columns(&self) -> &[u64; Self::MAX_WIDTH] {
        &self.columns
    }

    /// Whether a cell is filled; `false` outside.
    #[must_use]
    #[doc(alias = "get")]
    pub fn contains(&self, x: usize, y: usize) -> bool {
        y < Self::MAX_HEIGHT && self.columns.get(x).is_some_and(|column| column >> y & 1 != 0)
    }

    /// Whether a cell is inside the walls and empty. The field is open upward.
    #[must_use]
    pub fn is_free(&self, cell: Cell) -> bool {
        let inside = (0..self.width() as i32).contains(&cell.x) && cell.y >= 0;
        inside && !self.contains(cell.x as usize, cell.y as usize)
    }

    /// Fills a cell.
    ///
    /// # Panics
    /// If `x >= width` or `y >= 64`.
    pub fn fill(&mut self, x: usize, y: usize) {
        assert!(x < self.width() && y < Self::MAX_HEIGHT, "cell ({x}, {y}) outside the field");
        self.columns[x] |= 1 << y;
    }

    /// How many cells are filled.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.columns().iter().map(|column| column.count_ones()).sum()
    }

    /// Whether no cell is filled.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns().iter().all(|&column| column == 0)
    }

    /// One more than the highest filled row of a column, 0 for an empty one.
    ///
    /// # Panics
    /// If `x >= width`.
    #[must_use]
    #[inline]
    pub fn column_height(&self, x: usize) -> u32 {
        u64::BITS - self.columns()[x].leading_zeros()
    }

    /// The height of the highest column.
    #[must_use]
    pub fn max_height(&self) -> u32 {
        let any = self.columns().iter().fold(0, |all, column| all | column);
        u64::BITS - any.leading_zeros()
    }

    /// A row as bits, bit `x` for column `x`.
    #[must_use]
    pub fn row(&self, y: usize) -> u16 {
        (0..self.width()).fold(0, |row, x| row | u16::from(self.contains(x, y)) << x)
    }

    /// The rows that are full, bit `y` for row `y`.
    #[must_use]
    #[inline]
    pub fn full_rows(&self) -> u64 {
        self.columns().iter().fold(u64::MAX, |all, column| all & column)
    }

    /// Removes all full rows, rows above move down whole; returns how many.
    #[inline]
    pub fn clear_full_rows(&mut self) -> u32 {
        let full = self.full_rows();
        if full == 0 {
            return 0;
        }
        self.remove_rows(full);
        full.count_ones()
    }

    /// Removes the rows of a mask; rows above move down whole.
    pub fn remove_rows(&mut self, rows: u64) {
        let width = self.width();
        let mut rows = rows;
        // From the top, so that the rows still to go keep their place.
        while rows != 0 {
            let top = u64::BITS - 1 - rows.leading_zeros();
            let below = (1u64 << top) - 1;
            for column in &mut self.columns[..width] {
                *column = *column & below | (*column >> 1) & !below;
            }
            rows &= below;
        }
    }

    /// Adds a piece where it rests; nothing is cleared. Cells beyond the width are
    /// lost.
    #[inline]
    pub fn lock(&mut self, placed: &Placed<'_>) {
        let width = self.width();
        for (column, bits) in self.columns[..width].iter_mut().skip(placed.x()).zip(placed.columns()) {
            *column |= bits;
        }
    }

    /// Raises the field by `rows` garbage rows, full but for the column `hole`.
    /// Returns whether filled cells left at row 64.
    ///
    /// # Panics
    /// If `hole >= width` or `rows > 64`.
    ///
    /// ```
    /// use tetromino::Field;
    /// let mut field: Field = "....\n....\n#...".parse()?;
    /// assert!(!field.raise(1, 2));
    /// assert_eq!(field.to_string(), "....\n#...\n##.#");
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    pub fn raise(&mut self, rows: u32, hole: usize) -> bool {
        let width = self.width();
        assert!(hole < width, "the hole is outside the field");
        assert!(rows <= u64::BITS, "more garbage than rows");
        let lost = (0..width).any(|x| self.column_height(x) + rows > u64::BITS);
        let garbage = u64::MAX.checked_shl(rows).map_or(u64::MAX, |above| !above);
        for (x, column) in self.columns[..width].iter_mut().enumerate() {
            *column = column.checked_shl(rows).unwrap_or(0) | if x == hole { 0 } else { garbage };
        }
        lost
    }

    /// The mirror image left to right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut image = *self;
        let width = self.width();
        image.columns[..width].reverse();
        image
    }

    /// The same cells with another height.
    ///
    /// # Errors
    /// A height outside the limits.
    pub fn with_height(mut self, height: usize) -> Result<Self, FieldError> {
        self.height = Self::new(self.width(), height)?.height;
        Ok(self)
    }

    /// A hash that is the same on every platform and in every version.
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = StableHasher::new("tetromino field");
        hasher.write(u64::from(self.width) << 8 | u64::from(self.height));
        self.columns().iter().for_each(|&column| hasher.write(column));
        hasher.finish()
    }
}

impl fmt::Display for Field {
    /// Rows above the height are drawn only where cells are filled there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.height().max(self.max_height() as usize);
        grid_core::draw::write_rows(f, self.width(), rows, |x, y| self.contains(x, y))
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Field {}×{}\n{self}", self.width, self.height)
    }
}

/// Reads a drawing; its rows give the height.
impl core::str::FromStr for Field {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let rows = text.lines().count();
        if rows == 0 {
            return Err(FieldError::Drawing(DrawingError::Empty));
        }
        Self::from_rows(text.lines(), rows)
    }
}

/// The form that travels: cells above the height are kept too.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Field", deny_unknown_fields)]
struct Travelling {
    height: usize,
    rows: alloc::string::String,
}

#[cfg(feature = "serde")]
impl serde::Serialize for Field {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Travelling { height: self.height(), rows: alloc::format!("{self}") }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Field {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Travelling { height, rows } = Travelling::deserialize(deserializer)?;
        let field = rows.parse::<Self>().and_then(|field| field.with_height(height));
        field.map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Field {
    /// Any width and height, any cells below the top row.
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let width = u.int_in_range(Self::MIN_WIDTH..=Self::MAX_WIDTH)?;
        let height = u.int_in_range(4..=Self::MAX_HEIGHT)?;
        let mut field = Self::new(width, height).map_err(|_| arbitrary::Error::IncorrectFormat)?;
        for column in &mut field.columns[..width] {
            *column = u64::arbitrary(u)? & ((1 << (height - 1)) - 1);
        }
        Ok(field)
    }
}
