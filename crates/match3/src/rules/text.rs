//! Boards as text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::board::{Board, BoardError};
use super::tile::Tile;

impl Board {
    /// Reads a board row by row, the top row first.
    ///
    /// ```
    /// let board = match3::Board::from_rows(["A Bh *", "C # B"])?;
    /// assert_eq!(board.to_string(), "A Bh *\nC # B");
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// [`BoardError::Empty`], [`BoardError::Ragged`], [`BoardError::UnknownToken`],
    /// [`BoardError::TooLarge`].
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>) -> Result<Self, BoardError> {
        let mut tiles = Vec::new();
        let mut expected = 0;
        let mut count = 0;
        for text in rows {
            count += 1;
            let before = tiles.len();
            read_row(text, count, &mut tiles)?;
            let found = tiles.len() - before;
            if count == 1 {
                expected = found;
            }
            if found != expected {
                return Err(BoardError::Ragged { row: count, expected, found });
            }
            if count > 255 || found > 255 {
                return Err(BoardError::TooLarge { rows: count, cols: found });
            }
        }
        Self::from_tiles(count, expected, tiles)
    }

    /// Writes one row, with blanks between the tokens or without.
    ///
    /// # Errors
    /// Those of the writer.
    ///
    /// # Panics
    /// If the row is not on the board.
    pub fn write_row(&self, out: &mut impl fmt::Write, row: u8, blanks: bool) -> fmt::Result {
        assert!(row < self.rows(), "row {row} of {}", self.rows());
        let cols = usize::from(self.cols());
        let start = usize::from(row) * cols;
        for (col, tile) in self.tiles()[start..start + cols].iter().enumerate() {
            if blanks && col > 0 {
                out.write_char(' ')?;
            }
            write!(out, "{tile}")?;
        }
        Ok(())
    }
}

fn read_row(text: &str, row: usize, tiles: &mut Vec<Tile>) -> Result<(), BoardError> {
    let unknown = |column: usize, token: &str| BoardError::UnknownToken {
        row,
        column: column + 1,
        token: token.chars().take(16).collect::<String>(),
    };
    // A lone token of two characters is the whole row of a board of one column.
    if text.contains(' ') || Tile::from_token(text).is_some() {
        for (column, token) in text.split(' ').enumerate() {
            tiles.push(Tile::from_token(token).ok_or_else(|| unknown(column, token))?);
        }
        return Ok(());
    }
    let mut buffer = [0; 4];
    for (column, character) in text.chars().enumerate() {
        let token = &*character.encode_utf8(&mut buffer);
        tiles.push(Tile::from_token(token).ok_or_else(|| unknown(column, token))?);
    }
    Ok(())
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads lines as [`Board::from_rows`] does; a line feed at the end is allowed.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        Self::from_rows(text.lines())
    }
}

/// Rows from the top, without a line feed at the end; blanks between the tokens
/// where one of them has two characters.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blanks = self.tiles().iter().any(|tile| tile.token().1 > 1);
        for row in 0..self.rows() {
            if row > 0 {
                f.write_str("\n")?;
            }
            self.write_row(f, row, blanks)?;
        }
        Ok(())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Board {
    /// The text form.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Board {
    /// Checked as when text is read.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Board {
    /// A board of up to 12×12 cells with every kind of tile.
    fn arbitrary(input: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        const TILES: [&str; 24] = [
            "A", "A", "A", "B", "B", "B", "C", "C", "D", "E", "F", "Z", "#", "#", ".", "*", "Ah", "Bv", "Cw",
            "Bp", "Aq", "3", "%", "@",
        ];
        let rows = input.int_in_range(1..=12_usize)?;
        let cols = input.int_in_range(1..=12_usize)?;
        let tiles = (0..rows * cols)
            .map(|_| Ok(Tile::from_token(input.choose(&TILES)?).unwrap_or(Tile::EMPTY)))
            .collect::<arbitrary::Result<Vec<_>>>()?;
        Self::from_tiles(rows, cols, tiles).map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn both_row_forms_are_read() {
        let plain: Board = "AB#\n*.Z".parse().unwrap();
        assert_eq!(plain, "A B #\n* . Z".parse().unwrap());
        let column: Board = "Ah\nB\n#".parse().unwrap();
        assert_eq!((column.rows(), column.cols()), (3, 1));
        assert_eq!(column.to_string().parse::<Board>().unwrap(), column);
    }

    #[test]
    fn faults_are_named() {
        let fault = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert_eq!(fault(""), "the board has no cells");
        assert_eq!(fault("\nA"), "row 2 has 1 cells where the first row has 0");
        assert_eq!(fault("AB\nA"), "row 2 has 1 cells where the first row has 2");
        assert_eq!(fault("AB\nAa"), "row 2, column 2: \"a\" is not a cell");
        assert_eq!(fault("A B\nA  B"), "row 2, column 2: \"\" is not a cell");
        assert_eq!(fault("A Bx"), "row 1, column 2: \"Bx\" is not a cell");
        assert_eq!(fault(&"A".repeat(256)), "the board is 1×256; at most 255 rows and columns are supported");
        assert!("A\n".repeat(255).parse::<Board>().is_ok());
    }
}
