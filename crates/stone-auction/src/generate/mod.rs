//! Scenarios and packing puzzles from a seed.

mod planted;
mod scenario;
#[cfg(test)]
mod tests;

pub use planted::{PlantedPuzzle, plant_puzzle};
pub use scenario::{Family, Generated, GeneratorConfig, generate_scenario};

use alloc::vec::Vec;

use grid_core::{Cell, Orientations, Polyomino, Region, Stream};

use crate::rules::wall::Wall;

/// A number of `low..=high`.
fn between(stream: &mut Stream, low: u32, high: u32) -> u32 {
    low + stream.below(high - low + 1)
}

/// A wall with a flat bottom and top and stepped sides.
fn stepped_wall(stream: &mut Stream, width: u32, height: u32) -> Wall {
    let mut region = Region::blank(width as usize, height as usize).expect("a size between 1 and 64");
    let (mut left, mut right) = (0, width as i32 - 1);
    for y in 0..height as i32 {
        (left..=right).for_each(|x| {
            region.insert(Cell::new(x, y));
        });
        if right - left > width as i32 / 2 {
            left += i32::from(stream.below(3) == 0);
            right -= i32::from(stream.below(3) == 0);
        }
    }
    Wall::new(region).expect("rows over each other are connected")
}

/// A random shape: grown cell by cell, in the share `compact` of 100 beside as
/// many cells as possible.
fn random_shape(stream: &mut Stream, area: u32, compact: u32) -> Polyomino {
    let mut cells = Vec::from([Cell::new(0, 0)]);
    while cells.len() < area as usize {
        let touches = |cell: &Cell| cell.neighbours().iter().filter(|next| cells.contains(next)).count();
        let mut around: Vec<Cell> = cells.iter().flat_map(|cell| cell.neighbours()).collect();
        around.retain(|cell| !cells.contains(cell));
        around.sort_unstable();
        around.dedup();
        if stream.below(100) < compact {
            let most = around.iter().map(touches).max().unwrap_or(0);
            let best: Vec<Cell> = around.iter().copied().filter(|cell| touches(cell) == most).collect();
            around = best;
        }
        let next = around[stream.below(around.len() as u32) as usize];
        cells.push(next);
    }
    Polyomino::new(cells).expect("distinct cells near each other")
}

/// The shape as the smallest of its turns.
fn canonical(shape: &Polyomino) -> Polyomino {
    shape.canonical(Orientations::Rotations)
}
