//! How strong each level is: `cargo run --release -p puzzle-ai-stack-eval --example skill`.
//! One-piece games on 10×20 from bags of seven, cut after so many pieces, and guideline
//! games alone. Arguments: games, pieces of a one-piece game, guideline games, their
//! pieces, nodes of a move.

use grid_core::{Budget, Skill};
use stack_eval::{
    Beam, BeamSettings, LinePlayer, LineSettings, Marathon, MarathonRun, PieceSource, SetEvaluator,
    VersusEvaluator, play_versus_alone,
};
use tetromino::{AttackTable, DropRules, GuidelineRules, MoveGenerator, MoveRules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().map_or(Ok(default), |text| text.parse());
    let (games, pieces) = (number(200)?, number(5000)?);
    let (versus, versus_pieces, nodes) = (number(40)?, number(100)?, number(60_000)?);
    let marathon = Marathon::new(DropRules::article(10, 20)?, PieceSource::Uniform, 0);
    let full = LinePlayer::new(SetEvaluator::named("lee")?, LineSettings::GREEDY);
    println!("| level | lines | ± | |\n|---|---|---|---|");
    for skill in Skill::all() {
        let mut run = MarathonRun::new(marathon, games, pieces)?;
        while !run.step(&full.clone().with_skill(skill, 0), 100_000) {}
        let lines: Vec<f64> = run.results().values().map(|game| game.lines as f64).collect();
        let cut = run.results().values().filter(|game| !game.over).count();
        let (mean, ci) = mean(&lines);
        println!("| {skill} | {mean:.1} | {ci:.1} | {cut} |");
    }
    let (generator, judge) = (MoveGenerator::new(MoveRules::default()), VersusEvaluator::default());
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default());
    println!("\n| level | attack a piece | ± | lost |\n|---|---|---|---|");
    for skill in Skill::all() {
        let beam = beam.clone().with_skill(skill, 0);
        let (mut attack, mut lost) = (Vec::new(), 0);
        for game in 0..versus {
            let budget = Budget::nodes(nodes);
            let result =
                play_versus_alone(&generator, &GuidelineRules::default(), &beam, 0, game, versus_pieces, &budget)?;
            attack.push(result.attack as f64 / versus_pieces as f64);
            lost += u32::from(result.over);
        }
        let (mean, ci) = mean(&attack);
        println!("| {skill} | {mean:.3} | {ci:.3} | {lost} |");
    }
    Ok(())
}

/// The mean and half the width of its 95 % interval.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, 1.96 * (squares / (n - 1.0) / n).sqrt())
}
