//! Drop, lock and clear, by how full the field is.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use puzzle_ai_benches::fields;
use tetromino::{Entry, Piece, drop_landings};

fn drops(c: &mut Criterion) {
    let mut group = c.benchmark_group("tetromino/drops of T");
    for (name, field) in fields() {
        let count = drop_landings(&field, Piece::T, Entry::Top).count();
        assert_eq!(count, 34, "{name}");
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(name, |b| {
            b.iter(|| drop_landings(black_box(&field), Piece::T, Entry::Top).count())
        });
    }
    group.finish();
}

fn lock_and_clear(c: &mut Criterion) {
    let mut group = c.benchmark_group("tetromino/lock and clear");
    for (name, field) in fields() {
        for rows in [0, 1, 4] {
            let mut ready = field;
            (0..rows).for_each(|y| (0..9).for_each(|x| ready.fill(x, 2 * y)));
            let expected = (0..rows).filter(|&y| ready.row(2 * y).count_ones() >= 9).count() as u32;
            assert_eq!(expected, rows as u32);
            let clear = |mut field: tetromino::Field| {
                (0..rows).for_each(|y| field.fill(9, 2 * y));
                field.clear_full_rows()
            };
            assert!(clear(ready) >= rows as u32);
            group.bench_function(format!("{name}, {rows} rows"), |b| b.iter(|| clear(black_box(ready))));
        }
    }
    group.finish();
}

criterion_group!(benches, drops, lock_and_clear);
criterion_main!(benches);
