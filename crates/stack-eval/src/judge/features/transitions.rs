//! Changes between filled and empty cells.

use tetromino::Field;

/// Changes between filled and empty along all rows of the field, both side walls
/// filled: an empty row counts 2. A row above the field that has cells counts what it
/// has beyond 2.
///
/// Source: Dellacherie, in Fahey, "Tetris AI", 2003; f3 of Thiery and Scherrer,
/// "Building controllers for Tetris", 2009.
///
/// ```
/// use stack_eval::features::row_transitions;
/// assert_eq!(row_transitions(&"....\n#.#.".parse()?), 2 + 4);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn row_transitions(field: &Field) -> i32 {
    let columns = field.columns();
    let inside: u32 = columns.windows(2).map(|pair| (pair[0] ^ pair[1]).count_ones()).sum();
    let ends = columns[0].count_ones() + columns[columns.len() - 1].count_ones();
    (2 * field.height() as u32 + inside) as i32 - ends as i32
}

/// Changes between filled and empty going up all columns, the floor filled and the
/// sky empty: an empty column counts 1.
///
/// Source: f4, as [`row_transitions`].
///
/// ```
/// use stack_eval::features::column_transitions;
/// assert_eq!(column_transitions(&"#...\n.#..\n.#..".parse()?), 3 + 1 + 1 + 1);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn column_transitions(field: &Field) -> u32 {
    let changes = |&column: &u64| (column ^ (column << 1 | 1)).count_ones() + (column >> 63) as u32;
    field.columns().iter().map(changes).sum()
}
