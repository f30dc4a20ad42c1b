//! The versus judge and the beam.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grid_core::Budget;
use stack_eval::{Beam, BeamSettings, StandingEvaluator, VersusEvaluator, VersusPosition};
use tetromino::{AttackTable, Field, MoveGenerator, MoveRules, Piece, Standing};

fn search(c: &mut Criterion) {
    let generator = MoveGenerator::new(MoveRules::default());
    let judge = VersusEvaluator::default();
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default());
    let rows = ["##........", "#...######", "##.#######"];
    let standing = Standing::new(Field::from_rows(rows, 40).expect("a field"));
    let queue = Piece::parse_list("TIOLJS").expect("pieces");
    let position = VersusPosition::new(standing, &queue);
    let advised = beam.search(&position, &Budget::nodes(20_000));
    assert!(!advised.choices.is_empty() && advised.nodes <= 20_000);
    let mut group = c.benchmark_group("versus");
    group.throughput(Throughput::Elements(advised.nodes));
    group.sample_size(10);
    group.bench_function("beam, 20 000 nodes", |b| {
        b.iter(|| beam.search(black_box(&position), &Budget::nodes(20_000)));
    });
    group.throughput(Throughput::Elements(1));
    assert!(judge.value(&standing, 0) > judge.value(&standing, 20));
    group.bench_function("value", |b| b.iter(|| judge.value(black_box(&standing), 0)));
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
