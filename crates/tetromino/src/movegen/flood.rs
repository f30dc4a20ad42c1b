//! Everything that inputs reach, flooded over whole boards.

use super::DropModel;
use super::fits::{Oriented, distinct};
use super::map::Map;
use super::turns::{PieceTurns, resting};
use crate::Piece;

/// What a piece reaches, each a map an orientation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached<const P: usize, const N: usize> {
    /// Where it fits.
    pub(super) fits: Oriented<P, N>,
    /// Where it fits and cannot fall.
    pub(super) rests: Oriented<P, N>,
    /// Where inputs take it. Under 20G only places of rest.
    pub(super) places: Oriented<P, N>,
}

impl<const P: usize, const N: usize> Reached<P, N> {
    /// Floods from `places`, by the inputs of a drop model.
    ///
    /// With `landings_only` the flood ends when all places of rest are known.
    #[inline(never)]
    pub(super) fn flood(
        piece: Piece,
        turns: &PieceTurns,
        drop: DropModel,
        fits: Oriented<P, N>,
        places: Oriented<P, N>,
        landings_only: bool,
    ) -> Self {
        let mut reached = Self { fits, rests: resting(&fits), places };
        match drop {
            DropModel::Gravity20 => reached.close_grounded(turns),
            DropModel::Hard => reached.close(piece, turns, false, drop),
            _ => reached.close(piece, turns, landings_only, drop),
        }
        reached
    }

    /// The places of rest that are reached, orientations with the same cells
    /// together in the first of them.
    #[inline(always)]
    pub(super) fn landings(&self, piece: Piece, drop: DropModel) -> Oriented<P, N> {
        let landed = core::array::from_fn(|turned| match drop {
            DropModel::Hard => fallen(&self.places[turned], &self.fits[turned]).and(self.rests[turned]),
            _ => self.places[turned].and(self.rests[turned]),
        });
        merged(piece, landed)
    }

    /// All moves but turns, to the end.
    #[inline(always)]
    fn walk(&mut self, drop: DropModel, turned: usize) {
        match drop {
            DropModel::Soft => self.step(turned),
            DropModel::Sonic => self.shift_and_drop(turned),
            _ => self.shift(turned),
        }
    }

    /// Shifts and steps down to the end.
    #[inline(always)]
    fn step(&mut self, turned: usize) {
        let (fits, places) = (&self.fits[turned], &mut self.places[turned]);
        let open = fits.without(*places);
        if open.is_empty() {
            return;
        }
        loop {
            let step = places.sideways().or(places.down()).and(open).without(*places);
            if step.is_empty() {
                break;
            }
            *places = places.or(step);
        }
    }

    /// Shifts to the end.
    #[inline(never)]
    fn shift(&mut self, turned: usize) {
        let (fits, places) = (&self.fits[turned], &mut self.places[turned]);
        loop {
            let step = places.sideways().and(*fits).without(*places);
            if step.is_empty() {
                break;
            }
            *places = places.or(step);
        }
    }

    /// Shifts and drops to the ground to the end.
    #[inline(never)]
    fn shift_and_drop(&mut self, turned: usize) {
        loop {
            self.shift(turned);
            let grounded = fallen(&self.places[turned], &self.fits[turned]).and(self.rests[turned]);
            if grounded.without(self.places[turned]).is_empty() {
                break;
            }
            self.places[turned] = self.places[turned].or(grounded);
        }
    }

    /// Moves and turns by turns until nothing new is found.
    fn close(&mut self, piece: Piece, turns: &PieceTurns, landings_only: bool, drop: DropModel) {
        let states = turns.states();
        // Orientations with places whose turns are yet to be tried, as bits.
        let mut fresh = 0u8;
        for turned in 0..states {
            self.walk(drop, turned);
            fresh |= u8::from(!self.places[turned].is_empty()) << turned;
        }
        while fresh != 0 {
            if landings_only && self.is_settled(piece) {
                break;
            }
            for from in 0..states {
                if fresh >> from & 1 == 0 {
                    continue;
                }
                fresh &= !(1 << from);
                // Large maps are rare: they do with the code for all systems.
                if turns.is_standard() && N <= 4 {
                    if piece == Piece::I {
                        self.turn_standard::<true>(drop, from, &mut fresh);
                    } else {
                        self.turn_standard::<false>(drop, from, &mut fresh);
                    }
                    continue;
                }
                for (to, _, tests) in turns.from(from) {
                    let wanted = self.fits[to].without(self.places[to]);
                    if wanted.is_empty() {
                        continue;
                    }
                    let mut found = Map::EMPTY;
                    tests.arrivals(&self.places[from], &self.fits[to], &wanted, |_, map| {
                        found = found.or(map);
                    });
                    if !found.is_empty() {
                        self.arrive(drop, to, found, &mut fresh);
                    }
                }
            }
        }
    }

    /// Takes new places and what they lead to.
    #[inline(never)]
    pub(super) fn arrive(&mut self, drop: DropModel, to: usize, found: Map<P, N>, fresh: &mut u8) {
        self.places[to] = self.places[to].or(found);
        self.walk(drop, to);
        *fresh |= 1 << to;
    }

    /// Whether every place of rest is reached in some orientation of its cells.
    #[inline(always)]
    fn is_settled(&self, piece: Piece) -> bool {
        let (rests, places) = (merged(piece, self.rests), merged(piece, self.places));
        (0..distinct(piece)).all(|turned| rests[turned].without(places[turned]).is_empty())
    }

    /// Inputs under 20G: after each the piece falls to the ground.
    fn close_grounded(&mut self, turns: &PieceTurns) {
        let states = turns.states();
        // Orientations with places whose turns are yet to be tried, as bits.
        let mut fresh = 0u8;
        for turned in 0..states {
            self.places[turned] = self.grounded(turned, self.places[turned]);
            fresh |= u8::from(!self.places[turned].is_empty()) << turned;
        }
        while fresh != 0 {
            for from in 0..states {
                if fresh >> from & 1 == 0 {
                    continue;
                }
                fresh &= !(1 << from);
                loop {
                    let aside = self.places[from].sideways().and(self.fits[from]);
                    let found = self.grounded(from, aside).without(self.places[from]);
                    if found.is_empty() {
                        break;
                    }
                    self.places[from] = self.places[from].or(found);
                }
                for (to, _, tests) in turns.from(from) {
                    let (mut turned, fits) = (Map::EMPTY, self.fits[to]);
                    tests.arrivals(&self.places[from], &fits, &fits, |_, map| {
                        turned = turned.or(map);
                    });
                    let found = self.grounded(to, turned).without(self.places[to]);
                    if !found.is_empty() {
                        self.places[to] = self.places[to].or(found);
                        fresh |= 1 << to;
                    }
                }
            }
        }
    }

    /// Where pieces come to rest that fall from `from`.
    pub(super) fn grounded(&self, turned: usize, from: Map<P, N>) -> Map<P, N> {
        fallen(&from, &self.fits[turned]).and(self.rests[turned])
    }
}

/// All places that pieces pass that fall from `from`, those included.
#[inline(always)]
pub(super) fn fallen<const P: usize, const N: usize>(from: &Map<P, N>, fits: &Map<P, N>) -> Map<P, N> {
    let mut passed = *from;
    let mut front = *from;
    loop {
        front = front.down().and(*fits).without(passed);
        if front.is_empty() {
            return passed;
        }
        passed = passed.or(front);
    }
}

/// Maps of orientations with the same cells joined in the first of them.
#[inline(always)]
pub(super) fn merged<const P: usize, const N: usize>(piece: Piece, maps: Oriented<P, N>) -> Oriented<P, N> {
    let distinct = distinct(piece);
    let mut joined = [Map::EMPTY; 4];
    for (turned, map) in maps.into_iter().enumerate() {
        joined[turned % distinct] = joined[turned % distinct].or(map);
    }
    joined
}
