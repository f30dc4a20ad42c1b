//! Features and decisions, by how full the field is, and whole games.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grid_core::Budget;
use puzzle_ai_benches::fields;
use stack_eval::{
    DropPosition, FourEvaluator, FourFeatures, LineSettings, LinearEvaluator, Marathon, PieceSource,
    SetEvaluator, WeightSet, best_line, greedy,
};
use tetromino::{DropRules, Entry, Piece, drop_landings};

fn features(c: &mut Criterion) {
    let mut group = c.benchmark_group("stack-eval/four features from scratch");
    for (name, field) in fields() {
        assert_eq!(FourFeatures::of(&field).holes + field.len(), FourFeatures::of(&field).aggregate_height);
        group.bench_function(name, |b| b.iter(|| FourFeatures::of(black_box(&field))));
    }
    group.finish();
}

/// All that a named feature can be asked of, one after the other, by the plain functions.
fn named_features(c: &mut Criterion) {
    let mut group = c.benchmark_group("stack-eval/features of a set, plain functions");
    for name in SetEvaluator::NAMES {
        let judge = LinearEvaluator::new(WeightSet::named(name).expect("a known name"));
        for (fill, field) in fields() {
            let placed = drop_landings(&field, Piece::T, Entry::Above).next().expect("room above");
            let placed = placed.placed().expect("inside");
            let of = || judge.shares(black_box(&field), &placed);
            assert_eq!(of().len(), judge.set().weights().len());
            group.bench_function(format!("{name}, {fill}"), |b| b.iter(of));
        }
    }
    group.finish();
}

fn decide(c: &mut Criterion) {
    let mut group = c.benchmark_group("stack-eval/greedy decision, all pieces");
    group.throughput(Throughput::Elements(7));
    for name in SetEvaluator::NAMES {
        let evaluator = SetEvaluator::named(name).expect("a known name");
        for (fill, field) in fields() {
            let all = || Piece::ALL.map(|piece| greedy(&evaluator, black_box(&field), piece, Entry::Top));
            assert!(all().iter().all(Option::is_some));
            group.bench_function(format!("{name}, {fill}"), |b| b.iter(all));
        }
    }
    group.finish();
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("stack-eval/pieces of greedy games");
    group.throughput(Throughput::Elements(10_000));
    let budget = Budget::unlimited();
    let marathon = Marathon::new(DropRules::article(10, 20).expect("legal"), PieceSource::Uniform, 0);
    for name in FourEvaluator::NAMES {
        let evaluator = FourEvaluator::named(name).expect("a known name");
        assert_eq!(marathon.bench(&evaluator, 10_000, &budget).pieces, 10_000);
        group.bench_function(name, |b| b.iter(|| marathon.bench(&evaluator, 10_000, &budget)));
    }
    group.finish();
}

fn look_ahead(c: &mut Criterion) {
    let mut group = c.benchmark_group("stack-eval/look-ahead decision");
    let judge = SetEvaluator::default();
    let queue = [Piece::T, Piece::S, Piece::L, Piece::I, Piece::O, Piece::Z];
    let beam = LineSettings { width: 30, ..LineSettings::BEAM };
    let searches = [
        ("two-ply", 2, LineSettings::TWO_PLY),
        ("two-ply, 8 first moves", 2, LineSettings { width: 8, ..LineSettings::TWO_PLY }),
        ("expectimax", 1, LineSettings::EXPECTIMAX),
        ("worst", 1, LineSettings::WORST),
        ("beam of 30, 6 pieces with hold", 6, beam),
    ];
    for (fill, field) in fields() {
        for (name, known, settings) in searches {
            let can_hold = known == 6;
            let position = DropPosition { can_hold, ..DropPosition::new(field, &queue[..known]) };
            let decide = || best_line(&judge, black_box(&position), settings, &Budget::unlimited());
            assert!(decide().is_some_and(|best| best.depth >= known));
            group.bench_function(format!("{name}, {fill}"), |b| b.iter(decide));
        }
    }
    group.finish();
}

criterion_group!(benches, features, named_features, decide, look_ahead, games);
criterion_main!(benches);
