//! Cascades with special candies, as sets of cells.

use super::detect::{Found, find};
use super::fall::{Outline, fall};
use super::shape::Shape;
use super::supply::{Gap, Supply};
use super::{FastBoard, swap_bits};
use crate::rules::general::{Cascade, Dry};
use crate::rules::table::{BombHit, BombWrapped, Creation, Rules, Specials};
use crate::rules::wave::{FastWave, Observer, Wave, take_lowest};

/// Numbers of the planes: three of the kind, then one set for each form.
const H: usize = 3;
const V: usize = 4;
const WRAPPED: usize = 5;
const BOMB: usize = 6;
const PRIMED3: usize = 7;
const PRIMED5: usize = 8;

/// A board with a set of cells for each form.
#[derive(Clone, Copy)]
struct State {
    planes: [u64; 9],
    occupied: u64,
}

impl State {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(board: &FastBoard) -> Self {
        let [k0, k1, k2] = board.kind;
        let [f0, f1, f2] = board.form;
        let planes = [
            k0,
            k1,
            k2,
            f0 & !f1 & !f2,
            f1 & !f0 & !f2,
            f0 & f1 & !f2,
            f1 & f2 & !f0,
            f2 & !f0 & !f1,
            f2 & f0 & !f1,
        ];
        Self { planes, occupied: board.occupied() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pack(&self, board: &FastBoard) -> FastBoard {
        let [k0, k1, k2, h, v, wrapped, bomb, primed3, primed5] = self.planes;
        let empty = board.field & !self.occupied;
        let form =
            [h | wrapped | primed5 | empty, v | wrapped | bomb | empty, primed3 | primed5 | bomb | empty];
        FastBoard { kind: [k0, k1, k2], form, ..*board }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn kind(&self) -> [u64; 3] {
        [self.planes[0], self.planes[1], self.planes[2]]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn primed(&self) -> u64 {
        self.planes[PRIMED3] | self.planes[PRIMED5]
    }

    /// Candies that do something when they are hit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn active(&self) -> u64 {
        self.planes[H] | self.planes[V] | self.planes[WRAPPED] | self.planes[BOMB] | self.primed()
    }

    /// Cells with a matching kind.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn matching(&self) -> u64 {
        self.occupied & !(self.planes[BOMB] | self.primed())
    }

    /// Cells with this matching kind.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_kind(&self, kind: u8) -> u64 {
        let plane = |i: usize| if kind >> i & 1 == 1 { self.planes[i] } else { !self.planes[i] };
        self.matching() & plane(0) & plane(1) & plane(2)
    }

    fn kind_at(&self, bit: u32) -> u8 {
        (0..3).fold(0, |kind, i| kind | ((self.planes[i] >> bit & 1) as u8) << i)
    }

    /// The cells of the most frequent kind but `except`; ties: the smallest.
    fn most_frequent(&self, except: Option<u8>) -> u64 {
        let mut best = 0_u64;
        for kind in (0..FastBoard::MAX_KINDS).filter(|&kind| Some(kind) != except) {
            let cells = self.of_kind(kind);
            if cells.count_ones() > best.count_ones() {
                best = cells;
            }
        }
        best
    }
}

/// What a wave does to the cells.
#[derive(Clone, Copy, Default)]
struct Effects {
    cleared: u64,
    primed: u64,
    /// The primed candy in the middle of two combined wrapped ones.
    centre: u64,
    activated: u64,
    /// Striped-H, striped-V, wrapped, bombs.
    created: [u64; 4],
    /// Set once a bomb was hit: what all bombs of the wave clear.
    bomb_target: Option<u64>,
}

impl Effects {
    fn creations(&self) -> u64 {
        self.created[0] | self.created[1] | self.created[2] | self.created[3]
    }

    /// Hits cells, and what the special candies among them hit, to the fixpoint.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hit<S: Shape>(&mut self, shape: S, state: &State, mut cells: u64, specials: Option<&Specials>) {
        let active = if specials.is_some() { state.active() } else { 0 };
        let creations = self.creations();
        loop {
            let new = cells & state.occupied & !(self.cleared | self.primed);
            if new == 0 {
                return;
            }
            let effective = new & active;
            let primed = effective & state.planes[WRAPPED] & !creations;
            self.primed |= primed;
            self.cleared |= new & !primed;
            self.activated |= effective;
            let (Some(specials), true) = (specials, effective != 0) else { return };
            cells = self.area(shape, state, effective, specials);
        }
    }

    /// What these special candies hit.
    fn area<S: Shape>(&mut self, shape: S, state: &State, effective: u64, specials: &Specials) -> u64 {
        let mut area = 0;
        let mut rows = effective & state.planes[H];
        while let Some(bit) = take_lowest(&mut rows) {
            area |= shape.row(bit);
        }
        let mut columns = effective & state.planes[V];
        while let Some(bit) = take_lowest(&mut columns) {
            area |= shape.column(bit);
        }
        let squares = effective & (state.planes[WRAPPED] | state.planes[PRIMED3]);
        if squares != 0 {
            area |= shape.dilated(squares);
        }
        let large = effective & state.planes[PRIMED5];
        if large != 0 {
            area |= shape.dilated(shape.dilated(large));
        }
        if effective & state.planes[BOMB] != 0 && specials.bomb_hit == BombHit::MostFrequent {
            area |= *self.bomb_target.get_or_insert_with(|| state.most_frequent(None));
        }
        area
    }

    /// A swapped candy of a combination is cleared without taking effect.
    fn clear_inert(&mut self, cell: u64) {
        self.cleared |= cell;
        self.activated |= cell;
    }
}

impl FastBoard {
    #[inline]
    pub(super) fn resolve_special<S: Shape, U: Supply, O: Observer>(
        &mut self,
        shape: S,
        (from, to): (u32, u32),
        rules: &Rules,
        supply: &mut U,
        observer: &mut O,
    ) -> Result<Cascade, Dry> {
        let outline = Outline::new(shape, self.field);
        let specials = rules.specials.as_ref();
        let mut state = State::new(self);
        let special = state.active() & !state.primed();
        let both = (special >> from & 1) + (special >> to & 1);
        let bombs = (state.planes[BOMB] >> from | state.planes[BOMB] >> to) & 1;
        let combination = specials.filter(|_| both == 2 || bombs == 1);
        state.planes = state.planes.map(|plane| swap_bits(plane, from, to));
        let mut result = Cascade::default();
        for number in 1.. {
            let mut effects = Effects::default();
            if let (1, Some(specials)) = (number, combination) {
                if rules.wave_limit == 0 {
                    result.truncated = true;
                    break;
                }
                combine(shape, &mut state, &mut effects, from, to, specials);
            } else {
                let found = find(shape, &state.kind(), state.matching());
                let primed = if specials.is_some() { state.primed() } else { 0 };
                if found.all() | primed == 0 {
                    break;
                }
                if result.waves >= rules.wave_limit {
                    result.truncated = true;
                    break;
                }
                if let Some(specials) = specials {
                    let swapped = if number == 1 { 1 << from | 1 << to } else { 0 };
                    plan_creations(shape, &state, &found, swapped, specials, &mut effects);
                }
                effects.hit(shape, &state, found.all() | primed, specials);
            }
            let before = state;
            apply(&mut state, &effects);
            state.occupied = if state.active() == 0 {
                let mut kind = state.kind();
                let occupied = fall(shape, &outline, &mut kind, state.occupied);
                state.planes[..3].copy_from_slice(&kind);
                occupied
            } else {
                fall(shape, &outline, &mut state.planes, state.occupied)
            };
            if U::FILLS {
                let empty = self.field & !state.occupied;
                let mut kind = state.kind();
                state.occupied = self.field;
                let board = |kind: &[u64; 3]| {
                    let mut state = state;
                    state.planes[..3].copy_from_slice(kind);
                    state.pack(self)
                };
                supply.fill(&mut kind, &Gap { empty, wave: number, rules }, board)?;
                state.planes[..3].copy_from_slice(&kind);
            }
            let lists = FastWave {
                before: before.pack(self),
                after: state.pack(self),
                cleared: effects.cleared,
                created: effects.created,
                activated: effects.activated,
                primed: effects.primed,
            };
            let count = effects.cleared.count_ones();
            result.score = result.score.saturating_add(observer.wave(&Wave::fast(number, count, lists)));
            result.cleared += u64::from(count);
            result.waves = number;
        }
        *self = state.pack(self);
        Ok(result)
    }
}

/// Takes off what is cleared, and puts down what is primed or created.
#[cfg_attr(not(debug_assertions), inline(always))]
fn apply(state: &mut State, effects: &Effects) {
    let kind = state.kind();
    for plane in &mut state.planes {
        *plane &= !effects.cleared;
    }
    state.occupied &= !effects.cleared;
    state.planes[WRAPPED] &= !effects.primed;
    state.planes[PRIMED3] |= effects.primed & !effects.centre;
    state.planes[PRIMED5] |= effects.primed & effects.centre;
    let created = effects.creations();
    if created != 0 {
        state.occupied |= created;
        let [h, v, wrapped, bomb] = effects.created;
        for (plane, kind) in state.planes.iter_mut().zip(kind) {
            *plane |= kind & created & !bomb;
        }
        state.planes[H] |= h;
        state.planes[V] |= v;
        state.planes[WRAPPED] |= wrapped;
        state.planes[BOMB] |= bomb;
    }
}

/// Which special candies the groups leave behind, and where.
#[cfg_attr(not(debug_assertions), inline(always))]
fn plan_creations<S: Shape>(
    shape: S,
    state: &State,
    found: &Found,
    swapped: u64,
    specials: &Specials,
    effects: &mut Effects,
) {
    // Pairs inside runs.
    let right = found.right & found.horizontal & found.horizontal >> 1;
    let down = found.down & found.vertical & shape.below(found.vertical, 1);
    let fours = (right & right >> 1 & right >> 2) | (down & shape.below(down, 1) & shape.below(down, 2));
    let mut seeds = fours | (found.horizontal & found.vertical);
    while seeds != 0 {
        let mut group = seeds & seeds.wrapping_neg();
        loop {
            let grown = group
                | (group & right) << 1
                | (group >> 1 & right)
                | shape.above(group & down, 1)
                | (shape.below(group, 1) & down);
            if grown == group {
                break;
            }
            group = grown;
        }
        seeds &= !group;
        let place = swapped & group;
        create(
            shape,
            state,
            group & right,
            group & down,
            group & found.horizontal & found.vertical,
            place,
            specials,
            effects,
        );
    }
}

/// Plans the special candy of one group, given its pairs and crossings.
#[allow(clippy::too_many_arguments)]
fn create<S: Shape>(
    shape: S,
    state: &State,
    right: u64,
    down: u64,
    crossings: u64,
    swapped: u64,
    specials: &Specials,
    effects: &mut Effects,
) {
    let longest = |pairs: u64, step: &dyn Fn(u64) -> u64| {
        let (mut starts, mut len, mut next) = (0, 1, pairs);
        while next != 0 {
            starts = next;
            len += 1;
            next &= step(next);
        }
        (len, starts)
    };
    let (width, row_starts) = longest(right, &|set| set >> 1);
    let (height, column_starts) = longest(down, &|set| shape.below(set, 1));
    let horizontal = width >= height;
    let (len, starts, step) =
        if horizontal { (width, row_starts, 1) } else { (height, column_starts, shape.stride()) };
    let middle = 1 << (starts.trailing_zeros() + (len - 1) / 2 * step);
    let crossing = crossings & crossings.wrapping_neg();
    let table = [
        (len >= 5, specials.five, middle),
        (crossing != 0, specials.cross, crossing),
        (len >= 4, specials.four, middle),
    ];
    let row = table.iter().find(|(applies, creation, _)| *applies && *creation != Creation::Nothing);
    let Some(&(_, creation, place)) = row else { return };
    let place = if swapped != 0 { swapped } else { place };
    debug_assert!(place & state.matching() == place);
    let set = match (creation, horizontal) {
        (Creation::Nothing, _) => return,
        (Creation::Bomb, _) => 3,
        (Creation::Wrapped, _) => 2,
        (Creation::StripedAcross, true) | (Creation::StripedAlong, false) => 1,
        _ => 0,
    };
    effects.created[set] |= place;
}

/// The first wave of a combination, after the exchange.
fn combine<S: Shape>(
    shape: S,
    state: &mut State,
    effects: &mut Effects,
    from: u32,
    to: u32,
    specials: &Specials,
) {
    let (here, there) = (1 << to, 1 << from);
    let bombs = state.planes[BOMB];
    match (bombs & here != 0, bombs & there != 0) {
        (true, true) => {
            effects.cleared = state.occupied;
            effects.activated = here | there;
        }
        (true, false) => combine_bomb(shape, state, effects, here, from, specials),
        (false, true) => combine_bomb(shape, state, effects, there, to, specials),
        (false, false) => combine_blasts(shape, state, effects, from, to, specials),
    }
}

fn combine_bomb<S: Shape>(
    shape: S,
    state: &mut State,
    effects: &mut Effects,
    bomb: u64,
    partner: u32,
    specials: &Specials,
) {
    let cell = 1_u64 << partner;
    if state.matching() & cell == 0 {
        effects.clear_inert(bomb);
        effects.hit(shape, state, cell, Some(specials));
        return;
    }
    let kind = state.kind_at(partner);
    let cells = state.of_kind(kind);
    let mut plain = cells & !state.active();
    let striped = (state.planes[H] | state.planes[V]) & cell != 0;
    let wrapped = state.planes[WRAPPED] & cell != 0;
    if striped {
        let mut plane = H;
        while let Some(bit) = take_lowest(&mut plain) {
            state.planes[plane] |= 1 << bit;
            plane = H + V - plane;
        }
    } else if wrapped && specials.bomb_wrapped == BombWrapped::Convert {
        state.planes[WRAPPED] |= plain;
    }
    let second = if wrapped && specials.bomb_wrapped == BombWrapped::TwoKinds {
        state.most_frequent(Some(kind))
    } else {
        0
    };
    effects.clear_inert(bomb);
    effects.hit(shape, state, cells | second, Some(specials));
}

fn combine_blasts<S: Shape>(
    shape: S,
    state: &State,
    effects: &mut Effects,
    from: u32,
    to: u32,
    specials: &Specials,
) {
    let (here, there) = (1_u64 << to, 1_u64 << from);
    let wrapped = state.planes[WRAPPED];
    effects.clear_inert(there);
    let area = match (wrapped & there != 0, wrapped & here != 0) {
        (false, false) => {
            effects.clear_inert(here);
            shape.row(to) | shape.column(to)
        }
        (true, true) => {
            effects.primed |= here;
            effects.centre = here;
            effects.activated |= here;
            shape.dilated(shape.dilated(here))
        }
        _ => {
            effects.clear_inert(here);
            let (row, column) = (shape.row(to), shape.column(to));
            let columns = column | (column & shape.not_last()) << 1 | (column & shape.not_first()) >> 1;
            row | shape.above(row, 1) | shape.below(row, 1) | columns
        }
    };
    effects.hit(shape, state, area, Some(specials));
}
