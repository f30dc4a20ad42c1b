//! A tuning run: generations of candidates on common seeds.

use alloc::vec::Vec;

use grid_core::{Budget, Shard, Stop, Stream};

use super::objective::{Objective, Score, Trial};
use super::optimiser::{AnyOptimiser, Start};
use super::{Method, TuneError};

/// How a run is made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// Candidates of a generation; `None` for what is usual for the method.
    pub population: Option<usize>,
    /// Trials of each candidate, on the same seeds for all of a generation.
    pub trials: u32,
    /// Whether a candidate gets no more trials once it is most likely worse than
    /// half of the generation before.
    pub stop_early: bool,
    /// Names all random numbers of the run.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { population: None, trials: 20, stop_early: true, seed: 0 }
    }
}

/// What a generation came to.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// The best score.
    pub best: f64,
    /// The mean of the scores.
    pub mean: f64,
    /// The middle score, the lower of two.
    pub median: f64,
    /// The standard deviation of the scores.
    pub deviation: f64,
    /// How far apart the next proposals are, in units of the first spread.
    pub spread: f64,
    /// Trials made.
    pub trials: u64,
    /// The point the method would answer with.
    pub point: Vec<f64>,
}

/// A run and all it has learned. With the feature `serde` it can be saved after any
/// generation; read again, it goes on to the same numbers if the format keeps floats
/// to the last bit (`serde_json` does with its feature `float_roundtrip`).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Saved", into = "Saved"))]
pub struct Tuner {
    settings: Settings,
    optimiser: AnyOptimiser,
    generations: Vec<Generation>,
}

/// Trials before a candidate can be stopped, and between two looks at it.
const BLOCK: u32 = 5;
const MOST_TRIALS: u32 = 1 << 20;

impl Tuner {
    /// A run that has not begun, from a point and a spread for each dimension.
    ///
    /// # Errors
    /// [`TuneError`] for bad lengths, numbers, populations, or no trials.
    ///
    /// ```
    /// use stack_eval::tune::{Method, Settings, TuneError, Tuner};
    /// let none = Settings { population: Some(0), ..Settings::default() };
    /// let refused = Tuner::new(Method::Genetic, vec![0.0], vec![1.0], none);
    /// assert!(matches!(refused, Err(TuneError::Size { what: "the population", found: 0, .. })));
    /// ```
    pub fn new(
        method: Method,
        point: Vec<f64>,
        spread: Vec<f64>,
        settings: Settings,
    ) -> Result<Self, TuneError> {
        let start = Start::new(point, spread)?;
        let trials = u64::from(settings.trials);
        if !(1..=u64::from(MOST_TRIALS)).contains(&trials) {
            let most = u64::from(MOST_TRIALS);
            return Err(TuneError::Size { what: "the trials of a candidate", found: trials, least: 1, most });
        }
        let optimiser = AnyOptimiser::new(method, start, settings.population, settings.seed)?;
        Ok(Self { settings, optimiser, generations: Vec::new() })
    }

    /// How the run is made.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The method.
    #[must_use]
    pub fn method(&self) -> Method {
        self.optimiser.method()
    }

    /// What the generations came to so far.
    #[must_use]
    pub fn generations(&self) -> &[Generation] {
        &self.generations
    }

    /// The point the run would answer with now.
    #[must_use]
    pub fn point(&self) -> Vec<f64> {
        self.optimiser.get().point()
    }

    /// The candidates of the generation that is to be scored.
    #[must_use]
    pub fn candidates(&self) -> Vec<Vec<f64>> {
        self.optimiser.get().ask()
    }

    /// Scores the candidates of a shard, with their numbers; on all threads of the
    /// current pool with the feature `rayon`, with the same result.
    ///
    /// # Errors
    /// The reason to stop. A node of the budget is a trial; a generation is not begun
    /// if its trials could be more than the budget has.
    ///
    /// ```
    /// use grid_core::{Budget, Shard};
    /// use stack_eval::tune::{Method, Objective, Settings, Trial, Tuner};
    /// struct Hill;
    /// impl Objective for Hill {
    ///     fn trial(&self, point: &[f64], _seed: u64) -> Trial {
    ///         Trial::ended(-point[0] * point[0])
    ///     }
    /// }
    /// let mut whole = Tuner::new(Method::CmaEs, vec![1.0], vec![1.0], Settings::default())?;
    /// let mut parts = whole.clone();
    /// whole.step(&Hill, &Budget::unlimited()).expect("no limit");
    /// // As two machines would, in any order.
    /// let shard = |index| Shard::new(index, 2).expect("a part of two");
    /// let part = |index| parts.score(&Hill, shard(index), &Budget::unlimited()).expect("no limit");
    /// let scores = [part(1), part(0)].concat();
    /// parts.tell_parts(&scores)?;
    /// assert_eq!(parts, whole);
    /// # Ok::<(), stack_eval::tune::TuneError>(())
    /// ```
    pub fn score(
        &self,
        objective: &impl Objective,
        shard: Shard,
        budget: &Budget,
    ) -> Result<Vec<(usize, Score)>, Stop> {
        let mut candidates: Vec<(usize, Vec<f64>)> = self.candidates().into_iter().enumerate().collect();
        candidates.retain(|(number, _)| shard.has(*number as u64));
        let trials = candidates.len() as u64 * u64::from(self.settings.trials);
        if budget.node_limit().is_some_and(|limit| limit < trials) {
            return Err(Stop::NodeBudget);
        }
        let mut stream = Stream::new(self.settings.seed, "tune: trials", self.generations.len() as u64);
        let seeds: Vec<u64> = (0..self.settings.trials).map(|_| stream.next_u64()).collect();
        let bar = self.generations.last().map(|last| last.median).filter(|_| self.settings.stop_early);
        let scored = |(number, point): (usize, Vec<f64>)| {
            Ok((number, run(objective, &point, &seeds, bar, budget)?.usable()))
        };
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            candidates.into_par_iter().map(scored).collect()
        }
        #[cfg(not(feature = "rayon"))]
        candidates.into_iter().map(scored).collect()
    }

    /// Ends a generation with the scores of all its candidates, in their order.
    ///
    /// # Errors
    /// [`TuneError::Length`] or [`TuneError::Value`]; nothing is learned then.
    pub fn tell(&mut self, scores: &[Score]) -> Result<&Generation, TuneError> {
        let means: Vec<f64> = scores.iter().map(Score::mean).collect();
        self.optimiser.get_mut().tell(&means)?;
        let mut sorted = means;
        sorted.sort_by(f64::total_cmp);
        let count = sorted.len() as f64;
        let mean = sorted.iter().sum::<f64>() / count;
        let squares = sorted.iter().map(|score| (score - mean) * (score - mean)).sum::<f64>();
        let at = self.generations.len();
        self.generations.push(Generation {
            number: at as u64 + 1,
            best: sorted.last().copied().unwrap_or(0.0),
            mean,
            median: sorted.get((sorted.len() - 1) / 2).copied().unwrap_or(0.0),
            deviation: libm::sqrt(squares / count),
            spread: self.optimiser.get().spread(),
            trials: scores.iter().map(|score| u64::from(score.trials)).sum(),
            point: self.point(),
        });
        Ok(&self.generations[at])
    }

    /// The same with the scores that all shards gave, in any order.
    ///
    /// # Errors
    /// [`TuneError::Candidate`] for one that has no score or two, and those of
    /// [`tell`](Self::tell); nothing is learned then.
    pub fn tell_parts(&mut self, scores: &[(usize, Score)]) -> Result<&Generation, TuneError> {
        let mut sorted = scores.to_vec();
        sorted.sort_by_key(|&(number, _)| number);
        let most = sorted.last().map_or(0, |&(number, _)| number).min(sorted.len());
        let found = |number: usize| sorted.iter().filter(|(other, _)| *other == number).count();
        let astray = sorted.iter().enumerate().any(|(at, &(number, _))| at != number);
        if let Some(number) = (0..=most).find(|&number| astray && found(number) != 1) {
            return Err(TuneError::Candidate { number, found: found(number) });
        }
        let scores: Vec<Score> = sorted.into_iter().map(|(_, score)| score).collect();
        self.tell(&scores)
    }

    /// One generation: scores all candidates and learns from them. Killed in
    /// between, it loses this generation and nothing else.
    ///
    /// # Errors
    /// The reason to stop, as [`score`](Self::score).
    pub fn step(&mut self, objective: &impl Objective, budget: &Budget) -> Result<&Generation, Stop> {
        let scores = self.score(objective, Shard::WHOLE, budget)?;
        Ok(self.tell_parts(&scores).expect("a finite score for each candidate"))
    }

    /// The score of a point on seeds that no run ever uses for its trials.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn test(
        objective: &impl Objective,
        point: &[f64],
        games: u32,
        seed: u64,
        budget: &Budget,
    ) -> Result<Score, Stop> {
        Ok(Score::of_parts(&Self::test_part(objective, point, games, seed, Shard::WHOLE, budget)?))
    }

    /// The trials of a shard of that test, with their numbers, for
    /// [`Score::of_parts`]; on all threads of the current pool with the feature `rayon`.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn test_part(
        objective: &impl Objective,
        point: &[f64],
        games: u32,
        seed: u64,
        shard: Shard,
        budget: &Budget,
    ) -> Result<Vec<(u32, Trial)>, Stop> {
        let mut stream = Stream::new(seed, "tune: test", 0);
        let mut seeds: Vec<(u32, u64)> = (0..games).map(|number| (number, stream.next_u64())).collect();
        seeds.retain(|(number, _)| shard.has((*number).into()));
        let trial = |(number, seed): (u32, u64)| match budget.interrupted() {
            Some(stop) => Err(stop),
            None => Ok((number, objective.trial(point, seed).finite())),
        };
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            seeds.into_par_iter().map(trial).collect()
        }
        #[cfg(not(feature = "rayon"))]
        seeds.into_iter().map(trial).collect()
    }
}

/// The trials of one point, until it is most likely below the bar.
fn run(
    objective: &impl Objective,
    point: &[f64],
    seeds: &[u64],
    bar: Option<f64>,
    budget: &Budget,
) -> Result<Score, Stop> {
    let mut score = Score::default();
    for &seed in seeds {
        if let Some(stop) = budget.interrupted() {
            return Err(stop);
        }
        score.add(objective.trial(point, seed));
        let look = score.trials % BLOCK == 0;
        if look && bar.is_some_and(|bar| score.mean() + 2.0 * score.standard_error() < bar) {
            break;
        }
    }
    Ok(score)
}

/// The form a run is saved in.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    version: u32,
    settings: Settings,
    optimiser: AnyOptimiser,
    generations: Vec<Generation>,
}

#[cfg(feature = "serde")]
const VERSION: u32 = 1;

#[cfg(feature = "serde")]
impl From<Tuner> for Saved {
    fn from(tuner: Tuner) -> Self {
        let Tuner { settings, optimiser, generations } = tuner;
        Self { version: VERSION, settings, optimiser, generations }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Saved> for Tuner {
    type Error = alloc::string::String;

    fn try_from(saved: Saved) -> Result<Self, Self::Error> {
        use alloc::format;
        use alloc::string::ToString;

        use super::error::length;
        let Saved { version, settings, optimiser, generations } = saved;
        if version != VERSION {
            return Err(format!("version {version} of a saved run; this program reads version {VERSION}"));
        }
        optimiser.check().map_err(|error| error.to_string())?;
        let (told, listed) = (optimiser.get().generation(), generations.len() as u64);
        if told != listed {
            return Err(format!("{listed} generations are listed, the method has been told {told}"));
        }
        let dimension = optimiser.get().dimension();
        for generation in &generations {
            length("the point of a generation", &generation.point, dimension)
                .map_err(|error| error.to_string())?;
        }
        if !(1..=MOST_TRIALS).contains(&settings.trials) {
            return Err(format!("{} trials of a candidate", settings.trials));
        }
        Ok(Self { settings, optimiser, generations })
    }
}
