//! The tables of the book: single calls over the boards of the cases, and perft, by
//! CPU time of this process. Every count is checked first.

#![allow(missing_docs)]

use std::hint::black_box;

use grid_core::Budget;
use serde_json::Value;
use tetromino::{Field, MoveGenerator, MoveRules, Piece, Spawn, perft};

/// Nanoseconds on a processor, of the thread that runs all of this.
fn cpu() -> u64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    stat.split_whitespace().next().and_then(|time| time.parse().ok()).expect("a number")
}

/// The boards and their landings by piece.
fn boards() -> Vec<(String, Field, [u32; 7])> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/tetromino/tests/data/placement_counts.json");
    let cases: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("the cases")).expect("JSON");
    let board = |board: &Value| {
        let rows = board["rows_top_to_bottom"].as_array().expect("rows");
        let field =
            Field::from_rows(rows.iter().map(|row| row.as_str().expect("a row")), 40).expect("a field");
        let count = |piece: Piece| &board["pieces"][piece.to_string()]["full_softdrop"];
        let counts = Piece::ALL.map(|piece| count(piece).as_u64().expect("a count") as u32);
        (board["name"].as_str().expect("a name").to_owned(), field, counts)
    };
    cases["boards"].as_array().expect("boards").iter().map(board).collect()
}

/// Nanoseconds a call, over a fifth of a second: the clock of the processor goes in
/// steps of some milliseconds.
fn nanoseconds(mut call: impl FnMut()) -> f64 {
    let (start, mut calls) = (cpu(), 0);
    loop {
        (0..1_000).for_each(|_| call());
        calls += 1_000;
        let spent = cpu() - start;
        if spent >= 200_000_000 {
            return spent as f64 / f64::from(calls);
        }
    }
}

fn main() {
    let generator = MoveGenerator::new(MoveRules::default());
    let mut times = [Vec::new(), Vec::new()];
    for (name, field, counts) in boards() {
        for (piece, count) in Piece::ALL.into_iter().zip(counts) {
            let mut landings = generator.landings(&field, piece);
            assert_eq!((generator.count(&field, piece), landings.len()), (count, count), "{name} {piece}");
            let counted = nanoseconds(|| {
                black_box(generator.count(black_box(&field), piece));
            });
            let listed = nanoseconds(|| {
                generator.landings_into(black_box(&field), piece, &mut landings);
                black_box(&landings);
            });
            times[0].push((counted, format!("{name} {piece}")));
            times[1].push((listed, format!("{name} {piece}")));
        }
    }
    for (what, times) in ["count", "landings with spins"].into_iter().zip(&mut times) {
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mean = times.iter().map(|(time, _)| time).sum::<f64>() / times.len() as f64;
        let (worst, at) = times.last().expect("not empty");
        println!(
            "{what}: {} calls, mean {mean:.0} ns, median {:.0} ns, worst {worst:.0} ns ({at})",
            times.len(),
            times[times.len() / 2].0
        );
    }
    let spawn = Spawn { retry: false, ..Spawn::GUIDELINE };
    let generator = MoveGenerator::new(MoveRules { spawn, ..MoveRules::default() });
    let field = Field::new(10, 40).expect("in range");
    for (queue, nodes) in [("IOLJSZ", 67_002_200), ("IOLJST", 134_062_091), ("IOLJSZT", 2_647_076_135)] {
        let pieces = Piece::parse_list(queue).expect("pieces");
        let start = cpu();
        assert_eq!(perft(&generator, &field, &pieces, &Budget::unlimited()).nodes.last(), Some(&nodes));
        let time = (cpu() - start) as f64;
        println!("perft {queue}: {nodes} leaves, {:.2} s, {:.0} M/s", time / 1e9, nodes as f64 * 1e3 / time);
    }
}
