//! Perfect clears: can this queue empty this field, under real rules?
//!
//! # Overview
//!
//! - [`PcField`] is the field: the lowest rows, all of which are to go.
//! - [`PcSolver`] finds the [`first`](PcSolver::first) solution of a queue, all of them
//!   ([`search`](PcSolver::search), lazily) or their [`count`](PcSolver::count), under
//!   any [`RotationSystem`](tetromino::RotationSystem), without hold or with it.
//! - [`PcSolver::percent`] says how many of many queues succeed, [`PercentRun`] in steps
//!   and parts.
//! - [`PcSolver::path`] lists all tilings of a pattern, each with the queues that build
//!   it.
//! - [`PcPath::minimum_cover`] is the fewest of them that cover all of these queues.
//! - [`PcSolver::best`] finds the play that a [`PlayJudge`] likes best.
//! - [`PcSolver::setups`] lists what queues can build on a [`SetupMask`], and
//!   [`PcSolver::setup_share`] how often the field is cleared after that.
//! - [`PuzzleGenerator`] makes fields and queues with exactly one tiling.
//! - [`PlayOrder`] is the automaton of a queue: which orders of pieces it allows.
//! - [`Solution::verify`] plays a solution again, by code of its own.
//! - [`Invariants`] rules out, before any search, what no pieces can clear.
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `std` | yes | `std` in the crates below; without it the crate is `no_std` + `alloc` |
//! | `fumen` | yes | solutions as fumens |
//! | `rayon` | no | shares of patterns on all cores, with the same result |
//! | `serde` | no | counts, shares, marks and solutions as fields |

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

mod draw;
mod judge;
mod rules;
mod search;

pub use draw::tiling_svg;
pub use judge::difficulty::PuzzleDifficulty;
pub use judge::invariant::{Invariants, Reasons};
pub use judge::preference::{PlayJudge, PlayStep, Preference};
pub use rules::error::PcError;
pub use rules::field::PcField;
pub use rules::mask::SetupMask;
pub use rules::order::{Hold, PlayOrder};
pub use rules::share::{PcBranch, PcMarks, PcMarksError, PcPercent};
pub use rules::solution::{Fault, PcPlacement, Solution};
pub use search::builders::PcStop;
pub use search::choice::PcPlay;
pub use search::cover::{CoverSearch, MinimumCover};
pub use search::generator::{PcPuzzle, PuzzleError, PuzzleGenerator, PuzzleSearch};
pub use search::path::{PcPath, PcPathSearch, PcTiling};
pub use search::percent::PercentRun;
pub use search::setup::{PcSetup, PcSetupSearch, PcSetups, PcShare};
pub use search::solver::{PcCount, PcSearch, PcSolver};
