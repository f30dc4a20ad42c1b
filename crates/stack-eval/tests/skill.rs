//! Players of every skill: legal, repeatable, weaker below and the same at best.

use grid_core::{Budget, Skill, Stream};
use proptest::prelude::*;
use stack_eval::{
    Alarmed, Beam, BeamSettings, DropPlayer, DropPosition, FourEvaluator, GreedyPlayer, LinePlayer,
    LineSearch, LineSettings, Marathon, MarathonRun, PieceSource, Rescue, SetEvaluator, SurvivalPlayer,
    Unseen, VersusEvaluator, VersusPosition, play_versus_alone, versus_position,
};
use tetromino::{
    AttackTable, DropRules, Field, GuidelineGame, GuidelineRules, MoveGenerator, MoveRules, Piece, Standing,
    drop_landings,
};

/// A field of some height with holes, and six pieces.
fn position(seed: u64, height: u32) -> (Field, Vec<Piece>) {
    let mut draws = Stream::new(seed, "skill position", 0);
    let mut field = Field::new(10, 20).unwrap();
    for y in 0..height as usize {
        let hole = draws.below(10) as usize;
        (0..10).filter(|&x| x != hole && draws.below(4) > 0).for_each(|x| field.fill(x, y));
    }
    let queue = (0..6).map(|_| Piece::ALL[draws.below(7) as usize]).collect();
    (field, queue)
}

fn player(settings: LineSettings) -> LinePlayer<FourEvaluator> {
    LinePlayer::new(FourEvaluator::default(), settings)
}

const SETTINGS: [LineSettings; 5] = [
    LineSettings::GREEDY,
    LineSettings { width: 6, ..LineSettings::TWO_PLY },
    LineSettings { width: 4, depth: 4, unseen: Unseen::Ignore },
    LineSettings::EXPECTIMAX,
    LineSettings::WORST,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn drops_are_legal_and_repeatable_at_each_level(seed in 0u64..1000, height in 0u32..20, hold in any::<bool>()) {
        let (field, queue) = position(seed, height);
        let held = hold.then_some(Piece::ALL[seed as usize % 7]);
        let position = DropPosition { can_hold: hold, hold: held, ..DropPosition::new(field, &queue) };
        for settings in SETTINGS {
            for skill in Skill::all() {
                let player = player(settings).with_skill(skill, seed);
                let choice = player.choose(&mut (), &position);
                prop_assert_eq!(choice, player.choose(&mut (), &position));
                let mut hands: Vec<Piece> = vec![queue[0]];
                hands.extend(held);
                let legal = |piece: Piece| drop_landings(&field, piece, position.entry);
                match choice {
                    Some(landing) => {
                        prop_assert!(hands.contains(&landing.piece));
                        prop_assert!(legal(landing.piece).any(|one| one.cells() == landing.cells()));
                    }
                    None => prop_assert!(hands.iter().all(|&piece| legal(piece).next().is_none())),
                }
            }
        }
    }

    #[test]
    fn guideline_moves_are_legal_at_each_level(seed in 0u64..1000, level in 1u8..=10) {
        let (generator, rules) = (MoveGenerator::new(MoveRules::default()), GuidelineRules::default());
        let judge = VersusEvaluator::default();
        let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default())
            .with_skill(Skill::new(level).unwrap(), seed);
        let mut game = GuidelineGame::new(10, &rules, seed, 0).unwrap();
        for _ in 0..12 {
            let mut queue = [game.piece(); 6];
            let choices = beam.search(&versus_position(&game, &rules, &mut queue), &Budget::nodes(500)).choices;
            let Some(best) = choices.first() else { break };
            prop_assert!(game.play(&generator, &rules, best.landing).is_ok());
        }
    }
}

#[test]
fn the_best_is_the_player_without_a_skill() {
    let (generator, judge) = (MoveGenerator::new(MoveRules::default()), VersusEvaluator::default());
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default());
    for seed in 0..60 {
        let (field, queue) = position(seed, (seed % 18) as u32);
        let position = DropPosition::new(field, &queue);
        for settings in SETTINGS {
            assert_eq!(settings.with_skill(Skill::BEST, 6), settings);
            let best = player(settings).with_skill(Skill::BEST, seed).choose(&mut (), &position);
            assert_eq!(best, player(settings).choose(&mut (), &position));
            let drops = FourEvaluator::default();
            let mut search = LineSearch::new(&drops, &position, settings);
            while !search.step(1000) {}
            assert_eq!(search.choices_with_skill(Skill::BEST, seed), search.choices());
        }
        let greedy = player(LineSettings::GREEDY).with_skill(Skill::BEST, 1).choose(&mut (), &position);
        assert_eq!(greedy, GreedyPlayer(FourEvaluator::default()).choose(&mut (), &position));
        let survivor = SurvivalPlayer::with_judge(SetEvaluator::default());
        let best = survivor.clone().with_skill(Skill::BEST, seed).choose(&mut Alarmed(true), &position);
        assert_eq!(best, survivor.choose(&mut Alarmed(true), &position));
        let versus = VersusPosition::new(Standing::new(field.with_height(40).unwrap()), &queue);
        let skilled = beam.clone().with_skill(Skill::BEST, seed);
        let nodes = Budget::nodes(3000);
        assert_eq!(skilled.search(&versus, &nodes), beam.search(&versus, &nodes));
    }
}

/// However a search is cut into steps, the player takes the same move.
#[test]
fn steps_do_not_matter_to_a_weak_player() {
    let (generator, judge) = (MoveGenerator::new(MoveRules::default()), VersusEvaluator::default());
    for seed in 0..20 {
        let (field, queue) = position(seed, 6);
        let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default())
            .with_skill(Skill::MEDIUM, seed);
        let versus = VersusPosition::new(Standing::new(field.with_height(40).unwrap()), &queue);
        let mut search = beam.begin(&versus, 8000);
        while !search.step(1 + seed * 7) {}
        assert_eq!(search.best(), beam.search(&versus, &Budget::nodes(8000)));
    }
}

#[test]
fn survivors_play_legally_and_again_the_same() {
    let survivor = SurvivalPlayer::with_judge(SetEvaluator::default());
    for seed in 0..60 {
        let (field, queue) = position(seed, (seed % 18) as u32);
        let position = DropPosition::new(field, &queue);
        for skill in Skill::all() {
            let survivor = survivor.clone().with_skill(skill, seed);
            let (mut one, mut two) = (Alarmed(false), Alarmed(false));
            let landing = survivor.choose(&mut one, &position);
            assert_eq!(landing, survivor.choose(&mut two, &position));
            assert_eq!(one, two);
            let mut landings = drop_landings(&field, queue[0], position.entry);
            assert!(landing.is_none_or(|landing| landings.any(|one| one == landing)));
        }
    }
}

#[test]
fn lines_and_attack_grow_with_the_level() {
    let levels = [Skill::BEGINNER, Skill::EASY, Skill::MEDIUM, Skill::HARD, Skill::BEST];
    let survivor = SurvivalPlayer::with_judge(SetEvaluator::default());
    let rescued = [Skill::BEGINNER, Skill::MEDIUM, Skill::BEST].map(|skill| {
        let player = survivor.clone().with_skill(skill, 0);
        (0..30).filter(|&number| Rescue::default().play(&player, 0, number).rescued).count()
    });
    assert!(rescued.is_sorted() && rescued[0] + 5 < rescued[2], "{rescued:?}");

    let marathon = Marathon::new(DropRules::article(10, 20).unwrap(), PieceSource::Uniform, 3);
    let lines = levels.map(|skill| {
        let mut run = MarathonRun::new(marathon, 16, 400).unwrap();
        while !run.step(&player(LineSettings::GREEDY).with_skill(skill, 0), 1000) {}
        run.results().values().map(|game| game.lines).sum::<u64>()
    });
    // The cap of the pieces holds the best ones back.
    assert!(lines[..4].windows(2).all(|pair| pair[0] * 3 < pair[1] * 2) && lines[3] <= lines[4], "{lines:?}");

    let (generator, judge) = (MoveGenerator::new(MoveRules::default()), VersusEvaluator::default());
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default());
    let attack = [Skill::EASY, Skill::MEDIUM, Skill::HARD, Skill::BEST].map(|skill| {
        let beam = beam.clone().with_skill(skill, 0);
        let game = |number| {
            let (rules, nodes) = (GuidelineRules::default(), Budget::nodes(4000));
            play_versus_alone(&generator, &rules, &beam, 1, number, 60, &nodes).unwrap().attack
        };
        (0..4).map(game).sum::<u64>()
    });
    assert!(attack.windows(2).all(|pair| pair[0] < pair[1]), "{attack:?}");
}

/// What a level does in a position never changes.
#[test]
fn golden_moves() {
    let moves: Vec<String> = [(1, 7), (1, 8), (2, 9), (3, 10), (5, 11), (8, 12)]
        .into_iter()
        .map(|(level, seed)| {
            let (field, queue) = position(seed, 5);
            let player = player(LineSettings::TWO_PLY).with_skill(Skill::new(level).unwrap(), 42);
            let landing = player.choose(&mut (), &DropPosition::new(field, &queue)).unwrap();
            format!("{}{} {} {}", landing.piece, landing.rotation, landing.x, landing.y)
        })
        .collect();
    assert_eq!(moves, ["ZE 8 6", "SE 1 5", "TS 4 5", "IE 1 4", "ZE 5 5", "ON 8 5"]);
}
