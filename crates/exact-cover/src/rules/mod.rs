//! What an exact cover problem is: items, options, and what a solution means.

mod builder;
mod error;
pub mod knuth;
mod problem;

pub use builder::ProblemBuilder;
pub use error::ProblemError;
pub use problem::{Bounds, Colour, Item, OptionId, Problem, Use};
