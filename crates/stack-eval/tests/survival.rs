//! Survival mode, the adversary, and games with other pieces.

use grid_core::{Budget, Stop, Stream};
use stack_eval::{
    Adversary, Alarmed, Blend, Danger, DropPlayer, DropPosition, Evaluator, FourEvaluator, GreedyPlayer,
    LinePlayer, LineSettings, PolyominoMarathon, Rescue, SetEvaluator, SurvivalPlayer, SurvivalRule, greedy,
    play_with,
};
use tetromino::{
    DropGame, DropRules, Entry, Field, IllegalDrop, LineScore, Piece, PieceSet, PieceSetError, PolyominoGame,
    Previewed, Randomizer, Silhouette, Uniform,
};

fn random_field(stream: &mut Stream) -> Field {
    let mut field = Field::new(4 + stream.below(13) as usize, 20).expect("in range");
    for y in 0..stream.below(16) as usize {
        for x in 0..field.width() {
            if stream.below(10) < 7 {
                field.fill(x, y);
            }
        }
    }
    field
}

/// By the letter, cell by cell.
fn slow_danger(field: &Field) -> Danger {
    let (width, rows) = (field.width(), 64);
    let open = |x: usize, y: usize| (y..rows).all(|above| !field.contains(x, above));
    let height = (0..rows).filter(|&y| (0..width).any(|x| field.contains(x, y))).max().map_or(0, |y| y + 1);
    let cells = || (0..rows).flat_map(|y| (0..width).map(move |x| (x, y)));
    let holes = cells().filter(|&(x, y)| !field.contains(x, y) && !open(x, y)).count();
    let needed = (0..=height)
        .filter(|&y| (0..width).all(|x| field.contains(x, y) || open(x, y)))
        .map(|y| cells().filter(|&(x, at)| at <= y && open(x, at)).count());
    let pieces_to_clear = needed.min().expect("the row above everything").div_ceil(4) as u32;
    Danger { height: height as u32, holes: holes as u32, pieces_to_clear }
}

#[test]
fn danger_is_its_definition() {
    for index in 0..3_000 {
        let field = random_field(&mut Stream::new(1, "danger", index));
        assert_eq!(Danger::of(&field), slow_danger(&field), "{field}");
    }
}

/// Between the two alarms the mode stays as it was, whichever it was.
#[test]
fn the_mode_comes_and_goes_with_hysteresis() {
    let rule = SurvivalRule { height: 1.0, holes: 0.0, pieces_to_clear: 0.0, enter: 10.0, leave: 6.0 };
    let mut on = false;
    let mut modes = String::new();
    for height in [4, 7, 9, 10, 9, 7, 6, 7, 9, 12, 5, 9] {
        let alarm = rule.alarm(&Danger { height, holes: 9, pieces_to_clear: 3 });
        on = rule.is_on(alarm, on);
        modes.push(if on { '!' } else { '.' });
    }
    assert_eq!(modes, "...!!!...!..");
    assert_eq!([5.0, 6.0, 8.0, 10.0, 15.0].map(|alarm| rule.share(alarm)), [0.0, 0.0, 0.5, 1.0, 1.0]);
    // A rule without a gap switches at one alarm and has no share between.
    let sharp = SurvivalRule { leave: 10.0, ..rule };
    assert_eq!([9.9, 10.0, 10.1].map(|alarm| sharp.share(alarm)), [0.0, 1.0, 1.0]);
}

/// The player's memory is the mode, and with it the judge.
#[test]
fn a_player_changes_its_judge_with_the_mode() {
    let (calm, survival) = (FourEvaluator::default(), SetEvaluator::named("bcts").expect("known"));
    let rule = SurvivalRule { height: 1.0, holes: 0.0, pieces_to_clear: 0.0, enter: 8.0, leave: 8.0 };
    let player = SurvivalPlayer::new(calm, survival.clone(), rule, LineSettings::GREEDY);
    let mut differ = 0;
    for index in 0..400 {
        let mut stream = Stream::new(2, "danger", index);
        let field = random_field(&mut stream);
        let piece = Piece::ALL[stream.below(7) as usize];
        let mut memory = Alarmed::default();
        let queue = [piece];
        let position = DropPosition::new(field, &queue);
        let chosen = player.choose(&mut memory, &position);
        let best = [
            greedy(&calm, &field, piece, Entry::Top).map(|choice| choice.landing),
            greedy(&survival, &field, piece, Entry::Top).map(|choice| choice.landing),
        ];
        assert_eq!(memory.0, field.max_height() >= 8);
        assert_eq!(chosen, best[usize::from(memory.0)], "{field}");
        differ += u32::from(best[0] != best[1]);
    }
    assert!(differ > 50, "the judges are too much alike: {differ}");
}

#[test]
fn a_blend_is_the_sum_of_shares() {
    let (one, two) = (FourEvaluator::default(), SetEvaluator::named("bcts").expect("known"));
    for index in 0..200 {
        let field = random_field(&mut Stream::new(3, "danger", index));
        for landing in tetromino::drop_landings(&field, Piece::L, Entry::Above) {
            let Some(placed) = landing.placed() else { continue };
            let value = |judge: &dyn Fn() -> f64| judge();
            let a = value(&|| one.evaluate(&one.context(&field), &field, &placed));
            let b = value(&|| two.evaluate(&two.context(&field), &field, &placed));
            for share in [0.0, 0.25, 1.0] {
                let blend = Blend::new(&one, &two, share);
                let mixed = blend.evaluate(&blend.context(&field), &field, &placed);
                assert!((mixed - ((1.0 - share) * a + share * b)).abs() <= 1e-9 * b.abs());
            }
        }
    }
}

#[test]
fn starts_are_high_and_have_holes() {
    let mut heights = [0; 19];
    for number in 0..500 {
        let field = Rescue::start(4, number);
        let danger = Danger::of(&field);
        heights[danger.height as usize] += 1;
        assert!(danger.holes > 0 && field.full_rows() == 0);
    }
    assert!(heights[14..].iter().all(|&count| count > 60) && heights[..14].iter().all(|&count| count == 0));
}

/// What `docs/src/results/stacking-search.md` has from 200 starts, on fewer.
#[test]
fn survival_mode_comes_down_more_often() {
    let judge = SetEvaluator::named("dt10").expect("known");
    let mode = SurvivalPlayer::with_judge(&judge);
    let rescued = |player: &dyn Fn(u64) -> bool| (0..60).filter(|&number| player(number)).count();
    let without = rescued(&|number| Rescue::default().play(&GreedyPlayer(&judge), 9, number).rescued);
    let with = rescued(&|number| Rescue::default().play(&mode, 9, number).rescued);
    assert!(with >= without + 9, "{with} with, {without} without, of 60");
}

/// The worst piece by plain enumeration.
#[test]
fn the_adversary_deals_the_worst() {
    let judge = FourEvaluator::default();
    let rules = DropRules::article(10, 20).expect("legal");
    let mut adversary = Adversary::new(judge, rules, 0, 0, 0);
    for index in 0..300 {
        let field = random_field(&mut Stream::new(4, "danger", index));
        if field.width() != 10 {
            continue;
        }
        let value = |piece: Piece| greedy(&judge, &field, piece, Entry::Top).map(|choice| choice.value);
        let dealt = adversary.deal(&field).expect("endless");
        assert!(Piece::ALL.into_iter().all(|piece| value(dealt) <= value(piece)), "{dealt} {field}");
    }
    let mut warm = Adversary::new(judge, rules, 300, 7, 0);
    let field = rules.field();
    let first: Vec<_> = (0..300).filter_map(|_| warm.deal(&field)).collect();
    assert!(Piece::ALL.iter().all(|piece| first.contains(piece)));
    let worst = warm.deal(&field);
    assert!((0..5).all(|_| warm.deal(&field) == worst));
}

#[test]
fn the_worst_case_is_survived_longer() {
    let judge = SetEvaluator::named("dt10").expect("known");
    let rules = DropRules::simplified(10, 20).expect("legal");
    let life = |settings| -> u64 {
        let player = LinePlayer::new(&judge, settings);
        let game = |number| {
            let dealer = Previewed::new(Adversary::new(&judge, rules, 20, 1, number), 0);
            let mut game = DropGame::new(rules, dealer, LineScore);
            let end = play_with(&mut game, &player, &mut (), &Budget::nodes(5_000), |_, _| {});
            assert_eq!(end, Ok(()));
            game.pieces()
        };
        (0..20).map(game).sum()
    };
    let (greedy, worst) = (life(LineSettings::GREEDY), life(LineSettings::WORST));
    assert!(worst > greedy, "{worst} against {greedy}");
}

/// With tetrominoes in the order of [`Piece`], a game of polyominoes is a game of pieces.
#[test]
fn tetrominoes_are_polyominoes() {
    let set = PieceSet::one_sided(4).expect("a set");
    let judge = SetEvaluator::named("bcts").expect("known");
    let rules = DropRules::simplified(10, 8).expect("legal");
    for number in 0..20 {
        let mut game = PolyominoGame::new(&set, rules, LineScore, 3, number);
        let mut field = rules.field();
        let (mut pieces, mut lines) = (0, 0);
        while let Some(number) = game.piece() {
            let turns = set.orientations(number);
            let piece = Piece::ALL.into_iter().find(|&piece| Silhouette::all_of(piece).contains(&turns[0]));
            let best = greedy(&judge, &field, piece.expect("a tetromino"), Entry::Above).expect("always");
            let placed = best.landing.placed().expect("inside");
            let orientation = turns.iter().position(|turn| turn == placed.shape()).expect("its own");
            let clear = game.play(orientation, placed.x()).expect("a drop");
            let (cleared, over) = rules.lock(&mut field, &placed);
            (pieces, lines) = (pieces + 1, lines + u64::from(cleared));
            assert_eq!((clear.lines, game.end().is_some()), (cleared, over));
            assert_eq!((game.pieces(), game.lines(), game.field()), (pieces, lines, &field));
        }
    }
}

#[test]
fn triominoes_and_pentominoes_are_played_on_every_width() {
    for cells in [1, 2, 3, 5, 6] {
        let set = PieceSet::one_sided(cells).expect("a set");
        let judge = SetEvaluator::new(PolyominoMarathon::weights(cells));
        for width in [4, 5, 10, 16] {
            let rules = DropRules::simplified(width, 20).expect("legal");
            let marathon = PolyominoMarathon::new(&set, rules, 5);
            let result = marathon.play(&judge, 0, &Budget::nodes(200));
            assert!(result.pieces > 0 && result.pieces <= 200, "{cells} {width}");
            // Cells are conserved.
            let filled = result.pieces * cells as u64;
            assert!(result.lines * width as u64 <= filled);
            assert!(result.over || filled - result.lines * width as u64 <= (width * 20) as u64);
        }
    }
}

#[test]
fn bad_sets_and_drops_say_why() {
    assert_eq!(PieceSet::new(&[]), Err(PieceSetError::Empty));
    assert_eq!(PieceSet::one_sided(0), Err(PieceSetError::Area(0)));
    assert_eq!(PieceSet::one_sided(9), Err(PieceSetError::Area(9)));
    let long = "#########".parse().expect("a shape");
    assert_eq!(PieceSet::new(&[long]), Err(PieceSetError::Shape { index: 0 }));
    let set = PieceSet::one_sided(3).expect("a set");
    let mut game = PolyominoGame::new(&set, DropRules::article(4, 3).expect("legal"), LineScore, 0, 0);
    let before = game.clone();
    for (orientation, x) in [(9, 0), (0, 4), (0, usize::MAX)] {
        assert_eq!(game.play(orientation, x), Err(IllegalDrop::NotADrop { orientation, x }));
    }
    assert_eq!(game, before);
    while game.piece().is_some() {
        assert!((0..4).any(|x| game.play(0, x).is_ok() || game.play(1, x).is_ok()));
    }
    assert_eq!(game.play(0, 0), Err(IllegalDrop::NoPiece));
}

/// With hold and previews, the player exchanges pieces as the rules allow.
#[test]
fn a_line_player_holds() {
    let rules = DropRules::guideline(10, 22).expect("legal");
    let player = LinePlayer::new(FourEvaluator::default(), LineSettings { depth: 3, ..LineSettings::BEAM });
    let mut game = DropGame::new(rules, Previewed::new(Uniform::new(1, 0), 2), LineScore);
    let mut held = 0;
    let mut before = game.on_hold();
    let end = play_with(&mut game, &player, &mut (), &Budget::nodes(60), |game, _| {
        held += u32::from(game.on_hold() != before);
        before = game.on_hold();
    });
    assert_eq!((end, game.pieces()), (Err(Stop::NodeBudget), 60));
    assert!(held > 5, "{held}");
    let placed = u64::from(game.field().len()) + 10 * game.lines();
    assert_eq!(placed, 4 * game.pieces());
}
