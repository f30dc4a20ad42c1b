//! With which last input a landing can be reached.

use super::fits::{Oriented, corner_offset};
use super::flood::{Reached, fallen, is_small, merged};
use super::map::Map;
use super::turns::PieceTurns;
use super::{DropModel, MoveRules, SpinRule};
use crate::{Piece, Rotation};

/// The landings by label: without a spin, mini, full. One can be in several.
pub(super) type Labelled<const P: usize, const N: usize> = [Oriented<P, N>; 3];

/// The two diagonal cells on the side that a T points to, then the other two,
/// relative to its centre.
pub(super) const DIAGONALS: [[(i32, i32); 4]; 4] = [
    [(-1, 1), (1, 1), (-1, -1), (1, -1)],
    [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    [(1, -1), (-1, -1), (1, 1), (-1, 1)],
    [(-1, -1), (-1, 1), (1, -1), (1, 1)],
];

/// Whether a T that rests somewhere has three of its diagonal cells filled: without
/// such a place it cannot spin.
pub(super) fn has_slots<const P: usize, const N: usize>(
    rests: &Oriented<P, N>,
    filled: &Map<P, N>,
    width: usize,
) -> bool {
    (0..4).any(|turned| !corners(turned, filled, width).0.and(rests[turned]).is_empty())
}

/// Labels all landings; `start` is the spawn if the flood began there.
pub(super) fn labelled<const P: usize, const N: usize>(
    piece: Piece,
    rules: &MoveRules,
    turns: &PieceTurns,
    reached: &Reached<P, N>,
    filled: &Map<P, N>,
    width: usize,
    start: Map<P, N>,
) -> Labelled<P, N> {
    let landings: Oriented<P, N> = core::array::from_fn(|turned| match rules.drop {
        DropModel::Hard => reached.grounded(turned, reached.places[turned]),
        _ => reached.places[turned].and(reached.rests[turned]),
    });
    let mut spun = [Map::EMPTY; 4];
    let mut full = [Map::EMPTY; 4];
    for turned in 0..turns.states() {
        (spun[turned], full[turned]) = match (piece, rules.spins) {
            (Piece::T, _) => corners(turned, filled, width),
            (_, SpinRule::All) => (stuck(&reached.fits[turned]), Map::FULL),
            _ => (stuck(&reached.fits[turned]), Map::EMPTY),
        };
        spun[turned] = spun[turned].and(landings[turned]);
    }
    if spun.iter().all(Map::is_empty) {
        return [merged(piece, landings), [Map::EMPTY; 4], [Map::EMPTY; 4]];
    }
    let mut plain: Oriented<P, N> =
        core::array::from_fn(|turned| without_turn(rules.drop, reached, turned, start).and(landings[turned]));
    let (mut minis, mut fulls) = ([Map::EMPTY; 4], [Map::EMPTY; 4]);
    if const { is_small(P, N) }
        && piece == Piece::T
        && turns.is_standard()
        && rules.drop != DropModel::Gravity20
    {
        let turned = [
            reached.turned_t::<0>(),
            reached.turned_t::<1>(),
            reached.turned_t::<2>(),
            reached.turned_t::<3>(),
        ];
        for (to, (found, fifth)) in turned.into_iter().enumerate() {
            plain[to] = plain[to].or(found.or(fifth).and(landings[to]).without(spun[to]));
            fulls[to] = fifth.or(found.and(full[to])).and(spun[to]);
            minis[to] = found.without(full[to]).and(spun[to]);
        }
        return [plain, minis, fulls];
    }
    for from in 0..turns.states() {
        for (to, half, tests) in turns.from(from) {
            let gravity = rules.drop == DropModel::Gravity20;
            let wanted = if gravity { reached.fits[to] } else { landings[to] };
            tests.arrivals(&reached.places[from], &reached.fits[to], &wanted, |test, arrived| {
                let settled = arrived.and(reached.rests[to]);
                if gravity {
                    plain[to] = plain[to].or(reached.grounded(to, arrived.without(settled)));
                }
                let spins = settled.and(spun[to]);
                plain[to] = plain[to].or(settled.without(spins));
                let upgraded =
                    if piece == Piece::T && test == 4 && !half { spins } else { spins.and(full[to]) };
                fulls[to] = fulls[to].or(upgraded);
                minis[to] = minis[to].or(spins.without(upgraded));
            });
        }
    }
    [merged(piece, plain), merged(piece, minis), merged(piece, fulls)]
}

/// What the spawn, a shift or a fall leads to.
fn without_turn<const P: usize, const N: usize>(
    drop: DropModel,
    reached: &Reached<P, N>,
    turned: usize,
    start: Map<P, N>,
) -> Map<P, N> {
    let (places, fits) = (reached.places[turned], reached.fits[turned]);
    let start = if turned == 0 { start } else { Map::EMPTY };
    let aside = places.sideways().and(fits);
    match drop {
        DropModel::Soft => start.or(aside).or(places.down().and(fits)),
        DropModel::Sonic | DropModel::Hard => start.or(aside).or(fallen(&places, &fits).down().and(fits)),
        DropModel::Gravity20 => fallen(&start.or(aside), &fits),
    }
}

/// Where no step to either side or up is possible.
fn stuck<const P: usize, const N: usize>(fits: &Map<P, N>) -> Map<P, N> {
    fits.without(fits.sideways()).without(fits.down())
}

/// Where a T has at least three of its four diagonal cells filled, and where the
/// two that it points to are.
fn corners<const P: usize, const N: usize>(
    turned: usize,
    filled: &Map<P, N>,
    width: usize,
) -> (Map<P, N>, Map<P, N>) {
    // From the corner of the piece.
    let [a, b, c, d] = match turned {
        0 => diagonals::<0, P, N>(filled, width),
        1 => diagonals::<1, P, N>(filled, width),
        2 => diagonals::<2, P, N>(filled, width),
        _ => diagonals::<3, P, N>(filled, width),
    };
    let front = a.and(b);
    let three = front.and(c.or(d)).or(c.and(d).and(a.or(b)));
    (three, front)
}

/// The places of a T whose diagonal cells are filled, a wall or floor.
#[cfg_attr(not(debug_assertions), inline(always))]
fn diagonals<const TURNED: usize, const P: usize, const N: usize>(
    filled: &Map<P, N>,
    width: usize,
) -> [Map<P, N>; 4] {
    let offsets = const {
        let (dx, dy) = corner_offset(Piece::T, Rotation::ALL[TURNED]);
        let mut offsets = DIAGONALS[TURNED];
        let mut i = 0;
        while i < 4 {
            offsets[i] = (offsets[i].0 - dx, offsets[i].1 - dy);
            i += 1;
        }
        offsets
    };
    let filled_at = |(dx, dy)| filled_at(filled, width, dx, dy);
    [filled_at(offsets[0]), filled_at(offsets[1]), filled_at(offsets[2]), filled_at(offsets[3])]
}

/// The cells whose neighbour at `(dx, dy)`, three columns away at most, is filled,
/// a wall or floor.
#[cfg_attr(not(debug_assertions), inline(always))]
fn filled_at<const P: usize, const N: usize>(
    filled: &Map<P, N>,
    width: usize,
    dx: i32,
    dy: i32,
) -> Map<P, N> {
    let beyond = if dx < 0 {
        Map::columns(-dx as usize)
    } else {
        Map::FULL.without(Map::columns((width as i32 - dx).max(0) as usize))
    };
    let filled = filled.slid(-(dy * P as i32 + dx));
    // What wrapped round a wall is beyond it.
    let map = filled.or(beyond);
    if dy < 0 { map.or(Map::FULL.without(Map::FULL.slid(-dy * P as i32))) } else { map }
}
