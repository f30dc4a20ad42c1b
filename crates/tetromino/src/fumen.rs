//! Fumen, the texts in which players share fields and sequences: `v115@vhAAgH`.
//!
//! A [`Fumen`] is a list of [`Page`]s. Each has a [`ColourField`], perhaps an
//! [`Operation`] (a piece placed there), a comment and [`Flags`]; what a page leaves is
//! where the next one starts. A comment that begins with `#Q=` is a quiz: a hold and a
//! queue, from which each locked piece is taken.
//!
//! Version 115 is read and written, version 110 read. The text is a row of 6-bit
//! numbers, each page as the runs of equal differences to what the page before left,
//! three digits for the piece and the flags, and the comment where it changes.
//!
//! ```
//! use tetromino::fumen::Fumen;
//! use tetromino::{Piece, Rotation};
//!
//! let fumen = Fumen::decode("v115@vhAZEJ")?;
//! let operation = fumen.pages[0].operation.ok_or("no piece")?;
//! assert_eq!((operation.piece, operation.rotation), (Piece::I, Rotation::W));
//! assert_eq!((operation.x, operation.y), (0, 1));
//! assert_eq!(fumen.encode()?, "v115@vhAZEJ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: the format of fumen.zui.jp, as the public decoders read it.

mod action;
mod comment;
mod decode;
mod digits;
mod encode;
mod error;
mod field;
mod page;
mod quiz;
mod runs;

pub use error::{ColourFieldError, DecodeError, EncodeError};
pub use field::{Block, ColourField};
pub use page::{Flags, Fumen, Operation, Page, rotation_from_name, rotation_name};
