//! The judge: how good is a landing?

mod evaluator;
mod four;

pub use evaluator::Evaluator;
pub use four::{FourContext, FourEvaluator, FourFeatures, FourWeights, Judged, WeightError};
