//! What a landing did, and the board that it leaves.

use tetromino::{Field, Placed};

use crate::Judged;

/// A landing carried out: the board that is judged, and the features of the landing
/// itself.
///
/// ```
/// use stack_eval::Judged;
/// use stack_eval::features::Afterstate;
/// use tetromino::{Field, Piece, Placed, Rotation, Silhouette};
/// let field = Field::from_rows(["#..#"], 20)?;
/// let placed = Placed::new(Silhouette::of(Piece::O, Rotation::N), 1, 0);
/// let after = Afterstate::new(&field, &placed, Judged::AfterClearing);
/// assert_eq!((after.rows_cleared, after.eroded_cells, after.landing_height), (1, 2, 0.5));
/// assert_eq!(after.board.to_string().lines().last(), Some(".##."));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Afterstate {
    /// The board with the piece, before or after full rows go.
    pub board: Field,
    /// f1: the row of the piece's lowest cell, before clearing, and half of what its
    /// height is more than 1, in rows.
    ///
    /// Source: Dellacherie; Thiery and Scherrer, 2009.
    pub landing_height: f64,
    /// Rows that go. None if the piece comes to rest with a cell above the field.
    pub rows_cleared: u32,
    /// f2: rows that go times the piece's cells in them.
    ///
    /// Source: Dellacherie; Thiery and Scherrer, 2009.
    pub eroded_cells: u32,
    /// Whether a cell of the piece is above the field.
    pub overflow: bool,
}

impl Afterstate {
    /// Carries a landing out. The piece lies inside the field on free cells; otherwise
    /// the result means nothing.
    #[must_use]
    pub fn new(field: &Field, placed: &Placed<'_>, judged: Judged) -> Self {
        let mut board = *field;
        board.lock(placed);
        let height = placed.shape().height();
        let overflow = placed.y() + height > field.height() as u32;
        let full = if overflow { 0 } else { board.full_rows() };
        let own: u32 = placed.columns().map(|column| (column & full).count_ones()).sum();
        if judged == Judged::AfterClearing {
            board.remove_rows(full);
        }
        Self {
            board,
            landing_height: f64::from(placed.y()) + 0.5 * f64::from(height - 1),
            rows_cleared: full.count_ones(),
            eroded_cells: full.count_ones() * own,
            overflow,
        }
    }

    /// A board as it stands, without a landing: its features of the landing are 0.
    #[must_use]
    pub const fn standing(board: Field) -> Self {
        Self { board, landing_height: 0.0, rows_cleared: 0, eroded_cells: 0, overflow: false }
    }
}
