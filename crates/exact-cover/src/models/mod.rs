//! Ready-made problems, built on the public interface only.

mod domination;
mod langford;
mod latin;
mod pentominoes;
mod queens;
mod sudoku;
mod words;

pub use domination::queen_domination;
pub use langford::langford;
pub use latin::latin_squares;
pub use pentominoes::pentominoes;
pub use queens::queens;
pub use sudoku::{Sudoku, SudokuError};
pub use words::WordFill;
