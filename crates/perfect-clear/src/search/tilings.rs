//! Candidate tilings: every empty cell is covered by pieces of a stock, whole or
//! split, and the rows can be cleared in some order. Always the first open cell is
//! covered next. Whether a candidate can be built is another question, see `build`.

use alloc::vec::Vec;

use grid_core::{Bits, Meter, Stop, mix64};
use tetromino::Piece;

use super::candidates::Candidates;
use super::options::Options;
use super::row_order::RowOrder;
use crate::rules::field::PcField;

/// A search that stands still at each candidate.
#[derive(Clone, Debug)]
pub(crate) struct Tilings<B> {
    levels: Vec<Level<B>>,
    /// Pieces that may still be used.
    stock: Stock,
    chosen: Vec<u32>,
    needed: usize,
    /// The highest level is that of a candidate that was told.
    told: bool,
    barren: Barren<B>,
    /// Names the order in which pieces are tried.
    turn: u32,
}

#[derive(Clone, Copy, Debug)]
struct Level<B> {
    covered: B,
    /// All cells but those of the pieces laid, row by row.
    others: B,
    order: RowOrder<B>,
    /// The options of one piece that are still to be tried.
    next: u32,
    end: u32,
    /// The seven groups of options of the first open cell begin here.
    groups: u32,
    /// Pieces of the stock that are still to be tried, bit 0 for piece `begun`.
    untried: u8,
    begun: u8,
    /// Whether a candidate was found below.
    fertile: bool,
}

impl<B: Bits> Tilings<B> {
    /// The tilings of the empty cells by at most `stock` pieces of each kind.
    /// `turn` names an order in which pieces are tried; 0 is the plain one.
    pub(crate) fn new(field: &PcField, options: &Options<B>, stock: [u8; 7], turn: u32) -> Self {
        let needed = field.pieces_needed();
        let mut search = Self {
            levels: Vec::new(),
            stock: Stock::new(stock),
            chosen: Vec::new(),
            needed: needed.unwrap_or(0),
            told: false,
            barren: Barren::new(),
            turn,
        };
        if needed.is_some() {
            search.open(options, options.filled, options.full, RowOrder::default());
        }
        search
    }

    #[inline]
    fn open(&mut self, options: &Options<B>, covered: B, others: B, order: RowOrder<B>) {
        let cell = (options.full & !covered).first();
        let begun = match cell {
            Some(cell) if self.turn > 0 => (mix64(u64::from(self.turn << 8 | cell)) % 7) as u8,
            _ => 0,
        };
        let kinds = self.stock.kinds;
        let untried = if cell.is_some() { (kinds >> begun | kinds << (7 - begun)) & 0x7f } else { 0 };
        let groups = 7 * cell.unwrap_or(0);
        let level = Level { covered, others, order, next: 0, end: 0, groups, untried, begun, fertile: false };
        self.levels.push(level);
    }

    /// Whether the pieces could be placed in some order as far as rows that must be gone
    /// and something to rest on go. A piece that could stays so, so any order will do.
    fn could_rest(&self, options: &Options<B>, mut board: B) -> bool {
        let mut left: u32 = (1 << self.chosen.len()) - 1;
        loop {
            let before = left;
            let mut open = left;
            while open != 0 {
                let at = open.trailing_zeros();
                open &= open - 1;
                let option = &options.all[self.chosen[at as usize] as usize];
                if option.may_rest(board) {
                    board = board | option.cells;
                    left &= !(1 << at);
                }
            }
            if left == 0 || left == before {
                return left == 0;
            }
        }
    }

    fn close(&mut self, options: &Options<B>) {
        let Some(level) = self.levels.pop() else { return };
        let fertile = level.fertile || self.levels.len() == self.needed;
        match self.levels.last_mut() {
            Some(above) if fertile => above.fertile = true,
            Some(_) => self.barren.add(level.covered, self.stock, level.order),
            None => {}
        }
        self.take_back(options);
    }

    fn take_back(&mut self, options: &Options<B>) {
        if let Some(number) = self.chosen.pop() {
            self.stock.put(options.all[number as usize].piece);
        }
    }
}

impl<B: Bits> Candidates<B> for Tilings<B> {
    fn advance(&mut self, options: &Options<B>, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        if core::mem::take(&mut self.told) {
            self.close(options);
        }
        while let Some(level) = self.levels.last_mut() {
            let Some((number, order)) = level.find(options) else {
                if self.levels.len() == self.needed + 1 {
                    // Only a field without an empty cell is full without a piece.
                    self.told = true;
                    return Ok(true);
                }
                self.close(options);
                continue;
            };
            meter.spend(1)?;
            level.next += 1;
            let option = &options.all[number as usize];
            let covered = level.covered | options.upright[number as usize];
            let others = level.others & !option.cells;
            let rests = option.may_rest(level.others);
            self.stock.take(option.piece);
            self.chosen.push(number);
            if self.barren.has(covered, self.stock, order) {
                self.take_back(options);
                continue;
            }
            if !rests && !self.could_rest(options, others) {
                // Other pieces on the same cells could rest.
                self.levels.last_mut().into_iter().for_each(|level| level.fertile = true);
                self.take_back(options);
                continue;
            }
            self.open(options, covered, others, order);
            if self.levels.len() == self.needed + 1 {
                self.told = true;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn chosen(&self) -> &[u32] {
        &self.chosen
    }
}

impl<B: Bits> Level<B> {
    /// The next option that can be laid, and the order of rows then.
    #[inline]
    fn find(&mut self, options: &Options<B>) -> Option<(u32, RowOrder<B>)> {
        loop {
            for &upright in &options.upright[self.next as usize..self.end as usize] {
                if (upright & self.covered).is_empty() {
                    let option = &options.all[self.next as usize];
                    let order = match option.gaps {
                        0 => Some(self.order),
                        gaps => self.order.with(gaps, option.rows),
                    };
                    if let Some(order) = order {
                        return Some((self.next, order));
                    }
                }
                self.next += 1;
            }
            if self.untried == 0 {
                return None;
            }
            let piece = self.untried.trailing_zeros() + u32::from(self.begun);
            self.untried &= self.untried - 1;
            let group = (self.groups + if piece < 7 { piece } else { piece - 7 }) as usize;
            (self.next, self.end) = (options.starts[group], options.starts[group + 1]);
        }
    }
}

/// Pieces of each kind that are left, eight bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stock {
    counts: u64,
    /// The kinds of which there are some.
    kinds: u8,
}

impl Stock {
    fn new(stock: [u8; 7]) -> Self {
        let kinds = stock.iter().rev().fold(0, |kinds, &count| kinds << 1 | u8::from(count > 0));
        Self { counts: stock.iter().rev().fold(0, |all, &count| all << 8 | u64::from(count)), kinds }
    }

    #[inline]
    fn take(&mut self, piece: Piece) {
        self.counts -= 1 << (8 * piece as u32);
        let none = self.counts >> (8 * piece as u32) & 0xff == 0;
        self.kinds ^= u8::from(none) << piece as u32;
    }

    #[inline]
    fn put(&mut self, piece: Piece) {
        self.counts += 1 << (8 * piece as u32);
        self.kinds |= 1 << piece as u32;
    }
}

/// Covered cells, stocks and orders of rows from which no candidate can be found. The
/// same cells are often covered by the same pieces laid otherwise.
#[derive(Clone, Debug)]
struct Barren<B> {
    slots: Vec<(B, B, u64)>,
    bits: u32,
    /// Slots filled since it grew last.
    added: usize,
}

impl<B: Bits> Barren<B> {
    const FEW_BITS: u32 = 8;
    const MOST_BITS: u32 = 16;
    /// No stock is that.
    const NONE: (B, B, u64) = (B::EMPTY, B::EMPTY, u64::MAX);

    fn new() -> Self {
        Self { slots: alloc::vec![Self::NONE; 1 << Self::FEW_BITS], bits: Self::FEW_BITS, added: 0 }
    }

    #[inline]
    fn slot(&self, (covered, order, stock): (B, B, u64)) -> usize {
        let order = order.word(0) ^ order.word(1);
        let key = covered.word(0) ^ covered.word(1) ^ order.rotate_left(24) ^ stock.rotate_left(8);
        (mix64(key) >> (64 - self.bits)) as usize
    }

    #[inline]
    fn has(&self, covered: B, stock: Stock, order: RowOrder<B>) -> bool {
        let key = (covered, order.bits(), stock.counts);
        self.slots[self.slot(key)] == key
    }

    #[inline]
    fn add(&mut self, covered: B, stock: Stock, order: RowOrder<B>) {
        self.added += 1;
        if self.added > self.slots.len() && self.bits < Self::MOST_BITS {
            self.bits += 2;
            self.added = 0;
            let old = core::mem::replace(&mut self.slots, alloc::vec![Self::NONE; 1 << self.bits]);
            for key in old.into_iter().filter(|key| *key != Self::NONE) {
                let at = self.slot(key);
                self.slots[at] = key;
            }
        }
        let key = (covered, order.bits(), stock.counts);
        let at = self.slot(key);
        self.slots[at] = key;
    }
}

/// How many pieces of each kind are in a list.
pub(crate) fn stock_of(pieces: impl IntoIterator<Item = Piece>) -> [u8; 7] {
    let mut stock = [0; 7];
    pieces.into_iter().for_each(|piece| stock[piece as usize] += 1);
    stock
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole and split tilings of the empty four rows that pass a test.
    fn counts(stock: [u8; 7], passes: impl Fn(&[u32; 7]) -> bool) -> (u64, u64) {
        let field = PcField::from_rows([], 4).expect("a height");
        let options = Options::<u64>::new(&field);
        let mut tilings = Tilings::new(&field, &options, stock, 0);
        let budget = grid_core::Budget::unlimited();
        let mut meter = budget.meter();
        let (mut whole, mut split) = (0, 0);
        while tilings.advance(&options, &mut meter).expect("no limit") {
            let pieces = || tilings.chosen().iter().map(|&number| &options.all[number as usize]);
            let mut kinds = [0; 7];
            pieces().for_each(|option| kinds[option.piece as usize] += 1);
            if passes(&kinds) {
                let to = if pieces().all(|option| option.gaps == 0) { &mut whole } else { &mut split };
                *to += 1;
            }
        }
        (whole, split)
    }

    #[test]
    fn tilings_of_seven_and_three_pieces() {
        let every = |kinds: &[u32; 7]| kinds.iter().all(|&count| count > 0);
        assert_eq!(counts([2; 7], every), (8_260, 526_074));
    }

    #[test]
    #[ignore = "half a minute"]
    fn all_tilings_of_four_rows() {
        assert_eq!(counts([10; 7], |_| true), (796_558, 29_130_196));
        let (whole, split) = counts([4; 7], |_| true);
        assert_eq!(whole + split, 24_811_359);
    }
}
