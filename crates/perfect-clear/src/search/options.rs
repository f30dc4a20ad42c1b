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
    /// Its cells, column by column.
    pub(crate) upright: B,
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
}

impl<B: Bits> PcOption<B> {
    /// Where it lands when these rows are gone.
    #[inline]
    pub(crate) fn landing(&self, gone: u16) -> Landing {
        let below = (gone & ((1 << self.low) - 1)).count_ones();
        Landing::from_corner(self.piece, self.rotation, self.left.into(), u32::from(self.low) - below)
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
        cells.sort_unstable_by_key(|cell| (cell.x, cell.y));
        PcPlacement { piece: self.piece, cells }
    }
}

/// The options of a field, by their first cell column by column: the rows are few, so
/// that what is covered column by column has a short edge, and a hole is seen soon.
#[derive(Clone, Debug)]
pub(crate) struct Options<B> {
    pub(crate) all: Vec<PcOption<B>>,
    /// Where the options with each first cell begin, and the end.
    pub(crate) starts: Vec<u32>,
    /// The filled cells, column by column.
    pub(crate) filled: B,
    /// All cells, column by column.
    pub(crate) full: B,
}

impl<B: Bits> Options<B> {
    /// All options on the empty cells of a field.
    pub(crate) fn new(field: &PcField) -> Self {
        let height = field.height();
        let filled: B = board::filled(field);
        let cells = PcField::WIDTH * height;
        let mut by_cell: Vec<Vec<PcOption<B>>> = alloc::vec![Vec::new(); cells];
        for piece in Piece::ALL {
            for &rotation in piece.distinct_rotations() {
                let shape = Shape::new(piece, rotation);
                // Rows for the rows of the piece, in rising order.
                for rows in 0u16..1 << height {
                    if rows.count_ones() != shape.rows.len() as u32 {
                        continue;
                    }
                    let (low, high) = (rows.trailing_zeros(), 15 - rows.leading_zeros());
                    let gaps = !rows & ((1 << high) - 1) & !((1 << low) - 1);
                    for left in 0..=PcField::WIDTH as u32 - shape.width {
                        let mut cells = B::EMPTY;
                        let mut bits = rows;
                        for &row in &shape.rows {
                            let y = bits.trailing_zeros();
                            bits &= bits - 1;
                            let columns = B::from_words(&[u64::from(row) << left]);
                            cells = cells | columns.up(PcField::WIDTH as u32 * y);
                        }
                        if (cells & filled).is_empty() {
                            let upright = upright(cells, height);
                            let first = upright.first().unwrap_or(0) as usize;
                            let (left, low) = (left as u8, low as u8);
                            by_cell[first].push(PcOption {
                                upright,
                                cells,
                                piece,
                                rotation,
                                left,
                                low,
                                gaps,
                                rows,
                            });
                        }
                    }
                }
            }
        }
        let mut all = Vec::new();
        let mut starts = Vec::from([0]);
        for mut options in by_cell {
            // Whole pieces first: they can be built more often.
            options.sort_by_key(|option| option.gaps.count_ones());
            all.extend(options);
            starts.push(all.len() as u32);
        }
        Self { all, starts, filled: upright(filled, height), full: board::all(height) }
    }
}

/// An orientation as rows of bits from the bottom.
struct Shape {
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
        Self { rows, width }
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
