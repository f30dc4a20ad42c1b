//! Sudoku of any box size.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use grid_core::{Budget, Stop};
use thiserror::Error;

use crate::{Item, OptionId, Problem, Search, Uniqueness};

/// Why a drawing is no sudoku.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SudokuError {
    /// Boxes without cells, or with more than the 35 that digits and letters name.
    #[error("boxes of {rows}×{columns} cells; at least 1 and at most 35 cells are supported")]
    Box {
        /// Rows of a box.
        rows: usize,
        /// Columns of a box.
        columns: usize,
    },
    /// The wrong number of cells.
    #[error("{found} cells where {expected} are expected")]
    Length {
        /// Cells of the board.
        expected: usize,
        /// Cells given.
        found: usize,
    },
    /// A character that is no digit of this size.
    #[error("cell {cell}: {found:?} is not a digit of this board")]
    Digit {
        /// Index of the cell, row by row from 0.
        cell: usize,
        /// The character.
        found: char,
    },
}

/// A sudoku board: boxes of `rows × columns` cells, `rows · columns` boxes, and as
/// many digits: `1` to `9`, then `A` to `Z`.
///
/// ```
/// use exact_cover::{Uniqueness, models::Sudoku};
/// let sudoku = Sudoku::parse(3, 3,
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")?;
/// let solved = sudoku.solve().unwrap();
/// assert!(solved.to_string().starts_with("417369825\n632158947"));
/// assert!(sudoku.has_one_solution());
/// # Ok::<(), exact_cover::models::SudokuError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sudoku {
    box_rows: usize,
    box_columns: usize,
    /// Row by row; 0 for an empty cell.
    digits: Vec<u8>,
}

impl Sudoku {
    /// An empty board with boxes of this size.
    ///
    /// # Errors
    /// [`SudokuError::Box`].
    pub fn empty(box_rows: usize, box_columns: usize) -> Result<Self, SudokuError> {
        let side = box_rows.saturating_mul(box_columns);
        if side == 0 || side > 35 {
            return Err(SudokuError::Box { rows: box_rows, columns: box_columns });
        }
        Ok(Self { box_rows, box_columns, digits: vec![0; side * side] })
    }

    /// Reads the cells row by row; `.`, `_`, `0` and `*` are empty, blanks and line
    /// ends are skipped.
    ///
    /// # Errors
    /// [`SudokuError`].
    pub fn parse(box_rows: usize, box_columns: usize, text: &str) -> Result<Self, SudokuError> {
        let mut board = Self::empty(box_rows, box_columns)?;
        let (side, expected) = (board.side(), board.digits.len());
        let cells: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if cells.len() != expected {
            return Err(SudokuError::Length { expected, found: cells.len() });
        }
        for (cell, &found) in cells.iter().enumerate() {
            board.digits[cell] = match found {
                '.' | '_' | '*' => 0,
                _ => match found.to_digit(36) {
                    Some(digit) if digit as usize <= side => digit as u8,
                    _ => return Err(SudokuError::Digit { cell, found }),
                },
            };
        }
        Ok(board)
    }

    /// How many rows, columns, boxes and digits there are.
    #[must_use]
    pub fn side(&self) -> usize {
        self.box_rows * self.box_columns
    }

    /// The digit of a cell from 1; 0 if it is empty.
    ///
    /// # Panics
    /// If the cell is outside the board.
    #[must_use]
    pub fn digit(&self, row: usize, column: usize) -> u8 {
        self.digits[row * self.side() + column]
    }

    /// The board as an exact cover problem, and for each option the cell and digit
    /// it stands for. Cells that are given, and what they settle, are left out; a
    /// contradiction among them is left as an item that no option covers.
    ///
    /// ```
    /// use exact_cover::models::Sudoku;
    /// let (problem, options) = Sudoku::empty(2, 2)?.problem();
    /// assert_eq!((problem.item_count(), options.len()), (64, 64));
    /// assert_eq!(problem.count(), 288);
    /// # Ok::<(), exact_cover::models::SudokuError>(())
    /// ```
    #[must_use]
    pub fn problem(&self) -> (Problem, Vec<(usize, u8)>) {
        let side = self.side();
        let cells = side * side;
        // Cells, then digits in rows, columns and boxes.
        let items = |cell: usize, digit: usize| {
            let (row, column) = (cell / side, cell % side);
            let boxed = row / self.box_rows * self.box_rows + column / self.box_columns;
            [
                cell,
                cells + row * side + digit,
                2 * cells + column * side + digit,
                3 * cells + boxed * side + digit,
            ]
        };
        let mut settled = vec![false; 4 * cells];
        let mut contradiction = false;
        for (cell, &digit) in self.digits.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            for item in items(cell, digit as usize - 1) {
                contradiction |= core::mem::replace(&mut settled[item], true);
            }
        }
        let mut builder = Problem::builder();
        let mut number = vec![Item::new(0); 4 * cells];
        for item in 0..4 * cells {
            if !settled[item] {
                number[item] = builder.primaries(1);
            }
        }
        if contradiction {
            builder.primary("contradiction");
        }
        let mut options = Vec::new();
        for cell in 0..cells {
            for digit in 0..side {
                let items = items(cell, digit);
                if items.iter().all(|&item| !settled[item]) {
                    builder.option(items.map(|item| number[item]));
                    options.push((cell, digit as u8 + 1));
                }
            }
        }
        (builder.build().expect("items are distinct and few"), options)
    }

    fn filled(&self, options: &[(usize, u8)], solution: &[OptionId]) -> Self {
        let mut board = self.clone();
        for option in solution {
            let (cell, digit) = options[option.index()];
            board.digits[cell] = digit;
        }
        board
    }

    /// The first solution.
    #[must_use]
    pub fn solve(&self) -> Option<Self> {
        let (problem, options) = self.problem();
        problem.first().map(|solution| self.filled(&options, &solution))
    }

    /// All solutions, one by one.
    ///
    /// ```
    /// use exact_cover::models::Sudoku;
    /// assert_eq!(Sudoku::parse(2, 2, "12.. .... .... ....")?.solutions().count(), 24);
    /// # Ok::<(), exact_cover::models::SudokuError>(())
    /// ```
    pub fn solutions(&self) -> impl Iterator<Item = Self> + '_ {
        let (problem, options) = self.problem();
        Search::new(&problem).map(move |solution| self.filled(&options, &solution))
    }

    /// Whether there is exactly one solution.
    #[must_use]
    pub fn has_one_solution(&self) -> bool {
        self.problem().0.uniqueness().is_unique()
    }

    /// Whether there is no solution, one, or more, within a budget; options as in
    /// [`problem`](Self::problem).
    ///
    /// # Errors
    /// The reason to stop before the answer is known.
    pub fn uniqueness_within(&self, budget: &Budget) -> Result<Uniqueness, Stop> {
        self.problem().0.uniqueness_within(budget)
    }
}

/// One line for each row.
impl fmt::Display for Sudoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side();
        let letter = |digit: u8| match digit {
            0 => '.',
            digit => char::from_digit(u32::from(digit), 36).unwrap_or('?').to_ascii_uppercase(),
        };
        for (row, digits) in self.digits.chunks_exact(side).enumerate() {
            let line: String = digits.iter().map(|&digit| letter(digit)).collect();
            f.write_str(&if row > 0 { format!("\n{line}") } else { line })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Sudoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sudoku {}×{}\n{self}", self.box_rows, self.box_columns)
    }
}
