//! Attacks, garbage and whole games.

use grid_core::{Cell, Stream};
use tetromino::{
    ActivePiece, AttackTable, Fall, Field, Garbage, GarbageRules, Gravity, GuidelineEnd, GuidelineGame,
    GuidelineRules, IllegalMove, Input, Landing, LockDelay, MoveGenerator, MoveRules, Piece, Rotation,
    RotationSystem, Spin, Spins, Standing,
};

fn generator() -> MoveGenerator {
    MoveGenerator::new(MoveRules::default())
}

fn standing(rows: &[&str]) -> Standing {
    Standing::new(Field::from_rows(rows.iter().copied(), 40).expect("a field"))
}

#[test]
fn a_t_spin_double_found_and_counted() {
    let mut standing = standing(&["##........", "#...######", "##.#######"]);
    let landings = generator().landings(&standing.field, Piece::T);
    let slot = landings.iter().find(|landing| landing.spins.contains(Spins::FULL)).expect("the slot");
    let outcome = standing.lock(&slot, slot.spins.best(), &AttackTable::GUIDELINE);
    assert_eq!((outcome.lines, outcome.spin, outcome.attack), (2, Spin::Full, 4));
    assert_eq!((standing.combo, standing.chain, standing.field.len()), (1, 1, 2));
}

#[test]
fn attack_tables() {
    let guideline = AttackTable::GUIDELINE;
    let plain: Vec<u32> = (0..5).map(|lines| guideline.rows(lines, Spin::None, 0, 0, false)).collect();
    assert_eq!(plain, [0, 0, 1, 2, 4]);
    let full: Vec<u32> = (0..4).map(|lines| guideline.rows(lines, Spin::Full, 0, 0, false)).collect();
    assert_eq!(full, [0, 2, 4, 6]);
    let mini: Vec<u32> = (0..3).map(|lines| guideline.rows(lines, Spin::Mini, 0, 0, false)).collect();
    assert_eq!(mini, [0, 0, 1]);
    let combo: Vec<u32> = (0..14).map(|combo| guideline.rows(1, Spin::None, combo, 5, false)).collect();
    assert_eq!(combo, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5]);
    assert_eq!(guideline.rows(4, Spin::None, 0, 9, false), 5);
    assert_eq!(guideline.rows(0, Spin::Full, 3, 3, false), 0);
    let tetrio = AttackTable::TETRIO;
    assert_eq!(tetrio.rows(4, Spin::None, 4, 0, false), 8);
    assert_eq!(tetrio.rows(4, Spin::None, 0, 3, false), 6);
    assert_eq!(tetrio.rows(1, Spin::None, 6, 0, false), 2);
    assert_eq!(tetrio.rows(4, Spin::None, 0, 0, true), 14);
    assert_eq!(AttackTable::JSTRIS.rows(1, Spin::Mini, 0, 1, false), 2);
}

#[test]
fn plain_clears_end_back_to_back_and_gaps_end_combos() {
    let mut standing = standing(&["#########.", "#########.", "#########.", "#########.", "########.."]);
    let table = AttackTable::GUIDELINE;
    let i = Landing::new(Piece::I, Rotation::E, 9, 3);
    assert!(i.cells().iter().all(|cell| cell.x == 9));
    let four = standing.lock(&i, Spin::None, &table);
    assert_eq!((four.lines, four.attack, standing.chain), (4, 4, 1));
    let nothing = standing.lock(&Landing::new(Piece::O, Rotation::N, 0, 1), Spin::None, &table);
    assert_eq!((nothing.lines, standing.combo, standing.chain), (0, 0, 1));
    let mut plain = Standing { field: Field::from_rows(["########.."], 40).expect("a field"), ..standing };
    plain.lock(&Landing::new(Piece::O, Rotation::N, 8, 0), Spin::None, &table);
    assert_eq!((plain.combo, plain.chain), (1, 0));
}

#[test]
fn garbage_cancels_in_order_and_rises_to_the_cap() {
    let mut garbage = Garbage::new(3);
    [3, 0, 9].into_iter().for_each(|rows| garbage.receive(rows));
    assert_eq!((garbage.cancel(4), garbage.waiting()), (0, 8));
    let mut field = Field::new(10, 40).expect("a field");
    let rules = GarbageRules { cap: 5, ..GarbageRules::default() };
    assert!(!garbage.rise(&mut field, &rules));
    assert_eq!((garbage.waiting(), field.len(), field.max_height()), (3, 45, 5));
    // One attack, no mess: all holes in one column.
    assert_eq!(field.columns().iter().filter(|&&column| column == 0).count(), 1);
    assert_eq!((garbage.cancel(10), garbage.waiting()), (7, 0));
}

#[test]
fn messy_garbage_never_repeats_a_column() {
    let mut garbage = Garbage::new(4);
    garbage.receive(20);
    let mut field = Field::new(10, 40).expect("a field");
    garbage.rise(&mut field, &GarbageRules { cap: 20, messiness: 100, blocked_by_clears: true });
    for y in 1..20 {
        assert_ne!(field.row(y), field.row(y - 1));
        assert_eq!(field.row(y).count_ones(), 9);
    }
}

#[test]
fn many_attacks_are_all_kept() {
    let mut garbage = Garbage::new(5);
    (0..100).for_each(|_| garbage.receive(2));
    assert_eq!(garbage.waiting(), 200);
    assert_eq!((garbage.cancel(201), garbage.waiting()), (1, 0));
}

/// A game of random legal moves with garbage: invariants, and the same again.
#[test]
fn games_keep_their_invariants_and_replay() {
    let (generator, rules) = (generator(), GuidelineRules::default());
    for seed in 0..30 {
        let mut game = GuidelineGame::new(10, &rules, seed, 0).expect("a game");
        let mut again = game;
        let mut stream = Stream::new(seed, "moves", 0);
        let mut seen = Vec::new();
        let mut cells = 0;
        for _ in 0..200 {
            let moves: Vec<Landing> =
                game.landings(&generator, &rules).flat_map(|set| set.iter().collect::<Vec<_>>()).collect();
            if moves.is_empty() {
                break;
            }
            let pick = moves[stream.below(moves.len() as u32) as usize];
            let (piece, hold, other) = (game.piece(), game.hold(), game.held_instead(&rules));
            let turned = game.play(&generator, &rules, pick).expect("a legal move");
            assert_eq!(turned.held, pick.piece != piece);
            if turned.held {
                assert_eq!((other, game.hold()), (Some(pick.piece), Some(piece)));
            } else {
                assert_eq!(game.hold(), hold);
            }
            cells += 4;
            cells -= 10 * u64::from(turned.outcome.lines);
            cells += 9 * u64::from(turned.risen);
            if game.end() != Some(GuidelineEnd::Overflow) {
                assert_eq!(u64::from(game.field().len()), cells);
            }
            assert!(turned.sent <= turned.outcome.attack);
            let attack = stream.below(4);
            game.receive(attack);
            seen.push((pick, attack));
        }
        assert_eq!(game.end().is_some(), game.landings(&generator, &rules).next().is_none());
        for &(pick, attack) in &seen {
            again.play(&generator, &rules, pick).expect("legal again");
            again.receive(attack);
        }
        assert_eq!((again, again.stable_hash()), (game, game.stable_hash()));
    }
}

#[test]
fn bags_hold_every_piece_once_through_holds() {
    let (generator, rules) = (generator(), GuidelineRules { lock_out: false, ..GuidelineRules::default() });
    let mut game = GuidelineGame::new(10, &rules, 1, 2).expect("a game");
    let mut dealt = Vec::new();
    let first: Vec<Piece> = std::iter::once(game.piece()).chain(game.previews().iter().copied()).collect();
    let hold = game.held_instead(&rules).expect("a hold");
    let landing = generator.landings(game.field(), hold).iter().next().expect("room");
    game.play(&generator, &rules, landing).expect("legal");
    assert_eq!((game.hold(), game.piece()), (Some(first[0]), first[2]));
    dealt.extend(&first[..2]);
    while dealt.len() < 14 {
        dealt.push(game.piece());
        let landing = generator.landings(game.field(), game.piece()).iter().next().expect("room");
        if game.play(&generator, &rules, landing).is_err() || game.end().is_some() {
            break;
        }
    }
    let mut bag = dealt[..7].to_vec();
    bag.sort();
    assert_eq!(bag, Piece::ALL);
}

#[test]
fn refused_moves_change_nothing() {
    let (generator, rules) = (generator(), GuidelineRules { hold: false, ..GuidelineRules::default() });
    let mut game = GuidelineGame::new(10, &rules, 0, 0).expect("a game");
    let before = game;
    let other = Piece::ALL.into_iter().find(|&piece| piece != game.piece()).expect("six others");
    let not_at_hand = game.play(&generator, &rules, Landing::new(other, Rotation::N, 4, 0));
    assert_eq!(not_at_hand, Err(IllegalMove::NotAtHand(other)));
    let floating = Landing::new(game.piece(), Rotation::N, 4, 7);
    assert_eq!(game.play(&generator, &rules, floating), Err(IllegalMove::NotReached(floating)));
    assert_eq!(game, before);
}

#[test]
fn lock_delay_ends_after_fifteen_resets() {
    let field = Field::new(10, 40).expect("a field");
    let piece = ActivePiece { piece: Piece::T, rotation: Rotation::N, centre: Cell::new(4, 1) };
    let (delay, gravity) = (LockDelay::default(), Gravity::TWENTY);
    let mut fall = Fall::new(piece);
    let mut inputs = 0;
    for step in 0..1000 {
        if fall.frame(&field, gravity, delay) {
            break;
        }
        if step % 10 == 5 {
            let input = if inputs % 2 == 0 { Input::Left } else { Input::Right };
            inputs += u32::from(fall.input(&field, &RotationSystem::SRS, delay, input));
        }
    }
    assert!(fall.is_locked());
    assert_eq!(inputs, 16);
    assert!(!fall.input(&field, &RotationSystem::SRS, delay, Input::Left));
}

#[test]
fn levels_fall_faster_and_faster() {
    let speeds: Vec<Gravity> = (1..=20).map(Gravity::of_level).collect();
    assert!(speeds.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(speeds[0].frames_per_row(), 60);
    assert!(speeds[19] > Gravity::TWENTY);
}

#[test]
fn types_can_be_shared() {
    fn shared<T: Send + Sync + Unpin + Copy>() {}
    shared::<GuidelineGame>();
    shared::<GuidelineRules>();
    shared::<Standing>();
    shared::<Garbage>();
    shared::<Fall>();
}
