//! What can be wrong with a text, with pages, and with a drawing.

use thiserror::Error;

use super::{Fumen, Operation};

/// Why a text is no fumen. Characters of the text and pages count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The text is longer than any fumen may be.
    #[error("a fumen has at most {} bytes, not {length}", Fumen::MAX_TEXT)]
    TooLong {
        /// Its bytes.
        length: usize,
    },
    /// The text names no version.
    #[error("a fumen begins with v115@ or v110@")]
    NoVersion,
    /// A version that is not read.
    #[error("character {at}: version {version} is not known; 115 and 110 are")]
    Version {
        /// Where it is named.
        at: usize,
        /// The version.
        version: u16,
    },
    /// Nothing follows the version.
    #[error("the fumen has no page")]
    NoPages,
    /// More pages than a fumen may have.
    #[error("a fumen has at most {} pages", Fumen::MAX_PAGES)]
    TooManyPages,
    /// A character that is no digit of a fumen.
    #[error("character {at}: {found:?} is not expected in a fumen")]
    Character {
        /// Where it stands.
        at: usize,
        /// The character.
        found: char,
    },
    /// The text ends too early.
    #[error("character {at}: the fumen ends within {expected} of page {page}")]
    Unfinished {
        /// Where it ends.
        at: usize,
        /// The page.
        page: usize,
        /// What is missing.
        expected: &'static str,
    },
    /// A run of cells that is longer than what is left of the field.
    #[error("character {at}: {cells} equal cells in the field of page {page}, of which {left} are left")]
    Run {
        /// Where the run stands.
        at: usize,
        /// The page.
        page: usize,
        /// Its cells.
        cells: usize,
        /// Cells of the field that no run has told of.
        left: usize,
    },
    /// A cell that gets no colour there is.
    #[error(
        "character {at}: the cell at column {x} and row {y} of page {page} gets the colour {colour}, of 8"
    )]
    Colour {
        /// Where the run stands.
        at: usize,
        /// The page.
        page: usize,
        /// Column of the cell.
        x: usize,
        /// Row of the cell, -1 for the garbage row.
        y: i32,
        /// The number of the colour.
        colour: i32,
    },
    /// A number that stands for no piece and flags.
    #[error("character {at}: {value} is no piece with flags (page {page})")]
    Action {
        /// Where it stands.
        at: usize,
        /// The page.
        page: usize,
        /// The number.
        value: u32,
    },
    /// A piece beyond the walls or the floor.
    #[error("character {at}: page {page} places {operation}, outside of the field")]
    Outside {
        /// Where it stands.
        at: usize,
        /// The page.
        page: usize,
        /// The piece.
        operation: Operation,
    },
    /// A number that stands for no characters of a comment.
    #[error("character {at}: {value} is no part of a comment (page {page})")]
    Comment {
        /// Where it stands.
        at: usize,
        /// The page.
        page: usize,
        /// The number.
        value: u32,
    },
}

impl DecodeError {
    /// The character of the text at fault, from 0, where there is one.
    #[must_use]
    pub const fn at(&self) -> Option<usize> {
        match *self {
            Self::Version { at, .. }
            | Self::Character { at, .. }
            | Self::Unfinished { at, .. }
            | Self::Run { at, .. }
            | Self::Colour { at, .. }
            | Self::Action { at, .. }
            | Self::Outside { at, .. }
            | Self::Comment { at, .. } => Some(at),
            _ => None,
        }
    }
}

/// Why pages cannot be written. Pages count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// There is no page.
    #[error("a fumen has at least one page")]
    NoPages,
    /// More pages than a fumen may have.
    #[error("a fumen has at most {} pages, not {pages}", Fumen::MAX_PAGES)]
    TooManyPages {
        /// How many there are.
        pages: usize,
    },
    /// A comment that is too long, escapes counted.
    #[error("the comment of page {page} takes {length} characters, of {}", Fumen::MAX_COMMENT)]
    Comment {
        /// The page.
        page: usize,
        /// Characters of its shortest form.
        length: usize,
    },
    /// A piece beyond the walls or the floor, or above the top row.
    #[error("page {page} places {operation}, outside of the field")]
    Outside {
        /// The page.
        page: usize,
        /// The piece.
        operation: Operation,
    },
}

impl EncodeError {
    /// The page at fault, from 0, where there is one.
    #[must_use]
    pub const fn page(&self) -> Option<usize> {
        match *self {
            Self::Comment { page, .. } | Self::Outside { page, .. } => Some(page),
            _ => None,
        }
    }
}

/// Why a drawing is no field of a fumen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ColourFieldError {
    /// A row that is not ten cells wide.
    #[error("row {row} has {found} cells, not 10")]
    Width {
        /// Which row of the drawing, from 1.
        row: usize,
        /// Its cells.
        found: usize,
    },
    /// Too many rows.
    #[error("the field of a fumen has at most 23 rows, not {0}")]
    Height(usize),
}
