//! Turns of a piece as shifts of whole maps, and what they can do to its height.

use super::fits::{Oriented, corner, distinct};
use super::map::{Map, Shift};
use crate::rotation::box_centre;
use crate::{Field, Kicks, Piece, Rotation, RotationSystem, Silhouette, Turn};

/// The offsets of one turn, corner to corner, in test order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tests {
    offsets: [(i8, i8); Kicks::CAPACITY],
    len: u8,
    /// The same as shifts on rows of 10 and of 16.
    shifts: [[Shift; Kicks::CAPACITY]; 2],
}

impl Tests {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn offsets(&self) -> &[(i8, i8)] {
        &self.offsets[..usize::from(self.len)]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn offset(&self, test: usize) -> (i32, i32) {
        let (dx, dy) = self.offsets[test];
        (i32::from(dx), i32::from(dy))
    }

    /// Where the pieces at `from` arrive among `wanted`, test by test; `fits` is
    /// the map of the orientation they turn to.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn arrivals<const P: usize, const N: usize>(
        &self,
        from: &Map<P, N>,
        fits: &Map<P, N>,
        wanted: &Map<P, N>,
        mut each: impl FnMut(usize, Map<P, N>),
    ) {
        let shifts = &self.shifts[usize::from(P == 16)][..usize::from(self.len)];
        for (test, &shift) in shifts.iter().enumerate() {
            let mut arrived = from.shifted(shift).and(*wanted);
            if arrived.is_empty() {
                continue;
            }
            let (offsets, (dx, dy)) = (self.offsets(), self.offset(test));
            // An earlier test that fits would have taken the piece elsewhere.
            for &(before_x, before_y) in &offsets[..test] {
                let back = Shift::new(P, dx - i32::from(before_x), dy - i32::from(before_y));
                arrived = arrived.without(fits.shifted(back));
            }
            if !arrived.is_empty() {
                each(test, arrived);
            }
        }
    }
}

/// All turns of one piece under a rotation system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTurns {
    piece: Piece,
    tests: [[Tests; 3]; 4],
    /// Orientations that differ in cells or in what their turns do.
    states: u8,
    /// Whether a piece off the stack reaches every orientation in every column.
    free: bool,
    /// Whether turns off the stack never change the height.
    calm: bool,
    /// Most rows that a turn lifts the bounding box.
    lift: u8,
    /// Most rows that a turn lowers it.
    plunge: u8,
    /// Most rows that a turn lifts it above a failed test.
    rise: u8,
    /// Rows above a landing that decide whether a turn leads there.
    outlook: u8,
    /// Whether these are the turns of SRS, which have code of their own.
    standard: bool,
}

impl PieceTurns {
    pub(super) fn new(system: &RotationSystem, piece: Piece) -> Self {
        let none =
            Tests { offsets: [(0, 0); Kicks::CAPACITY], len: 0, shifts: [[Shift::NONE; Kicks::CAPACITY]; 2] };
        let mut turns = Self {
            piece,
            tests: [[none; 3]; 4],
            states: 4,
            free: free(system, piece),
            calm: true,
            lift: 0,
            plunge: 0,
            rise: 0,
            outlook: 2,
            standard: Self::pairs().all(|(from, turn)| {
                system.kicks(piece, from, turn) == RotationSystem::SRS.kicks(piece, from, turn)
            }),
        };
        for (from, turn) in Self::pairs() {
            let kicks = system.kicks(piece, from, turn).offsets();
            let to = turn.from(from);
            let tests = &mut turns.tests[from as usize][turn as usize];
            let base = Self::base(piece, from, to);
            tests.len = kicks.len() as u8;
            for (test, &(dx, dy)) in kicks.iter().enumerate() {
                let shifted = (base.0 + i32::from(dx), base.1 + i32::from(dy));
                // No board is large enough for what does not fit into a byte.
                let byte = |offset: i32| offset.clamp(-100, 100) as i8;
                tests.offsets[test] = (byte(shifted.0), byte(shifted.1));
                for (stride, shifts) in [10, 16].into_iter().zip(&mut tests.shifts) {
                    shifts[test] = Shift::new(stride, byte(shifted.0).into(), byte(shifted.1).into());
                }
                turns.lift = turns.lift.max(dy.max(0).unsigned_abs());
                turns.plunge = turns.plunge.max(dy.min(0).unsigned_abs());
                turns.outlook = turns.outlook.max(byte(-shifted.1).max(0).unsigned_abs());
                for &(_, before) in &kicks[..test] {
                    let above = i32::from(before) - i32::from(dy);
                    turns.outlook = turns.outlook.max(above.clamp(0, 255) as u8);
                    turns.rise = turns.rise.max((-above).clamp(0, 255) as u8);
                }
            }
            turns.calm &= calm(piece, from, to, turns.tests[from as usize][turn as usize].offsets(), base.1);
        }
        let in_place = |tests: &Tests| matches!(tests.offsets(), [] | [(0, 0)]);
        if distinct(piece) == 1 && turns.tests.iter().flatten().all(in_place) {
            turns.states = 1;
            turns.tests = [[none; 3]; 4];
            turns.free = true;
        }
        turns
    }

    /// Corner to corner of a turn without a kick.
    fn base(piece: Piece, from: Rotation, to: Rotation) -> (i32, i32) {
        let (before, after) = (box_centre(piece, from), box_centre(piece, to));
        let (old, new) = (corner(piece, from), corner(piece, to));
        (after.x - before.x + new.0 - old.0, after.y - before.y + new.1 - old.1)
    }

    fn pairs() -> impl Iterator<Item = (Rotation, Turn)> {
        Rotation::ALL.into_iter().flat_map(|from| Turn::ALL.into_iter().map(move |turn| (from, turn)))
    }

    /// The tests of the turns from an orientation, with the orientation they lead
    /// to and whether they are half turns.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn from(&self, from: usize) -> impl Iterator<Item = (usize, bool, &Tests)> {
        let tests = self.tests[from].iter().enumerate();
        tests
            .filter(|(_, tests)| tests.len > 0)
            .map(move |(turn, tests)| ((from + turn + 1) % 4, turn == 1, tests))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn states(&self) -> usize {
        self.states as usize
    }

    /// Whether these are the turns of SRS.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn is_standard(&self) -> bool {
        self.standard
    }

    /// Whether turns off the stack never change the height.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn is_calm(&self) -> bool {
        self.calm
    }

    /// The lowest row of the bounding box of a piece that spawns with its centre
    /// in row `y`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn box_bottom(&self, y: i32) -> i32 {
        y - match self.piece {
            Piece::I => 2,
            Piece::O => 0,
            _ => 1,
        }
    }

    /// Whether a piece that starts with its box above `height` reaches every
    /// orientation in every column there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn roams(&self, bottom: i32, height: i32) -> bool {
        self.free && self.calm && bottom >= height
    }

    /// The row from which on a start is the same as from any higher row.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn far(&self, height: i32) -> i32 {
        height + self.plunge as i32
    }

    /// Rows that decide where a piece lands that roams above `height`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn roaming_rows(&self, height: i32) -> usize {
        // Cover ends below the highest row, so a place under it is two rows lower.
        height as usize + self.outlook as usize - 1
    }

    /// Rows that decide where a piece lands that starts with its box at `bottom`.
    pub(super) fn rows(&self, bottom: i32, height: i32) -> usize {
        if !self.calm {
            return super::CEILING;
        }
        let highest = bottom.max(height - 1 + i32::from(self.rise));
        let rows = highest + 3 + i32::from(self.lift);
        rows.clamp(1, super::CEILING as i32) as usize
    }
}

/// Whether turns in place lead to all orientations.
fn free(system: &RotationSystem, piece: Piece) -> bool {
    let mut reached = [true, false, false, false];
    for _ in 0..3 {
        for (from, turn) in PieceTurns::pairs() {
            let in_place = system.kicks(piece, from, turn).offsets().first() == Some(&(0, 0));
            reached[turn.from(from) as usize] |= reached[from as usize] && in_place;
        }
    }
    reached == [true; 4]
}

/// Whether the first test between the walls keeps the height, in fields of every
/// width.
fn calm(piece: Piece, from: Rotation, to: Rotation, offsets: &[(i8, i8)], level: i32) -> bool {
    let (old, new) = (Silhouette::of(piece, from).width(), Silhouette::of(piece, to).width());
    (Field::MIN_WIDTH..=Field::MAX_WIDTH).all(|width| {
        (0..=width - old).all(|x| {
            let between = |dx: i8| (0..=(width - new) as i32).contains(&(x as i32 + i32::from(dx)));
            let first = offsets.iter().find(|&&(dx, _)| between(dx));
            first.is_none_or(|&(_, dy)| i32::from(dy) == level)
        })
    })
}

/// The places on which a piece rests.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn resting<const P: usize, const N: usize>(fits: &Oriented<P, N>) -> Oriented<P, N> {
    let rest = |turned: usize| fits[turned].without(fits[turned].up());
    [rest(0), rest(1), rest(2), rest(3)]
}
