//! Regions of any form and size, and the placements of shapes in them.

use alloc::vec::Vec;
use core::fmt;

use crate::draw::{DrawingError, Rows};
use crate::{Cell, CellSet, Orientations, Polyomino, Symmetry};

/// A set of cells in a `width` × `height` frame: a board with holes.
///
/// The cell `(x, y)` has the index `y * width + x`, row 0 at the bottom. Drawn as
/// rows of `#` and `.`, the top row first.
///
/// ```
/// use grid_core::Region;
/// let ring: Region = "###\n#.#\n###".parse()?;
/// assert_eq!(ring.len(), 8);
/// assert_eq!(ring.symmetries().len(), 8);
/// # Ok::<(), grid_core::DrawingError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Region {
    width: usize,
    height: usize,
    cells: CellSet,
}

/// One way to lay a shape into a region.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Index into [`Polyomino::orientations`] of the policy.
    pub orientation: usize,
    /// Lower left corner of the bounding box.
    pub at: Cell,
    /// The covered cells as indices of the region.
    pub cells: CellSet,
}

impl Region {
    /// Most rows and columns of a frame.
    pub const MAX_SIDE: usize = Rows::LIMIT;

    /// All cells of a frame.
    ///
    /// # Errors
    /// [`DrawingError::Empty`] for a side of 0, [`DrawingError::TooLarge`] for one
    /// above [`Region::MAX_SIDE`].
    ///
    /// ```
    /// assert_eq!(grid_core::Region::rectangle(6, 10)?.len(), 60);
    /// # Ok::<(), grid_core::DrawingError>(())
    /// ```
    pub fn rectangle(width: usize, height: usize) -> Result<Self, DrawingError> {
        let mut region = Self::blank(width, height)?;
        (0..width * height).for_each(|index| {
            region.cells.insert(index);
        });
        Ok(region)
    }

    /// An empty frame, to be filled with [`Region::insert`].
    ///
    /// # Errors
    /// As [`Region::rectangle`].
    pub fn blank(width: usize, height: usize) -> Result<Self, DrawingError> {
        if width == 0 || height == 0 {
            return Err(DrawingError::Empty);
        }
        if width.max(height) > Self::MAX_SIDE {
            return Err(DrawingError::TooLarge { width, height, limit: Self::MAX_SIDE });
        }
        Ok(Self { width, height, cells: CellSet::new(width * height) })
    }

    /// Columns of the frame.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the frame.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cells as indices.
    #[must_use]
    pub fn cells(&self) -> &CellSet {
        &self.cells
    }

    /// The index of a cell of the frame; `None` outside.
    #[must_use]
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
        (x < self.width && y < self.height).then_some(y * self.width + x)
    }

    /// The cell of an index.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        Cell::new((index % self.width) as i32, (index / self.width) as i32)
    }

    /// Whether the cell belongs to the region; `false` outside the frame.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.cells.contains(index))
    }

    /// Adds a cell; says whether it is new.
    ///
    /// # Panics
    /// If the cell is outside the frame.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let index = self.index(cell).expect("cell outside the frame");
        self.cells.insert(index)
    }

    /// Removes a cell; says whether it was there.
    pub fn remove(&mut self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.cells.remove(index))
    }

    /// The cells from the bottom row up.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.iter().map(|index| self.cell(index))
    }

    /// The indices of the neighbours of a cell inside the region.
    pub fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let around = self.cell(index).neighbours().into_iter();
        around.filter_map(|cell| self.index(cell).filter(|&i| self.cells.contains(i)))
    }

    /// The cells connected to `start` through edges; empty if `start` is not in
    /// the region. `O(cells)`.
    #[must_use]
    pub fn flood(&self, start: Cell) -> CellSet {
        let mut reached = CellSet::new(self.cells.capacity());
        let mut open: Vec<usize> =
            self.index(start).filter(|&i| self.cells.contains(i)).into_iter().collect();
        open.iter().for_each(|&index| {
            reached.insert(index);
        });
        while let Some(index) = open.pop() {
            for next in self.neighbours(index) {
                if reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// The edge-connected components, by their lowest index. `O(cells)` each.
    #[must_use]
    pub fn components(&self) -> Vec<CellSet> {
        let mut left = self.cells.clone();
        let mut components = Vec::new();
        while let Some(index) = left.first() {
            let component = self.flood(self.cell(index));
            left.remove_all(&component);
            components.push(component);
        }
        components
    }

    /// Whether all cells are connected through edges; an empty region is.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.cells.first().is_none_or(|index| self.flood(self.cell(index)) == self.cells)
    }

    /// The cells that have no neighbour in the region.
    pub fn isolated(&self) -> impl Iterator<Item = Cell> + '_ {
        let alone = |&index: &usize| self.neighbours(index).next().is_none();
        self.cells.iter().filter(alone).map(|index| self.cell(index))
    }

    /// The image under a symmetry, in its own frame.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let (mut width, mut height) = (self.width, self.height);
        if symmetry.swaps_axes() {
            core::mem::swap(&mut width, &mut height);
        }
        let mut image = Self { width, height, cells: CellSet::new(width * height) };
        for cell in self.iter() {
            image.insert(symmetry.apply_in_frame(cell, self.width as i32, self.height as i32));
        }
        image
    }

    /// The symmetry group: all symmetries of the frame that leave the region as
    /// it is, `Identity` first.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let all = Symmetry::ALL.into_iter();
        all.filter(|&s| self.transformed(s) == *self).collect()
    }

    /// All ways to lay a shape into the region, no set of cells twice: by
    /// orientation, then by row and column of the lower left corner.
    ///
    /// # Complexity
    /// `O(orientations · width · height · area)`.
    ///
    /// ```
    /// use grid_core::{Orientations, Polyomino, Region};
    /// let domino: Polyomino = "##".parse()?;
    /// let board = Region::rectangle(8, 8)?;
    /// assert_eq!(board.placements(&domino, Orientations::Rotations).len(), 112);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn placements(&self, shape: &Polyomino, policy: Orientations) -> Vec<Placement> {
        let mut placements = Vec::new();
        for (orientation, image) in shape.orientations(policy).iter().enumerate() {
            for y in 0..=self.height.saturating_sub(image.height()) {
                for x in 0..=self.width.saturating_sub(image.width()) {
                    let at = Cell::new(x as i32, y as i32);
                    if let Some(cells) = self.place(image, at) {
                        placements.push(Placement { orientation, at, cells });
                    }
                }
            }
        }
        placements
    }

    /// The indices that a shape covers with its lower left corner at `at`; `None`
    /// if one is not in the region.
    #[must_use]
    pub fn place(&self, shape: &Polyomino, at: Cell) -> Option<CellSet> {
        let mut cells = CellSet::new(self.cells.capacity());
        for cell in shape.cells() {
            let index = self.index(cell.offset(at.x, at.y)).filter(|&i| self.cells.contains(i))?;
            cells.insert(index);
        }
        Some(cells)
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::draw::write_rows(f, self.width, self.height, |x, y| self.cells.contains(y * self.width + x))
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Region {}×{}\n{self}", self.width, self.height)
    }
}

impl core::str::FromStr for Region {
    type Err = DrawingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rows = Rows::parse(text)?;
        let mut region = Self::blank(rows.width(), rows.height())?;
        for (x, y) in rows.filled()? {
            region.insert(Cell::new(x as i32, y as i32));
        }
        Ok(region)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Region {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Region {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = alloc::string::String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Region {
    /// A frame of up to 12 × 12 with any cells.
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let (width, height) = (u.int_in_range(1..=12)?, u.int_in_range(1..=12)?);
        let mut region = Self { width, height, cells: CellSet::new(width * height) };
        for index in 0..width * height {
            if u.arbitrary()? {
                region.cells.insert(index);
            }
        }
        Ok(region)
    }
}
