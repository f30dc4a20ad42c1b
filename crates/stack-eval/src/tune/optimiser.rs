//! What all methods share: ask and tell.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use grid_core::Stream;

use super::error::{finite, length};
use super::{CmaEs, CrossEntropy, Genetic, Spsa, TuneError};

/// A method that proposes points and learns from their scores.
///
/// Its proposals depend on its state only, so that a state that was saved and read
/// again goes on as if nothing had happened.
pub trait Optimiser {
    /// Numbers of a point.
    fn dimension(&self) -> usize;

    /// How often it has been told scores.
    fn generation(&self) -> u64;

    /// The points to be tried now; the same ones until [`tell`](Self::tell).
    fn ask(&self) -> Vec<Vec<f64>>;

    /// Learns from the scores of the points of [`ask`](Self::ask), in their order;
    /// larger is better.
    ///
    /// # Errors
    /// [`TuneError::Length`] or [`TuneError::Value`]; nothing is learned then.
    fn tell(&mut self, scores: &[f64]) -> Result<(), TuneError>;

    /// The point it would answer with now.
    fn point(&self) -> Vec<f64>;

    /// How far apart its proposals are: the root mean square over the dimensions of
    /// their standard deviations, in units of the first spread.
    fn spread(&self) -> f64;
}

/// The methods by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Method {
    /// Noisy cross-entropy, `ce`.
    CrossEntropy,
    /// CMA-ES with restarts, `cma_es`.
    CmaEs,
    /// A genetic algorithm, `genetic`.
    Genetic,
    /// Simultaneous perturbation, `spsa`.
    Spsa,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::CrossEntropy, Self::CmaEs, Self::Genetic, Self::Spsa];

    /// Its name, as [`FromStr`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CrossEntropy => "ce",
            Self::CmaEs => "cma_es",
            Self::Genetic => "genetic",
            Self::Spsa => "spsa",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = TuneError;

    fn from_str(name: &str) -> Result<Self, TuneError> {
        let known = Self::ALL.into_iter().find(|method| method.name() == name);
        known.ok_or_else(|| TuneError::UnknownMethod { name: name.into() })
    }
}

/// One of the methods, with its state.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub(super) enum AnyOptimiser {
    CrossEntropy(CrossEntropy),
    CmaEs(CmaEs),
    Genetic(Genetic),
    Spsa(Spsa),
}

impl AnyOptimiser {
    pub(super) fn new(
        method: Method,
        start: Start,
        population: Option<usize>,
        seed: u64,
    ) -> Result<Self, TuneError> {
        Ok(match method {
            Method::CrossEntropy => Self::CrossEntropy(CrossEntropy::new(start, population, seed)?),
            Method::CmaEs => Self::CmaEs(CmaEs::new(start, population, seed)?),
            Method::Genetic => Self::Genetic(Genetic::new(start, population, seed)?),
            Method::Spsa => Self::Spsa(Spsa::new(start, population, seed)?),
        })
    }

    /// Whether a state that was read can go on: lengths and numbers.
    #[cfg(feature = "serde")]
    pub(super) fn check(&self) -> Result<(), TuneError> {
        let (start, lists, sizes) = match self {
            Self::CrossEntropy(method) => method.parts(),
            Self::CmaEs(method) => method.parts(),
            Self::Genetic(method) => method.parts(),
            Self::Spsa(method) => method.parts(),
        };
        let Start { point, spread } = start.clone();
        let n = Start::new(point, spread)?.dimension();
        for (what, list, expected) in lists {
            length(what, list, if expected == Extent::Point { n } else { n * n })?;
            finite(what, list)?;
        }
        sizes.into_iter().try_for_each(|(size, least)| population(Some(size), 0, least).map(drop))
    }

    pub(super) fn method(&self) -> Method {
        match self {
            Self::CrossEntropy(_) => Method::CrossEntropy,
            Self::CmaEs(_) => Method::CmaEs,
            Self::Genetic(_) => Method::Genetic,
            Self::Spsa(_) => Method::Spsa,
        }
    }

    pub(super) fn get(&self) -> &dyn Optimiser {
        match self {
            Self::CrossEntropy(method) => method,
            Self::CmaEs(method) => method,
            Self::Genetic(method) => method,
            Self::Spsa(method) => method,
        }
    }

    pub(super) fn get_mut(&mut self) -> &mut dyn Optimiser {
        match self {
            Self::CrossEntropy(method) => method,
            Self::CmaEs(method) => method,
            Self::Genetic(method) => method,
            Self::Spsa(method) => method,
        }
    }
}

/// How long a list of a state is.
#[cfg(feature = "serde")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// A number for each dimension.
    Point,
    /// A number for each pair of dimensions.
    Square,
}

/// What of a state has to be checked when it was read: where it begins, its lists of
/// numbers, and its sizes with the least of each.
#[cfg(feature = "serde")]
pub(super) type Parts<'a> = (&'a Start, Vec<(&'static str, &'a [f64], Extent)>, Vec<(usize, usize)>);

/// Where a method begins: a point, and for each dimension how far its first proposals
/// spread. Methods work in units of the spread, from the point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Start {
    point: Vec<f64>,
    spread: Vec<f64>,
}

/// Most numbers of a point.
const MOST_DIMENSIONS: usize = 1000;

impl Start {
    /// From a point and a spread for each dimension.
    ///
    /// # Errors
    /// [`TuneError`] for no dimension, too many, lists of different length, numbers that
    /// are not finite, or a spread that is not positive.
    pub fn new(point: Vec<f64>, spread: Vec<f64>) -> Result<Self, TuneError> {
        if point.is_empty() {
            return Err(TuneError::NoDimension);
        }
        if point.len() > MOST_DIMENSIONS {
            return Err(TuneError::TooManyDimensions { found: point.len(), limit: MOST_DIMENSIONS });
        }
        length("first spread", &spread, point.len())?;
        finite("first point", &point)?;
        finite("first spread", &spread)?;
        match spread.iter().position(|&width| width <= 0.0) {
            Some(index) => Err(TuneError::Value { what: "first spread", index, value: spread[index] }),
            None => Ok(Self { point, spread }),
        }
    }

    pub(super) fn dimension(&self) -> usize {
        self.point.len()
    }

    /// The point with these coordinates in units of the spread.
    pub(super) fn at(&self, units: &[f64]) -> Vec<f64> {
        let place = self.point.iter().zip(&self.spread).zip(units);
        place.map(|((start, width), units)| start + width * units).collect()
    }
}

/// The size of a population, within bounds.
pub(super) fn population(wanted: Option<usize>, usual: usize, least: usize) -> Result<usize, TuneError> {
    const MOST: usize = 1 << 16;
    let size = wanted.unwrap_or(usual);
    if (least..=MOST).contains(&size) {
        return Ok(size);
    }
    let (found, least, most) = (size as u64, least as u64, MOST as u64);
    Err(TuneError::Size { what: "the population", found, least, most })
}

/// Checks what a method is told.
pub(super) fn check(scores: &[f64], expected: usize) -> Result<(), TuneError> {
    length("scores", scores, expected)?;
    finite("scores", scores)
}

/// The numbers of the scores, best first; equal ones in their order.
pub(super) fn best_first(scores: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    order
}

/// A number of the standard normal distribution.
///
/// Source: Box and Muller, "A note on the generation of random normal deviates", 1958.
pub(super) fn normal(stream: &mut Stream) -> f64 {
    // In (0, 1], so that the logarithm is finite.
    let radius = libm::sqrt(-2.0 * libm::log(1.0 - stream.unit()));
    radius * libm::cos(2.0 * core::f64::consts::PI * stream.unit())
}

pub(super) fn normals(stream: &mut Stream, count: usize) -> Vec<f64> {
    (0..count).map(|_| normal(stream)).collect()
}

pub(super) fn root_mean_square(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len().max(1) as f64;
    libm::sqrt(numbers.map(|number| number * number).sum::<f64>() / count)
}
