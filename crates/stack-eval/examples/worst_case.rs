//! How long players live under an adversary that deals the worst piece:
//! `worst_case SET GAMES`.

use std::error::Error;

use grid_core::Budget;
use stack_eval::{
    Adversary, Evaluator, GameResult, Lifetimes, LinePlayer, LineSettings, SetEvaluator, WithEvaluator,
    play_with,
};
use tetromino::{DropGame, DropRules, LineScore, Previewed};

/// Uniform pieces before the adversary's.
const UNIFORM: u32 = 20;

struct Play {
    rules: DropRules,
    games: u64,
    settings: LineSettings,
}

impl WithEvaluator for Play {
    type Output = Vec<GameResult>;

    fn run<E: Evaluator + Sync>(self, judge: &E) -> Vec<GameResult> {
        let player = LinePlayer::new(judge, self.settings);
        let game = |number| {
            let dealer = Adversary::new(judge, self.rules, UNIFORM, 0, number);
            let mut game = DropGame::new(self.rules, Previewed::new(dealer, 0), LineScore);
            let end = play_with(&mut game, &player, &mut (), &Budget::nodes(100_000), |_, _| {});
            GameResult { pieces: game.pieces(), lines: game.lines(), score: game.score(), over: end.is_ok() }
        };
        (0..self.games).map(game).collect()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let judge = SetEvaluator::named(&arguments.next().unwrap_or_else(|| "dt10".to_owned()))?;
    let games = arguments.next().map_or(Ok(200), |games| games.parse())?;
    let rules = DropRules::simplified(10, 20)?;
    for (name, settings) in [
        ("greedy", LineSettings::GREEDY),
        ("expectimax", LineSettings::EXPECTIMAX),
        ("worst", LineSettings::WORST),
    ] {
        let results = judge.with(Play { rules, games, settings });
        let pieces = results.iter().map(|result| result.pieces as f64);
        let mean = pieces.clone().sum::<f64>() / games as f64;
        let squares = pieces.map(|count| (count - mean) * (count - mean)).sum::<f64>();
        let error = (squares / (games as f64 - 1.0) / games as f64).sqrt();
        let lives = Lifetimes::of(&results).ok_or("no games")?;
        println!(
            "{name:<10} pieces {mean:.1} ± {:.1} (95 %), lines {:.1}, {} cut",
            1.96 * error,
            lives.lines.mean,
            lives.cut
        );
    }
    Ok(())
}
