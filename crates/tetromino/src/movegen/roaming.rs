//! Soft drops of a piece that starts anywhere above the stack: straight drops
//! first, and a flood only for places of rest under cover.

use super::DropModel;
use super::fits::{Oriented, distinct, fits, fits_of};
use super::flood::{Reached, any_hidden, by_piece, is_small};
use super::map::Map;
use super::turns::{PieceTurns, resting};
use crate::Piece;

/// The landings by soft drops of a piece that starts anywhere above the stack,
/// each set of cells once.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn roaming<const P: usize, const N: usize>(
    piece: Piece,
    turns: &PieceTurns,
    filled: &Map<P, N>,
    width: usize,
) -> Oriented<P, N> {
    if const { is_small(P, N) } && turns.is_standard() {
        by_piece!(piece, roaming_standard(filled, width))
    } else {
        roaming_other(piece, turns, filled, width)
    }
}

/// Where a piece fits, and where straight drops lead, in fields that differ by one
/// piece locked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room<const P: usize, const N: usize> {
    fits: Oriented<P, N>,
    straight: Oriented<P, N>,
}

impl<const P: usize, const N: usize> Room<P, N> {
    /// The room for a piece in a field.
    pub(super) fn of(piece: Piece, filled: &Map<P, N>, width: usize) -> Self {
        Self { fits: fits(piece, filled, width), straight: fits(piece, &filled.covered(), width) }
    }

    /// The room that filled cells take from it.
    pub(super) fn taken(piece: Piece, filled: &Map<P, N>, width: usize) -> Self {
        Self::of(piece, &Map::EMPTY, width).without(&Self::of(piece, filled, width))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn without(&self, taken: &Self) -> Self {
        let mut left = *self;
        for turned in 0..4 {
            left.fits[turned] = self.fits[turned].without(taken.fits[turned]);
            left.straight[turned] = self.straight[turned].without(taken.straight[turned]);
        }
        left
    }

    /// As [`roaming`] with the turns of SRS, where `taken` is no longer free, counted.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn count_without(&self, taken: &Self, piece: Piece) -> u32 {
        let room = self;
        by_piece!(piece, count_standard(room, taken))
    }
}

#[inline(never)]
fn roaming_standard<const PIECE: usize, const P: usize, const N: usize>(
    filled: &Map<P, N>,
    width: usize,
) -> Oriented<P, N> {
    let straight = fits_of::<PIECE, P, N>(&filled.covered(), width);
    standard::<PIECE, P, N>(&Room { fits: fits_of::<PIECE, P, N>(filled, width), straight })
}

#[inline(never)]
fn count_standard<const PIECE: usize, const P: usize, const N: usize>(
    room: &Room<P, N>,
    taken: &Room<P, N>,
) -> u32 {
    let landings = standard::<PIECE, P, N>(&room.without(taken));
    landings[..distinct(Piece::ALL[PIECE])].iter().map(Map::len).sum()
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn standard<const PIECE: usize, const P: usize, const N: usize>(room: &Room<P, N>) -> Oriented<P, N> {
    let piece = const { Piece::ALL[PIECE] };
    let Room { fits, straight } = *room;
    let rests = resting(&fits);
    if !any_hidden(piece, &rests, &straight) {
        return first(piece, rests);
    }
    let mut reached = Reached { fits, rests, places: straight };
    reached.close_standard::<PIECE>(DropModel::Soft, true);
    reached.landings(piece, DropModel::Soft)
}

#[inline(never)]
fn roaming_other<const P: usize, const N: usize>(
    piece: Piece,
    turns: &PieceTurns,
    filled: &Map<P, N>,
    width: usize,
) -> Oriented<P, N> {
    let (fits, straight) = (fits(piece, filled, width), fits(piece, &filled.covered(), width));
    let rests = resting(&fits);
    if !any_hidden(piece, &rests, &straight) {
        return first(piece, rests);
    }
    let mut reached = Reached { fits, rests, places: straight };
    reached.close(piece, turns, true, DropModel::Soft);
    reached.landings(piece, DropModel::Soft)
}

/// The maps of the orientations that have cells of their own.
#[cfg_attr(not(debug_assertions), inline(always))]
fn first<const P: usize, const N: usize>(piece: Piece, mut maps: Oriented<P, N>) -> Oriented<P, N> {
    for map in &mut maps[distinct(piece)..] {
        *map = Map::EMPTY;
    }
    maps
}
