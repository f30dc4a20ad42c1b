//! Where a piece fits: one map an orientation, over the lower left corner of its
//! bounding box.

use super::map::Map;
use crate::silhouette::TABLE;
use crate::{Piece, Rotation};

/// One map an orientation, N E S W.
pub(super) type Oriented<const P: usize, const N: usize> = [Map<P, N>; 4];

/// The cells of an orientation relative to the corner.
const fn corner_cells(piece: Piece, rotation: Rotation) -> [(u32, u32); 4] {
    let mut cells = [(0, 0); 4];
    let (centred, (dx, dy)) = (piece.cells(rotation), corner_offset(piece, rotation));
    let mut i = 0;
    while i < 4 {
        cells[i] = ((centred[i].x - dx) as u32, (centred[i].y - dy) as u32);
        i += 1;
    }
    cells
}

/// The corner relative to the centre cell.
pub(super) const fn corner_offset(piece: Piece, rotation: Rotation) -> (i32, i32) {
    let cells = piece.cells(rotation);
    let (mut dx, mut dy) = (0, 0);
    let mut i = 0;
    while i < 4 {
        dx = if cells[i].x < dx { cells[i].x } else { dx };
        dy = if cells[i].y < dy { cells[i].y } else { dy };
        i += 1;
    }
    (dx, dy)
}

/// How many orientations have cells of their own: the first ones, clockwise.
pub(super) const fn distinct(piece: Piece) -> usize {
    piece.distinct_rotations().len()
}

/// The corner relative to the centre cell, from a table.
#[inline]
pub(super) fn corner(piece: Piece, rotation: Rotation) -> (i32, i32) {
    let (dx, dy) = TABLE[piece as usize][rotation as usize].1;
    (i32::from(dx), i32::from(dy))
}

/// Bit distances of the cells of an orientation from its corner on rows of
/// `stride`, and how far they reach to the right and upward.
struct Reach {
    bits: [i32; 4],
    right: usize,
    up: i32,
}

impl Reach {
    const fn new(stride: usize, piece: usize, turned: usize) -> Self {
        let cells = corner_cells(Piece::ALL[piece], Rotation::ALL[turned]);
        let mut reach = Self { bits: [0; 4], right: 0, up: 0 };
        let mut i = 0;
        while i < 4 {
            let (x, y) = (cells[i].0 as usize, cells[i].1 as i32);
            reach.bits[i] = y * stride as i32 + x as i32;
            reach.right = if x > reach.right { x } else { reach.right };
            reach.up = if y > reach.up { y } else { reach.up };
            i += 1;
        }
        reach
    }
}

/// Where one orientation of the piece of this index fits. Written out, so that
/// the compiler knows every shift.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fits_turned<const PIECE: usize, const TURNED: usize, const P: usize, const N: usize>(
    filled: &Map<P, N>,
    width: usize,
) -> Map<P, N> {
    let [a, b, c, d] = const { Reach::new(P, PIECE, TURNED).bits };
    let (right, up) = const {
        let reach = Reach::new(P, PIECE, TURNED);
        (reach.right, reach.up)
    };
    let blocked = (filled.slid(-a).or(filled.slid(-b))).or(filled.slid(-c).or(filled.slid(-d)));
    let free = Map::columns(width - right).without(blocked);
    // Nothing may stick out of the highest map.
    if Map::<P, N>::ROWS >= super::CEILING { free.and(Map::FULL.slid(-up * P as i32)) } else { free }
}

/// As [`fits`], for the piece of this index.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn fits_of<const PIECE: usize, const P: usize, const N: usize>(
    filled: &Map<P, N>,
    width: usize,
) -> Oriented<P, N> {
    let north = fits_turned::<PIECE, 0, P, N>(filled, width);
    if const { distinct(Piece::ALL[PIECE]) == 1 } {
        [north; 4]
    } else if const { distinct(Piece::ALL[PIECE]) == 2 } {
        let east = fits_turned::<PIECE, 1, P, N>(filled, width);
        [north, east, north, east]
    } else {
        let east = fits_turned::<PIECE, 1, P, N>(filled, width);
        let south = fits_turned::<PIECE, 2, P, N>(filled, width);
        [north, east, south, fits_turned::<PIECE, 3, P, N>(filled, width)]
    }
}

/// Where each orientation fits between the walls, on the floor and off the
/// filled cells.
#[inline(never)]
pub(super) fn fits<const P: usize, const N: usize>(
    piece: Piece,
    filled: &Map<P, N>,
    width: usize,
) -> Oriented<P, N> {
    match piece {
        Piece::I => fits_of::<0, P, N>(filled, width),
        Piece::O => fits_of::<1, P, N>(filled, width),
        Piece::T => fits_of::<2, P, N>(filled, width),
        Piece::S => fits_of::<3, P, N>(filled, width),
        Piece::Z => fits_of::<4, P, N>(filled, width),
        Piece::J => fits_of::<5, P, N>(filled, width),
        Piece::L => fits_of::<6, P, N>(filled, width),
    }
}
