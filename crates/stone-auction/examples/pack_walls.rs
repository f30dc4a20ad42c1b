//! Packs planted walls of 48 to 81 cells with 10 to 20 stones, and says how many
//! came out full in two CPU-seconds each: `cargo run --release --example pack_walls`.

use std::time::{Duration, Instant};

use grid_core::Budget;
use stone_auction::{Packer, check_placements, plant_puzzle};

fn main() {
    let count: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(50);
    let seconds: f64 = std::env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or(2.0);
    let (mut full, mut worst) = (0, 0);
    for seed in 0..count {
        let cells = 48 + (seed * 33 / count.max(2).saturating_sub(1)) as u32;
        let puzzle = plant_puzzle(cells, 10 + (seed * 7 % 11) as u32, 1000 + seed);
        let begin = Instant::now();
        let packer = Packer::new(&puzzle.wall, &puzzle.stones);
        let budget = Budget::unlimited().with_deadline(begin + Duration::from_secs_f64(seconds));
        let packing = packer.pack(&puzzle.stock, &budget, 0);
        let took = begin.elapsed().as_secs_f64();
        check_placements(&puzzle.wall, &puzzle.stones, &puzzle.stock, &packing.placements).expect("legal");
        let gap = puzzle.wall.len() - packing.area;
        full += u32::from(gap == 0);
        worst = worst.max(gap);
        println!(
            "{seed:3}: {} cells, {} stones of {} kinds: gap {gap}, {took:.3} s, {} nodes",
            puzzle.wall.len(),
            puzzle.stock.iter().sum::<u32>(),
            puzzle.stones.len(),
            packing.nodes
        );
    }
    println!("{full} of {count} full, worst gap {worst}");
}
