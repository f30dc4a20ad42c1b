//! Exact cover with its peers, tilings, counting and sudoku.

#![allow(missing_docs)]

mod peers;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use exact_cover::tiling::{Copies, Piece, Tiling};
use exact_cover::{Structure, models};
use grid_core::{Orientations, Region, polyominoes};

use peers::Instance;
use puzzle_ai_benches::holed;

fn with_peers(c: &mut Criterion) {
    let instances = [
        Instance::pentominoes("pentominoes 8x8 less 2x2", 520, holed()),
        Instance::langford("langford 11", 35_584, 11),
        Instance::queens("queens 12", 14_200, 12),
    ];
    for instance in instances {
        let mut group = c.benchmark_group(format!("exact-cover/{}", instance.name));
        group.sample_size(10);
        type Run = fn(&Instance) -> u64;
        let solvers: [(&str, Run); 7] = [
            ("ours", |i| i.ours(Structure::Auto)),
            ("ours, cells", |i| i.ours(Structure::Cells)),
            ("ours, links", |i| i.ours(Structure::Links)),
            ("peer dancing-links", Instance::dancing_links),
            ("peer exact-covers", Instance::exact_covers),
            ("peer dlx-rs", Instance::dlx_rs),
            ("peer dlx", Instance::dlx),
        ];
        for (name, run) in solvers {
            assert_eq!(run(&instance), instance.count, "{name}");
            group.bench_function(name, |b| b.iter(|| run(black_box(&instance))));
        }
        group.finish();
    }
}

fn tilings(c: &mut Criterion) {
    let board = models::pentominoes(holed()).expect("a small board");
    assert_eq!(board.solutions().count(), 520);
    assert_eq!(board.distinct().count(), 65);
    let mut group = c.benchmark_group("exact-cover/tiling 8x8 less 2x2");
    group.sample_size(10);
    group.bench_function("all", |b| b.iter(|| black_box(&board).solutions().count()));
    group.bench_function("distinct", |b| b.iter(|| black_box(&board).distinct().count()));
    group.finish();
}

fn counting(c: &mut Criterion) {
    let policy = Orientations::RotationsAndReflections;
    let free = |area, width, height| {
        let unlimited = |shape| Piece::new(shape, policy).with_copies(Copies::Unlimited);
        let pieces = polyominoes(area, policy).into_iter().map(unlimited).collect();
        Tiling::new(Region::rectangle(width, height).expect("small"), pieces).expect("small")
    };
    let (dominoes, tetrominoes) = (free(2, 8, 8), free(4, 4, 10));
    assert_eq!(dominoes.count(), 12_988_816);
    assert_eq!(tetrominoes.count(), 796_558);
    c.bench_function("exact-cover/count dominoes 8x8", |b| b.iter(|| black_box(&dominoes).count()));
    c.bench_function("exact-cover/count tetrominoes 4x10", |b| b.iter(|| black_box(&tetrominoes).count()));
}

fn sudoku(c: &mut Criterion) {
    let text = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let sudoku = models::Sudoku::parse(3, 3, text).expect("a board");
    assert!(sudoku.has_one_solution());
    c.bench_function("exact-cover/sudoku of 17, unique", |b| {
        b.iter(|| black_box(&sudoku).has_one_solution())
    });
}

criterion_group!(benches, with_peers, tilings, counting, sudoku);
criterion_main!(benches);
