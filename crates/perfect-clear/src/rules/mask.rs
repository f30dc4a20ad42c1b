//! Which cells a setup must, may and must not fill.

use alloc::vec::Vec;
use core::fmt;

use super::error::PcError;
use super::field::{FULL, PcField, lowest_rows};

/// A field with the cells that a setup must fill and those that it may fill; all others
/// stay as they are.
///
/// ```
/// use perfect_clear::SetupMask;
/// let mask = SetupMask::from_rows(["**________", "**??XXXXXX"], 2)?;
/// assert_eq!((mask.field().height(), mask.must_cells(), mask.may_cells()), (2, 4, 2));
/// assert_eq!(mask.to_string(), "**________\n**??XXXXXX");
/// # Ok::<(), perfect_clear::PcError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SetupMask {
    field: PcField,
    /// Rows of the input from the bottom.
    filled: [u16; PcField::MAX_HEIGHT],
    must: [u16; PcField::MAX_HEIGHT],
    may: [u16; PcField::MAX_HEIGHT],
    clear: u8,
}

impl SetupMask {
    /// From rows, the top one first: `*` must be filled, `?` may be filled, `_`, `.` and
    /// blanks stay empty, anything else is filled. Rows that are left out above stay empty.
    /// The lowest `clear` rows are those that are to be cleared in the end.
    ///
    /// # Errors
    /// As [`PcField::from_rows`].
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>, clear: usize) -> Result<Self, PcError> {
        let rows: Vec<&str> = rows.into_iter().collect();
        let filled = lowest_rows(&rows, clear, |c| !matches!(c, '_' | '.' | ' ' | '*' | '?'))?;
        let must = lowest_rows(&rows, clear, |c| c == '*')?;
        let may = lowest_rows(&rows, clear, |c| c == '?')?;
        Ok(Self { field: PcField::from_bits(&filled[..clear]), filled, must, may, clear: clear as u8 })
    }

    /// The field before the setup.
    #[must_use]
    pub const fn field(&self) -> &PcField {
        &self.field
    }

    /// Cells that must be filled.
    #[must_use]
    pub fn must_cells(&self) -> usize {
        self.must.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Cells that may be filled.
    #[must_use]
    pub fn may_cells(&self) -> usize {
        self.may.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Rows of the field that the setup can fill up.
    pub(crate) fn rows_to_fill(&self) -> u16 {
        let full = |y: &usize| {
            let row = self.field.original_row(*y);
            self.filled[row] | self.must[row] | self.may[row] == FULL
        };
        (0..self.field.height()).filter(full).fold(0, |rows, y| rows | 1 << y)
    }

    /// Cells of row `y` of the field that must be filled, and that may be.
    pub(crate) fn row(&self, y: usize) -> (u16, u16) {
        let row = self.field.original_row(y);
        (self.must[row], self.may[row])
    }

    /// The rows of the input with more cells filled.
    pub(crate) fn with(&self, cells: impl Iterator<Item = grid_core::Cell>) -> [u16; PcField::MAX_HEIGHT] {
        let mut rows = self.filled;
        cells.for_each(|cell| rows[cell.y as usize] |= 1 << cell.x);
        rows
    }

    /// The field of rows of the input.
    pub(crate) fn field_of(&self, rows: &[u16; PcField::MAX_HEIGHT]) -> PcField {
        PcField::from_bits(&rows[..usize::from(self.clear)])
    }
}

/// The rows in the form that [`SetupMask::from_rows`] reads.
impl fmt::Display for SetupMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..usize::from(self.clear)).rev() {
            for x in 0..PcField::WIDTH {
                let is = |rows: &[u16; PcField::MAX_HEIGHT]| rows[y] >> x & 1 != 0;
                let kinds =
                    [(is(&self.filled), "X"), (is(&self.must), "*"), (is(&self.may), "?"), (true, "_")];
                f.write_str(kinds.iter().find(|(is, _)| *is).map_or("", |(_, symbol)| symbol))?;
            }
            if y > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}
