//! No stone may hang in the air: rules §3.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::Cell;

use super::wall::Wall;

/// No stone covers the cell.
const NOBODY: usize = usize::MAX;

/// Which stones are grounded: they rest on the frame or on a grounded stone, as
/// least fixpoint.
///
/// `stones` are sets of wall cells that do not overlap.
///
/// # Complexity
/// `O(cells)`.
///
/// ```
/// use grid_core::Cell;
/// use stone_auction::{grounded, Wall};
/// let wall: Wall = "..\n..\n..".parse()?;
/// let floor = vec![Cell::new(0, 0)];
/// let air = vec![Cell::new(1, 1)];
/// assert_eq!(grounded(&wall, &[floor, air]), [true, false]);
/// # Ok::<(), stone_auction::WallError>(())
/// ```
#[must_use]
pub fn grounded(wall: &Wall, stones: &[Vec<Cell>]) -> Vec<bool> {
    let region = wall.region();
    let mut owner = vec![NOBODY; region.cells().capacity()];
    for (stone, cells) in stones.iter().enumerate() {
        for index in cells.iter().filter_map(|&cell| region.index(cell)) {
            owner[index] = stone;
        }
    }
    let on_frame = |cells: &Vec<Cell>| cells.iter().any(|cell| !wall.contains(cell.offset(0, -1)));
    let mut reached: Vec<bool> = stones.iter().map(on_frame).collect();
    let mut open: Vec<usize> = (0..stones.len()).filter(|&stone| reached[stone]).collect();
    while let Some(below) = open.pop() {
        for cell in &stones[below] {
            let above = region.index(cell.offset(0, 1)).map_or(NOBODY, |index| owner[index]);
            if above != NOBODY && !reached[above] {
                reached[above] = true;
                open.push(above);
            }
        }
    }
    reached
}

/// Lets all floating stones fall, row by row, until none floats; returns by how
/// many rows each stone fell.
///
/// Moving all floating stones of an arrangement down by one row keeps them in the
/// wall and apart: below a cell of a floating stone lies a wall cell that is free
/// or belongs to a floating stone. So the rule against floating never costs area.
///
/// # Complexity
/// `O(cells · height)`.
///
/// ```
/// use grid_core::Cell;
/// use stone_auction::{settle_cells, Wall};
/// let wall: Wall = "..\n..\n..".parse()?;
/// let mut stones = [vec![Cell::new(1, 2)]];
/// assert_eq!(settle_cells(&wall, &mut stones), [2]);
/// assert_eq!(stones[0], [Cell::new(1, 0)]);
/// # Ok::<(), stone_auction::WallError>(())
/// ```
pub fn settle_cells(wall: &Wall, stones: &mut [Vec<Cell>]) -> Vec<u32> {
    let mut fallen = vec![0; stones.len()];
    loop {
        let reached = grounded(wall, stones);
        if reached.iter().all(|&on| on) {
            return fallen;
        }
        for (stone, _) in reached.iter().enumerate().filter(|(_, on)| !**on) {
            fallen[stone] += 1;
            for cell in &mut stones[stone] {
                *cell = cell.offset(0, -1);
            }
        }
    }
}
