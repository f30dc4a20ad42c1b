//! Any text is read as a shape, a region and a bit board, or refused; what was
//! read is drawn and read back the same.

#![no_main]

use grid_core::{BitBoard, Polyomino, Region};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(shape) = text.parse::<Polyomino>() {
        assert_eq!(shape.to_string().parse(), Ok(shape.clone()));
        if shape.area() <= 64 {
            assert!((1..=shape.area()).contains(&shape.min_rectangles()));
        }
    }
    if let Ok(region) = text.parse::<Region>() {
        assert_eq!(region.to_string().parse(), Ok(region));
    }
    if let Ok(board) = text.parse::<BitBoard<8, 8>>() {
        assert_eq!(board.to_string().parse(), Ok(board));
    }
});
