//! The seven pieces and their orientations.

use core::fmt;

use grid_core::Cell;
use thiserror::Error;

/// A tetromino, named by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[allow(missing_docs)]
pub enum Piece {
    I,
    O,
    T,
    S,
    Z,
    J,
    L,
}

/// A character that names no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{found:?} at position {position} is no piece; the pieces are I O T S Z J L")]
pub struct UnknownPiece {
    /// The character.
    pub found: char,
    /// Where it stands, from 1.
    pub position: usize,
}

impl Piece {
    /// All seven, in the order that numbers stand for them.
    pub const ALL: [Self; 7] = [Self::I, Self::O, Self::T, Self::S, Self::Z, Self::J, Self::L];

    /// The piece of a letter, upper or lower case.
    ///
    /// ```
    /// assert_eq!(tetromino::Piece::from_letter('t'), Some(tetromino::Piece::T));
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'I' => Self::I,
            'O' => Self::O,
            'T' => Self::T,
            'S' => Self::S,
            'Z' => Self::Z,
            'J' => Self::J,
            'L' => Self::L,
            _ => return None,
        })
    }

    /// The letter, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        b"IOTSZJL"[self as usize] as char
    }

    /// Reads a list of letters; blanks and commas are passed over.
    ///
    /// # Errors
    /// The first character that names no piece.
    ///
    /// ```
    /// use tetromino::Piece;
    /// assert_eq!(Piece::parse_list("IO, t")?, [Piece::I, Piece::O, Piece::T]);
    /// assert_eq!(Piece::parse_list("IX").unwrap_err().position, 2);
    /// # Ok::<(), tetromino::UnknownPiece>(())
    /// ```
    pub fn parse_list(letters: &str) -> Result<alloc::vec::Vec<Self>, UnknownPiece> {
        letters
            .chars()
            .enumerate()
            .filter(|(_, letter)| !letter.is_whitespace() && *letter != ',')
            .map(|(at, found)| Self::from_letter(found).ok_or(UnknownPiece { found, position: at + 1 }))
            .collect()
    }

    /// The piece as its mirror image: S and Z, J and L change places.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::S => Self::Z,
            Self::Z => Self::S,
            Self::J => Self::L,
            Self::L => Self::J,
            other => other,
        }
    }

    /// The orientations with distinct cells, in clockwise order: I, S and Z have
    /// two, O one, the others four.
    ///
    /// ```
    /// assert_eq!(tetromino::Piece::S.distinct_rotations().len(), 2);
    /// ```
    #[must_use]
    pub const fn distinct_rotations(self) -> &'static [Rotation] {
        match self {
            Self::O => &[Rotation::N],
            Self::I | Self::S | Self::Z => &[Rotation::N, Rotation::E],
            Self::T | Self::J | Self::L => &Rotation::ALL,
        }
    }

    /// The column of the centre cell of a piece, north, that enters in the middle of a
    /// field: it has as many columns on its left as on its right, or one fewer.
    ///
    /// ```
    /// use tetromino::Piece;
    /// assert_eq!([Piece::I, Piece::O, Piece::T].map(|piece| piece.middle(10)), [4, 4, 4]);
    /// assert_eq!([Piece::I, Piece::O, Piece::T].map(|piece| piece.middle(11)), [4, 4, 5]);
    /// ```
    #[must_use]
    pub const fn middle(self, width: usize) -> i32 {
        let columns = match self {
            Self::I => 4,
            Self::O => 2,
            _ => 3,
        };
        let left = if width < columns { 0 } else { (width - columns) / 2 };
        // The centre of O is its leftmost cell, of all others the second.
        left as i32 + if columns == 2 { 0 } else { 1 }
    }

    /// The four cells relative to the centre cell, which turns with the piece:
    /// the stationary cell of J L S T Z; of I and O the cell that is middle-left
    /// and bottom-left at spawn.
    ///
    /// Source: the bot protocol TBP, which names the same centres.
    ///
    /// ```
    /// use tetromino::{Piece, Rotation};
    /// assert!(Piece::T.cells(Rotation::E).iter().any(|c| (c.x, c.y) == (1, 0)));
    /// ```
    #[must_use]
    pub const fn cells(self, rotation: Rotation) -> [Cell; 4] {
        let spawn = match self {
            Self::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
            Self::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
            Self::T => [(-1, 0), (0, 0), (1, 0), (0, 1)],
            Self::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
            Self::Z => [(0, 0), (1, 0), (-1, 1), (0, 1)],
            Self::J => [(-1, 0), (0, 0), (1, 0), (-1, 1)],
            Self::L => [(-1, 0), (0, 0), (1, 0), (1, 1)],
        };
        let mut cells = [Cell::new(0, 0); 4];
        let mut i = 0;
        while i < 4 {
            cells[i] = rotation.symmetry().apply(Cell::new(spawn[i].0, spawn[i].1));
            i += 1;
        }
        cells
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl core::str::FromStr for Piece {
    type Err = UnknownPiece;

    fn from_str(text: &str) -> Result<Self, UnknownPiece> {
        let mut letters = text.chars();
        let first = letters.next().unwrap_or(' ');
        match (Self::from_letter(first), letters.next()) {
            (Some(piece), None) => Ok(piece),
            (Some(_), Some(found)) => Err(UnknownPiece { found, position: 2 }),
            (None, _) => Err(UnknownPiece { found: first, position: 1 }),
        }
    }
}

/// An orientation: north at spawn, then clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Rotation {
    /// As it spawns.
    N,
    /// One turn clockwise.
    E,
    /// Upside down.
    S,
    /// One turn counter-clockwise.
    W,
}

impl Rotation {
    /// All four, clockwise.
    pub const ALL: [Self; 4] = [Self::N, Self::E, Self::S, Self::W];

    /// The orientation after `quarters` clockwise turns.
    ///
    /// ```
    /// use tetromino::Rotation;
    /// assert_eq!(Rotation::N.turned(3), Rotation::W);
    /// ```
    #[must_use]
    pub const fn turned(self, quarters: u8) -> Self {
        Self::ALL[((self as u8 + quarters % 4) % 4) as usize]
    }

    /// Its letter: N, E, S or W.
    #[must_use]
    pub const fn letter(self) -> char {
        b"NESW"[self as usize] as char
    }

    /// The turn of the plane that leads here from north.
    #[must_use]
    pub const fn symmetry(self) -> grid_core::Symmetry {
        grid_core::Symmetry::ALL[self as usize]
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}
