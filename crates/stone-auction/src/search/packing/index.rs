//! All ways to lay a stone into a region, as bit masks.

use alloc::vec::Vec;

use grid_core::{Bits, Cell, Region};

use crate::rules::catalogue::Catalogue;
use crate::rules::id::KindId;
use crate::rules::placement::Placement;

/// One way to lay a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Laid {
    pub(super) kind: KindId,
    pub(super) rot: u8,
    pub(super) x: u8,
    pub(super) y: u8,
}

impl Laid {
    pub(super) fn placement(self) -> Placement {
        Placement::turned(self.kind, self.rot.into(), self.x.into(), self.y.into())
    }
}

/// The cells of a region numbered from the bottom row up, and every way to lay a
/// stone on them.
#[derive(Clone, Debug)]
pub(super) struct Index<B> {
    /// The cell of each bit.
    pub(super) cells: Vec<Cell>,
    /// The bits of the neighbours of each bit.
    neighbours: Vec<B>,
    /// The cells and the name of each way, by kind.
    pub(super) ways: Vec<(B, Laid)>,
    /// Where the ways of each kind begin, and the end.
    starts: Vec<usize>,
    /// All cells.
    pub(super) all: B,
    /// The number of cells of each kind.
    pub(super) areas: Vec<usize>,
}

impl<B: Bits> Index<B> {
    /// The index of a region of at most `B::BITS` cells.
    pub(super) fn new(region: &Region, stones: &Catalogue) -> Self {
        let cells: Vec<Cell> = region.iter().collect();
        let mut bit_of = alloc::vec![u32::MAX; region.cells().capacity()];
        let bit = |bit_of: &[u32], cell: Cell| {
            let at = region.index(cell)?;
            (bit_of[at] != u32::MAX).then(|| bit_of[at])
        };
        for (number, &cell) in cells.iter().enumerate() {
            if let Some(at) = region.index(cell) {
                bit_of[at] = number as u32;
            }
        }
        let around = |cell: &Cell| {
            let near = cell.neighbours().into_iter().filter_map(|cell| bit(&bit_of, cell));
            near.fold(B::EMPTY, |all, number| all | B::bit(number))
        };
        let neighbours = cells.iter().map(around).collect();
        let all = (0..cells.len() as u32).fold(B::EMPTY, |all, number| all | B::bit(number));
        let mut ways = Vec::new();
        let mut starts = Vec::from([0]);
        for kind in stones.kinds() {
            let mut seen = Vec::new();
            for rot in 0..4 {
                let Some(turned) = stones.turned(kind, rot) else { continue };
                if seen.contains(&turned) {
                    continue;
                }
                seen.push(turned);
                // The first cell of a turn is in its lowest row.
                let first = turned.cells()[0];
                for &cell in &cells {
                    let corner = cell.offset(-first.x, -first.y);
                    let mask = turned.cells().iter().try_fold(B::EMPTY, |mask, part| {
                        Some(mask | B::bit(bit(&bit_of, part.offset(corner.x, corner.y))?))
                    });
                    if let Some(mask) = mask {
                        let (x, y) = (corner.x as u8, corner.y as u8);
                        ways.push((mask, Laid { kind, rot, x, y }));
                    }
                }
            }
            starts.push(ways.len());
        }
        let areas = stones.kinds().map(|kind| stones.area(kind)).collect();
        Self { cells, neighbours, ways, starts, all, areas }
    }

    /// The ways to lay a kind.
    pub(super) fn ways_of(&self, kind: KindId) -> core::ops::Range<usize> {
        self.starts[kind.index()]..self.starts[kind.index() + 1]
    }

    /// The part of `free` that is connected with the cells of `seed`.
    #[inline]
    pub(super) fn flood(&self, free: B, seed: u32) -> B {
        let mut reached = B::bit(seed);
        let mut open = reached;
        while let Some(next) = open.first() {
            let new = self.neighbours[next as usize] & free & !reached;
            reached = reached | new;
            open = open.without_first() | new;
        }
        reached
    }
}
