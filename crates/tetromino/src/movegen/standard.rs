//! The turns of SRS with every shift known at compile time.

use super::DropModel;
use super::fits::corner_offset;
use super::flood::Reached;
use super::map::{Map, Shift};
use crate::rotation::box_centre;
use crate::{Piece, Rotation, RotationSystem, Turn};

/// Tests of a quarter turn.
const TESTS: usize = 5;

/// The offsets of a turn, corner to corner. J L S T Z have the same.
const fn offsets(piece: Piece, from: Rotation, turn: Turn) -> [(i32, i32); TESTS] {
    let to = turn.from(from);
    let (before, after) = (box_centre(piece, from), box_centre(piece, to));
    let (old, new) = (corner_offset(piece, from), corner_offset(piece, to));
    let kicks = RotationSystem::SRS;
    let kicks = kicks.kicks(piece, from, turn);
    let mut offsets = [(0, 0); TESTS];
    let mut test = 0;
    while test < TESTS {
        let (dx, dy) = kicks.offset(test);
        offsets[test] =
            (after.x - before.x + new.0 - old.0 + dx as i32, after.y - before.y + new.1 - old.1 + dy as i32);
        test += 1;
    }
    offsets
}

/// The shifts of a turn, and from each test back to those before it.
struct Shifts<const P: usize> {
    tests: [Shift; TESTS],
    back: [[Shift; TESTS]; TESTS],
}

impl<const P: usize> Shifts<P> {
    const fn new(long: bool, from: usize, turn: usize) -> Self {
        let piece = if long { Piece::I } else { Piece::T };
        let offsets = offsets(piece, Rotation::ALL[from], Turn::ALL[turn]);
        let mut shifts = Self { tests: [Shift::NONE; TESTS], back: [[Shift::NONE; TESTS]; TESTS] };
        let mut i = 0;
        while i < TESTS * TESTS {
            let (test, before) = (i / TESTS, i % TESTS);
            let (here, there) = (offsets[test], offsets[before]);
            shifts.tests[test] = Shift::new(P, here.0, here.1);
            shifts.back[test][before] = Shift::new(P, here.0 - there.0, here.1 - there.1);
            i += 1;
        }
        shifts
    }
}

impl<const P: usize, const N: usize> Reached<P, N> {
    /// All turns from one orientation; adds the orientations with new places to
    /// `fresh`.
    #[inline(always)]
    pub(super) fn turn_standard<const LONG: bool>(&mut self, drop: DropModel, from: usize, fresh: &mut u8) {
        match from {
            0 => {
                self.quarter::<LONG, 0, 0>(drop, fresh);
                self.quarter::<LONG, 0, 2>(drop, fresh);
            }
            1 => {
                self.quarter::<LONG, 1, 0>(drop, fresh);
                self.quarter::<LONG, 1, 2>(drop, fresh);
            }
            2 => {
                self.quarter::<LONG, 2, 0>(drop, fresh);
                self.quarter::<LONG, 2, 2>(drop, fresh);
            }
            _ => {
                self.quarter::<LONG, 3, 0>(drop, fresh);
                self.quarter::<LONG, 3, 2>(drop, fresh);
            }
        }
    }

    #[inline(always)]
    fn quarter<const LONG: bool, const FROM: usize, const TURN: usize>(
        &mut self,
        drop: DropModel,
        fresh: &mut u8,
    ) {
        let shifts = const { Shifts::<P>::new(LONG, FROM, TURN) };
        let to = (FROM + TURN + 1) % 4;
        let wanted = self.fits[to].without(self.places[to]);
        if wanted.is_empty() {
            return;
        }
        let from = self.places[FROM];
        let mut found = Map::EMPTY;
        for test in 0..TESTS {
            let mut arrived = from.shifted(shifts.tests[test]).and(wanted);
            if arrived.is_empty() {
                continue;
            }
            // An earlier test that fits would have taken the piece elsewhere.
            for before in 0..test {
                arrived = arrived.without(self.fits[to].shifted(shifts.back[test][before]));
            }
            found = found.or(arrived);
        }
        if !found.is_empty() {
            self.arrive(drop, to, found, fresh);
        }
    }
}
