//! Packing puzzles that are known to have a full packing.

use alloc::vec::Vec;

use grid_core::{Cell, Polyomino, Stream};

use super::{between, canonical, stepped_wall};
use crate::rules::catalogue::Catalogue;
use crate::rules::id::KindId;
use crate::rules::placement::{Placement, settle};
use crate::rules::wall::Wall;

/// A wall and a stock of stones that fill it exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlantedPuzzle {
    /// The wall.
    pub wall: Wall,
    /// The shapes.
    pub stones: Catalogue,
    /// How many of each kind there are.
    pub stock: Vec<u32>,
    /// A full packing.
    pub solution: Vec<Placement>,
}

/// Cuts a wall of `cells` cells (1 to 1,024) into `parts` stones; more where a
/// stone would have more than about 32 cells, fewer where there are not so many
/// cells.
///
/// The parts grow from random cells, the smallest first, so that they are of
/// similar size.
///
/// ```
/// use stone_auction::plant_puzzle;
/// let puzzle = plant_puzzle(60, 12, 5);
/// assert_eq!(puzzle.stock.iter().sum::<u32>(), 12);
/// assert_eq!(puzzle.stones.total_area(&puzzle.stock), puzzle.wall.len() as u64);
/// ```
#[must_use]
pub fn plant_puzzle(cells: u32, parts: u32, seed: u64) -> PlantedPuzzle {
    let mut stream = Stream::new(seed, "stone puzzle", u64::from(cells) << 32 | u64::from(parts));
    let cells = cells.clamp(1, 1024);
    loop {
        let height = between(&mut stream, 1 + cells.isqrt() * 2 / 3, 1 + cells.isqrt());
        let width = (cells * 9 / 8).div_ceil(height).clamp(1, 64);
        let wall = stepped_wall(&mut stream, width, height.min(64));
        let Some(wall) = trimmed(&wall, cells as usize) else { continue };
        let parts = parts.max(cells / 32 + 1).min(cells);
        if let Some(puzzle) = cut(&mut stream, wall, parts) {
            return puzzle;
        }
    }
}

/// The wall without the last cells of its top row or rows, so that `cells` are
/// left; `None` if it has too few.
fn trimmed(wall: &Wall, cells: usize) -> Option<Wall> {
    let order: Vec<Cell> = wall.region().iter().collect();
    let mut region = wall.region().clone();
    order.get(cells..)?.iter().for_each(|&cell| {
        region.remove(cell);
    });
    Wall::new(region).ok().filter(|wall| wall.len() == cells)
}

fn cut(stream: &mut Stream, wall: Wall, parts: u32) -> Option<PlantedPuzzle> {
    let mut free: Vec<Cell> = wall.region().iter().collect();
    stream.shuffle(&mut free);
    let mut stones: Vec<Vec<Cell>> =
        (0..parts).filter_map(|_| free.pop().map(|cell| alloc::vec![cell])).collect();
    let mut open: Vec<usize> = (0..stones.len()).collect();
    while !free.is_empty() {
        // The smallest part that can grow; parts of equal size by chance.
        let size = |part: &usize| stones[*part].len();
        let least = open.iter().map(size).min()?;
        let smallest: Vec<usize> = open.iter().copied().filter(|part| size(part) == least).collect();
        let part = smallest[stream.below(smallest.len() as u32) as usize];
        let around = stones[part].iter().flat_map(|cell| cell.neighbours());
        let next: Vec<Cell> = around.filter(|cell| free.contains(cell)).collect();
        if next.is_empty() || least >= Catalogue::MAX_AREA {
            open.retain(|&other| other != part);
            continue;
        }
        let cell = next[stream.below(next.len() as u32) as usize];
        free.retain(|&other| other != cell);
        stones[part].push(cell);
    }
    let shapes: Vec<Polyomino> =
        stones.iter().map(|cells| Polyomino::new(cells.iter().copied()).ok()).collect::<Option<_>>()?;
    let mut kinds: Vec<Polyomino> = shapes.iter().map(canonical).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut stock = alloc::vec![0; kinds.len()];
    let mut solution = Vec::new();
    for (cells, shape) in stones.iter().zip(&shapes) {
        let kind = kinds.binary_search(&canonical(shape)).ok()?;
        stock[kind] += 1;
        let cells = cells.iter().map(|cell| (i64::from(cell.x), i64::from(cell.y))).collect();
        solution.push(Placement::on_cells(KindId(kind as u16), cells));
    }
    let stones = Catalogue::new(kinds).ok()?;
    let solution = settle(&wall, &stones, &solution).ok()?;
    Some(PlantedPuzzle { wall, stones, stock, solution })
}
