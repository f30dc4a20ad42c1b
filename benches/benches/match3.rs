//! Boards of candies: detection, legal swaps, rankings, steps; beside a plain engine.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grid_core::{Budget, Stream};
use match3::{
    Board, FastBoard, Generator, Judged, Linear, NoLeaf, Pos, Ranker, Ranking, Rules, Search, Seeded, Tile,
};
use puzzle_ai_benches::cpu_time::CpuTime;
use puzzle_ai_benches::plain_match3::PlainEngine;

const COUNT: usize = 256;

fn boards(rules: &Rules) -> Vec<Board> {
    (0..COUNT as u64).map(|seed| Generator::new(8, 8).generate(rules, seed).expect("boards exist")).collect()
}

fn fast(boards: &[Board]) -> Vec<FastBoard> {
    boards.iter().map(|board| FastBoard::from_board(board).expect("64 cells")).collect()
}

fn detection(c: &mut Criterion<CpuTime>) {
    let rules = Rules::new(5);
    let stable = boards(&rules);
    let boards = fast(&stable);
    assert!(boards.iter().all(|board| board.matched_count() == 0));
    let expected: u32 = boards.iter().map(|board| board.legal_count(&rules)).sum();
    assert_eq!(expected as usize, stable.iter().map(|board| board.legal_swaps(&rules).len()).sum::<usize>());
    let mut group = c.benchmark_group("match3/all of 256 boards");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("match detection", |b| {
        b.iter(|| black_box(&boards).iter().map(FastBoard::matched_count).sum::<u32>());
    });
    group.bench_function("legal swaps", |b| {
        b.iter(|| black_box(&boards).iter().map(|board| board.legal_count(&rules)).sum::<u32>());
    });
    group.finish();
}

fn rankings(c: &mut Criterion<CpuTime>) {
    let plain = Rules::new(5);
    let boards = boards(&plain);
    let engines: Vec<PlainEngine> = boards
        .iter()
        .map(|board| {
            let mut cells = [0; 64];
            for (cell, tile) in cells.iter_mut().zip(board.tiles()) {
                *cell = i32::from(tile.kind().expect("plain candies").index());
            }
            PlainEngine::new(cells, 5, 1)
        })
        .collect();
    let total: usize = engines.iter().map(|engine| engine.clone().rank().len()).sum();
    assert_eq!(total, boards.iter().map(|board| board.legal_swaps(&plain).len()).sum::<usize>());
    let mut group = c.benchmark_group("match3/rank all swaps of a board, 1 sample, against a plain engine");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("peer plain engine", |b| {
        let mut engines = engines.clone();
        b.iter(|| engines.iter_mut().map(|engine| engine.rank().len()).sum::<usize>());
    });
    group.bench_function("ours", |b| {
        let (boards, mut ranker) = (fast(&boards), Ranker::new(&boards[0], &plain));
        let mut ranking = Ranking::default();
        b.iter(|| {
            for (seed, board) in (0..).zip(&boards) {
                ranker.rank_fast(*board, &Linear, Search::Mean { samples: 1 }, seed, &mut ranking);
                black_box(&ranking);
            }
        });
    });
    group.finish();
    let mut group = c.benchmark_group("match3/rank all swaps of a board");
    group.throughput(Throughput::Elements(COUNT as u64));
    for (name, rules) in [("plain", plain), ("specials", plain.with_specials())] {
        let fast = fast(&boards);
        let mut ranker = Ranker::new(&boards[0], &rules);
        let mut ranking = Ranking::default();
        let searches = [
            ("1 sample", Search::Mean { samples: 1 }),
            ("known cells", Search::Known),
            ("two plies, 16 samples", Search::two_ply(16)),
        ];
        for (search_name, search) in searches {
            group.bench_function(format!("{name}, {search_name}"), |b| {
                b.iter(|| {
                    for (seed, board) in (0..).zip(&fast) {
                        ranker.rank_fast(*board, &Linear, search, seed, &mut ranking);
                        black_box(&ranking);
                    }
                });
            });
        }
    }
    let holed: Vec<Board> = boards
        .iter()
        .map(|board| {
            let mut board = board.clone();
            for (row, col) in [(0, 0), (3, 3), (4, 4), (7, 1)] {
                board.set(Pos::new(row, col), Tile::HOLE);
            }
            board
        })
        .collect();
    for (name, boards) in
        [("general engine, 1 sample", &boards), ("general engine with holes, 1 sample", &holed)]
    {
        let mut general = Ranker::general(&boards[0], &plain);
        let (budget, search) = (Budget::unlimited(), Search::Mean { samples: 1 });
        let mut ranking = Ranking::default();
        group.bench_function(name, |b| {
            b.iter(|| {
                for (seed, board) in (0..).zip(boards) {
                    general.rank_into(board, &Linear, &NoLeaf, search, seed, &budget, &mut ranking);
                    black_box(&ranking);
                }
            });
        });
    }
    group.finish();
}

fn steps(c: &mut Criterion<CpuTime>) {
    let rules = Rules::new(5);
    let start = fast(&boards(&rules))[0];
    let mut group = c.benchmark_group("match3/random legal steps");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("1000 with the legal set", |b| {
        b.iter(|| {
            let (mut board, mut source) = (start, Seeded::new(5, 1, 0));
            let mut pick = Stream::new(1, "pick", 0);
            let mut score = 0;
            for _ in 0..1000 {
                let legal = board.legal_set(&rules);
                if legal.is_empty() {
                    board = start;
                    continue;
                }
                let number = pick.below(legal.len());
                let outcome = board.play_nth(&legal, number, &rules, &mut source, &mut Judged(&Linear));
                score += outcome.expect("below the count").expect("never dry").score;
            }
            score
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = detection, rankings, steps
}
criterion_main!(benches);
