//! The packing search of the source article: depth first from the bottom, own
//! stones before the referee's, these from a heap on `F(x)`; rules §6.1.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

use grid_core::{Bits, Budget, Cell, Meter, Region, Wide};

use super::anytime::Packing;
use super::index::Index;
use crate::rules::catalogue::Catalogue;
use crate::rules::id::KindId;
use crate::rules::placement::{Placement, settle};
use crate::rules::wall::Wall;

/// The weights of `F(x) = k1·A(x) + k2·R(x) + k3·N(x)`: area, irregularity and
/// units left of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoneWeights {
    /// `k1`, of the area.
    pub area: u32,
    /// `k2`, of the fewest rectangles that make up the shape.
    pub irregularity: u32,
    /// `k3`, of the units left.
    pub units: u32,
}

impl Default for StoneWeights {
    /// The article gives no numbers; these are the ones of `Classic`.
    fn default() -> Self {
        Self { area: 100, irregularity: 60, units: 20 }
    }
}

impl StoneWeights {
    /// `F(x)` of a stone.
    ///
    /// ```
    /// use stone_auction::StoneWeights;
    /// let k = StoneWeights { area: 3, irregularity: 2, units: 1 };
    /// assert_eq!(k.value(4, 2, 10), 26);
    /// ```
    #[must_use]
    pub fn value(&self, area: usize, irregularity: usize, units: u32) -> u64 {
        u64::from(self.area) * area as u64
            + u64::from(self.irregularity) * irregularity as u64
            + u64::from(self.units) * u64::from(units)
    }
}

/// What the article's search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClassicConfig {
    /// The weights of the heap.
    pub weights: StoneWeights,
    /// A packing that leaves at most so many cells empty is a solution.
    pub tolerance: u32,
    /// Nodes of the search.
    pub nodes: u64,
}

impl Default for ClassicConfig {
    fn default() -> Self {
        Self { weights: StoneWeights::default(), tolerance: 2, nodes: 6_000 }
    }
}

/// Packs own stones and, once these do not fit, stones of the supply, as the
/// article does: lowest, leftmost empty cell first; a stone that fits is laid;
/// at a dead end the search leaves the cell empty if the tolerance allows, or
/// else goes back. The first packing within the tolerance is taken, or the best
/// one at the node limit. Walls beyond 256 cells are packed in layers of 256.
///
/// # Complexity
/// `O(nodes · kinds · area)`.
///
/// ```
/// use stone_auction::{classic_pack, Catalogue, ClassicConfig, Wall};
/// let wall: Wall = "....\n....".parse()?;
/// let stones = Catalogue::new(["####".parse()?, "##".parse()?])?;
/// let packing = classic_pack(&wall, &stones, &[0, 1], &[1, 4], &ClassicConfig::default());
/// assert!(packing.area >= 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn classic_pack(
    wall: &Wall,
    stones: &Catalogue,
    own: &[u32],
    supply: &[u32],
    config: &ClassicConfig,
) -> Packing {
    let kinds = stones.len();
    let sized = |stock: &[u32]| (0..kinds).map(|kind| stock.get(kind).copied().unwrap_or(0)).collect();
    let (mut own, mut supply): (Vec<u32>, Vec<u32>) = (sized(own), sized(supply));
    let mut placements = Vec::new();
    let mut nodes = 0;
    let cells: Vec<Cell> = wall.region().iter().collect();
    // Larger walls are packed in layers, so that the recursion stays flat.
    for layer in cells.chunks(LAYER) {
        let mut region = wall.region().clone();
        cells.iter().filter(|cell| !layer.contains(cell)).for_each(|&cell| {
            region.remove(cell);
        });
        let budget = Budget::nodes(config.nodes);
        let mut meter = budget.meter();
        let laid = match layer.len() {
            0..=64 => run::<u64>(&region, stones, &own, &supply, config, &mut meter),
            65..=128 => run::<u128>(&region, stones, &own, &supply, config, &mut meter),
            _ => run::<Wide<4>>(&region, stones, &own, &supply, config, &mut meter),
        };
        nodes += meter.used();
        for placement in &laid {
            let kind = placement.kind.index();
            let pile = if own[kind] > 0 { &mut own } else { &mut supply };
            pile[kind] -= 1;
        }
        placements.extend(laid);
    }
    let area = placements.iter().map(|placement| stones.area(placement.kind)).sum();
    Packing {
        placements: settle(wall, stones, &placements).expect("a packing is in the wall and apart"),
        area,
        upper_bound: wall.len(),
        proven: area == wall.len(),
        nodes,
    }
}

/// Most cells that are packed at a time.
const LAYER: usize = 256;

fn run<B: Bits>(
    region: &Region,
    stones: &Catalogue,
    own: &[u32],
    supply: &[u32],
    config: &ClassicConfig,
    meter: &mut Meter<'_>,
) -> Vec<Placement> {
    let index: Index<B> = Index::new(region, stones);
    let kinds = stones.len();
    let mut firsts: Vec<Vec<Vec<usize>>> = alloc::vec![alloc::vec![Vec::new(); kinds]; index.cells.len()];
    for (number, (cells, laid)) in index.ways.iter().enumerate() {
        let first = cells.first().expect("a stone has a cell");
        firsts[first as usize][laid.kind.index()].push(number);
    }
    let shape_rank = |kind: KindId| stones.shape(kind).map_or(0, |shape| shape.min_rectangles());
    let mut search = Classic {
        firsts,
        irregularity: stones.kinds().map(shape_rank).collect(),
        config,
        own: own.to_vec(),
        supply: supply.to_vec(),
        chosen: Vec::new(),
        best: Vec::new(),
        best_empty: u32::MAX,
        index: &index,
        meter,
    };
    search.lay(index.all, 0);
    search.best.iter().map(|&way| index.ways[way].1.placement()).collect()
}

struct Classic<'a, 'm, B> {
    index: &'a Index<B>,
    /// The ways by their first cell and kind.
    firsts: Vec<Vec<Vec<usize>>>,
    irregularity: Vec<usize>,
    config: &'a ClassicConfig,
    own: Vec<u32>,
    supply: Vec<u32>,
    chosen: Vec<usize>,
    best: Vec<usize>,
    best_empty: u32,
    meter: &'a mut Meter<'m>,
}

impl<B: Bits> Classic<'_, '_, B> {
    /// Fills `free` after `skipped` cells were left empty; whether to stop.
    fn lay(&mut self, free: B, skipped: u32) -> bool {
        let empty = free.count() + skipped;
        if empty < self.best_empty {
            self.best_empty = empty;
            self.best.clone_from(&self.chosen);
        }
        let Some(cell) = free.first() else { return true };
        if self.meter.spend(1).is_err() {
            return true;
        }
        for kind in self.candidates() {
            let ways = core::mem::take(&mut self.firsts[cell as usize][kind]);
            for &way in &ways {
                let cells = self.index.ways[way].0;
                if !(cells & !free).is_empty() {
                    continue;
                }
                let own = self.own[kind] > 0;
                let pile = if own { &mut self.own } else { &mut self.supply };
                pile[kind] -= 1;
                self.chosen.push(way);
                let stop = self.lay(free & !cells, skipped);
                self.chosen.pop();
                let pile = if own { &mut self.own } else { &mut self.supply };
                pile[kind] += 1;
                if stop {
                    self.firsts[cell as usize][kind] = ways;
                    return true;
                }
            }
            self.firsts[cell as usize][kind] = ways;
        }
        skipped < self.config.tolerance && self.lay(free & !B::bit(cell), skipped + 1)
    }

    /// The kinds to try: own stones by `F`, then the referee's from the heap.
    fn candidates(&self) -> Vec<usize> {
        let value = |kind: usize, units: u32| {
            self.config.weights.value(self.index.areas[kind], self.irregularity[kind], units)
        };
        let heap = |pile: &[u32], skip: &[u32]| -> BinaryHeap<(u64, core::cmp::Reverse<usize>)> {
            let left =
                pile.iter().enumerate().filter(|&(kind, &units)| units > 0 && skip.get(kind) != Some(&1));
            left.map(|(kind, &units)| (value(kind, units), core::cmp::Reverse(kind))).collect()
        };
        let mut order = Vec::new();
        let mut owned = heap(&self.own, &[]);
        while let Some((_, kind)) = owned.pop() {
            order.push(kind.0);
        }
        let tried: Vec<u32> = self.own.iter().map(|&units| u32::from(units > 0)).collect();
        let mut rest = heap(&self.supply, &tried);
        while let Some((_, kind)) = rest.pop() {
            order.push(kind.0);
        }
        order
    }
}
