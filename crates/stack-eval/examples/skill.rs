//! How strong each level is: `cargo run --release -p puzzle-ai-stack-eval --example skill`.
//! One-piece games on 10×20 with uniform pieces; guideline games alone; duels with the
//! level below; rescues of high fields. Arguments: one-piece games, guideline games, duels,
//! nodes of a move, rescues.

use grid_core::{Budget, Skill};
use stack_eval::{
    Beam, BeamSettings, Duel, LinePlayer, LineSettings, Marathon, MarathonRun, PieceSource, Rescue,
    SetEvaluator, SurvivalPlayer, VersusEvaluator, play_versus_alone, versus_move,
};
use tetromino::{AttackTable, DropRules, GuidelineRules, MoveGenerator, MoveRules};

/// Pieces of a guideline game.
const PIECES: u64 = 100;
/// Pieces of each player of a duel; half a win for each if nobody has lost by then.
const DUEL: u64 = 150;

type Search<'a> = Beam<'a, VersusEvaluator>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().map_or(Ok(default), |text| text.parse());
    let (games, alone, duels, nodes) = (number(400)?, number(40)?, number(40)?, number(60_000)?);
    let rescues = number(400)?;

    let marathon = Marathon::new(DropRules::article(10, 20)?, PieceSource::Uniform, 0);
    let full = LinePlayer::new(SetEvaluator::named("lee")?, LineSettings::GREEDY);
    println!("| level | lines | ± |\n|---|---|---|");
    for skill in Skill::all().filter(|_| games > 1) {
        let mut run = MarathonRun::new(marathon, games, u64::MAX)?;
        while !run.step(&full.clone().with_skill(skill, 0), 100_000) {}
        let (lines, ci) = mean(run.results().values().map(|game| game.lines as f64).collect());
        println!("| {skill} | {lines:.1} | {ci:.1} |");
    }

    let (generator, judge) = (MoveGenerator::new(MoveRules::default()), VersusEvaluator::default());
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default());
    let (rules, budget) = (GuidelineRules::default(), Budget::nodes(nodes));
    println!("\n| level | attack a piece | ± | pieces of {PIECES} | ± |\n|---|---|---|---|---|");
    for skill in Skill::all().filter(|_| alone > 1) {
        let beam = beam.clone().with_skill(skill, 0);
        let (mut attacks, mut lives) = (Vec::new(), Vec::new());
        for game in 0..alone {
            let played = play_versus_alone(&generator, &rules, &beam, 0, game, PIECES, &budget)?;
            attacks.push(played.attack as f64 / PIECES as f64);
            lives.push(played.pieces as f64);
        }
        let ((attack, of_attack), (life, of_life)) = (mean(attacks), mean(lives));
        println!("| {skill} | {attack:.3} | {of_attack:.3} | {life:.1} | {of_life:.1} |");
    }

    println!("\n| level | wins over the level below, % | ± |\n|---|---|---|");
    for skill in Skill::all().skip(1).filter(|_| duels > 1) {
        let below = Skill::new(skill.level() - 1)?;
        let mut wins = Vec::new();
        for number in 0..duels {
            // By turns each is the first to move.
            let stronger = (number % 2) as usize;
            let seat = |player: usize| if player == stronger { skill } else { below };
            let beams = [0, 1].map(|player| beam.clone().with_skill(seat(player), player as u64));
            wins.push(duel(&generator, &rules, &beams, number, stronger, &budget)?);
        }
        let (share, ci) = mean(wins);
        println!("| {skill} | {:.1} | {:.1} |", 100.0 * share, 100.0 * ci);
    }

    let survivor = SurvivalPlayer::with_judge(SetEvaluator::named("marathon")?);
    println!("\n| level | rescued, % | ± |\n|---|---|---|");
    for skill in Skill::all().filter(|_| rescues > 1) {
        let player = survivor.clone().with_skill(skill, 0);
        let rescued = |number| f64::from(u8::from(Rescue::default().play(&player, 0, number).rescued));
        let (share, ci) = mean((0..rescues).map(rescued).collect());
        println!("| {skill} | {:.1} | {:.1} |", 100.0 * share, 100.0 * ci);
    }
    Ok(())
}

/// What a player gets of a duel: 1, 0, or a half where nobody loses.
fn duel(
    generator: &MoveGenerator,
    rules: &GuidelineRules,
    beams: &[Search<'_>; 2],
    number: u64,
    player: usize,
    budget: &Budget,
) -> Result<f64, tetromino::FieldError> {
    let mut duel = Duel::new(rules, 0, number)?;
    while duel.games()[1].pieces() < DUEL && duel.loser().is_none() {
        for (mover, beam) in beams.iter().enumerate() {
            let moved = versus_move(duel.game_mut(mover), generator, rules, beam, budget);
            let Some((_, played, _)) = moved else { break };
            duel.deliver(1 - mover, played.sent);
        }
    }
    Ok(duel.loser().map_or(0.5, |(loser, _)| if loser == player { 0.0 } else { 1.0 }))
}

/// The mean and half the width of its 95 % interval.
fn mean(values: Vec<f64>) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, 1.96 * (squares / (n - 1.0) / n).sqrt())
}
