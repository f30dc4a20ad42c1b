//! Pages, and what they are made of.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use bitflags::bitflags;

use super::{ColourField, DecodeError, EncodeError, decode, encode};
use crate::{Landing, Piece, Rotation};

bitflags! {
    /// The flags of a page.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct Flags: u8 {
        /// The comment is a quiz, or what is left of one. Where pages are written, the
        /// comments decide.
        const QUIZ = 1;
        /// The piece locks and full rows go; without it the next page starts from the
        /// same field.
        const LOCK = 2;
        /// After the lock, and the rise, the rows turn left to right.
        const MIRROR = 4;
        /// The pieces have the colours of the guideline. Writers set it on the first page.
        const COLORIZE = 8;
        /// After the lock, the garbage row comes in.
        const RISE = 16;
    }
}

/// A piece placed on a page; `(x, y)` is the centre cell of [`Piece::cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Operation {
    /// The piece.
    pub piece: Piece,
    /// Its orientation.
    pub rotation: Rotation,
    /// Column of the centre cell.
    pub x: i8,
    /// Row of the centre cell.
    pub y: i8,
}

impl Operation {
    /// Its four cells, column and row.
    #[must_use]
    pub fn cells(&self) -> [(i32, i32); 4] {
        self.piece.cells(self.rotation).map(|cell| (cell.x + i32::from(self.x), cell.y + i32::from(self.y)))
    }

    /// Whether it is between the walls and above the floor. It may stick out at the top.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        self.cells().iter().all(|&(x, y)| (0..ColourField::WIDTH as i32).contains(&x) && y >= 0)
    }
}

impl From<Landing> for Operation {
    fn from(landing: Landing) -> Self {
        Self { piece: landing.piece, rotation: landing.rotation, x: landing.x, y: landing.y }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { piece, rotation, x, y } = self;
        write!(f, "{piece} {} at ({x}, {y})", rotation_name(*rotation))
    }
}

/// What players of fumens call an orientation: spawn, right, reverse, left.
///
/// ```
/// assert_eq!(tetromino::fumen::rotation_name(tetromino::Rotation::E), "right");
/// ```
#[must_use]
pub const fn rotation_name(rotation: Rotation) -> &'static str {
    ["spawn", "right", "reverse", "left"][rotation as usize]
}

/// The orientation of such a name.
///
/// ```
/// use tetromino::{Rotation, fumen::rotation_from_name};
/// assert_eq!(rotation_from_name("reverse"), Some(Rotation::S));
/// ```
#[must_use]
pub fn rotation_from_name(name: &str) -> Option<Rotation> {
    Rotation::ALL.into_iter().find(|&rotation| rotation_name(rotation) == name)
}

/// A page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Page {
    /// The field before the piece locks.
    pub field: ColourField,
    /// The comment; of a quiz, what is left of it.
    pub comment: String,
    /// The piece, if any.
    pub operation: Option<Operation>,
    /// The flags.
    pub flags: Flags,
}

impl Page {
    /// A page without piece and comment that locks, with the colours of the guideline.
    #[must_use]
    pub const fn new(field: ColourField) -> Self {
        Self { field, comment: String::new(), operation: None, flags: Flags::LOCK.union(Flags::COLORIZE) }
    }

    /// The field that the page leaves to the next one: the piece locks, full rows go, the
    /// garbage row comes in, the rows turn, as the flags say.
    ///
    /// ```
    /// use tetromino::fumen::{ColourField, Operation, Page};
    /// use tetromino::{Piece, Rotation};
    /// let mut page = Page::new("XXX____XXX".parse()?);
    /// page.operation = Some(Operation { piece: Piece::I, rotation: Rotation::N, x: 4, y: 0 });
    /// assert_eq!(page.field_after(), ColourField::EMPTY);
    /// # Ok::<(), tetromino::fumen::ColourFieldError>(())
    /// ```
    #[must_use]
    pub fn field_after(&self) -> ColourField {
        let mut field = self.field;
        if self.flags.contains(Flags::LOCK) {
            if let Some(operation) = &self.operation {
                field.lock(operation);
            }
            field.clear_full_rows();
            if self.flags.contains(Flags::RISE) {
                field.rise();
            }
            if self.flags.contains(Flags::MIRROR) {
                field.mirror();
            }
        }
        field
    }

    /// The piece that a quiz is told of: the one that locks.
    pub(super) fn locked(&self) -> Option<Piece> {
        self.operation.filter(|_| self.flags.contains(Flags::LOCK)).map(|operation| operation.piece)
    }
}

/// A list of pages, at least one where it was read from a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fumen {
    /// The pages in their order.
    pub pages: Vec<Page>,
}

impl Fumen {
    /// Most pages.
    pub const MAX_PAGES: usize = 4096;
    /// Most characters of a comment, escapes counted.
    pub const MAX_COMMENT: usize = 4095;
    /// Most bytes of a text: more than so many pages can take.
    pub const MAX_TEXT: usize = 24 << 20;

    /// Reads a text of version 115 or 110. What stands before the version, as in an
    /// address, is passed over, and so are blanks and question marks after it; `&` ends
    /// the text.
    ///
    /// # Errors
    /// What is wrong, and at which character.
    ///
    /// # Complexity
    /// Linear in the text and in the cells of the pages.
    ///
    /// ```
    /// use tetromino::fumen::{DecodeError, Fumen};
    /// let fumen = Fumen::decode("https://fumen.zui.jp/?v115@9gE8EeE8EeE8EeE8OeAgH")?;
    /// assert_eq!(fumen.pages[0].field.height(), 4);
    /// let error = Fumen::decode("v115@vh!").unwrap_err();
    /// assert_eq!(error, DecodeError::Character { at: 7, found: '!' });
    /// # Ok::<(), DecodeError>(())
    /// ```
    pub fn decode(text: &str) -> Result<Self, DecodeError> {
        decode::decode(text).map(|pages| Self { pages })
    }

    /// The text of version 115. Decoded, it gives the same pages where the quiz flags are
    /// those that the comments lead to.
    ///
    /// # Errors
    /// The first page that cannot be written.
    ///
    /// # Complexity
    /// Linear in the cells and comments of the pages.
    ///
    /// ```
    /// use tetromino::fumen::{Fumen, Page};
    /// let mut page = Page::new("XXXXXX____".parse()?);
    /// page.comment = "*p4".into();
    /// let fumen = Fumen { pages: vec![page] };
    /// assert_eq!(Fumen::decode(&fumen.encode()?)?, fumen);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn encode(&self) -> Result<String, EncodeError> {
        encode::encode(&self.pages)
    }
}

/// As [`Fumen::decode`].
impl FromStr for Fumen {
    type Err = DecodeError;

    fn from_str(text: &str) -> Result<Self, DecodeError> {
        Self::decode(text)
    }
}
