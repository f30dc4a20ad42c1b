//! The move generator against itself: every landing has a path that replays to
//! it, stricter drop models reach no more, and counts agree.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tetromino::{
    DropModel, Field, Landing, MoveGenerator, MoveRules, PathGoal, Piece, RotationSystem, Spawn, SpinRule,
};

fuzz_target!(|input: (u8, u8, u8, i8, i8, bool, [u64; 16])| {
    let (shape, system, width, x, y, retry, columns) = input;
    let width = 4 + usize::from(width % 13);
    let Ok(mut field) = Field::new(width, 64) else { return };
    for (x, column) in columns.iter().enumerate().take(width) {
        (0..64).filter(|y| column >> y & 1 != 0).for_each(|y| field.fill(x, y));
    }
    let piece = Piece::ALL[usize::from(shape % 7)];
    let (_, system) = RotationSystem::NAMED[usize::from(system % 7)];
    let spawn = Spawn { x: x.into(), y: y.into(), retry };
    let spins = [SpinRule::None, SpinRule::T, SpinRule::AllMini, SpinRule::All][usize::from(shape / 7 % 4)];
    let sets = DropModel::ALL.map(|drop| {
        let generator = MoveGenerator::new(MoveRules { system, drop, spawn, spins });
        let set = generator.landings(&field, piece);
        assert_eq!(set.len(), generator.count(&field, piece));
        for landing in set.iter().take(4) {
            for spin in landing.spins.iter() {
                let wanted = Landing { spins: spin, ..landing };
                let path = generator.path(&field, &wanted, PathGoal::Shortest).expect("it is reached");
                let end = generator.replay(&field, piece, &path).expect("it can be played");
                assert_eq!((end.cells(), end.spins), (wanted.cells(), spin));
            }
        }
        set
    });
    let [soft, sonic, hard, _] = &sets;
    for (small, large) in [(sonic, soft), (hard, sonic)] {
        assert!(small.iter().all(|landing| !large.spins_of(&landing).is_empty()));
    }
});
