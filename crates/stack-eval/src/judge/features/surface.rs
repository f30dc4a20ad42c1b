//! The line of the column tops.

use tetromino::Field;

fn height(column: u64) -> u32 {
    u64::BITS - column.leading_zeros()
}

/// Height differences of neighbouring columns, from left to right.
fn differences(field: &Field) -> impl Iterator<Item = i32> {
    field.columns().windows(2).map(|pair| height(pair[1]) as i32 - height(pair[0]) as i32)
}

/// Sum of the absolute height differences of neighbouring columns.
///
/// Source: Lee, 2013.
///
/// ```
/// use stack_eval::features::bumpiness;
/// assert_eq!(bumpiness(&"#...\n.#..".parse()?), 1 + 1 + 0);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn bumpiness(field: &Field) -> u32 {
    differences(field).map(i32::unsigned_abs).sum()
}

/// The absolute height difference of the columns `x` and `x + 1`; 0 where one is
/// outside.
///
/// Source: Bertsekas and Ioffe, 1996: one feature for each pair.
///
/// ```
/// use stack_eval::features::height_difference;
/// assert_eq!(height_difference(&"#...\n#...\n.#..".parse()?, 0), 2);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn height_difference(field: &Field, x: usize) -> u32 {
    differences(field).nth(x).map_or(0, i32::unsigned_abs)
}

/// How many of the five height differences −2, −1, 0, 1, 2 occur between neighbouring
/// columns, 0 to 5.
///
/// Source: f9, "pattern diversity", of the DT sets: Scherrer et al., 2015.
///
/// ```
/// use stack_eval::features::diversity;
/// assert_eq!(diversity(&"#...\n##..".parse()?), 2);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn diversity(field: &Field) -> u32 {
    let seen =
        differences(field).filter(|step| step.abs() <= 2).fold(0u32, |seen, step| seen | 1 << (step + 2));
    seen.count_ones()
}

/// Pairs of neighbouring columns whose heights differ by `size`; by 4 or more for 4.
///
/// Ours: bumpiness as a table, so that a step of 3, which only I fills, can cost more
/// than three of 1.
///
/// ```
/// use stack_eval::features::steps;
/// assert_eq!(steps(&"#...\n##..".parse()?, 1), 2);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn steps(field: &Field, size: u32) -> u32 {
    differences(field).filter(|step| step.unsigned_abs().min(4) == size).count() as u32
}

/// How many of the height differences −`size` and `size` occur between neighbouring
/// columns: 0 to 2, for size 0 at most 1. The sum for 0, 1 and 2 is [`diversity`].
///
/// Ours: a step of 1 is where S, Z and T fit, level columns are where O does.
///
/// ```
/// use stack_eval::features::steps_present;
/// let field = "#...\n##..".parse()?;
/// assert_eq!([0, 1, 2].map(|size| steps_present(&field, size)), [1, 1, 0]);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn steps_present(field: &Field, size: u32) -> u32 {
    let size = size as i32;
    let occurs = |wanted: i32| u32::from(differences(field).any(|step| step == wanted));
    if size == 0 { occurs(0) } else { occurs(size) + occurs(-size) }
}
