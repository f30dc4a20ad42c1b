//! What holds of every board and move.

use grid_core::{Budget, Stream};
use match3::{
    AlwaysMove, Board, ColumnStreams, Event, EventLog, FastBoard, Game, Generator, Goal, Goals, Hint, Judged,
    Kind, Level, Linear, Modules, PlayError, Pos, RandomPlayer, RankSearch, Ranker, Ranking, Recorded,
    Recorder, Replay, Resolver, Rules, Search, Seeded, Simulation, Swap, SwapError, Tile, Wave, Weighted,
    hint, rank, simulate,
};
use proptest::prelude::*;

/// A board with a legal swap, drawn by its seed.
fn fresh(seed: u64, specials: bool) -> (Board, Rules) {
    let kinds = 3 + (seed % 6) as u8;
    let rules = if specials { Rules::new(kinds).with_specials() } else { Rules::new(kinds) };
    let mut draws = Stream::new(seed, "fresh", 0);
    let (rows, cols) = (3 + draws.below(8) as u8, 3 + draws.below(8) as u8);
    let mut outline = Board::empty(rows, cols).unwrap();
    for _ in 0..draws.below(6) {
        let at = Pos::new(draws.below(rows.into()) as u8, draws.below(cols.into()) as u8);
        outline.set(at, Tile::HOLE);
    }
    let board = Generator::with_outline(outline).generate(&rules, seed);
    (board.unwrap_or_else(|_| Generator::new(8, 8).generate(&rules, seed).unwrap()), rules)
}

/// Plays a move of a game and returns its events.
fn play(board: &mut Board, swap: Swap, rules: &Rules, seed: u64) -> Vec<Event> {
    let mut log = EventLog::new(Judged(&Linear));
    let mut source = Seeded::new(rules.kinds, seed, 0);
    Resolver::default().play(board, swap, rules, &mut source, &mut log).unwrap();
    log.events
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn events_replay_the_move(seed in 0_u64..1 << 40, specials: bool) {
        let (start, rules) = fresh(seed, specials);
        for swap in start.legal_swaps(&rules) {
            let mut after = start.clone();
            let events = play(&mut after, swap, &rules, seed);
            prop_assert!(after.is_stable());
            let (mut cleared, mut spawned, mut created) = (0, 0, 0);
            let mut shown = start.clone();
            let mut holes = Vec::new();
            for event in &events {
                match event {
                    Event::Swapped { swap, .. } => {
                        let (a, b) = (shown.tile(swap.from), shown.tile(swap.to));
                        shown.set(swap.from, b);
                        shown.set(swap.to, a);
                    }
                    Event::Converted { at, tile } | Event::Primed { at, tile } => shown.set(*at, *tile),
                    Event::Cleared { at, tile } => {
                        prop_assert_eq!(shown.tile(*at), *tile);
                        shown.set(*at, Tile::EMPTY);
                        cleared += 1;
                    }
                    Event::Created { at, tile } => {
                        prop_assert_eq!(shown.tile(*at), Tile::EMPTY);
                        shown.set(*at, *tile);
                        created += 1;
                    }
                    Event::Moved { from, to, tile } => {
                        prop_assert_eq!((shown.tile(*from), shown.tile(*to)), (*tile, Tile::EMPTY));
                        // Columns keep their order.
                        prop_assert!(from.col == to.col && from.row < to.row);
                        shown.set(*from, Tile::EMPTY);
                        shown.set(*to, *tile);
                    }
                    Event::Spawned { at, tile } => {
                        prop_assert_eq!(shown.tile(*at), Tile::EMPTY);
                        shown.set(*at, *tile);
                        spawned += 1;
                    }
                    Event::WaveEnd { .. } => holes.push(shown.tiles().contains(&Tile::EMPTY)),
                    _ => {}
                }
            }
            prop_assert_eq!(&shown, &after);
            // What is cleared is refilled.
            prop_assert_eq!(cleared, spawned + created);
            prop_assert!(!holes.contains(&true));
        }
    }

    #[test]
    fn a_mirror_mirrors_the_legal_swaps(seed in 0_u64..1 << 40) {
        let (board, rules) = fresh(seed, seed % 2 == 0);
        let mirror = board.mirrored();
        prop_assert_eq!(&mirror.mirrored(), &board);
        let flip = |at: Pos| Pos::new(at.row, board.cols() - 1 - at.col);
        let mut expected: Vec<Swap> = board
            .legal_swaps(&rules)
            .iter()
            .map(|swap| Swap::new(flip(swap.from).min(flip(swap.to)), flip(swap.from).max(flip(swap.to))))
            .collect();
        expected.sort();
        let mut found = mirror.legal_swaps(&rules);
        found.sort();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn without_long_runs_the_rule_sets_agree(seed in 0_u64..1 << 40) {
        let (board, rules) = fresh(seed, false);
        for swap in board.legal_swaps(&rules) {
            let (mut plain, mut special) = (board.clone(), board.clone());
            let events = play(&mut special, swap, &rules.with_specials(), seed);
            play(&mut plain, swap, &rules, seed);
            if !events.iter().any(|event| matches!(event, Event::Created { .. })) {
                prop_assert_eq!(plain, special);
            }
        }
    }

    #[test]
    fn games_replay(seed in 0_u64..1 << 40, choices in prop::collection::vec(any::<u16>(), 1..12)) {
        let (board, rules) = fresh(seed, seed % 2 == 0);
        let mut game = Game::new(board, rules, seed);
        for choice in choices {
            let legal = game.legal_swaps();
            if legal.is_empty() {
                break;
            }
            game.play(legal[usize::from(choice) % legal.len()], &Linear).unwrap();
            prop_assert!(game.is_over() || !game.legal_swaps().is_empty());
        }
        let again = game.replay().verify(&Linear).unwrap();
        prop_assert_eq!((again.board(), again.score()), (game.board(), game.score()));
    }

    #[test]
    fn text_round_trips(seed in 0_u64..1 << 40) {
        let (mut board, rules) = fresh(seed, true);
        for swap in board.legal_swaps(&rules).into_iter().take(3) {
            if board.check(swap, &rules).is_ok() {
                play(&mut board, swap, &rules, seed);
            }
        }
        prop_assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
    }
}

#[test]
fn rankings_repeat_and_leave_the_game_alone() {
    let (board, rules) = fresh(4, true);
    let game = Game::new(board.clone(), rules, 1);
    let before = game.stable_hash();
    let ranking = |seed| rank(&board, &rules, &Linear, Search::two_ply(4), seed, &Budget::unlimited());
    assert_eq!(ranking(1), ranking(1));
    assert_ne!(ranking(1), ranking(2));
    assert_eq!(game.stable_hash(), before);
    let hint: Hint = hint(&board, &rules, &Linear, Search::Known, 0).unwrap();
    assert!(hint.highlight.len() >= 2);
}

#[test]
fn one_kind_ends_by_the_limit() {
    let mut board: Board = "AAA\nABA".parse().unwrap();
    let rules = Rules::new(2).with_wave_limit(50);
    let kinds: Vec<Kind> = vec![Kind::new(0).unwrap(); 1000];
    let swap = Swap::new(Pos::new(0, 1), Pos::new(1, 1));
    let outcome =
        Resolver::default().play(&mut board, swap, &rules, &mut Recorded::new(&kinds), &mut Judged(&Linear));
    let outcome = outcome.unwrap();
    assert_eq!((outcome.waves, outcome.truncated, outcome.score), (50, true, 3 * 50 * 51 / 2));
}

#[test]
fn illegal_swaps_and_foreign_kinds_change_nothing() {
    let board: Board = "AAB#\nBBAA\nCDCD".parse().unwrap();
    let rules = Rules::new(4);
    for a in 0..12 {
        for b in 0..12 {
            let swap = Swap::new(board.pos(a), board.pos(b));
            let mut after = board.clone();
            let mut source = ColumnStreams::from_letters(["ABCDABCD"; 4]).unwrap();
            let full = source.clone();
            let result =
                Resolver::default().play(&mut after, swap, &rules, &mut source, &mut Judged(&Linear));
            if result.is_err() {
                assert_eq!((&after, &source), (&board, &full), "{swap}");
            }
            assert_eq!(matches!(result, Err(PlayError::Swap(_))), board.check(swap, &rules).is_err());
            let fast = FastBoard::from_board(&board).unwrap();
            let mut other = fast;
            let mut same = full.clone();
            let found = other.play(swap, &rules, &mut same, &mut Judged(&Linear));
            assert_eq!((found, other.to_board(), same), (result, after, source));
        }
    }
    let far = Swap::new(Pos::new(0, 0), Pos::new(9, 0));
    assert!(matches!(board.check(far, &rules), Err(SwapError::OutOfBounds { .. })));
    for kind in ["E", "I", "Z"] {
        let mut after = board.clone();
        let mut source = ColumnStreams::from_letters([kind; 4]).unwrap();
        let swap = Swap::new(Pos::new(0, 2), Pos::new(1, 2));
        let result = Resolver::default().play(&mut after, swap, &rules, &mut source, &mut Judged(&Linear));
        assert!(matches!(result, Err(PlayError::ForeignKind { .. })), "{result:?}");
        assert_eq!((after, source.consumed().sum::<usize>()), (board.clone(), 0));
    }
}

#[test]
fn sources() {
    let (board, rules) = fresh(11, false);
    let swap = board.legal_swaps(&rules)[0];
    let mut recorder = Recorder::new(Seeded::new(rules.kinds, 3, 0));
    let (mut first, mut second) = (board.clone(), board.clone());
    let mut resolver = Resolver::default();
    resolver.play(&mut first, swap, &rules, &mut recorder, &mut Judged(&Linear)).unwrap();
    let mut recorded = Recorded::new(recorder.record());
    resolver.play(&mut second, swap, &rules, &mut recorded, &mut Judged(&Linear)).unwrap();
    assert_eq!(first, second);
    assert_eq!(recorded.consumed(), recorder.record().len());
    // A source that always leaves a move ends every cascade with one.
    let narrow = Rules::new(8);
    for seed in 0..200 {
        let mut board = Generator::new(4, 4).generate(&narrow, seed).unwrap();
        let swap = board.legal_swaps(&narrow)[0];
        let mut source = AlwaysMove(Seeded::new(8, seed, 0));
        let mut general = board.clone();
        let mut same = source.clone();
        resolver.play(&mut board, swap, &narrow, &mut source, &mut Judged(&Linear)).unwrap();
        resolver.play(&mut general, swap, &narrow, &mut same, &mut EventLog::new(Judged(&Linear))).unwrap();
        assert!(board.has_legal_swap(&narrow), "{board}");
        assert_eq!(board, general);
    }
    let mut only = Weighted::new(&[0, 0, 5], 1, 0).unwrap();
    let limited = Rules::new(5).with_wave_limit(3);
    let mut board: Board = "AABA\nCDCD\nDCDC".parse().unwrap();
    let swap = board.legal_swaps(&limited)[0];
    resolver.play(&mut board, swap, &limited, &mut only, &mut Judged(&Linear)).unwrap();
    assert!(board.tiles()[..3].iter().all(|&tile| tile == Tile::plain(Kind::new(2).unwrap())));
    assert_eq!(Weighted::new(&[], 1, 0), None);
}

#[test]
fn goals_decide_games() {
    let rules = Rules::new(5).with_specials();
    let level = |goal| Level::generated(Generator::new(8, 8), rules, 20).with_goal(goal);
    let rate = |goal| simulate(&level(goal), &Linear, || RandomPlayer, 40, 3).unwrap().win_rate();
    assert_eq!(rate(Goal::Score(1)), 1.0);
    assert_eq!(rate(Goal::Score(1_000_000)), 0.0);
    assert_eq!(rate(Goal::Kind { kind: 0, count: 1 }), 1.0);
    assert_eq!(rate(Goal::Jelly(1)), 0.0);
    let some = rate(Goal::Striped(3));
    assert!(some > 0.0 && some < 1.0, "{some}");
    let simulation: Simulation = simulate(&level(Goal::Score(1)), &Linear, || RandomPlayer, 40, 3).unwrap();
    assert!(simulation.score_quantile(0.0) <= simulation.score_quantile(1.0));
    assert!(Goals::new(&[]).are_met());
}

#[test]
fn public_types_can_be_shared() {
    fn check<T: Send + Sync + Unpin>() {}
    check::<Board>();
    check::<FastBoard>();
    check::<Rules>();
    check::<Game>();
    check::<Replay>();
    check::<Level>();
    check::<Modules>();
    check::<RankSearch<Linear>>();
    check::<Ranker>();
    check::<Ranking>();
    check::<Resolver>();
    check::<Seeded>();
    check::<Event>();
    check::<Wave<'static>>();
}

#[test]
fn golden_values() {
    // These never change: they are what seeds and hashes mean.
    let rules = Rules::new(5).with_specials();
    let board = Generator::new(8, 8).generate(&rules, 7).unwrap();
    let ranking = rank(&board, &rules, &Linear, Search::two_ply(4), 7, &Budget::unlimited());
    let seen = format!("{:016x} {} {}", board.stable_hash(), ranking.moves.len(), ranking.moves[0].swap);
    assert_eq!(seen, GOLDEN);
}

const GOLDEN: &str = "8c2ef089b5955059 19 (4,4)-(5,4)";

#[cfg(feature = "serde")]
#[test]
fn states_travel() {
    let (board, rules) = fresh(9, true);
    let mut game = Game::new(board, rules, 9).with_modules(Modules::new(&fresh(9, true).0)).unwrap();
    let swap = game.legal_swaps()[0];
    game.play(swap, &Linear).unwrap();
    let text = serde_json::to_string(&game.replay()).unwrap();
    let replay: Replay = serde_json::from_str(&text).unwrap();
    assert_eq!(replay, game.replay());
    let forged = text.replace("\"score\":", "\"score\":1");
    let forged: Replay = serde_json::from_str(&forged).unwrap();
    assert!(forged.verify(&Linear).is_err());
    assert!(serde_json::from_str::<Board>("\"A?\"").is_err());
}
