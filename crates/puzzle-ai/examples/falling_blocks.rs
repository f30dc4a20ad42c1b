//! A falling-block game whose computer player thinks a little each frame.
//!
//! `cargo run --release -p puzzle-ai --example falling_blocks`

use puzzle_ai::stack_eval::{Beam, BeamSettings, PREVIEWS, VersusEvaluator, versus_position};
use puzzle_ai::tetromino::{GuidelineGame, GuidelineRules, Input, MoveGenerator, MoveRules, PathGoal};

/// A node is one position judged.
const NODES_A_FRAME: u64 = 500;
const NODES_A_MOVE: u64 = 3_000;
const PIECES: u64 = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Made once: tables of kicks and the weights of the judge.
    let generator = MoveGenerator::new(MoveRules::default());
    let rules = GuidelineRules::default();
    let judge = VersusEvaluator::default();
    let beam = Beam::new(&generator, &rules.attack, &judge, BeamSettings::default());

    let mut game = GuidelineGame::new(10, &rules, 7, 0)?;
    let mut frames = 0;
    while game.end().is_none() && game.pieces() < PIECES {
        let mut queue = [game.piece(); PREVIEWS + 1];
        let mut search = beam.begin(&versus_position(&game, &rules, &mut queue), NODES_A_MOVE);
        loop {
            frames += 1; // your game reads input, falls and draws here
            if search.step(NODES_A_FRAME) {
                break;
            }
        }
        let Some(best) = search.best().choices.first().copied() else { break };

        // What a player would press: an animation of one input a frame.
        let path = generator.path(game.field(), &best.landing, PathGoal::Shortest).unwrap_or_default();
        let presses: Vec<&str> = path.into_iter().map(Input::name).collect();
        let played = game.play(&generator, &rules, best.landing)?;
        if played.outcome.attack > 0 {
            let hold = if best.held { "hold, " } else { "" };
            println!(
                "piece {}: {} ({hold}{}), {} rows, {} sent",
                game.pieces(),
                best.landing.piece,
                presses.join(", "),
                played.outcome.lines,
                played.sent
            );
        }
    }
    println!("{}", game.field());
    println!("{} pieces, {} rows, {} sent, {frames} frames", game.pieces(), game.lines(), game.attack());
    Ok(())
}
