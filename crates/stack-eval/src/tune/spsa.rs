//! Simultaneous perturbation: the slope is estimated from pairs of points on either
//! side, in random directions. A step has a length of its own; the slope gives its
//! direction only, since scores of games grow by powers.
//!
//! Source: Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation", 1992.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::Stream;

use super::optimiser::{Start, check, population, root_mean_square};
use super::{Optimiser, TuneError};

/// The state of SPSA.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spsa {
    start: Start,
    seed: u64,
    pairs: usize,
    generation: u64,
    centre: Vec<f64>,
}

impl Spsa {
    /// From a start, by 20 points a generation
    /// unless it is said; an odd number is rounded down.
    ///
    /// # Errors
    /// [`TuneError::Size`] for fewer than 2 points.
    pub fn new(start: Start, size: Option<usize>, seed: u64) -> Result<Self, TuneError> {
        let pairs = population(size, 20, 2)? / 2;
        let centre = vec![0.0; start.dimension()];
        Ok(Self { start, seed, pairs, generation: 0, centre })
    }

    #[cfg(feature = "serde")]
    pub(super) fn parts(&self) -> super::optimiser::Parts<'_> {
        use super::optimiser::Extent::Point;
        (&self.start, Vec::from([("the centre", &self.centre[..], Point)]), Vec::from([(self.pairs, 1)]))
    }

    /// Half the distance between the points of a pair.
    fn distance(&self) -> f64 {
        libm::pow(1.0 + self.generation as f64, -0.101)
    }

    /// The length of the next step.
    fn step(&self) -> f64 {
        libm::pow(1.0 + self.generation as f64 / 10.0, -0.602)
    }

    /// A direction of ±1 for each pair.
    fn directions(&self) -> Vec<Vec<f64>> {
        let mut stream = Stream::new(self.seed, "tune: spsa", self.generation);
        let mut sign = || if stream.below(2) == 0 { -1.0 } else { 1.0 };
        (0..self.pairs).map(|_| (0..self.centre.len()).map(|_| sign()).collect()).collect()
    }
}

impl Optimiser for Spsa {
    fn dimension(&self) -> usize {
        self.start.dimension()
    }

    fn generation(&self) -> u64 {
        self.generation
    }

    fn ask(&self) -> Vec<Vec<f64>> {
        let distance = self.distance();
        let point = |direction: &[f64], side: f64| {
            let place = self.centre.iter().zip(direction);
            self.start.at(&place.map(|(centre, way)| centre + side * distance * way).collect::<Vec<f64>>())
        };
        self.directions().iter().flat_map(|way| [point(way, 1.0), point(way, -1.0)]).collect()
    }

    fn tell(&mut self, scores: &[f64]) -> Result<(), TuneError> {
        check(scores, 2 * self.pairs)?;
        let mut slope = vec![0.0; self.centre.len()];
        for (direction, pair) in self.directions().iter().zip(scores.chunks_exact(2)) {
            let gain = pair[0] - pair[1];
            slope.iter_mut().zip(direction).for_each(|(slope, way)| *slope += gain * way);
        }
        let size = root_mean_square(slope.iter().copied());
        if size > 0.0 {
            let step = self.step() / size;
            self.centre.iter_mut().zip(&slope).for_each(|(centre, slope)| *centre += step * slope);
        }
        self.generation += 1;
        Ok(())
    }

    fn point(&self) -> Vec<f64> {
        self.start.at(&self.centre)
    }

    fn spread(&self) -> f64 {
        self.distance()
    }
}
