//! Tuning of weights: a round is a generation, the last one is the test.

use grid_core::{Budget, Shard};
use puzzle_ai_cli::jobs::{Lives, TunePlan, Tuned, describe_generation};
use serde::{Deserialize, Serialize};
use stack_eval::tune::{Score, Trial, Tuner};

use super::{Job, Saved, lists, to_text};

/// What is tuned, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeightWork {
    /// The games.
    pub lives: Lives,
    /// Method, start and sizes.
    pub plan: TunePlan,
}

/// A tuning run as [`Tuner`] makes it alone. Each candidate belongs to one rank.
#[derive(Debug)]
pub struct WeightJob {
    work: WeightWork,
    shard: Shard,
    tuner: Tuner,
    /// Scores of the test of the first and the last point.
    test: Option<(Score, Score)>,
}

/// A trial of the test: whether of the last point, its number, and what it came to.
type Tested = (bool, u32, Trial);

impl WeightJob {
    /// The games and the plan.
    #[must_use]
    pub fn work(&self) -> &WeightWork {
        &self.work
    }

    /// What came out; scores of no trial where the run was stopped before the test.
    #[must_use]
    pub fn tuned(&self) -> Tuned {
        let (before, after) = self.test.unwrap_or_default();
        Tuned { tuner: self.tuner.clone(), before, after }
    }

    fn is_tuned(&self) -> bool {
        self.tuner.generations().len() >= self.work.plan.generations as usize
    }

    /// The trials of this rank in the test.
    fn test_part(&self, budget: &Budget) -> Option<Vec<Tested>> {
        let (lives, plan) = (&self.work.lives, &self.work.plan);
        let mut tested = Vec::new();
        for (last, point) in [(false, plan.start().to_vec()), (true, self.tuner.point())] {
            let (games, seed) = (plan.tests, plan.seed());
            let trials = Tuner::test_part(lives, &point, games, seed, self.shard, budget).ok()?;
            tested.extend(trials.into_iter().map(|(number, trial)| (last, number, trial)));
        }
        Some(tested)
    }
}

impl Job for WeightJob {
    type Question = WeightWork;

    fn new(work: WeightWork, saved: Option<&Saved>, shard: Shard) -> Result<Self, String> {
        work.plan.tuner(None)?;
        let tuner = work.plan.tuner(saved.map(|saved| &*saved.text));
        let tuner =
            tuner.map_err(|error| saved.map_or_else(|| error.clone(), |saved| saved.refuse(&error)))?;
        Ok(Self { work, shard, tuner, test: None })
    }

    fn is_done(&self) -> bool {
        self.is_tuned() && self.test.is_some()
    }

    fn part(&mut self, budget: &Budget) -> Result<Option<String>, String> {
        if self.is_tuned() {
            return self.test_part(budget).map(|tested| to_text(&tested)).transpose();
        }
        let scores = self.tuner.score(&self.work.lives, self.shard, budget).ok();
        scores.map(|scores| to_text(&scores)).transpose()
    }

    fn join(&mut self, parts: &[String]) -> Result<(), String> {
        if self.is_tuned() {
            let tested: Vec<Tested> = lists(parts)?;
            let score = |wanted: bool| {
                let own = tested.iter().filter(|(last, ..)| *last == wanted);
                Score::of_parts(&own.map(|&(_, number, trial)| (number, trial)).collect::<Vec<_>>())
            };
            self.test = Some((score(false), score(true)));
            return Ok(());
        }
        let scores: Vec<(usize, Score)> = lists(parts)?;
        self.tuner.tell_parts(&scores).map(drop).map_err(|error| error.to_string())
    }

    fn state(&self) -> Result<String, String> {
        to_text(&self.tuner)
    }

    fn progress(&self) -> (u64, u64, String) {
        let last = self.tuner.generations().last();
        let (done, all) = (last.map_or(0, |last| last.number), u64::from(self.work.plan.generations));
        (done, all, last.map_or_else(String::new, describe_generation))
    }
}
