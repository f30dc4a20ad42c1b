//! The table of the book: the usual questions about perfect clears, one thread, seconds
//! of the process by wall clock, results asserted.

#![allow(missing_docs)]

use std::time::Instant;

use grid_core::Budget;
use perfect_clear::{Hold, PcField, PcSolver};
use tetromino::{Field, Pattern, Piece, Randomizer as _, RotationSystem, SevenBag};

fn field(rows: &[&str], clear: usize) -> PcField {
    PcField::from_rows(rows.iter().copied(), clear).expect("a field")
}

fn queues(pattern: &str) -> Vec<Vec<Piece>> {
    pattern.parse::<Pattern>().expect("a pattern").expand(10_000).expect("few")
}

/// The first pieces of a game of seven-bags.
fn deal(seed: u64, count: usize) -> Vec<Piece> {
    let mut bag = SevenBag::new(seed, 0);
    let any = Field::new(10, 20).expect("a usual size");
    (0..count).filter_map(|_| bag.deal(&any)).collect()
}

fn main() {
    let solver = PcSolver::new(RotationSystem::SRS);
    let opener = field(&["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"], 4);
    let begin = Instant::now();
    let all = queues("I,*p4");
    let good =
        all.iter().filter(|queue| solver.first(&opener, queue, Hold::Empty).expect("long").is_some()).count();
    assert_eq!(good, 711);
    println!("yes or no, 840 opener queues: {:.1} µs each", begin.elapsed().as_secs_f64() * 1e6 / 840.0);
    for (rows, pattern, success) in [
        (["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"], "I,*p4", 711),
        (["X____X____", "XX__XX____", "XX__XX____", "XXXXXX____"], "T,I,O,*p4", 742),
        (["_______XXX", "________XX", "XX____XXXX", "XX_____XXX"], "*p7", 4374),
    ] {
        let begin = Instant::now();
        let percent = solver.percent(&field(&rows, 4), &queues(pattern), Hold::Empty, &Budget::unlimited());
        let percent = percent.expect("long");
        let took = begin.elapsed().as_secs_f64() * 1e3;
        assert_eq!(percent.success, success, "{pattern}");
        println!("percent {pattern}: {success} of {}, {took:.1} ms", percent.total);
    }
    let empty = field(&[], 4);
    let mut times = Vec::new();
    for seed in 0..40 {
        let queue = deal(seed, 11);
        let begin = Instant::now();
        let found = solver.first(&empty, &queue, Hold::Empty).expect("long");
        times.push(begin.elapsed().as_secs_f64() * 1e6);
        assert!(found.is_some());
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!(
        "first, empty, 11 pieces, hold: mean {mean:.0} µs, median {:.0}, slowest {:.0}",
        times[20], times[39]
    );
    for (count, hold) in [(11, Hold::Empty), (10, Hold::None)] {
        for seed in 0..3 {
            let queue = deal(seed, count);
            let begin = Instant::now();
            let mut search = solver.search(&empty, &queue, hold).expect("long");
            let tilings = search.by_ref().count();
            println!(
                "{count} pieces, {hold:?}: {tilings} tilings, {} nodes, {:.2} s",
                search.nodes(),
                begin.elapsed().as_secs_f64()
            );
        }
    }
}
