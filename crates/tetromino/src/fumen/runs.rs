//! The field of a page as runs of cells that changed by the same.

use alloc::vec::Vec;

use super::digits::{self, Digits};
use super::{Block, ColourField, DecodeError};

/// No change: the number of a colour less this is its difference.
const SAME: i32 = 8;

/// Reads a field over the one that the page before left. Returns whether one run spans
/// all of it; then follows a count of pages without a field of their own.
pub(super) fn read(
    field: &mut ColourField,
    digits: &mut Digits<'_>,
    rows: usize,
    page: usize,
) -> Result<bool, DecodeError> {
    let all = (rows + 1) * ColourField::WIDTH;
    // Older versions leave out rows at the top.
    let above = (ColourField::HEIGHT - rows) * ColourField::WIDTH;
    let mut told = 0;
    let mut cells = 0;
    while told < all {
        let value = digits.number(2, page, "the field")? as usize;
        let difference = (value / all) as i32 - SAME;
        cells = value % all + 1;
        if cells > all - told {
            return Err(DecodeError::Run { at: digits.at(), page, cells, left: all - told });
        }
        for index in told..told + cells {
            let (block, x, y) = field.cell_mut(above + index);
            let colour = i32::from(block.number()) + difference;
            let known = u8::try_from(colour).ok().and_then(Block::from_number);
            *block = known.ok_or(DecodeError::Colour { at: digits.at(), page, x, y, colour })?;
        }
        told += cells;
    }
    Ok(cells == all)
}

/// Writes a field over the one that the page before left. Returns whether one run spans
/// all of it.
pub(super) fn write(digits: &mut Vec<u8>, before: &ColourField, field: &ColourField) -> bool {
    let number = |block: Block| i32::from(block.number());
    let mut changes = before.cells().zip(field.cells()).map(|(old, new)| number(new) - number(old) + SAME);
    let all = ((ColourField::HEIGHT + 1) * ColourField::WIDTH) as u32;
    let mut run = (changes.next().unwrap_or(SAME), 1);
    for change in changes {
        if change == run.0 {
            run.1 += 1;
        } else {
            digits::push(digits, run.0 as u32 * all + run.1 - 1, 2);
            run = (change, 1);
        }
    }
    digits::push(digits, run.0 as u32 * all + run.1 - 1, 2);
    run.1 == all
}
