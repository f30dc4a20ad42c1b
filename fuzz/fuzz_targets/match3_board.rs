//! Any text is read as a board of candies or refused; what was read is written and
//! read back the same, and both engines see the same runs and swaps on it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use match3::{Board, FastBoard, Rules};

fuzz_target!(|text: &str| {
    let Ok(board) = text.parse::<Board>() else { return };
    assert_eq!(board.to_string().parse(), Ok(board.clone()));
    assert_eq!(board.mirrored().mirrored(), board);
    if board.tiles().len() > 4096 {
        return;
    }
    let matched = board.matched().len();
    assert_eq!(board.groups().iter().map(|group| group.cells.len()).sum::<usize>(), matched);
    if let Some(fast) = FastBoard::from_board(&board) {
        assert_eq!(fast.to_board(), board);
        assert_eq!(fast.matched_count() as usize, matched);
        for rules in [Rules::new(8), Rules::new(8).with_specials()] {
            for swap in fast.legal_swaps(&rules) {
                assert_eq!(board.check(swap, &rules), Ok(()));
            }
        }
    }
});
