//! The rules of a tiling: region, pieces, copies.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use grid_core::{Cell, Orientations, Polyomino, Region};
use thiserror::Error;

use crate::{Bounds, OptionId, Problem};

/// How many of a piece are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Copies {
    /// Exactly so many.
    Exactly(u32),
    /// At least so many and at most so many.
    Between(u32, u32),
    /// Any number.
    Unlimited,
}

impl Copies {
    /// The least and the greatest number.
    #[must_use]
    pub const fn range(self) -> (u32, u32) {
        match self {
            Self::Exactly(times) => (times, times),
            Self::Between(lo, hi) => (lo, hi),
            Self::Unlimited => (0, u32::MAX),
        }
    }
}

/// A shape with the images it may be laid in and the number of copies. Copies of
/// one piece are alike: changing them over gives no other tiling. Two pieces of
/// the same shape are not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// A name for people.
    pub name: String,
    /// The shape.
    pub shape: Polyomino,
    /// Which of its images are allowed.
    pub orientations: Orientations,
    /// How many there are.
    pub copies: Copies,
}

impl Piece {
    /// One copy of a nameless piece.
    #[must_use]
    pub fn new(shape: Polyomino, orientations: Orientations) -> Self {
        Self { name: String::new(), shape, orientations, copies: Copies::Exactly(1) }
    }

    /// The same with a name.
    #[must_use]
    pub fn with_name(self, name: &str) -> Self {
        Self { name: name.to_string(), ..self }
    }

    /// The same with another number of copies.
    #[must_use]
    pub fn with_copies(self, copies: Copies) -> Self {
        Self { copies, ..self }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Laid {
    /// Index into the pieces of the tiling.
    pub piece: usize,
    /// Index into the orientations of the shape under the piece's policy.
    pub orientation: usize,
    /// Lower left corner of the bounding box.
    pub at: Cell,
}

/// Why a tiling is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TilingError {
    /// A piece shall be used at least `lo` and at most `hi < lo` times.
    #[error("piece {piece} has the copies {lo}..{hi}: the lower number is the larger")]
    Copies {
        /// Index of the piece.
        piece: usize,
        /// Lower number.
        lo: u32,
        /// Upper number.
        hi: u32,
    },
    /// More of something than the crate supports.
    #[error("{found} {what}; at most {limit} are supported")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How many there are, at least.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
}

/// A region and the pieces that shall cover it, each cell once.
///
/// ```
/// use exact_cover::tiling::{Copies, Piece, Tiling};
/// use grid_core::{Orientations, Region};
/// let domino = Piece::new("##".parse()?, Orientations::Rotations).with_copies(Copies::Unlimited);
/// let board = Tiling::new(Region::rectangle(8, 8)?, vec![domino])?;
/// assert_eq!(board.count(), 12_988_816);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    region: Region,
    pieces: Vec<Piece>,
    /// The images of each piece.
    images: Vec<Vec<Polyomino>>,
}

impl Tiling {
    /// Most pieces of different kind.
    pub const MAX_PIECES: usize = 4096;
    /// Most placements of all pieces together, times their area.
    pub const MAX_PLACED_CELLS: usize = 1 << 24;

    /// A region and its pieces.
    ///
    /// # Errors
    /// [`TilingError::Copies`] for a number of copies that cannot be,
    /// [`TilingError::TooLarge`] for too many pieces, or too many ways to lay them.
    pub fn new(region: Region, pieces: Vec<Piece>) -> Result<Self, TilingError> {
        if pieces.len() > Self::MAX_PIECES {
            return Err(TilingError::TooLarge {
                what: "pieces",
                found: pieces.len(),
                limit: Self::MAX_PIECES,
            });
        }
        let (mut images, mut placed) = (Vec::with_capacity(pieces.len()), 0usize);
        for (piece, Piece { shape, orientations, copies, .. }) in pieces.iter().enumerate() {
            let (lo, hi) = copies.range();
            if lo > hi {
                return Err(TilingError::Copies { piece, lo, hi });
            }
            let all = shape.orientations(*orientations);
            // A shape with more cells than the board lies nowhere.
            for image in all.iter().filter(|_| shape.area() <= region.len()) {
                let rows = (region.height() + 1).saturating_sub(image.height());
                let columns = (region.width() + 1).saturating_sub(image.width());
                placed = placed.saturating_add(rows * columns * image.area());
            }
            images.push(all);
        }
        if placed > Self::MAX_PLACED_CELLS {
            return Err(TilingError::TooLarge {
                what: "cells of all placements",
                found: placed,
                limit: Self::MAX_PLACED_CELLS,
            });
        }
        Ok(Self { region, pieces, images })
    }

    /// The region.
    #[must_use]
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// The pieces.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The images of a piece, as [`Laid::orientation`] counts them.
    ///
    /// # Panics
    /// If there is no such piece.
    #[must_use]
    pub fn images(&self, piece: usize) -> &[Polyomino] {
        &self.images[piece]
    }

    /// The cells that a laid piece covers, sorted.
    ///
    /// # Panics
    /// If there is no such piece or orientation.
    pub fn cells(&self, laid: Laid) -> impl Iterator<Item = Cell> + '_ {
        let image = &self.images[laid.piece][laid.orientation];
        image.cells().iter().map(move |cell| cell.offset(laid.at.x, laid.at.y))
    }

    /// All ways to lay a piece: by orientation, then by row and column.
    ///
    /// # Panics
    /// If there is no such piece.
    #[must_use]
    pub fn placements(&self, piece: usize) -> Vec<Laid> {
        let mut all = Vec::new();
        if self.pieces[piece].shape.area() > self.region.len() {
            return all;
        }
        for (orientation, image) in self.images[piece].iter().enumerate() {
            for y in 0..(self.region.height() + 1).saturating_sub(image.height()) {
                for x in 0..(self.region.width() + 1).saturating_sub(image.width()) {
                    let laid = Laid { piece, orientation, at: Cell::new(x as i32, y as i32) };
                    if self.cells(laid).all(|cell| self.region.contains(cell)) {
                        all.push(laid);
                    }
                }
            }
        }
        all
    }

    /// The tiling as an exact cover problem, and the placement that each option
    /// stands for: an item for each cell and one for each piece whose copies are
    /// limited.
    ///
    /// ```
    /// use exact_cover::tiling::{Piece, Tiling};
    /// use grid_core::{Orientations, Region};
    /// let l = Piece::new("#.\n##".parse()?, Orientations::Rotations);
    /// let corner = Tiling::new("#.\n##".parse()?, vec![l])?;
    /// let (problem, placements) = corner.problem();
    /// assert_eq!((problem.item_count(), placements.len()), (4, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn problem(&self) -> (Problem, Vec<Laid>) {
        self.problem_of((0..self.pieces.len()).flat_map(|piece| self.placements(piece)).collect())
    }

    /// The problem with these placements only.
    pub(super) fn problem_of(&self, placements: Vec<Laid>) -> (Problem, Vec<Laid>) {
        let mut builder = Problem::builder();
        let mut cells = alloc::vec![None; self.region.cells().capacity()];
        for index in self.region.cells().iter() {
            let Cell { x, y } = self.region.cell(index);
            cells[index] = Some(builder.primary(&format!("{x},{y}")));
        }
        let limited = |(index, piece): (usize, &Piece)| match piece.copies {
            Copies::Unlimited => None,
            copies => {
                let (lo, hi) = copies.range();
                Some(builder.primary_times(&format!("#{index}"), Bounds { lo, hi }))
            }
        };
        let kinds: Vec<_> = self.pieces.iter().enumerate().map(limited).collect();
        for &laid in &placements {
            let covered = self.cells(laid).filter_map(|cell| cells[self.region.index(cell)?]);
            builder.option(covered.chain(kinds[laid.piece]));
        }
        let problem = builder.build().expect("cells, names and placements are distinct and few enough");
        (problem, placements)
    }

    /// The placements of a solution of [`problem`](Self::problem), by their lowest
    /// cell.
    ///
    /// # Panics
    /// If an option is not one of `placements`.
    #[must_use]
    pub fn laid(&self, placements: &[Laid], solution: &[OptionId]) -> Vec<Laid> {
        let mut laid: Vec<Laid> = solution.iter().map(|option| placements[option.index()]).collect();
        self.sort(&mut laid);
        laid
    }

    /// Sorts by the lowest cell.
    pub(super) fn sort(&self, laid: &mut [Laid]) {
        laid.sort_by_key(|&one| self.cells(one).next());
    }

    /// Whether these pieces are a tiling, straight from the definition.
    ///
    /// ```
    /// use exact_cover::tiling::{Piece, Tiling};
    /// use grid_core::{Orientations, Region};
    /// let square = Piece::new("##\n##".parse()?, Orientations::Fixed);
    /// let board = Tiling::new(Region::rectangle(2, 2)?, vec![square])?;
    /// assert!(board.is_tiling(&board.placements(0)));
    /// assert!(!board.is_tiling(&[]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_tiling(&self, laid: &[Laid]) -> bool {
        let mut used = alloc::vec![0u32; self.pieces.len()];
        let mut covered = grid_core::CellSet::new(self.region.cells().capacity());
        for &one in laid {
            let known = self.images.get(one.piece).is_some_and(|all| one.orientation < all.len());
            if !known {
                return false;
            }
            used[one.piece] += 1;
            for cell in self.cells(one) {
                let Some(index) = self.region.index(cell).filter(|&i| self.region.cells().contains(i)) else {
                    return false;
                };
                if !covered.insert(index) {
                    return false;
                }
            }
        }
        let in_range = |(piece, &used): (&Piece, &u32)| {
            let (lo, hi) = piece.copies.range();
            lo <= used && used <= hi
        };
        covered == *self.region.cells() && self.pieces.iter().zip(&used).all(in_range)
    }
}
