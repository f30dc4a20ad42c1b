//! Every feature against a slow twin that looks at cells only, and the fast engine
//! against the features.

use proptest::prelude::*;
use stack_eval::features::Afterstate;
use stack_eval::{
    Evaluator, Feature, Judged, LinearEvaluator, SetEvaluator, StackEvaluator, WeightSet, greedy,
};
use tetromino::{Entry, Field, Piece, Placed, Silhouette, Skyline};

mod common;

use common::any_field;

/// A board of cells: `true` is filled, row 0 at the bottom, 64 rows.
struct Cells {
    width: i32,
    height: i32,
    filled: Vec<Vec<bool>>,
}

impl Cells {
    fn of(field: &Field) -> Self {
        let row = |y| (0..field.width()).map(|x| field.contains(x, y)).collect();
        let filled = (0..64).map(row).collect();
        Self { width: field.width() as i32, height: field.height() as i32, filled }
    }

    /// Walls and floor are filled, the sky is empty.
    fn at(&self, x: i32, y: i32) -> bool {
        if x < 0 || x >= self.width || y < 0 {
            return true;
        }
        y < 64 && self.filled[y as usize][x as usize]
    }

    fn column_height(&self, x: i32) -> i32 {
        (0..64).rev().find(|&y| self.at(x, y)).map_or(0, |y| y + 1)
    }

    fn heights(&self) -> Vec<i32> {
        (0..self.width).map(|x| self.column_height(x)).collect()
    }

    fn steps(&self) -> Vec<i32> {
        self.heights().windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    fn is_hole(&self, x: i32, y: i32) -> bool {
        !self.at(x, y) && (y + 1..64).any(|above| self.at(x, above))
    }

    fn each(&self) -> impl Iterator<Item = (i32, i32)> {
        let width = self.width;
        (0..64).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    fn is_well(&self, x: i32, y: i32) -> bool {
        !self.at(x, y) && self.at(x - 1, y) && self.at(x + 1, y)
    }

    fn row_changes(&self, y: i32) -> i32 {
        (0..=self.width).filter(|&x| self.at(x - 1, y) != self.at(x, y)).count() as i32
    }

    fn highest(&self) -> i32 {
        self.heights().into_iter().max().unwrap_or(0)
    }
}

/// A feature of the board by the words of its definition; `None` for those of the
/// landing.
fn slow(feature: Feature, field: &Field) -> Option<f64> {
    let cells = Cells::of(field);
    let count = match feature {
        Feature::RowTransitions => {
            // Rows above the field count only what they have beyond an empty one.
            (0..64).map(|y| cells.row_changes(y) - if y < cells.height { 0 } else { 2 }).sum()
        }
        Feature::ColumnTransitions => (0..cells.width)
            .map(|x| (0..=64).filter(|&y| cells.at(x, y - 1) != cells.at(x, y)).count() as i32)
            .sum(),
        Feature::Holes => cells.each().filter(|&(x, y)| cells.is_hole(x, y)).count() as i32,
        Feature::CumulativeWells => {
            let below = |x, y| (0..y).rev().take_while(|&under| !cells.at(x, under)).count() as i32;
            cells.each().filter(|&(x, y)| cells.is_well(x, y)).map(|(x, y)| 1 + below(x, y)).sum()
        }
        Feature::TriangularWells => {
            let run = |x, y| (0..=y).rev().take_while(|&under| cells.is_well(x, under)).count() as i32;
            cells.each().filter(|&(x, y)| cells.is_well(x, y)).map(|(x, y)| run(x, y)).sum()
        }
        Feature::HoleDepth => {
            let above = |x, y| (y + 1..64).take_while(|&over| cells.at(x, over)).count() as i32;
            cells.each().filter(|&(x, y)| cells.is_hole(x, y)).map(|(x, y)| above(x, y)).sum()
        }
        Feature::RowsWithHoles => {
            (0..64).filter(|&y| (0..cells.width).any(|x| cells.is_hole(x, y))).count() as i32
        }
        Feature::Diversity => (-2..=2).filter(|step| cells.steps().contains(step)).count() as i32,
        Feature::AggregateHeight => cells.heights().iter().sum(),
        Feature::CompleteLines => {
            (0..64).filter(|&y| (0..cells.width).all(|x| cells.at(x, y))).count() as i32
        }
        Feature::Bumpiness => cells.steps().iter().map(|step| step.abs()).sum(),
        Feature::ColumnHeight(x) if i32::from(x) < cells.width => cells.column_height(x.into()),
        Feature::HeightDifference(x) if i32::from(x) + 1 < cells.width => cells.steps()[usize::from(x)].abs(),
        Feature::ColumnHeight(_) | Feature::HeightDifference(_) => 0,
        Feature::MaxHeight => cells.highest(),
        Feature::Constant => 1,
        Feature::Steps(4) => cells.steps().iter().filter(|step| step.abs() >= 4).count() as i32,
        Feature::Steps(size) => {
            cells.steps().iter().filter(|step| step.abs() == i32::from(size)).count() as i32
        }
        Feature::StepsPresent(size) => {
            let mut wanted = vec![-i32::from(size), i32::from(size)];
            wanted.dedup();
            wanted.iter().filter(|step| cells.steps().contains(step)).count() as i32
        }
        Feature::RbfHeight(i) => {
            let mean = f64::from(cells.heights().iter().sum::<i32>()) / f64::from(cells.width);
            let full = f64::from(cells.height);
            let off = (mean - f64::from(i) * full / 4.0) / (full / 5.0);
            return Some((-0.5 * off * off).exp());
        }
        _ => return None,
    };
    Some(count.into())
}

/// The landing by the words of its definitions: board, landing height, rows, eroded.
fn slow_landing(field: &Field, placed: &Placed<'_>) -> (Field, f64, u32, u32) {
    let mut cells: Vec<(usize, usize)> = Vec::new();
    for (lane, bits) in placed.columns().enumerate() {
        cells.extend((0..64).filter(|&y| bits >> y & 1 != 0).map(|y| (placed.x() + lane, y)));
    }
    let low = cells.iter().map(|cell| cell.1).min().unwrap();
    let high = cells.iter().map(|cell| cell.1).max().unwrap();
    let mut board = *field;
    cells.iter().for_each(|&(x, y)| board.fill(x, y));
    let full: Vec<usize> = if high >= field.height() {
        Vec::new()
    } else {
        (0..64).filter(|&y| (0..field.width()).all(|x| board.contains(x, y))).collect()
    };
    let mut after = Field::new(field.width(), field.height()).unwrap();
    for (to, from) in (0..64).filter(|y| !full.contains(y)).enumerate() {
        (0..field.width()).filter(|&x| board.contains(x, from)).for_each(|x| after.fill(x, to));
    }
    let own = cells.iter().filter(|cell| full.contains(&cell.1)).count();
    let rows = full.len() as u32;
    (after, low as f64 + (high - low) as f64 / 2.0, rows, rows * own as u32)
}

prop_compose! {
    /// A surface as games have it, with few holes and no full row.
    fn played_field()(width in 4usize..=16)
        (heights in prop::collection::vec(0usize..9, width), caves in prop::collection::vec(0u32..24, width),
         base in 0usize..6, top in 12usize..=20, width in Just(width)) -> Field {
        let mut field = Field::new(width, top).unwrap();
        for x in 0..width {
            for y in 0..(base + heights[x]).min(top) {
                if caves[x] != y as u32 && (y >= base || x != caves[0] as usize % width) {
                    field.fill(x, y);
                }
            }
        }
        field
    }
}

/// Orientations of any polyomino of one to eight cells.
fn any_shapes() -> impl Strategy<Value = Vec<Silhouette>> {
    use grid_core::{Orientations, polyominoes};
    (prop_oneof![Just(4usize), Just(4), 1usize..=8], any::<prop::sample::Index>()).prop_map(|(area, pick)| {
        let shapes = polyominoes(area, Orientations::RotationsAndReflections);
        let turns = pick.get(&shapes).orientations(Orientations::Rotations);
        turns.iter().filter_map(Silhouette::from_shape).collect()
    })
}

/// The sets of the fast engine, and one with a weight for each of its features.
fn fast_sets() -> Vec<WeightSet> {
    let named = ["dellacherie", "bcts", "dt10", "dt20", "el_tetris"];
    let mut sets: Vec<WeightSet> = named.iter().map(|name| WeightSet::named(name).unwrap()).collect();
    let all = Feature::all(10);
    let known: Vec<Feature> =
        all.into_iter().filter(|&feature| StackEvaluator::<true>::new(&one(feature)).is_ok()).collect();
    assert!(known.len() >= 18, "{known:?}");
    // Weights whose sums are exact.
    let weights: Vec<f64> = (0..known.len()).map(|at| f64::from(1 << at) / 64.0).collect();
    sets.push(WeightSet::new(&known, &weights).unwrap());
    sets
}

fn one(feature: Feature) -> WeightSet {
    WeightSet::new(&[feature], &[1.0]).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn features_are_their_definitions(field in prop_oneof![any_field(1), played_field()]) {
        let standing = Afterstate::standing(field);
        for feature in Feature::all(field.width()) {
            if let Some(expected) = slow(feature, &field) {
                let found = feature.value(&standing);
                prop_assert!((found - expected).abs() < 1e-12, "{} {} {}\n{:?}", feature, found, expected, field);
            }
        }
    }

    #[test]
    fn landings_are_their_definitions_and_incremental_is_from_scratch(
        field in prop_oneof![any_field(1), played_field()], shapes in any_shapes(), x in 0usize..16, y in 0u32..60,
        entry in 0usize..2,
    ) {
        let sets = fast_sets();
        for shape in &shapes {
            if shape.width() > field.width() {
                continue;
            }
            let x = x % (field.width() - shape.width() + 1);
            let entry = [Entry::Above, Entry::Top][entry];
            let dropped = Skyline::of(&field).place(&field, shape, x, entry);
            let anywhere = Placed::new(shape, x, y.min(64 - shape.height()));
            let free = anywhere.columns().zip(&field.columns()[x..]).all(|(bits, column)| bits & column == 0);
            for placed in dropped.into_iter().chain(free.then_some(anywhere)) {
                let (board, height, rows, eroded) = slow_landing(&field, &placed);
                let after = Afterstate::new(&field, &placed, Judged::AfterClearing);
                prop_assert_eq!(after.board, board);
                prop_assert_eq!((after.landing_height, after.rows_cleared, after.eroded_cells), (height, rows, eroded));
                let fast = StackEvaluator::<true>::new(&sets[5]).unwrap().features(&field, &placed);
                for &feature in sets[5].features() {
                    let expected = match feature {
                        Feature::LandingHeight => height,
                        Feature::RowsCleared => rows.into(),
                        Feature::ErodedCells => eroded.into(),
                        Feature::Overflow => (placed.y() + shape.height() > field.height() as u32).into(),
                        // Sums of others.
                        Feature::ColumnLandingHeight | Feature::Diversity | Feature::Constant => continue,
                        other => slow(other, &board).unwrap(),
                    };
                    prop_assert_eq!(fast.feature(feature), Some(expected), "{} {:?} {:?}", feature, field, placed);
                }
                for set in &sets {
                    let (plain, fast) = (LinearEvaluator::new(set.clone()), SetEvaluator::new(set.clone()));
                    let expected = plain.evaluate(&(), &field, &placed);
                    let found = fast.evaluate(&fast.context(&field), &field, &placed);
                    prop_assert!((found - expected).abs() < 1e-6, "{} {}", found, expected);
                }
            }
        }
    }

    #[test]
    fn the_best_of_a_row_is_the_best_of_its_drops(
        field in prop_oneof![any_field(1), played_field()], shapes in any_shapes(), bar in -2000i32..2000,
    ) {
        let skyline = Skyline::of(&field);
        for set in fast_sets() {
            let judge = StackEvaluator::<true>::new(&set).unwrap();
            let context = judge.context(&field);
            for shape in &shapes {
                if shape.width() > field.width() || field.max_height() + shape.height() > 64 {
                    continue;
                }
                let columns = field.width() + 1 - shape.width();
                let single = |x| judge.evaluate(&context, &field, &Placed::on_top(shape, x, skyline.rest(shape, x)));
                let singles: Vec<f64> = (0..columns).map(single).collect();
                let best = singles.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                for bar in [f64::NEG_INFINITY, bar.into(), best, best - 1.0] {
                    let mut row = [0.0; 16];
                    judge.evaluate_row(&context, &field, &skyline, shape, bar, &mut row);
                    for (x, &single) in singles.iter().enumerate() {
                        prop_assert!(row[x] == single || row[x] <= bar || row[x] < best, "{} {:?}", x, field);
                        prop_assert!(row[x] >= single, "a bound is never too low");
                    }
                    let most = row[..columns].iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    prop_assert!(most == best || best <= bar && most <= bar);
                }
            }
        }
    }

    #[test]
    fn both_engines_choose_as_the_plain_sum(field in played_field(), piece in 0usize..7) {
        for set in fast_sets() {
            let plain = LinearEvaluator::new(set.clone());
            let found = greedy(&SetEvaluator::new(set), &field, Piece::ALL[piece], Entry::Above);
            let expected = greedy(&plain, &field, Piece::ALL[piece], Entry::Above);
            let (found, expected) = (found.unwrap(), expected.unwrap());
            // Sums in another order may settle a tie differently, not a value.
            prop_assert!((found.value - expected.value).abs() < 1e-6);
        }
    }
}

#[test]
fn whole_games_are_those_of_the_plain_sum() {
    use grid_core::Budget;
    use stack_eval::play_greedily;
    use tetromino::{DropGame, DropRules, LineScore, Uniform};
    // Whole numbers, so that sums in any order are equal.
    let weights = [-4.0, 2.0, -2.0, -7.0, -3.0, -3.0, -1.0, -9.0, 1.0, -1e6];
    let features = [&Feature::DT[..], &[Feature::Overflow]].concat();
    let set = WeightSet::new(&features, &weights).unwrap();
    for game in 0..20 {
        let rules = DropRules::simplified(4 + game as usize % 13, 10).unwrap();
        let new = || DropGame::new(rules, Uniform::new(5, game), LineScore);
        let (mut one, mut two) = (new(), new());
        let budget = Budget::nodes(1500);
        let _ = play_greedily(&mut one, &SetEvaluator::new(set.clone()), &budget, |_, _| {});
        let _ = play_greedily(&mut two, &LinearEvaluator::new(set.clone()), &budget, |_, _| {});
        assert_eq!(one.stable_hash(), two.stable_hash(), "game {game}");
        assert!(one.pieces() > 10);
    }
}
