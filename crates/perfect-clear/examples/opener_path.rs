//! Every tiling of the opener with the queues it covers, and the fewest that cover all.
//!
//! ```text
//! cargo run --release -p puzzle-ai-perfect-clear --example opener_path
//! ```

use grid_core::Budget;
use perfect_clear::{Hold, PcField, PcSolver};
use tetromino::{Pattern, RotationSystem};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows = ["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"];
    let field = PcField::from_rows(rows, 4)?;
    let queues = "I,*p4".parse::<Pattern>()?.expand(1000)?;
    let solver = PcSolver::new(RotationSystem::SRS);
    let path = solver.path(&field, &queues, Hold::Empty, usize::MAX, &Budget::unlimited())?;
    println!("{} tilings cover {} of {} queues", path.tilings.len(), path.covered().len(), path.queues.len());
    let cover = path.minimum_cover(&Budget::unlimited());
    println!("{} tilings are enough, and {} are needed", cover.chosen.len(), cover.lower_bound);
    Ok(())
}
