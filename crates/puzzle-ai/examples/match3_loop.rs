//! A match-3 game loop: a hint for the player that gets better each frame, then the computer plays by itself.
//!
//! `cargo run --release -p puzzle-ai --example match3_loop`

use puzzle_ai::match3::{Event, Game, Generator, Hint, Linear, RankSearch, Rules, Search};

/// A node is one cascade.
const NODES_A_FRAME: u64 = 400;
const MOVES: u64 = 12;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::new(5).with_specials();
    let mut game = Game::new(Generator::new(8, 8).generate(&rules, 7)?, rules, 7);

    // The player waits: a light search has an answer in the first frame.
    let mut search = RankSearch::new(game.board(), &rules, Linear, Search::two_ply(16), 7);
    search.step(NODES_A_FRAME);
    if let Some(best) = search.ranking().best() {
        let Hint { swap, highlight } = Hint::new(game.board(), best.swap, &rules);
        println!("{}", game.board());
        println!("after one frame: swap {swap}, light up {} cells", highlight.len());
    }

    // Self-play: each move is thought out over several frames and then animated from its events.
    let mut frames = 0;
    for number in 0..MOVES {
        if game.is_over() {
            break;
        }
        let mut search = RankSearch::new(game.board(), &rules, Linear, Search::two_ply(8), number);
        loop {
            frames += 1; // your game draws here
            if search.step(NODES_A_FRAME) {
                break;
            }
        }
        let Some(best) = search.ranking().best() else { break };
        let (outcome, events) = game.play_events(best.swap, &Linear)?;
        let (mut cleared, mut waves) = (0, 0);
        for event in &events {
            match event {
                Event::Cleared { .. } => cleared += 1,
                Event::WaveEnd { .. } => waves += 1,
                _ => {} // moved, created, spawned: the rest of the animation
            }
        }
        println!("move {}: {cleared} cells, {waves} wave(s), {} points", number + 1, outcome.score);
    }
    println!("{} points, {frames} frames of thought", game.score());
    Ok(())
}
