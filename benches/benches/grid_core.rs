//! Flood fill, placements and the rectangle partition.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use grid_core::{BitBoard, Orientations, Polyomino, Region, polyominoes};

fn flood(c: &mut Criterion) {
    type Board = BitBoard<8, 8>;
    let board: Board = ".#######\n.#.....#\n.#.###.#\n.#.#.#.#\n.#.#...#\n.#.#####\n.#......\n.#######"
        .parse()
        .expect("a spiral");
    let seed = Board::cell(4, 3);
    let reached = (!board).flood(seed);
    assert_eq!(reached.len(), 21);
    c.bench_function("grid-core/flood spiral 8x8", |b| b.iter(|| (!black_box(board)).flood(seed)));
}

fn placements(c: &mut Criterion) {
    let board = Region::rectangle(6, 10).expect("small");
    let pieces = polyominoes(5, Orientations::RotationsAndReflections);
    let all = || -> usize {
        let count = |p: &Polyomino| board.placements(p, Orientations::RotationsAndReflections).len();
        pieces.iter().map(count).sum()
    };
    assert_eq!(all(), 2056);
    c.bench_function("grid-core/pentomino placements 6x10", |b| b.iter(all));
}

fn rectangles(c: &mut Criterion) {
    let shape: Polyomino = "#.#.#\n#####\n#.#.#\n#####\n#.#.#".parse().expect("a grille");
    assert_eq!(shape.min_rectangles(), 11);
    c.bench_function("grid-core/min rectangles of a grille", |b| {
        b.iter(|| black_box(&shape).min_rectangles())
    });
}

criterion_group!(benches, flood, placements, rectangles);
criterion_main!(benches);
