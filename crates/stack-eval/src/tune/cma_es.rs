//! Evolution with a full covariance matrix, and restarts with twice the population.
//!
//! Source: Hansen, "The CMA evolution strategy: a tutorial", 2016 (default
//! constants); Auger and Hansen, "A restart CMA evolution strategy with increasing
//! population size", 2005.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::Stream;

use super::matrix::Square;
use super::optimiser::{Start, best_first, check, normals, population, root_mean_square};
use super::{Optimiser, TuneError};

/// The state of CMA-ES.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CmaEs {
    start: Start,
    seed: u64,
    population: usize,
    generation: u64,
    restarts: u32,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Square,
    /// Evolution paths of the step size and of the covariance.
    path_sigma: Vec<f64>,
    path_covariance: Vec<f64>,
    /// Generations since the last restart.
    age: u64,
    /// The best score since the last restart, and how long it has stood.
    best: Option<f64>,
    stale: u64,
    /// The mean of the run that came to the best score, to answer with.
    answer: Option<(f64, Vec<f64>)>,
}

/// Constants that follow from dimension and population.
struct Constants {
    weights: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// Expected length of a normal vector.
    chi: f64,
}

impl Constants {
    fn new(n: usize, population: usize) -> Self {
        let n = n as f64;
        let half = (population as f64 + 1.0) / 2.0;
        let raw = (1..=population / 2).map(|rank| libm::log(half) - libm::log(rank as f64));
        let raw: Vec<f64> = raw.collect();
        let total: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / total).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let c_mu = (2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0) * (n + 2.0) + mu_eff)).min(1.0 - c_1);
        Self {
            weights,
            mu_eff,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (libm::sqrt((mu_eff - 1.0) / (n + 1.0)) - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu,
            chi: libm::sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl CmaEs {
    /// From a start. Without a
    /// population 4 + ⌊3 ln n⌋ points are asked for.
    ///
    /// # Errors
    /// [`TuneError::Size`] for fewer than 4 points.
    pub fn new(start: Start, size: Option<usize>, seed: u64) -> Result<Self, TuneError> {
        let n = start.dimension();
        let usual = 4 + (3.0 * libm::log(n as f64)) as usize;
        let population = population(size, usual, 4)?;
        Ok(Self {
            start,
            seed,
            population,
            generation: 0,
            restarts: 0,
            mean: vec![0.0; n],
            sigma: 1.0,
            covariance: Square::identity(n),
            path_sigma: vec![0.0; n],
            path_covariance: vec![0.0; n],
            age: 0,
            best: None,
            stale: 0,
            answer: None,
        })
    }

    /// How often it has begun anew.
    #[must_use]
    pub fn restarts(&self) -> u32 {
        self.restarts
    }

    #[cfg(feature = "serde")]
    pub(super) fn parts(&self) -> super::optimiser::Parts<'_> {
        use super::optimiser::Extent::{Point, Square};
        let mut lists = Vec::from([
            ("the mean", &self.mean[..], Point),
            ("the path of the step", &self.path_sigma, Point),
            ("the path of the covariance", &self.path_covariance, Point),
            ("the covariance", &self.covariance.entries, Square),
        ]);
        lists.extend(self.answer.as_ref().map(|(_, mean)| ("the answer", &mean[..], Point)));
        (&self.start, lists, Vec::from([(self.population, 4)]))
    }

    /// Roots of the eigenvalues, eigenvectors, and for each draw its step before
    /// the step size.
    fn steps(&self) -> (Vec<f64>, Square, Vec<Vec<f64>>) {
        let (values, vectors) = self.covariance.eigen();
        let roots: Vec<f64> = values.iter().map(|&value| libm::sqrt(value.max(1e-300))).collect();
        let mut stream = Stream::new(self.seed, "tune: cma-es", self.generation);
        let step = |stream: &mut Stream| {
            let scaled: Vec<f64> =
                normals(stream, roots.len()).iter().zip(&roots).map(|(z, root)| z * root).collect();
            vectors.times(&scaled)
        };
        let steps = (0..self.population).map(|_| step(&mut stream)).collect();
        (roots, vectors, steps)
    }

    fn along(&self, step: &[f64]) -> Vec<f64> {
        self.mean.iter().zip(step).map(|(mean, step)| mean + self.sigma * step).collect()
    }

    /// Whether this run has nothing more to find: the steps are tiny, the matrix is
    /// ill conditioned, or the best score has stood for long.
    fn is_spent(&self, roots: &[f64]) -> bool {
        let n = self.mean.len() as f64;
        let largest = roots.iter().copied().fold(0.0, f64::max);
        let smallest = roots.iter().copied().fold(f64::INFINITY, f64::min);
        let patience = 30.0 + 30.0 * n / self.population as f64;
        self.sigma * largest < 1e-12 || largest > 1e7 * smallest || self.stale as f64 > 10.0 * patience
    }

    fn restart(&mut self) {
        let n = self.mean.len();
        self.restarts += 1;
        self.population = (self.population * 2).min(1 << 12);
        self.mean = vec![0.0; n];
        self.sigma = 1.0;
        self.covariance = Square::identity(n);
        self.path_sigma = vec![0.0; n];
        self.path_covariance = vec![0.0; n];
        (self.age, self.best, self.stale) = (0, None, 0);
    }
}

impl Optimiser for CmaEs {
    fn dimension(&self) -> usize {
        self.start.dimension()
    }

    fn generation(&self) -> u64 {
        self.generation
    }

    fn ask(&self) -> Vec<Vec<f64>> {
        let (_, _, steps) = self.steps();
        steps.iter().map(|step| self.start.at(&self.along(step))).collect()
    }

    fn tell(&mut self, scores: &[f64]) -> Result<(), TuneError> {
        check(scores, self.population)?;
        let n = self.dimension();
        let constants = Constants::new(n, self.population);
        let (roots, vectors, steps) = self.steps();
        let order = best_first(scores);
        let chosen = || constants.weights.iter().zip(&order).map(|(weight, &at)| (*weight, &steps[at]));
        let mut mean_step = vec![0.0; n];
        for (weight, step) in chosen() {
            mean_step.iter_mut().zip(step).for_each(|(sum, step)| *sum += weight * step);
        }
        self.mean = self.along(&mean_step);

        // The mean step in the coordinates where the covariance is the identity.
        let white: Vec<f64> =
            vectors.transposed_times(&mean_step).iter().zip(&roots).map(|(v, r)| v / r).collect();
        let white = vectors.times(&white);
        let Constants { mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi, .. } = constants;
        let rate = libm::sqrt(c_sigma * (2.0 - c_sigma) * mu_eff);
        for (path, white) in self.path_sigma.iter_mut().zip(&white) {
            *path = (1.0 - c_sigma) * *path + rate * white;
        }
        self.age += 1;
        let length = libm::sqrt(self.path_sigma.iter().map(|p| p * p).sum::<f64>());
        let expected = libm::sqrt(1.0 - libm::pow(1.0 - c_sigma, 2.0 * self.age as f64));
        // A long path says that the step size is far too small; the covariance waits.
        let waits = length / expected >= (1.4 + 2.0 / (n as f64 + 1.0)) * chi;
        let rate = if waits { 0.0 } else { libm::sqrt(c_c * (2.0 - c_c) * mu_eff) };
        for (path, step) in self.path_covariance.iter_mut().zip(&mean_step) {
            *path = (1.0 - c_c) * *path + rate * step;
        }
        let kept = 1.0 - c_1 - c_mu + if waits { c_1 * c_c * (2.0 - c_c) } else { 0.0 };
        for row in 0..n {
            for column in 0..n {
                let ranks: f64 = chosen().map(|(weight, step)| weight * step[row] * step[column]).sum();
                let path = self.path_covariance[row] * self.path_covariance[column];
                let entry = &mut self.covariance.entries[row * n + column];
                *entry = kept * *entry + c_1 * path + c_mu * ranks;
            }
        }
        self.sigma *= libm::exp((c_sigma / d_sigma * (length / chi - 1.0)).min(1.0));
        self.generation += 1;

        let best = scores[order[0]];
        self.stale += 1;
        if self.best.is_none_or(|before| best > before) {
            (self.best, self.stale) = (Some(best), 0);
        }
        if self.is_spent(&roots) {
            let run = self.best.unwrap_or(best);
            if self.answer.as_ref().is_none_or(|(score, _)| run > *score) {
                self.answer = Some((run, self.mean.clone()));
            }
            self.restart();
        }
        Ok(())
    }

    fn point(&self) -> Vec<f64> {
        match &self.answer {
            Some((score, mean)) if self.best.is_none_or(|best| *score >= best) => self.start.at(mean),
            _ => self.start.at(&self.mean),
        }
    }

    fn spread(&self) -> f64 {
        let deviation = |axis| self.sigma * libm::sqrt(self.covariance.at(axis, axis).max(0.0));
        root_mean_square((0..self.mean.len()).map(deviation))
    }
}
