//! `puzzle-ai tetris tune`: better weights for one-piece games.

use std::io::{self, Write};

use grid_core::Budget;
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};
use stack_eval::tune::{Objective, Trial};
use stack_eval::{
    Evaluator, Feature, GameResult, Judged, Marathon, PieceSource, SetEvaluator, WeightSet, WithEvaluator,
};
use tetromino::DropRules;

use crate::commands::Common;
use crate::commands::tetris::bench::Randomness;
use crate::error::CliError;
use crate::tuning::{self, TuneArgs, TunePlan, Tuned};
use crate::{files, names, tetris};

/// Arguments of `tetris tune`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Features to weigh: those of a named set, or names separated by commas
    #[arg(long, default_value = "dt10", value_name = "NAMES")]
    features: String,
    /// Weights to begin with: zero, a named set, or a file of weights (.json)
    #[arg(long, default_value = "zero", value_name = "NAME")]
    start: String,
    /// How far the first candidates spread, for each weight
    #[arg(long, default_value_t = 1.0, value_name = "X")]
    spread: f64,
    /// Columns, 4 to 16
    #[arg(long, default_value_t = 10, value_name = "N")]
    width: usize,
    /// Rows, hidden ones included
    #[arg(long, default_value_t = 10, value_name = "N")]
    height: usize,
    /// Rules: article, simplified, lee (two hidden rows)
    #[arg(long, default_value = "simplified", value_name = "NAME", value_parser = names::one_of(["article", "simplified", "lee"]))]
    rules: String,
    /// How pieces are dealt
    #[arg(long, value_enum, default_value_t = Randomness::Uniform)]
    randomizer: Randomness,
    /// Pieces after which a game is cut off; the score is corrected for it
    #[arg(long, default_value_t = 1_000_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    cap: u64,
    /// Write the weights found
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// How to tune.
    #[command(flatten)]
    pub tune: TuneArgs,
}

/// A trial is a game with a weight for each feature: its lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lives {
    features: Vec<Feature>,
    judged: Judged,
    rules: DropRules,
    source: PieceSource,
    cap: u64,
}

impl Lives {
    fn set(&self, point: &[f64]) -> Result<WeightSet, stack_eval::WeightError> {
        // Overflow is not tuned: a landing that loses comes last.
        match self.judged {
            Judged::AfterClearing => WeightSet::with_overflow(&self.features, point),
            judged => WeightSet::judging(&self.features, point, judged),
        }
    }
}

/// One game, played by the engine itself.
struct Game<'a>(&'a Lives, u64);

impl WithEvaluator for Game<'_> {
    type Output = GameResult;

    fn run<E: Evaluator + Sync>(self, evaluator: &E) -> GameResult {
        let Self(lives, seed) = self;
        Marathon::new(lives.rules, lives.source, seed).play(evaluator, 0, &Budget::nodes(lives.cap))
    }
}

impl Objective for Lives {
    fn trial(&self, point: &[f64], seed: u64) -> Trial {
        // A weight that is out of range plays no game.
        let Ok(set) = self.set(point) else { return Trial::ended(f64::MIN) };
        let result = SetEvaluator::new(set).with(Game(self, seed));
        Trial { value: result.lines as f64, ended: result.over }
    }
}

/// The features to weigh, and which board they are taken from.
fn features(text: &str) -> Result<(Vec<Feature>, Judged), CliError> {
    if let Ok(set) = WeightSet::named(&names::snake(text)) {
        let features = set.features().iter().copied().filter(|&feature| feature != Feature::Overflow);
        return Ok((features.collect(), set.judged()));
    }
    let names: Result<Vec<Feature>, _> =
        text.split(',').map(|name| names::snake(name.trim()).parse()).collect();
    let names = names.map_err(|error| CliError::at("--features", error))?;
    // Refuses a list that is no set.
    WeightSet::new(&names, &vec![0.0; names.len()]).map_err(|error| CliError::at("--features", error))?;
    Ok((names.into_iter().filter(|&feature| feature != Feature::Overflow).collect(), Judged::AfterClearing))
}

impl Args {
    /// The games, and the plan of the run; files are read here only.
    ///
    /// # Errors
    /// The option or the file at fault.
    pub fn question(&self, common: &Common) -> Result<(Lives, TunePlan), CliError> {
        let rules = DropRules::named(&self.rules, self.width, self.height)
            .ok_or_else(|| CliError::at("--rules", "unknown"))?
            .map_err(tetris::misfit)?;
        if !(self.spread.is_finite() && self.spread > 0.0) {
            return Err(CliError::at("--spread", format!("{} is not a positive number", self.spread)));
        }
        let (features, judged) = features(&self.features)?;
        let start: Vec<f64> = if self.start == "zero" {
            vec![0.0; features.len()]
        } else {
            let begin = tetris::evaluator(&self.start).map_err(|error| CliError::at("--start", error))?;
            let set = begin.set();
            let place = |feature| set.features().iter().position(|other| other == feature);
            features.iter().map(|feature| place(feature).map_or(0.0, |at| set.weights()[at])).collect()
        };
        let spread = vec![self.spread; features.len()];
        let lives = Lives { features, judged, rules, source: self.randomizer.into(), cap: self.cap };
        Ok((lives, self.tune.plan(&start, &spread, common.seed)))
    }
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let (lives, plan) = args.question(common)?;
    let tuned = tuning::run(&args.tune, common, &plan, &lives)?;
    print(args, common, &lives, plan.start(), &tuned)
}

/// Writes the weights where they are asked for, and prints what came out.
///
/// # Errors
/// Weights out of range, a file or stdout that cannot be written.
pub fn print(
    args: &Args,
    common: &Common,
    lives: &Lives,
    start: &[f64],
    tuned: &Tuned,
) -> Result<(), CliError> {
    let point = tuned.tuner.point();
    let set = lives.set(&point).map_err(CliError::input)?;
    if let Some(path) = &args.weights {
        files::replace(path, &serde_json::to_string_pretty(&set).map_err(CliError::input)?)?;
    }
    let mut out = io::stdout();
    let generations = tuned.tuner.generations().len();
    if common.json {
        let pairs = set.features().iter().zip(set.weights());
        let weights: Map<_, _> =
            pairs.map(|(feature, &weight)| (feature.to_string(), json!(weight))).collect();
        let answer = json!({
            "weights": weights,
            "generations": generations,
            "games": tuned.after.trials,
            "ended": tuned.after.ended,
            "before": tuned.before.mean(),
            "after": tuned.after.mean(),
            "standard_error": tuned.after.standard_error(),
            "seed": common.seed,
        });
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    writeln!(out, "{generations} generations, seed {}", common.seed)?;
    for ((feature, before), after) in lives.features.iter().zip(start).zip(&point) {
        writeln!(out, "{:<24} {before:>10.4} -> {after:>10.4}", feature.to_string())?;
    }
    for (what, score) in [("before", tuned.before), ("after", tuned.after)] {
        if score.trials > 0 {
            let (mean, error) = (score.mean(), 1.96 * score.standard_error());
            let games = score.trials;
            writeln!(
                out,
                "{what}: {mean:.0} ± {error:.0} lines (95 %) over {games} games on seeds of the test"
            )?;
        }
    }
    Ok(())
}
