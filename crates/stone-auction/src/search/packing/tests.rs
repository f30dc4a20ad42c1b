//! Packings are legal, optima are optima, and searches go on where they stopped.

use alloc::vec::Vec;

use grid_core::{Budget, Polyomino, Region, Stream};

use super::*;
use crate::rules::catalogue::Catalogue;
use crate::rules::placement::check_placements;
use crate::rules::wall::Wall;

pub(crate) fn random_wall(stream: &mut Stream, width: u32, height: u32) -> Wall {
    loop {
        let mut region = Region::rectangle(width as usize, height as usize).unwrap();
        for _ in 0..stream.below(width * height / 4 + 1) {
            let (x, y) = (stream.below(width) as i32, stream.below(height) as i32);
            region.remove(grid_core::Cell::new(x, y));
        }
        if let Ok(wall) = Wall::new(region) {
            return wall;
        }
    }
}

pub(crate) fn random_stones(stream: &mut Stream, kinds: u32, largest: u32) -> Catalogue {
    let shapes: Vec<Polyomino> = (0..kinds)
        .map(|_| {
            let all = grid_core::polyominoes(
                1 + stream.below(largest) as usize,
                grid_core::Orientations::Rotations,
            );
            all[stream.below(all.len() as u32) as usize].clone()
        })
        .collect();
    Catalogue::new(shapes).unwrap()
}

/// The largest area by trying everything.
fn by_hand(wall: &Wall, stones: &Catalogue, stock: &[u32]) -> usize {
    fn go(free: &Region, stones: &Catalogue, stock: &mut [u32], area: usize, best: &mut usize) {
        let Some(cell) = free.iter().next() else {
            *best = (*best).max(area);
            return;
        };
        *best = (*best).max(area);
        if area + free.len() <= *best {
            return;
        }
        for kind in stones.kinds() {
            if stock[kind.index()] == 0 {
                continue;
            }
            for rot in 0..4 {
                let turned = stones.turned(kind, rot).unwrap();
                let first = turned.cells()[0];
                let at = cell.offset(-first.x, -first.y);
                if let Some(cells) = free.place(turned, at) {
                    let mut rest = free.clone();
                    cells.iter().for_each(|index| {
                        rest.remove(free.cell(index));
                    });
                    stock[kind.index()] -= 1;
                    go(&rest, stones, stock, area + turned.area(), best);
                    stock[kind.index()] += 1;
                }
            }
        }
        let mut rest = free.clone();
        rest.remove(cell);
        go(&rest, stones, stock, area, best);
    }
    let mut best = 0;
    go(wall.region(), stones, &mut stock.to_vec(), 0, &mut best);
    best
}

#[test]
fn optima_agree_with_trying_everything() {
    let mut stream = Stream::new(11, "packing", 0);
    for _ in 0..150 {
        let (width, height) = (2 + stream.below(3), 2 + stream.below(3));
        let wall = random_wall(&mut stream, width, height);
        let kinds = 1 + stream.below(3);
        let stones = random_stones(&mut stream, kinds, 5);
        let stock: Vec<u32> = (0..kinds).map(|_| stream.below(3)).collect();
        let packing = pack(&wall, &stones, &stock, &Budget::unlimited());
        assert!(packing.proven);
        assert_eq!(packing.area, packing.upper_bound);
        assert_eq!(packing.area, by_hand(&wall, &stones, &stock), "{wall}\n{stones:?} {stock:?}");
        let score = check_placements(&wall, &stones, &stock, &packing.placements).unwrap();
        assert_eq!(score.area, packing.area as u64);
    }
}

/// Exact cover proves the same optimum by another way.
#[test]
fn exact_cover_agrees() {
    let mut stream = Stream::new(15, "packing", 0);
    let mut filled = 0;
    for _ in 0..200 {
        let (width, height) = (3 + stream.below(4), 3 + stream.below(3));
        let wall = random_wall(&mut stream, width, height);
        let kinds = 1 + stream.below(4);
        let stones = random_stones(&mut stream, kinds, 6);
        let stock: Vec<u32> = (0..kinds).map(|_| stream.below(4)).collect();
        let exact = exact_pack(&wall, &stones, &stock, &Budget::unlimited());
        let packing = pack(&wall, &stones, &stock, &Budget::unlimited());
        assert_eq!((exact.area, exact.proven), (packing.area, true), "{wall}\n{stones:?} {stock:?}");
        let score = check_placements(&wall, &stones, &stock, &exact.placements).unwrap();
        assert_eq!(score.area, exact.area as u64);
        filled += usize::from(exact.area == wall.len());
        let short = exact_pack(&wall, &stones, &stock, &Budget::nodes(stream.below(50).into()));
        let score = check_placements(&wall, &stones, &stock, &short.placements).unwrap();
        assert_eq!(score.area, short.area as u64);
        assert!(short.area <= exact.area && exact.area <= short.upper_bound);
        assert_eq!(short.proven, short.area == short.upper_bound);
    }
    assert!((20..180).contains(&filled), "{filled}");
}

#[test]
fn more_stones_never_lower_the_optimum() {
    let mut stream = Stream::new(12, "packing", 0);
    for _ in 0..40 {
        let wall = random_wall(&mut stream, 5, 4);
        let stones = random_stones(&mut stream, 3, 5);
        let mut stock: Vec<u32> = (0..3).map(|_| stream.below(3)).collect();
        let before = pack(&wall, &stones, &stock, &Budget::unlimited());
        stock[stream.below(3) as usize] += 1;
        let after = pack(&wall, &stones, &stock, &Budget::unlimited());
        assert!(after.proven && after.area >= before.area);
    }
}

/// Steps of any size end where one long run ends.
#[test]
fn steps_add_up_to_a_run() {
    let mut stream = Stream::new(13, "packing", 0);
    for case in 0..30 {
        let wall = random_wall(&mut stream, 6, 5);
        let stones = random_stones(&mut stream, 4, 6);
        let stock: Vec<u32> = (0..4).map(|_| stream.below(3)).collect();
        let packer = Packer::new(&wall, &stones);
        let whole = packer.pack(&stock, &Budget::unlimited(), case);
        let mut search = packer.search(&stock, case);
        while !search.step(1 + u64::from(stream.below(200))) {}
        let stepped = search.best();
        assert_eq!(stepped.placements, whole.placements);
        assert_eq!(stepped.nodes, whole.nodes);
    }
}

#[test]
fn every_packing_is_legal_at_every_size() {
    let mut stream = Stream::new(14, "packing", 0);
    for (width, height) in [(3, 2), (8, 8), (9, 9), (12, 10), (13, 12), (24, 14), (64, 20)] {
        let wall = random_wall(&mut stream, width, height);
        let stones = random_stones(&mut stream, 6, 7);
        let stock = [wall.len() as u32 / 12 + 1; 6];
        let packer = Packer::new(&wall, &stones);
        let mut packings = alloc::vec![packer.pack(&stock, &Budget::nodes(5_000), 1)];
        packings.extend(packer.solutions(&stock, 200, 0, 2).take(3));
        let classic = ClassicConfig { nodes: 2_000, ..ClassicConfig::default() };
        packings.push(classic_pack(&wall, &stones, &stock, &[], &classic));
        for packing in packings {
            let score = check_placements(&wall, &stones, &stock, &packing.placements).unwrap();
            assert_eq!(score.area, packing.area as u64);
            assert!(packing.area <= packing.upper_bound);
        }
    }
}

/// Windows fill a wall that is easy to fill.
#[test]
fn large_walls_fill_up() {
    let wall = Wall::new(Region::rectangle(20, 20).unwrap()).unwrap();
    let stones = Catalogue::new(["##\n##", "###\n.#.", "##\n#.", "##"].map(|s| s.parse().unwrap())).unwrap();
    let packing = pack(&wall, &stones, &[60, 60, 60, 60], &Budget::nodes(40_000));
    assert!(packing.area >= 398, "{}", packing.area);
    assert_eq!(packing.upper_bound, 400);
}

/// However early a search stops, what fits is laid.
#[test]
fn any_budget_lays_stones() {
    let mut stream = Stream::new(1, "small budgets", 0);
    for (width, height) in [(6, 5), (10, 8), (12, 10), (20, 15)] {
        for _ in 0..12 {
            let wall = random_wall(&mut stream, width, height);
            let stones = random_stones(&mut stream, 4, 4);
            let stock: Vec<u32> = (0..4).map(|_| 1 + stream.below(5)).collect();
            let fits = |kind| {
                (0..4).any(|rot| {
                    let turned = stones.turned(kind, rot).unwrap();
                    wall.region().iter().any(|cell| wall.region().place(turned, cell).is_some())
                })
            };
            let some = stones.kinds().any(fits);
            let packer = Packer::new(&wall, &stones);
            for nodes in [0, 1, 10, 100, 400, 2000] {
                let packing = packer.pack(&stock, &Budget::nodes(nodes), 7);
                assert_eq!(packing.area > 0, some, "{nodes} nodes\n{wall}");
                assert!(packing.area <= packing.upper_bound);
                let checked = check_placements(&wall, &stones, &stock, &packing.placements).unwrap();
                assert_eq!(checked.area, packing.area as u64);
            }
        }
    }
}

#[test]
fn an_empty_stock_packs_nothing() {
    let wall: Wall = "...\n...".parse().unwrap();
    let packing = pack(&wall, &Catalogue::default(), &[], &Budget::unlimited());
    assert_eq!((packing.area, packing.proven), (0, true));
    let stones = Catalogue::new(["####".parse().unwrap()]).unwrap();
    let packing = pack(&wall, &stones, &[5], &Budget::unlimited());
    assert_eq!((packing.area, packing.upper_bound, packing.proven), (0, 0, true));
}
