//! Gravity on all columns at once.
//!
//! A column is pushed together as by the "compress" of Warren, Hacker's Delight,
//! 2nd ed., §7-4, in ⌈log₂ rows⌉ rounds; holes are then opened again by "expand".

use super::shape::{Shape, shl, shr};

/// The moves that open the holes of an outline, one set a round; none are needed
/// where no cell lies above a hole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    rounds: [u64; 6],
    field: u64,
    has_holes: bool,
}

impl Outline {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new<S: Shape>(shape: S, field: u64) -> Self {
        let mut rounds = [0; 6];
        if field == u64::MAX {
            return Self { rounds, field, has_holes: false };
        }
        let squeezed = compress(shape, field, |round, moved| rounds[round as usize] = moved);
        Self { rounds, field, has_holes: squeezed != field }
    }

    /// Whether a cell lies above a hole.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn has_holes(&self) -> bool {
        self.has_holes
    }
}

/// Pushes a set towards the bottom of its columns, and tells which cells move by
/// `2^round` rows in each round.
#[cfg_attr(not(debug_assertions), inline(always))]
fn compress<S: Shape>(shape: S, mut keep: u64, mut round_moves: impl FnMut(u32, u64)) -> u64 {
    let stride = shape.stride();
    // Cells with an odd number of gaps below, then with bit 1 of it set, …
    let mut gaps = shape.below(!keep, 1);
    for round in 0..shape.rounds() {
        let mut parity = gaps;
        for step in 0..shape.rounds() {
            parity ^= shr(parity, stride << step);
        }
        let moved = parity & keep;
        round_moves(round, moved);
        keep = (keep ^ moved) | shl(moved, stride << round);
        gaps &= !parity;
    }
    keep
}

/// Lets the cells of `keep` fall in all planes; says where they then are.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn fall<S: Shape, const PLANES: usize>(
    shape: S,
    outline: &Outline,
    planes: &mut [u64; PLANES],
    keep: u64,
) -> u64 {
    if outline.has_holes {
        fall_in::<S, PLANES, true>(shape, outline, planes, keep)
    } else {
        fall_in::<S, PLANES, false>(shape, outline, planes, keep)
    }
}

/// [`fall`] where it is known whether there are holes below cells.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn fall_in<S: Shape, const PLANES: usize, const HOLES: bool>(
    shape: S,
    outline: &Outline,
    planes: &mut [u64; PLANES],
    keep: u64,
) -> u64 {
    let stride = shape.stride();
    for plane in &mut *planes {
        *plane &= keep;
    }
    let mut occupied = compress(shape, keep, |round, moved| {
        for plane in &mut *planes {
            let falling = *plane & moved;
            *plane = (*plane ^ falling) | shl(falling, stride << round);
        }
    });
    if HOLES {
        for round in (0..shape.rounds()).rev() {
            let moved = outline.rounds[round as usize];
            let open = |set: u64| (set & !moved) | (shr(set, stride << round) & moved);
            for plane in &mut *planes {
                *plane = open(*plane);
            }
            occupied = open(occupied);
        }
        // Bits that moved up are still where they came from.
        for plane in &mut *planes {
            *plane &= outline.field;
        }
        occupied &= outline.field;
    }
    occupied
}

#[cfg(test)]
mod tests {
    use super::super::{Any, Eight};
    use super::*;

    /// Column by column, cell by cell.
    fn slow(stride: u32, rows: u32, field: u64, plane: u64, keep: u64) -> (u64, u64) {
        let (mut fallen, mut occupied) = (0, 0);
        for col in 0..stride {
            let cells = (0..rows).map(|row| 63 - row * stride - col).filter(|&bit| field >> bit & 1 == 1);
            let candies: alloc::vec::Vec<u64> =
                cells.clone().filter(|&bit| keep >> bit & 1 == 1).map(|bit| plane >> bit & 1).collect();
            for (bit, candy) in cells.zip(candies) {
                fallen |= candy << bit;
                occupied |= 1 << bit;
            }
        }
        (fallen, occupied)
    }

    fn check<S: Shape>(shape: S, rows: u32, draws: &mut grid_core::Stream) {
        let cells = u64::MAX << (64 - rows * shape.stride());
        for holes in [0, 1, 2] {
            let field = (0..holes).fold(cells, |field, _| field & draws.next_u64());
            let keep = field & draws.next_u64();
            let plane = draws.next_u64();
            let mut planes = [plane];
            let occupied = fall(shape, &Outline::new(shape, field), &mut planes, keep);
            assert_eq!((planes[0], occupied), slow(shape.stride(), rows, field, plane, keep));
        }
    }

    #[test]
    fn falls_as_cell_by_cell() {
        let mut draws = grid_core::Stream::new(1, "fall", 0);
        for _ in 0..2000 {
            check(Eight, 8, &mut draws);
        }
        for rows in 1..=64_u8 {
            for cols in 1..=64 / rows {
                check(Any::new(rows, cols), rows.into(), &mut draws);
            }
        }
    }
}
