//! How strong each level is: `cargo run --release -p puzzle-ai-match3 --example skill`.
//! The same boards and refills for all. Arguments: games, moves a game, kinds.

use grid_core::Skill;
use match3::{Generator, Level, Linear, RandomPlayer, Rules, Search, SearchPlayer, simulate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().map_or(Ok(default), |text| text.parse());
    let (games, moves, kinds) = (number(400)?, number(30)?, number(5)?);
    let rules = Rules::new(u8::try_from(kinds)?);
    let level = Level::generated(Generator::new(8, 8), rules, u32::try_from(moves)?);
    println!("| level | score | ± |\n|---|---|---|");
    let random = simulate(&level, &Linear, || RandomPlayer, games, 0)?;
    println!("| random | {:.1} | {:.1} |", random.mean_score(), random.score_ci95());
    for skill in Skill::all() {
        let player = || SearchPlayer::new(&rules, Linear, Search::default()).with_skill(skill);
        let played = simulate(&level, &Linear, player, games, 0)?;
        println!("| {skill} | {:.1} | {:.1} |", played.mean_score(), played.score_ci95());
    }
    Ok(())
}
