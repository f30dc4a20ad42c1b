//! Perfect clears: first solution, all tilings, shares, paths.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use grid_core::Budget;
use perfect_clear::{Hold, Invariants, PcField, PcSolver};
use puzzle_ai_benches::cpu_time::CpuTime;
use tetromino::{Pattern, Piece, RotationSystem};

fn benches(c: &mut Criterion<CpuTime>) {
    let opener = ["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"];
    let opener = PcField::from_rows(opener, 4).expect("a field");
    let empty = PcField::from_rows([], 4).expect("a field");
    let solver = PcSolver::new(RotationSystem::SRS);
    let pieces = |letters| Piece::parse_list(letters).expect("letters");
    let mut group = c.benchmark_group("perfect-clear/opener");
    for (name, field, queue) in [("opener", &opener, "ITLSJ"), ("empty", &empty, "TIOLJSZTIOL")] {
        let queue = pieces(queue);
        assert!(solver.first(field, &queue, Hold::Empty).expect("long enough").is_some());
        group.bench_function(format!("first, {name}"), |b| {
            b.iter(|| solver.first(black_box(field), &queue, Hold::Empty));
        });
    }
    let queue = pieces("TIOLJSZ");
    group.bench_function("invariants", |b| b.iter(|| Invariants::of(black_box(&opener)).reasons(&queue)));
    let queues = "I,*p4".parse::<Pattern>().expect("a pattern").expand(840).expect("840 queues");
    let budget = Budget::unlimited();
    group.bench_function("percent, opener, 840 queues", |b| {
        b.iter(|| solver.percent(black_box(&opener), &queues, Hold::Empty, &budget));
    });
    group.bench_function("path, opener, 840 queues", |b| {
        b.iter(|| solver.path(black_box(&opener), &queues, Hold::Empty, usize::MAX, &budget));
    });
    let path = solver.path(&opener, &queues, Hold::Empty, usize::MAX, &budget).expect("long enough");
    assert_eq!(path.tilings.len(), 63);
    group.bench_function("minimum cover, opener", |b| b.iter(|| black_box(&path).minimum_cover(&budget)));
    group.finish();
}

criterion_group! {
    name = perfect_clear;
    config = Criterion::default().with_measurement(CpuTime);
    targets = benches
}
criterion_main!(perfect_clear);
