//! Boards as text: one row a line, the top row first.

use alloc::vec::Vec;
use core::fmt;

use thiserror::Error;

/// Why a drawing could not be read. Rows and columns count from 1, the top row
/// is 1, as in an editor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawingError {
    /// There is no row, or only blank ones.
    #[error("the drawing has no cells")]
    Empty,
    /// A row has another length than the first.
    #[error("row {row} has {found} cells where the first row has {expected}")]
    Ragged {
        /// Row, 1 at the top.
        row: usize,
        /// Length of the first row.
        expected: usize,
        /// Length of this row.
        found: usize,
    },
    /// A character that means nothing here.
    #[error("row {row}, column {column}: {found:?} is not a cell")]
    UnknownCell {
        /// Row, 1 at the top.
        row: usize,
        /// Column, 1 at the left.
        column: usize,
        /// The character.
        found: char,
    },
    /// The drawing has another size than the board.
    #[error("the drawing is {found_width}×{found_height} where {width}×{height} is expected")]
    WrongSize {
        /// Expected columns.
        width: usize,
        /// Expected rows.
        height: usize,
        /// Columns drawn.
        found_width: usize,
        /// Rows drawn.
        found_height: usize,
    },
    /// More rows or columns than the type can hold.
    #[error("the drawing is {width}×{height}; at most {limit} rows and columns are supported")]
    TooLarge {
        /// Columns drawn.
        width: usize,
        /// Rows drawn.
        height: usize,
        /// The limit for each.
        limit: usize,
    },
}

/// The rows of a drawing, checked to be of equal length.
///
/// ```
/// use grid_core::draw::Rows;
/// let rows = Rows::parse("#.\n##")?;
/// assert_eq!((rows.width(), rows.height()), (2, 2));
/// assert_eq!(rows.at(1, 1), '.');
/// # Ok::<(), grid_core::DrawingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    width: usize,
    rows: Vec<Vec<char>>,
}

impl Rows {
    /// Most rows and columns a drawing may have.
    pub const LIMIT: usize = 1024;

    /// Splits `text` into lines; a line feed at the end is allowed.
    ///
    /// # Errors
    /// [`DrawingError::Empty`], [`DrawingError::Ragged`], [`DrawingError::TooLarge`].
    pub fn parse(text: &str) -> Result<Self, DrawingError> {
        Self::from_rows(text.lines())
    }

    /// Takes the rows one by one, the top row first.
    ///
    /// # Errors
    /// As [`Rows::parse`].
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>) -> Result<Self, DrawingError> {
        let too_large = |width, height| Err(DrawingError::TooLarge { width, height, limit: Self::LIMIT });
        let mut drawn: Vec<Vec<char>> = Vec::new();
        for row in rows {
            // Sizes first: a character has at most four bytes.
            if row.len() > 4 * Self::LIMIT || drawn.len() == Self::LIMIT {
                return too_large(row.chars().count(), drawn.len() + 1);
            }
            drawn.push(row.chars().collect());
        }
        let rows = drawn;
        if rows.iter().all(Vec::is_empty) {
            return Err(DrawingError::Empty);
        }
        let width = rows[0].len();
        if let Some(row) = rows.iter().position(|row| row.len() != width) {
            return Err(DrawingError::Ragged { row: row + 1, expected: width, found: rows[row].len() });
        }
        if width > Self::LIMIT {
            return too_large(width, rows.len());
        }
        Ok(Self { width, rows })
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The character of the cell `(x, y)`, row 0 at the bottom.
    ///
    /// # Panics
    /// If the cell is outside the drawing.
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> char {
        self.rows[self.rows.len() - 1 - y][x]
    }

    /// Checks the size.
    ///
    /// # Errors
    /// [`DrawingError::WrongSize`].
    pub fn expect_size(&self, width: usize, height: usize) -> Result<(), DrawingError> {
        if (self.width, self.rows.len()) == (width, height) {
            return Ok(());
        }
        Err(DrawingError::WrongSize { width, height, found_width: self.width, found_height: self.rows.len() })
    }

    /// The cells drawn `#`, where `.`, `_` and blanks are none; by row from the
    /// bottom.
    ///
    /// # Errors
    /// [`DrawingError::UnknownCell`] for any other character.
    pub fn filled(&self) -> Result<impl Iterator<Item = (usize, usize)> + '_, DrawingError> {
        for (row, cells) in self.rows.iter().enumerate() {
            let unknown = cells.iter().position(|c| !matches!(c, '#' | '.' | '_' | ' '));
            if let Some(column) = unknown {
                return Err(DrawingError::UnknownCell {
                    row: row + 1,
                    column: column + 1,
                    found: cells[column],
                });
            }
        }
        let cells = (0..self.height()).flat_map(move |y| (0..self.width).map(move |x| (x, y)));
        Ok(cells.filter(|&(x, y)| self.at(x, y) == '#'))
    }
}

/// Writes rows from the top, `#` where `filled`, `.` elsewhere, without a line
/// feed at the end.
///
/// # Errors
/// Those of the writer.
pub fn write_rows(
    out: &mut impl fmt::Write,
    width: usize,
    height: usize,
    filled: impl Fn(usize, usize) -> bool,
) -> fmt::Result {
    write_cells(out, width, height, |x, y| if filled(x, y) { '#' } else { '.' })
}

/// Writes rows from the top, one character a cell, without a line feed at the
/// end.
///
/// ```
/// let mut text = String::new();
/// grid_core::draw::write_cells(&mut text, 2, 2, |x, y| if x == y { 'o' } else { '.' })?;
/// assert_eq!(text, ".o\no.");
/// # Ok::<(), core::fmt::Error>(())
/// ```
///
/// # Errors
/// Those of the writer.
pub fn write_cells(
    out: &mut impl fmt::Write,
    width: usize,
    height: usize,
    cell: impl Fn(usize, usize) -> char,
) -> fmt::Result {
    for y in (0..height).rev() {
        for x in 0..width {
            out.write_char(cell(x, y))?;
        }
        if y > 0 {
            out.write_char('\n')?;
        }
    }
    Ok(())
}
