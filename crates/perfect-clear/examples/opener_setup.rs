//! How often the opener can be built from the first bag, and cleared with the second.
//!
//! ```text
//! cargo run --release -p puzzle-ai-perfect-clear --example opener_setup
//! ```

use grid_core::Budget;
use perfect_clear::{Hold, PcSolver, SetupMask};
use tetromino::{Pattern, RotationSystem};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let budget = Budget::unlimited();
    let solver = PcSolver::new(RotationSystem::SRS);
    let bag = "*p7".parse::<Pattern>()?.expand(5040)?;
    let next = "*p4".parse::<Pattern>()?.expand(840)?;
    for rows in [
        ["***_____**", "***____***", "***___****", "***____***"],
        // Some cells more or less: what else can be built there?
        ["???_____??", "***____***", "***___****", "***____***"],
    ] {
        let mask = SetupMask::from_rows(rows, 4)?;
        println!("{mask}");
        let setups = solver.setups(&mask, &bag, Hold::Empty, usize::MAX, &budget);
        for (number, setup) in setups.setups.iter().enumerate() {
            let share = solver.setup_share(&setups, number, &next, Hold::Empty, usize::MAX, &budget)??;
            println!(
                "{} of {} queues by {} tilings; cleared {} of {}",
                setups.weight(setup),
                bag.len(),
                setup.tilings.len(),
                share.success,
                share.total
            );
        }
    }
    Ok(())
}
