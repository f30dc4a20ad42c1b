//! The turns of SRS: every shift is known at compile time.

use super::DropModel;
use super::fits::corner_offset;
use super::flood::Reached;
use super::map::Map;
use crate::rotation::box_centre;
use crate::{Piece, Rotation, RotationSystem, Turn};

/// Tests of a quarter turn.
const TESTS: usize = 5;

/// The two turns that lead to an orientation, in bits on rows of `stride`.
struct Arrivals {
    /// The orientations they come from.
    from: [usize; 2],
    /// The first test, which has no kick.
    base: [i32; 2],
    /// The tests beyond the first one.
    kicks: [[i32; TESTS]; 2],
}

impl Arrivals {
    /// J L S T Z have the same.
    const fn new(stride: usize, long: bool, to: usize) -> Self {
        let piece = if long { Piece::I } else { Piece::T };
        let mut arrivals = Self { from: [(to + 3) % 4, (to + 1) % 4], base: [0; 2], kicks: [[0; TESTS]; 2] };
        let mut way = 0;
        while way < 2 {
            let (from, to) = (Rotation::ALL[arrivals.from[way]], Rotation::ALL[to]);
            let turn = if way == 0 { Turn::Clockwise } else { Turn::CounterClockwise };
            let (before, after) = (box_centre(piece, from), box_centre(piece, to));
            let (old, new) = (corner_offset(piece, from), corner_offset(piece, to));
            let (dx, dy) = (after.x - before.x + new.0 - old.0, after.y - before.y + new.1 - old.1);
            arrivals.base[way] = dy * stride as i32 + dx;
            let system = RotationSystem::SRS;
            let kicks = system.kicks(piece, from, turn);
            let mut test = 0;
            while test < TESTS {
                let (dx, dy) = kicks.offset(test);
                arrivals.kicks[way][test] = dy as i32 * stride as i32 + dx as i32;
                test += 1;
            }
            way += 1;
        }
        arrivals
    }

    /// Whether both turns have the same kicks.
    const fn are_alike(&self) -> bool {
        let mut test = 0;
        while test < TESTS {
            if self.kicks[0][test] != self.kicks[1][test] {
                return false;
            }
            test += 1;
        }
        true
    }

    /// Bits by which places of both are kept higher, lest they sink below the floor.
    const fn lift(&self) -> i32 {
        let lower = if self.base[0] < self.base[1] { self.base[0] } else { self.base[1] };
        if lower < 0 { -lower } else { 0 }
    }
}

/// Where turned pieces arrive, tried one test after the other: `turned` is where
/// they would be without a kick, `lift` bits higher.
///
/// No column wraps: with every test the cells of both orientations share columns,
/// so a place beyond a wall is a bit of the columns at the other wall in which no
/// corner is.
#[cfg_attr(not(debug_assertions), inline(always))]
fn kicked<const P: usize, const N: usize>(
    turned: Map<P, N>,
    fits: &Map<P, N>,
    kicks: &[i32; TESTS],
    lift: i32,
) -> Map<P, N> {
    let (found, fifth) = kicked_apart(turned, fits, kicks, lift);
    found.or(fifth)
}

/// As [`kicked`]: by the first four tests, by the fifth.
#[cfg_attr(not(debug_assertions), inline(always))]
fn kicked_apart<const P: usize, const N: usize>(
    turned: Map<P, N>,
    fits: &Map<P, N>,
    kicks: &[i32; TESTS],
    lift: i32,
) -> (Map<P, N>, Map<P, N>) {
    let (found, left) = (turned.slid(kicks[0] - lift), turned.without(fits.slid(lift - kicks[0])));
    // Written out, so that the compiler knows every shift.
    let (found, left) = next_test(found, left, fits, kicks[1] - lift);
    let (found, left) = next_test(found, left, fits, kicks[2] - lift);
    let (found, left) = next_test(found, left, fits, kicks[3] - lift);
    (found.and(*fits), left.slid(kicks[4] - lift).and(*fits))
}

/// What a test adds to the places found, and the pieces that it leaves.
#[cfg_attr(not(debug_assertions), inline(always))]
fn next_test<const P: usize, const N: usize>(
    found: Map<P, N>,
    left: Map<P, N>,
    fits: &Map<P, N>,
    by: i32,
) -> (Map<P, N>, Map<P, N>) {
    (found.or(left.slid(by)), left.without(fits.slid(-by)))
}

impl<const P: usize, const N: usize> Reached<P, N> {
    /// Where turns to an orientation lead.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turned_to<const LONG: bool, const TO: usize>(&self) -> Map<P, N> {
        let arrivals = const { Arrivals::new(P, LONG, TO) };
        let (fits, [from_one, from_two]) = (&self.fits[TO], arrivals.from);
        let (one, two) = (self.places[from_one], self.places[from_two]);
        if arrivals.are_alike() {
            let lift = arrivals.lift();
            let turned = one.slid(arrivals.base[0] + lift).or(two.slid(arrivals.base[1] + lift));
            kicked(turned, fits, &arrivals.kicks[0], lift)
        } else {
            let [one_base, two_base] = arrivals.base;
            let one = kicked(one, fits, &arrivals.kicks[0], -one_base);
            one.or(kicked(two, fits, &arrivals.kicks[1], -two_base))
        }
    }

    /// Where turns of pieces other than I could lead if every test were tried: a
    /// superset that costs little. By orientation, places that are known left out.
    ///
    /// From north and south the kicks are `(0, 0) (d, 0) (d, 1) (0, -2) (d, -2)`, from
    /// east and west `(0, 0) (d, 0) (d, -1) (0, 2) (d, 2)`, with `d` of 1 or -1.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn candidates(&self) -> [Map<P, N>; 4] {
        let up = P as i32;
        let [north, east, south, west] = self.places;
        // One row and one column off for east, one row for west.
        let upright = north.or(south.up());
        let beside = upright.or(upright.slid(-1));
        let to_east = beside.slid(1 - up).or(upright).or(beside.slid(1 - 3 * up));
        let (right, beside) = (upright.slid(1), upright.or(upright.slid(1)));
        let to_west = beside.down().or(right).or(beside.slid(-3 * up));
        // One row up, from west one more column to the right.
        let (right, beside) = (east.slid(1), east.or(east.slid(1)).up());
        let from_east = beside.or(right).or(beside.slid(2 * up));
        let beside = west.or(west.slid(1)).up();
        let from_west = beside.or(west).or(beside.slid(2 * up));
        let flat = from_east.or(from_west);
        let could = [flat.slid(-1), to_east, flat.slid(-1 - up), to_west];
        let new = |to: usize| could[to].and(self.fits[to]).without(self.places[to]);
        [new(0), new(1), new(2), new(3)]
    }

    /// Moves and turns by turns of SRS until nothing new is found.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn close_standard<const PIECE: usize>(&mut self, drop: DropModel, landings_only: bool) {
        let piece = const { Piece::ALL[PIECE] };
        if PIECE == Piece::I as usize {
            self.walk_all::<true>(drop)
        } else {
            self.walk_all::<false>(drop)
        }
        if PIECE == Piece::O as usize {
            return;
        }
        // Orientations with places whose turns are yet to be tried.
        let mut fresh = [true; 4];
        loop {
            if landings_only && self.is_settled(piece) {
                return;
            }
            let grew = if PIECE == Piece::I as usize {
                self.turn_long(drop, &mut fresh)
            } else {
                self.turn_short(drop)
            };
            if !grew {
                return;
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turn_short(&mut self, drop: DropModel) -> bool {
        let could = self.candidates();
        if could[0].or(could[1]).or(could[2].or(could[3])).is_empty() {
            return false;
        }
        let mut grew = false;
        if !could[0].is_empty() {
            grew |= self.arrive::<false>(drop, 0, self.turned_to::<false, 0>());
        }
        if !could[1].is_empty() {
            grew |= self.arrive::<false>(drop, 1, self.turned_to::<false, 1>());
        }
        if !could[2].is_empty() {
            grew |= self.arrive::<false>(drop, 2, self.turned_to::<false, 2>());
        }
        if !could[3].is_empty() {
            grew |= self.arrive::<false>(drop, 3, self.turned_to::<false, 3>());
        }
        grew
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turn_long(&mut self, drop: DropModel, fresh: &mut [bool; 4]) -> bool {
        let before = core::mem::take(fresh);
        fresh[0] |= self.turn_long_to::<0>(drop, before[1] | before[3] | fresh[1] | fresh[3]);
        fresh[1] |= self.turn_long_to::<1>(drop, before[0] | before[2] | fresh[0] | fresh[2]);
        fresh[2] |= self.turn_long_to::<2>(drop, before[1] | before[3] | fresh[1] | fresh[3]);
        fresh[3] |= self.turn_long_to::<3>(drop, before[0] | before[2] | fresh[0] | fresh[2]);
        *fresh != [false; 4]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turn_long_to<const TO: usize>(&mut self, drop: DropModel, fresh: bool) -> bool {
        fresh
            && self.fits[TO] != self.places[TO]
            && self.arrive::<true>(drop, TO, self.turned_to::<true, TO>())
    }

    /// Where turns of a T to an orientation lead: by the first four tests, by the
    /// fifth.
    pub(super) fn turned_t<const TO: usize>(&self) -> (Map<P, N>, Map<P, N>) {
        let arrivals = const { Arrivals::new(P, false, TO) };
        let ([from_one, from_two], [one_base, two_base]) = (arrivals.from, arrivals.base);
        let one = kicked_apart(self.places[from_one], &self.fits[TO], &arrivals.kicks[0], -one_base);
        let two = kicked_apart(self.places[from_two], &self.fits[TO], &arrivals.kicks[1], -two_base);
        (one.0.or(two.0), one.1.or(two.1))
    }
}
