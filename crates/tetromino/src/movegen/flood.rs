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

/// Calls a function for the index of a piece.
macro_rules! by_piece {
    ($piece:expr, $function:ident($($argument:expr),*)) => {
        match $piece {
            Piece::I => $function::<0, P, N>($($argument),*),
            Piece::O => $function::<1, P, N>($($argument),*),
            Piece::T => $function::<2, P, N>($($argument),*),
            Piece::S => $function::<3, P, N>($($argument),*),
            Piece::Z => $function::<4, P, N>($($argument),*),
            Piece::J => $function::<5, P, N>($($argument),*),
            Piece::L => $function::<6, P, N>($($argument),*),
        }
    };
}
pub(super) use by_piece;

/// Whether code of its own for the turns of SRS is worth its size: high stacks
/// and wide fields are rare.
pub(super) const fn is_small(stride: usize, words: usize) -> bool {
    stride == 10 && words <= 4
}

/// Whether there are places of rest to which no straight drop leads.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn any_hidden<const P: usize, const N: usize>(
    piece: Piece,
    rests: &Oriented<P, N>,
    straight: &Oriented<P, N>,
) -> bool {
    let hidden = |turned: usize| rests[turned].without(straight[turned]);
    let hidden = match distinct(piece) {
        1 => hidden(0),
        2 => hidden(0).or(hidden(1)),
        _ => hidden(0).or(hidden(1)).or(hidden(2).or(hidden(3))),
    };
    !hidden.is_empty()
}

/// Floods from `places`, by the inputs of a drop model.
///
/// With `landings_only` the flood ends when all places of rest are known.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn flooded<const P: usize, const N: usize>(
    piece: Piece,
    turns: &PieceTurns,
    drop: DropModel,
    fits: Oriented<P, N>,
    places: Oriented<P, N>,
    landings_only: bool,
) -> Reached<P, N> {
    let mut reached = Reached { fits, rests: resting(&fits), places };
    if drop == DropModel::Gravity20 {
        reached.close_grounded(turns);
        return reached;
    }
    let landings_only = landings_only && drop != DropModel::Hard;
    if const { is_small(P, N) } && turns.is_standard() {
        by_piece!(piece, close_standard(&mut reached, drop, landings_only));
    } else {
        reached.close(piece, turns, landings_only, drop);
    }
    reached
}

#[inline(never)]
fn close_standard<const PIECE: usize, const P: usize, const N: usize>(
    reached: &mut Reached<P, N>,
    drop: DropModel,
    landings_only: bool,
) {
    reached.close_standard::<PIECE>(drop, landings_only);
}

impl<const P: usize, const N: usize> Reached<P, N> {
    /// The places of rest that are reached, orientations with the same cells
    /// together in the first of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn landings(&self, piece: Piece, drop: DropModel) -> Oriented<P, N> {
        let landed = |turned: usize| match drop {
            DropModel::Hard => fallen(&self.places[turned], &self.fits[turned]).and(self.rests[turned]),
            _ => self.places[turned].and(self.rests[turned]),
        };
        let landed = [landed(0), landed(1), landed(2), landed(3)];
        merged(piece, landed)
    }

    /// All moves but turns, to the end.
    ///
    /// Only pieces one column wide, `SLIM`, need a check at the walls: there is no
    /// corner of another in the last column.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn walk<const SLIM: bool>(&mut self, drop: DropModel, turned: usize) {
        match drop {
            DropModel::Soft => self.step::<SLIM>(turned),
            DropModel::Sonic => self.shift_and_drop(turned),
            _ => self.shift(turned),
        }
    }

    /// As [`Reached::walk`], in all orientations.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn walk_all<const SLIM: bool>(&mut self, drop: DropModel) {
        if drop != DropModel::Soft {
            (0..4).for_each(|turned| self.walk::<SLIM>(drop, turned));
            return;
        }
        // All at once: fewer branches to guess.
        loop {
            let mut grew = Map::EMPTY;
            for turned in 0..4 {
                let places = self.places[turned];
                let aside = places.or(places.beside::<SLIM>().and(self.fits[turned]));
                self.places[turned] = aside.or(aside.down().and(self.fits[turned]));
                grew = grew.or(self.places[turned].without(places));
            }
            if grew.is_empty() {
                return;
            }
        }
    }

    /// Shifts and steps down to the end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step<const SLIM: bool>(&mut self, turned: usize) {
        let fits = self.fits[turned];
        loop {
            let places = self.places[turned];
            let aside = places.or(places.beside::<SLIM>().and(fits));
            self.places[turned] = aside.or(aside.down().and(fits));
            if self.places[turned] == places {
                break;
            }
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
    pub(super) fn close(&mut self, piece: Piece, turns: &PieceTurns, landings_only: bool, drop: DropModel) {
        let states = turns.states();
        // Orientations with places whose turns are yet to be tried, as bits.
        let mut fresh = 0u8;
        for turned in 0..states {
            self.walk::<true>(drop, turned);
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
                for (to, _, tests) in turns.from(from) {
                    let wanted = self.fits[to].without(self.places[to]);
                    if wanted.is_empty() {
                        continue;
                    }
                    let mut found = Map::EMPTY;
                    tests.arrivals(&self.places[from], &self.fits[to], &wanted, |_, map| {
                        found = found.or(map);
                    });
                    fresh |= u8::from(self.arrive::<true>(drop, to, found)) << to;
                }
            }
        }
    }

    /// Takes places and what they lead to; whether any is new.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn arrive<const SLIM: bool>(&mut self, drop: DropModel, to: usize, found: Map<P, N>) -> bool {
        if found.without(self.places[to]).is_empty() {
            return false;
        }
        self.places[to] = self.places[to].or(found);
        self.walk::<SLIM>(drop, to);
        true
    }

    /// Whether every place of rest is reached in some orientation of its cells.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn is_settled(&self, piece: Piece) -> bool {
        let places = merged(piece, self.places);
        !any_hidden(piece, &self.rests, &places)
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
#[cfg_attr(not(debug_assertions), inline(always))]
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
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn merged<const P: usize, const N: usize>(piece: Piece, maps: Oriented<P, N>) -> Oriented<P, N> {
    let [a, b, c, d] = maps;
    match distinct(piece) {
        1 => [a.or(b).or(c.or(d)), Map::EMPTY, Map::EMPTY, Map::EMPTY],
        2 => [a.or(c), b.or(d), Map::EMPTY, Map::EMPTY],
        _ => maps,
    }
}
