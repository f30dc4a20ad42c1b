//! Fields that are to be cleared.

use alloc::vec::Vec;
use core::fmt;

use super::error::PcError;

/// The lowest rows of a field ten wide, all of which are to be cleared.
///
/// Rows that are full at the start vanish at once, as they would in a game; `y`
/// counts the rows that remain, [`original_row`](Self::original_row) says which row
/// of the input that was.
///
/// ```
/// use perfect_clear::PcField;
/// let field = PcField::from_rows(["XX__XXXXXX", "XX__XXXXXX"], 2)?;
/// assert_eq!((field.height(), field.empty_cells(), field.pieces_needed()), (2, 4, Some(1)));
/// assert!(field.is_filled(0, 1) && !field.is_filled(2, 0));
/// # Ok::<(), perfect_clear::PcError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PcField {
    /// Row by row from the bottom, bit x for column x; full rows are not there.
    rows: [u16; Self::MAX_HEIGHT],
    /// The row of the input that each row was.
    original: [u8; Self::MAX_HEIGHT],
    height: u8,
}

/// A full row.
pub(crate) const FULL: u16 = (1 << PcField::WIDTH) - 1;

impl PcField {
    /// Columns.
    pub const WIDTH: usize = 10;
    /// Most rows.
    pub const MAX_HEIGHT: usize = 10;

    /// From rows, the top one first: `_`, `.` and blanks are empty, anything else is
    /// filled. Rows that are left out above are empty.
    ///
    /// # Errors
    /// [`PcError::Height`], [`PcError::Width`], or [`PcError::Above`] for a filled
    /// cell above the lowest `clear` rows.
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>, clear: usize) -> Result<Self, PcError> {
        let rows: Vec<&str> = rows.into_iter().collect();
        let lowest = lowest_rows(&rows, clear, |c| !matches!(c, '_' | '.' | ' '))?;
        Ok(Self::from_bits(&lowest[..clear]))
    }

    /// From rows of bits, the lowest first.
    pub(crate) fn from_bits(rows: &[u16]) -> Self {
        let mut field = Self { rows: [0; Self::MAX_HEIGHT], original: [0; Self::MAX_HEIGHT], height: 0 };
        for (y, &row) in rows.iter().enumerate().filter(|(_, row)| **row != FULL) {
            field.rows[usize::from(field.height)] = row;
            field.original[usize::from(field.height)] = y as u8;
            field.height += 1;
        }
        field
    }

    /// Rows that remain to be cleared.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// The row of the input that row `y` was.
    ///
    /// # Panics
    /// If `y` is not below the height.
    #[must_use]
    pub fn original_row(&self, y: usize) -> usize {
        assert!(y < self.height(), "row {y} of {}", self.height);
        self.original[y].into()
    }

    /// Rows of the input up to the highest one that remains.
    #[must_use]
    pub fn rows_of_input(&self) -> usize {
        self.original[..self.height()].last().map_or(0, |&row| usize::from(row) + 1)
    }

    /// Row `y`, bit `x` for column `x`; 0 above the height.
    #[must_use]
    pub fn row(&self, y: usize) -> u16 {
        self.rows.get(y).copied().unwrap_or(0)
    }

    /// Whether a cell is filled; cells outside the rows are not.
    #[must_use]
    pub fn is_filled(&self, x: usize, y: usize) -> bool {
        x < Self::WIDTH && self.row(y) >> x & 1 != 0
    }

    /// Cells that pieces must fill.
    #[must_use]
    pub fn empty_cells(&self) -> usize {
        let filled: u32 = self.rows.iter().map(|row| row.count_ones()).sum();
        Self::WIDTH * self.height() - filled as usize
    }

    /// Pieces that fill the empty cells; `None` if their number is no multiple of
    /// four.
    #[must_use]
    pub fn pieces_needed(&self) -> Option<usize> {
        let empty = self.empty_cells();
        (empty % 4 == 0).then_some(empty / 4)
    }

    /// The same seen in a mirror.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        let mirror = |row: u16| row.reverse_bits() >> (16 - Self::WIDTH);
        self.rows.iter_mut().for_each(|row| *row = mirror(*row));
        self
    }
}

/// The cells of some kind in the lowest `clear` rows of a drawing, the lowest row first.
pub(crate) fn lowest_rows(
    rows: &[&str],
    clear: usize,
    is_set: impl Fn(char) -> bool,
) -> Result<[u16; PcField::MAX_HEIGHT], PcError> {
    let read = |(row, text): (usize, &&str)| {
        let found = text.chars().count();
        if found != PcField::WIDTH {
            return Err(PcError::Width { row, found });
        }
        Ok(text.chars().enumerate().fold(0, |row, (x, c)| row | u16::from(is_set(c)) << x))
    };
    let rows: Result<Vec<u16>, PcError> = rows.iter().enumerate().map(read).collect();
    let rows = rows?;
    if !(1..=PcField::MAX_HEIGHT).contains(&clear) {
        return Err(PcError::Height { clear });
    }
    let above = rows.len().saturating_sub(clear);
    if let Some(row) = rows[..above].iter().position(|&row| row != 0) {
        return Err(PcError::Above { row, clear });
    }
    let mut lowest = [0; PcField::MAX_HEIGHT];
    lowest.iter_mut().zip(rows[above..].iter().rev()).for_each(|(to, &row)| *to = row);
    Ok(lowest)
}

/// The rows that remain, the top one first, `X` for filled and `_` for empty.
impl fmt::Display for PcField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.height()).rev() {
            for x in 0..Self::WIDTH {
                f.write_str(if self.is_filled(x, y) { "X" } else { "_" })?;
            }
            if y > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}
