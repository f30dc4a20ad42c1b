//! Noisy cross-entropy: independent normal distributions, moved to the best tenth
//! of their draws; noise is added to the variances, lest they shrink too early.
//!
//! Source: Szita and Lőrincz, "Learning Tetris using the noisy cross-entropy
//! method", 2006; Thiery and Scherrer, "Improvements on learning Tetris with
//! cross-entropy", 2009.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::Stream;

use super::optimiser::{Start, best_first, check, normals, population, root_mean_square};
use super::{Optimiser, TuneError};

/// The state of noisy cross-entropy.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CrossEntropy {
    start: Start,
    seed: u64,
    population: usize,
    generation: u64,
    mean: Vec<f64>,
    variance: Vec<f64>,
}

impl CrossEntropy {
    /// Added to each variance in the first generations, in squared units of the
    /// first spread.
    const NOISE: f64 = 0.04;
    /// Generations until the noise has faded.
    const FADE: f64 = 50.0;
    /// One draw in so many is learned from.
    const ELITE: usize = 10;

    /// From a start, by 100 draws a
    /// generation unless it is said.
    ///
    /// # Errors
    /// [`TuneError::Size`] for fewer than 4 draws.
    pub fn new(start: Start, size: Option<usize>, seed: u64) -> Result<Self, TuneError> {
        let n = start.dimension();
        let population = population(size, 100, 4)?;
        Ok(Self { start, seed, population, generation: 0, mean: vec![0.0; n], variance: vec![1.0; n] })
    }

    #[cfg(feature = "serde")]
    pub(super) fn parts(&self) -> super::optimiser::Parts<'_> {
        use super::optimiser::Extent::Point;
        let lists = Vec::from([("the mean", &self.mean[..], Point), ("the variance", &self.variance, Point)]);
        (&self.start, lists, Vec::from([(self.population, 4)]))
    }

    fn draws(&self) -> Vec<Vec<f64>> {
        let mut stream = Stream::new(self.seed, "tune: cross-entropy", self.generation);
        let draw = |stream: &mut Stream| -> Vec<f64> {
            let place = self.mean.iter().zip(&self.variance).zip(normals(stream, self.mean.len()));
            place.map(|((mean, variance), z)| mean + libm::sqrt(*variance) * z).collect()
        };
        (0..self.population).map(|_| draw(&mut stream)).collect()
    }
}

impl Optimiser for CrossEntropy {
    fn dimension(&self) -> usize {
        self.start.dimension()
    }

    fn generation(&self) -> u64 {
        self.generation
    }

    fn ask(&self) -> Vec<Vec<f64>> {
        self.draws().iter().map(|draw| self.start.at(draw)).collect()
    }

    fn tell(&mut self, scores: &[f64]) -> Result<(), TuneError> {
        check(scores, self.population)?;
        let draws = self.draws();
        let mut elite = best_first(scores);
        elite.truncate((self.population / Self::ELITE).max(2));
        let count = elite.len() as f64;
        let noise = Self::NOISE * (1.0 - self.generation as f64 / Self::FADE).max(0.0);
        for (axis, (mean, variance)) in self.mean.iter_mut().zip(&mut self.variance).enumerate() {
            let drawn = || elite.iter().map(|&at| draws[at][axis]);
            let centre = drawn().sum::<f64>() / count;
            *mean = centre;
            *variance = drawn().map(|x| (x - centre) * (x - centre)).sum::<f64>() / count + noise;
        }
        self.generation += 1;
        Ok(())
    }

    fn point(&self) -> Vec<f64> {
        self.start.at(&self.mean)
    }

    fn spread(&self) -> f64 {
        root_mean_square(self.variance.iter().map(|&variance| libm::sqrt(variance)))
    }
}
