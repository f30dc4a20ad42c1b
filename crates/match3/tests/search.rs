//! What holds of every ranking: its order, its budget, and that it can be cut
//! anywhere and gone on with.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grid_core::{Budget, CancelFlag, Stop, Stream};
use match3::{
    Board, Flat, Generator, Linear, Mobility, RankSearch, Ranker, Ranking, Rules, ScorePolicy, Search, Tile,
    rank, rank_with,
};

const SEARCHES: [Search; 7] = [
    Search::Known,
    Search::Mean { samples: 6 },
    Search::Expectimax { samples: [4, Search::KNOWN, 0, 0], gamma: 0.8 },
    Search::Expectimax { samples: [2, 2, Search::KNOWN, 0], gamma: 0.5 },
    Search::Expectimax { samples: [1, 1, Search::KNOWN, Search::KNOWN], gamma: 0.9 },
    Search::Beam { width: 3, samples: 2, inner: 2, gamma: 0.8 },
    Search::Mcts { tries: 60, rollout: 2, gamma: 0.8, exploration: 0.4 },
];

/// A board of up to 7×6 cells, some of them holes, with or without special candies.
fn board(seed: u64) -> (Board, Rules) {
    let mut draws = Stream::new(seed, "search", 0);
    let kinds = 4 + draws.below(4) as u8;
    let rules = if seed % 2 == 0 { Rules::new(kinds) } else { Rules::new(kinds).with_specials() };
    let (rows, cols) = (4 + draws.below(4) as u8, 4 + draws.below(3) as u8);
    let mut outline = Board::empty(rows, cols).unwrap();
    for _ in 0..draws.below(4) {
        let cell = draws.below(u32::from(rows) * u32::from(cols)) as usize;
        outline.set(outline.pos(cell), Tile::HOLE);
    }
    let board = Generator::with_outline(outline).generate(&rules, seed).unwrap();
    (board, rules)
}

fn check_order(board: &Board, rules: &Rules, ranking: &Ranking) {
    let legal = board.legal_swaps(rules);
    let place = |swap| legal.iter().position(|&legal| legal == swap).unwrap();
    for pair in ranking.moves.windows(2) {
        let [a, b] = pair else { unreachable!() };
        let earlier = a.mean > b.mean
            || (a.mean == b.mean && a.waves > b.waves)
            || (a.mean == b.mean && a.waves == b.waves && place(a.swap) < place(b.swap));
        assert!(earlier, "{a:?} before {b:?} on\n{board}");
    }
    assert_eq!(ranking.moves.len(), legal.len());
}

#[test]
fn equal_values_go_by_waves_then_by_the_order_of_moves() {
    let mut ties = 0;
    for seed in 0..40 {
        let (board, rules) = board(seed);
        for search in SEARCHES {
            // Two policies that make many ties with different waves.
            let coarse = |wave: &match3::Wave<'_>| Linear.score(wave) / 8;
            let rankings = [
                rank(&board, &rules, &Flat, search, seed, &Budget::unlimited()),
                rank(&board, &rules, &coarse, search, seed, &Budget::unlimited()),
                rank(&board, &rules, &Linear, search, seed, &Budget::nodes(100)),
                Ranker::general(&board, &rules).rank(&board, &Flat, search, seed, &Budget::unlimited()),
            ];
            for ranking in rankings {
                if !matches!(search, Search::Mcts { .. }) {
                    check_order(&board, &rules, &ranking);
                }
                ties += ranking
                    .moves
                    .windows(2)
                    .filter(|w| w[0].mean == w[1].mean && w[0].waves != w[1].waves)
                    .count();
            }
        }
    }
    assert!(ties > 100, "{ties}");
}

#[test]
fn tree_search_ranks_tried_moves_in_order_and_untried_ones_last() {
    for seed in 0..40 {
        let (board, rules) = board(seed);
        let search = |tries| Search::Mcts { tries, rollout: 1, gamma: 0.8, exploration: 0.4 };
        let full = rank(&board, &rules, &Linear, search(300), seed, &Budget::unlimited());
        check_order(&board, &rules, &full);
        // With two tries at most two moves have a value; whatever its sign, they lead.
        let lost = |wave: &match3::Wave<'_>| -Linear.score(wave);
        let few = rank(&board, &rules, &lost, search(2), seed, &Budget::unlimited());
        let tried = few.moves.iter().filter(|ranked| ranked.mean < 0.0).count();
        assert!((1..=2).contains(&tried));
        assert!(few.moves[..tried].iter().all(|ranked| ranked.mean < 0.0));
    }
}

#[test]
fn however_it_is_cut_a_search_ends_the_same() {
    for seed in 0..24 {
        let (board, rules) = board(seed);
        let mut draws = Stream::new(seed, "cuts", 0);
        for search in SEARCHES {
            let whole = rank(&board, &rules, &Linear, search, seed, &Budget::unlimited());
            assert!(whole.is_complete());
            for most in [1, 7, 200] {
                let mut cut = if seed % 3 == 0 {
                    RankSearch::general(&board, &rules, Linear, search, seed)
                } else {
                    RankSearch::new(&board, &rules, Linear, search, seed)
                };
                let (mut steps, mut given, mut last) = (0_u64, 0, 0.0);
                loop {
                    let nodes = 1 + u64::from(draws.below(most));
                    let done = cut.step(nodes);
                    (steps, given) = (steps + 1, given + nodes);
                    let progress = cut.progress();
                    assert!(progress.nodes <= given && progress.fraction >= last && progress.fraction <= 1.0);
                    last = progress.fraction;
                    if done {
                        break;
                    }
                    assert!(!cut.is_done());
                    if steps % 16 == 0 {
                        // Looking at what there is changes nothing.
                        let so_far = cut.ranking();
                        assert_eq!(so_far.moves.len(), whole.moves.len());
                        assert!(!so_far.is_complete() && so_far.stopped == Some(Stop::NodeBudget));
                    }
                    if steps % 5 == 0 {
                        let flag = CancelFlag::new();
                        flag.cancel();
                        let stop = cut.run(&Budget::unlimited().with_cancel(flag));
                        assert_eq!(stop, Some(Stop::Cancelled));
                    }
                }
                assert_eq!(cut.ranking(), whole, "{search:?} in steps of {most} on\n{board}");
                assert_eq!((cut.progress().nodes, cut.progress().fraction), (whole.nodes, 1.0));
                // Nothing happens after the end.
                assert!(cut.step(100) && cut.ranking() == whole);
            }
        }
    }
}

#[test]
fn leaves_count_at_every_depth_and_when_cut() {
    let (board, rules) = board(6);
    let leaf = Mobility(0.5);
    for plies in 1..=4 {
        let mut samples = [0; 4];
        samples[..plies].fill(1);
        let search = Search::Expectimax { samples, gamma: 0.8 };
        let budget = Budget::nodes(3_000_000);
        let whole = rank_with(&board, &rules, &Linear, &leaf, search, 1, &budget);
        let without = rank(&board, &rules, &Linear, search, 1, &budget);
        assert!(whole.is_complete() && whole.moves != without.moves, "{plies}");
        let mut cut = RankSearch::new(&board, &rules, Linear, search, 1).with_leaf(leaf);
        while !cut.step(5_000) {}
        assert_eq!(cut.ranking(), whole);
    }
}

#[test]
fn budgets_cut_searches_short() {
    let (board, rules) = board(8);
    let searches = [
        Search::Known,
        Search::Mean { samples: 50 },
        Search::two_ply(50),
        Search::three_ply(),
        Search::Mcts { tries: 10_000, rollout: 2, gamma: 0.8, exploration: 0.5 },
    ];
    for search in searches {
        for nodes in [0, 1, 100] {
            let ranking = rank(&board, &rules, &Linear, search, 1, &Budget::nodes(nodes));
            assert_eq!(ranking.moves.len(), board.legal_swaps(&rules).len());
            assert!(ranking.nodes <= nodes);
            let enough = search == Search::Known && nodes == 100;
            assert_eq!(ranking.is_complete(), enough, "{search:?} with {nodes}");
        }
        // With no sample done the list is that of known cells, and says so.
        let none = rank(&board, &rules, &Linear, search, 1, &Budget::nodes(0));
        let known = rank(&board, &rules, &Linear, Search::Known, 1, &Budget::unlimited());
        if !matches!(search, Search::Mean { .. }) {
            assert_eq!((none.moves, none.depth), (known.moves, 1.0));
        }
        assert_eq!(none.stopped, Some(Stop::NodeBudget));
        let flag = CancelFlag::new();
        flag.cancel();
        let budget = Budget::unlimited().with_cancel(flag);
        assert_eq!(rank(&board, &rules, &Linear, search, 1, &budget).stopped, Some(Stop::Cancelled));
    }
}

#[test]
fn progress_is_told() {
    let (board, rules) = board(2);
    for search in [
        Search::two_ply(4000),
        Search::three_ply(),
        Search::Mcts { tries: 2000, rollout: 2, gamma: 0.8, exploration: 0.5 },
    ] {
        let (calls, last) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (count, seen) = (calls.clone(), last.clone());
        let budget = Budget::unlimited().with_progress(move |progress| {
            count.fetch_add(1, Ordering::Relaxed);
            let before = f64::from_bits(seen.swap(progress.fraction.to_bits(), Ordering::Relaxed));
            assert!(progress.fraction >= before && progress.fraction <= 1.0);
        });
        assert!(rank(&board, &rules, &Linear, search, 1, &budget).is_complete());
        assert!(calls.load(Ordering::Relaxed) > 3, "{search:?}");
        assert!(f64::from_bits(last.load(Ordering::Relaxed)) > 0.5);
    }
}

#[test]
fn boards_without_a_move_end_at_once() {
    let board: Board = "ABC\nDEF\nGHI".parse().unwrap();
    for samples in [1, u32::MAX - 1] {
        for search in [
            Search::Mean { samples },
            Search::Expectimax { samples: [samples; 4], gamma: 0.8 },
            Search::Beam { width: 1, samples, inner: 1, gamma: 0.8 },
            Search::Mcts { tries: samples, rollout: 2, gamma: 0.8, exploration: 0.5 },
        ] {
            let ranking = rank(&board, &Rules::new(9), &Linear, search, 1, &Budget::unlimited());
            assert!(ranking.is_complete() && ranking.best().is_none());
        }
    }
}
