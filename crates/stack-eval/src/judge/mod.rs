//! The judge: how good is a landing?

mod evaluator;
mod feature;
pub mod features;
mod four;
mod linear;
mod set_evaluator;
mod stack;
mod versus;
mod weights;

pub use evaluator::Evaluator;
pub use feature::Feature;
pub use four::{FourContext, FourEvaluator, FourFeatures, FourWeights, Judged, WeightError};
pub use linear::LinearEvaluator;
pub use set_evaluator::{SetContext, SetEvaluator, WithEvaluator};
pub use stack::{StackContext, StackEvaluator, StackFeatures};
pub use versus::{StandingEvaluator, VersusEvaluator, VersusFeatures, VersusWeights};
pub use weights::WeightSet;
