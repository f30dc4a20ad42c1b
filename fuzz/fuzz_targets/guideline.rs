//! Random moves and attacks keep the books of a guideline game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tetromino::{
    GarbageRules, GuidelineEnd, GuidelineGame, GuidelineRules, Landing, MoveGenerator, MoveRules, Piece,
    Rotation,
};

fuzz_target!(|input: (u64, u8, u8, Vec<(u8, u8, i8, i8, bool)>)| {
    let (seed, cap, messiness, moves) = input;
    let garbage =
        GarbageRules { cap: cap % 41, messiness: messiness % 101, blocked_by_clears: seed % 2 == 0 };
    let rules = GuidelineRules { garbage, ..GuidelineRules::default() };
    let generator = MoveGenerator::new(MoveRules::default());
    let Ok(mut game) = GuidelineGame::new(10, &rules, seed, 0) else { return };
    for (shape, attack, x, y, legal) in moves.into_iter().take(200) {
        let landing = if legal {
            let landings = game.landings(&generator, &rules).flat_map(|set| set.iter().collect::<Vec<_>>());
            let landings: Vec<Landing> = landings.collect();
            let Some(&landing) = landings.get(usize::from(shape) % landings.len().max(1)) else { return };
            landing
        } else {
            Landing::new(Piece::ALL[usize::from(shape % 7)], Rotation::ALL[usize::from(shape / 7 % 4)], x, y)
        };
        let before = game;
        match game.play(&generator, &rules, landing) {
            Err(_) => assert_eq!(game, before),
            Ok(played) => {
                let cells = before.field().len() + 4 + 9 * played.risen - 10 * played.outcome.lines;
                assert!(game.field().len() == cells || game.end() == Some(GuidelineEnd::Overflow));
                assert_eq!(game.pieces(), before.pieces() + 1);
            }
        }
        game.receive(u32::from(attack % 12));
    }
});
