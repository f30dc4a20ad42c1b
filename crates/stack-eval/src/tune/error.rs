//! What can be wrong with a tuning run.

use alloc::string::String;

use thiserror::Error;

/// Why a tuning run cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TuneError {
    /// There is nothing to tune.
    #[error("a point needs at least one dimension")]
    NoDimension,
    /// More than the optimisers are made for.
    #[error("{found} dimensions; at most {limit} are supported")]
    TooManyDimensions {
        /// Dimensions asked for.
        found: usize,
        /// The most.
        limit: usize,
    },
    /// Two lists that belong together differ in length.
    #[error("{what}: {found} numbers where {expected} are expected")]
    Length {
        /// Which list.
        what: &'static str,
        /// The right length.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A number that is not finite, or not positive where it has to be.
    #[error("{what}, number {index}: {value} is not usable")]
    Value {
        /// Which list.
        what: &'static str,
        /// Where in the list.
        index: usize,
        /// The number.
        value: f64,
    },
    /// A size that leaves nothing to do, or too much.
    #[error("{what} is {found}; {least} to {most} are allowed")]
    Size {
        /// Which size.
        what: &'static str,
        /// The size given.
        found: u64,
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A candidate of a generation without a score, or with more than one.
    #[error("candidate {number} has {found} scores where one is expected")]
    Candidate {
        /// Which candidate, from 0.
        number: usize,
        /// Its scores.
        found: usize,
    },
    /// No method has this name.
    #[error("unknown method {name:?}; known: ce, cma_es, genetic, spsa")]
    UnknownMethod {
        /// The name given.
        name: String,
    },
}

/// Refuses the first number that is not finite.
pub(super) fn finite(what: &'static str, numbers: &[f64]) -> Result<(), TuneError> {
    match numbers.iter().position(|number| !number.is_finite()) {
        Some(index) => Err(TuneError::Value { what, index, value: numbers[index] }),
        None => Ok(()),
    }
}

/// Refuses a list of another length.
pub(super) fn length(what: &'static str, numbers: &[f64], expected: usize) -> Result<(), TuneError> {
    let found = numbers.len();
    if found == expected { Ok(()) } else { Err(TuneError::Length { what, expected, found }) }
}
