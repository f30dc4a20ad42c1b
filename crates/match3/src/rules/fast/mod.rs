//! The bit-sliced engine: boards of up to 64 cells and 8 kinds.
//!
//! A board is seven words of one bit a cell: three planes for the kind, three for
//! the form, one for the outline. Cells lie in row-major order with the bottom
//! right one at bit 63, so that shifts towards the bottom fall off the word.

mod batch;
mod cascade;
mod detect;
mod fall;
mod moves;
mod shape;
mod specials;
pub(crate) mod supply;

pub(crate) use batch::Batch;
pub use moves::LegalSet;

use super::board::{Board, Pos};
use super::tile::{Form, Kind, Tile};
use shape::{Any, Eight};

/// A board of the bit-sliced engine: at most 64 cells and 8 kinds, with holes and
/// special candies, without the tiles of the optional modules. 64 bytes, `Copy`.
///
/// The searches convert to it by themselves where a board fits.
///
/// ```
/// use match3::{Board, FastBoard, Rules};
/// let board: Board = "AABA\nCDCD".parse()?;
/// let fast = FastBoard::from_board(&board).expect("8 cells and 4 kinds");
/// assert_eq!(fast.to_board(), board);
/// assert_eq!(fast.legal_count(&Rules::new(4)), 1);
/// # Ok::<(), match3::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FastBoard {
    /// Bits of the kinds; 0 where there is no kind.
    pub(crate) kind: [u64; 3],
    /// Bits of the form codes, see [`code`].
    pub(crate) form: [u64; 3],
    /// Cells that are no holes.
    pub(crate) field: u64,
    rows: u8,
    cols: u8,
}

/// Form codes: those of [`Form`], then these.
mod code {
    pub(super) const BOMB: u8 = 6;
    pub(super) const EMPTY: u8 = 7;
}

/// Calls generic code with the shape of a board: constant for boards within 8×8.
macro_rules! with_shape {
    ($board:expr, |$shape:ident| $body:expr) => {
        if $board.is_eight() {
            let $shape = Eight;
            $body
        } else {
            let $shape = Any::new($board.rows(), $board.cols());
            $body
        }
    };
}
pub(crate) use with_shape;

/// Draws a kind uniformly from those that are neither of two; `None` if there is
/// none. Numbers from `kinds` on exclude nothing.
#[inline]
pub(crate) fn draw_kind(one: u8, other: u8, kinds: u8, stream: &mut grid_core::Stream) -> Option<u8> {
    let (low, high) = (one.min(other), one.max(other));
    let excluded = u8::from(low < kinds) + u8::from(high < kinds && high != low);
    if kinds == excluded {
        return None;
    }
    let mut kind = stream.below(u32::from(kinds - excluded)) as u8;
    kind += u8::from(kind >= low);
    kind += u8::from(high != low && kind >= high);
    Some(kind)
}

impl FastBoard {
    /// Most cells a board may have.
    pub const MAX_CELLS: usize = 64;
    /// Most kinds a board may have.
    pub const MAX_KINDS: u8 = 8;
    /// Most legal swaps a board can have.
    pub const MAX_SWAPS: usize = 112;

    /// The board in the form of this engine; `None` if it has more than 64 cells, a
    /// kind above the eighth, or tiles of the optional modules. O(cells).
    #[must_use]
    pub fn from_board(board: &Board) -> Option<Self> {
        Self::from_tiles(board.tiles(), board.rows(), board.cols())
    }

    pub(crate) fn from_tiles(tiles: &[Tile], rows: u8, cols: u8) -> Option<Self> {
        if tiles.len() > Self::MAX_CELLS {
            return None;
        }
        let mut fast = Self { kind: [0; 3], form: [0; 3], field: 0, rows, cols };
        let (stride, offset) = (fast.stride(), fast.offset());
        // One bit a cell for each bit of the tiles' codes.
        let mut planes = [0_u64; 8];
        for (row, cells) in (0..).zip(tiles.chunks_exact(cols.into())) {
            for (part, cells) in (0..).zip(cells.chunks(8)) {
                let mut codes = [0; 8];
                for (code, tile) in codes.iter_mut().zip(cells) {
                    *code = tile.code();
                }
                let codes = u64::from_le_bytes(codes);
                let at = row * stride + 8 * part + offset;
                for (bit, plane) in planes.iter_mut().enumerate() {
                    // The product gathers the lowest bits of the eight bytes in the highest byte.
                    let bits =
                        (codes >> bit & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                    *plane |= bits << at;
                }
            }
        }
        let [k0, k1, k2, k3, k4, f0, f1, f2] = planes;
        let rows_of = |width: u32| {
            (0..u32::from(rows))
                .fold(0, |set, row| set | (u64::MAX >> (64 - width)) << (row * stride + offset))
        };
        let cells = if stride == u32::from(cols) { u64::MAX << offset } else { rows_of(cols.into()) };
        let holes = k0 & k1 & k2 & k3 & k4 & f0 & f1 & f2;
        let misfits = (k3 | k4 | (f1 & f2 & (k0 | k1 | k2))) & !holes;
        fast.field = cells & !holes;
        fast.kind = [k0 & !holes, k1 & !holes, k2 & !holes];
        fast.form = [f0 & !holes, f1 & !holes, f2 & !holes];
        (misfits == 0).then_some(fast)
    }

    /// A board of empty cells; `None` above 64 cells, or if one side is 0.
    #[must_use]
    pub fn empty(rows: u8, cols: u8) -> Option<Self> {
        let cells = usize::from(rows) * usize::from(cols);
        Self::from_tiles([Tile::EMPTY; Self::MAX_CELLS].get(..cells)?, rows, cols).filter(|_| cells > 0)
    }

    /// Fills all cells by the sequential distribution; says whether every cell had a
    /// kind to take.
    pub(crate) fn draw_sequential(&mut self, kinds: u8, stream: &mut grid_core::Stream) -> bool {
        const NONE: u8 = u8::MAX;
        let mut line = [[NONE; 2]; 64];
        let (stride, offset) = (self.stride(), self.offset());
        let mut planes = [0_u64; 3];
        for row in 0..u32::from(self.rows) {
            let mut left = [NONE; 2];
            for col in 0..u32::from(self.cols) {
                let bit = row * stride + col + offset;
                let above = &mut line[col as usize & 63];
                if self.field >> bit & 1 == 0 {
                    (left, *above) = ([NONE, left[0]], [NONE, above[0]]);
                    continue;
                }
                let across = if left[0] == left[1] { left[0] } else { NONE };
                let down = if above[0] == above[1] { above[0] } else { NONE };
                let Some(kind) = draw_kind(across, down, kinds, stream) else { return false };
                (left, *above) = ([kind, left[0]], [kind, above[0]]);
                for (plane, word) in planes.iter_mut().enumerate() {
                    *word |= u64::from(kind >> plane & 1) << bit;
                }
            }
        }
        *self = self.plain(planes, self.field);
        true
    }

    /// The board in its general form. O(cells).
    #[must_use]
    pub fn to_board(&self) -> Board {
        let cells = usize::from(self.rows) * usize::from(self.cols);
        let pos = |index: usize| super::board::pos_of(self.cols, index);
        let tiles = (0..cells).map(|index| self.tile(pos(index))).collect();
        Board::from_tiles(self.rows.into(), self.cols.into(), tiles).expect("the size of a board")
    }

    /// Rows.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Columns.
    #[must_use]
    pub const fn cols(&self) -> u8 {
        self.cols
    }

    /// The tile of a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn tile(&self, at: Pos) -> Tile {
        assert!(
            at.row < self.rows && at.col < self.cols,
            "cell {at} on a board of {}×{}",
            self.rows,
            self.cols
        );
        self.tile_of_bit(self.bit_of(at))
    }

    /// Whether there is no run.
    #[must_use]
    #[inline]
    pub fn is_stable(&self) -> bool {
        self.match_set() == 0
    }

    /// A hash of the board, the same on every platform; another one than that of
    /// [`Board`].
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = grid_core::StableHasher::new("match3.fast");
        hasher.write(u64::from(self.rows) << 8 | u64::from(self.cols));
        for word in self.kind.into_iter().chain(self.form).chain([self.field]) {
            hasher.write(word);
        }
        hasher.finish()
    }

    pub(crate) const fn is_eight(&self) -> bool {
        self.rows <= 8 && self.cols <= 8
    }

    /// Bits from one row to the next.
    pub(crate) const fn stride(&self) -> u32 {
        if self.is_eight() { 8 } else { self.cols as u32 }
    }

    /// The bit of the top left cell.
    const fn offset(&self) -> u32 {
        64 - self.rows as u32 * self.stride()
    }

    pub(crate) const fn bit_of(&self, at: Pos) -> u32 {
        at.row as u32 * self.stride() + at.col as u32 + self.offset()
    }

    pub(crate) const fn pos_of_bit(&self, bit: u32) -> Pos {
        let from_top = bit - self.offset();
        // A constant divisor where it can be one.
        let stride = self.cols as u32;
        let (row, col) = if self.is_eight() {
            (from_top / 8, from_top % 8)
        } else {
            (from_top / stride, from_top % stride)
        };
        Pos::new(row as u8, col as u8)
    }

    pub(crate) fn tile_of_bit(&self, bit: u32) -> Tile {
        if self.field >> bit & 1 == 0 {
            return Tile::HOLE;
        }
        let read = |planes: &[u64; 3]| (0..3).fold(0, |code, i| code | (planes[i] >> bit & 1) << i) as u8;
        match read(&self.form) {
            code::EMPTY => Tile::EMPTY,
            code::BOMB => Tile::BOMB,
            form => Tile::candy(Kind::at(read(&self.kind)), Form::ALL[usize::from(form)]),
        }
    }

    /// Cells that hold a candy.
    #[inline]
    pub(crate) const fn occupied(&self) -> u64 {
        self.field & !(self.form[0] & self.form[1] & self.form[2])
    }

    /// Cells that have a matching kind.
    #[inline]
    pub(crate) const fn matching(&self) -> u64 {
        self.field & !self.form[2]
    }
}

/// Exchanges two bits of a word.
#[inline]
pub(crate) const fn swap_bits(word: u64, a: u32, b: u32) -> u64 {
    let differ = (word >> a ^ word >> b) & 1;
    word ^ (differ << a | differ << b)
}

impl super::wave::FastWave {
    /// The special candy created on a cell that held `before`.
    pub(crate) fn created_tile(&self, bit: u32, before: Tile) -> Tile {
        let form = [Form::StripedH, Form::StripedV, Form::Wrapped];
        let made = form.into_iter().zip(self.created).find(|(_, set)| set >> bit & 1 == 1);
        match (made, before.kind()) {
            (Some((form, _)), Some(kind)) => Tile::candy(kind, form),
            _ => Tile::BOMB,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_every_size_round_trip() {
        for rows in 1..=64_u8 {
            for cols in 1..=64 / rows {
                let tiles: alloc::vec::Vec<Tile> = (0..rows * cols)
                    .map(|i| match i % 11 {
                        0 => Tile::HOLE,
                        1 => Tile::BOMB,
                        2 => Tile::EMPTY,
                        i => Tile::candy(Kind::at(i % 8), Form::ALL[usize::from(i % 6)]),
                    })
                    .collect();
                let board = Board::from_tiles(rows.into(), cols.into(), tiles).unwrap();
                assert_eq!(FastBoard::from_board(&board).unwrap().to_board(), board);
            }
        }
        for misfit in ["I", "1", "%", "@"] {
            assert_eq!(FastBoard::from_board(&misfit.parse().unwrap()), None, "{misfit}");
        }
        assert_eq!(size_of::<FastBoard>(), 64);
    }
}
