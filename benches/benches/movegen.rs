//! All reachable landings: one call by board, and perft.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grid_core::Budget;
use tetromino::{Field, MoveGenerator, MoveRules, Piece, Spawn, perft};

/// Boards with their landings of I O T S Z J L.
fn boards() -> [(&'static str, Vec<&'static str>, [u32; 7]); 3] {
    let well = vec!["XXXXXXXXX."; 18];
    let cave = vec!["XX........", "X..XXXXXXX", "X...XXXXXX", "XX.XXXXXXX"];
    let generator = MoveGenerator::new(MoveRules::default());
    [("empty", vec![".........."]), ("cave", cave), ("well", well)].map(|(name, rows)| {
        let field = Field::from_rows(rows.iter().copied(), 40).expect("a field");
        let counts = Piece::ALL.map(|piece| generator.landings(&field, piece).iter().count() as u32);
        (name, rows, counts)
    })
}

fn calls(c: &mut Criterion) {
    let generator = MoveGenerator::new(MoveRules::default());
    let mut group = c.benchmark_group("tetromino/count of landings");
    for (name, rows, counts) in boards() {
        let field = Field::from_rows(rows, 40).expect("a field");
        for (piece, count) in Piece::ALL.into_iter().zip(counts) {
            assert_eq!(generator.count(&field, piece), count, "{name} {piece}");
            group.bench_function(format!("{name} {piece}"), |b| {
                b.iter(|| generator.count(black_box(&field), piece));
            });
        }
    }
    group.finish();
}

fn counts(c: &mut Criterion) {
    let spawn = Spawn { retry: false, ..Spawn::GUIDELINE };
    let generator = MoveGenerator::new(MoveRules { spawn, ..MoveRules::default() });
    let field = Field::new(10, 40).expect("a field");
    let mut group = c.benchmark_group("tetromino/perft");
    group.sample_size(10);
    for (queue, nodes) in [("TTTT", 1_559_914), ("LJLJ", 1_555_514), ("IOLJSZ", 67_002_200)] {
        let pieces = Piece::parse_list(queue).expect("pieces");
        let count = || perft(&generator, black_box(&field), &pieces, &Budget::unlimited());
        assert_eq!(count().nodes.last(), Some(&nodes), "{queue}");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(queue, |b| b.iter(count));
    }
    group.finish();
}

criterion_group!(benches, calls, counts);
criterion_main!(benches);
