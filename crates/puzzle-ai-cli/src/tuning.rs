//! A tuning run of any game: progress, a file to go on from, table and curve.

use indicatif::{ProgressBar, ProgressStyle};
use stack_eval::tune::{Method, Objective, Score, Settings, Tuner, to_csv, to_svg};

use crate::commands::Common;
use crate::error::CliError;
use crate::{files, interrupt};

/// Arguments of every `tune`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TuneArgs {
    /// How to search: ce (noisy cross-entropy), cma_es, genetic or spsa
    #[arg(long, default_value = "cma_es", value_name = "NAME")]
    method: Method,
    /// Generations to come to
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    generations: u32,
    /// Candidates of a generation; what is usual for the method if not said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=65536))]
    population: Option<u32>,
    /// Games of a candidate
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    trials: u32,
    /// Games of the test at the end, on other seeds
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    tests: u32,
    /// Keep the run in this file after each generation, and go on from there
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// Write a line for each generation
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
    /// Draw the curves
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

/// What came out: the point, and its score and that of the first point on the seeds
/// of the test.
pub(crate) struct Tuned {
    pub(crate) tuner: Tuner,
    pub(crate) before: Score,
    pub(crate) after: Score,
}

/// Runs from a point until the generations are done or Ctrl-C is pressed; then tests.
pub(crate) fn run(
    args: &TuneArgs,
    common: &Common,
    start: &[f64],
    spread: &[f64],
    objective: &impl Objective,
) -> Result<Tuned, CliError> {
    let settings = Settings {
        population: args.population.map(|size| size as usize),
        trials: args.trials,
        seed: common.seed,
        ..Settings::default()
    };
    let fresh = Tuner::new(args.method, start.to_vec(), spread.to_vec(), settings.clone())
        .map_err(CliError::input)?;
    let mut tuner = match &args.save {
        Some(path) if files::exists(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| CliError::at(path, error))?;
            let saved: Tuner = serde_json::from_str(&text).map_err(|error| CliError::at(path, error))?;
            if *saved.settings() != settings
                || saved.point().len() != start.len()
                || saved.method() != args.method
            {
                return Err(CliError::at(path, "the file holds a run of another method, size or seed"));
            }
            saved
        }
        _ => fresh,
    };
    let bar = ProgressBar::new(args.generations.into());
    bar.set_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {eta}").map_err(CliError::input)?,
    );
    bar.set_position(tuner.generations().len() as u64);
    let stop = interrupt::flag();
    let budget = grid_core::Budget::unlimited().with_cancel(stop.clone());
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(common.threads.into())
        .build()
        .map_err(CliError::input)?;
    while tuner.generations().len() < args.generations as usize {
        let Ok(()) = pool.install(|| tuner.step(objective, &budget).map(drop)) else { break };
        if let Some(last) = tuner.generations().last() {
            bar.set_position(last.number);
            bar.set_message(format!("best {:.4}, mean {:.4}, σ {:.4}", last.best, last.mean, last.spread));
        }
        if let Some(path) = &args.save {
            files::replace(path, &serde_json::to_string(&tuner).map_err(CliError::input)?)?;
        }
    }
    bar.finish_and_clear();
    let pictures = [(&args.csv, to_csv as fn(&_) -> String), (&args.svg, to_svg)];
    for (path, draw) in pictures {
        if let Some(path) = path {
            files::replace(path, &draw(tuner.generations()))?;
        }
    }
    // A test is short beside the run; Ctrl-C has ended that.
    let unlimited = grid_core::Budget::unlimited();
    let games = if stop.is_cancelled() { 0 } else { args.tests };
    let test =
        |point: &[f64]| Tuner::test(objective, point, games, common.seed, &unlimited).unwrap_or_default();
    let point = tuner.point();
    let (before, after) = pool.install(|| rayon::join(|| test(start), || test(&point)));
    Ok(Tuned { tuner, before, after })
}
