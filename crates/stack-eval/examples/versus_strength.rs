//! Attack a piece of the versus player: seeds, pieces and nodes a piece as
//! arguments, then `beam`, `two_ply` or `greedy`.

use std::time::Instant;

use grid_core::Budget;
use stack_eval::{Beam, BeamSettings, VersusEvaluator, play_versus_alone};
use tetromino::{AttackTable, GuidelineRules, MoveGenerator, MoveRules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default: u64| arguments.get(index).map_or(Ok(default), |text| text.parse());
    let (seeds, pieces, nodes) = (number(0, 10)?, number(1, 300)?, number(2, 100_000)?);
    let settings = match arguments.get(3).map(String::as_str) {
        Some("greedy") => BeamSettings::GREEDY,
        Some("two_ply") => BeamSettings::TWO_PLY,
        _ => BeamSettings::default(),
    };
    let generator = MoveGenerator::new(MoveRules::default());
    let (rules, judge) = (GuidelineRules::default(), VersusEvaluator::default());
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, settings);
    let (mut sum, mut placed, mut judged, mut over) = (0.0, 0, 0, 0);
    let start = Instant::now();
    for seed in 0..seeds {
        let result = play_versus_alone(&generator, &rules, &beam, seed, 0, pieces, &Budget::nodes(nodes))?;
        println!(
            "seed {seed}: {} pieces, {} attack, {:.3}",
            result.pieces,
            result.attack,
            result.attack_per_piece()
        );
        sum += result.attack_per_piece();
        placed += result.pieces;
        judged += result.nodes;
        over += u32::from(result.over);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "mean {:.3} attack a piece, {over} of {seeds} lost, {:.0} ms a piece, {:.2} M nodes a second (elapsed)",
        sum / seeds as f64,
        seconds * 1e3 / placed as f64,
        judged as f64 / seconds / 1e6
    );
    Ok(())
}
