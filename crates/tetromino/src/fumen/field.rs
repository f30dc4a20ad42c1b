//! The field of a page: 23 rows of coloured cells and the garbage row below.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::{ColourFieldError, Operation};
use crate::{Field, FieldError, Piece};

/// What is in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Block {
    /// Nothing.
    #[default]
    Empty,
    /// A cell of a piece.
    Piece(Piece),
    /// A cell of no piece.
    Grey,
}

impl Block {
    /// The pieces in the order of their numbers, which begin with 1.
    pub(super) const PIECES: [Piece; 7] =
        [Piece::I, Piece::L, Piece::O, Piece::Z, Piece::T, Piece::J, Piece::S];

    /// 0 for empty, 8 for grey.
    pub(super) fn number(self) -> u8 {
        match self {
            Self::Empty => 0,
            Self::Piece(piece) => piece_number(piece),
            Self::Grey => 8,
        }
    }

    pub(super) fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Empty),
            8 => Some(Self::Grey),
            number => Self::PIECES.get(usize::from(number) - 1).map(|&piece| Self::Piece(piece)),
        }
    }

    /// Its character in drawings: `_`, the letter of the piece, or `X`.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::Empty => '_',
            Self::Piece(piece) => piece.letter(),
            Self::Grey => 'X',
        }
    }

    /// The block of a character: `_`, `.` and blank are empty, a letter is its piece,
    /// any other character is grey.
    #[must_use]
    pub const fn from_symbol(symbol: char) -> Self {
        match (symbol, Piece::from_letter(symbol)) {
            (_, Some(piece)) => Self::Piece(piece),
            ('_' | '.' | ' ', None) => Self::Empty,
            _ => Self::Grey,
        }
    }
}

/// 1 to 7.
pub(super) const fn piece_number(piece: Piece) -> u8 {
    match piece {
        Piece::I => 1,
        Piece::L => 2,
        Piece::O => 3,
        Piece::Z => 4,
        Piece::T => 5,
        Piece::J => 6,
        Piece::S => 7,
    }
}

/// Ten columns and 23 rows of blocks, row 0 at the floor, and below it the garbage row
/// that comes in when the field rises.
///
/// Drawn top first from the highest row that is not empty, and, where the garbage row
/// is not empty, a line of `-` and that row.
///
/// ```
/// use tetromino::fumen::{Block, ColourField};
/// let field: ColourField = "XX______TT\nXXX____LLL".parse()?;
/// assert_eq!(field.at(8, 1), Block::Piece(tetromino::Piece::T));
/// assert_eq!(field.to_string(), "XX______TT\nXXX____LLL");
/// # Ok::<(), tetromino::fumen::ColourFieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct ColourField {
    /// The garbage row, then the rows from the floor.
    rows: [[Block; Self::WIDTH]; Self::HEIGHT + 1],
}

impl ColourField {
    /// Columns.
    pub const WIDTH: usize = 10;
    /// Rows above the floor.
    pub const HEIGHT: usize = 23;
    /// The field without a block.
    pub const EMPTY: Self = Self { rows: [[Block::Empty; Self::WIDTH]; Self::HEIGHT + 1] };

    /// The block of a cell; empty outside.
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> Block {
        let row = y.checked_add(1).and_then(|row| self.rows.get(row));
        row.and_then(|row| row.get(x)).copied().unwrap_or_default()
    }

    /// Changes a cell.
    ///
    /// # Panics
    /// If `x >= 10` or `y >= 23`.
    pub fn set(&mut self, x: usize, y: usize, block: Block) {
        self.rows[y + 1][x] = block;
    }

    /// The row below the floor.
    #[must_use]
    pub const fn garbage(&self) -> &[Block; Self::WIDTH] {
        &self.rows[0]
    }

    /// The same with another garbage row.
    #[must_use]
    pub const fn with_garbage(mut self, row: [Block; Self::WIDTH]) -> Self {
        self.rows[0] = row;
        self
    }

    /// Rows up to the highest that is not empty, the garbage row not counted.
    #[must_use]
    pub fn height(&self) -> usize {
        let empty = |row: &&[Block; Self::WIDTH]| **row == [Block::Empty; Self::WIDTH];
        Self::HEIGHT - self.rows[1..].iter().rev().take_while(empty).count()
    }

    /// The cells in the order of the text: the top row first, the garbage row last.
    pub(super) fn cells(&self) -> impl Iterator<Item = Block> {
        self.rows.iter().rev().flatten().copied()
    }

    /// The cell at an index of that order, with its column and row, -1 for the garbage row.
    pub(super) fn cell_mut(&mut self, index: usize) -> (&mut Block, usize, i32) {
        let (x, row) = (index % Self::WIDTH, Self::HEIGHT - index / Self::WIDTH);
        (&mut self.rows[row][x], x, row as i32 - 1)
    }

    /// Adds a piece, over what is there; cells outside of the field are lost. No row is
    /// cleared.
    pub fn lock(&mut self, operation: &Operation) {
        for (x, y) in operation.cells() {
            if (0..Self::WIDTH as i32).contains(&x) && (0..Self::HEIGHT as i32).contains(&y) {
                self.rows[y as usize + 1][x as usize] = Block::Piece(operation.piece);
            }
        }
    }

    /// Removes the full rows above the floor; returns how many.
    pub fn clear_full_rows(&mut self) -> u32 {
        let mut kept = 1;
        for row in 1..=Self::HEIGHT {
            if self.rows[row].contains(&Block::Empty) {
                self.rows[kept] = self.rows[row];
                kept += 1;
            }
        }
        self.rows[kept..].fill([Block::Empty; Self::WIDTH]);
        (Self::HEIGHT + 1 - kept) as u32
    }

    /// Moves everything up by a row; the garbage row comes in, and an empty one after it.
    /// The top row is lost.
    pub fn rise(&mut self) {
        self.rows.copy_within(..Self::HEIGHT, 1);
        self.rows[0] = [Block::Empty; Self::WIDTH];
    }

    /// Turns the rows above the floor left to right; the colours stay.
    pub fn mirror(&mut self) {
        self.rows[1..].iter_mut().for_each(|row| row.reverse());
    }

    /// The field without colours and garbage row.
    ///
    /// # Errors
    /// A height of 0 or above 64.
    ///
    /// ```
    /// let fumen = tetromino::fumen::Fumen::decode("v115@9gE8EeE8EeE8EeE8OeAgH")?;
    /// assert_eq!(fumen.pages[0].field.to_field(4)?.row(0), 0b11111);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_field(&self, height: usize) -> Result<Field, FieldError> {
        let mut field = Field::new(Self::WIDTH, height)?;
        for (y, row) in self.rows[1..].iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|&(_, &block)| block != Block::Empty) {
                field.fill(x, y);
            }
        }
        Ok(field)
    }

    /// A field in grey.
    ///
    /// # Errors
    /// A field that is not ten columns wide, or filled above row 22.
    ///
    /// ```
    /// use tetromino::{Field, fumen::ColourField};
    /// let field = Field::from_rows(["XXX____XXX"], 20)?;
    /// assert_eq!(ColourField::from_field(&field)?.to_string(), "XXX____XXX");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_field(field: &Field) -> Result<Self, ColourFieldError> {
        if field.width() != Self::WIDTH {
            return Err(ColourFieldError::Width { row: 1, found: field.width() });
        }
        if field.max_height() as usize > Self::HEIGHT {
            return Err(ColourFieldError::Height(field.max_height() as usize));
        }
        let mut grey = Self::EMPTY;
        for (y, row) in grey.rows[1..].iter_mut().enumerate() {
            for (x, block) in row.iter_mut().enumerate() {
                *block = if field.contains(x, y) { Block::Grey } else { Block::Empty };
            }
        }
        Ok(grey)
    }

    /// From rows, the top row first, as [`Block::from_symbol`] reads them; rows left out
    /// above are empty. The garbage row is empty.
    ///
    /// # Errors
    /// A row that is not ten cells wide, or more than 23 rows.
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>) -> Result<Self, ColourFieldError> {
        let (mut field, mut count) = (Self::EMPTY, 0);
        for text in rows {
            // The rows read so far move up.
            field.rows.copy_within(1..Self::HEIGHT, 2);
            field.rows[1] = Self::row(text, count + 1)?;
            count += 1;
        }
        if count > Self::HEIGHT { Err(ColourFieldError::Height(count)) } else { Ok(field) }
    }

    /// A row of ten symbols, for example the garbage row.
    ///
    /// # Errors
    /// A text of another length, as row `number`.
    pub fn row(text: &str, number: usize) -> Result<[Block; Self::WIDTH], ColourFieldError> {
        let mut row = [Block::Empty; Self::WIDTH];
        let found = text.chars().count();
        if found != Self::WIDTH {
            return Err(ColourFieldError::Width { row: number, found });
        }
        row.iter_mut().zip(text.chars()).for_each(|(block, symbol)| *block = Block::from_symbol(symbol));
        Ok(row)
    }

    /// The rows as texts, from the highest that is not empty down to the floor.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        self.rows[1..=self.height()].iter().rev().map(|row| row.iter().map(|block| block.symbol()).collect())
    }
}

impl Default for ColourField {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Display for ColourField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, row) in self.rows().enumerate() {
            f.write_str(if index > 0 { "\n" } else { "" })?;
            f.write_str(&row)?;
        }
        if self.garbage() != &[Block::Empty; Self::WIDTH] {
            f.write_str(if self.height() > 0 { "\n" } else { "" })?;
            f.write_str("----------\n")?;
            self.garbage().iter().try_for_each(|block| fmt::Write::write_char(f, block.symbol()))?;
        }
        Ok(())
    }
}

impl FromStr for ColourField {
    type Err = ColourFieldError;

    fn from_str(text: &str) -> Result<Self, ColourFieldError> {
        let count = text.lines().count();
        let floor = count.saturating_sub(2);
        if count < 2 || text.lines().nth(floor) != Some("----------") {
            return Self::from_rows(text.lines());
        }
        let garbage = Self::row(text.lines().last().unwrap_or_default(), count)?;
        Ok(Self::from_rows(text.lines().take(floor))?.with_garbage(garbage))
    }
}
