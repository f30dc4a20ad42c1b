//! Candidate tilings: every empty cell is covered by pieces of a stock, whole or
//! split, and the rows can be cleared in some order. Always the first open cell is
//! covered next. Whether a candidate can be built is another question, see `build`.

use alloc::vec::Vec;

use grid_core::{Bits, Meter, Stop, mix64};
use tetromino::Piece;

use super::options::Options;
use super::row_order::RowOrder;
use crate::rules::field::PcField;

/// A search that stands still at each candidate.
#[derive(Clone, Debug)]
pub(crate) struct Tilings<B> {
    levels: Vec<Level<B>>,
    /// Pieces that may still be used.
    stock: [u8; 7],
    chosen: Vec<u32>,
    needed: usize,
    barren: Barren<B>,
    /// Names the order in which pieces are tried.
    turn: u32,
}

#[derive(Clone, Copy, Debug)]
struct Level<B> {
    covered: B,
    order: RowOrder,
    /// The options of one piece that are still to be tried.
    next: u32,
    end: u32,
    /// The seven groups of options of the first open cell begin here.
    groups: u32,
    /// Pieces tried, and with which one it began.
    tried: u32,
    begun: u32,
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
            stock,
            chosen: Vec::new(),
            needed: needed.unwrap_or(0),
            barren: Barren::new(field.height()),
            turn,
        };
        if needed.is_some() {
            search.open(options, options.filled, RowOrder::default());
        }
        search
    }

    #[inline]
    fn open(&mut self, options: &Options<B>, covered: B, order: RowOrder) {
        let (groups, tried, begun) = match (options.full & !covered).first() {
            Some(cell) if self.turn == 0 => (7 * cell, 0, 0),
            Some(cell) => (7 * cell, 0, (mix64(u64::from(self.turn << 8 | cell)) % 7) as u32),
            None => (0, 7, 0),
        };
        self.levels.push(Level { covered, order, next: 0, end: 0, groups, tried, begun, fertile: false });
    }

    /// Goes on to the next candidate; `false` if there is none left. A node is a
    /// piece laid.
    pub(crate) fn advance(&mut self, options: &Options<B>, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        // The level of the candidate that was told before is closed.
        if self.levels.len() == self.needed + 1 {
            self.close(options);
        }
        while let Some(level) = self.levels.last_mut() {
            let Some((number, order)) = level.find(options, &self.stock) else {
                if self.levels.len() == self.needed + 1 {
                    // Only a field without an empty cell is full without a piece.
                    return Ok(true);
                }
                self.close(options);
                continue;
            };
            meter.spend(1)?;
            level.next += 1;
            let option = &options.all[number as usize];
            let covered = level.covered | option.upright;
            self.stock[option.piece as usize] -= 1;
            if self.barren.has(covered, &self.stock, &order) {
                self.stock[option.piece as usize] += 1;
                continue;
            }
            self.chosen.push(number);
            self.open(options, covered, order);
            if self.levels.len() == self.needed + 1 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn close(&mut self, options: &Options<B>) {
        let Some(level) = self.levels.pop() else { return };
        let fertile = level.fertile || self.levels.len() == self.needed;
        match self.levels.last_mut() {
            Some(above) if fertile => above.fertile = true,
            Some(_) => self.barren.add(level.covered, &self.stock, &level.order),
            None => {}
        }
        if let Some(number) = self.chosen.pop() {
            self.stock[options.all[number as usize].piece as usize] += 1;
        }
    }

    /// The options of the present candidate.
    pub(crate) fn chosen(&self) -> &[u32] {
        &self.chosen
    }
}

impl<B: Bits> Level<B> {
    /// The next option that can be laid, and the order of rows then.
    #[inline]
    fn find(&mut self, options: &Options<B>, stock: &[u8; 7]) -> Option<(u32, RowOrder)> {
        loop {
            for option in &options.all[self.next as usize..self.end as usize] {
                if (option.upright & self.covered).is_empty() {
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
            if self.tried == 7 {
                return None;
            }
            let piece = (self.begun + self.tried) % 7;
            self.tried += 1;
            if stock[piece as usize] > 0 {
                let group = (self.groups + piece) as usize;
                (self.next, self.end) = (options.starts[group], options.starts[group + 1]);
            }
        }
    }
}

/// Covered cells, stocks and orders of rows from which no candidate can be found. The
/// same cells are often covered by the same pieces laid otherwise.
#[derive(Clone, Debug)]
struct Barren<B> {
    slots: Vec<(B, u64)>,
    bits: u32,
    /// Slots filled since it grew last.
    added: usize,
    height: usize,
}

impl<B: Bits> Barren<B> {
    const FEW_BITS: u32 = 8;
    const MOST_BITS: u32 = 16;
    /// Orders of more rows do not fit a key.
    const MOST_ROWS: usize = 6;

    fn new(height: usize) -> Self {
        let slots = if height <= Self::MOST_ROWS {
            alloc::vec![(B::EMPTY, 0); 1 << Self::FEW_BITS]
        } else {
            Vec::new()
        };
        Self { slots, bits: Self::FEW_BITS, added: 0, height }
    }

    /// 21 bits for the stock, then six for each row; none for stocks beyond seven of a
    /// kind.
    #[inline]
    fn key(&self, stock: &[u8; 7], order: &RowOrder) -> Option<u64> {
        if self.slots.is_empty() || stock.iter().any(|&count| count > 7) {
            return None;
        }
        let stock = stock.iter().fold(0, |key, &count| key << 3 | u64::from(count));
        Some(order.rows()[..self.height].iter().fold(stock, |key, &after| key << 6 | u64::from(after)))
    }

    #[inline]
    fn slot(&self, covered: B, key: u64) -> usize {
        (mix64(covered.word(0) ^ key.rotate_left(24)) >> (64 - self.bits)) as usize
    }

    #[inline]
    fn has(&self, covered: B, stock: &[u8; 7], order: &RowOrder) -> bool {
        let key = self.key(stock, order);
        key.is_some_and(|key| self.slots[self.slot(covered, key)] == (covered, key))
    }

    #[inline]
    fn add(&mut self, covered: B, stock: &[u8; 7], order: &RowOrder) {
        let Some(key) = self.key(stock, order) else { return };
        self.added += 1;
        if self.added > self.slots.len() && self.bits < Self::MOST_BITS {
            self.bits += 2;
            self.added = 0;
            let old = core::mem::replace(&mut self.slots, alloc::vec![(B::EMPTY, 0); 1 << self.bits]);
            for (covered, key) in old {
                let at = self.slot(covered, key);
                self.slots[at] = (covered, key);
            }
        }
        let at = self.slot(covered, key);
        self.slots[at] = (covered, key);
    }
}

/// How many pieces of each kind are in a list.
pub(crate) fn stock_of(pieces: impl IntoIterator<Item = Piece>) -> [u8; 7] {
    let mut stock = [0; 7];
    pieces.into_iter().for_each(|piece| stock[piece as usize] += 1);
    stock
}
