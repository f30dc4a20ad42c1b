//! Tilings as text and as pictures.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use grid_core::svg::{PALETTE, Svg};
use grid_core::{Cell, draw};

use super::{Laid, Tiling};

/// A tiling to be drawn: as text one letter for each laid piece, the top row
/// first, `.` where nothing is to be covered.
///
/// ```
/// use exact_cover::tiling::{Copies, Drawing, Piece, Tiling};
/// use grid_core::{Orientations, Region};
/// let domino = Piece::new("##".parse()?, Orientations::Rotations).with_copies(Copies::Unlimited);
/// let board = Tiling::new("##.\n###\n.##".parse()?, vec![domino])?;
/// let laid = board.first();
/// assert!(laid.is_none()); // four black cells, three white
/// assert_eq!(Drawing::new(&board, &[]).to_string(), "  .\n   \n.  ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    tiling: &'a Tiling,
    /// For each cell of the frame the index of the piece on it, in order of laying.
    owner: Vec<Option<usize>>,
    laid: &'a [Laid],
}

const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

impl<'a> Drawing<'a> {
    /// A drawing of pieces on the board; cells outside the frame are left out.
    #[must_use]
    pub fn new(tiling: &'a Tiling, laid: &'a [Laid]) -> Self {
        let mut owner = vec![None; tiling.region().cells().capacity()];
        for (number, &one) in laid.iter().enumerate() {
            for index in tiling.cells(one).filter_map(|cell| tiling.region().index(cell)) {
                owner[index] = Some(number);
            }
        }
        Self { tiling, owner, laid }
    }

    fn owner(&self, x: usize, y: usize) -> Option<usize> {
        self.owner[y * self.tiling.region().width() + x]
    }

    /// As SVG: a colour for each kind of piece, lines between the pieces.
    ///
    /// ```
    /// use exact_cover::tiling::{Drawing, Piece, Tiling};
    /// use grid_core::Orientations;
    /// let bar = Piece::new("###".parse()?, Orientations::Fixed);
    /// let board = Tiling::new("###".parse()?, vec![bar])?;
    /// let laid = board.first().unwrap();
    /// assert_eq!(Drawing::new(&board, &laid).svg(20.0).matches("<rect").count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn svg(&self, cell: f64) -> String {
        let (width, height) = (self.tiling.region().width(), self.tiling.region().height());
        let mut svg = Svg::new(width as f64 * cell, height as f64 * cell);
        svg.grid(width, height, cell, |x, y| {
            let owner = self.owner(x, y)?;
            Some((PALETTE[self.laid[owner].piece % PALETTE.len()], owner))
        });
        svg.finish()
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let region = self.tiling.region();
        draw::write_cells(f, region.width(), region.height(), |x, y| match self.owner(x, y) {
            Some(owner) => LETTERS[owner % LETTERS.len()].into(),
            None if region.contains(Cell::new(x as i32, y as i32)) => ' ',
            None => '.',
        })
    }
}
