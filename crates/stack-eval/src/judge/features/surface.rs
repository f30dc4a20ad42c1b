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

/// Columns that are lower than both neighbours, walls being higher than all, by
/// `depth` rows below the lower one; by 4 or more for 4.
///
/// Ours: open wells by depth; one of 3 or more waits for an I.
///
/// ```
/// use stack_eval::features::shafts;
/// assert_eq!(shafts(&"#.#.\n#.##\n####".parse()?, 2), 1);
/// assert_eq!(shafts(&"#.#.\n#.##\n####".parse()?, 1), 1);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn shafts(field: &Field, depth: u32) -> u32 {
    let columns = field.columns();
    let at = |x: Option<usize>| x.and_then(|x| columns.get(x)).map_or(64, |&column| height(column));
    let depths = (0..columns.len()).map(|x| {
        let walls = at(x.checked_sub(1)).min(at(Some(x + 1)));
        walls.saturating_sub(height(columns[x]))
    });
    depths.filter(|&deep| deep > 0 && deep.min(4) == depth).count() as u32
}
