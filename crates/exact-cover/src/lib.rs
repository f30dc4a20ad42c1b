//! Exact cover with colours and multiplicities.

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

mod count;
mod judge;
pub mod models;
mod rules;
mod search;
pub mod tiling;

pub use count::{CountMethod, CountOptions, Counted, Natural, Zdd, ZddError, ZddSolutions};
pub use judge::{Branching, Choice, FirstItem, MinRemaining, SeededTies};
pub use rules::{Bounds, Colour, Item, OptionId, Problem, ProblemBuilder, ProblemError, Use, knuth};
pub use search::{Optimised, Outcome, Report, Search, Statistics, Structure, Uniqueness};
