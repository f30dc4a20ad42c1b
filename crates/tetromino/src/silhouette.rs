//! Pieces as columns, for dropping and locking.

use grid_core::{Cell, Polyomino};

use crate::{Piece, Rotation};

/// One orientation of a piece as up to eight columns of up to eight cells.
///
/// Columns count from the left of the bounding box, rows from its bottom.
///
/// ```
/// use tetromino::{Piece, Rotation, Silhouette};
/// let t = Silhouette::of(Piece::T, Rotation::S);
/// assert_eq!((t.width(), t.height()), (3, 2));
/// assert_eq!(t.bottoms(), [1, 0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Silhouette {
    columns: [u8; Self::MAX_SIDE],
    /// 255 beyond the width: such a column rests on nothing.
    bottoms: [u8; Self::MAX_SIDE],
    tops: [u8; Self::MAX_SIDE],
    /// Sum of the tops.
    tops_sum: u16,
    /// Sum of the steps between neighbouring tops.
    tops_bumps: u16,
    width: u8,
    height: u8,
    area: u8,
}

impl Silhouette {
    /// Most columns, and most rows.
    pub const MAX_SIDE: usize = 8;

    /// The silhouette of a tetromino, from a table.
    #[must_use]
    pub fn of(piece: Piece, rotation: Rotation) -> &'static Self {
        &TABLE[piece as usize][rotation as usize].0
    }

    /// The silhouettes of all distinct orientations of a tetromino, in the order
    /// of [`Piece::distinct_rotations`].
    #[must_use]
    pub fn all_of(piece: Piece) -> &'static [Self] {
        &DISTINCT[piece as usize][..piece.distinct_rotations().len()]
    }

    /// The silhouette of any shape; `None` if it is more than
    /// [`Silhouette::MAX_SIDE`] wide or high, or has an empty column.
    ///
    /// ```
    /// use tetromino::Silhouette;
    /// let u: grid_core::Polyomino = "#.#\n###".parse()?;
    /// assert_eq!(Silhouette::from_shape(&u).map(|s| s.tops().to_vec()), Some(vec![2, 1, 2]));
    /// # Ok::<(), grid_core::PolyominoError>(())
    /// ```
    #[must_use]
    pub fn from_shape(shape: &Polyomino) -> Option<Self> {
        if shape.width().max(shape.height()) > Self::MAX_SIDE {
            return None;
        }
        let silhouette = Self::from_cells(shape.cells());
        silhouette.columns().iter().all(|&column| column != 0).then_some(silhouette)
    }

    /// From cells whose smallest coordinates are 0.
    const fn from_cells(cells: &[Cell]) -> Self {
        let mut shape = Self {
            columns: [0; Self::MAX_SIDE],
            bottoms: [u8::MAX; Self::MAX_SIDE],
            tops: [0; Self::MAX_SIDE],
            tops_sum: 0,
            tops_bumps: 0,
            width: 0,
            height: 0,
            area: 0,
        };
        shape.area = cells.len() as u8;
        let mut i = 0;
        while i < cells.len() {
            let (x, y) = (cells[i].x as usize, cells[i].y as u32);
            shape.columns[x] |= 1 << y;
            shape.bottoms[x] = shape.columns[x].trailing_zeros() as u8;
            shape.tops[x] = 8 - shape.columns[x].leading_zeros() as u8;
            shape.width = if shape.width as usize <= x { x as u8 + 1 } else { shape.width };
            shape.height = if shape.height < shape.tops[x] { shape.tops[x] } else { shape.height };
            i += 1;
        }
        let mut x = 0;
        while x < shape.width as usize {
            shape.tops_sum += shape.tops[x] as u16;
            if x > 0 {
                shape.tops_bumps += shape.tops[x].abs_diff(shape.tops[x - 1]) as u16;
            }
            x += 1;
        }
        shape
    }

    /// Columns of the bounding box.
    #[must_use]
    #[inline]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// Rows of the bounding box.
    #[must_use]
    #[inline]
    pub const fn height(&self) -> u32 {
        self.height as u32
    }

    /// How many cells there are.
    #[must_use]
    #[inline]
    pub const fn area(&self) -> u32 {
        self.area as u32
    }

    /// The cells of each column, bit `y` for row `y`.
    #[must_use]
    #[inline]
    pub fn columns(&self) -> &[u8] {
        &self.columns[..self.width()]
    }

    /// The lowest row of each column.
    #[must_use]
    #[inline]
    pub fn bottoms(&self) -> &[u8] {
        &self.bottoms[..self.width()]
    }

    /// One more than the highest row of each column.
    #[must_use]
    #[inline]
    pub fn tops(&self) -> &[u8] {
        &self.tops[..self.width()]
    }

    /// Sum of the [tops](Silhouette::tops).
    #[must_use]
    #[inline]
    pub const fn tops_sum(&self) -> u32 {
        self.tops_sum as u32
    }

    /// Sum of the absolute differences of neighbouring [tops](Silhouette::tops).
    #[must_use]
    #[inline]
    pub const fn tops_bumps(&self) -> u32 {
        self.tops_bumps as u32
    }

    /// The top of the last column.
    #[must_use]
    #[inline]
    pub const fn last_top(&self) -> u32 {
        self.tops[(self.width as usize - 1) % Self::MAX_SIDE] as u32
    }

    #[inline]
    pub(crate) const fn padded_bottoms(&self) -> &[u8; Self::MAX_SIDE] {
        &self.bottoms
    }
}

/// A silhouette at a place of the field: the lower left corner of its bounding
/// box is the cell `(x, y)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed<'a> {
    shape: &'a Silhouette,
    x: u8,
    y: u8,
    on_top: bool,
}

impl<'a> Placed<'a> {
    /// A shape with its lower left corner in column `x` and row `y`.
    ///
    /// # Panics
    /// If it reaches beyond column 16 or row 64, where no field has cells.
    #[must_use]
    #[inline]
    pub fn new(shape: &'a Silhouette, x: usize, y: u32) -> Self {
        assert!(
            x <= 16 && y <= 64 && x + shape.width() <= 16 && y + shape.height() <= 64,
            "outside of every field"
        );
        Self { shape, x: x as u8, y: y as u8, on_top: false }
    }

    /// The same for a shape that fell from above: in each of its columns nothing is
    /// filled above its lowest cell. Evaluators then know the new heights at once;
    /// a false claim gives wrong values, never more.
    ///
    /// # Panics
    /// As [`Placed::new`].
    #[must_use]
    #[inline]
    pub fn on_top(shape: &'a Silhouette, x: usize, y: u32) -> Self {
        Self { on_top: true, ..Self::new(shape, x, y) }
    }

    /// Whether it is known to lie on top of its columns.
    #[must_use]
    #[inline]
    pub const fn is_on_top(&self) -> bool {
        self.on_top
    }

    /// The shape.
    #[must_use]
    #[inline]
    pub const fn shape(&self) -> &'a Silhouette {
        self.shape
    }

    /// The leftmost column.
    #[must_use]
    #[inline]
    pub const fn x(&self) -> usize {
        self.x as usize
    }

    /// The lowest row.
    #[must_use]
    #[inline]
    pub const fn y(&self) -> u32 {
        self.y as u32
    }

    /// The columns of the field's cells that it covers, from the leftmost on.
    #[inline]
    pub fn columns(&self) -> impl Iterator<Item = u64> + 'a {
        let y = self.y & 63;
        self.shape.columns().iter().map(move |&column| u64::from(column) << y)
    }
}

/// A silhouette and the offset of its lower left corner from the centre cell.
pub(crate) type Anchored = (Silhouette, (i8, i8));

const fn anchored(piece: Piece, rotation: Rotation) -> Anchored {
    let mut cells = piece.cells(rotation);
    let (mut left, mut low) = (0, 0);
    let mut i = 0;
    while i < 4 {
        left = if cells[i].x < left { cells[i].x } else { left };
        low = if cells[i].y < low { cells[i].y } else { low };
        i += 1;
    }
    i = 0;
    while i < 4 {
        cells[i] = cells[i].offset(-left, -low);
        i += 1;
    }
    (Silhouette::from_cells(&cells), (left as i8, low as i8))
}

pub(crate) static TABLE: [[Anchored; 4]; 7] = {
    let mut table = [[anchored(Piece::I, Rotation::N); 4]; 7];
    let mut i = 0;
    while i < 28 {
        table[i / 4][i % 4] = anchored(Piece::ALL[i / 4], Rotation::ALL[i % 4]);
        i += 1;
    }
    table
};

static DISTINCT: [[Silhouette; 4]; 7] = {
    let mut table = [[anchored(Piece::I, Rotation::N).0; 4]; 7];
    let mut i = 0;
    while i < 28 {
        table[i / 4][i % 4] = anchored(Piece::ALL[i / 4], Rotation::ALL[i % 4]).0;
        i += 1;
    }
    table
};
