//! The move generator against its slow twin and the case files.

mod brute;

use brute::{Brute, Found};
use grid_core::{Budget, Stream};
use serde_json::Value;
use tetromino::{
    DropModel, Field, Gravity, Input, Kicks, Landing, LandingSet, MoveGenerator, MoveRules, Pace, PathGoal,
    Piece, Rotation, RotationSystem, Spawn, SpinRule, Spins, Turn, perft,
};

fn data(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the case file is there");
    serde_json::from_str(&text).expect("the case file is JSON")
}

fn field_of(rows: &Value) -> Field {
    let rows = rows.as_array().expect("rows").iter().map(|row| row.as_str().expect("a row"));
    Field::from_rows(rows, 40).expect("a field")
}

fn piece_of(letter: &str) -> Piece {
    letter.parse().expect("a piece")
}

fn found(landings: &LandingSet) -> Found {
    let found: Found = landings
        .iter()
        .map(|landing| {
            let labels = [(Spins::NONE, 'n'), (Spins::MINI, 'm'), (Spins::FULL, 'f')];
            let labels = labels.into_iter().filter(|(spin, _)| landing.spins.contains(*spin));
            let cells = landing.cells().map(|cell| (cell.x, cell.y)).to_vec();
            (cells, labels.map(|(_, letter)| letter).collect())
        })
        .collect();
    assert_eq!(found.len(), landings.len() as usize, "some cells come twice");
    found
}

fn agree(rules: &MoveRules, field: &Field, piece: Piece) {
    let generator = MoveGenerator::new(*rules);
    let landings = generator.landings(field, piece);
    let expected = Brute::new(rules, field, piece).landings();
    assert_eq!(
        found(&landings),
        expected,
        "{piece} {:?} {:?} {:?} {:?}\n{field}",
        rules.drop,
        rules.spawn,
        rules.spins,
        RotationSystem::NAMED.iter().find(|(_, system)| *system == rules.system).map(|(name, _)| name)
    );
    assert_eq!(generator.count(field, piece) as usize, expected.len());
    assert_eq!(landings.is_empty(), expected.is_empty());
    for (spin, letter) in [(Spins::NONE, 'n'), (Spins::MINI, 'm'), (Spins::FULL, 'f')] {
        let labelled = expected.values().filter(|labels| labels.contains(&letter)).count();
        assert_eq!(landings.count_with(spin) as usize, labelled);
    }
    assert!(landings.iter().all(|landing| landings.contains(&landing)));
}

#[test]
fn counts_of_the_case_file() {
    let cases = data("placement_counts.json");
    let mut checked = 0;
    for board in cases["boards"].as_array().expect("boards") {
        let field = field_of(&board["rows_top_to_bottom"]);
        for (letter, counts) in board["pieces"].as_object().expect("pieces") {
            let piece = piece_of(letter);
            let srs = MoveRules::default();
            let once = Spawn { retry: false, ..Spawn::GUIDELINE };
            let variants = [
                ("full_softdrop", srs),
                ("full_softdrop_no_spawn_retry", MoveRules { spawn: once, ..srs }),
                ("sonic_drop_only", MoveRules { drop: DropModel::Sonic, ..srs }),
                ("hard_drop_only", MoveRules { drop: DropModel::Hard, ..srs }),
                ("gravity_20g", MoveRules { drop: DropModel::Gravity20, ..srs }),
                ("no_kicks", MoveRules { system: RotationSystem::NO_KICK, ..srs }),
                ("spawn_y21_no_retry", MoveRules { spawn: Spawn { y: 21, ..once }, ..srs }),
            ];
            for (name, rules) in variants {
                let count = MoveGenerator::new(rules).count(&field, piece);
                assert_eq!(
                    Some(u64::from(count)),
                    counts[name].as_u64(),
                    "{} {letter} {name}",
                    board["name"]
                );
                checked += 1;
            }
            if let Some(spins) = counts["tspin_softdrop"].as_object() {
                let landings = MoveGenerator::new(srs).landings(&field, piece);
                for (name, spin) in [("none", Spins::NONE), ("mini", Spins::MINI), ("full", Spins::FULL)] {
                    let count = u64::from(landings.count_with(spin));
                    assert_eq!(Some(count), spins[name].as_u64(), "{} {name}", board["name"]);
                }
            }
        }
    }
    assert_eq!(checked, 16 * 7 * 7);
}

#[test]
fn sets_of_the_case_file() {
    let counts = data("placement_counts.json");
    let boards = counts["boards"].as_array().expect("boards");
    let generator = MoveGenerator::new(MoveRules::default());
    for case in data("placement_sets.json").as_array().expect("cases") {
        let board =
            boards.iter().find(|board| board["name"] == case["board"]).expect("a board of the counts");
        let field = field_of(&board["rows_top_to_bottom"]);
        let piece = piece_of(case["piece"].as_str().expect("a letter"));
        let placements = case["placements"].as_array().expect("placements").iter();
        let expected: Found = placements
            .map(|placement| {
                let cells = placement["cells"].as_array().expect("cells").iter();
                let int = |value: &Value| value.as_i64().expect("an integer") as i32;
                let mut cells: Vec<_> = cells.map(|cell| (int(&cell[0]), int(&cell[1]))).collect();
                cells.sort();
                let spins = placement["spins"].as_array().expect("spins").iter();
                (
                    cells,
                    spins
                        .map(|spin| spin.as_str().expect("a label").chars().next().expect("a letter"))
                        .collect(),
                )
            })
            .collect();
        assert_eq!(found(&generator.landings(&field, piece)), expected, "{} {piece}", case["board"]);
    }
}

#[test]
fn perft_of_the_case_file() {
    for case in data("perft.json")["perft"].as_array().expect("cases") {
        let spawn = Spawn { x: 4, y: case["spawn_y"].as_i64().expect("a row") as i16, retry: false };
        let generator = MoveGenerator::new(MoveRules { spawn, ..MoveRules::default() });
        let queue = Piece::parse_list(case["queue"].as_str().expect("a queue")).expect("pieces");
        let field = Field::new(10, 40).expect("in range");
        let counts = perft(&generator, &field, &queue, &Budget::unlimited());
        assert_eq!(counts.nodes.last().copied(), case["nodes"].as_u64(), "{queue:?}");
    }
}

/// Random boards: noise with caves, stacks, ragged heaps and narrow shafts.
fn random_field(stream: &mut Stream, width: usize, height: usize) -> Field {
    let mut field = Field::new(width, 64).expect("in range");
    let density = 15 + stream.below(60);
    let kind = stream.below(4);
    for y in 0..height {
        let gap = stream.below(width as u32) as usize;
        for x in 0..width {
            let filled = match kind {
                // Noise.
                0 => stream.below(100) < density,
                // Full rows with gaps of one or two, in line more often than not.
                1 => x != (gap * (y % 3 / 2)) && x != width / 2 + y % 2,
                // Rows that are sparser the higher they are.
                2 => (stream.below(height as u32) as usize) >= y && stream.below(100) < 80,
                // Rows with some neighbours open.
                _ => x.abs_diff(gap) > 1 + stream.below(2) as usize,
            };
            if filled {
                field.fill(x, y);
            }
        }
    }
    field
}

fn random_spawn(stream: &mut Stream, width: usize, height: usize) -> Spawn {
    if stream.below(2) == 0 {
        return Spawn::GUIDELINE;
    }
    let x = stream.below(width as u32 + 2) as i16 - 1;
    Spawn { x, y: stream.below(height as u32 + 8) as i16 - 1, retry: stream.below(2) == 0 }
}

fn random_boards(purpose: &str, boards: u64, systems: &[RotationSystem]) {
    for index in 0..boards {
        let mut stream = Stream::new(6, purpose, index);
        let width = if stream.below(2) == 0 { 10 } else { 4 + stream.below(13) as usize };
        let height = match stream.below(8) {
            0 => stream.below(65) as usize,
            1..=3 => 14 + stream.below(10) as usize,
            _ => stream.below(14) as usize,
        };
        let field = random_field(&mut stream, width, height);
        let rules = MoveRules {
            system: systems[stream.below(systems.len() as u32) as usize],
            drop: DropModel::ALL[stream.below(4) as usize],
            spawn: random_spawn(&mut stream, width, height),
            spins: [SpinRule::T, SpinRule::T, SpinRule::All, SpinRule::AllMini, SpinRule::None]
                [stream.below(5) as usize],
        };
        agree(&rules, &field, Piece::ALL[stream.below(7) as usize]);
    }
}

#[test]
fn random_boards_agree_with_the_slow_twin() {
    let systems: Vec<_> = RotationSystem::NAMED.iter().map(|(_, system)| *system).collect();
    random_boards("movegen", 30_000, &systems);
}

#[test]
fn soft_srs_agrees_on_many_boards() {
    for index in 0..2_000 {
        let mut stream = Stream::new(7, "soft srs", index);
        let height = stream.below(20) as usize;
        let field = random_field(&mut stream, 10, height);
        for piece in Piece::ALL {
            agree(&MoveRules::default(), &field, piece);
        }
    }
}

#[test]
fn a_limited_pace_agrees_with_the_slow_twin() {
    for index in 0..1_500 {
        let mut stream = Stream::new(13, "pace", index);
        let width = if stream.below(3) > 0 { 10 } else { 4 + stream.below(13) as usize };
        let height = stream.below(14) as usize;
        let field = random_field(&mut stream, width, height);
        let rules = MoveRules {
            system: RotationSystem::NAMED[stream.below(6) as usize].1,
            drop: DropModel::ALL[stream.below(4) as usize],
            spawn: Spawn { x: width as i16 / 2 - 1, y: 10 + stream.below(10) as i16, retry: true },
            ..MoveRules::default()
        };
        let pace = Pace {
            gravity: Gravity::from_raw(
                [0, 9_000, 40_000, 1 << 16, 150_000, 20 << 16][stream.below(6) as usize],
            ),
            frames: 1 + stream.below(6) as u16,
            grounded: stream.below(4) as u16,
            inputs: stream.below(25) as u16,
        };
        let piece = Piece::ALL[stream.below(7) as usize];
        let landings = MoveGenerator::new(rules).landings_at(&field, piece, pace);
        let mut expected = Brute::new(&rules, &field, piece).landings_at(pace);
        if pace.inputs == 0 {
            // A player who does nothing still drops the piece.
            let one = Pace { inputs: 1, gravity: Gravity::from_raw(0), grounded: 0, ..pace };
            let hard = MoveRules { drop: DropModel::Hard, system: RotationSystem::NO_KICK, ..rules };
            expected = Brute::new(&hard, &field, piece).landings_at(one);
            assert!(found(&landings).keys().all(|cells| expected.contains(cells)) && landings.len() <= 1);
            continue;
        }
        assert!(found(&landings).into_keys().eq(expected), "{piece} {pace:?} {:?}\n{field}", rules.drop);
    }
}

#[test]
fn the_ends_of_a_pace_are_the_drop_models() {
    let (soft, heavy) =
        (MoveRules::default(), MoveRules { drop: DropModel::Gravity20, ..MoveRules::default() });
    let patient = Pace { gravity: Gravity::from_raw(0), frames: 1, grounded: 300, inputs: 300 };
    let falling = Pace { gravity: Gravity::from_raw(72 << 16), grounded: 60, inputs: 60, ..patient };
    for index in 0..40 {
        let mut stream = Stream::new(14, "pace ends", index);
        let height = stream.below(10) as usize;
        let field = random_field(&mut stream, 10, height);
        let piece = Piece::ALL[index as usize % 7];
        let keys = |landings: &LandingSet| found(landings).into_keys().collect::<Vec<_>>();
        let (slow, fast) = (MoveGenerator::new(soft), MoveGenerator::new(heavy));
        let patience = Pace { grounded: 40, inputs: 120, ..patient };
        assert_eq!(keys(&slow.landings_at(&field, piece, patience)), keys(&slow.landings(&field, piece)));
        assert_eq!(keys(&fast.landings_at(&field, piece, falling)), keys(&fast.landings(&field, piece)));
    }
}

/// Systems of one's own: a turn that climbs, a turn that is missing, an O that
/// kicks, far kicks.
#[test]
fn systems_of_ones_own_agree() {
    let kicks = |offsets: &[(i8, i8)]| Kicks::new(offsets).expect("few");
    let mut far = RotationSystem::NO_KICK;
    let mut crippled = RotationSystem::SRS;
    let mut kicking_o = RotationSystem::SRS;
    for from in Rotation::ALL {
        far = far.with_kicks(Piece::T, from, Turn::Clockwise, kicks(&[(0, 0), (3, -4), (-2, 5), (0, -6)]));
        far = far.with_kicks(Piece::I, from, Turn::Half, kicks(&[(0, 0), (0, -7), (1, 2), (-9, 0)]));
        crippled = crippled.with_kicks(Piece::T, from, Turn::CounterClockwise, Kicks::NONE);
        crippled = crippled.with_kicks(Piece::S, from, Turn::Clockwise, Kicks::NONE);
        crippled = crippled.with_kicks(Piece::S, from, Turn::CounterClockwise, Kicks::NONE);
        kicking_o = kicking_o.with_kicks(Piece::O, from, Turn::Clockwise, kicks(&[(1, -1), (0, -1), (0, 0)]));
    }
    let mut lowering = RotationSystem::SRS;
    lowering = lowering.with_kicks(Piece::J, Rotation::N, Turn::Clockwise, kicks(&[(0, -1), (1, 0)]));
    random_boards("own systems", 6_000, &[far, crippled, kicking_o, lowering]);
}

/// Every rule set and drop model on the same boards, each against the slow twin.
#[test]
fn every_rule_set_and_drop_model_agrees() {
    for index in 0..400 {
        let mut stream = Stream::new(12, "all rules", index);
        let height = 2 + stream.below(18) as usize;
        let field = random_field(&mut stream, 10, height);
        let piece = Piece::ALL[index as usize % 7];
        for (_, system) in RotationSystem::NAMED {
            for drop in DropModel::ALL {
                agree(&MoveRules { system, drop, ..MoveRules::default() }, &field, piece);
            }
        }
    }
}

#[test]
fn mirrored_boards_have_mirrored_landings() {
    // The half turns of NullpoMino and TETR.IO are not symmetric, nor are the kicks
    // of I in SRS.
    let symmetric = [
        RotationSystem::SRS,
        RotationSystem::SRS_PLUS,
        RotationSystem::NO_KICK,
        RotationSystem::JSTRIS180,
        RotationSystem::HARD_DROP,
    ];
    for index in 0..2_000 {
        let mut stream = Stream::new(8, "mirror", index);
        let field = random_field(&mut stream, 10, 1 + index as usize % 16);
        let system = symmetric[stream.below(5) as usize];
        let drop = DropModel::ALL[stream.below(4) as usize];
        // Under 20G it matters that three columns have no place in the middle of ten.
        let drop = if drop == DropModel::Gravity20 { DropModel::Soft } else { drop };
        let generator = MoveGenerator::new(MoveRules { system, drop, ..MoveRules::default() });
        let srs_kicks = system.kicks(Piece::I, Rotation::N, Turn::Clockwise)
            == RotationSystem::SRS.kicks(Piece::I, Rotation::N, Turn::Clockwise);
        for piece in Piece::ALL {
            if piece == Piece::I && srs_kicks {
                continue;
            }
            let mut image: Vec<_> = generator
                .landings(&field.mirrored(), piece.mirrored())
                .iter()
                .map(|landing| (landing.mirrored(10).cells().map(|cell| (cell.x, cell.y)), landing.spins))
                .collect();
            let landings = generator.landings(&field, piece);
            let mut own: Vec<_> = landings
                .iter()
                .map(|landing| (landing.cells().map(|cell| (cell.x, cell.y)), landing.spins))
                .collect();
            image.sort();
            own.sort();
            assert_eq!(own, image, "{piece}\n{field}");
        }
    }
}

#[test]
fn fewer_inputs_reach_fewer_landings() {
    let with = |system, drop| MoveGenerator::new(MoveRules { system, drop, ..MoveRules::default() });
    let part = |small: &LandingSet, large: &LandingSet| {
        small.iter().all(|landing| !large.spins_of(&landing).is_empty())
    };
    let by_drop = RotationSystem::NAMED.map(|(_, system)| {
        [DropModel::Hard, DropModel::Sonic, DropModel::Soft].map(|drop| with(system, drop))
    });
    let soft = with(RotationSystem::SRS, DropModel::Soft);
    let plain = with(RotationSystem::NO_KICK, DropModel::Soft);
    let half = with(RotationSystem::JSTRIS180, DropModel::Soft);
    for index in 0..3_000 {
        let mut stream = Stream::new(9, "subsets", index);
        let field = random_field(&mut stream, 10, index as usize % 20);
        for piece in Piece::ALL {
            for [hard, sonic, soft] in &by_drop {
                let sonics = sonic.landings(&field, piece);
                assert!(part(&hard.landings(&field, piece), &sonics), "{piece}\n{field}");
                assert!(part(&sonics, &soft.landings(&field, piece)), "{piece}\n{field}");
            }
            let all = soft.landings(&field, piece);
            assert!(part(&plain.landings(&field, piece), &all), "{piece}\n{field}");
            assert!(part(&all, &half.landings(&field, piece)), "{piece}\n{field}");
        }
    }
}

#[test]
fn perft_agrees_with_playing_on_fields() {
    for (index, system) in
        [RotationSystem::SRS, RotationSystem::TETRIO180, RotationSystem::HARD_DROP].iter().enumerate()
    {
        for width in [4, 7, 10, 13, 16] {
            let mut stream = Stream::new(10, "perft", (index * 100 + width) as u64);
            let mut field = random_field(&mut stream, width, 6);
            // A well that pieces fill, so that rows are cleared.
            (0..4).for_each(|y| (0..width - 2).for_each(|x| field.fill(x, y)));
            let rules = MoveRules { system: *system, ..MoveRules::default() };
            let generator = MoveGenerator::new(rules);
            let queue = [Piece::O, Piece::I, Piece::T];
            let mut nodes = [0; 3];
            play(&rules, &field, &queue, &mut nodes);
            assert_eq!(perft(&generator, &field, &queue, &Budget::unlimited()).nodes, nodes, "{width}");
        }
    }
}

fn play(rules: &MoveRules, field: &Field, queue: &[Piece], nodes: &mut [u64]) {
    let Some((&piece, rest)) = queue.split_first() else {
        return;
    };
    for cells in Brute::new(rules, field, piece).landings().keys() {
        nodes[0] += 1;
        let mut after = *field;
        cells.iter().for_each(|&(x, y)| after.fill(x as usize, y as usize));
        after.clear_full_rows();
        play(rules, &after, rest, &mut nodes[1..]);
    }
}

#[test]
fn a_spent_budget_says_so() {
    let generator = MoveGenerator::new(MoveRules::default());
    let field = Field::new(10, 40).expect("in range");
    let queue = [Piece::T; 3];
    let cut = perft(&generator, &field, &queue, &Budget::nodes(100));
    assert!(!cut.complete && cut.nodes.iter().sum::<u64>() <= 100);
    assert!(perft(&generator, &field, &queue, &Budget::nodes(100_000)).complete);
}

#[test]
fn public_types_can_be_shared() {
    fn shared<T: Send + Sync + Unpin>() {}
    shared::<MoveGenerator>();
    shared::<LandingSet>();
    shared::<MoveRules>();
    shared::<tetromino::Perft>();
}

#[test]
fn paths_replay_to_their_landings() {
    for index in 0..500 {
        let mut stream = Stream::new(11, "paths", index);
        let height = stream.below(18) as usize;
        let field = random_field(&mut stream, 10, height);
        let (_, system) = RotationSystem::NAMED[stream.below(7) as usize];
        let drop = DropModel::ALL[stream.below(4) as usize];
        let spins = [SpinRule::T, SpinRule::All][stream.below(2) as usize];
        let generator = MoveGenerator::new(MoveRules { system, drop, spins, ..MoveRules::default() });
        let piece = Piece::ALL[stream.below(7) as usize];
        for landing in generator.landings(&field, piece).iter() {
            for spin in landing.spins.iter() {
                let wanted = Landing { spins: spin, ..landing };
                let path = generator.path(&field, &wanted, PathGoal::Shortest).expect("it is reached");
                let end = generator.replay(&field, piece, &path).expect("the path can be played");
                assert_eq!((end.cells(), end.spins), (wanted.cells(), spin), "{path:?}\n{field}");
                let calm = generator.path(&field, &wanted, PathGoal::FewestSoftDrops).expect("it is reached");
                let drops = |path: &[Input]| path.iter().filter(|&&input| input == Input::SoftDrop).count();
                assert!(drops(&calm) <= drops(&path) && path.len() <= calm.len());
                assert!(
                    generator.finesse(&field, piece, &path).is_some_and(|keys| keys as usize <= path.len())
                );
            }
        }
        let unreached = Landing::new(piece, Rotation::N, 4, 63);
        assert_eq!(generator.path(&field, &unreached, PathGoal::Shortest), None);
    }
}
