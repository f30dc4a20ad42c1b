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

/// As [`fits`], for the piece of this index.
#[inline(always)]
pub(super) fn fits_of<const PIECE: usize, const P: usize, const N: usize>(
    filled: &Map<P, N>,
    width: usize,
) -> Oriented<P, N> {
    let piece = const { Piece::ALL[PIECE] };
    let mut maps = [Map::EMPTY; 4];
    let cells = const {
        let mut cells = [[(0, 0); 4]; 4];
        let mut i = 0;
        while i < 4 {
            cells[i] = corner_cells(Piece::ALL[PIECE], Rotation::ALL[i]);
            i += 1;
        }
        cells
    };
    for turns in 0..distinct(piece) {
        let (mut blocked, mut wide, mut high) = (Map::EMPTY, 0, 0);
        for (x, y) in cells[turns] {
            blocked = blocked.or(filled.slid(-((y * Map::<P, N>::UP + x) as i32)));
            wide = if x > wide { x } else { wide };
            high = if y > high { y } else { high };
        }
        let mut free = Map::columns(width - wide as usize).without(blocked);
        if Map::<P, N>::ROWS >= super::CEILING {
            // Nothing may stick out of the highest map.
            free = free.and(Map::FULL.slid(-((high * Map::<P, N>::UP) as i32)));
        }
        maps[turns] = free;
    }
    for turns in distinct(piece)..4 {
        maps[turns] = maps[turns % distinct(piece)];
    }
    maps
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
