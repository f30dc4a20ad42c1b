//! Rates of the engine, for a look while it is worked on.
use std::hint::black_box;

use grid_core::{Budget, Stream};
use match3::*;

fn time(name: &str, per: u64, mut work: impl FnMut()) {
    let only = std::env::args().nth(1);
    if only.is_some_and(|only| !name.contains(&only)) {
        return;
    }
    work();
    let mut best = u64::MAX;
    for _ in 0..5 {
        let start = user_ns();
        work();
        best = best.min(user_ns() - start);
    }
    let ns = best as f64 / per as f64;
    println!("{name:40} {ns:10.1} ns  {:12.0}/s", 1e9 / ns);
}

/// User CPU time of this thread, from the scheduler's statistics.
fn user_ns() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse().unwrap()
}

fn main() {
    let rules = Rules::new(5);
    let boards: Vec<Board> =
        (0..1000).map(|seed| Generator::new(8, 8).generate(&rules, seed).unwrap()).collect();
    let fast: Vec<FastBoard> = boards.iter().map(|board| FastBoard::from_board(board).unwrap()).collect();
    time("generate", 1000, || {
        let mut stream = Stream::new(1, "b", 0);
        for _ in 0..1000 {
            black_box(Generator::new(8, 8).generate_from(&rules, &mut stream).unwrap());
        }
    });
    time("from_board", 100_000, || {
        for i in 0..100_000 {
            black_box(FastBoard::from_board(black_box(&boards[i % 1000])));
        }
    });
    time("match detection", 1_000_000, || {
        for i in 0..1_000_000 {
            black_box(black_box(fast[i % 1000]).matched_count());
        }
    });
    time("legal set", 1_000_000, || {
        for i in 0..1_000_000 {
            black_box(black_box(fast[i % 1000]).legal_count(&rules));
        }
    });
    for (name, rules) in [("plain", rules), ("specials", rules.with_specials())] {
        let mut ranker = Ranker::new(&boards[0], &rules);
        let mut ranking = Ranking::default();
        time(&format!("rank fast, {name}"), 20_000, || {
            for i in 0..20_000 {
                ranker.rank_fast(
                    fast[i % 1000],
                    &Linear,
                    Search::Mean { samples: 1 },
                    i as u64,
                    &mut ranking,
                );
            }
        });
        time(&format!("rank known, {name}"), 20_000, || {
            for i in 0..20_000 {
                ranker.rank_fast(fast[i % 1000], &Linear, Search::Known, i as u64, &mut ranking);
            }
        });
        time(&format!("rank two ply 16, {name}"), 100, || {
            for i in 0..100 {
                ranker.rank_fast(fast[i % 1000], &Linear, Search::two_ply(16), i as u64, &mut ranking);
            }
        });
        time(&format!("rank beam, {name}"), 5, || {
            for i in 0..5 {
                ranker.rank_fast(fast[i % 1000], &Linear, Search::three_ply(), i as u64, &mut ranking);
            }
        });
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
        let mut general = Ranker::general(&holed[0], &rules);
        let budget = Budget::unlimited();
        time(&format!("rank general with holes, {name}"), 10_000, || {
            for i in 0..10_000 {
                let search = Search::Mean { samples: 1 };
                general.rank_into(
                    &holed[i % 1000],
                    &Linear,
                    &NoLeaf,
                    search,
                    i as u64,
                    &budget,
                    &mut ranking,
                );
            }
        });
        let mut general = Ranker::general(&boards[0], &rules);
        time(&format!("rank general, {name}"), 2_000, || {
            for i in 0..2_000 {
                general.rank_into(
                    &boards[i % 1000],
                    &Linear,
                    &NoLeaf,
                    Search::Mean { samples: 1 },
                    i as u64,
                    &Budget::unlimited(),
                    &mut ranking,
                );
            }
        });
    }
    time("random legal steps", 1_000_000, || {
        let mut source = Seeded::new(5, 1, 0);
        let mut pick = Stream::new(1, "pick", 0);
        let mut board = fast[0];
        let mut start = 0;
        for _ in 0..1_000_000 {
            let legal = board.legal_set(&rules);
            if legal.is_empty() {
                start += 1;
                board = fast[start % 1000];
                continue;
            }
            let number = pick.below(legal.len());
            board.play_nth(&legal, number, &rules, &mut source, &mut Judged(&Linear)).unwrap().unwrap();
        }
    });
}
