//! The kick tables, turn by turn. Sources: the guideline's SRS, and the games that
//! the half turns are named after.

use super::{Kicks, RotationSystem};
use crate::Piece;

const fn kicks(offsets: &[(i8, i8)]) -> Kicks {
    match Kicks::new(offsets) {
        Ok(kicks) => kicks,
        Err(_) => panic!("too many offsets"),
    }
}

/// From N, E, S, W: clockwise, half, counter-clockwise.
type Turns = [[Kicks; 3]; 4];

const IN_PLACE: Kicks = kicks(&[(0, 0)]);

/// The quarter turns of a piece, without half turns.
const fn quarters(clockwise: [Kicks; 4], counter: [Kicks; 4]) -> Turns {
    let mut turns = [[Kicks::NONE; 3]; 4];
    let mut from = 0;
    while from < 4 {
        turns[from][0] = clockwise[from];
        turns[from][2] = counter[from];
        from += 1;
    }
    turns
}

const fn with_halves(mut turns: Turns, halves: [Kicks; 4]) -> Turns {
    let mut from = 0;
    while from < 4 {
        turns[from][1] = halves[from];
        from += 1;
    }
    turns
}

const fn system(jlstz: Turns, i: Turns, o: Turns) -> RotationSystem {
    let mut kicks = [jlstz; 7];
    kicks[Piece::I as usize] = i;
    kicks[Piece::O as usize] = o;
    RotationSystem { kicks, straight_drops_only: false }
}

const NE: Kicks = kicks(&[(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)]);
const EN: Kicks = kicks(&[(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)]);
const SW: Kicks = kicks(&[(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)]);
const WS: Kicks = kicks(&[(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)]);
const JLSTZ: Turns = quarters([NE, EN, SW, WS], [SW, EN, NE, WS]);

const I_NE: Kicks = kicks(&[(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)]);
const I_EN: Kicks = kicks(&[(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)]);
const I_ES: Kicks = kicks(&[(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)]);
const I_SE: Kicks = kicks(&[(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)]);
const I: Turns = quarters([I_NE, I_ES, I_EN, I_SE], [I_ES, I_EN, I_SE, I_NE]);

const I_PLUS: Turns = quarters(
    [
        kicks(&[(0, 0), (1, 0), (-2, 0), (-2, -1), (1, 2)]),
        kicks(&[(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)]),
        kicks(&[(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)]),
        kicks(&[(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)]),
    ],
    [
        kicks(&[(0, 0), (-1, 0), (2, 0), (2, -1), (-1, 2)]),
        kicks(&[(0, 0), (-1, 0), (2, 0), (-1, -2), (2, 1)]),
        kicks(&[(0, 0), (-2, 0), (1, 0), (-2, 1), (1, -2)]),
        kicks(&[(0, 0), (1, 0), (-2, 0), (1, 2), (-2, -1)]),
    ],
);

const O: Turns = quarters([IN_PLACE; 4], [IN_PLACE; 4]);
const O_WITH_HALVES: Turns = with_halves(O, [IN_PLACE; 4]);

const JSTRIS: [Kicks; 4] = [
    kicks(&[(0, 0), (0, 1)]),
    kicks(&[(0, 0), (1, 0)]),
    kicks(&[(0, 0), (0, -1)]),
    kicks(&[(0, 0), (-1, 0)]),
];

const TETRIO: [Kicks; 4] = [
    kicks(&[(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)]),
    kicks(&[(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)]),
    kicks(&[(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)]),
    kicks(&[(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)]),
];

#[rustfmt::skip]
const NULLPOMINO: [Kicks; 4] = [
    kicks(&[(0, 0), (1, 0), (2, 0), (1, -1), (2, -1), (-1, 0), (-2, 0), (-1, -1), (-2, -1), (0, 1), (3, 0), (-3, 0)]),
    kicks(&[(0, 0), (0, -1), (0, -2), (-1, -1), (-1, -2), (0, 1), (0, 2), (-1, 1), (-1, 2), (1, 0), (0, -3), (0, 3)]),
    kicks(&[(0, 0), (-1, 0), (-2, 0), (-1, 1), (-2, 1), (1, 0), (2, 0), (1, 1), (2, 1), (0, -1), (-3, 0), (3, 0)]),
    kicks(&[(0, 0), (0, -1), (0, -2), (1, -1), (1, -2), (0, 1), (0, 2), (1, 1), (1, 2), (-1, 0), (0, -3), (0, 3)]),
];

const NULLPOMINO_I: [Kicks; 4] = [
    kicks(&[(0, 0), (-1, 0), (-2, 0), (1, 0), (2, 0), (0, -1)]),
    kicks(&[(0, 0), (0, -1), (0, -2), (0, 1), (0, 2), (-1, 0)]),
    kicks(&[(0, 0), (1, 0), (2, 0), (-1, 0), (-2, 0), (0, 1)]),
    kicks(&[(0, 0), (0, -1), (0, -2), (0, 1), (0, 2), (1, 0)]),
];

pub(super) const SRS: RotationSystem = system(JLSTZ, I, O);
pub(super) const SRS_PLUS: RotationSystem = system(JLSTZ, I_PLUS, O);
pub(super) const JSTRIS180: RotationSystem =
    system(with_halves(JLSTZ, JSTRIS), with_halves(I, JSTRIS), O_WITH_HALVES);
pub(super) const NULLPOMINO180: RotationSystem =
    system(with_halves(JLSTZ, NULLPOMINO), with_halves(I, NULLPOMINO_I), O_WITH_HALVES);
pub(super) const TETRIO180: RotationSystem =
    system(with_halves(JLSTZ, TETRIO), with_halves(I_PLUS, TETRIO), O_WITH_HALVES);
pub(super) const NO_KICK: RotationSystem = system(O, O, O);
pub(super) const HARD_DROP: RotationSystem =
    RotationSystem { kicks: [[[Kicks::NONE; 3]; 4]; 7], straight_drops_only: true };
