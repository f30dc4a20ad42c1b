//! Proves the optimum of random walls of 20 to 36 cells with random stocks, and
//! says how long the slowest took: `cargo run --release --example prove_walls [COUNT [exact]]`;
//! with `exact` by exact cover.

use std::time::Instant;

use grid_core::{Budget, Cell, Orientations, Polyomino, Region, Stream, polyominoes};
use stone_auction::{Catalogue, Wall, exact_pack, pack};

fn main() {
    let count: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(500);
    let solve = if std::env::args().nth(2).as_deref() == Some("exact") { exact_pack } else { pack };
    let shapes: Vec<Vec<Polyomino>> =
        (1..=8).map(|area| polyominoes(area, Orientations::Rotations)).collect();
    let mut times = Vec::new();
    let mut short = 0;
    for seed in 0..count {
        let mut stream = Stream::new(seed, "prove walls", 0);
        let (wall, stones, stock) = case(&mut stream, &shapes);
        let begin = Instant::now();
        let packing = solve(&wall, &stones, &stock, &Budget::nodes(50_000_000));
        let took = begin.elapsed().as_secs_f64();
        assert!(packing.proven, "{seed}: not proven in {took:.1} s");
        short += u32::from(packing.area < wall.len());
        if took > 0.05 {
            println!(
                "{seed}: {} of {} cells, {took:.3} s, {} nodes\n{wall}",
                packing.area,
                wall.len(),
                packing.nodes
            );
        }
        times.push(took);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{count} proven, {short} not full; median {:.4} s, 99 % {:.4} s, slowest {:.4} s",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

fn case(stream: &mut Stream, shapes: &[Vec<Polyomino>]) -> (Wall, Catalogue, Vec<u32>) {
    loop {
        let (width, height) = (4 + stream.below(5), 3 + stream.below(5));
        let mut region = Region::rectangle(width as usize, height as usize).expect("a size");
        for _ in 0..stream.below(width * height / 4) {
            region.remove(Cell::new(stream.below(width) as i32, stream.below(height) as i32));
        }
        if !(20..=36).contains(&region.len()) {
            continue;
        }
        let Ok(wall) = Wall::new(region) else { continue };
        let kinds = 2 + stream.below(6);
        let largest = 4 + stream.below(5);
        let drawn: Vec<Polyomino> = (0..kinds)
            .map(|_| {
                let of_size = &shapes[(1 + stream.below(largest - 1)) as usize];
                of_size[stream.below(of_size.len() as u32) as usize].clone()
            })
            .collect();
        let most = 1 + stream.below(4);
        let stock = (0..kinds).map(|_| stream.below(most + 1)).collect();
        return (wall, Catalogue::new(drawn).expect("small shapes"), stock);
    }
}
