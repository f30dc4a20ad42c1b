//! Exact cover with colours and multiplicities: every solution, the first, the
//! only, the cheapest, or how many there are, without visiting each.
//!
//! # Overview
//!
//! - [`Problem`] is built and checked first and never changes: primary items with
//!   bounds, secondary items, colours, options. [`knuth`] reads and writes it as
//!   text.
//! - [`Search`] finds solutions and can stop anywhere and go on: an iterator, a
//!   step for each frame of a game, a count, parts for several threads.
//! - [`Problem::count`] merges partial solutions with the same rest where that
//!   pays; [`Zdd`] keeps them all, to draw from them uniformly, to find the
//!   cheapest, to count under conditions.
//! - [`tiling`] covers regions with polyominoes, by bit masks where they fit, and
//!   makes puzzles with one solution.
//! - [`models`] has sudoku, queens, Langford pairs, Latin squares, pentominoes,
//!   crosswords and dominating queens.
//!
//! # Examples
//!
//! ```
//! use exact_cover::Problem;
//!
//! let mut builder = Problem::builder();
//! let [a, b, c] = ["a", "b", "c"].map(|name| builder.primary(name));
//! builder.option([a, b]).option([c]).option([b, c]).option([a]);
//! let problem = builder.build()?;
//! for solution in problem.solutions() {
//!     assert!(problem.is_solution(&solution));
//! }
//! # Ok::<(), exact_cover::ProblemError>(())
//! ```
//!
//! Colours: options that give a secondary item the same colour go together.
//! Multiplicities: an item may be covered several times.
//!
//! ```
//! use exact_cover::{Bounds, Problem};
//!
//! let mut builder = Problem::builder();
//! let guests = builder.primary_times("guests", Bounds::between(2, 3));
//! let table = builder.secondary("table cloth");
//! for colour in ["red", "red", "blue", "blue", "blue"] {
//!     let colour = builder.colour(colour);
//!     builder.option([guests.into(), table.coloured(colour)]);
//! }
//! // Both red ones; two or three of the blue ones.
//! assert_eq!(builder.build()?.count(), 1 + 3 + 1);
//! # Ok::<(), exact_cover::ProblemError>(())
//! ```
//!
//! A count that no list could hold:
//!
//! ```
//! use exact_cover::tiling::{Copies, Piece, Tiling};
//! use grid_core::{Orientations, Region};
//!
//! let domino = Piece::new("##".parse()?, Orientations::Rotations).with_copies(Copies::Unlimited);
//! let board = Tiling::new(Region::rectangle(12, 12)?, vec![domino])?;
//! assert_eq!(board.count(), 53_060_477_521_960_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Same input, same answer
//!
//! Solutions come in one order, whatever the [`Structure`], the number of threads
//! and the platform; node budgets cut a search at the same place everywhere.
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `std` | yes | deadlines in budgets; without it the crate is `no_std` + `alloc` |
//! | `rayon` | no | searches on all threads, with the results of one |
//! | `serde` | no | outcomes, statistics, pieces and puzzles as data |
//! | `arbitrary` | no | `Arbitrary` for the shapes and regions of `grid-core` |
//!
//! # Source
//!
//! Knuth, "The Art of Computer Programming", volume 4B, section 7.2.2.1, whose
//! terms are used throughout.

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
