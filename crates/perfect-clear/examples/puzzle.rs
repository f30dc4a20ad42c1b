//! A puzzle with exactly one tiling, and its solution.
//!
//! ```text
//! cargo run --release -p puzzle-ai-perfect-clear --example puzzle
//! ```

use grid_core::Budget;
use perfect_clear::PuzzleGenerator;
use tetromino::RotationSystem;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let generator =
        PuzzleGenerator::new(RotationSystem::SRS, 4, 6)?.with_hold(true).with_difficulty(40..=100);
    let puzzle = generator.generate(7, &Budget::unlimited())?;
    let queue: String = puzzle.queue.iter().map(|piece| piece.letter()).collect();
    println!("{}\n{queue}, difficulty {}\n", puzzle.field, puzzle.difficulty.score());
    println!("{}", puzzle.solution);
    Ok(())
}
