//! Generating, shuffling and simulating: in steps as in one go, and always to an end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grid_core::{Budget, CancelFlag, Stop, Stream};
use match3::{
    Board, Difficulty, GenerateError, Generator, Goal, Kind, Level, Linear, Modules, RandomPlayer,
    ReshuffleError, Reshuffling, Rules, Search, SearchPlayer, SimulationRun, Swap, Tile, rank, reshuffle,
    simulate, simulate_within,
};

fn cancelled() -> Budget {
    let flag = CancelFlag::new();
    flag.cancel();
    Budget::unlimited().with_cancel(flag)
}

#[test]
fn generation_in_steps_is_generation_in_one_go() {
    let cases = [
        (Generator::new(8, 8), 5),
        (Generator::new(8, 8), 2),
        (Generator::new(4, 4), 12),
        (Generator::new(9, 7).with_moves(20..=24), 5),
        (Generator::new(8, 8).with_difficulty(0.68..=0.72), 5),
        (Generator::new(8, 8).with_moves(100..=112).with_attempts(60), 5),
        (Generator::new(8, 8).with_difficulty(0.0..=0.01).with_attempts(60), 5),
        (Generator::new(1, 3), 5),
        (Generator::new(2, 2), 5),
        (Generator::new(5, 60), 2),
    ];
    let mut draws = Stream::new(1, "steps", 0);
    for (generator, kinds) in cases {
        let rules = Rules::new(kinds);
        for seed in 0..3 {
            let whole = generator.generate(&rules, seed);
            let mut counted = generator.start(&rules, seed);
            assert_eq!(counted.run(&Budget::unlimited()), None);
            for most in [3, 500] {
                let mut cut = generator.start(&rules, seed);
                assert_eq!(cut.result(), None);
                let mut last = 0.0;
                while !cut.step(1 + u64::from(draws.below(most))) {
                    assert_eq!(cut.result(), None);
                    let progress = cut.progress();
                    assert!(progress.fraction >= last && progress.nodes < counted.progress().nodes);
                    last = progress.fraction;
                }
                assert_eq!(cut.result(), Some(whole.clone()), "{generator:?}");
                assert_eq!(cut.progress().nodes, counted.progress().nodes);
                assert!(cut.step(1));
            }
        }
    }
    let mut search = Generator::new(8, 8).with_moves(50..=60).start(&Rules::new(5), 1);
    assert_eq!(search.run(&cancelled()), Some(Stop::Cancelled));
    assert_eq!(search.result(), None);
}

#[test]
fn requests_that_cannot_be_met_end_with_what_was_tried() {
    let rules = Rules::new(5);
    // No board has so many moves; the exhaustive search of 16 cells gives up in time.
    let many = Generator::new(4, 4).with_moves(24..=24).with_attempts(200).generate(&Rules::new(26), 0);
    assert_eq!(many, Err(GenerateError::NotFound { attempts: 200 }));
    #[allow(clippy::reversed_empty_ranges)]
    let backwards = [
        Generator::new(8, 8).with_moves(20..=10),
        Generator::new(8, 8).with_difficulty(0.6..=0.4),
        Generator::new(8, 8).with_difficulty(f64::NAN..=1.0),
    ];
    for generator in backwards {
        assert_eq!(generator.generate(&rules, 0), Err(GenerateError::EmptyRange));
    }
    let never = Generator::new(8, 8).with_difficulty(0.95..=1.0).with_attempts(300).generate(&rules, 0);
    let Err(GenerateError::NoSuchDifficulty { attempts: 300, nearest }) = never else { panic!("{never:?}") };
    // The nearest is the hardest of the same draws.
    let mut stream = Stream::new(0, "match3.board", 0);
    let hardest = (0..300).map(|_| {
        let board = Generator::new(8, 8).generate_from(&rules, &mut stream).unwrap();
        (Difficulty::of(&board, &rules).value() * 1000.0) as u32
    });
    assert_eq!(Some(nearest), hardest.max());
    let error = never.unwrap_err().to_string();
    assert!(error.contains("300 attempts; the nearest had 0."), "{error}");
}

#[test]
fn difficulty_is_what_it_says() {
    for seed in 0..300 {
        let kinds = 4 + (seed % 4) as u8;
        let rules = if seed % 2 == 0 { Rules::new(kinds) } else { Rules::new(kinds).with_specials() };
        let board = Generator::new(6, 7).generate(&rules, seed).unwrap();
        let mut scores: Vec<f64> = rank(&board, &rules, &Linear, Search::Known, 0, &Budget::unlimited())
            .moves
            .iter()
            .map(|m| m.mean)
            .collect();
        scores.sort_by(f64::total_cmp);
        let found = Difficulty::of(&board, &rules);
        let n = scores.len();
        assert_eq!((found.moves as usize, found.candies), (board.legal_swaps(&rules).len(), 42));
        assert_eq!((found.best, found.median), (scores[n - 1], scores[(n - 1) / 2]));
        let scarcity = 42.0 / 8.0 / (42.0 / 8.0 + n as f64);
        let expected = (scarcity + 1.0 - found.median / found.best) / 2.0;
        assert!((found.value() - expected).abs() < 1e-12 && (0.0..1.0).contains(&found.value()));
        // A mirror image is as hard.
        assert_eq!(Difficulty::of(&board.mirrored(), &rules).moves, found.moves);
    }
    let dead: Board = "ABC\nDEF\nGHI".parse().unwrap();
    let found = Difficulty::of(&dead, &Rules::new(9));
    assert_eq!((found.moves, found.scarcity(), found.gap(), found.value()), (0, 1.0, 0.0, 0.5));
}

#[test]
fn hard_boards_punish_those_who_do_not_look() {
    // What a player loses who takes any move instead of the best known one, in five moves.
    let rules = Rules::new(5);
    let loss = |range: std::ops::RangeInclusive<f64>| {
        let level = Level::generated(Generator::new(8, 8).with_difficulty(range), rules, 1);
        let any = simulate(&level, &Linear, || RandomPlayer, 300, 9).unwrap().mean_score();
        let best = simulate(&level, &Linear, || SearchPlayer::new(&rules, Linear, Search::Known), 300, 9);
        1.0 - any / best.unwrap().mean_score()
    };
    let (easy, middle, hard) = (loss(0.0..=0.4), loss(0.5..=0.55), loss(0.65..=1.0));
    assert!(easy + 0.1 < middle && middle + 0.1 < hard, "{easy} {middle} {hard}");
}

#[test]
fn shuffling_in_steps_is_shuffling_in_one_go() {
    let mut draws = Stream::new(2, "steps", 0);
    let (mut solved, mut failed) = (0, 0);
    for round in 0..400_u64 {
        let (rows, cols) = (1 + draws.below(5) as u8, 1 + draws.below(6) as u8);
        let kinds = 2 + draws.below(8);
        let tiles = (0..usize::from(rows) * usize::from(cols)).map(|_| match draws.below(8) {
            0 => Tile::HOLE,
            _ => Tile::plain(Kind::new(draws.below(kinds) as u8).unwrap()),
        });
        let board = Board::from_tiles(rows.into(), cols.into(), tiles.collect()).unwrap();
        let rules = Rules::new(10);
        let whole = reshuffle(&board, &rules, round);
        let mut cut = Reshuffling::new(&board, &rules, round);
        while !cut.step(1 + u64::from(draws.below(90))) {
            assert_eq!(cut.result(), None);
            assert!(cut.progress().fraction < 1.0);
        }
        assert_eq!(cut.result(), Some(whole.clone()), "{board}");
        match whole {
            Ok((shuffled, _)) => {
                solved += 1;
                assert!(shuffled.is_stable() && shuffled.has_legal_swap(&rules));
            }
            Err(_) => failed += 1,
        }
    }
    assert!(solved > 100 && failed > 50, "{solved} {failed}");
    let board: Board = "ABCDE\nABCDE\nABCDE\nABCDE".parse().unwrap();
    assert_eq!(Reshuffling::new(&board, &Rules::new(5), 1).run(&cancelled()), Some(Stop::Cancelled));
}

#[test]
fn isolated_candies_are_seen_to_be_hopeless() {
    let board: Board = "A#A#B#B#\n#A#A#B#B\nC#C#D#D#\n#C#C#D#D".parse().unwrap();
    let error = reshuffle(&board, &Rules::new(4), 0);
    assert_eq!(error, Err(ReshuffleError::Impossible { candies: 16 }));
}

#[test]
fn simulations_in_steps_are_simulations_in_one_go() {
    let rules = Rules::new(5).with_specials();
    let level = Level::generated(Generator::new(7, 7), rules, 12).with_goal(Goal::Striped(1));
    let player = || SearchPlayer::new(&rules, Linear, Search::Known);
    let whole = simulate(&level, &Linear, player, 10, 3).unwrap();
    assert!(whole.complete && whole.games.len() == 10);
    let mut cut = SimulationRun::new(&level, &Linear, player(), 10, 3);
    let mut steps = 0;
    while !cut.step(5).unwrap() {
        steps += 1;
        let so_far = cut.simulation();
        assert!(!so_far.complete && so_far.games == whole.games[..so_far.games.len()]);
        assert_eq!(cut.progress().nodes, 5 * steps);
    }
    assert_eq!(cut.simulation(), whole);
    assert_eq!((cut.progress().nodes, cut.progress().fraction), (120, 1.0));
    for nodes in [0, 11, 12, 13, 50, 119, 120] {
        // The same games, on one thread or many.
        let part = simulate_within(&level, &Linear, player, 10, 3, &Budget::nodes(nodes)).unwrap();
        assert_eq!((part.games.len() as u64, part.complete), (nodes / 12, nodes == 120));
        assert_eq!(part.games, whole.games[..part.games.len()]);
    }
    let none = simulate_within(&level, &Linear, player, 10, 3, &cancelled()).unwrap();
    assert!(!none.complete && none.games.is_empty());
    // Cancelled in the middle: whole games only, from the first on.
    let (flag, moves) = (CancelFlag::new(), AtomicU64::new(0));
    let raise = || {
        |_: &[Swap], _: &Board, _: u64| {
            if moves.fetch_add(1, Ordering::Relaxed) == 40 {
                flag.cancel();
            }
            0
        }
    };
    let first = || |_: &[Swap], _: &Board, _: u64| 0;
    let budget = Budget::unlimited().with_cancel(flag.clone());
    let part = simulate_within(&level, &Linear, raise, 10, 3, &budget).unwrap();
    let all = simulate(&level, &Linear, first, 10, 3).unwrap();
    assert!(!part.complete && part.games.len() < 10);
    assert_eq!(part.games, all.games[..part.games.len()]);
    let calls = Arc::new(AtomicU64::new(0));
    let count = calls.clone();
    let budget = Budget::unlimited().with_progress(move |progress| {
        assert!(progress.fraction < 1.0 && progress.found <= 200);
        count.fetch_add(1, Ordering::Relaxed);
    });
    assert!(simulate_within(&level, &Linear, || RandomPlayer, 200, 3, &budget).unwrap().complete);
    assert!(calls.load(Ordering::Relaxed) >= 2);
}

#[test]
fn quantiles_are_nearest_ranks() {
    let level = Level::generated(Generator::new(8, 8), Rules::new(5), 3);
    let simulation = simulate(&level, &Linear, || RandomPlayer, 4, 1).unwrap();
    let mut scores: Vec<i64> = simulation.games.iter().map(|game| game.score).collect();
    scores.sort_unstable();
    let at = |q| simulation.score_quantile(q).unwrap();
    assert_eq!(
        [at(0.0), at(0.25), at(0.26), at(0.5), at(0.75), at(1.0)].map(Some),
        [0, 0, 1, 1, 2, 3].map(|i| scores.get(i).copied())
    );
}

#[test]
fn layers_of_another_size_are_an_error() {
    let modules = Modules::new(&Board::empty(5, 5).unwrap());
    let level = Level::generated(Generator::new(8, 8), Rules::new(5), 3).with_modules(modules);
    let error = simulate(&level, &Linear, || RandomPlayer, 4, 1).unwrap_err();
    assert_eq!(error, GenerateError::WrongLayers { rows: 8, cols: 8 });
}
