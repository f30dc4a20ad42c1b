//! Features by the letter of their definitions, and the article's program as it
//! is described, against the incremental engine.

use grid_core::{Budget, CancelFlag, Orientations, Polyomino, Stream, polyominoes};
use proptest::prelude::*;
use stack_eval::{
    Evaluator, FourEvaluator, FourFeatures, FourWeights, Judged, Marathon, PieceSource, Summary, WeightError,
    best_drop, greedy, rank,
};
use tetromino::{
    DropGame, DropRules, Entry, Field, LineScore, Piece, Placed, Randomizer, SevenBag, Silhouette, Uniform,
    drop_landings,
};

mod common;

use common::any_field;

/// The four features cell by cell.
fn slow_features(field: &Field) -> FourFeatures {
    let mut features = FourFeatures::default();
    let mut heights = Vec::new();
    for x in 0..field.width() {
        let height = (0..64).rev().find(|&y| field.contains(x, y)).map_or(0, |y| y + 1);
        features.holes += (0..height).filter(|&y| !field.contains(x, y)).count() as u32;
        heights.push(height as u32);
    }
    features.aggregate_height = heights.iter().sum();
    features.bumpiness = heights.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum();
    let full = |y: &usize| (0..field.width()).all(|x| field.contains(x, *y));
    features.complete_lines = (0..64).filter(full).count() as u32;
    features
}

/// The features that an evaluator should see, from scratch.
fn slow_judged(judged: Judged, field: &Field, placed: &Placed<'_>) -> FourFeatures {
    let mut after = *field;
    after.lock(placed);
    if judged == Judged::AfterClearing {
        after.clear_full_rows();
    }
    slow_features(&after)
}

fn evaluators() -> [FourEvaluator; 2] {
    FourEvaluator::NAMES.map(|name| FourEvaluator::named(name).unwrap())
}

/// Orientations of any polyomino of one to eight cells.
fn any_shapes() -> impl Strategy<Value = Vec<Silhouette>> {
    (1usize..=8, any::<prop::sample::Index>()).prop_map(|(area, pick)| {
        let shapes = polyominoes(area, Orientations::RotationsAndReflections);
        let turns = pick.get(&shapes).orientations(Orientations::Rotations);
        turns.iter().filter_map(Silhouette::from_shape).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn features_are_their_definitions(field in any_field(60)) {
        prop_assert_eq!(FourFeatures::of(&field), slow_features(&field));
    }

    #[test]
    fn incremental_is_from_scratch(field in any_field(60), shapes in any_shapes(), x in 0usize..16, y in 0u32..60, entry in 0usize..2) {
        for evaluator in evaluators() {
            let judged = evaluator.weights().judged;
            for shape in &shapes {
                if shape.width() > field.width() {
                    continue;
                }
                let x = x % (field.width() - shape.width() + 1);
                // A drop, and any other place where the cells are free.
                let dropped = tetromino::Skyline::of(&field).place(&field, shape, x, [Entry::Above, Entry::Top][entry]);
                let y = y.min(64 - shape.height());
                let anywhere = Placed::new(shape, x, y);
                let free = anywhere.columns().zip(&field.columns()[x..]).all(|(bits, column)| bits & column == 0);
                for placed in dropped.into_iter().chain(free.then_some(anywhere)) {
                    let expected = slow_judged(judged, &field, &placed);
                    prop_assert_eq!(evaluator.features(&field, &placed), expected, "{:?} {:?}", field, placed);
                    let value = evaluator.evaluate(&evaluator.context(&field), &field, &placed);
                    prop_assert_eq!(value, evaluator.value(&expected));
                }
            }
        }
    }

    #[test]
    fn greedy_is_the_first_best_of_all(field in any_field(60), piece in 0usize..7) {
        let piece = Piece::ALL[piece];
        for evaluator in evaluators() {
            let mut best = None;
            for landing in drop_landings(&field, piece, Entry::Top) {
                let Some(placed) = landing.placed() else { continue };
                let value = evaluator.value(&slow_judged(evaluator.weights().judged, &field, &placed));
                if best.is_none_or(|(_, most)| value > most) {
                    best = Some((landing, value));
                }
            }
            let found = greedy(&evaluator, &field, piece, Entry::Top);
            prop_assert_eq!(found.map(|choice| (choice.landing, choice.value)), best);
            let ranked = rank(&evaluator, &field, piece, Entry::Top);
            prop_assert_eq!(ranked.first().copied(), found);
            prop_assert!(ranked.windows(2).all(|pair| pair[0].value >= pair[1].value));
        }
    }

    #[test]
    fn mirrored_positions_have_the_same_values(field in any_field(60), piece in 0usize..7) {
        let piece = Piece::ALL[piece];
        let mirror = field.mirrored();
        for evaluator in evaluators() {
            let here = rank(&evaluator, &field, piece, Entry::Top);
            let there = rank(&evaluator, &mirror, piece.mirrored(), Entry::Top);
            prop_assert_eq!(here.len(), there.len());
            for choice in &here {
                // The tie rule may prefer another landing, the value is the same.
                let twin = choice.landing.mirrored(field.width());
                prop_assert!(there.iter().any(|other| other.landing == twin && other.value == choice.value));
            }
            prop_assert_eq!(here.first().map(|c| c.value), there.first().map(|c| c.value));
        }
    }
}

/// The article's program on a grid of its own: row 0 on top, every orientation in
/// every column, features after rows are cleared, first best wins.
struct Article {
    grid: [[bool; 10]; 20],
    lines: u64,
    /// Whether a placement must fit in the top rows to be considered. As printed,
    /// the program never tests the first row.
    tests_first_row: bool,
}

impl Article {
    fn fits(&self, shape: &Polyomino, column: usize, row: usize) -> bool {
        let height = shape.height();
        shape.cells().iter().all(|cell| {
            let (r, c) = (row + height - 1 - cell.y as usize, column + cell.x as usize);
            r < 20 && c < 10 && !self.grid[r][c]
        })
    }

    fn drop_row(&self, shape: &Polyomino, column: usize) -> Option<usize> {
        if self.tests_first_row && !self.fits(shape, column, 0) {
            return None;
        }
        let mut row = 0;
        while self.fits(shape, column, row + 1) {
            row += 1;
        }
        Some(row)
    }

    fn place(&mut self, shape: &Polyomino, column: usize, row: usize) {
        for cell in shape.cells() {
            self.grid[row + shape.height() - 1 - cell.y as usize][column + cell.x as usize] = true;
        }
        let mut kept: Vec<[bool; 10]> =
            self.grid.iter().copied().filter(|row| !row.iter().all(|&c| c)).collect();
        self.lines += 20 - kept.len() as u64;
        while kept.len() < 20 {
            kept.insert(0, [false; 10]);
        }
        self.grid.copy_from_slice(&kept);
    }

    fn value(&self) -> f64 {
        let height = |c: usize| (0..20).find(|&r| self.grid[r][c]).map_or(0, |r| 20 - r);
        let heights: Vec<usize> = (0..10).map(height).collect();
        let holes: usize = (0..10).map(|c| (20 - heights[c]..20).filter(|&r| !self.grid[r][c]).count()).sum();
        let bumpiness: usize = heights.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum();
        let lines = self.grid.iter().filter(|row| row.iter().all(|&c| c)).count();
        -0.51 * heights.iter().sum::<usize>() as f64 + 0.76 * lines as f64
            - 0.36 * holes as f64
            - 0.18 * bumpiness as f64
    }

    /// Orientation and column; the first ones if nothing fits, as printed.
    fn best(&self, shapes: &[Polyomino]) -> (usize, usize) {
        let mut best = (0, 0, f64::NEG_INFINITY);
        for (rotation, shape) in shapes.iter().enumerate() {
            for column in 0..=10 - shape.width() {
                let Some(row) = self.drop_row(shape, column) else { continue };
                let mut after = Self { grid: self.grid, ..*self };
                after.place(shape, column, row);
                if after.value() > best.2 {
                    best = (rotation, column, after.value());
                }
            }
        }
        (best.0, best.1)
    }

    /// Plays until the chosen placement does not fit at the top.
    fn play(mut self, mut dealer: impl Randomizer) -> (u64, Vec<(usize, usize)>) {
        let blank = Field::new(10, 20).unwrap();
        let mut moves = Vec::new();
        loop {
            let piece = dealer.deal(&blank).unwrap();
            let shapes: Vec<Polyomino> =
                piece.distinct_rotations().iter().map(|&r| Polyomino::new(piece.cells(r)).unwrap()).collect();
            let (rotation, column) = self.best(&shapes);
            let row = self.drop_row(&shapes[rotation], column);
            match row.filter(|&row| self.fits(&shapes[rotation], column, row)) {
                None => return (self.lines, moves),
                Some(row) => self.place(&shapes[rotation], column, row),
            }
            moves.push((rotation, column));
        }
    }
}

fn article(tests_first_row: bool) -> Article {
    Article { grid: [[false; 10]; 20], lines: 0, tests_first_row }
}

/// With the first row tested, the article's program and ours make the same moves.
#[test]
fn the_article_mended_plays_as_we_do() {
    let evaluator = FourEvaluator::named("article").unwrap();
    for game in 0..6 {
        let mut ours = DropGame::new(DropRules::article(10, 20).unwrap(), Uniform::new(5, game), LineScore);
        let mut moves = Vec::new();
        while let Some(piece) = ours.piece() {
            let best = best_drop(&evaluator, ours.field(), Silhouette::all_of(piece), Entry::Top).unwrap();
            moves.push((best.orientation, best.x));
            let choice = greedy(&evaluator, ours.field(), piece, Entry::Top).unwrap();
            ours.play(choice.landing).unwrap();
        }
        assert_eq!(article(true).play(Uniform::new(5, game)), (ours.lines(), moves), "game {game}");
    }
}

/// With only the chosen placement tested, overlapping ones compete and win, and
/// the game ends about twice as early: this is where 293 and 1,239 lines come from.
#[test]
fn the_article_as_printed_dies_sooner() {
    let mean = |games: u64, play: &dyn Fn(u64) -> u64| {
        Summary::of((0..games).map(play)).map(|s| (s.mean, s.standard_error)).unwrap()
    };
    let (uniform, error) = mean(100, &|game| article(false).play(Uniform::new(1, game)).0);
    assert!((uniform - 293.0).abs() < 4.0 * (error * error + 46.0 * 46.0).sqrt(), "{uniform} ± {error}");
    let (bags, error) = mean(12, &|game| article(false).play(SevenBag::new(1, game)).0);
    assert!((bags - 1239.0).abs() < 4.0 * (error * error + 277.0 * 277.0).sqrt(), "{bags} ± {error}");
    let marathon = Marathon::new(DropRules::article(10, 20).unwrap(), PieceSource::Uniform, 1);
    let evaluator = FourEvaluator::named("article").unwrap();
    let (mended, _) = mean(300, &|game| marathon.play(&evaluator, game, &Budget::unlimited()).lines);
    assert!(mended > 1.4 * uniform, "{mended} against {uniform}");
}

/// Lee's program was measured at 568 and 11,667 lines over 30 games each.
#[test]
fn lee_lives_as_long_as_measured() {
    let rules = DropRules::lee(10, 22).unwrap();
    let evaluator = FourEvaluator::default();
    for (source, games, published) in
        [(PieceSource::Uniform, 400, 568.0), (PieceSource::SevenBag, 30, 11_667.0)]
    {
        let marathon = Marathon::new(rules, source, 0);
        let results = marathon.play_all(&evaluator, games, &Budget::unlimited());
        assert!(results.iter().all(|result| result.over));
        let lines = Summary::of(results.iter().map(|result| result.lines)).unwrap();
        let published_error = published / 30f64.sqrt();
        let error = (lines.standard_error.powi(2) + published_error * published_error).sqrt();
        assert!((lines.mean - published).abs() < 3.0 * error, "{source:?}: {lines:?}");
    }
}

#[test]
fn a_golden_game() {
    let marathon = Marathon::new(DropRules::article(10, 20).unwrap(), PieceSource::SevenBag, 42);
    let mut game = DropGame::new(DropRules::article(10, 20).unwrap(), SevenBag::new(42, 0), LineScore);
    let evaluator = FourEvaluator::default();
    for _ in 0..500 {
        let choice = greedy(&evaluator, game.field(), game.piece().unwrap(), Entry::Top).unwrap();
        game.play(choice.landing).unwrap();
    }
    let result = marathon.play(&evaluator, 0, &Budget::nodes(500));
    assert_eq!((result.pieces, result.lines, result.score), (game.pieces(), game.lines(), game.score()));
    assert_eq!((game.lines(), game.score(), game.field().stable_hash()), GOLDEN);
}

const GOLDEN: (u64, u64, u64) = (194, 21_300, 16_053_795_613_730_103_602);

#[test]
fn bench_sums_do_not_depend_on_how_work_is_shared() {
    let marathon = Marathon::new(DropRules::article(10, 20).unwrap(), PieceSource::Uniform, 3);
    let evaluator = FourEvaluator::default();
    let free = Budget::unlimited();
    let whole = marathon.bench(&evaluator, 250_000, &free);
    assert_eq!(whole.pieces, 250_000);
    let parts = marathon.bench(&evaluator, 200_000, &free);
    assert!(whole.games > parts.games && whole.lines > parts.lines);
    #[cfg(feature = "rayon")]
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| marathon.bench_parallel(&evaluator, 250_000, &free)), whole);
        let games = pool.install(|| marathon.play_all_parallel(&evaluator, 40, &Budget::nodes(2_000)));
        assert_eq!(games, marathon.play_all(&evaluator, 40, &Budget::nodes(2_000)));
    }
}

#[test]
fn a_raised_flag_ends_games_and_keeps_what_was_played() {
    let marathon = Marathon::new(DropRules::article(10, 20).unwrap(), PieceSource::SevenBag, 3);
    let evaluator = FourEvaluator::default();
    let flag = CancelFlag::new();
    let stop = flag.clone();
    let budget = Budget::nodes(5_000).with_cancel(flag).with_progress(move |progress| {
        if progress.nodes >= 3 * Budget::CHECK_EVERY {
            stop.cancel();
        }
    });
    let games = marathon.play_all(&evaluator, 10, &budget);
    assert_eq!(games.len(), 1);
    assert_eq!((games[0].pieces, games[0].over), (3 * Budget::CHECK_EVERY, false));
    assert_eq!(marathon.bench(&evaluator, 1 << 60, &budget).pieces, 0);
}

#[test]
fn bad_weights_say_why() {
    let error = |weights: FourWeights| FourEvaluator::new(weights).unwrap_err().to_string();
    let nan = FourWeights { holes: f64::NAN, ..FourWeights::LEE };
    assert_eq!(error(nan), "weight 2 is NaN; weights are finite numbers");
    let infinite = FourWeights { bumpiness: f64::INFINITY, ..FourWeights::LEE };
    assert_eq!(error(infinite), "weight 3 is inf; weights are finite numbers");
    let huge = FourWeights { holes: -1e308, ..FourWeights::LEE };
    assert_eq!(error(huge), "weight 2 is -1e308; weights are between -1e100 and 1e100");
    assert_eq!(FourWeights::from_slice(&[1.0, 2.0]), Err(WeightError::Length { expected: 4, found: 2 }));
    assert_eq!(
        FourEvaluator::named("leo").unwrap_err().to_string(),
        "there is no evaluator \"leo\"; the names are lee, article"
    );
}

/// NaN never wins, and no legal landing means no answer.
#[test]
fn odd_evaluators_and_full_fields() {
    struct Odd;
    impl Evaluator for Odd {
        type Context = ();
        fn context(&self, _: &Field) {}
        fn evaluate(&self, _: &(), _: &Field, placed: &Placed<'_>) -> f64 {
            if placed.x() % 2 == 0 { f64::NAN } else { f64::NEG_INFINITY }
        }
    }
    let field = Field::new(10, 20).unwrap();
    let best = greedy(&Odd, &field, Piece::O, Entry::Top).unwrap();
    assert_eq!(best.landing.corner().x, 1);
    let ranked = rank(&Odd, &field, Piece::O, Entry::Top);
    assert!(ranked[..4].iter().all(|c| !c.value.is_nan()) && ranked[4..].iter().all(|c| c.value.is_nan()));
    let mut full = field;
    (0..10).for_each(|x| full.fill(x, 19));
    for piece in Piece::ALL {
        assert_eq!(greedy(&FourEvaluator::default(), &full, piece, Entry::Top), None);
        assert!(rank(&FourEvaluator::default(), &full, piece, Entry::Top).is_empty());
    }
    assert!(best_drop(&Odd, &field, &[], Entry::Top).is_none());
}

#[test]
fn summaries_by_hand() {
    assert_eq!(Summary::of([]), None);
    let one = Summary::of([7]).unwrap();
    assert_eq!((one.mean, one.standard_error), (7.0, 0.0));
    let values = [2, 4, 4, 4, 5, 5, 7, 9];
    let summary = Summary::of(values).unwrap();
    assert_eq!((summary.mean, summary.median, summary.min, summary.max), (5.0, 4, 2, 9));
    let expected = (32.0f64 / 7.0 / 8.0).sqrt();
    assert!((summary.standard_error - expected).abs() < 1e-15);
    let mut stream = Stream::new(0, "sqrt", 0);
    for _ in 0..1000 {
        let spread = u64::from(stream.below(1 << 30));
        let summary = Summary::of([0, 2 * spread]).unwrap();
        assert!((summary.standard_error - spread as f64).abs() <= spread as f64 * 1e-15);
    }
}

#[test]
fn public_types_cross_threads() {
    fn check<T: Send + Sync + Unpin>() {}
    check::<FourEvaluator>();
    check::<Marathon>();
    check::<WeightError>();
}
