//! Any weight set, feature by feature.

use tetromino::{Field, Placed};

use super::feature::Feature;
use super::features::Afterstate;
use super::four::Judged;
use super::weights::WeightSet;
use crate::Evaluator;

/// A weighted sum of any features, each computed from the board by its definition:
/// the plain way, for sets that no fast engine knows.
///
/// ```
/// use stack_eval::{Feature, LinearEvaluator, WeightSet, greedy};
/// use tetromino::{Entry, Field, Piece};
/// let low = WeightSet::new(&[Feature::MaxHeight], &[-1.0])?;
/// let judge = LinearEvaluator::new(low);
/// let best = greedy(&judge, &Field::new(10, 20)?, Piece::I, Entry::Top);
/// assert_eq!(best.map(|best| best.value), Some(-1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LinearEvaluator {
    set: WeightSet,
}

impl LinearEvaluator {
    /// From a set.
    #[must_use]
    pub const fn new(set: WeightSet) -> Self {
        Self { set }
    }

    /// The set.
    #[must_use]
    pub const fn set(&self) -> &WeightSet {
        &self.set
    }

    /// The weighted sum over a board and a landing, in the order of the set.
    #[must_use]
    pub fn value(&self, after: &Afterstate) -> f64 {
        let terms = self.set.features().iter().zip(self.set.weights());
        terms.map(|(feature, weight)| weight * feature.value(after)).sum()
    }

    /// What each feature adds to the value of a landing: feature, value, share.
    #[must_use]
    pub fn shares(&self, field: &Field, placed: &Placed<'_>) -> alloc::vec::Vec<(Feature, f64, f64)> {
        let after = Afterstate::new(field, placed, self.set.judged());
        let terms = self.set.features().iter().zip(self.set.weights());
        terms
            .map(|(&feature, weight)| (feature, feature.value(&after), weight * feature.value(&after)))
            .collect()
    }
}

impl Evaluator for LinearEvaluator {
    type Context = ();

    fn context(&self, _: &Field) {}

    fn evaluate(&self, (): &(), field: &Field, placed: &Placed<'_>) -> f64 {
        self.value(&Afterstate::new(field, placed, self.set.judged()))
    }

    /// What the landing itself is worth, if the set judges the board after clearing.
    fn carried(&self, (): &(), field: &Field, placed: &Placed<'_>, value: f64) -> f64 {
        if self.set.judged() == Judged::BeforeClearing {
            return value;
        }
        let after = Afterstate::new(field, placed, Judged::BeforeClearing);
        let terms = self.set.features().iter().zip(self.set.weights());
        terms.filter(|(feature, _)| feature.is_of_landing()).map(|(f, weight)| weight * f.value(&after)).sum()
    }
}
