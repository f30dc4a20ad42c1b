//! The largest packing as exact cover: every cell is covered by a stone or by one
//! of at most `w` blanks, every kind as often as the stock allows; the least `w`
//! that has a solution is the optimum, and all smaller ones are proofs.

use alloc::format;
use alloc::vec::Vec;

use exact_cover::{Bounds, Item, Problem, Search};
use grid_core::{Budget, Cell};

use super::anytime::{Packer, Packing};
use crate::rules::catalogue::Catalogue;
use crate::rules::placement::Placement;
use crate::rules::wall::Wall;

/// Packs by exact cover alone, with a proof: for walls up to about 60 cells. On
/// larger ones, or with a small budget, [`pack`](super::pack) finds more.
///
/// A node of the budget is an option tried. Cut short, it gives a packing that a
/// short search of [`Packer`] finds, under the bound that is proven by then.
///
/// ```
/// use grid_core::Budget;
/// use stone_auction::{exact_pack, Catalogue, Wall};
/// let wall: Wall = "...\n...\n...".parse()?;
/// let stones = Catalogue::new(["##\n##".parse()?, "###".parse()?])?;
/// let packing = exact_pack(&wall, &stones, &[2, 1], &Budget::unlimited());
/// assert_eq!((packing.area, packing.upper_bound, packing.proven), (7, 7, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn exact_pack(wall: &Wall, stones: &Catalogue, stock: &[u32], budget: &Budget) -> Packing {
    let mut stock = stock.to_vec();
    stock.resize(stones.len(), 0);
    let packer = Packer::new(wall, stones);
    let ways = all_ways(wall, stones);
    let mut meter = budget.meter();
    let mut blanks = packer.least_waste(&stock);
    loop {
        let mut search = Search::new(&problem(wall.len(), &ways, &stock, blanks as u32));
        match search.advance(&mut meter) {
            Ok(true) => {
                // Options beyond the ways are blanks.
                let chosen = search.solution();
                let laid = chosen.iter().filter_map(|option| ways.get(option.index()));
                let placements: Vec<Placement> = laid.map(|(_, placement)| placement.clone()).collect();
                let area = wall.len() - blanks;
                return Packing {
                    placements: packer.settled(&placements),
                    area,
                    upper_bound: area,
                    proven: true,
                    nodes: meter.used(),
                };
            }
            Ok(false) => blanks += 1,
            Err(_) => {
                const NODES: u64 = 4096;
                // Large stones first.
                let areas: Vec<u32> = packer.areas().iter().map(|&area| 64 * area as u32).collect();
                let found = packer.sample(&stock, &areas, 32, NODES, 0);
                let upper_bound = wall.len() - blanks;
                let (proven, nodes) = (found.area >= upper_bound, meter.used());
                return Packing { upper_bound, proven, nodes, ..found };
            }
        }
    }
}

/// Every way to lay a stone, with the numbers of the cells it covers.
fn all_ways(wall: &Wall, stones: &Catalogue) -> Vec<(Vec<usize>, Placement)> {
    let region = wall.region();
    let cells: Vec<Cell> = region.iter().collect();
    let mut number = alloc::vec![0; region.cells().capacity()];
    for (at, &cell) in cells.iter().enumerate() {
        if let Some(index) = region.index(cell) {
            number[index] = at;
        }
    }
    let mut ways = Vec::new();
    for kind in stones.kinds() {
        let mut seen = Vec::new();
        for rot in 0..4 {
            let Some(turned) = stones.turned(kind, rot).filter(|turned| !seen.contains(turned)) else {
                continue;
            };
            seen.push(turned);
            let first = turned.cells()[0];
            for cell in &cells {
                let corner = cell.offset(-first.x, -first.y);
                if let Some(covered) = region.place(turned, corner) {
                    let covered = covered.iter().map(|index| number[index]).collect();
                    ways.push((
                        covered,
                        Placement::turned(kind, rot.into(), corner.x.into(), corner.y.into()),
                    ));
                }
            }
        }
    }
    ways
}

/// The cells come first, then the kinds, then the blanks.
fn problem(cells: usize, ways: &[(Vec<usize>, Placement)], stock: &[u32], blanks: u32) -> Problem {
    let mut builder = Problem::builder();
    builder.primaries(cells);
    let mut limited = |name: &str, most| builder.primary_times(name, Bounds::between(0, most));
    let kinds: Vec<Item> =
        stock.iter().enumerate().map(|(kind, &count)| limited(&format!("kind {kind}"), count)).collect();
    let blank = limited("blank", blanks);
    for (covered, placement) in ways {
        let cells = covered.iter().map(|&cell| Item::new(cell));
        builder.option(cells.chain([kinds[placement.kind.index()]]));
    }
    for cell in 0..cells {
        builder.option([Item::new(cell), blank]);
    }
    builder.build().expect("distinct items, and bounds in order")
}
