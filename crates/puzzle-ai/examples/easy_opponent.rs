//! A versus game against an opponent of a level that the player chooses.
//!
//! `cargo run --release -p puzzle-ai --example easy_opponent -- easy`

use puzzle_ai::grid::{Budget, Skill};
use puzzle_ai::stack_eval::{Beam, BeamSettings, Duel, VersusEvaluator, versus_move};
use puzzle_ai::tetromino::{GuidelineRules, MoveGenerator, MoveRules};

const PIECES: u64 = 150;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // From your menu: a number from 1 to 10, or a name.
    let level: Skill = std::env::args().nth(1).map_or(Ok(Skill::EASY), |text| text.parse())?;
    let (generator, judge) = (MoveGenerator::new(MoveRules::default()), VersusEvaluator::default());
    let rules = GuidelineRules::default();
    let beam = Beam::new(&generator, &rules.attack, &judge, BeamSettings::default());
    // The person of your game; here a bot of the middle sits at the keys.
    let players = [beam.clone().with_skill(Skill::MEDIUM, 1), beam.with_skill(level, 2)];

    let mut duel = Duel::new(&rules, 7, 0)?;
    while duel.loser().is_none() && duel.games()[1].pieces() < PIECES {
        for (number, player) in players.iter().enumerate() {
            let game = duel.game_mut(number);
            let moved = versus_move(game, &generator, &rules, player, &Budget::nodes(20_000));
            let Some((_, played, _)) = moved else { break };
            duel.deliver(1 - number, played.sent);
        }
    }
    let [person, opponent] = duel.games();
    println!("the person sent {}, the opponent of level {level} sent {}", person.attack(), opponent.attack());
    match duel.loser() {
        Some((0, _)) => println!("the opponent wins after {} pieces", opponent.pieces()),
        Some(_) => println!("the person wins after {} pieces", person.pieces()),
        None => println!("nobody has lost after {PIECES} pieces"),
    }
    Ok(())
}
