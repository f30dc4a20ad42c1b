//! Finding solutions: one resumable search, and the structures behind it.

mod cells;
mod compiled;
mod drive;
mod engine;
mod items;
mod layout;
mod links;
mod masks;
mod matrix;
mod optimise;
mod outcome;
#[cfg(feature = "rayon")]
mod parallel;
mod query;
#[allow(clippy::module_inception)]
mod search;
mod slices;
mod walk;

pub(crate) use compiled::Compiled;
#[cfg(feature = "rayon")]
pub(crate) use drive::count_parts;
pub(crate) use drive::{Fraction, Resumable, share_done};
pub use engine::Structure;
pub use optimise::Optimised;
pub use outcome::{Outcome, Report, Statistics, Uniqueness};
pub use search::Search;
pub(crate) use walk::NONE;
