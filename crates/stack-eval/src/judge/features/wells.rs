//! Wells: empty cells between filled ones, a wall counting as filled.

use tetromino::Field;

/// The well cells of each column, beside the column.
fn well_cells(field: &Field) -> impl Iterator<Item = (u64, u64)> {
    let columns = field.columns();
    let at = move |x: Option<usize>| x.and_then(|x| columns.get(x)).copied().unwrap_or(u64::MAX);
    (0..columns.len()).map(move |x| (at(x.checked_sub(1)) & at(Some(x + 1)) & !columns[x], columns[x]))
}

/// For each well cell, 1 and the empty cells straight below it, be they well cells or
/// not. Wells under a cover count too, and a well that widens below counts on.
///
/// Source: Dellacherie's definition, f6 of Thiery and Scherrer, 2009; El-Tetris sums
/// the same.
///
/// ```
/// use stack_eval::features::cumulative_wells;
/// assert_eq!(cumulative_wells(&"#.##\n#..#".parse()?), 2);
/// assert_eq!(cumulative_wells(&"#.##\n#.##".parse()?), 1 + 2);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn cumulative_wells(field: &Field) -> u32 {
    let of_column = |(mut cells, column): (u64, u64)| {
        let mut sum = 0;
        // Cells with `deep` empty ones straight below them.
        let mut clear = !column;
        while cells & clear != 0 {
            cells &= clear;
            sum += cells.count_ones();
            clear <<= 1;
        }
        sum
    };
    well_cells(field).map(of_column).sum()
}

/// For each run of `n` well cells one above the other, 1 + 2 + … + `n`.
///
/// Source: the variant -6 of f6 in the program of Thiery and Scherrer.
///
/// ```
/// use stack_eval::features::triangular_wells;
/// assert_eq!(triangular_wells(&"#.##\n#..#".parse()?), 1);
/// assert_eq!(triangular_wells(&"#.##\n#.##".parse()?), 1 + 2);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn triangular_wells(field: &Field) -> u32 {
    let of_column = |(mut cells, _): (u64, u64)| {
        let mut sum = 0;
        while cells != 0 {
            sum += cells.count_ones();
            cells &= cells << 1;
        }
        sum
    };
    well_cells(field).map(of_column).sum()
}
