//! The one-piece game with any set of polyominoes.

use alloc::string::String;
use alloc::vec::Vec;

use grid_core::{Orientations, Polyomino, StableHasher, Stream, polyominoes};
use thiserror::Error;

use crate::game::Tally;
use crate::{Clear, DropRules, End, Entry, Field, Placed, Scoring, Silhouette, Skyline};

/// Why a set of pieces is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PieceSetError {
    /// No piece at all.
    #[error("a set has at least one piece")]
    Empty,
    /// A piece that cannot be dropped: an orientation is more than eight cells wide or
    /// high, or has an empty column.
    #[error("piece {index} cannot be dropped: each orientation is at most 8 by 8, without an empty column")]
    Shape {
        /// Which piece, from 0.
        index: usize,
    },
    /// Cells of pieces outside 1 to 8.
    #[error("pieces have 1 to 8 cells, not {0}")]
    Area(usize),
}

/// Pieces that a game deals, each with its distinct orientations.
///
/// ```
/// use tetromino::PieceSet;
/// assert_eq!(PieceSet::one_sided(3)?.len(), 2);
/// assert_eq!(PieceSet::one_sided(4)?.len(), 7);
/// assert_eq!(PieceSet::one_sided(5)?.len(), 18);
/// # Ok::<(), tetromino::PieceSetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSet {
    pieces: Vec<Vec<Silhouette>>,
}

impl PieceSet {
    /// From shapes, each turned in all ways; mirror images are pieces of their own.
    ///
    /// # Errors
    /// No shape, or one that cannot be dropped.
    pub fn new(shapes: &[Polyomino]) -> Result<Self, PieceSetError> {
        if shapes.is_empty() {
            return Err(PieceSetError::Empty);
        }
        let turned = |(index, shape): (usize, &Polyomino)| {
            let turns = shape.orientations(Orientations::Rotations);
            let turns: Option<Vec<_>> = turns.iter().map(Silhouette::from_shape).collect();
            turns.ok_or(PieceSetError::Shape { index })
        };
        let pieces = shapes.iter().enumerate().map(turned).collect::<Result<_, _>>()?;
        Ok(Self { pieces })
    }

    /// All polyominoes of so many cells that can be dropped, mirror images apart: two
    /// triominoes, seven tetrominoes, eighteen pentominoes.
    ///
    /// # Errors
    /// Cells outside 1 to 8.
    pub fn one_sided(cells: usize) -> Result<Self, PieceSetError> {
        if !(1..=8).contains(&cells) {
            return Err(PieceSetError::Area(cells));
        }
        let mut shapes = polyominoes(cells, Orientations::Rotations);
        // From seven cells on some have holes, but none an empty column.
        shapes.retain(|shape| shape.width().max(shape.height()) <= Silhouette::MAX_SIDE);
        Self::new(&shapes)
    }

    /// How many pieces there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a set has at least one piece")]
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The distinct orientations of a piece.
    ///
    /// # Panics
    /// If `piece >= len`.
    #[must_use]
    pub fn orientations(&self, piece: usize) -> &[Silhouette] {
        &self.pieces[piece]
    }

    /// The columns that the narrowest orientation of the widest piece needs: fields are
    /// at least so wide.
    #[must_use]
    pub fn least_width(&self) -> usize {
        let narrowest = |turns: &Vec<Silhouette>| turns.iter().map(Silhouette::width).min();
        self.pieces.iter().filter_map(narrowest).max().unwrap_or(0)
    }
}

/// Why a drop is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalDrop {
    /// The game is over.
    #[error("there is no piece to place")]
    NoPiece,
    /// The piece has no such orientation, or cannot be dropped in the column.
    #[error("orientation {orientation} cannot be dropped with its left edge in column {x}")]
    NotADrop {
        /// The orientation.
        orientation: usize,
        /// The column of its left edge.
        x: usize,
    },
}

/// A one-piece game with the pieces of a set, independent and uniform.
///
/// ```
/// use tetromino::{DropRules, LineScore, PieceSet, PolyominoGame};
/// let set = PieceSet::one_sided(5)?;
/// let mut game = PolyominoGame::new(&set, DropRules::simplified(12, 20)?, LineScore, 1, 0);
/// assert!(game.play(0, 0).is_ok());
/// assert_eq!(game.field().len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PolyominoGame<'a, S> {
    set: &'a PieceSet,
    rules: DropRules,
    field: Field,
    stream: Stream,
    scoring: S,
    piece: Option<usize>,
    end: Option<End>,
    tally: Tally,
}

impl<'a, S: Scoring> PolyominoGame<'a, S> {
    /// Game `game` under a seed, on an empty field. A piece that is wider than the field
    /// ends it.
    #[must_use]
    pub fn new(set: &'a PieceSet, rules: DropRules, scoring: S, seed: u64, game: u64) -> Self {
        let stream = Stream::new(seed, "polyominoes", game);
        let field = rules.field();
        let tally = Tally::default();
        let mut new = Self { set, rules, field, stream, scoring, piece: None, end: None, tally };
        new.deal();
        new
    }

    fn deal(&mut self) {
        let piece = self.stream.below(self.set.len() as u32) as usize;
        let skyline = Skyline::of(&self.field);
        let turns = self.set.orientations(piece).iter().enumerate();
        let lands = turns.into_iter().any(|(orientation, shape)| {
            let columns = (self.field.width() + 1).saturating_sub(shape.width());
            (0..columns).any(|x| self.placed(&skyline, piece, orientation, x).is_some())
        });
        self.piece = lands.then_some(piece);
        self.end = (!lands).then_some(End::NoRoom);
    }

    fn placed(&self, skyline: &Skyline, piece: usize, orientation: usize, x: usize) -> Option<Placed<'a>> {
        let shape = self.set.pieces[piece].get(orientation)?;
        if x + shape.width() > self.field.width() {
            return None;
        }
        skyline.place(&self.field, shape, x, self.rules.entry())
    }

    /// Drops the piece in an orientation, its left edge in column `x`; clears, scores and
    /// deals the next one.
    ///
    /// # Errors
    /// A drop that is not legal; the game is unchanged then.
    pub fn play(&mut self, orientation: usize, x: usize) -> Result<Clear, IllegalDrop> {
        let piece = self.piece.ok_or(IllegalDrop::NoPiece)?;
        let refused = IllegalDrop::NotADrop { orientation, x };
        if x >= self.field.width() {
            return Err(refused);
        }
        let placed = self.placed(&Skyline::of(&self.field), piece, orientation, x).ok_or(refused)?;
        let (clear, over) = self.tally.lock(&self.rules, &mut self.field, &placed, &mut self.scoring);
        if over {
            self.piece = None;
            self.end = Some(End::ToppedOut);
        } else {
            self.deal();
        }
        Ok(clear)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &DropRules {
        &self.rules
    }

    /// Whence pieces fall.
    #[must_use]
    pub const fn entry(&self) -> Entry {
        self.rules.entry()
    }

    /// The field.
    #[must_use]
    pub const fn field(&self) -> &Field {
        &self.field
    }

    /// The piece to place, by its number in the set; `None` when the game is over.
    #[must_use]
    pub const fn piece(&self) -> Option<usize> {
        self.piece
    }

    /// The orientations of the piece to place; none when the game is over.
    #[must_use]
    pub fn orientations(&self) -> &'a [Silhouette] {
        self.piece.map_or(&[], |piece| self.set.orientations(piece))
    }

    /// Why the game is over, if it is.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Pieces placed.
    #[must_use]
    pub const fn pieces(&self) -> u64 {
        self.tally.pieces
    }

    /// Rows cleared.
    #[must_use]
    pub const fn lines(&self) -> u64 {
        self.tally.lines
    }

    /// Points.
    #[must_use]
    pub const fn score(&self) -> u64 {
        self.tally.score
    }

    /// A hash of field, piece, counters and end, the same on every platform.
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = StableHasher::new("polyomino game");
        hasher.write(self.field.stable_hash());
        hasher.write(self.end.map_or(0, |end| 1 + end as u64));
        hasher.write(self.piece.map_or(u64::MAX, |piece| piece as u64));
        self.tally.hash_into(&mut hasher);
        hasher.finish()
    }
}

/// The shapes of a piece set, drawn in one line each.
impl core::fmt::Display for PieceSet {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (index, turns) in self.pieces.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            let shape = &turns[0];
            let row = |y: u32| -> String {
                shape.columns().iter().map(|column| if column >> y & 1 != 0 { '#' } else { '.' }).collect()
            };
            let rows: Vec<String> = (0..shape.height()).rev().map(row).collect();
            f.write_str(&rows.join("/"))?;
        }
        Ok(())
    }
}
