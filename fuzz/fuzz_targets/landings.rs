//! Any list of landings, legal or not, keeps the books of a game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stack_eval::{Evaluator, FourEvaluator, FourFeatures};
use tetromino::{DropGame, DropRules, Landing, LineScore, Piece, Rotation, SevenBag};

fuzz_target!(|input: (u8, u8, u8, u64, Vec<(u8, i8, i8, bool)>)| {
    let (kind, width, height, seed, moves) = input;
    let (width, height) = (usize::from(width % 20), usize::from(height % 70));
    let name = ["article", "simplified", "lee"][usize::from(kind % 3)];
    let Some(Ok(rules)) = DropRules::named(name, width, height) else {
        return;
    };
    let mut game = DropGame::new(rules, SevenBag::new(seed, 0), LineScore);
    for (shape, x, y, legal) in moves {
        let landing = if legal {
            let Some(landing) = game.landings().nth(usize::from(shape)) else { continue };
            landing
        } else {
            Landing::new(Piece::ALL[usize::from(shape % 7)], Rotation::ALL[usize::from(shape / 7 % 4)], x, y)
        };
        let (before, field) = (game.stable_hash(), *game.field());
        match game.play(landing) {
            Err(_) => assert_eq!(game.stable_hash(), before),
            Ok(_) => {
                let evaluator = FourEvaluator::default();
                let placed = landing.placed().expect("it was played");
                let value = evaluator.evaluate(&evaluator.context(&field), &field, &placed);
                let mut with = field;
                with.lock(&placed);
                assert_eq!(value, evaluator.value(&FourFeatures::of(&with)));
            }
        }
        let cells = 4 * game.pieces() - width as u64 * game.lines();
        assert_eq!(u64::from(game.field().len()), cells);
    }
});
