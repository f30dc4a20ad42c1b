//! Every way to place a piece in a field, whole or split by rows that are cleared
//! before it comes.

use alloc::vec::Vec;

use grid_core::{Bits, Cell};
use tetromino::{Landing, Piece, Rotation};

use super::board;
use crate::rules::field::PcField;
use crate::rules::solution::PcPlacement;

/// A way to place a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PcOption<B> {
    /// Its cells, row by row.
    pub(crate) cells: B,
    pub(crate) piece: Piece,
    pub(crate) rotation: Rotation,
    /// The leftmost column.
    pub(crate) left: u8,
    /// The lowest row.
    pub(crate) low: u8,
    /// Rows between its cells that must be gone.
    pub(crate) gaps: u16,
    /// Rows that its cells are in.
    pub(crate) rows: u16,
    /// Cells of the rows that must be gone, row by row.
    pub(crate) before: B,
    /// Cells of which one at least must be filled for it to rest, row by row; none for
    /// a piece in the lowest row.
    pub(crate) under: B,
}

impl<B: Bits> PcOption<B> {
    /// Where it lands when these rows are gone.
    #[inline]
    pub(crate) fn landing(&self, gone: u16) -> Landing {
        let below = (gone & ((1 << self.low) - 1)).count_ones();
        Landing::from_corner(self.piece, self.rotation, self.left.into(), u32::from(self.low) - below)
    }

    /// Whether it could be placed on a board, as far as rows that must be gone and
    /// something to rest on go. Once true, it stays so on every fuller board.
    #[inline]
    pub(crate) fn may_rest(&self, board: B) -> bool {
        (self.before & !board).is_empty() && (self.low == 0 || !(self.under & board).is_empty())
    }

    /// The piece in the rows of the input.
    pub(crate) fn placement(&self, field: &PcField) -> PcPlacement {
        let mut cells = [Cell::new(0, 0); 4];
        let mut left = self.cells;
        for cell in &mut cells {
            let bit = left.first().unwrap_or(0) as usize;
            left = left.without_first();
            let y = field.original_row(bit / PcField::WIDTH);
            *cell = Cell::new((bit % PcField::WIDTH) as i32, y as i32);
        }
        Cell::sort_by_column(&mut cells);
        PcPlacement { piece: self.piece, cells }
    }
}

/// The options of a field, by their first cell column by column: the rows are few, so
/// that what is covered column by column has a short edge, and a hole is seen soon.
#[derive(Clone, Debug)]
pub(crate) struct Options<B> {
    pub(crate) all: Vec<PcOption<B>>,
    /// The cells of each, column by column.
    pub(crate) upright: Vec<B>,
    /// Where the options of each piece with each first cell begin, and the end: seven
    /// numbers for a cell.
    pub(crate) starts: Vec<u32>,
    /// The filled cells, column by column.
    pub(crate) filled: B,
    /// All cells, the same column by column as row by row.
    pub(crate) full: B,
}

impl<B: Bits> Options<B> {
    /// All options on the empty cells of a field.
    pub(crate) fn new(field: &PcField) -> Self {
        let height = field.height();
        // Whole pieces first: they can be built more often.
        let mut row_sets: Vec<u16> = (1..1 << height).filter(|rows: &u16| rows.count_ones() <= 4).collect();
        row_sets.sort_by_key(|&rows| gaps(rows).count_ones());
        let shapes: Vec<Shape> = Piece::ALL
            .into_iter()
            .flat_map(|piece| {
                piece.distinct_rotations().iter().map(move |&rotation| Shape::new(piece, rotation))
            })
            .collect();
        let mut found: Vec<(PcOption<B>, B)> = Vec::new();
        for rows in row_sets {
            let before = board::all_of_rows(gaps(rows));
            shapes.iter().filter(|shape| shape.rows.len() as u32 == rows.count_ones()).for_each(|shape| {
                let lefts = 0..=PcField::WIDTH as u32 - shape.width;
                found.extend(lefts.filter_map(|left| shape.on(field, rows, before, left)));
            });
        }
        let group = |(option, upright): &(PcOption<B>, B)| {
            7 * upright.first().unwrap_or(0) as usize + option.piece as usize
        };
        let mut starts = alloc::vec![0u32; 7 * PcField::WIDTH * height + 1];
        found.iter().for_each(|option| starts[group(option) + 1] += 1);
        (1..starts.len()).for_each(|group| starts[group] += starts[group - 1]);
        let mut end = starts.clone();
        let mut all: Vec<PcOption<B>> = found.iter().map(|(option, _)| *option).collect();
        let mut uprights = alloc::vec![B::EMPTY; found.len()];
        for option in found {
            let at = &mut end[group(&option)];
            (all[*at as usize], uprights[*at as usize]) = option;
            *at += 1;
        }
        let filled = upright(board::filled(field), height);
        Self { all, upright: uprights, starts, filled, full: board::all(height) }
    }

    /// Some of them in the form that users see, sorted by piece, then by cells.
    pub(crate) fn placements(&self, field: &PcField, chosen: &[u32]) -> Vec<PcPlacement> {
        let option = |&number: &u32| self.all[number as usize].placement(field);
        let mut placements: Vec<PcPlacement> = chosen.iter().map(option).collect();
        placements.sort_unstable();
        placements
    }
}

/// The rows between the lowest and the highest that are not in the set.
fn gaps(rows: u16) -> u16 {
    let (low, high) = (rows.trailing_zeros(), 15 - rows.leading_zeros());
    !rows & ((1 << high) - 1) & !((1 << low) - 1)
}

/// An orientation as rows of bits from the bottom.
struct Shape {
    piece: Piece,
    rotation: Rotation,
    rows: Vec<u16>,
    width: u32,
}

impl Shape {
    fn new(piece: Piece, rotation: Rotation) -> Self {
        let cells = Landing::from_corner(piece, rotation, 0, 0).cells();
        let height = cells.iter().map(|cell| cell.y).max().unwrap_or(0) as usize + 1;
        let mut rows = alloc::vec![0; height];
        cells.iter().for_each(|cell| rows[cell.y as usize] |= 1 << cell.x);
        let width = cells.iter().map(|cell| cell.x).max().unwrap_or(0) as u32 + 1;
        Self { piece, rotation, rows, width }
    }

    /// The option with these rows and this leftmost column, if its cells are empty; and
    /// its cells column by column. `before` are the cells of the rows that must be gone.
    fn on<B: Bits>(&self, field: &PcField, rows: u16, before: B, left: u32) -> Option<(PcOption<B>, B)> {
        let height = field.height() as u32;
        let (mut cells, mut upright, mut under, mut bits) = (B::EMPTY, B::EMPTY, B::EMPTY, rows);
        // Below a row of the piece lies its row before, whatever was between them.
        let mut below = rows.trailing_zeros().checked_sub(1);
        for &row in &self.rows {
            let y = bits.trailing_zeros();
            bits &= bits - 1;
            if field.row(y as usize) & row << left != 0 {
                return None;
            }
            let mut columns = row << left;
            while columns != 0 {
                let x = columns.trailing_zeros();
                columns &= columns - 1;
                cells = cells | B::bit(PcField::WIDTH as u32 * y + x);
                if let Some(below) = below {
                    under = under | B::bit(PcField::WIDTH as u32 * below + x);
                }
                upright = upright | B::bit(height * x + y);
            }
            below = Some(y);
        }
        let (low, left) = (rows.trailing_zeros() as u8, left as u8);
        let (piece, rotation, gaps, under) = (self.piece, self.rotation, gaps(rows), under & !cells);
        Some((PcOption { cells, piece, rotation, left, low, gaps, rows, before, under }, upright))
    }
}

/// The same cells counted column by column instead of row by row.
fn upright<B: Bits>(cells: B, height: usize) -> B {
    let mut left = cells;
    let mut turned = B::EMPTY;
    while let Some(bit) = left.first() {
        left = left.without_first();
        let (x, y) = (bit as usize % PcField::WIDTH, bit as usize / PcField::WIDTH);
        turned = turned | B::bit((x * height + y) as u32);
    }
    turned
}
