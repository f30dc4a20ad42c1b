//! Runs of many games: however they are cut, the results are those of plain games.

use grid_core::{Budget, CancelFlag, Stop};
use stack_eval::{
    DropPlayer, DropPosition, FourEvaluator, GameResult, GreedyPlayer, Lifetimes, LinePlayer, LineSettings,
    Marathon, MarathonRun, PieceSource, RunError, Summary, play_ahead,
};
use tetromino::{DropRules, Landing, Piece, Randomizer, SevenBag, Uniform};

fn marathon(source: PieceSource) -> Marathon {
    Marathon::new(DropRules::article(10, 20).expect("legal"), source, 5)
}

fn judge() -> FourEvaluator {
    FourEvaluator::default()
}

/// Remembers how many pieces it has placed, and plays badly every tenth time.
struct Tired;

impl DropPlayer for Tired {
    type Memory = u64;

    fn choose(&self, placed: &mut u64, position: &DropPosition<'_>) -> Option<Landing> {
        *placed += 1;
        if *placed % 10 == 0 {
            return tetromino::drop_landings(&position.field, position.queue[0], position.entry).next();
        }
        GreedyPlayer(judge()).choose(&mut (), position)
    }
}

#[test]
fn steps_of_any_size_are_plain_games() {
    for (source, cap) in [(PieceSource::Uniform, u64::MAX), (PieceSource::SevenBag, 700)] {
        let marathon = marathon(source);
        let whole = marathon.play_all(&judge(), 6, &Budget::nodes(cap));
        for step in [1, 333, 100_000] {
            let mut run = MarathonRun::new(marathon, 6, cap).expect("a cap");
            let (mut steps, mut before) = (0, 0);
            while !run.step(&GreedyPlayer(judge()), step) {
                steps += 1;
                assert_eq!(run.progress().nodes, before + step);
                before = run.progress().nodes;
            }
            let results: Vec<GameResult> = run.results().values().copied().collect();
            assert_eq!(results, whole);
            let pieces: u64 = whole.iter().map(|game| game.pieces).sum();
            assert_eq!((run.progress().nodes, run.progress().found), (pieces, 6));
            assert!(steps + 1 >= pieces / step && run.is_done());
        }
    }
}

#[test]
fn a_look_ahead_sees_the_same_pieces() {
    let marathon = marathon(PieceSource::SevenBag);
    let mut run = MarathonRun::new(marathon, 2, 60).expect("a cap");
    let player = LinePlayer::new(judge(), LineSettings::TWO_PLY);
    while !run.step(&player, 7) {}
    for (&number, result) in run.results() {
        let mut game = marathon.game(number, 1);
        let settings = LineSettings::TWO_PLY;
        let end = play_ahead(&mut game, &judge(), settings, &Budget::nodes(60), |_, _| {});
        assert_eq!(end, Err(Stop::NodeBudget));
        assert_eq!((result.pieces, result.lines, result.over), (60, game.lines(), false));
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_run_that_travels_goes_on_to_the_same_results() {
    let whole = {
        let mut run = MarathonRun::new(marathon(PieceSource::Uniform), 3, 900).expect("a cap");
        while !run.step(&Tired, u64::MAX) {}
        run
    };
    let mut run = MarathonRun::new(marathon(PieceSource::Uniform), 3, 900).expect("a cap");
    while !run.step(&Tired, 41) {
        let text = serde_json::to_string(&run).expect("a form");
        run = serde_json::from_str(&text).expect("the same");
    }
    assert_eq!(run, whole);
    let text = serde_json::to_string(&run).expect("a form");
    for (good, bad, why) in [
        ("\"version\":1,\"marathon\"", "\"version\":9,\"marathon\"", "version 9"),
        ("\"cap\":900", "\"cap\":0", "cut after 0 pieces"),
        ("\"games\":3", "\"games\":1", "no game 1"),
        ("\"cap\":900", "\"cap\":9", "cut after 9"),
    ] {
        let broken = text.replacen(good, bad, 1);
        assert_ne!(broken, text, "{good} in {text}");
        let error = serde_json::from_str::<MarathonRun<u64>>(&broken).expect_err(why).to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_nothing() {
    let marathon = marathon(PieceSource::Uniform);
    let mut serial = MarathonRun::new(marathon, 12, 3_000).expect("a cap");
    while !serial.step(&Tired, u64::MAX) {}
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let seen = std::sync::Mutex::new(Vec::new());
        let mut run = MarathonRun::new(marathon, 12, 3_000).expect("a cap");
        // Some games are under way already.
        run.step(&Tired, 500);
        let known = run.results().len();
        let end = pool.install(|| {
            run.run_parallel(&Tired, &Budget::unlimited(), |game, result| {
                seen.lock().expect("no panic").push((game, *result));
            })
        });
        assert_eq!((end, &run), (None, &serial));
        assert_eq!(seen.into_inner().expect("no panic").len(), 12 - known);
    }
    let flag = CancelFlag::new();
    flag.cancel();
    let mut run = MarathonRun::new(marathon, 12, 3_000).expect("a cap");
    let end = run.run_parallel(&Tired, &Budget::unlimited().with_cancel(flag), |_, _| {});
    assert_eq!((end, run.progress().nodes), (Some(Stop::Cancelled), 0));
}

#[test]
fn a_raised_flag_keeps_what_was_played() {
    let flag = CancelFlag::new();
    let stop = flag.clone();
    let budget = Budget::unlimited().with_cancel(flag).with_progress(move |progress| {
        if progress.nodes >= 2 * Budget::CHECK_EVERY {
            stop.cancel();
        }
    });
    let mut run = MarathonRun::new(marathon(PieceSource::SevenBag), 1, 5_000).expect("a cap");
    assert_eq!(run.run(&GreedyPlayer(judge()), &budget, |_, _| {}), Some(Stop::Cancelled));
    assert_eq!((run.progress().nodes, run.is_done()), (2 * Budget::CHECK_EVERY, false));
    while !run.step(&GreedyPlayer(judge()), 1_000) {}
    let whole = marathon(PieceSource::SevenBag).play(&judge(), 0, &Budget::nodes(5_000));
    assert_eq!(run.results().get(&0), Some(&whole));
}

#[test]
fn results_from_elsewhere_are_checked() {
    let fresh = || MarathonRun::<()>::new(marathon(PieceSource::Uniform), 2, 100).expect("a cap");
    assert_eq!(MarathonRun::<()>::new(marathon(PieceSource::Uniform), 2, 0), Err(RunError::NoPieces));
    let result = GameResult { pieces: 70, lines: 20, score: 2_000, over: true };
    let mut run = fresh();
    assert_eq!(run.insert(2, result), Err(RunError::NoSuchGame { game: 2, games: 2 }));
    let long = GameResult { pieces: 101, ..result };
    assert_eq!(run.insert(1, long), Err(RunError::BeyondCap { game: 1, pieces: 101, cap: 100 }));
    assert_eq!(run, fresh());
    assert_eq!((run.insert(1, result), run.insert(1, result)), (Ok(()), Ok(())));
    let other = GameResult { lines: 21, ..result };
    assert_eq!(run.insert(1, other), Err(RunError::TwoResults { game: 1 }));
    while !run.step(&GreedyPlayer(judge()), 1_000) {}
    assert_eq!(run.results().get(&1), Some(&result));
}

#[test]
fn quantiles_are_the_nearest_rank() {
    let summary = Summary::of(1..=100).expect("numbers");
    assert_eq!((summary.q10, summary.q25, summary.median, summary.q75, summary.q90), (10, 25, 50, 75, 90));
    let few = Summary::of([5, 1, 3]).expect("numbers");
    assert_eq!((few.q10, few.q25, few.median, few.q75, few.q90), (1, 1, 3, 5, 5));
}

#[test]
fn lifetimes_by_hand() {
    assert_eq!(Lifetimes::of(&[]), None);
    let life = |lines, over| GameResult { pieces: 3 * lines, lines, score: 0, over };
    let games: Vec<GameResult> = (1..=30).map(|lines| life(lines, true)).collect();
    let lives = Lifetimes::of(&games).expect("games");
    assert_eq!((lives.deaths, lives.cut, lives.total, lives.mean), (30, 0, 465, Some(15.5)));
    // 930 over the points of chi-square with 60 degrees of freedom.
    let high = lives.high.expect("deaths");
    assert!((lives.low - 930.0 / 83.298).abs() < 0.1 && (high - 930.0 / 40.482).abs() < 0.2, "{lives:?}");
    let alive = Lifetimes::of(&[life(100, false), life(100, false)]).expect("games");
    assert_eq!((alive.mean, alive.high, alive.deaths), (None, None, 0));
    // With a mean of 200 / 3.69 no death in 200 lines has a probability of 2.5 %.
    assert!((alive.low - 200.0 / 3.689).abs() < 0.1, "{alive:?}");
}

/// The interval holds the mean as often as it says.
#[test]
fn intervals_hold_what_they_promise() {
    let mut stream = grid_core::Stream::new(1, "lifetimes", 0);
    let (mean, cap, mut held) = (5_000.0, 8_000u64, 0);
    for _ in 0..400 {
        let games: Vec<GameResult> = (0..20)
            .map(|_| {
                let uniform = (f64::from(stream.below(1 << 30)) + 0.5) / f64::from(1u32 << 30);
                let lines = (-mean * uniform.ln()) as u64;
                GameResult { pieces: 1, lines: lines.min(cap), score: 0, over: lines < cap }
            })
            .collect();
        let lives = Lifetimes::of(&games).expect("games");
        held += u32::from(lives.low <= mean && lives.high.is_none_or(|high| mean <= high));
    }
    // 95 % of 400 is 380, four standard deviations are 17.
    assert!((363..=397).contains(&held), "{held}");
}

#[test]
fn what_can_come_next_is_what_comes() {
    let field = tetromino::Field::new(10, 20).expect("in range");
    let mut bag = SevenBag::new(3, 0);
    for index in 0..100 {
        let possible = bag.possible();
        assert_eq!(possible.count_ones(), 7 - index % 7);
        let piece = bag.deal(&field).expect("endless");
        assert!(possible >> piece as u8 & 1 != 0);
    }
    assert_eq!(Uniform::new(0, 0).possible(), 0x7F);
    let mut list = tetromino::PieceList::new([Piece::T]);
    assert_eq!(list.possible(), 1 << Piece::T as u8);
    list.deal(&field);
    assert_eq!(list.possible(), 0);
}
