//! Walls beyond 128 cells: packed window by window from the bottom, then
//! repaired: a window is cleared and packed again, and the result kept where it
//! is no worse.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use grid_core::{Cell, Meter, Region, Stop, Stream};

use super::anytime::Packer;
use super::dfs::{Dfs, End, keys};
use super::index::Index;
use super::sums::largest_sum;
use crate::rules::placement::Placement;

/// Cells of a window.
const WINDOW: usize = 96;
/// Nodes for each number of empty cells tried in a window.
const NODES: u64 = 512;

/// A packing under repair.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    stock: Vec<u32>,
    /// The stones laid, with their cells.
    laid: Vec<(Placement, Vec<Cell>)>,
    /// Cells that no window has been opened on yet, from the bottom.
    untouched: BTreeSet<Cell>,
    stream: Stream,
}

impl Windows {
    pub(super) fn new(packer: &Packer, stock: &[u32], seed: u64) -> Self {
        Self {
            stock: stock.to_vec(),
            laid: Vec::new(),
            untouched: packer.wall.region().iter().collect(),
            stream: Stream::new(seed, "stone windows", 0),
        }
    }

    /// Packs one window; gives the whole arrangement.
    pub(super) fn go(&mut self, packer: &Packer, meter: &mut Meter<'_>) -> Result<Vec<Placement>, Stop> {
        meter.spend(1)?;
        if self.untouched.is_empty() {
            self.repair(packer, meter)?;
        } else {
            self.fill(packer, meter)?;
        }
        Ok(self.laid.iter().map(|(placement, _)| placement.clone()).collect())
    }

    /// Packs the lowest cells that are untouched, with the holes below them.
    fn fill(&mut self, packer: &Packer, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let top = self.untouched.iter().nth(WINDOW - 1).or(self.untouched.last()).copied();
        let Some(top) = top else { return Ok(()) };
        let room: Vec<Cell> = self.untouched.range(..=top).copied().collect();
        let packed = self.pack(packer, &room, room.len(), meter)?;
        for cell in &room {
            self.untouched.remove(cell);
        }
        self.lay(packed);
        Ok(())
    }

    /// Clears the stones about a hole, or about any cell, and packs again.
    fn repair(&mut self, packer: &Packer, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let covered: BTreeSet<Cell> = self.laid.iter().flat_map(|(_, cells)| cells.iter().copied()).collect();
        let holes: Vec<Cell> = packer.wall.region().iter().filter(|cell| !covered.contains(cell)).collect();
        if holes.is_empty() {
            return Ok(());
        }
        let centre = holes[self.stream.below(holes.len() as u32) as usize];
        let far = |cell: &Cell| cell.x.abs_diff(centre.x) + cell.y.abs_diff(centre.y);
        let mut near: Vec<(u32, usize)> = Vec::new();
        for (stone, (_, cells)) in self.laid.iter().enumerate() {
            let distance = cells.iter().map(far).min().unwrap_or(u32::MAX);
            near.push((distance * 4 + self.stream.below(6), stone));
        }
        near.sort_unstable();
        let mut room: Vec<Cell> =
            holes.iter().copied().filter(|hole| far(hole) <= 8).take(WINDOW / 3).collect();
        let mut cleared = Vec::new();
        for (_, stone) in near {
            let cells = &self.laid[stone].1;
            if room.len() + cells.len() > WINDOW {
                break;
            }
            room.extend_from_slice(cells);
            cleared.push(stone);
        }
        let before: usize = cleared.iter().map(|&stone| self.laid[stone].1.len()).sum();
        let waste = room.len() - before;
        cleared.sort_unstable();
        let removed: Vec<_> = cleared.iter().rev().map(|&stone| self.laid.swap_remove(stone)).collect();
        for (placement, _) in &removed {
            self.stock[placement.kind.index()] += 1;
        }
        let packed = self.pack(packer, &room, waste, meter);
        match packed {
            Ok(packed) if !packed.is_empty() => self.lay(packed),
            other => {
                self.lay(removed);
                other?;
            }
        }
        Ok(())
    }

    fn lay(&mut self, stones: Vec<(Placement, Vec<Cell>)>) {
        for (placement, cells) in stones {
            self.stock[placement.kind.index()] -= 1;
            self.laid.push((placement, cells));
        }
    }

    /// The best packing found of a room, with at most `most` cells empty; empty
    /// where there is none.
    fn pack(
        &mut self,
        packer: &Packer,
        room: &[Cell],
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(Placement, Vec<Cell>)>, Stop> {
        let frame = packer.wall.region();
        let mut region = Region::blank(frame.width(), frame.height()).expect("the frame of a wall");
        for &cell in room {
            region.insert(cell);
        }
        let index: Index<u128> = Index::new(&region, &packer.stones);
        // Making the index is work too.
        meter.spend((index.ways.len() / 64 + frame.cells().capacity() / 16) as u64)?;
        let areas = index.areas.iter().copied().zip(self.stock.iter().copied());
        let least = room.len() - largest_sum(areas, room.len());
        let seed = self.stream.next_u64();
        let mut priority: Vec<u32> = Vec::new();
        for &area in &index.areas {
            priority.push(64 * area as u32 + self.stream.below(128));
        }
        let mut waste = least;
        while waste <= most {
            let stream = Stream::new(seed, "stone window", waste as u64);
            let mut key = keys(&index, &priority, 256, stream);
            let mut dfs = Dfs::new(&index, index.all, &self.stock, waste as u16, &mut key);
            let limit = if waste == room.len() { u64::MAX } else { NODES };
            match dfs.run(&index, meter, limit) {
                End::Found(ways) => {
                    let stone = |&way: &u32| {
                        let (_, laid) = index.ways[way as usize];
                        let placement = laid.placement();
                        let cells = placement.cells(&packer.stones).expect("a way to lay a stone");
                        (placement, cells)
                    };
                    return Ok(ways.iter().map(stone).collect());
                }
                End::Stopped(Some(stop)) => return Err(stop),
                End::Exhausted | End::Stopped(None) => {}
            }
            // Rough steps after the first few, so that something is found soon.
            waste += 1 + (waste - least) / 3;
        }
        Ok(Vec::new())
    }
}
