//! How cells lie in a word.

/// The row length of a board, constant where it can be.
pub(crate) trait Shape: Copy {
    /// Bits from one row to the next.
    fn stride(self) -> u32;
    /// Cells that have a right neighbour in their row.
    fn not_last(self) -> u64;
    /// Cells that have a left neighbour in their row.
    fn not_first(self) -> u64;
    /// ⌈log₂ rows⌉: the rounds in which a column can be pushed together.
    fn rounds(self) -> u32;

    /// For each cell what lies `rows` below it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn below(self, set: u64, rows: u32) -> u64 {
        shr(set, self.stride() * rows)
    }

    /// For each cell what lies `rows` above it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn above(self, set: u64, rows: u32) -> u64 {
        shl(set, self.stride() * rows)
    }

    /// The cells and their neighbours in all eight directions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dilated(self, set: u64) -> u64 {
        let line = set | (set & self.not_last()) << 1 | (set & self.not_first()) >> 1;
        line | self.below(line, 1) | self.above(line, 1)
    }

    /// All cells in the column of a cell.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn column(self, bit: u32) -> u64 {
        let mut set = 1 << bit;
        let mut rows = 1;
        for _ in 0..self.rounds() {
            set |= self.below(set, rows) | self.above(set, rows);
            rows *= 2;
        }
        set
    }

    /// All cells in the row of a cell.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn row(self, bit: u32) -> u64 {
        let stride = self.stride();
        // Rows are counted from the bottom, where they end at bit 63.
        let from_bottom = (63 - bit) / stride;
        shl(u64::MAX, 64 - stride) >> (from_bottom * stride)
    }
}

/// A left shift of any length.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) const fn shl(set: u64, by: u32) -> u64 {
    if by < 64 { set << by } else { 0 }
}

/// A right shift of any length.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) const fn shr(set: u64, by: u32) -> u64 {
    if by < 64 { set >> by } else { 0 }
}

/// Boards within 8×8.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eight;

impl Shape for Eight {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stride(self) -> u32 {
        8
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn not_last(self) -> u64 {
        0x7F7F_7F7F_7F7F_7F7F
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn not_first(self) -> u64 {
        0xFEFE_FEFE_FEFE_FEFE
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rounds(self) -> u32 {
        3
    }
}

/// Any other board of up to 64 cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Any {
    stride: u32,
    rounds: u32,
    last: u64,
}

impl Any {
    pub(crate) fn new(rows: u8, cols: u8) -> Self {
        let stride = u32::from(cols);
        // Also above the top row, so that what is pushed out there stays in its column.
        let last = (0..=63 / stride).fold(0, |set, row| set | 1 << (63 - row * stride));
        Self { stride, rounds: u32::from(rows).next_power_of_two().trailing_zeros(), last }
    }
}

impl Shape for Any {
    fn stride(self) -> u32 {
        self.stride
    }
    fn not_last(self) -> u64 {
        !self.last
    }
    fn not_first(self) -> u64 {
        // Cells whose left neighbour ends a row; the first cell of all has none.
        !(self.last << 1) & !shr(self.last, self.stride - 1)
    }
    fn rounds(self) -> u32 {
        self.rounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(shape: impl Shape, rows: u32, cols: u32) {
        let offset = 64 - rows * shape.stride();
        for bit in offset..64 {
            let (row, col) = ((bit - offset) / shape.stride(), (bit - offset) % shape.stride());
            let same =
                |of: &dyn Fn(u32) -> bool| (offset..64).filter(|&b| of(b)).fold(0_u64, |set, b| set | 1 << b);
            assert_eq!(shape.row(bit), same(&|b| (b - offset) / shape.stride() == row));
            let column = same(&|b| (b - offset) % shape.stride() == col);
            assert_eq!(shape.column(bit) & same(&|_| true), column, "{rows}×{cols}");
            assert_eq!(shape.not_last() >> bit & 1 == 1, col + 1 < shape.stride());
            assert_eq!(shape.not_first() >> bit & 1 == 1, col > 0);
        }
    }

    #[test]
    fn lines_of_every_shape() {
        check(Eight, 8, 8);
        for rows in 1..=64_u8 {
            for cols in 1..=64 / rows {
                check(Any::new(rows, cols), rows.into(), cols.into());
            }
        }
    }
}
