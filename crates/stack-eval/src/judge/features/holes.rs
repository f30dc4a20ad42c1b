//! Empty cells under filled ones.

use tetromino::Field;

/// The holes of a column.
fn hidden(column: u64) -> u64 {
    // All ones below the highest filled cell.
    !column & u64::MAX.checked_shr(column.leading_zeros()).unwrap_or(0)
}

/// Empty cells with a filled cell anywhere above them in the column.
///
/// Source: Dellacherie; f5 of Thiery and Scherrer, 2009; Lee, 2013.
///
/// ```
/// use stack_eval::features::holes;
/// assert_eq!(holes(&"##..\n....\n.#..".parse()?), 2 + 1);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn holes(field: &Field) -> u32 {
    field.columns().iter().map(|&column| hidden(column).count_ones()).sum()
}

/// For each hole, the filled cells stacked directly above it, summed. A hole under
/// another hole has none.
///
/// Source: f7 of Thiery and Scherrer, 2009.
///
/// ```
/// use stack_eval::features::hole_depth;
/// assert_eq!(hole_depth(&"##..\n#...\n.#..\n.#..".parse()?), 2 + 1);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn hole_depth(field: &Field) -> u32 {
    // Every filled cell lies on the floor, through filled ones, or above a hole.
    field.columns().iter().map(|column| column.count_ones() - column.trailing_ones()).sum()
}

/// Rows that have a hole.
///
/// Source: f8 of Thiery and Scherrer, 2009.
///
/// ```
/// use stack_eval::features::rows_with_holes;
/// assert_eq!(rows_with_holes(&"##..\n....\n.#..".parse()?), 2);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn rows_with_holes(field: &Field) -> u32 {
    field.columns().iter().fold(0, |rows, &column| rows | hidden(column)).count_ones()
}
