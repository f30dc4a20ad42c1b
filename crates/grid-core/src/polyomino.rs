//! Shapes made of unit squares.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

use thiserror::Error;

use crate::draw::{DrawingError, Rows};
use crate::{Cell, Symmetry};

/// Why a set of cells is no shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PolyominoError {
    /// There is no cell.
    #[error("a shape needs at least one cell")]
    Empty,
    /// A cell is named twice.
    #[error("cell ({}, {}) is named twice", .0.x, .0.y)]
    Duplicate(Cell),
    /// The shape is wider or higher than [`Polyomino::MAX_SIDE`].
    #[error("the shape is {width}×{height}; at most {limit} rows and columns are supported", limit = Polyomino::MAX_SIDE)]
    TooLarge {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// The drawing could not be read.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
}

/// Which images of a shape count as the same piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Orientations {
    /// Only as drawn ("fixed").
    Fixed,
    /// Four turns ("one-sided").
    #[default]
    Rotations,
    /// Four turns and their mirror images ("free").
    RotationsAndReflections,
}

impl Orientations {
    /// The symmetries this policy allows, `Identity` first, turns clockwise.
    #[must_use]
    pub const fn symmetries(self) -> &'static [Symmetry] {
        let all: &[Symmetry] = &Symmetry::ALL;
        match self {
            Self::Fixed => all.split_at(1).0,
            Self::Rotations => all.split_at(4).0,
            Self::RotationsAndReflections => all,
        }
    }
}

/// A finite, non-empty set of cells up to translation: the smallest `x` and the
/// smallest `y` are 0, the cells are sorted by row, then column.
///
/// A strict polyomino is connected through edges ([`is_connected`]); pieces that
/// a cleared row has split are not, and are welcome too.
///
/// Drawn as rows of `#` and `.`, the top row first.
///
/// ```
/// use grid_core::{Orientations, Polyomino};
/// let l: Polyomino = "#.\n#.\n##".parse()?;
/// assert_eq!(l.area(), 4);
/// assert_eq!(l.orientations(Orientations::Rotations).len(), 4);
/// assert_eq!(l.orientations(Orientations::Rotations)[1].to_string(), "###\n#..");
/// # Ok::<(), grid_core::PolyominoError>(())
/// ```
///
/// [`is_connected`]: Polyomino::is_connected
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Polyomino {
    cells: Box<[Cell]>,
}

impl Polyomino {
    /// Most rows and columns of a shape.
    pub const MAX_SIDE: usize = Rows::LIMIT;

    /// The shape of these cells, in any order and place.
    ///
    /// # Errors
    /// No cell, a cell named twice, or more than [`Polyomino::MAX_SIDE`] rows or
    /// columns.
    ///
    /// ```
    /// use grid_core::{Cell, Polyomino};
    /// let domino = Polyomino::new([Cell::new(7, -3), Cell::new(6, -3)])?;
    /// assert_eq!(domino.cells(), [Cell::new(0, 0), Cell::new(1, 0)]);
    /// # Ok::<(), grid_core::PolyominoError>(())
    /// ```
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Result<Self, PolyominoError> {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PolyominoError::Duplicate(pair[0]));
        }
        let (Some(low), Some(high)) = (corner(&cells, Ord::min), corner(&cells, Ord::max)) else {
            return Err(PolyominoError::Empty);
        };
        let side = |low: i32, high: i32| high.abs_diff(low) as u64 + 1;
        let (width, height) = (side(low.x, high.x), side(low.y, high.y));
        if width.max(height) > Self::MAX_SIDE as u64 {
            return Err(PolyominoError::TooLarge { width, height });
        }
        Ok(Self::normalised(cells))
    }

    /// The shape of a drawing; empty rows and columns at the border are cut off.
    ///
    /// # Errors
    /// A character that is none of `#`, `.`, `_` and blank, or no `#`.
    pub fn from_drawing(rows: &Rows) -> Result<Self, PolyominoError> {
        let cells = rows.filled()?;
        Self::new(cells.map(|(x, y)| Cell::new(x as i32, y as i32)))
    }

    /// Moves to the origin and sorts; the cells are distinct and near each other.
    fn normalised(mut cells: Vec<Cell>) -> Self {
        let low = corner(&cells, Ord::min).expect("a shape has a cell");
        for cell in &mut cells {
            *cell = Cell::new(cell.x.wrapping_sub(low.x), cell.y.wrapping_sub(low.y));
        }
        cells.sort_unstable();
        Self { cells: cells.into() }
    }

    /// The cells, sorted by row, then column.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many cells there are.
    #[must_use]
    pub fn area(&self) -> usize {
        self.cells.len()
    }

    /// Columns of the bounding box.
    #[must_use]
    pub fn width(&self) -> usize {
        corner(&self.cells, Ord::max).map_or(0, |c| c.x as usize + 1)
    }

    /// Rows of the bounding box.
    #[must_use]
    pub fn height(&self) -> usize {
        self.cells.last().map_or(0, |c| c.y as usize + 1)
    }

    /// Whether the cell, relative to the bounding box, is part of the shape.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }

    /// Whether all cells are connected through edges.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let mut seen = BTreeSet::from([self.cells[0]]);
        let mut open = Vec::from([self.cells[0]]);
        while let Some(cell) = open.pop() {
            for next in cell.neighbours() {
                if self.contains(next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen.len() == self.area()
    }

    /// The image under a symmetry.
    ///
    /// ```
    /// use grid_core::{Polyomino, Symmetry};
    /// let s: Polyomino = ".##\n##.".parse()?;
    /// assert_eq!(s.transformed(Symmetry::Mirror).to_string(), "##.\n.##");
    /// # Ok::<(), grid_core::PolyominoError>(())
    /// ```
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        Self::normalised(self.cells.iter().map(|&c| symmetry.apply(c)).collect())
    }

    /// The distinct images under the policy, in the order of
    /// [`Orientations::symmetries`]; the shape itself is first.
    #[must_use]
    pub fn orientations(&self, policy: Orientations) -> Vec<Self> {
        let mut distinct: Vec<Self> = Vec::new();
        for &symmetry in policy.symmetries() {
            let image = self.transformed(symmetry);
            if !distinct.contains(&image) {
                distinct.push(image);
            }
        }
        distinct
    }

    /// The smallest image under the policy: equal for two shapes if and only if
    /// they are the same piece.
    #[must_use]
    pub fn canonical(&self, policy: Orientations) -> Self {
        let images = policy.symmetries().iter().map(|&s| self.transformed(s));
        images.min().expect("a policy has the identity")
    }

    /// Whether no turn makes the shape equal to its mirror image.
    #[must_use]
    pub fn is_chiral(&self) -> bool {
        let mirror = self.transformed(Symmetry::Mirror);
        self.canonical(Orientations::Rotations) != mirror.canonical(Orientations::Rotations)
    }

    /// The symmetries that leave the shape as it is.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let all = Symmetry::ALL.into_iter();
        all.filter(|&s| self.transformed(s) == *self).collect()
    }
}

/// The corner of the bounding box that `pick` (`min` or `max`) leads to.
fn corner(cells: &[Cell], pick: fn(i32, i32) -> i32) -> Option<Cell> {
    let mut cells = cells.iter().copied();
    let first = cells.next()?;
    Some(cells.fold(first, |c, d| Cell::new(pick(c.x, d.x), pick(c.y, d.y))))
}

impl fmt::Display for Polyomino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::draw::write_rows(f, self.width(), self.height(), |x, y| {
            self.contains(Cell::new(x as i32, y as i32))
        })
    }
}

impl fmt::Debug for Polyomino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Polyomino\n{self}")
    }
}

/// Reads rows of `#` and `.`; empty rows and columns at the border are cut off.
impl core::str::FromStr for Polyomino {
    type Err = PolyominoError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_drawing(&Rows::parse(text)?)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Polyomino {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Polyomino {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = alloc::string::String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Polyomino {
    /// A connected shape of up to 12 cells.
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut cells = Vec::from([Cell::new(0, 0)]);
        for _ in 1..u.int_in_range(1..=12)? {
            let next = u.choose(&cells)?.neighbours()[u.choose_index(4)?];
            if !cells.contains(&next) {
                cells.push(next);
            }
        }
        Ok(Self::normalised(cells))
    }
}
