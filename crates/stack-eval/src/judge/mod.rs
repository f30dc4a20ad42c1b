//! The judge: how good is a landing?

mod evaluator;
mod four;
mod versus;

pub use evaluator::Evaluator;
pub use four::{FourContext, FourEvaluator, FourFeatures, FourWeights, Judged, WeightError};
pub use versus::{StandingEvaluator, VersusEvaluator, VersusFeatures, VersusWeights};
