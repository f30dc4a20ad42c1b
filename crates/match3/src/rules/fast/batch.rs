//! All legal swaps of a board at once, wave by wave: the cascades of many swaps
//! are independent, so that no branch waits for the end of each.

use alloc::boxed::Box;

use super::detect::find_in;
use super::fall::{Outline, fall_in};
use super::shape::Shape;
use super::supply::{Nothing, SampleTable};
use super::{Any, Eight, FastBoard, swap_bits, with_shape};
use crate::rules::general::Cascade;
use crate::rules::table::Rules;
use crate::rules::wave::{FastWave, Observer, Wave};

const MAX: usize = FastBoard::MAX_SWAPS;

/// The cascades of all legal swaps of a board, and the buffers for them.
///
/// Made once and used again; nothing is allocated then.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    lanes: Box<Lanes>,
    len: usize,
}

/// One number a lane, where a lane is a swap whose cascade still runs.
type Lane<T> = [T; MAX];

/// A lane's kinds and candies.
#[derive(Clone, Debug)]
struct Boards {
    kind: [Lane<u64>; 3],
    occupied: Lane<u64>,
}

#[derive(Clone, Debug)]
struct Lanes {
    /// Before the wave, and after it.
    now: Boards,
    next: Boards,
    matched: Lane<u64>,
    /// Which swap a lane belongs to.
    swap: Lane<u8>,
    /// By swap: its two bits, its result, and the board it leaves.
    pairs: Lane<(u8, u8)>,
    results: Lane<Cascade>,
    left: Lane<[u64; 4]>,
    full: Lane<Option<FastBoard>>,
}

impl Default for Batch {
    fn default() -> Self {
        let boards = Boards { kind: [[0; MAX]; 3], occupied: [0; MAX] };
        let lanes = Lanes {
            now: boards.clone(),
            next: boards,
            matched: [0; MAX],
            swap: [0; MAX],
            pairs: [(0, 0); MAX],
            results: [Cascade::NONE; MAX],
            left: [[0; 4]; MAX],
            full: [None; MAX],
        };
        Self { lanes: Box::new(lanes), len: 0 }
    }
}

impl Batch {
    /// Resolves every legal swap of a board, refilled from `table` or not at all.
    /// `KEEP` keeps the boards that the swaps leave.
    #[inline]
    pub(crate) fn run<O: Observer, const KEEP: bool>(
        &mut self,
        board: &FastBoard,
        rules: &Rules,
        mut table: Option<&mut SampleTable>,
        observer: &mut O,
    ) {
        let swaps = board.swap_set(rules.specials.is_some());
        self.len = swaps.write_pairs(board.stride(), &mut self.lanes.pairs);
        if rules.specials.is_none() && board.is_plain() {
            match table {
                Some(table) => with_shape!(board, |shape| {
                    self.run_plain::<_, _, true, KEEP>(shape, board, rules, Some(table), observer);
                }),
                None => with_shape!(board, |shape| {
                    self.run_plain::<_, _, false, KEEP>(shape, board, rules, None, observer);
                }),
            }
            return;
        }
        for swap in 0..self.len {
            let (a, b) = self.lanes.pairs[swap];
            let mut after = *board;
            let pair = (a.into(), b.into());
            let result = match &mut table {
                Some(table) => after.resolve(pair, rules, table, observer),
                None => after.resolve(pair, rules, &mut Nothing, observer),
            };
            // Neither a table nor nothing can run dry.
            self.lanes.results[swap] = result.unwrap_or_default();
            self.lanes.full[swap] = Some(after);
        }
    }

    #[inline]
    fn run_plain<S: Shape, O: Observer, const FILL: bool, const KEEP: bool>(
        &mut self,
        shape: S,
        board: &FastBoard,
        rules: &Rules,
        table: Option<&mut SampleTable>,
        observer: &mut O,
    ) {
        let outline = Outline::new(shape, board.field);
        if outline.has_holes() {
            self.run_waves::<S, O, FILL, KEEP, true>(shape, &outline, board, rules, table, observer);
        } else {
            self.run_waves::<S, O, FILL, KEEP, false>(shape, &outline, board, rules, table, observer);
        }
    }

    fn run_waves<S: Shape, O: Observer, const FILL: bool, const KEEP: bool, const HOLES: bool>(
        &mut self,
        shape: S,
        outline: &Outline,
        board: &FastBoard,
        rules: &Rules,
        mut table: Option<&mut SampleTable>,
        observer: &mut O,
    ) {
        let lanes = &mut *self.lanes;
        let mut len = self.len;
        lanes.start(board, len, KEEP);
        for number in 1.. {
            let field = if number == 1 { board.occupied() } else { board.field };
            lanes.detect::<S, FILL>(shape, field, len);
            len = lanes.keep_running::<KEEP>(len);
            if len == 0 {
                return;
            }
            if number > rules.wave_limit {
                for lane in 0..len {
                    lanes.results[usize::from(lanes.swap[lane])].truncated = true;
                }
                return;
            }
            let drawn = if let (true, Some(table)) = (FILL, table.as_deref_mut()) {
                table.three(number)
            } else {
                [0; 3]
            };
            lanes.step::<S, FILL, HOLES>(shape, outline, board.field, drawn, len);
            lanes.score(board, number, len, observer);
        }
    }

    /// How many swaps there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The two bits of a swap.
    #[inline]
    pub(crate) fn pair(&self, swap: usize) -> (u32, u32) {
        let (a, b) = self.lanes.pairs[swap];
        (a.into(), b.into())
    }

    /// The results in the order of the swaps.
    #[inline]
    pub(crate) fn results(&self) -> &[Cascade] {
        &self.lanes.results[..self.len]
    }

    /// The board that a swap leaves; only after a run that keeps boards.
    #[inline]
    pub(crate) fn board(&self, swap: usize, start: &FastBoard) -> FastBoard {
        self.lanes.full[swap].unwrap_or_else(|| {
            let [k0, k1, k2, occupied] = self.lanes.left[swap];
            start.plain([k0, k1, k2], occupied)
        })
    }
}

impl Lanes {
    /// One lane for each of `len` swaps.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start(&mut self, board: &FastBoard, len: usize, keep: bool) {
        let pairs = &self.pairs[..len];
        for (plane, lanes) in board.kind.into_iter().zip(&mut self.next.kind) {
            for (lane, &(a, b)) in lanes[..len].iter_mut().zip(pairs) {
                *lane = swap_bits(plane, a.into(), b.into());
            }
        }
        self.next.occupied[..len].fill(board.occupied());
        for (number, swap) in (0..).zip(&mut self.swap[..len]) {
            *swap = number;
        }
        self.results[..len].fill(Cascade::NONE);
        if keep {
            self.full[..len].fill(None);
        }
    }

    /// Finds the match sets of the first `len` lanes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn detect<S: Shape, const FILL: bool>(&mut self, shape: S, field: u64, len: usize) {
        let pairs = |occupied: u64| {
            (occupied & occupied >> 1 & shape.not_last(), occupied & shape.below(occupied, 1))
        };
        let fixed = pairs(field);
        let [k0, k1, k2] = &self.next.kind;
        let lanes = k0[..len].iter().zip(&k1[..len]).zip(&k2[..len]).zip(&self.next.occupied[..len]);
        for ((((&k0, &k1), &k2), &occupied), matched) in lanes.zip(&mut self.matched[..len]) {
            let (right, down) = if FILL { fixed } else { pairs(occupied) };
            *matched = find_in(shape, &[k0, k1, k2], right, down).all();
        }
    }

    /// Begins the next wave with the lanes that still run; says how many.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep_running<const KEEP: bool>(&mut self, len: usize) -> usize {
        let Boards { kind: [k0, k1, k2], occupied } = &self.next;
        let mut kept = 0;
        for lane in 0..len.min(MAX) {
            let (matched, swap) = (self.matched[lane], self.swap[lane]);
            let board = [k0[lane], k1[lane], k2[lane], occupied[lane]];
            if KEEP {
                self.left[usize::from(swap)] = board;
            }
            // Never more than `lane`, which the compiler is told by the minimum.
            let place = kept.min(MAX - 1);
            for (plane, word) in self.now.kind.iter_mut().zip(board) {
                plane[place] = word;
            }
            self.now.occupied[place] = board[3];
            self.matched[place] = matched;
            self.swap[place] = swap;
            kept += usize::from(matched != 0);
        }
        kept
    }

    /// Lets the first `len` lanes fall and refills them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step<S: Shape, const FILL: bool, const HOLES: bool>(
        &mut self,
        shape: S,
        outline: &Outline,
        field: u64,
        drawn: [u64; 3],
        len: usize,
    ) {
        let Boards { kind: [k0, k1, k2], occupied } = &self.now;
        let Boards { kind: [n0, n1, n2], occupied: next_occupied } = &mut self.next;
        let now =
            k0[..len].iter().zip(&k1[..len]).zip(&k2[..len]).zip(&occupied[..len]).zip(&self.matched[..len]);
        let next =
            n0[..len].iter_mut().zip(&mut n1[..len]).zip(&mut n2[..len]).zip(&mut next_occupied[..len]);
        for (((((&k0, &k1), &k2), &occupied), &matched), (((n0, n1), n2), next_occupied)) in now.zip(next) {
            let mut kind = [k0, k1, k2];
            let fallen = fall_in::<S, 3, HOLES>(shape, outline, &mut kind, occupied & !matched);
            let empty = field & !fallen;
            let fill = |plane: u64, drawn: u64| if FILL { plane | (drawn & empty) } else { plane };
            *n0 = fill(kind[0], drawn[0]);
            *n1 = fill(kind[1], drawn[1]);
            *n2 = fill(kind[2], drawn[2]);
            *next_occupied = if FILL { field } else { fallen };
        }
    }

    /// Scores the wave of the first `len` lanes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn score(&mut self, board: &FastBoard, number: u32, len: usize, observer: &mut impl Observer) {
        for lane in 0..len.min(MAX) {
            let read = |boards: &Boards| {
                let [k0, k1, k2] = &boards.kind;
                board.plain([k0[lane], k1[lane], k2[lane]], boards.occupied[lane])
            };
            let cleared = self.matched[lane];
            let (before, after) = (read(&self.now), read(&self.next));
            let lists = FastWave { before, after, cleared, created: [0; 4], activated: 0, primed: 0 };
            let count = cleared.count_ones();
            let score = observer.wave(&Wave::fast(number, count, lists));
            let result = &mut self.results[usize::from(self.swap[lane])];
            result.score = result.score.saturating_add(score);
            result.cleared += u64::from(count);
            result.waves = number;
        }
    }
}
