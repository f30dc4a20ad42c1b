//! Langford's pairs.

use alloc::vec::Vec;

use crate::{Problem, ProblemError};

/// Langford's problem: the numbers `1..=n`, each twice, in a row of `2n` places so
/// that `k` other numbers stand between the two `k`s. Mirror images count apart.
///
/// The options are, for each `k` and then for each `p` from 0, the pair `k` at the
/// places `p` and `p + k + 1`.
///
/// Source: Knuth, "The Art of Computer Programming", section 7.2.2.1.
///
/// # Errors
/// [`ProblemError::TooLarge`] for `n > 1000`.
///
/// ```
/// use exact_cover::models::langford;
/// assert_eq!(langford(7)?.solutions().count(), 52);
/// # Ok::<(), exact_cover::ProblemError>(())
/// ```
pub fn langford(n: usize) -> Result<Problem, ProblemError> {
    const LIMIT: usize = 1000;
    if n > LIMIT {
        return Err(ProblemError::TooLarge { what: "pairs", found: n, limit: LIMIT });
    }
    let mut builder = Problem::builder();
    let numbers: Vec<_> = (1..=n).map(|k| builder.primary(&alloc::format!("{k}"))).collect();
    let places: Vec<_> = (1..=2 * n).map(|p| builder.primary(&alloc::format!("s{p}"))).collect();
    for k in 1..=n {
        for p in 0..(2 * n).saturating_sub(k + 1) {
            builder.option([numbers[k - 1], places[p], places[p + k + 1]]);
        }
    }
    builder.build()
}
