//! Which item to branch on: the judge of a search.

mod branching;

pub use branching::{Branching, Choice, FirstItem, MinRemaining, SeededTies};
