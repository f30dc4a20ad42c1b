//! Heights of columns.

use tetromino::Field;

fn heights(field: &Field) -> impl Iterator<Item = u32> + Clone {
    field.columns().iter().map(|column| u64::BITS - column.leading_zeros())
}

/// Sum of the heights of all columns.
///
/// Source: Lee, "Tetris AI – the (near) perfect bot", 2013.
///
/// ```
/// use stack_eval::features::aggregate_height;
/// assert_eq!(aggregate_height(&"#...\n.#..".parse()?), 2 + 1);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn aggregate_height(field: &Field) -> u32 {
    heights(field).sum()
}

/// The height of the highest column.
///
/// Source: Bertsekas and Ioffe, 1996.
///
/// ```
/// use stack_eval::features::max_height;
/// assert_eq!(max_height(&"#...\n.#..".parse()?), 2);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn max_height(field: &Field) -> u32 {
    heights(field).max().unwrap_or(0)
}

/// The height of column `x`; 0 outside.
///
/// Source: Bertsekas and Ioffe, "Temporal differences-based policy iteration and
/// applications in neuro-dynamic programming", 1996: one feature for each column.
///
/// ```
/// use stack_eval::features::column_height;
/// assert_eq!(column_height(&"#...\n.#..".parse()?, 1), 1);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn column_height(field: &Field, x: usize) -> u32 {
    heights(field).nth(x).unwrap_or(0)
}

/// Full rows of the board as it stands.
///
/// Source: Lee, 2013.
///
/// ```
/// use stack_eval::features::complete_lines;
/// assert_eq!(complete_lines(&"####\n#.##\n####".parse()?), 2);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn complete_lines(field: &Field) -> u32 {
    field.full_rows().count_ones()
}

/// How near the mean height is to `i` quarters of the field's height `H`:
/// exp(−(mean − i·H/4)² / (2·(H/5)²)), between 0 and 1; `i` is 0 to 4.
///
/// Source: the value network of CBMPI, Scherrer et al., "Approximate modified policy
/// iteration and its application to the game of Tetris", 2015.
///
/// ```
/// use stack_eval::features::rbf_height;
/// assert_eq!(rbf_height(&"....\n....".parse()?, 0), 1.0);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn rbf_height(field: &Field, i: u32) -> f64 {
    let mean = f64::from(aggregate_height(field)) / field.width() as f64;
    let full = field.height() as f64;
    let away = mean - f64::from(i) * full / 4.0;
    libm::exp(-away * away / (2.0 * (full / 5.0) * (full / 5.0)))
}
