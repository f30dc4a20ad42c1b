//! Weight sets: names, files, refusals; and three boards whose features are counted by
//! hand.

use stack_eval::features::Afterstate;
use stack_eval::{
    Evaluator, Feature, FourEvaluator, Judged, SetEvaluator, StackEvaluator, WeightError, WeightSet, greedy,
};
use tetromino::{Entry, Field, Piece, Placed, Rotation, Silhouette};

#[test]
fn every_name_is_known_and_has_its_published_weights() {
    for name in WeightSet::NAMES {
        let set = WeightSet::named(name).unwrap();
        assert_eq!(set.features().len(), set.weights().len(), "{name}");
    }
    let weight = |name: &str, feature: Feature| {
        let set = WeightSet::named(name).unwrap();
        set.weights()[set.features().iter().position(|&other| other == feature).unwrap()]
    };
    assert_eq!(weight("dellacherie", Feature::Holes), -4.0);
    assert_eq!(weight("bcts", Feature::RowsWithHoles), -24.04087);
    assert_eq!(weight("dt10", Feature::Diversity), 1.27);
    assert_eq!(weight("dt20", Feature::ColumnTransitions), -6.32);
    assert_eq!(weight("lee", Feature::CompleteLines), 0.760666);
    assert_eq!(weight("el_tetris", Feature::RowsCleared), 3.418_126_810_139_269_4);
    assert_eq!(WeightSet::default(), WeightSet::named("marathon").unwrap());
}

#[test]
fn bad_sets_are_refused() {
    let two = [Feature::Holes, Feature::MaxHeight];
    let refused = |weights: &[f64]| WeightSet::new(&two, weights).unwrap_err();
    assert_eq!(refused(&[1.0]), WeightError::Length { expected: 2, found: 1 });
    assert!(matches!(refused(&[1.0, f64::NAN]), WeightError::NotFinite { index: 1, .. }));
    assert!(matches!(refused(&[f64::INFINITY, 0.0]), WeightError::NotFinite { index: 0, .. }));
    assert!(matches!(refused(&[1.0, -1e200]), WeightError::OutOfRange { index: 1, .. }));
    assert!(matches!(WeightSet::new(&[], &[]), Err(WeightError::NoFeature)));
    let twice = WeightSet::new(&[Feature::Holes; 2], &[1.0; 2]);
    assert_eq!(twice, Err(WeightError::Twice { feature: Feature::Holes }));
    assert!(matches!(WeightSet::named("nobody"), Err(WeightError::UnknownName { .. })));
    assert!(matches!("hole".parse::<Feature>(), Err(WeightError::UnknownFeature { .. })));
    let other = WeightSet::new(&[Feature::Bumpiness], &[1.0]).unwrap();
    let refused = StackEvaluator::<true>::new(&other);
    assert_eq!(refused, Err(WeightError::Unsupported { feature: Feature::Bumpiness }));
    assert!(StackEvaluator::<false>::new(&WeightSet::named("dt10").unwrap()).is_err());
}

#[test]
fn names_of_features_are_read_back() {
    for feature in Feature::all(16) {
        assert_eq!(feature.to_string().parse(), Ok(feature));
    }
    for name in ["steps_0", "steps_5", "steps_01", "steps_", "rbf_height_5", "column_height_16", ""] {
        assert!(name.parse::<Feature>().is_err(), "{name}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn files_are_read_back_and_checked() {
    for name in WeightSet::NAMES {
        let set = WeightSet::named(name).unwrap();
        let text = serde_json::to_string(&set).unwrap();
        assert_eq!(serde_json::from_str::<WeightSet>(&text).unwrap(), set, "{name}");
    }
    let file = |version: &str, features: &str, weights: &str| {
        let text = format!(
            r#"{{"version": {version}, "judged": "after_clearing", "features": {features}, "weights": {weights}}}"#
        );
        serde_json::from_str::<WeightSet>(&text).map_err(|error| error.to_string())
    };
    assert!(file("1", r#"["holes"]"#, "[-1]").is_ok());
    for (version, features, weights, reason) in [
        ("2", r#"["holes"]"#, "[-1]", "version 2"),
        ("1", r#"["hole"]"#, "[-1]", "no feature \"hole\""),
        ("1", r#"["holes"]"#, "[-1, 2]", "1 weights are expected, 2 were found"),
        ("1", r#"["holes", "holes"]"#, "[-1, 2]", "occurs twice"),
        ("1", r#"["holes"]"#, "[1e200]", "between"),
    ] {
        let error = file(version, features, weights).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
}

/// The features of a board as a list, counted by hand.
#[test]
fn three_boards_counted_by_hand() {
    use Feature::*;
    let features = [
        RowTransitions,
        ColumnTransitions,
        Holes,
        CumulativeWells,
        TriangularWells,
        HoleDepth,
        RowsWithHoles,
        Diversity,
        AggregateHeight,
        CompleteLines,
        Bumpiness,
        MaxHeight,
        ColumnHeight(1),
        HeightDifference(2),
        Steps(1),
        Steps(2),
        Steps(3),
        Steps(4),
        StepsPresent(0),
        StepsPresent(1),
        StepsPresent(2),
        Constant,
    ];
    let boards: [(&str, [i32; 22]); 3] = [
        // Empty but for the walls: 2 changes a row, 1 a column, level.
        ("....\n....\n....", [6, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1]),
        // A well of two between a column of three and one of two; a step of 1 and one of 4.
        (
            "#...\n#.#.\n#.#.",
            [2 + 4 + 4, 4, 0, 3 + 3, 3 + 3, 0, 0, 2, 5, 0, 3 + 2 + 2, 3, 0, 2, 0, 2, 1, 0, 0, 0, 2, 1],
        ),
        // A cover of two over a cave that is wider below: 3 holes in 2 rows, 2 + 1 cells on them.
        (
            "####\n##.#\n#..#\n####",
            [2 + 2, 1 + 3 + 3 + 1, 3, 2, 1, 2 + 1, 2, 1, 16, 2, 0, 4, 4, 0, 0, 0, 0, 0, 1, 0, 0, 1],
        ),
    ];
    for (drawing, expected) in boards {
        let after = Afterstate::standing(drawing.parse().unwrap());
        for (feature, expected) in features.into_iter().zip(expected) {
            assert_eq!(feature.value(&after), f64::from(expected), "{feature}\n{drawing}");
        }
    }
}

#[test]
fn three_landings_counted_by_hand() {
    let landing = |rows: &[&str], piece, rotation, x, y| {
        let field = Field::from_rows(rows.iter().copied(), 6).unwrap();
        let placed = Placed::new(Silhouette::of(piece, rotation), x, y);
        let after = Afterstate::new(&field, &placed, Judged::AfterClearing);
        let values = [Feature::LandingHeight, Feature::ErodedCells, Feature::RowsCleared, Feature::Overflow];
        values.map(|feature| feature.value(&after))
    };
    assert_eq!(landing(&["...."], Piece::I, Rotation::E, 0, 0), [1.5, 0.0, 0.0, 0.0]);
    // Two rows with three cells of the L in them.
    assert_eq!(landing(&[".###", "..##"], Piece::L, Rotation::E, 0, 0), [1.0, 2.0 * 3.0, 2.0, 0.0]);
    // Above the field nothing goes.
    assert_eq!(landing(&["###."; 6], Piece::I, Rotation::E, 3, 3), [4.5, 0.0, 0.0, 1.0]);
}

#[test]
fn the_engine_for_four_is_lees_own() {
    let field = Field::from_rows(["##..######", "###.######"], 20).unwrap();
    for name in FourEvaluator::NAMES {
        let (own, set) = (FourEvaluator::named(name).unwrap(), SetEvaluator::named(name).unwrap());
        for piece in Piece::ALL {
            assert_eq!(greedy(&own, &field, piece, Entry::Top), greedy(&set, &field, piece, Entry::Top));
        }
    }
}

#[test]
fn what_a_move_has_earned_is_of_the_landing() {
    let set = WeightSet::new(&[Feature::RowsCleared, Feature::Holes], &[3.0, -5.0]).unwrap();
    let judge = SetEvaluator::new(set);
    let field = Field::from_rows(["#..#", "#.##", "#..#"], 6).unwrap();
    let placed = Placed::on_top(Silhouette::of(Piece::O, Rotation::N), 1, 2);
    let context = judge.context(&field);
    let value = judge.evaluate(&context, &field, &placed);
    // Row 2 goes; the cave below keeps its three cells.
    assert_eq!((value, judge.carried(&context, &field, &placed, value)), (3.0 - 15.0, 3.0));
}
