//! Where a piece comes to rest.

use bitflags::bitflags;
use grid_core::Cell;

use crate::silhouette::TABLE;
use crate::{Field, Piece, Placed, Rotation, Silhouette};

bitflags! {
    /// The ways in which the last input can bring a piece to a landing.
    ///
    /// A landing can be reached in several ways, so this is a set. Source of the
    /// labels: rules of the guideline games, three filled corners about the T.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct Spins: u8 {
        /// Without a spin.
        const NONE = 1;
        /// By a mini spin.
        const MINI = 2;
        /// By a full spin.
        const FULL = 4;
    }
}

/// A piece where it rests, and how it can have come there.
///
/// `(x, y)` is the centre cell of [`Piece::cells`].
///
/// ```
/// use tetromino::{Landing, Piece, Rotation};
/// let landing = Landing::new(Piece::I, Rotation::N, 1, 0);
/// assert_eq!(landing.cells().map(|c| c.x), [0, 1, 2, 3]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Landing {
    /// The piece.
    pub piece: Piece,
    /// Its orientation.
    pub rotation: Rotation,
    /// Column of the centre cell.
    pub x: i8,
    /// Row of the centre cell.
    pub y: i8,
    /// How it can have been reached.
    pub spins: Spins,
}

impl Landing {
    /// A landing reached without a spin.
    #[must_use]
    pub const fn new(piece: Piece, rotation: Rotation, x: i8, y: i8) -> Self {
        Self { piece, rotation, x, y, spins: Spins::NONE }
    }

    /// The landing whose bounding box has its lower left corner at `(left, low)`.
    ///
    /// # Panics
    /// If `left` is 16 or more, or `low` is above 100.
    #[must_use]
    #[inline]
    pub fn from_corner(piece: Piece, rotation: Rotation, left: usize, low: u32) -> Self {
        assert!(left < Field::MAX_WIDTH && low <= 100, "outside of every field");
        let (_, (dx, dy)) = TABLE[piece as usize][rotation as usize];
        Self::new(piece, rotation, left as i8 - dx, low as i8 - dy)
    }

    /// The four cells, sorted by column, then row.
    #[must_use]
    pub fn cells(&self) -> [Cell; 4] {
        let (x, y) = (i32::from(self.x), i32::from(self.y));
        let mut cells = self.piece.cells(self.rotation).map(|cell| cell.offset(x, y));
        Cell::sort_by_column(&mut cells);
        cells
    }

    /// The lower left corner of the bounding box.
    #[must_use]
    pub fn corner(&self) -> Cell {
        let (_, (dx, dy)) = TABLE[self.piece as usize][self.rotation as usize];
        Cell::new(i32::from(self.x) + i32::from(dx), i32::from(self.y) + i32::from(dy))
    }

    /// The piece as columns in place; `None` if it is outside of every field
    /// (below the floor, left of the wall, beyond column 16 or row 64).
    #[must_use]
    #[inline]
    pub fn placed(&self) -> Option<Placed<'static>> {
        let shape = Silhouette::of(self.piece, self.rotation);
        let corner = self.corner();
        let (x, y) = (usize::try_from(corner.x).ok()?, u32::try_from(corner.y).ok()?);
        let inside = x + shape.width() <= Field::MAX_WIDTH && y + shape.height() <= 64;
        inside.then(|| Placed::new(shape, x, y))
    }

    /// Whether all cells are free and at least one rests on something.
    ///
    /// ```
    /// use tetromino::{Field, Landing, Piece, Rotation};
    /// let field = Field::new(10, 20)?;
    /// assert!(Landing::new(Piece::T, Rotation::N, 4, 0).rests_on(&field));
    /// assert!(!Landing::new(Piece::T, Rotation::N, 4, 1).rests_on(&field));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn rests_on(&self, field: &Field) -> bool {
        let cells = self.cells();
        let free = |cell: &Cell| field.is_free(*cell);
        cells.iter().all(free) && !cells.iter().all(|cell| field.is_free(cell.offset(0, -1)))
    }

    /// The mirror image in a field of this width, as the mirrored piece.
    ///
    /// # Panics
    /// If the landing reaches out of such a field.
    #[must_use]
    pub fn mirrored(&self, width: usize) -> Self {
        let right = self.cells()[3].x;
        let piece = self.piece.mirrored();
        let turns = 4 - self.rotation as u8;
        let rotation = match self.piece {
            // Two of their orientations have the same cells; keep the distinct ones.
            Piece::I | Piece::S | Piece::Z | Piece::O => self.rotation,
            _ => Rotation::N.turned(turns),
        };
        let left = (width as i32 - 1 - right) as usize;
        let mirrored = Self::from_corner(piece, rotation, left, self.corner().y as u32);
        Self { spins: self.spins, ..mirrored }
    }
}
