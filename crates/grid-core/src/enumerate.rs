//! All polyominoes of a size.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::{Cell, Orientations, Polyomino};

/// All connected shapes of `area` cells, one of each piece as the policy counts
/// them, sorted. Each is its own [`Polyomino::canonical`].
///
/// Grown cell by cell from the smaller ones. Time and memory are proportional to
/// the number of shapes, which grows about fourfold with each cell: 369, 704 and
/// 2,725 at 8 cells. Empty for `area` 0.
///
/// ```
/// use grid_core::{Orientations, polyominoes};
/// assert_eq!(polyominoes(5, Orientations::RotationsAndReflections).len(), 12);
/// ```
#[must_use]
pub fn polyominoes(area: usize, policy: Orientations) -> Vec<Polyomino> {
    let Some(growths) = area.checked_sub(1) else {
        return Vec::new();
    };
    let square = Polyomino::new([Cell::new(0, 0)]).expect("one cell is a shape");
    let mut shapes = BTreeSet::from([square]);
    for _ in 0..growths {
        shapes = shapes.iter().flat_map(grown).map(|shape| shape.canonical(policy)).collect();
    }
    shapes.into_iter().collect()
}

/// The shape with one more cell beside it, in each possible place.
fn grown(shape: &Polyomino) -> impl Iterator<Item = Polyomino> + '_ {
    let around = shape.cells().iter().flat_map(|cell| cell.neighbours());
    let places: BTreeSet<Cell> = around.filter(|&cell| !shape.contains(cell)).collect();
    places.into_iter().map(|place| {
        let cells = shape.cells().iter().copied().chain([place]);
        Polyomino::new(cells).expect("a new cell makes a shape")
    })
}
