//! Cells and the eight symmetries of the square grid.

use core::fmt;

/// A cell of the square grid: `x` to the right, `y` upward.
///
/// The order is by row from the bottom, then by column, so that sorted cells
/// read like a board filled from the floor.
///
/// ```
/// use grid_core::Cell;
/// assert!(Cell::new(9, 0) < Cell::new(0, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Cell {
    /// Column from the left.
    pub x: i32,
    /// Row from the floor.
    pub y: i32,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// This cell moved by `(dx, dy)`; wraps on overflow of `i32`.
    #[must_use]
    pub const fn offset(self, dx: i32, dy: i32) -> Self {
        Self::new(self.x.wrapping_add(dx), self.y.wrapping_add(dy))
    }

    /// The four cells that share an edge: left, right, below, above.
    ///
    /// ```
    /// use grid_core::Cell;
    /// assert!(Cell::new(0, 0).neighbours().contains(&Cell::new(0, 1)));
    /// ```
    #[must_use]
    pub const fn neighbours(self) -> [Self; 4] {
        [self.offset(-1, 0), self.offset(1, 0), self.offset(0, -1), self.offset(0, 1)]
    }

    /// Sorts cells by column, then from the floor up; their own order goes by rows.
    ///
    /// ```
    /// use grid_core::Cell;
    /// let mut cells = [Cell::new(1, 0), Cell::new(0, 1), Cell::new(0, 0)];
    /// Cell::sort_by_column(&mut cells);
    /// assert_eq!(cells, [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 0)]);
    /// ```
    pub fn sort_by_column(cells: &mut [Self]) {
        cells.sort_unstable_by_key(|cell| (cell.x, cell.y));
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl From<(i32, i32)> for Cell {
    fn from((x, y): (i32, i32)) -> Self {
        Self::new(x, y)
    }
}

/// A symmetry of the square: a turn, or a mirror image followed by a turn.
///
/// The four turns come first, so `ALL[..4]` are the rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Symmetry {
    /// Leaves every cell where it is.
    Identity,
    /// A quarter turn clockwise: `(x, y)` goes to `(y, -x)`.
    Rot90,
    /// A half turn.
    Rot180,
    /// Three quarter turns clockwise.
    Rot270,
    /// The mirror image left to right: `(x, y)` goes to `(-x, y)`.
    Mirror,
    /// `Mirror`, then a quarter turn clockwise.
    Mirror90,
    /// `Mirror`, then a half turn: the mirror image bottom to top.
    Mirror180,
    /// `Mirror`, then three quarter turns clockwise.
    Mirror270,
}

impl Symmetry {
    /// All eight, rotations first.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::Rot90,
        Self::Rot180,
        Self::Rot270,
        Self::Mirror,
        Self::Mirror90,
        Self::Mirror180,
        Self::Mirror270,
    ];

    const fn quarter_turns(self) -> u8 {
        self as u8 & 3
    }

    /// Whether this turns the plane over.
    #[must_use]
    pub const fn is_reflection(self) -> bool {
        self as u8 >= 4
    }

    /// Whether width and height change places.
    #[must_use]
    pub const fn swaps_axes(self) -> bool {
        self.quarter_turns() & 1 == 1
    }

    /// The image of a cell about the origin; wraps at `i32::MIN`.
    ///
    /// ```
    /// use grid_core::{Cell, Symmetry};
    /// assert_eq!(Symmetry::Rot90.apply(Cell::new(0, 1)), Cell::new(1, 0));
    /// ```
    #[must_use]
    pub const fn apply(self, cell: Cell) -> Cell {
        let x = if self.is_reflection() { cell.x.wrapping_neg() } else { cell.x };
        let y = cell.y;
        match self.quarter_turns() {
            0 => Cell::new(x, y),
            1 => Cell::new(y, x.wrapping_neg()),
            2 => Cell::new(x.wrapping_neg(), y.wrapping_neg()),
            _ => Cell::new(y.wrapping_neg(), x),
        }
    }

    /// The image of a cell of a `width` × `height` frame, in the image frame.
    #[must_use]
    pub const fn apply_in_frame(self, cell: Cell, width: i32, height: i32) -> Cell {
        let image = self.apply(cell);
        let corner = self.apply(Cell::new(width - 1, height - 1));
        let min_x = if corner.x < 0 { corner.x } else { 0 };
        let min_y = if corner.y < 0 { corner.y } else { 0 };
        image.offset(-min_x, -min_y)
    }

    /// First `self`, then `next`.
    ///
    /// ```
    /// use grid_core::Symmetry;
    /// assert_eq!(Symmetry::Rot90.then(Symmetry::Rot270), Symmetry::Identity);
    /// ```
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        // A mirror after a turn equals the opposite turn after the mirror.
        let turns = if next.is_reflection() {
            next.quarter_turns() + 4 - self.quarter_turns()
        } else {
            next.quarter_turns() + self.quarter_turns()
        };
        let mirrored = self.is_reflection() != next.is_reflection();
        Self::ALL[((turns & 3) + if mirrored { 4 } else { 0 }) as usize]
    }

    /// The symmetry that takes everything back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::Rot90 => Self::Rot270,
            Self::Rot270 => Self::Rot90,
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composition_follows_application() {
        let cell = Cell::new(3, 7);
        for a in Symmetry::ALL {
            for b in Symmetry::ALL {
                assert_eq!(a.then(b).apply(cell), b.apply(a.apply(cell)), "{a:?} {b:?}");
            }
            assert_eq!(a.then(a.inverse()), Symmetry::Identity);
        }
    }

    #[test]
    fn frame_images_stay_inside() {
        for symmetry in Symmetry::ALL {
            let (w, h) = if symmetry.swaps_axes() { (3, 5) } else { (5, 3) };
            let mut seen = alloc::collections::BTreeSet::new();
            for x in 0..5 {
                for y in 0..3 {
                    let image = symmetry.apply_in_frame(Cell::new(x, y), 5, 3);
                    assert!((0..w).contains(&image.x) && (0..h).contains(&image.y));
                    seen.insert(image);
                }
            }
            assert_eq!(seen.len(), 15);
        }
    }
}
