//! A helper beside a falling-block game: can what I see clear the field, and how?
//!
//! `cargo run --release -p puzzle-ai --example perfect_clear_helper`

use puzzle_ai::grid::{Budget, Stop};
use puzzle_ai::perfect_clear::{Hold, PcField, PcSolver};
use puzzle_ai::tetromino::{Piece, RotationSystem};

/// So much a frame that a game does not stutter.
const NODES_A_FRAME: u64 = 2_000;
/// After these the helper gives up and says that it does not know.
const FRAMES: u32 = 600;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The lowest rows of the player's field, the top row first, and the pieces that the player sees.
    let field = PcField::from_rows(["XXX_______", "XXXX_____X", "XXXX___X_X"], 3)?;
    let queue = Piece::parse_list("IOJZ")?;
    let solver = PcSolver::new(RotationSystem::SRS);

    let mut search = solver.search(&field, &queue, Hold::Empty)?;
    for frame in 1..=FRAMES {
        match search.advance(&mut Budget::nodes(NODES_A_FRAME).meter()) {
            Ok(true) => {
                let solution = search.solution();
                println!("clear found in frame {frame}, after {} nodes:", search.nodes());
                for placement in &solution.placements {
                    let cells = placement.cells.map(|cell| format!("({}, {})", cell.x, cell.y));
                    println!("  {} at {}", placement.piece, cells.join(" "));
                }
                // Played again by code that shares nothing with the search.
                solution.verify(&field, &queue, Hold::Empty, solver.system())?;
                return Ok(());
            }
            Ok(false) => {
                println!("these pieces cannot clear the field: proven in frame {frame}");
                return Ok(());
            }
            Err(Stop::NodeBudget) => {} // the next frame goes on
            Err(stop) => return Err(stop.into()),
        }
    }
    println!("not known after {FRAMES} frames");
    Ok(())
}
