//! The ground floor of puzzle-ai: cells, bit boards, regions with holes,
//! polyominoes, seeded streams, search budgets and drawing.
//!
//! # Overview
//!
//! - [`BitBoard`] is a set of cells on a small board of fixed size, `Copy`, with
//!   set operators and shifts that never wrap round an edge.
//! - [`Region`] is a board of any form; [`CellSet`] holds sets of its cells.
//! - [`Polyomino`] is a shape up to translation; [`Orientations`] says which of
//!   its images are the same piece; [`polyominoes`] lists all of a size, and
//!   [`Region::placements`] all ways to lay one down.
//! - [`Stream`] is a random stream that never changes: same name, same numbers,
//!   on every platform.
//! - [`Budget`], [`CancelFlag`] and [`Meter`] bound a search.
//! - [`Skill`] is the strength of a player, from a beginner to the best, in every game
//!   the same ten levels.
//! - [`draw`] and [`svg`] turn boards into text and pictures.
//!
//! # Examples
//!
//! How many ways are there to lay the X pentomino on a chess board?
//!
//! ```
//! use grid_core::{Orientations, Polyomino, Region};
//!
//! let x: Polyomino = ".#.\n###\n.#.".parse()?;
//! let board = Region::rectangle(8, 8)?;
//! assert_eq!(board.placements(&x, Orientations::Rotations).len(), 36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A shuffled bag that is the same everywhere:
//!
//! ```
//! let mut bag = *b"IOTSZJL";
//! grid_core::Stream::new(7, "bag", 0).shuffle(&mut bag);
//! assert_eq!(&bag, b"JZOISLT");
//! ```
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `std` | yes | deadlines in [`Budget`]; without it the crate is `no_std` + `alloc` |
//! | `serde` | no | states as text or fields, checked when read |
//! | `arbitrary` | no | `Arbitrary` for shapes and regions; turns `std` on |

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

mod bits;
mod board;
mod budget;
mod cell;
mod cellset;
pub mod draw;
mod enumerate;
mod partition;
mod polyomino;
mod region;
mod shard;
mod skill;
mod stream;
pub mod svg;

pub use bits::{Bits, Wide};
pub use board::BitBoard;
pub use budget::{Budget, CancelFlag, Meter, Progress, Stop};
pub use cell::{Cell, Symmetry};
pub use cellset::CellSet;
pub use draw::DrawingError;
pub use enumerate::polyominoes;
pub use polyomino::{Orientations, Polyomino, PolyominoError};
pub use region::{Placement, Region};
pub use shard::{Shard, ShardError};
pub use skill::{Skill, SkillError};
pub use stream::{StableHasher, Stream, mix64};
