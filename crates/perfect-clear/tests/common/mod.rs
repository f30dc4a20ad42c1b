//! Random questions.

use grid_core::Stream;
use perfect_clear::{Hold, PcField};
use tetromino::Piece;

/// A field of so many rows that some pieces once left open, and its queue: often one
/// that clears it.
pub(crate) fn question(stream: &mut Stream) -> (PcField, Vec<Piece>, Hold) {
    loop {
        let clear = 1 + stream.below(4) as usize;
        let pieces = 1 + stream.below(3) as usize;
        let mut rows = vec![[true; 10]; clear];
        let left = stream.below(7) as usize;
        let mut open = 4 * pieces;
        while open > 0 {
            // Near each other, so that pieces can lie there.
            let (x, y) = ((left + stream.below(4) as usize) % 10, stream.below(clear as u32) as usize);
            if rows[y][x] {
                rows[y][x] = false;
                open -= 1;
            } else if stream.below(40) == 0 {
                break;
            }
        }
        if open > 0 {
            continue;
        }
        let draw =
            |row: &[bool; 10]| row.iter().map(|&filled| if filled { 'X' } else { '_' }).collect::<String>();
        let rows: Vec<String> = rows.iter().map(draw).collect();
        let field = PcField::from_rows(rows.iter().map(String::as_str), clear).unwrap();
        let hold = [Hold::None, Hold::Empty, Hold::Piece(Piece::ALL[stream.below(7) as usize])];
        let hold = hold[stream.below(3) as usize];
        let queue = (0..=pieces).map(|_| Piece::ALL[stream.below(7) as usize]).collect();
        return (field, queue, hold);
    }
}
