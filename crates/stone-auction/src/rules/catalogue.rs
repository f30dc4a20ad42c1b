//! The shapes of the stones, with their turns.

use alloc::vec::Vec;

use grid_core::{Polyomino, Symmetry};
use thiserror::Error;

use super::id::KindId;

/// Why a shape is no stone.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// The cells are not connected through edges.
    #[error("the shape of kind {kind} is not connected")]
    Disconnected {
        /// Index of the kind.
        kind: usize,
    },
    /// More cells than [`Catalogue::MAX_AREA`].
    #[error("the shape of kind {kind} has {area} cells; at most {limit} are supported", limit = Catalogue::MAX_AREA)]
    TooLarge {
        /// Index of the kind.
        kind: usize,
        /// Number of cells.
        area: usize,
    },
    /// More kinds than [`Catalogue::MAX_KINDS`].
    #[error("there are {found} kinds; at most {limit} are supported", limit = Catalogue::MAX_KINDS)]
    TooManyKinds {
        /// Number of kinds.
        found: usize,
    },
}

/// The stone shapes of a game, each with its four turns.
///
/// `rot = k` means `k` quarter turns clockwise; a stone is never reflected.
///
/// ```
/// use stone_auction::{Catalogue, KindId};
/// let stones = Catalogue::new(["#.\n#.\n##".parse()?])?;
/// assert_eq!(stones.turned(KindId(0), 1).map(ToString::to_string).as_deref(), Some("###\n#.."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Catalogue {
    turns: Vec<[Polyomino; 4]>,
}

impl Catalogue {
    /// Most cells of a stone.
    pub const MAX_AREA: usize = 64;
    /// Most kinds.
    pub const MAX_KINDS: usize = 256;

    /// The catalogue of these shapes; the first is kind 0.
    ///
    /// # Errors
    /// [`CatalogueError::Disconnected`], [`CatalogueError::TooLarge`],
    /// [`CatalogueError::TooManyKinds`].
    pub fn new(shapes: impl IntoIterator<Item = Polyomino>) -> Result<Self, CatalogueError> {
        let mut turns = Vec::new();
        for (kind, shape) in shapes.into_iter().enumerate() {
            if kind >= Self::MAX_KINDS {
                return Err(CatalogueError::TooManyKinds { found: kind + 1 });
            }
            if shape.area() > Self::MAX_AREA {
                return Err(CatalogueError::TooLarge { kind, area: shape.area() });
            }
            if !shape.is_connected() {
                return Err(CatalogueError::Disconnected { kind });
            }
            let quarter = shape.transformed(Symmetry::Rot90);
            let half = shape.transformed(Symmetry::Rot180);
            let three = shape.transformed(Symmetry::Rot270);
            turns.push([shape, quarter, half, three]);
        }
        Ok(Self { turns })
    }

    /// How many kinds there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Whether the kind exists.
    #[must_use]
    pub fn contains(&self, kind: KindId) -> bool {
        kind.index() < self.turns.len()
    }

    /// All kinds, ascending.
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = KindId> + Clone + use<> {
        (0..self.turns.len() as u16).map(KindId)
    }

    /// The shape as drawn; `None` for an unknown kind.
    #[must_use]
    pub fn shape(&self, kind: KindId) -> Option<&Polyomino> {
        self.turned(kind, 0)
    }

    /// The shape after `rot` quarter turns clockwise; `None` for an unknown kind
    /// or turn.
    #[must_use]
    pub fn turned(&self, kind: KindId, rot: u8) -> Option<&Polyomino> {
        self.turns.get(kind.index())?.get(usize::from(rot))
    }

    /// The number of cells; 0 for an unknown kind.
    #[must_use]
    pub fn area(&self, kind: KindId) -> usize {
        self.shape(kind).map_or(0, Polyomino::area)
    }

    /// The total number of cells of `counts[k]` stones of each kind `k`.
    #[must_use]
    pub fn total_area(&self, counts: &[u32]) -> u64 {
        self.kinds().zip(counts).map(|(kind, &count)| self.area(kind) as u64 * u64::from(count)).sum()
    }
}
