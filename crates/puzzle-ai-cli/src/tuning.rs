//! A tuning run of any game: progress, a file to go on from, table and curve.

use clap::builder::TypedValueParser;
use serde::{Deserialize, Serialize};
use stack_eval::tune::{Generation, Method, Objective, Score, Settings, Tuner, to_csv, to_svg};

use crate::commands::Common;
use crate::error::CliError;
use crate::{files, interrupt, json, names, terminal};

/// Arguments of every `tune`.
#[derive(Clone, Debug, clap::Args)]
pub struct TuneArgs {
    /// How to search: ce is the noisy cross-entropy
    #[arg(long, default_value = "cma_es", value_name = "NAME", value_parser = names::one_of(Method::ALL.map(Method::name)).try_map(|name| name.parse::<Method>()))]
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
    pub save: Option<String>,
    /// Write a line for each generation
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
    /// Draw the curves
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

/// Everything about a run but its objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunePlan {
    method: Method,
    settings: Settings,
    start: Vec<f64>,
    spread: Vec<f64>,
    /// Generations to come to.
    pub generations: u32,
    /// Games of the test at the end.
    pub tests: u32,
}

impl TunePlan {
    /// Where the run begins.
    #[must_use]
    pub fn start(&self) -> &[f64] {
        &self.start
    }

    /// The seed of the run and of its test.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.settings.seed
    }

    /// A run that has not begun, or the saved one, if it is one of this plan.
    ///
    /// # Errors
    /// What is wrong with the plan or the text.
    pub fn tuner(&self, saved: Option<&str>) -> Result<Tuner, String> {
        let fresh = Tuner::new(self.method, self.start.clone(), self.spread.clone(), self.settings.clone());
        let fresh = fresh.map_err(|error| error.to_string())?;
        let Some(saved) = saved else { return Ok(fresh) };
        let saved: Tuner = json::object(saved, "a tuning run")?;
        let of = |tuner: &Tuner| (tuner.settings().clone(), tuner.point().len(), tuner.method());
        if of(&saved) == of(&fresh) {
            Ok(saved)
        } else {
            Err("the file holds a run of another method, size or seed".to_owned())
        }
    }
}

impl TuneArgs {
    /// The plan from a point.
    #[must_use]
    pub fn plan(&self, start: &[f64], spread: &[f64], seed: u64) -> TunePlan {
        let population = self.population.map(|size| size as usize);
        let settings = Settings { population, trials: self.trials, seed, ..Settings::default() };
        let Self { method, generations, tests, .. } = *self;
        TunePlan { method, settings, start: start.to_vec(), spread: spread.to_vec(), generations, tests }
    }

    /// Writes the table and the curves where they are asked for.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn draw(&self, generations: &[Generation]) -> Result<(), CliError> {
        let pictures = [(&self.csv, to_csv as fn(&_) -> String), (&self.svg, to_svg)];
        for (path, draw) in pictures {
            if let Some(path) = path {
                files::replace(path, &draw(generations))?;
            }
        }
        Ok(())
    }
}

/// What came out: the point, and its score and that of the first point on the seeds
/// of the test.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The run.
    pub tuner: Tuner,
    /// The score of the first point.
    pub before: Score,
    /// The score of the last one.
    pub after: Score,
}

/// Runs a plan until the generations are done or Ctrl-C is pressed; then tests.
pub(crate) fn run(
    args: &TuneArgs,
    common: &Common,
    plan: &TunePlan,
    objective: &impl Objective,
) -> Result<Tuned, CliError> {
    let saved = args.save.as_ref().filter(|path| files::exists(path));
    let text = saved.map(|path| files::read(path));
    // Without a file the plan itself is at fault.
    let refuse = |error| saved.map_or_else(|| CliError::input(&error), |path| CliError::at(path, &error));
    plan.tuner(None).map_err(CliError::input)?;
    let mut tuner = plan.tuner(text.transpose()?.as_deref()).map_err(refuse)?;
    let bar = terminal::bar(plan.generations.into(), "{bar:30} {pos}/{len} {msg}, {eta}")?;
    bar.set_position(tuner.generations().len() as u64);
    let stop = interrupt::flag();
    let budget = grid_core::Budget::unlimited().with_cancel(stop.clone());
    let pool = common.pool()?;
    while tuner.generations().len() < plan.generations as usize {
        let Ok(()) = pool.install(|| tuner.step(objective, &budget).map(drop)) else { break };
        if let Some(last) = tuner.generations().last() {
            bar.set_position(last.number);
            bar.set_message(describe(last));
        }
        if let Some(path) = &args.save {
            files::replace(path, &serde_json::to_string(&tuner).map_err(CliError::input)?)?;
        }
    }
    bar.finish_and_clear();
    args.draw(tuner.generations())?;
    // A test is short beside the run; Ctrl-C has ended that.
    let unlimited = grid_core::Budget::unlimited();
    let games = if stop.is_cancelled() { 0 } else { plan.tests };
    let test =
        |point: &[f64]| Tuner::test(objective, point, games, common.seed, &unlimited).unwrap_or_default();
    let point = tuner.point();
    let (before, after) = pool.install(|| rayon::join(|| test(plan.start()), || test(&point)));
    Ok(Tuned { tuner, before, after })
}

/// A generation in a few words.
#[must_use]
pub fn describe(generation: &Generation) -> String {
    let Generation { best, mean, spread, .. } = generation;
    format!("best {best:.4}, mean {mean:.4}, σ {spread:.4}")
}
