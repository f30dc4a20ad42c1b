//! A genetic algorithm: tournaments choose parents, crossover mixes them, mutation
//! moves the child. The best tenth stays and is scored again, since scores are noisy.
//!
//! Source: Goldberg, "Genetic Algorithms in Search, Optimization, and Machine
//! Learning", 1989; blend crossover after Eshelman and Schaffer, 1993.

use alloc::vec::Vec;

use grid_core::Stream;

use super::optimiser::{Start, best_first, check, normal, normals, population, root_mean_square};
use super::{Optimiser, TuneError};

/// The state of the genetic algorithm.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Genetic {
    start: Start,
    seed: u64,
    generation: u64,
    members: Vec<Vec<f64>>,
    /// The mean of the best tenth when scores were told last.
    point: Vec<f64>,
}

impl Genetic {
    /// Members of a tournament.
    const TOURNAMENT: u32 = 3;
    /// One in so many genes is moved.
    const MUTATION: u32 = 5;
    /// How far beyond its parents a gene may lie, as a share of their distance.
    const BLEND: f64 = 0.3;

    /// From a start, with 60 members
    /// unless it is said.
    ///
    /// # Errors
    /// [`TuneError::Size`] for fewer than 4 members.
    pub fn new(start: Start, size: Option<usize>, seed: u64) -> Result<Self, TuneError> {
        let n = start.dimension();
        let mut stream = Stream::new(seed, "tune: first members", 0);
        let members = (0..population(size, 60, 4)?).map(|_| normals(&mut stream, n)).collect();
        Ok(Self { start, seed, generation: 0, members, point: alloc::vec![0.0; n] })
    }

    #[cfg(feature = "serde")]
    pub(super) fn parts(&self) -> super::optimiser::Parts<'_> {
        use super::optimiser::Extent::Point;
        let members = self.members.iter().map(|member| ("a member", &member[..], Point));
        let lists = members.chain([("the point", &self.point[..], Point)]).collect();
        (&self.start, lists, Vec::from([(self.members.len(), 4)]))
    }

    fn deviations(&self) -> Vec<f64> {
        let count = self.members.len() as f64;
        let deviation = |axis: usize| {
            let mean = self.members.iter().map(|member| member[axis]).sum::<f64>() / count;
            let square = |member: &Vec<f64>| (member[axis] - mean) * (member[axis] - mean);
            libm::sqrt(self.members.iter().map(square).sum::<f64>() / count)
        };
        (0..self.dimension()).map(deviation).collect()
    }
}

impl Optimiser for Genetic {
    fn dimension(&self) -> usize {
        self.start.dimension()
    }

    fn generation(&self) -> u64 {
        self.generation
    }

    fn ask(&self) -> Vec<Vec<f64>> {
        self.members.iter().map(|member| self.start.at(member)).collect()
    }

    fn tell(&mut self, scores: &[f64]) -> Result<(), TuneError> {
        let size = self.members.len();
        check(scores, size)?;
        let order = best_first(scores);
        let elite = &order[..(size / 10).max(1)];
        let deviations = self.deviations();
        let mut rank = alloc::vec![0; size];
        order.iter().enumerate().for_each(|(place, &at)| rank[at] = place);
        let mut stream = Stream::new(self.seed, "tune: genetic", self.generation);
        let parent = |stream: &mut Stream| {
            let fighters = (0..Self::TOURNAMENT).map(|_| stream.below(size as u32) as usize);
            fighters.min_by_key(|&at| rank[at]).unwrap_or(order[0])
        };
        let mut next: Vec<Vec<f64>> = elite.iter().map(|&at| self.members[at].clone()).collect();
        while next.len() < size {
            let (one, other) = (parent(&mut stream), parent(&mut stream));
            let genes = self.members[one].iter().zip(&self.members[other]).zip(&deviations);
            let child = genes.map(|((&a, &b), &deviation)| {
                let share = (1.0 + 2.0 * Self::BLEND) * stream.unit() - Self::BLEND;
                let gene = a + share * (b - a);
                match stream.below(Self::MUTATION) {
                    0 => gene + 0.5 * deviation * normal(&mut stream),
                    _ => gene,
                }
            });
            next.push(child.collect());
        }
        let count = elite.len() as f64;
        self.point = (0..self.dimension())
            .map(|axis| elite.iter().map(|&at| self.members[at][axis]).sum::<f64>() / count)
            .collect();
        self.members = next;
        self.generation += 1;
        Ok(())
    }

    fn point(&self) -> Vec<f64> {
        self.start.at(&self.point)
    }

    fn spread(&self) -> f64 {
        root_mean_square(self.deviations().into_iter())
    }
}
