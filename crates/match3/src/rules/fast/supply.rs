//! Where the fast engine gets new candies.

use grid_core::Stream;

use super::FastBoard;
use crate::rules::board::Pos;
use crate::rules::general::Dry;
use crate::rules::refill::{MAX_REDRAWS, RefillSource, Request};
use crate::rules::table::Rules;
use crate::rules::tile::Kind;
use crate::rules::wave::BoardView;

/// What is to be filled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap<'a> {
    /// The empty cells.
    pub(crate) empty: u64,
    /// The number of the wave.
    pub(crate) wave: u32,
    pub(crate) rules: &'a Rules,
}

/// Fills the empty cells of a wave.
pub(crate) trait Supply {
    /// Whether it fills at all.
    const FILLS: bool;

    /// Puts plain candies on the empty cells, where all planes are 0 before.
    /// `board` is the board so far, with these cells empty.
    fn fill(
        &mut self,
        kind: &mut [u64; 3],
        gap: &Gap<'_>,
        board: impl Fn(&[u64; 3]) -> FastBoard,
    ) -> Result<(), Dry>;
}

/// No refill: cells that become empty stay empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nothing;

impl Supply for Nothing {
    const FILLS: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(&mut self, _: &mut [u64; 3], _: &Gap<'_>, _: impl Fn(&[u64; 3]) -> FastBoard) -> Result<(), Dry> {
        Ok(())
    }
}

/// A source of the game, asked candy by candy.
#[derive(Debug)]
pub(crate) struct Asked<'a, S>(pub(crate) &'a mut S);

impl<S: RefillSource> Supply for Asked<'_, S> {
    const FILLS: bool = true;

    #[inline]
    fn fill(
        &mut self,
        kind: &mut [u64; 3],
        &Gap { empty, wave, rules }: &Gap<'_>,
        board: impl Fn(&[u64; 3]) -> FastBoard,
    ) -> Result<(), Dry> {
        let shape = board(kind);
        let before = *kind;
        for redraw in 0..=MAX_REDRAWS {
            *kind = before;
            for col in 0..shape.cols() {
                let mut cells = empty & shape.column_set(col);
                while cells != 0 {
                    // The lowest cell has the highest bit.
                    let bit = 63 - cells.leading_zeros();
                    cells ^= 1 << bit;
                    let at = Pos::new(shape.row_of_bit(bit), col);
                    let request = Request { at, wave };
                    let drawn: Kind = Dry::draw(self.0, request, rules)?;
                    if drawn.index() >= FastBoard::MAX_KINDS {
                        return Err(Dry { request, given: Some(drawn) });
                    }
                    let code = u64::from(drawn.index());
                    for (plane, word) in kind.iter_mut().enumerate() {
                        *word |= (code >> plane & 1) << bit;
                    }
                }
            }
            if empty == 0 || redraw == MAX_REDRAWS || self.0.accept(BoardView::fast(board(kind)), rules) {
                break;
            }
        }
        Ok(())
    }
}

impl FastBoard {
    /// All cells of a column.
    #[inline]
    pub(crate) const fn column_set(&self, col: u8) -> u64 {
        let stride = self.stride();
        if stride == 8 {
            0x0101_0101_0101_0101 << col
        } else {
            let mut set = 0;
            let mut bit = col as u32 + 64 - self.rows as u32 * stride;
            while bit < 64 {
                set |= 1 << bit;
                bit += stride;
            }
            set
        }
    }

    #[inline]
    const fn row_of_bit(&self, bit: u32) -> u8 {
        self.pos_of_bit(bit).row
    }
}

/// The refill of one sample of a search: for each wave a whole board of uniform
/// kinds, of which the cells that become empty take theirs. The same for every
/// move, and for both engines.
///
/// The board of wave `n` is drawn from the stream `(seed, "match3.sample", …)` in
/// the order of the waves, 64 cells at a time, as binary digits of the kinds, where
/// all cells with a number that is no kind are drawn again.
#[derive(Clone, Debug)]
pub(crate) struct SampleTable {
    kinds: u8,
    stream: Stream,
    words: usize,
    planes: usize,
    /// For each wave `words` × `planes` words.
    drawn: alloc::vec::Vec<u64>,
}

impl SampleTable {
    /// The table of sample `index`, for boards of up to `words` × 64 cells.
    pub(crate) fn new(kinds: u8, seed: u64, index: u64, words: usize) -> Self {
        let planes = if kinds <= FastBoard::MAX_KINDS { 3 } else { 5 };
        Self {
            kinds,
            stream: Stream::new(seed, "match3.sample", index),
            words,
            planes,
            drawn: alloc::vec::Vec::new(),
        }
    }

    /// Words of 64 cells a wave.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Turns it into the table of another sample, keeping the buffer.
    pub(crate) fn restart(&mut self, seed: u64, index: u64) {
        self.stream = Stream::new(seed, "match3.sample", index);
        self.drawn.clear();
    }

    /// The planes of the cells of `word` in a wave.
    #[inline]
    pub(crate) fn planes(&mut self, wave: u32, word: usize) -> &[u64] {
        let start = ((wave as usize - 1) * self.words + word) * self.planes;
        while self.drawn.len() < start + self.planes {
            self.draw_word();
        }
        &self.drawn[start..start + self.planes]
    }

    /// Three planes of a wave, for the fast engine.
    #[inline]
    pub(crate) fn three(&mut self, wave: u32) -> [u64; 3] {
        let planes = self.planes(wave, 0);
        [planes[0], planes[1], planes[2]]
    }

    #[cold]
    fn draw_word(&mut self) {
        let digits = (8 - (self.kinds - 1).leading_zeros()) as usize;
        let mut word = [0_u64; 5];
        let mut left = u64::MAX;
        while left != 0 {
            // `below`: the digits so far are those of the bound, `less`: they are smaller.
            let (mut less, mut tied) = (0, left);
            for digit in (0..digits).rev() {
                let bits = self.stream.next_u64();
                word[digit] = (word[digit] & !left) | (bits & left);
                if u32::from(self.kinds) >> digit & 1 == 1 {
                    less |= tied & !bits;
                    tied &= bits;
                } else {
                    tied &= !bits;
                }
            }
            // Where the number of kinds is a power of two every number is a kind.
            left = if self.kinds.is_power_of_two() { 0 } else { left & !less };
        }
        self.drawn.extend_from_slice(&word[..self.planes]);
    }
}

impl Supply for &mut SampleTable {
    const FILLS: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(
        &mut self,
        kind: &mut [u64; 3],
        gap: &Gap<'_>,
        _: impl Fn(&[u64; 3]) -> FastBoard,
    ) -> Result<(), Dry> {
        let drawn = self.three(gap.wave);
        for (plane, drawn) in kind.iter_mut().zip(drawn) {
            *plane |= drawn & gap.empty;
        }
        Ok(())
    }
}

/// The same table as a source for the general engine.
#[derive(Debug)]
pub(crate) struct TableSource<'a> {
    pub(crate) table: &'a mut SampleTable,
    pub(crate) rows: u8,
    pub(crate) cols: u8,
}

impl RefillSource for TableSource<'_> {
    fn draw(&mut self, request: Request) -> Option<Kind> {
        let cells = usize::from(self.rows) * usize::from(self.cols);
        let index = if cells <= FastBoard::MAX_CELLS {
            let stride = if self.rows <= 8 && self.cols <= 8 { 8 } else { usize::from(self.cols) };
            usize::from(request.at.row) * stride + usize::from(request.at.col) + 64
                - usize::from(self.rows) * stride
        } else {
            usize::from(request.at.row) * usize::from(self.cols) + usize::from(request.at.col)
        };
        let planes = self.table.planes(request.wave, index / 64);
        let kind =
            planes.iter().enumerate().fold(0, |kind, (i, plane)| kind | (plane >> (index % 64) & 1) << i);
        Kind::new(kind as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_uniform_and_repeats() {
        for kinds in 1..=26_u8 {
            let mut counts = [0_u32; 26];
            let mut table = SampleTable::new(kinds, 3, 1, 2);
            let mut again = SampleTable::new(kinds, 3, 1, 2);
            for wave in (1..=100).rev() {
                for word in 0..2 {
                    let planes = table.planes(wave, word).to_vec();
                    assert_eq!(planes, again.planes(wave, word));
                    for bit in 0..64 {
                        let kind = planes.iter().enumerate().fold(0, |k, (i, p)| k | (p >> bit & 1) << i);
                        counts[kind as usize] += 1;
                    }
                }
            }
            let expected = 12_800.0 / f64::from(kinds);
            for (kind, &count) in counts.iter().enumerate() {
                if kind < kinds.into() {
                    assert!(
                        (f64::from(count) - expected).abs() < 5.0 * expected.sqrt(),
                        "{kinds}: {counts:?}"
                    );
                } else {
                    assert_eq!(count, 0);
                }
            }
        }
    }
}
