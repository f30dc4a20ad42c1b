//! Solutions as pictures, and as the texts in which players share them.

use alloc::string::String;
#[cfg(feature = "fumen")]
use alloc::vec::Vec;

use grid_core::Cell;
use grid_core::svg::{PALETTE, Svg};
#[cfg(feature = "fumen")]
use tetromino::{
    Piece,
    fumen::{Block, ColourField, Flags, Fumen, Page},
};

use crate::rules::field::PcField;
use crate::rules::solution::{PcPlacement, Solution};

/// The side of a cell.
const CELL: f64 = 16.0;
const GREY: &str = "#9a9a9a";

/// A field with pieces on it, in rows of the input, as SVG.
///
/// ```
/// use perfect_clear::{PcField, tiling_svg};
/// let field = PcField::from_rows(["XX__XXXXXX", "XX__XXXXXX"], 2)?;
/// assert_eq!(tiling_svg(&field, &[]).matches("<rect").count(), 16);
/// # Ok::<(), perfect_clear::PcError>(())
/// ```
#[must_use]
pub fn tiling_svg(field: &PcField, placements: &[PcPlacement]) -> String {
    let height = field.rows_of_input();
    let piece = |x: usize, y: usize| {
        let cell = Cell::new(x as i32, y as i32);
        placements.iter().position(|one| one.cells.contains(&cell))
    };
    let filled = |x: usize, y: usize| {
        let row = (0..field.height()).find(|&row| field.original_row(row) == y);
        row.is_none_or(|row| field.is_filled(x, row))
    };
    let mut svg = Svg::new(PcField::WIDTH as f64 * CELL, height as f64 * CELL);
    svg.grid(PcField::WIDTH, height, CELL, |x, y| match piece(x, y) {
        Some(number) => Some((PALETTE[placements[number].piece as usize], number)),
        None => filled(x, y).then_some((GREY, usize::MAX)),
    });
    svg.finish()
}

impl Solution {
    /// Its pieces on the field as SVG.
    #[must_use]
    pub fn to_svg(&self, field: &PcField) -> String {
        tiling_svg(field, &self.placements)
    }

    /// A page for each piece in order, played on the rows that remain.
    ///
    /// ```
    /// use perfect_clear::{Hold, PcField, PcSolver};
    /// use tetromino::{Piece, RotationSystem, fumen::ColourField};
    /// let field = PcField::from_rows(["XX__XXXXXX", "XX__XXXXXX"], 2)?;
    /// let solver = PcSolver::new(RotationSystem::SRS);
    /// let solution = solver.first(&field, &[Piece::O], Hold::None)?.expect("it fits");
    /// let fumen = solution.to_fumen(&field).unwrap();
    /// assert_eq!(fumen.pages.last().unwrap().field_after(), ColourField::EMPTY);
    /// assert!(fumen.encode().unwrap().starts_with("v115@"));
    /// # Ok::<(), perfect_clear::PcError>(())
    /// ```
    ///
    /// # Errors
    /// The first [`Fault`](crate::Fault) of a solution of another field.
    #[cfg(feature = "fumen")]
    pub fn to_fumen(&self, field: &PcField) -> Result<Fumen, crate::Fault> {
        let mut now = ColourField::EMPTY;
        for y in 0..field.height() {
            (0..PcField::WIDTH).filter(|&x| field.is_filled(x, y)).for_each(|x| now.set(x, y, Block::Grey));
        }
        let mut pages: Vec<Page> = Vec::with_capacity(self.placements.len());
        for landing in self.landings(field)? {
            let mut page = Page::new(pages.last().map_or(now, Page::field_after));
            page.operation = Some(landing.into());
            page.flags.set(Flags::COLORIZE, pages.is_empty());
            pages.push(page);
        }
        if let Some(first) = pages.first_mut() {
            first.comment = self.placements.iter().map(|one| Piece::letter(one.piece)).collect();
            let comment = first.comment.clone();
            pages.iter_mut().for_each(|page| page.comment.clone_from(&comment));
        }
        Ok(Fumen { pages })
    }
}
