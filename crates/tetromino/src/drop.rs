//! Landings of straight drops: a piece is turned and shifted above the stack,
//! then falls.

use crate::{Field, Landing, Piece, Placed, Silhouette};

/// From where a piece falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Entry {
    /// From above the whole stack: every column and orientation is legal.
    Above,
    /// From the top rows of the field: a piece that does not fit there, its
    /// highest cell in the top row, cannot be placed.
    Top,
}

/// The heights of the columns, taken once for all drops into a field.
///
/// ```
/// use tetromino::{Entry, Field, Piece, Rotation, Silhouette, Skyline};
/// let field: Field = "....\n....\n#...".parse()?;
/// let skyline = Skyline::of(&field);
/// assert_eq!(skyline.drop(&field, Silhouette::of(Piece::O, Rotation::N), 0, Entry::Top), Some(1));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skyline {
    /// Padded so that a window of eight columns starts anywhere.
    heights: [u8; Field::MAX_WIDTH + Silhouette::MAX_SIDE],
}

impl Skyline {
    /// The heights of a field.
    #[must_use]
    #[inline]
    pub fn of(field: &Field) -> Self {
        let mut heights = [0; Field::MAX_WIDTH + Silhouette::MAX_SIDE];
        for (height, column) in heights.iter_mut().zip(field.columns()) {
            *height = (u64::BITS - column.leading_zeros()) as u8;
        }
        Self { heights }
    }

    /// The height of a column; 0 beyond the width.
    ///
    /// # Panics
    /// If `x >= 24`.
    #[must_use]
    #[inline]
    pub const fn height(&self, x: usize) -> u32 {
        self.heights[x] as u32
    }

    /// The row in which the lower edge of a shape comes to rest when it falls from
    /// above with its left edge in column `x`.
    ///
    /// # Panics
    /// If `x > 16`.
    #[must_use]
    #[inline]
    pub fn rest(&self, shape: &Silhouette, x: usize) -> u32 {
        let heights = &self.heights[x..x + Silhouette::MAX_SIDE];
        let bottoms = shape.padded_bottoms();
        // Over all eight lanes, so that it is a handful of vector instructions.
        let mut rest = 0;
        for lane in 0..Silhouette::MAX_SIDE {
            rest = rest.max(heights[lane].saturating_sub(bottoms[lane]));
        }
        u32::from(rest)
    }

    /// The row in which the lower edge of a shape comes to rest; `None` if it
    /// cannot enter there.
    ///
    /// # Panics
    /// If the shape reaches beyond the width of the field.
    #[must_use]
    #[inline]
    pub fn drop(&self, field: &Field, shape: &Silhouette, x: usize, entry: Entry) -> Option<u32> {
        assert!(x <= 16 && x + shape.width() <= field.width(), "the shape is outside the field");
        enter(field, shape, x, entry, self.rest(shape, x))
    }

    /// As [`Skyline::drop`], ready to be judged; also `None` where the shape would
    /// reach above row 64.
    ///
    /// # Panics
    /// If the shape reaches beyond the width of the field.
    #[must_use]
    #[inline]
    pub fn place<'a>(
        &self,
        field: &Field,
        shape: &'a Silhouette,
        x: usize,
        entry: Entry,
    ) -> Option<Placed<'a>> {
        assert!(x <= 16 && x + shape.width() <= field.width(), "the shape is outside the field");
        let rest = self.rest(shape, x);
        let y = enter(field, shape, x, entry, rest)?;
        if y + shape.height() > Field::MAX_HEIGHT as u32 {
            return None;
        }
        Some(if y == rest { Placed::on_top(shape, x, y) } else { Placed::new(shape, x, y) })
    }
}

impl Field {
    /// The row in which the lower edge of a shape comes to rest when it is dropped
    /// with its left edge in column `x`; `None` if it cannot enter there. For many
    /// drops into one field, [`Skyline`] is faster.
    ///
    /// ```
    /// use tetromino::{Entry, Field, Piece, Rotation, Silhouette};
    /// let field = Field::from_rows(["##########"], 20)?;
    /// assert_eq!(field.drop(Silhouette::of(Piece::I, Rotation::N), 6, Entry::Top), Some(1));
    /// assert_eq!(field.drop(Silhouette::of(Piece::I, Rotation::N), 7, Entry::Top), None);
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn drop(&self, shape: &Silhouette, x: usize, entry: Entry) -> Option<u32> {
        let columns = self.columns().get(x..x.checked_add(shape.width())?)?;
        let heights = columns.iter().map(|column| u64::BITS - column.leading_zeros());
        let rests =
            heights.zip(shape.bottoms()).map(|(height, &bottom)| height.saturating_sub(u32::from(bottom)));
        enter(self, shape, x, entry, rests.fold(0, u32::max))
    }
}

/// The end of a drop that ends at `rest` when it begins above everything.
#[inline]
fn enter(field: &Field, shape: &Silhouette, x: usize, entry: Entry, rest: u32) -> Option<u32> {
    match entry {
        Entry::Above => Some(rest),
        Entry::Top => {
            let top = (field.height() as u32).checked_sub(shape.height())?;
            if rest <= top { Some(rest) } else { fall_within(field, shape, x, top) }
        }
    }
}

/// The fall from a row that may lie under an overhang at the very top.
#[cold]
fn fall_within(field: &Field, shape: &Silhouette, x: usize, from: u32) -> Option<u32> {
    let columns = &field.columns()[x..];
    let free = |y: u32| {
        let mut pairs = columns.iter().zip(shape.columns());
        pairs.all(|(&filled, &bits)| filled & u64::from(bits) << y == 0)
    };
    let mut rest = None;
    for y in (0..=from).rev() {
        if !free(y) {
            break;
        }
        rest = Some(y);
    }
    rest
}

/// All landings of straight drops, by orientation in clockwise order, then by
/// column; no set of cells twice.
///
/// # Complexity
/// At most 4 · width drops of a few instructions each.
///
/// ```
/// use tetromino::{Entry, Field, Piece, drop_landings};
/// let field = Field::new(10, 20)?;
/// assert_eq!(drop_landings(&field, Piece::T, Entry::Top).count(), 34);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
pub fn drop_landings(field: &Field, piece: Piece, entry: Entry) -> impl Iterator<Item = Landing> + use<> {
    let field = *field;
    let skyline = Skyline::of(&field);
    piece.distinct_rotations().iter().flat_map(move |&rotation| {
        let shape = Silhouette::of(piece, rotation);
        (0..=field.width() - shape.width()).filter_map(move |x| {
            let y = skyline.drop(&field, shape, x, entry)?;
            Some(Landing::from_corner(piece, rotation, x, y))
        })
    })
}
