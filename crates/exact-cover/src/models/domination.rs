//! Queens that attack every cell: multiplicities at work.

use alloc::format;
use alloc::vec::Vec;

use crate::{Bounds, Problem, ProblemError};

/// `queens` queens on an `n × n` board so that each cell holds one or is attacked.
/// Each cell is covered at least once and any number of times, and one more item
/// exactly `queens` times. The option `n · row + column` is a queen on that cell.
///
/// # Errors
/// [`ProblemError::TooLarge`] for `n > 100`.
///
/// ```
/// use exact_cover::models::queen_domination;
/// assert_eq!(queen_domination(5, 3)?.count(), 186);
/// assert_eq!(queen_domination(5, 2)?.count(), 0);
/// # Ok::<(), exact_cover::ProblemError>(())
/// ```
pub fn queen_domination(n: usize, queens: u32) -> Result<Problem, ProblemError> {
    const LIMIT: usize = 100;
    if n > LIMIT {
        return Err(ProblemError::TooLarge { what: "rows", found: n, limit: LIMIT });
    }
    let mut builder = Problem::builder();
    let many = Bounds::between(1, queens.max(1));
    let cells: Vec<_> =
        (0..n * n).map(|at| builder.primary_times(&format!("{},{}", at / n, at % n), many)).collect();
    let count = builder.primary_times("#", Bounds::exactly(queens));
    for queen in 0..n * n {
        let (row, column) = (queen / n, queen % n);
        let attacked = |cell: &usize| {
            let (r, c) = (cell / n, cell % n);
            r == row || c == column || r.abs_diff(row) == c.abs_diff(column)
        };
        builder.option((0..n * n).filter(attacked).map(|cell| cells[cell]).chain([count]));
    }
    builder.build()
}
