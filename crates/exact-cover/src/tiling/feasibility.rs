//! Conditions without which there is no tiling.
//!
//! Colour the cells with +1 and −1 so that a step sideways or upward changes the
//! sign always (checkerboard), only sideways (columns) or only upward (rows). The
//! sum over a laid piece is then, up to the sign, one of a few numbers that its
//! images have, wherever it lies. The sum over the region is the sum over the
//! pieces, so it must be among the numbers that can be made with their copies.
//!
//! For tetrominoes and the checkerboard: only T has a sum other than 0, namely ±2.
//! With `t` copies of T the sum `d` of the region satisfies `|d| ≤ 2t` and
//! `d/2 ≡ t (mod 2)`.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use grid_core::{Cell, Polyomino};

use super::{Copies, Tiling};

bitflags::bitflags! {
    /// What makes a tiling impossible. Each is a proof; none is found in a problem
    /// that has a solution.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Obstacles: u8 {
        /// No allowed number of pieces has the area of the region.
        const AREA = 1;
        /// A connected part of the region has an area that no pieces have.
        const PART_AREA = 1 << 1;
        /// A piece that must be used lies nowhere in the region.
        const PIECE = 1 << 2;
        /// No piece can cover some cell.
        const CELL = 1 << 3;
        /// The pieces cannot make up the difference of black and white cells.
        const CHECKERBOARD = 1 << 4;
        /// The pieces cannot make up the difference of even and odd columns.
        const COLUMNS = 1 << 5;
        /// The pieces cannot make up the difference of even and odd rows.
        const ROWS = 1 << 6;
    }
}

impl fmt::Display for Obstacles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = |flag| match flag {
            Self::AREA => "no allowed number of pieces has the area of the region",
            Self::PART_AREA => "a connected part has an area that no pieces have",
            Self::PIECE => "a piece that must be used lies nowhere",
            Self::CELL => "some cell is covered by no piece",
            Self::CHECKERBOARD => "the difference of black and white cells cannot be made up",
            Self::COLUMNS => "the difference of even and odd columns cannot be made up",
            _ => "the difference of even and odd rows cannot be made up",
        };
        if self.is_empty() {
            return f.write_str("no obstacle");
        }
        for (at, flag) in self.iter().enumerate() {
            f.write_str(if at > 0 { "; " } else { "" })?;
            f.write_str(reason(flag))?;
        }
        Ok(())
    }
}

/// Whether a tiling may exist, as far as area and colourings can tell.
///
/// ```
/// use exact_cover::tiling::{Feasibility, Obstacles, Piece, Tiling};
/// use grid_core::{Orientations, Region};
/// // Each of the five free tetrominoes once has area 20, but one T.
/// let policy = Orientations::RotationsAndReflections;
/// let pieces = grid_core::polyominoes(4, policy);
/// let pieces: Vec<_> = pieces.into_iter().map(|shape| Piece::new(shape, policy)).collect();
/// let board = Tiling::new(Region::rectangle(4, 5)?, pieces)?;
/// let feasibility = Feasibility::of(&board);
/// assert!(!feasibility.is_possible());
/// assert_eq!(feasibility.obstacles(), Obstacles::CHECKERBOARD);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feasibility {
    obstacles: Obstacles,
}

/// Largest region whose colourings are looked at, with a fixed number of each
/// piece, and with any.
const MOST_CELLS: usize = 1024;
const MOST_CELLS_FREE: usize = 256;

impl Feasibility {
    /// Looks for obstacles. Colourings are left out for regions of more than 1024
    /// cells, or 256 where the number of some piece is not fixed.
    ///
    /// # Complexity
    /// `O(placements · area)`, and for the colourings `O(cells² · pieces)` words.
    #[must_use]
    pub fn of(tiling: &Tiling) -> Self {
        let mut obstacles = Obstacles::empty();
        let region = tiling.region();
        let area_fits = match exact_area(tiling) {
            Some(area) => area == region.len(),
            None => area_can_be(tiling, region.len()),
        };
        obstacles.set(Obstacles::AREA, !area_fits);
        let areas = areas(tiling);
        let connected = tiling.pieces().iter().all(|piece| piece.shape.is_connected());
        let parts = region.components();
        let odd_part = connected && parts.iter().any(|part| !areas[part.len()]);
        obstacles.set(Obstacles::PART_AREA, odd_part);
        let mut coverable = grid_core::CellSet::new(region.cells().capacity());
        for (index, piece) in tiling.pieces().iter().enumerate() {
            let (lo, hi) = piece.copies.range();
            let placements = tiling.placements(index);
            if lo > 0 && placements.is_empty() {
                obstacles |= Obstacles::PIECE;
            }
            for laid in placements.into_iter().filter(|_| hi > 0) {
                for cell in tiling.cells(laid) {
                    region.index(cell).map(|at| coverable.insert(at));
                }
            }
        }
        obstacles.set(Obstacles::CELL, coverable != *region.cells());
        if area_fits {
            let colourings: [(Obstacles, Colouring); 3] = [
                (Obstacles::CHECKERBOARD, |cell| cell.x + cell.y),
                (Obstacles::COLUMNS, |cell| cell.x),
                (Obstacles::ROWS, |cell| cell.y),
            ];
            for (obstacle, colour) in colourings {
                obstacles.set(obstacle, !sum_can_be_made(tiling, colour));
            }
        }
        Self { obstacles }
    }

    /// Whether nothing has been found that forbids a tiling.
    #[must_use]
    pub fn is_possible(self) -> bool {
        self.obstacles.is_empty()
    }

    /// All that has been found.
    #[must_use]
    pub fn obstacles(self) -> Obstacles {
        self.obstacles
    }
}

/// The area of all pieces, where the number of each is fixed.
pub(super) fn exact_area(tiling: &Tiling) -> Option<usize> {
    let mut total = 0usize;
    for piece in tiling.pieces() {
        let (lo, hi) = piece.copies.range();
        if lo != hi {
            return None;
        }
        total = total.saturating_add((lo as usize).saturating_mul(piece.shape.area()));
    }
    Some(total)
}

/// For each area up to that of the region whether pieces have it together, using
/// none more often than allowed.
pub(super) fn areas(tiling: &Tiling) -> Vec<bool> {
    made_areas(tiling, tiling.region().len(), |copies| copies.range().1)
}

fn made_areas(tiling: &Tiling, largest: usize, most: impl Fn(Copies) -> u32) -> Vec<bool> {
    let mut made = vec![false; largest + 1];
    made[0] = true;
    for piece in tiling.pieces() {
        let (area, most) = (piece.shape.area(), most(piece.copies));
        // How many of this piece each area needs at least.
        let mut used = vec![u32::MAX; largest + 1];
        for total in 0..=largest {
            if made[total] {
                used[total] = 0;
            } else if let Some(&before) = total.checked_sub(area).and_then(|rest| used.get(rest)) {
                if before < most {
                    used[total] = before + 1;
                    made[total] = true;
                }
            }
        }
    }
    made
}

/// Whether pieces within their bounds have this area together.
fn area_can_be(tiling: &Tiling, area: usize) -> bool {
    let mut least = 0usize;
    for piece in tiling.pieces() {
        least = least.saturating_add((piece.copies.range().0 as usize).saturating_mul(piece.shape.area()));
    }
    let more = |copies: Copies| copies.range().1 - copies.range().0;
    area.checked_sub(least).is_some_and(|rest| made_areas(tiling, rest, more)[rest])
}

/// A cell is +1 where this is even, −1 where it is odd.
type Colouring = fn(Cell) -> i32;

/// The sums that the images of a shape have, without sign, each once.
fn sums(images: &[Polyomino], colour: Colouring) -> Vec<usize> {
    let sum = |image: &Polyomino| image.cells().iter().map(|&cell| sign(colour(cell))).sum::<i64>();
    let mut sums: Vec<usize> = images.iter().map(|image| sum(image).unsigned_abs() as usize).collect();
    sums.sort_unstable();
    sums.dedup();
    sums
}

fn sign(colour: i32) -> i64 {
    1 - 2 * i64::from(colour.rem_euclid(2))
}

/// Sets of sums from `-cells` to `cells` as bits, one set for each area, or one
/// for all where areas come out by themselves.
struct Sums {
    words: usize,
    rows: Vec<u64>,
}

impl Sums {
    /// All that one more piece of this area and one of these sums makes of them.
    fn with_piece(&self, area: usize, sums: &[usize]) -> Self {
        let mut more = Self { words: self.words, rows: vec![0; self.rows.len()] };
        let shift = area * self.words;
        let Some(reached) = self.rows.len().checked_sub(shift) else { return more };
        let pairs = self.rows[..reached].chunks_exact(self.words);
        for (from, to) in pairs.zip(more.rows[shift..].chunks_exact_mut(self.words)) {
            if from.iter().all(|&word| word == 0) {
                continue;
            }
            for &sum in sums {
                let (words, bits) = (sum / 64, sum % 64);
                for (at, &word) in from.iter().enumerate() {
                    // Bits that leave on either side belong to sums beyond the region's.
                    let mut put = |at: Option<usize>, word: u64| {
                        if let Some(to) = at.and_then(|at| to.get_mut(at)) {
                            *to |= word;
                        }
                    };
                    put(Some(at + words), word << bits);
                    put(at.checked_sub(words), word >> bits);
                    if bits > 0 {
                        put(Some(at + words + 1), word >> (64 - bits));
                        put(at.checked_sub(words + 1), word << (64 - bits));
                    }
                }
            }
        }
        more
    }

    fn union(&mut self, other: &Self) -> bool {
        let mut grown = false;
        for (word, more) in self.rows.iter_mut().zip(&other.rows) {
            grown |= *more & !*word != 0;
            *word |= more;
        }
        grown
    }
}

/// Whether the pieces can make up the sum of the region. Knows that the areas can.
fn sum_can_be_made(tiling: &Tiling, colour: Colouring) -> bool {
    let region = tiling.region();
    let cells = region.len();
    let fixed = exact_area(tiling).is_some();
    if cells > if fixed { MOST_CELLS } else { MOST_CELLS_FREE } {
        return true;
    }
    let total: i64 = region.iter().map(|cell| sign(colour(cell))).sum();
    // A margin on both sides, so that sums beyond the region's come back.
    let zero = 2 * cells;
    let words = (2 * zero + 1).div_ceil(64);
    let rows = if fixed { 1 } else { cells + 1 };
    let mut made = Sums { words, rows: vec![0; rows * words] };
    made.rows[zero / 64] |= 1 << (zero % 64);
    for (index, piece) in tiling.pieces().iter().enumerate() {
        let area = if fixed { 0 } else { piece.shape.area() };
        let sums = sums(tiling.images(index), colour);
        let (lo, hi) = piece.copies.range();
        for _ in 0..lo {
            made = made.with_piece(area, &sums);
        }
        let mut last = Sums { words, rows: made.rows.clone() };
        for _ in lo..hi {
            last = last.with_piece(area, &sums);
            if !made.union(&last) {
                break;
            }
        }
    }
    let wanted = (zero as i64 + total) as usize;
    let row = &made.rows[(rows - 1) * words..];
    row[wanted / 64] >> (wanted % 64) & 1 != 0
}
