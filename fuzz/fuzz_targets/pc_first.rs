//! Whether two or three rows can be cleared: the solver and a brute force agree.

#![no_main]

use grid_core::Cell;
use libfuzzer_sys::fuzz_target;
use perfect_clear::{Hold, PcField, PcSolver};
use tetromino::{Field, MoveGenerator, MoveRules, Piece, RotationSystem, SpinRule};

/// Pieces that brute force can place in time.
const MOST_PIECES: usize = 4;

fuzz_target!(|input: ([u16; 3], bool, [u8; 5], bool)| {
    let (bits, three, letters, holds) = input;
    let height = if three { 3 } else { 2 };
    let row = |bits: u16| -> String { (0..10).map(|x| if bits >> x & 1 != 0 { 'X' } else { '_' }).collect() };
    let rows: Vec<String> = bits[..height].iter().map(|&bits| row(bits)).collect();
    let field = PcField::from_rows(rows.iter().map(String::as_str), height).expect("ten columns");
    let Some(needed) = field.pieces_needed().filter(|&needed| needed <= MOST_PIECES) else { return };
    let queue: Vec<Piece> = letters.iter().map(|byte| Piece::ALL[usize::from(byte % 7)]).collect();
    let hold = if holds { Hold::Empty } else { Hold::None };
    let queue = &queue[..hold.usable(needed)];
    let found = PcSolver::new(RotationSystem::SRS).first(&field, queue, hold).expect("long enough");
    let rows: Vec<u16> = (0..field.height()).map(|y| field.row(y)).collect();
    assert_eq!(found.is_some(), clears(&rows, queue, None, holds), "{field}\n{queue:?} {hold:?}");
});

/// Plays every piece everywhere.
fn clears(rows: &[u16], queue: &[Piece], held: Option<Piece>, holds: bool) -> bool {
    if rows.is_empty() {
        return true;
    }
    let place = |piece: Piece, queue: &[Piece], held| {
        after(rows, piece).iter().any(|rows| clears(rows, queue, held, holds))
    };
    match queue {
        [] => held.is_some_and(|held| place(held, &[], None)),
        &[current, ref rest @ ..] => {
            place(current, rest, held)
                || held.is_some_and(|held| place(held, rest, Some(current)))
                || (holds && held.is_none() && !rest.is_empty() && place(rest[0], &rest[1..], Some(current)))
        }
    }
}

/// The rows after each landing of a piece wholly within them.
fn after(rows: &[u16], piece: Piece) -> Vec<Vec<u16>> {
    let field = Field::from_row_bits(10, 40, rows).expect("a usual size");
    let rules = MoveRules { spins: SpinRule::None, ..MoveRules::default() };
    let landings = MoveGenerator::new(rules).landings(&field, piece);
    let inside = |cells: &[Cell; 4]| cells.iter().all(|cell| (cell.y as usize) < rows.len());
    let lock = |cells: [Cell; 4]| {
        let mut rows = rows.to_vec();
        cells.iter().for_each(|cell| rows[cell.y as usize] |= 1 << cell.x);
        rows.retain(|&row| row != 0x3ff);
        rows
    };
    landings.iter().map(|landing| landing.cells()).filter(inside).map(lock).collect()
}
