//! The wall that a team fills.

use alloc::vec::Vec;
use core::fmt;

use grid_core::draw::{DrawingError, Rows};
use grid_core::{Cell, Region};
use thiserror::Error;

/// Why a region is no wall.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WallError {
    /// There is no cell.
    #[error("the wall has no cell")]
    Empty,
    /// The frame is larger than [`Wall::MAX_SIDE`].
    #[error("the wall is {width}×{height}; at most {limit} rows and columns are supported", limit = Wall::MAX_SIDE)]
    TooLarge {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A cell is cut off from the others.
    #[error("the wall is not connected: no way leads from ({}, {}) to ({}, {})", from.x, from.y, to.x, to.y)]
    Disconnected {
        /// The first cell.
        from: Cell,
        /// The first cell that cannot be reached from it.
        to: Cell,
    },
    /// The drawing could not be read.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
}

/// A non-empty, edge-connected set of cells; everything outside it is the solid
/// frame.
///
/// Drawn as rows of `.` for a cell and `#` for solid, the top row first. The
/// coordinates are those of the drawing: `x` from the left, `y` from the bottom.
///
/// ```
/// use stone_auction::Wall;
/// let wall: Wall = "#..\n...".parse()?;
/// assert_eq!((wall.len(), wall.top_len()), (5, 2));
/// # Ok::<(), stone_auction::WallError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Wall {
    region: Region,
    top: i32,
    len: usize,
}

impl Wall {
    /// Most rows and columns.
    pub const MAX_SIDE: usize = 64;

    /// Checks that a region is a wall.
    ///
    /// # Errors
    /// [`WallError::Empty`], [`WallError::TooLarge`], [`WallError::Disconnected`].
    ///
    /// ```
    /// use grid_core::Region;
    /// use stone_auction::Wall;
    /// assert_eq!(Wall::new(Region::rectangle(6, 4)?)?.len(), 24);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(region: Region) -> Result<Self, WallError> {
        let (width, height) = (region.width(), region.height());
        if width.max(height) > Self::MAX_SIDE {
            return Err(WallError::TooLarge { width, height });
        }
        let from = region.iter().next().ok_or(WallError::Empty)?;
        let reached = region.flood(from);
        if let Some(to) = region.iter().find(|&cell| !region.index(cell).is_some_and(|i| reached.contains(i)))
        {
            return Err(WallError::Disconnected { from, to });
        }
        let top = region.iter().map(|cell| cell.y).max().unwrap_or(0);
        Ok(Self { len: region.len(), region, top })
    }

    /// Reads rows, the top row first.
    ///
    /// # Errors
    /// As [`Wall::new`], and [`WallError::Drawing`] for rows of unequal length or
    /// other characters than `.` and `#`.
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>) -> Result<Self, WallError> {
        let rows = Rows::from_rows(rows)?;
        let (width, height) = (rows.width(), rows.height());
        if width.max(height) > Self::MAX_SIDE {
            return Err(WallError::TooLarge { width, height });
        }
        let mut region = Region::blank(width, height)?;
        for y in (0..height).rev() {
            for x in 0..width {
                match rows.at(x, y) {
                    '.' => {
                        region.insert(Cell::new(x as i32, y as i32));
                    }
                    '#' => {}
                    found => {
                        return Err(
                            DrawingError::UnknownCell { row: height - y, column: x + 1, found }.into()
                        );
                    }
                }
            }
        }
        Self::new(region)
    }

    /// The rows of the drawing, the top row first.
    #[must_use]
    pub fn rows(&self) -> Vec<alloc::string::String> {
        use alloc::string::ToString;
        self.to_string().lines().map(ToString::to_string).collect()
    }

    /// The cells.
    #[must_use]
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// How many cells there are; never 0.
    #[must_use]
    #[doc(alias = "area")]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the cell belongs to the wall.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.region.contains(cell)
    }

    /// Whether the cell belongs to the top edge: the cells with the largest `y`.
    #[must_use]
    pub fn is_top(&self, cell: Cell) -> bool {
        cell.y == self.top && self.contains(cell)
    }

    /// How many cells the top edge has.
    #[must_use]
    pub fn top_len(&self) -> usize {
        self.region.iter().filter(|cell| cell.y == self.top).count()
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid_core::draw::write_rows(f, self.region.width(), self.region.height(), |x, y| {
            !self.contains(Cell::new(x as i32, y as i32))
        })
    }
}

impl fmt::Debug for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Wall\n{self}")
    }
}

impl core::str::FromStr for Wall {
    type Err = WallError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_rows(text.lines())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn drawings_round_trip_and_faults_have_a_place() {
        let text = "..#\n...\n#..";
        let wall: Wall = text.parse().unwrap();
        assert_eq!(wall.to_string(), text);
        assert_eq!(wall.top_len(), 2);
        assert_eq!("##".parse::<Wall>(), Err(WallError::Empty));
        assert_eq!(
            ".#.".parse::<Wall>(),
            Err(WallError::Disconnected { from: Cell::new(0, 0), to: Cell::new(2, 0) })
        );
        let unknown = DrawingError::UnknownCell { row: 2, column: 2, found: 'x' };
        assert_eq!("..\n.x".parse::<Wall>(), Err(WallError::Drawing(unknown)));
        assert!(matches!(".".repeat(65).parse::<Wall>(), Err(WallError::TooLarge { width: 65, .. })));
    }

    #[test]
    fn the_top_edge_is_the_highest_row_with_cells() {
        let wall: Wall = "###\n#.#\n...".parse().unwrap();
        assert_eq!(wall.top_len(), 1);
        assert!(wall.is_top(Cell::new(1, 1)));
        assert!(!wall.is_top(Cell::new(0, 1)));
    }
}
