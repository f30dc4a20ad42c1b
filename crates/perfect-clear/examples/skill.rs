//! How many perfect clears each level finds: `cargo run --release -p puzzle-ai-perfect-clear
//! --example skill`. Bags of seven, four empty rows, eleven pieces, hold. Argument: queues.

use grid_core::{Budget, Skill, Stream};
use perfect_clear::{Hold, PcField, PcSolver};
use tetromino::{Piece, RotationSystem};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let queues: u64 = std::env::args().nth(1).map_or(Ok(500), |text| text.parse())?;
    let (solver, field) = (PcSolver::new(RotationSystem::SRS), PcField::from_rows([], 4)?);
    println!("| level | found % | ± |\n|---|---|---|");
    for skill in Skill::all() {
        let mut found = 0;
        for number in 0..queues {
            let mut stream = Stream::new(0, "skill queue", number);
            let mut queue: Vec<Piece> = Vec::new();
            while queue.len() < 11 {
                let mut bag = Piece::ALL;
                stream.shuffle(&mut bag);
                queue.extend(bag);
            }
            queue.truncate(11);
            let clear =
                solver.first_with_skill(&field, &queue, Hold::Empty, skill, 0, &Budget::unlimited())?;
            found += u64::from(clear.is_some());
        }
        let share = found as f64 / queues as f64;
        let ci = 1.96 * (share * (1.0 - share) / queues as f64).sqrt();
        println!("| {skill} | {:.1} | {:.1} |", 100.0 * share, 100.0 * ci);
    }
    Ok(())
}
