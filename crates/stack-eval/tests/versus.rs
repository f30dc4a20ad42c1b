//! The versus judge against a slow twin, and what a beam promises.

use grid_core::{Budget, CancelFlag, Stream};
use stack_eval::{
    Beam, BeamSettings, Duel, StandingEvaluator, VersusEvaluator, VersusFeatures, VersusPosition,
    play_versus_alone, play_versus_alone_with, versus_move,
};
use tetromino::{AttackTable, Field, GuidelineRules, Landing, MoveGenerator, MoveRules, Piece, Standing};

fn generator() -> MoveGenerator {
    MoveGenerator::new(MoveRules::default())
}

fn random_field(stream: &mut Stream, width: usize) -> Field {
    let mut field = Field::new(width, 40).expect("a field");
    let height = stream.below(20) as usize;
    let density = 40 + stream.below(60);
    for y in 0..height {
        for x in 0..width {
            if stream.below(100) < density {
                field.fill(x, y);
            }
        }
    }
    field
}

/// Cell by cell, straight from the definitions.
fn slow(field: &Field) -> VersusFeatures {
    let width = field.width();
    let at = |x: usize, y: i32| y >= 0 && field.contains(x, y as usize);
    let height = |x: usize| (0..64).rev().find(|&y| at(x, y)).map_or(0, |y| y + 1);
    let heights: Vec<i32> = (0..width).map(height).collect();
    let top = *heights.iter().max().expect("columns");
    let well = (0..width).min_by_key(|&x| heights[x]).expect("columns");
    let is_hole = |x: usize, y: i32| y < heights[x] && !at(x, y);
    let mut features = VersusFeatures {
        height: top,
        total_height: heights.iter().sum(),
        well: well as i32,
        ..VersusFeatures::default()
    };
    let rest: Vec<i32> = (0..width).filter(|&x| x != well).map(|x| heights[x]).collect();
    for pair in rest.windows(2) {
        let step = (pair[0] - pair[1]).abs();
        features.bumpiness += step;
        features.bumpiness_squared += step.min(10) * step.min(10);
    }
    let (mut dark, mut light) = (0, 0);
    for y in 0..64 {
        features.hole_rows += i32::from((0..width).any(|x| is_hole(x, y)));
        if y < top {
            let filled = |x: i32| x < 0 || x >= width as i32 || at(x as usize, y);
            features.row_transitions +=
                (0..=width as i32).filter(|&x| filled(x - 1) != filled(x)).count() as i32;
        }
        for x in 0..width {
            features.holes += i32::from(is_hole(x, y));
            if at(x, y) {
                if (x as i32 + y) % 2 == 0 { dark += 1 } else { light += 1 }
            }
        }
    }
    features.parity = i32::abs(dark - light);
    for (x, &height) in heights.iter().enumerate() {
        if let Some(hole) = (0..height).rev().find(|&y| is_hole(x, y)) {
            features.cover += (height - 1 - hole).min(6);
        }
    }
    let full_but_well = |y: i32| (0..width).all(|x| at(x, y) != (x == well));
    features.well_depth = (heights[well]..64).take_while(|&y| full_but_well(y)).count() as i32;
    for x in 1..width - 1 {
        let y = heights[x] + 1;
        let carried = [x - 1, x + 1].iter().all(|&side| at(side, y - 1) && !at(side, y));
        let over = [at(x - 1, y + 1), at(x + 1, y + 1)];
        if !carried || over[0] == over[1] || y >= 62 {
            continue;
        }
        let (open, closed) = if over[0] { (x + 1, x - 1) } else { (x - 1, x + 1) };
        if heights[open] != y || heights[closed] > y + 3 {
            continue;
        }
        let full = |y: i32| (0..width).filter(|other| other.abs_diff(x) > 1).all(|x| at(x, y));
        features.slots[usize::from(full(y)) + usize::from(full(y - 1))] += 1;
    }
    features
}

#[test]
fn features_agree_with_the_slow_twin() {
    for index in 0..5_000 {
        let mut stream = Stream::new(1, "versus features", index);
        let width = 4 + stream.below(13) as usize;
        let field = random_field(&mut stream, width);
        assert_eq!(VersusFeatures::of(&field), slow(&field), "\n{field}");
    }
}

/// The best sum of rewards and value over all lines, by plain recursion.
fn best_line(
    judge: &VersusEvaluator,
    standing: Standing,
    reward: i32,
    queue: &[Piece],
    hold: Option<Piece>,
    depth: u32,
) -> i32 {
    if depth == 0 {
        return reward + judge.value(&standing, 0);
    }
    let mut moves = vec![(queue[0], hold, &queue[1..])];
    match hold {
        Some(held) => moves.push((held, Some(queue[0]), &queue[1..])),
        None if queue.len() > 1 => moves.push((queue[1], Some(queue[0]), &queue[2..])),
        None => {}
    }
    let mut best = i32::MIN;
    for (piece, hold, rest) in moves {
        for landing in generator().landings(&standing.field, piece).iter() {
            let mut after = standing;
            let outcome = after.lock(&landing, landing.spins.best(), &AttackTable::GUIDELINE);
            let earned = reward + judge.reward(piece, &outcome, &after);
            best = best.max(best_line(judge, after, earned, rest, hold, depth - 1));
        }
    }
    best
}

#[test]
fn two_plies_are_exhaustive() {
    let (generator, judge) = (generator(), VersusEvaluator::default());
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::TWO_PLY);
    for (index, queue) in ["TIO", "SZL", "JTT", "OSI"].iter().enumerate() {
        let mut stream = Stream::new(2, "two plies", index as u64);
        let mut field = Field::new(10, 40).expect("a field");
        (0..6).for_each(|x| (0..1 + stream.below(4) as usize).for_each(|y| field.fill(x, y)));
        let queue = Piece::parse_list(queue).expect("pieces");
        let hold = [None, Some(Piece::L)][index % 2];
        let standing = Standing::new(field);
        let position = VersusPosition { hold, ..VersusPosition::new(standing, &queue) };
        let advised = beam.search(&position, &Budget::unlimited());
        assert_eq!(advised.choices[0].value, best_line(&judge, standing, 0, &queue, hold, 2), "{queue:?}");
        assert_eq!(advised.depth, 2);
    }
}

#[test]
fn a_budget_is_kept_and_gives_the_same_answer() {
    let (generator, judge) = (generator(), VersusEvaluator::default());
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default());
    let queue = Piece::parse_list("TIOLJS").expect("pieces");
    let standing = Standing::new(Field::from_rows(["#...######", "##.#######"], 40).expect("a field"));
    let position = VersusPosition::new(standing, &queue);
    for nodes in [1, 10, 100, 1_000, 10_000] {
        let budget = Budget::nodes(nodes);
        let advised = beam.search(&position, &budget);
        assert!(advised.nodes <= nodes && !advised.choices.is_empty(), "{nodes}");
        assert_eq!(advised, beam.search(&position, &budget));
        for choice in &advised.choices {
            assert!(generator.landings(&standing.field, choice.landing.piece).contains(&choice.landing));
        }
    }
    let cancel = CancelFlag::new();
    cancel.cancel();
    assert!(!beam.search(&position, &Budget::unlimited().with_cancel(cancel)).choices.is_empty());
}

/// Steps of any size come to the answer of one long run.
#[test]
fn a_beam_goes_on_where_it_stopped() {
    let (generator, judge) = (generator(), VersusEvaluator::default());
    let settings = BeamSettings { speculate: 5, ..BeamSettings::default() };
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, settings);
    let queue = Piece::parse_list("TIOLJS").expect("pieces");
    let mut stream = Stream::new(9, "beam steps", 0);
    for nodes in [1, 60, 500, 5_000, 30_000] {
        let field = random_field(&mut stream, 10);
        let position = VersusPosition::new(Standing::new(field), &queue);
        let whole = beam.search(&position, &Budget::nodes(nodes));
        for step in [1, 7, 100, 2_000] {
            let mut search = beam.begin(&position, nodes);
            let mut steps = 0;
            while !search.step(step) {
                steps += 1;
                assert!(search.best().nodes <= nodes);
            }
            assert!(search.is_done() && (nodes < 500 || step > 100 || steps > 1));
            assert_eq!(search.best(), whole, "{nodes} nodes in steps of {step}");
        }
    }
}

#[test]
fn advice_comes_first_if_it_is_legal() {
    let (generator, judge) = (generator(), VersusEvaluator::default());
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::GREEDY);
    let queue = [Piece::T, Piece::O];
    let position = VersusPosition::new(Standing::new(Field::new(10, 40).expect("a field")), &queue);
    let budget = Budget::unlimited();
    let plain = beam.search(&position, &budget);
    let last = plain.choices.last().expect("moves").landing;
    let advised = beam.search_with(&position, &budget, &mut |_: &VersusPosition<'_>| Some(last));
    assert_eq!((advised.choices[0].landing, advised.choices[1]), (last, plain.choices[0]));
    let floating = Landing { y: 9, ..last };
    assert_eq!(beam.search_with(&position, &budget, &mut |_: &VersusPosition<'_>| Some(floating)), plain);
}

#[test]
fn speculation_looks_at_every_piece_that_can_come() {
    let (generator, judge) = (generator(), VersusEvaluator::default());
    let settings = BeamSettings { speculate: 8, ..BeamSettings::GREEDY };
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, settings);
    let standing = Standing::new(Field::from_rows(["#########."; 4], 40).expect("a field"));
    let queue = [Piece::O];
    let any = VersusPosition { can_hold: false, ..VersusPosition::new(standing, &queue) };
    let only_i = VersusPosition { unseen: 1 << Piece::I as u8, ..any };
    let value = |position: &VersusPosition<'_>| beam.search(position, &Budget::unlimited()).choices[0].value;
    assert!(value(&only_i) > value(&any));
}

#[test]
fn a_cancelled_game_ends_between_two_pieces() {
    let (generator, rules, judge) = (generator(), GuidelineRules::default(), VersusEvaluator::default());
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::GREEDY);
    let flag = CancelFlag::new();
    let budget = Budget::unlimited().with_cancel(flag.clone());
    let mut asked = 0;
    let mut adviser = |_: &VersusPosition<'_>| -> Option<Landing> {
        asked += 1;
        if asked == 5 {
            flag.cancel();
        }
        None
    };
    let game = play_versus_alone_with(&generator, &rules, &beam, 0, 0, 20, &budget, &mut adviser);
    let game = game.expect("a game");
    assert_eq!((game.pieces, game.over), (5, false));
}

#[test]
fn more_plies_send_more() {
    let (generator, rules, judge) = (generator(), GuidelineRules::default(), VersusEvaluator::default());
    let play = |settings, nodes| {
        let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, settings);
        let budget = Budget::nodes(nodes);
        let results = (0..3).map(|seed| {
            play_versus_alone(&generator, &rules, &beam, seed, 0, 60, &budget).expect("a game").attack
        });
        results.sum::<u64>()
    };
    assert!(play(BeamSettings::default(), 4_000) > play(BeamSettings::GREEDY, 4_000));
}

#[test]
fn attacks_arrive_at_the_other() {
    let (generator, rules, judge) = (generator(), GuidelineRules::default(), VersusEvaluator::default());
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::GREEDY);
    let mut duel = Duel::new(&rules, 3, 0).expect("a match");
    for _ in 0..40 {
        for player in 0..2 {
            let moved = versus_move(duel.game_mut(player), &generator, &rules, &beam, &Budget::unlimited());
            let Some((_, played, _)) = moved else { return };
            let waiting = duel.games()[1 - player].garbage().waiting();
            duel.deliver(1 - player, played.sent);
            assert_eq!(duel.games()[1 - player].garbage().waiting(), waiting + played.sent);
        }
    }
}

#[test]
fn types_can_be_shared() {
    fn shared<T: Send + Sync + Unpin>() {}
    shared::<Beam<'_, VersusEvaluator>>();
    shared::<stack_eval::Advised>();
    shared::<Duel>();
    shared::<VersusFeatures>();
}
