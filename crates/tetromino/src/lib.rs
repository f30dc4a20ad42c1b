//! Falling-block rules: pieces, rotation systems with kicks, fields, landings,
//! randomizers and scoring.
//!
//! # Overview
//!
//! - [`Field`] is a board of 4 to 16 columns and up to 64 rows, one word a
//!   column, `Copy`.
//! - [`Piece`] and [`Rotation`] name the seven tetrominoes and their
//!   orientations; [`Silhouette`] has any shape as columns.
//! - [`RotationSystem`] holds kicks as data: SRS, SRS+, three systems with half
//!   turns, and your own. [`ActivePiece`] moves and turns under it.
//! - [`Landing`] is a piece at rest and how it can have come there;
//!   [`drop_landings`] lists all straight drops.
//! - [`MoveGenerator`] finds all reachable landings under [`MoveRules`] as a
//!   [`LandingSet`], and the inputs that lead to one; [`perft`] counts.
//! - [`GuidelineGame`] has hold, bags, combos, attacks and garbage; [`Standing`]
//!   is the part that a search plays on, [`Fall`] a piece frame by frame.
//! - [`DropGame`] is the one-piece game under [`DropRules`], with any
//!   [`Randomizer`] and [`Scoring`]; [`PolyominoGame`] is it for any [`PieceSet`].
//! - [`Pattern`] stands for many queues; [`fumen::Fumen`] is a text in which players
//!   share fields and sequences.
//!
//! `x` counts columns from the left, `y` rows from the floor upward.
//!
//! # Examples
//!
//! Where can a T go?
//!
//! ```
//! use tetromino::{Entry, Field, Piece, Rotation, drop_landings};
//!
//! let field = Field::from_rows(["####.#####"], 20)?;
//! let landings = drop_landings(&field, Piece::T, Entry::Top);
//! let into_the_gap: Vec<_> = landings.filter(|l| l.corner().y == 0).map(|l| l.rotation).collect();
//! assert_eq!(into_the_gap, [Rotation::E, Rotation::S, Rotation::W]);
//! # Ok::<(), tetromino::FieldError>(())
//! ```
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `fumen` | yes | the module [`fumen`]: the texts in which players share fields; costs no dependency |
//! | `std` | yes | nothing yet but `std` in the crates below; without it the crate is `no_std` + `alloc` |
//! | `serde` | no | fields as height and drawing, states as fields; checked when read |
//! | `arbitrary` | no | `Arbitrary` for pieces and fields; turns `std` on |

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

mod drop;
mod field;
#[cfg(feature = "fumen")]
#[cfg_attr(docsrs, doc(cfg(feature = "fumen")))]
pub mod fumen;
mod game;
mod guideline;
mod landing;
mod movegen;
mod pattern;
mod piece;
mod polyomino_game;
mod randomizer;
mod replay;
mod rotation;
mod score;
mod silhouette;
#[cfg(feature = "serde")]
mod version;

pub use drop::{Entry, Skyline, drop_landings};
pub use field::{Field, FieldError};
pub use game::{DropGame, DropRules, End, IllegalLanding, TopOut};
pub use guideline::{
    AttackTable, Combo, Fall, Garbage, GarbageRules, Gravity, GuidelineEnd, GuidelineGame, GuidelineRules,
    IllegalMove, LockDelay, Outcome, PerfectClear, Played, Standing,
};
pub use landing::{Landing, Spins};
pub use movegen::{
    DropModel, Input, LandingSet, MoveGenerator, MoveRules, Pace, PathGoal, Perft, Spawn, SpinRule, perft,
};
pub use pattern::{Pattern, PatternError};
pub use piece::{Piece, Rotation, UnknownPiece};
pub use polyomino_game::{IllegalDrop, PieceSet, PieceSetError, PolyominoGame};
pub use randomizer::{PieceList, Previewed, Randomizer, SevenBag, Uniform};
pub use replay::{DropReplay, GuidelineReplay, ReplayError, ReplayStep};
pub use rotation::{ActivePiece, Kicks, RotationSystem, TooManyKicks, Turn};
pub use score::{Clear, GuidelineScore, LineScore, Scoring, Spin};
pub use silhouette::{Placed, Silhouette};
