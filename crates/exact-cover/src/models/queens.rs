//! Queens that do not attack each other.

use alloc::vec::Vec;

use crate::{Problem, ProblemError};

/// `n` queens on an `n × n` board, none attacking another: rows and columns are
/// primary items, diagonals of two or more cells secondary ones. The option
/// `n · row + column` is a queen on that cell.
///
/// Rows and columns are declared from the middle of the board outward, which
/// makes the search smaller.
///
/// # Errors
/// [`ProblemError::TooLarge`] for `n > 1000`.
///
/// ```
/// use exact_cover::models::queens;
/// assert_eq!(queens(8)?.solutions().count(), 92);
/// # Ok::<(), exact_cover::ProblemError>(())
/// ```
pub fn queens(n: usize) -> Result<Problem, ProblemError> {
    const LIMIT: usize = 1000;
    if n > LIMIT {
        return Err(ProblemError::TooLarge { what: "queens", found: n, limit: LIMIT });
    }
    let mut builder = Problem::builder();
    let mut outward: Vec<usize> = (0..n).collect();
    outward.sort_by_key(|&line| (2 * line + 1).abs_diff(n));
    let mut rows = Vec::from_iter(outward.iter().map(|_| crate::Item::new(0)));
    let mut columns = rows.clone();
    for &line in &outward {
        rows[line] = builder.primary(&alloc::format!("r{line}"));
        columns[line] = builder.primary(&alloc::format!("c{line}"));
    }
    let diagonals = (2 * n).saturating_sub(3);
    let rising: Vec<_> = (1..=diagonals).map(|d| builder.secondary(&alloc::format!("a{d}"))).collect();
    let falling: Vec<_> = (1..=diagonals).map(|d| builder.secondary(&alloc::format!("b{d}"))).collect();
    for (row, &in_row) in rows.iter().enumerate() {
        for (column, &in_column) in columns.iter().enumerate() {
            let (sum, difference) = (row + column, row + n - 1 - column);
            let diagonal =
                |list: &[crate::Item], d: usize| d.checked_sub(1).and_then(|d| list.get(d)).copied();
            let items = [in_row, in_column].into_iter();
            builder.option(items.chain(diagonal(&rising, sum)).chain(diagonal(&falling, difference)));
        }
    }
    builder.build()
}
