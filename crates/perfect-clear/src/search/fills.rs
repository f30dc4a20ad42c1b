//! Ways to fill all cells of one kind and some of another by pieces of a stock.
//!
//! The first open cell that must be filled is covered in every way. Then pieces that lie
//! wholly on cells that may be filled are added, in the order of their numbers, so that
//! each set of pieces comes once.

use alloc::vec::Vec;

use grid_core::{Bits, Meter, Stop};

use super::candidates::Candidates;
use super::options::Options;
use super::row_order::RowOrder;
use crate::rules::field::PcField;
use crate::rules::mask::SetupMask;

/// A search that stands still at each set of pieces.
#[derive(Clone, Debug)]
pub(crate) struct Fills<B> {
    /// Cells that must be filled, column by column.
    must: B,
    /// For each such cell the options that have it.
    by_cell: Vec<Vec<u32>>,
    /// The options on other cells.
    extra: Vec<u32>,
    levels: Vec<Level<B>>,
    chosen: Vec<u32>,
    stock: [u8; 7],
    most: usize,
}

#[derive(Clone, Copy, Debug)]
struct Level<B> {
    covered: B,
    order: RowOrder<B>,
    /// The next option of its list.
    next: usize,
    /// It was told as a set.
    told: bool,
}

impl<B: Bits> Fills<B> {
    /// The sets of at most `most` pieces of a stock, at least one.
    pub(crate) fn new(mask: &SetupMask, options: &Options<B>, stock: [u8; 7], most: usize) -> Self {
        let height = mask.field().height();
        let (mut must, mut allowed) = (B::EMPTY, B::EMPTY);
        for y in 0..height {
            let (row, may) = mask.row(y);
            for x in 0..PcField::WIDTH {
                let cell = B::bit((height * x + y) as u32);
                if row >> x & 1 != 0 {
                    must = must | cell;
                }
                if (row | may) >> x & 1 != 0 {
                    allowed = allowed | cell;
                }
            }
        }
        let fillable = mask.rows_to_fill();
        let mut by_cell = alloc::vec![Vec::new(); height * PcField::WIDTH];
        let mut extra = Vec::new();
        for (number, option) in options.all.iter().enumerate() {
            let upright = options.upright[number];
            if !(upright & !allowed).is_empty() || option.gaps & !fillable != 0 {
                continue;
            }
            let mut left = upright & must;
            if left.is_empty() {
                extra.push(number as u32);
            }
            while let Some(cell) = left.first() {
                by_cell[cell as usize].push(number as u32);
                left = left.without_first();
            }
        }
        let start = Level { covered: B::EMPTY, order: RowOrder::default(), next: 0, told: false };
        Self { must, by_cell, extra, levels: Vec::from([start]), chosen: Vec::new(), stock, most }
    }
}

impl<B: Bits> Candidates<B> for Fills<B> {
    fn advance(&mut self, options: &Options<B>, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        while let Some(level) = self.levels.last_mut() {
            let open = self.must & !level.covered;
            let left = self.most - self.chosen.len();
            if open.is_empty() && !level.told {
                level.told = true;
                if !self.chosen.is_empty() {
                    return Ok(true);
                }
            }
            let list = match open.first() {
                _ if open.count() as usize > 4 * left || left == 0 => &[][..],
                Some(cell) => &self.by_cell[cell as usize],
                None => &self.extra,
            };
            let fits = |number: &u32| {
                let option = &options.all[*number as usize];
                let free = (options.upright[*number as usize] & level.covered).is_empty();
                let order = if option.gaps == 0 {
                    Some(level.order)
                } else {
                    level.order.with(option.gaps, option.rows)
                };
                order.filter(|_| free && self.stock[option.piece as usize] > 0)
            };
            let rest = list.get(level.next..).unwrap_or(&[]);
            let next = rest.iter().enumerate().find_map(|(at, number)| Some((at, *number, fits(number)?)));
            let Some((at, number, order)) = next else {
                self.levels.pop();
                if let Some(number) = self.chosen.pop() {
                    self.stock[options.all[number as usize].piece as usize] += 1;
                }
                continue;
            };
            meter.spend(1)?;
            level.next += at + 1;
            let option = &options.all[number as usize];
            let covered = level.covered | options.upright[number as usize];
            // Of the other pieces only later ones are added.
            let next = if open.is_empty() { level.next } else { 0 };
            self.stock[option.piece as usize] -= 1;
            self.chosen.push(number);
            self.levels.push(Level { covered, order, next, told: false });
        }
        Ok(false)
    }

    fn chosen(&self) -> &[u32] {
        &self.chosen
    }
}
