//! All legal swaps of a board at once, wave by wave: the cascades of many swaps
//! are independent, so that no branch waits for the end of each.

use alloc::boxed::Box;

use super::detect::find_in;
use super::fall::{Outline, fall};
use super::moves::SwapSet;
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

/// One column a swap whose cascade still runs.
#[derive(Clone, Debug)]
struct Lanes {
    kind: [[u64; MAX]; 3],
    occupied: [u64; MAX],
    matched: [u64; MAX],
    /// Which swap the lane belongs to.
    swap: [u8; MAX],
    /// By swap: its two bits, its result and the board it leaves.
    pairs: [(u8, u8); MAX],
    results: [Cascade; MAX],
    boards: [[u64; 4]; MAX],
    full: [Option<FastBoard>; MAX],
}

impl Default for Batch {
    fn default() -> Self {
        let none = Cascade { score: 0, waves: 0, cleared: 0, truncated: false };
        let lanes = Lanes {
            kind: [[0; MAX]; 3],
            occupied: [0; MAX],
            matched: [0; MAX],
            swap: [0; MAX],
            pairs: [(0, 0); MAX],
            results: [none; MAX],
            boards: [[0; 4]; MAX],
            full: [None; MAX],
        };
        Self { lanes: Box::new(lanes), len: 0 }
    }
}

impl Batch {
    /// Resolves every legal swap of a board, refilled from `table` or not at all.
    #[inline]
    pub(crate) fn run<O: Observer>(
        &mut self,
        board: &FastBoard,
        rules: &Rules,
        table: Option<&mut SampleTable>,
        observer: &mut O,
    ) {
        let swaps = board.swap_set(rules.specials.is_some());
        self.run_swaps(board, swaps, rules, table, observer);
    }

    /// Resolves these legal swaps.
    #[inline]
    pub(crate) fn run_swaps<O: Observer>(
        &mut self,
        board: &FastBoard,
        swaps: SwapSet,
        rules: &Rules,
        table: Option<&mut SampleTable>,
        observer: &mut O,
    ) {
        self.len = 0;
        for (a, b) in swaps.pairs(board.stride()) {
            self.lanes.pairs[self.len] = (a as u8, b as u8);
            self.len += 1;
        }
        if rules.specials.is_none() && board.is_plain() {
            match table {
                Some(table) => {
                    with_shape!(board, |shape| self.run_plain::<_, _, true>(
                        shape,
                        board,
                        rules,
                        Some(table),
                        observer
                    ));
                }
                None => with_shape!(board, |shape| self
                    .run_plain::<_, _, false>(shape, board, rules, None, observer)),
            }
            return;
        }
        let mut table = table;
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

    fn run_plain<S: Shape, O: Observer, const FILL: bool>(
        &mut self,
        shape: S,
        board: &FastBoard,
        rules: &Rules,
        mut table: Option<&mut SampleTable>,
        observer: &mut O,
    ) {
        let lanes = &mut *self.lanes;
        let outline = Outline::new(shape, board.field);
        let occupied = board.occupied();
        let mut len = self.len;
        for swap in 0..len {
            let (a, b) = lanes.pairs[swap];
            for plane in 0..3 {
                lanes.kind[plane][swap] = swap_bits(board.kind[plane], a.into(), b.into());
            }
            lanes.occupied[swap] = occupied;
            lanes.swap[swap] = swap as u8;
            lanes.results[swap] = Cascade::default();
            lanes.full[swap] = None;
        }
        for number in 1.. {
            lanes.detect::<S, FILL>(shape, board.field, number == 1, occupied, len);
            len = lanes.keep_running(len);
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
            lanes.step::<S, FILL>(shape, &outline, board, drawn, number, len, observer);
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

    /// The board that a swap leaves.
    #[inline]
    pub(crate) fn board(&self, swap: usize, start: &FastBoard) -> FastBoard {
        self.lanes.full[swap].unwrap_or_else(|| {
            let [k0, k1, k2, occupied] = self.lanes.boards[swap];
            start.plain([k0, k1, k2], occupied)
        })
    }
}

impl Lanes {
    /// Finds the match sets of the first `len` lanes.
    #[inline(always)]
    fn detect<S: Shape, const FILL: bool>(
        &mut self,
        shape: S,
        field: u64,
        first: bool,
        occupied: u64,
        len: usize,
    ) {
        let full = if first { occupied } else { field };
        let pairs = |occupied: u64| {
            (occupied & occupied >> 1 & shape.not_last(), occupied & shape.below(occupied, 1))
        };
        let fixed = pairs(full);
        let [k0, k1, k2] = &self.kind;
        let lanes = k0[..len].iter().zip(&k1[..len]).zip(&k2[..len]).zip(&self.occupied[..len]);
        for ((((&k0, &k1), &k2), &occupied), matched) in lanes.zip(&mut self.matched[..len]) {
            let (right, down) = if FILL { fixed } else { pairs(occupied) };
            *matched = find_in(shape, &[k0, k1, k2], right, down).all();
        }
    }

    /// Notes the boards of all lanes, and closes the gaps of those that are stable.
    #[inline(always)]
    fn keep_running(&mut self, len: usize) -> usize {
        let mut kept = 0;
        for lane in 0..len {
            let (matched, swap, occupied) = (self.matched[lane], self.swap[lane], self.occupied[lane]);
            let kind = [self.kind[0][lane], self.kind[1][lane], self.kind[2][lane]];
            self.boards[usize::from(swap)] = [kind[0], kind[1], kind[2], occupied];
            for plane in 0..3 {
                self.kind[plane][kept] = kind[plane];
            }
            self.occupied[kept] = occupied;
            self.matched[kept] = matched;
            self.swap[kept] = swap;
            kept += usize::from(matched != 0);
        }
        kept
    }

    /// One wave of the first `len` lanes.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn step<S: Shape, const FILL: bool>(
        &mut self,
        shape: S,
        outline: &Outline,
        board: &FastBoard,
        drawn: [u64; 3],
        number: u32,
        len: usize,
        observer: &mut impl Observer,
    ) {
        for lane in 0..len {
            let mut kind = [self.kind[0][lane], self.kind[1][lane], self.kind[2][lane]];
            let cleared = self.matched[lane];
            let before = board.plain(kind, self.occupied[lane]);
            let mut occupied = fall(shape, outline, &mut kind, self.occupied[lane] & !cleared);
            if FILL {
                let empty = board.field & !occupied;
                for (plane, drawn) in kind.iter_mut().zip(drawn) {
                    *plane |= drawn & empty;
                }
                occupied = board.field;
            }
            for plane in 0..3 {
                self.kind[plane][lane] = kind[plane];
            }
            self.occupied[lane] = occupied;
            let after = board.plain(kind, occupied);
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
