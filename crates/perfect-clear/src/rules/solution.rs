//! Solutions, and a judge of them that shares nothing with the search.

use alloc::vec::Vec;
use core::fmt;

use grid_core::Cell;
use tetromino::{Field, Landing, MoveGenerator, MoveRules, Piece, Rotation, RotationSystem, Spawn, SpinRule};
use thiserror::Error;

use super::field::PcField;
use super::order::{Hold, PlayOrder};

/// A piece of a solution, with its cells in the rows of the input.
///
/// Rows between its cells that it does not touch were cleared before it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PcPlacement {
    /// The piece.
    pub piece: Piece,
    /// Its cells, `y` in rows of the input, sorted by column, then row.
    pub cells: [Cell; 4],
}

impl PcPlacement {
    /// The landing with these cells; `None` where the piece is split.
    ///
    /// ```
    /// use grid_core::Cell;
    /// use perfect_clear::PcPlacement;
    /// use tetromino::Piece;
    /// let cells = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(x, y)| Cell::new(x, y));
    /// assert_eq!(PcPlacement { piece: Piece::O, cells }.landing().map(|landing| landing.cells()), Some(cells));
    /// ```
    #[must_use]
    pub fn landing(&self) -> Option<Landing> {
        let rotations = self.piece.distinct_rotations().iter();
        rotations.copied().find_map(|rotation| shaped(self.piece, rotation, &self.cells))
    }
}

impl PcPlacement {
    /// Its cells in the rows that remain, each with its number in the input and its
    /// cells; the first cell that is not empty if there is one.
    fn lying(&self, rows: &[(usize, u16)]) -> Result<[Cell; 4], Cell> {
        let mut lying = self.cells;
        for cell in &mut lying {
            let y = rows.iter().position(|(row, _)| i32::try_from(*row) == Ok(cell.y));
            let inside = (0..PcField::WIDTH as i32).contains(&cell.x);
            let free = y.filter(|&y| inside && rows[y].1 >> cell.x & 1 == 0);
            *cell = Cell::new(cell.x, free.ok_or(*cell)? as i32);
        }
        Cell::sort_by_column(&mut lying);
        Ok(lying)
    }

    /// Where it lands in the rows that remain, if its cells there are empty and make up
    /// the piece.
    pub(crate) fn landing_in(&self, rows: &[(usize, u16)]) -> Option<Landing> {
        let cells = self.lying(rows).ok()?;
        Self { piece: self.piece, cells }.landing()
    }
}

/// Pieces in an order in which they can be played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Solution {
    /// The pieces.
    pub placements: Vec<PcPlacement>,
}

/// What is wrong with a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The queue does not give this piece at this point.
    #[error("piece {index}: the queue does not give {piece} there")]
    Order {
        /// Which placement, from 0.
        index: usize,
        /// Its piece.
        piece: Piece,
    },
    /// A cell that is outside, filled, or in a row that is gone.
    #[error("piece {index}: cell ({}, {}) is not empty", cell.x, cell.y)]
    Cell {
        /// Which placement, from 0.
        index: usize,
        /// The cell, in rows of the input.
        cell: Cell,
    },
    /// The cells are no piece of this kind when it comes.
    #[error("piece {index}: the cells are not a {piece} in the rows that remain")]
    Shape {
        /// Which placement, from 0.
        index: usize,
        /// Its piece.
        piece: Piece,
    },
    /// The moves of the game do not lead there.
    #[error("piece {index}: {piece} cannot be moved there")]
    Unreachable {
        /// Which placement, from 0.
        index: usize,
        /// Its piece.
        piece: Piece,
    },
    /// Rows remain at the end.
    #[error("{rows} rows remain at the end")]
    Rows {
        /// How many.
        rows: usize,
    },
}

/// The rules of movement in a search for perfect clears: a piece enters from any
/// column and orientation above the rows, and moves with soft drops.
pub(crate) fn move_rules(system: RotationSystem) -> MoveRules {
    let spawn = Spawn { x: 4, y: 19, retry: false };
    MoveRules { system, spawn, spins: SpinRule::None, ..MoveRules::default() }
}

impl Solution {
    /// Plays the solution piece by piece, one row and one landing at a time.
    ///
    /// # Errors
    /// The first [`Fault`].
    pub fn verify(
        &self,
        field: &PcField,
        queue: &[Piece],
        hold: Hold,
        system: RotationSystem,
    ) -> Result<(), Fault> {
        let generator = MoveGenerator::new(move_rules(system));
        let order = PlayOrder::new(queue, hold, self.placements.len());
        let first = self.placements.first().map_or(Piece::I, |placement| placement.piece);
        let order = order.map_err(|_| Fault::Order { index: 0, piece: first })?;
        let mut state = 0;
        self.play(field, |index, rows, landing| {
            let piece = landing.piece;
            state = order.after(state, piece).ok_or(Fault::Order { index, piece })?;
            let mut board = Field::new(PcField::WIDTH, 40).expect("a usual size");
            for (y, (_, row)) in rows.iter().enumerate() {
                (0..PcField::WIDTH).filter(|x| row >> x & 1 != 0).for_each(|x| board.fill(x, y));
            }
            match generator.landings(&board, piece).contains(landing) {
                true => Ok(()),
                false => Err(Fault::Unreachable { index, piece }),
            }
        })
    }

    /// Where each piece lands in the rows that remain when it comes: what a game plays.
    ///
    /// # Errors
    /// The first [`Fault`] of cells, shapes or rows; reachability is not looked at.
    ///
    /// ```
    /// use perfect_clear::{Hold, PcField, PcSolver};
    /// use tetromino::{Piece, RotationSystem};
    /// let field = PcField::from_rows(["XX__XXXXXX", "XX__XXXXXX"], 2)?;
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let solution = solver.first(&field, &[Piece::O], Hold::None)?.expect("it fits");
    /// assert_eq!(solution.landings(&field).unwrap()[0].corner().x, 2);
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    pub fn landings(&self, field: &PcField) -> Result<Vec<Landing>, Fault> {
        let mut landings = Vec::with_capacity(self.placements.len());
        self.play(field, |_, _, landing| {
            landings.push(*landing);
            Ok(())
        })?;
        Ok(landings)
    }

    /// Plays all pieces, each told with the rows before it: their number in the input,
    /// and their cells.
    pub(crate) fn play(
        &self,
        field: &PcField,
        mut tell: impl FnMut(usize, &[(usize, u16)], &Landing) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut rows: Vec<(usize, u16)> =
            (0..field.height()).map(|y| (field.original_row(y), field.row(y))).collect();
        for (index, &PcPlacement { piece, cells }) in self.placements.iter().enumerate() {
            let lying = PcPlacement { piece, cells }.lying(&rows);
            let lying = lying.map_err(|cell| Fault::Cell { index, cell })?;
            let landing = PcPlacement { piece, cells: lying }.landing();
            let landing = landing.ok_or(Fault::Shape { index, piece })?;
            tell(index, &rows, &landing)?;
            for cell in lying {
                rows[cell.y as usize].1 |= 1 << cell.x;
            }
            rows.retain(|(_, row)| row.count_ones() < PcField::WIDTH as u32);
        }
        if rows.is_empty() { Ok(()) } else { Err(Fault::Rows { rows: rows.len() }) }
    }
}

/// The landing with these sorted cells.
fn shaped(piece: Piece, rotation: Rotation, cells: &[Cell; 4]) -> Option<Landing> {
    let left = cells.iter().map(|cell| cell.x).min()?;
    let low = cells.iter().map(|cell| cell.y).min()?;
    let landing =
        Landing::from_corner(piece, rotation, usize::try_from(left).ok()?, u32::try_from(low).ok()?);
    (landing.cells() == *cells).then_some(landing)
}

/// The rows of the input that had to be cleared, the top one first, each cell with
/// the letter of its piece and `X` where the field was filled is not known here, so
/// `_`.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = || self.placements.iter().flat_map(|one| one.cells.iter().map(|cell| (*cell, one.piece)));
        let top = cells().map(|(cell, _)| cell.y).max().unwrap_or(-1);
        for y in (0..=top).rev() {
            for x in 0..PcField::WIDTH as i32 {
                let piece = cells().find(|(cell, _)| *cell == Cell::new(x, y)).map(|(_, piece)| piece);
                write!(f, "{}", piece.map_or('_', Piece::letter))?;
            }
            if y > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}
