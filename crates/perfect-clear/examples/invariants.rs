//! How many random questions each invariant answers before any search, as the table of
//! the book: `cargo run --release --example invariants -- 100000`.
//!
//! A question is a field, each cell filled with the same chance, and exactly the pieces
//! that it needs, each kind as likely. Area is the share of all fields, the others are
//! shares of those whose area is right.

use grid_core::{Budget, Stream};
use perfect_clear::{Hold, Invariants, PcField, PcSolver, Reasons};
use tetromino::{Piece, RotationSystem};

/// A field whose cells are filled with a chance of so many percent.
fn field(stream: &mut Stream, height: usize, fill: u32) -> PcField {
    let mut row = || -> String {
        (0..PcField::WIDTH).map(|_| if stream.below(100) < fill { 'X' } else { '_' }).collect()
    };
    let rows: Vec<String> = (0..height).map(|_| row()).collect();
    PcField::from_rows(rows.iter().map(String::as_str), height).expect("ten columns")
}

fn main() {
    let fields: u64 = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(20_000);
    println!(
        "| rows | filled | area | columns | walls | rows | checkerboard | any of these | left that search refutes |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for height in [1, 2, 3, 4, 6] {
        for fill in [20u32, 40, 60, 80] {
            let mut stream = Stream::new(7, "invariants", height as u64 * 100 + u64::from(fill));
            let (mut area, mut right, mut any, mut tried, mut none) = (0u64, 0u64, 0u64, 0u64, 0u64);
            let mut each = [0u64; 4];
            let kinds = [Reasons::COLUMNS, Reasons::WALLS, Reasons::ROWS, Reasons::CHECKERBOARD];
            for _ in 0..fields {
                let field = field(&mut stream, height, fill);
                let Some(needed) = field.pieces_needed() else {
                    area += 1;
                    continue;
                };
                let queue: Vec<Piece> = (0..needed).map(|_| Piece::ALL[stream.below(7) as usize]).collect();
                let reasons = Invariants::of(&field).reasons(&queue);
                right += 1;
                each.iter_mut()
                    .zip(kinds)
                    .for_each(|(count, kind)| *count += u64::from(reasons.contains(kind)));
                any += u64::from(!reasons.is_empty());
                if reasons.is_empty() && tried < fields / 100 {
                    let solver = PcSolver::new(RotationSystem::SRS);
                    let found = solver.first_within(&field, &queue, Hold::None, &Budget::nodes(1_000_000));
                    if let Ok(Ok(found)) = found {
                        tried += 1;
                        none += u64::from(found.is_none());
                    }
                }
            }
            let share = |part: u64, whole: u64| format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64);
            let each = each.map(|count| share(count, right)).join(" | ");
            let (area, any, none) = (share(area, fields), share(any, right), share(none, tried));
            println!("| {height} | {fill} % | {area} | {each} | {any} | {none} |");
        }
    }
}
