//! Tilings of a region by polyominoes.
//!
//! A [`Tiling`] is a region, holes and all, and the [`Piece`]s that shall cover
//! it. It is solved by bit masks over the board where it fits, else as a general
//! exact cover problem; both find the same tilings.
//!
//! ```
//! use exact_cover::tiling::{Piece, Tiling};
//! use grid_core::{Orientations, Region, polyominoes};
//!
//! let policy = Orientations::RotationsAndReflections;
//! let pentominoes = polyominoes(5, policy).into_iter().map(|shape| Piece::new(shape, policy));
//! let board = Tiling::new(Region::rectangle(20, 3)?, pentominoes.collect())?;
//! assert_eq!(board.solutions().count(), 8);
//! assert_eq!(board.distinct().count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod draw;
mod feasibility;
mod generate;
mod masks;
mod pieces;
mod search;
mod symmetry;

pub use draw::Drawing;
pub use feasibility::{Feasibility, Obstacles};
pub use generate::{Difficulty, GenerateError, Generator, Puzzle};
pub use pieces::{Copies, Laid, Piece, Tiling, TilingError};
pub use search::{Method, TilingSearch};
