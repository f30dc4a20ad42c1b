//! Latin squares.

use alloc::format;
use alloc::vec::Vec;

use crate::{Problem, ProblemError};

/// Latin squares of side `n`: each of `n` symbols once in each row and column. The
/// option `(n · row + column) · n + symbol` puts the symbol into the cell. Options
/// for cells that `given` names as (row, column, symbol) are kept only where they
/// agree; all others are there in the same order, so that indices count those left.
///
/// # Errors
/// [`ProblemError::TooLarge`] for `n > 200`.
///
/// ```
/// use exact_cover::models::latin_squares;
/// assert_eq!(latin_squares(4, &[])?.count(), 576);
/// // One of the four symbols in the corner.
/// assert_eq!(latin_squares(4, &[(0, 0, 2)])?.count(), 144);
/// # Ok::<(), exact_cover::ProblemError>(())
/// ```
pub fn latin_squares(n: usize, given: &[(usize, usize, usize)]) -> Result<Problem, ProblemError> {
    const LIMIT: usize = 200;
    if n > LIMIT {
        return Err(ProblemError::TooLarge { what: "rows", found: n, limit: LIMIT });
    }
    let mut builder = Problem::builder();
    let pairs = |prefix: &str, builder: &mut crate::ProblemBuilder| -> Vec<crate::Item> {
        let all = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
        all.map(|(a, b)| builder.primary(&format!("{prefix}{a},{b}"))).collect()
    };
    let cells = pairs("cell", &mut builder);
    let rows = pairs("row", &mut builder);
    let columns = pairs("column", &mut builder);
    for row in 0..n {
        for column in 0..n {
            for symbol in 0..n {
                let agrees = |&(r, c, s): &(usize, usize, usize)| (r, c) != (row, column) || s == symbol;
                if given.iter().all(agrees) {
                    builder.option([
                        cells[row * n + column],
                        rows[row * n + symbol],
                        columns[column * n + symbol],
                    ]);
                }
            }
        }
    }
    builder.build()
}
