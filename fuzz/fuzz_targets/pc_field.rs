//! Fields of any text, and a search on them within a budget: nothing panics, and what is
//! found can be played.

#![no_main]

use grid_core::Budget;
use libfuzzer_sys::fuzz_target;
use perfect_clear::{Hold, Invariants, PcField, PcSolver};
use tetromino::{Piece, RotationSystem};

fuzz_target!(|input: (&str, u8, Vec<u8>, u8)| {
    let (text, clear, letters, hold) = input;
    let Ok(field) = PcField::from_rows(text.lines(), clear.into()) else { return };
    let piece = |byte: u8| Piece::ALL[usize::from(byte % 7)];
    let queue: Vec<Piece> = letters.iter().take(12).map(|&byte| piece(byte)).collect();
    let hold = match hold % 9 {
        7 => Hold::None,
        8 => Hold::Empty,
        byte => Hold::Piece(piece(byte)),
    };
    let solver = PcSolver::new(RotationSystem::SRS);
    let Ok(Ok(found)) = solver.first_within(&field, &queue, hold, &Budget::nodes(20_000)) else { return };
    if let Some(solution) = found {
        assert_eq!(solution.verify(&field, &queue, hold, RotationSystem::SRS), Ok(()));
        let mut pieces = queue.clone();
        pieces.extend(hold.piece());
        assert!(Invariants::of(&field).reasons(&pieces).is_empty());
    }
});
