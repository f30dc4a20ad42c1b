//! Whole boards as bit sets, rows packed into words.

use crate::Field;

/// A set of cells on rows of `P` columns, `P` of 10 or 16; `N` words of as many
/// whole rows as fit. Bit `x` of row `y` is the cell `(x, y)`.
///
/// A shift by rows and columns is one shift of the words; bits that would wrap
/// round a wall are masked by the caller or by [`Map::moved`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Map<const P: usize, const N: usize>(pub(super) [u64; N]);

impl<const P: usize, const N: usize> Map<P, N> {
    /// Rows of a word.
    pub(super) const PER_WORD: usize = 64 / P;
    /// Bits of a word that are in use.
    const BITS: u32 = (Self::PER_WORD * P) as u32;
    /// Rows.
    pub(super) const ROWS: usize = Self::PER_WORD * N;
    const USED: u64 = u64::MAX >> (64 - Self::BITS);
    /// Column 0.
    const FIRST: u64 = {
        let (mut column, mut row) = (0, 0);
        while row < Self::PER_WORD {
            column |= 1 << (row * P);
            row += 1;
        }
        column
    };
    /// All columns but the first.
    const NOT_FIRST: u64 = Self::USED & !Self::FIRST;
    /// All columns but the last.
    const NOT_LAST: u64 = Self::USED & !(Self::FIRST << (P - 1));
    /// Bit distance of one row.
    pub(super) const UP: u32 = P as u32;

    pub(super) const EMPTY: Self = Self([0; N]);

    /// The first `columns` columns of a word.
    #[inline(always)]
    pub(super) const fn columns(columns: usize) -> u64 {
        Self::FIRST.wrapping_mul((1 << columns) - 1)
    }

    /// The filled cells of a field below [`Map::ROWS`].
    #[inline]
    pub(super) fn of(field: &Field) -> Self {
        let mut map = Self::EMPTY;
        for (x, &column) in field.columns().iter().enumerate() {
            for (i, word) in map.0.iter_mut().enumerate() {
                // Beyond row 64 a field has no cells.
                let rows = column.checked_shr((i * Self::PER_WORD) as u32).unwrap_or(0);
                *word |= spread::<P>(rows) << x;
            }
        }
        map
    }

    #[inline(always)]
    pub(super) fn bit(x: usize, y: usize) -> Self {
        let mut map = Self::EMPTY;
        map.0[y / Self::PER_WORD] = 1 << (y % Self::PER_WORD * P + x);
        map
    }

    #[cfg(test)]
    #[inline(always)]
    pub(super) fn contains(&self, x: usize, y: usize) -> bool {
        self.0[y / Self::PER_WORD] >> (y % Self::PER_WORD * P + x) & 1 != 0
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// The cells outside the set, of the columns in `mask`.
    #[inline(always)]
    pub(super) fn complement(self, mask: u64) -> Self {
        Self(self.0.map(|word| !word & mask))
    }

    /// Cells of these columns of every row.
    #[inline(always)]
    pub(super) fn all(mask: u64) -> Self {
        Self([mask; N])
    }

    /// Every cell moved `by` bits down the order, below one word's width; zeros
    /// come in from above.
    #[inline(always)]
    pub(super) fn lowered(self, by: u32) -> Self {
        if by == 0 {
            return self;
        }
        Self(core::array::from_fn(|i| {
            let above = if i + 1 < N { self.0[i + 1] << (Self::BITS - by) } else { 0 };
            (self.0[i] >> by | above) & Self::USED
        }))
    }

    /// Every cell moved `by` bits up the order, below one word's width.
    #[inline(always)]
    pub(super) fn raised(self, by: u32) -> Self {
        if by == 0 {
            return self;
        }
        Self(core::array::from_fn(|i| {
            let below = if i > 0 { self.0[i - 1] >> (Self::BITS - by) } else { 0 };
            (self.0[i] << by | below) & Self::USED
        }))
    }

    /// One row down.
    #[inline(always)]
    pub(super) fn down(self) -> Self {
        self.lowered(Self::UP)
    }

    /// One row up.
    #[inline(always)]
    pub(super) fn up(self) -> Self {
        self.raised(Self::UP)
    }

    /// One column to either side, without those that leave the map.
    #[inline(always)]
    pub(super) fn sideways(self) -> Self {
        Self(self.0.map(|word| (word << 1) & Self::NOT_FIRST | (word >> 1) & Self::NOT_LAST))
    }

    /// Every cell moved by `(dx, dy)`; those that leave the map are lost.
    pub(super) fn moved(self, dx: i32, dy: i32) -> Self {
        self.shifted(Shift::new(P, dx, dy))
    }

    /// Every cell moved; those that leave the map are lost.
    #[inline(always)]
    pub(super) fn shifted(self, Shift { stay, by }: Shift) -> Self {
        let inside = Self(self.0.map(|word| word & stay));
        let bits = by.unsigned_abs();
        if bits >= Self::BITS {
            inside.moved_far(by)
        } else if by < 0 {
            inside.lowered(bits)
        } else {
            inside.raised(bits)
        }
    }

    /// A shift by more than a word.
    #[cold]
    #[inline(never)]
    fn moved_far(self, by: i32) -> Self {
        if by.unsigned_abs() as usize >= N * Self::BITS as usize {
            return Self::EMPTY;
        }
        let (words, bits) = ((by.unsigned_abs() / Self::BITS) as usize, by.unsigned_abs() % Self::BITS);
        let mut map = Self::EMPTY;
        for i in words..N {
            if by > 0 {
                map.0[i] = self.0[i - words];
            } else {
                map.0[i - words] = self.0[i];
            }
        }
        if by > 0 { map.raised(bits) } else { map.lowered(bits) }
    }

    /// The set with every cell that has one of its cells above it.
    #[inline(always)]
    pub(super) fn covered(self) -> Self {
        let mut map = self;
        let mut above = 0;
        for word in map.0.iter_mut().rev() {
            let mut filled = *word | above << (P * (Self::PER_WORD - 1));
            filled |= filled >> P;
            filled |= filled >> (2 * P);
            if Self::PER_WORD > 4 {
                filled |= filled >> (4 * P);
            }
            *word = filled;
            above = filled & ((1 << P) - 1);
        }
        map
    }

    /// The cells, row by row from the lowest.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<P, N> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(i, word)| ones(word).map(move |bit| (bit % P, i * Self::PER_WORD + bit / P)))
    }
}

/// A move of a whole map: the columns that do not leave it, and a bit distance,
/// upward if positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    stay: u64,
    by: i32,
}

impl Shift {
    pub(super) const NONE: Self = Self { stay: 0, by: 0 };

    /// A move by `(dx, dy)` on rows of `stride` columns, 10 or 16.
    #[inline(always)]
    pub(super) const fn new(stride: usize, dx: i32, dy: i32) -> Self {
        static STAYS: [[u64; 31]; 2] = [Shift::stays(10), Shift::stays(16)];
        let stay = if dx < -15 || dx > 15 { 0 } else { STAYS[(stride == 16) as usize][(dx + 15) as usize] };
        Self { stay, by: dy * stride as i32 + dx }
    }

    /// The columns that stay inside, by distance.
    const fn stays(stride: usize) -> [u64; 31] {
        let mut table = [0; 31];
        let mut i = 0;
        while i < 31 * 64 {
            let (dx, bit) = (i as i32 / 64 - 15, i as i32 % 64);
            let (x, y) = (bit % stride as i32, bit as usize / stride);
            let inside = x + dx >= 0 && x + dx < stride as i32 && y < 64 / stride;
            table[i / 64] |= (inside as u64) << bit;
            i += 1;
        }
        table
    }
}

/// The positions of the ones of a word.
#[inline]
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = word.checked_sub(1).map(|less| (word.trailing_zeros() as usize, word & less));
        bit.map(|(position, rest)| {
            word = rest;
            position
        })
    })
}

/// The low bits of a column, one word's worth, `P` apart.
#[inline(always)]
fn spread<const P: usize>(column: u64) -> u64 {
    const TEN: [u64; 64] = table::<10, 64>();
    const SIXTEEN: [u64; 16] = table::<16, 16>();
    if P == 10 { TEN[(column & 63) as usize] } else { SIXTEEN[(column & 15) as usize] }
}

const fn table<const P: usize, const LEN: usize>() -> [u64; LEN] {
    let mut table = [0; LEN];
    let mut bits = 0;
    while bits < LEN {
        let mut row = 0;
        while row < 64 / P {
            table[bits] |= ((bits >> row & 1) as u64) << (row * P);
            row += 1;
        }
        bits += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const P: usize, const N: usize>() {
        type Cells = alloc::vec::Vec<(usize, usize)>;
        let mut stream = grid_core::Stream::new(1, "map test", P as u64);
        for _ in 0..200 {
            let map: Map<P, N> =
                Map(core::array::from_fn(|_| stream.next_u64() & stream.next_u64() & Map::<P, N>::USED));
            let cells: Cells = map.cells().collect();
            assert_eq!(cells.len(), map.len() as usize);
            assert!(cells.iter().all(|&(x, y)| map.contains(x, y)));
            for (dx, dy) in [(0, 1), (1, 0), (-1, 0), (2, -3), (-3, 5), (0, -9), (15, 0), (9, 11), (0, 0)] {
                let moved = cells.iter().filter_map(|&(x, y)| {
                    let (x, y) = (x as i32 + dx, y as i32 + dy);
                    let inside = (0..P as i32).contains(&x) && (0..Map::<P, N>::ROWS as i32).contains(&y);
                    inside.then_some((x as usize, y as usize))
                });
                let expected = moved.fold(Map::EMPTY, |all: Map<P, N>, (x, y)| all.or(Map::bit(x, y)));
                assert_eq!(map.moved(dx, dy), expected, "{dx} {dy}");
            }
            assert_eq!(map.sideways(), map.moved(1, 0).or(map.moved(-1, 0)));
            let covered =
                (0..Map::<P, N>::ROWS as i32).fold(Map::EMPTY, |all: Map<P, N>, y| all.or(map.moved(0, -y)));
            assert_eq!(map.covered(), covered);
        }
    }

    #[test]
    fn shifts_are_those_of_cells() {
        check::<10, 1>();
        check::<10, 2>();
        check::<10, 12>();
        check::<16, 4>();
        check::<16, 18>();
    }

    #[test]
    fn a_field_keeps_its_cells() {
        let mut field = Field::new(9, 64).expect("in range");
        let mut stream = grid_core::Stream::new(1, "map field", 0);
        for _ in 0..100 {
            field.fill(stream.below(9) as usize, stream.below(64) as usize);
        }
        let (ten, sixteen) = (Map::<10, 12>::of(&field), Map::<16, 18>::of(&field));
        for (x, y) in (0..9).flat_map(|x| (0..64).map(move |y| (x, y))) {
            assert_eq!([ten.contains(x, y), sixteen.contains(x, y)], [field.contains(x, y); 2]);
        }
        assert_eq!([ten.len(), sixteen.len()], [field.len(); 2]);
    }
}
