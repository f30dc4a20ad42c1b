//! A check of levels for a tiling puzzle: is there a solution, exactly one, and what to show a player who is stuck?
//!
//! `cargo run --release -p puzzle-ai --example level_check`

use puzzle_ai::exact_cover::Uniqueness;
use puzzle_ai::exact_cover::tiling::{Drawing, Feasibility, Piece, Tiling};
use puzzle_ai::grid::{Budget, Orientations};

struct Level {
    name: &'static str,
    region: &'static str,
    pieces: &'static [&'static str],
}

/// `#` is a cell that must be covered.
const LEVELS: [Level; 4] = [
    Level { name: "stairs", region: "##..\n###.\n.###", pieces: &["##\n#.", "##\n#.", "##"] },
    Level { name: "corners", region: ".##\n###\n###", pieces: &["##\n##", "#..\n###"] },
    Level { name: "chess board", region: ".###\n####\n####\n###.", pieces: &["##"; 7] },
    Level { name: "forgotten piece", region: "####\n####", pieces: &["##\n##"] },
];

/// A level that needs more than this is too large for the check, and is said to be so.
const NODES: u64 = 1_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for Level { name, region, pieces } in LEVELS {
        let pieces: Result<Vec<Piece>, _> = pieces
            .iter()
            .map(|shape| {
                Ok::<_, Box<dyn std::error::Error>>(Piece::new(shape.parse()?, Orientations::Rotations))
            })
            .collect();
        let tiling = Tiling::new(region.parse()?, pieces?)?;

        // Reasons without a search come first: they tell a designer what to change.
        let obstacles = Feasibility::of(&tiling).obstacles();
        if !obstacles.is_empty() {
            println!("{name}: no solution ({obstacles})");
            continue;
        }
        match tiling.uniqueness_within(&Budget::nodes(NODES)) {
            Ok(Uniqueness::None) => println!("{name}: no solution"),
            Ok(Uniqueness::Unique(_)) => println!("{name}: exactly one solution"),
            Ok(_) => println!("{name}: several solutions, {} in all", tiling.count()),
            Err(stop) => println!("{name}: not known, {stop}"),
        }
        if let Some(laid) = tiling.first() {
            println!("{}", Drawing::new(&tiling, &laid));
            let hint: Vec<_> = laid.first().map(|&one| tiling.cells(one).collect()).unwrap_or_default();
            println!("a hint lights up {} cells\n", hint.len());
        }
    }
    Ok(())
}
