//! Whole boards as bit sets, rows packed into words without gaps.

use crate::Field;

/// A set of cells on rows of `P` columns, `P` of 10 or 16, one row after the other
/// in `N` words: bit `y * P + x` is the cell `(x, y)`. Bits above the last whole
/// row are not used.
///
/// A shift by rows and columns is one shift of the words; bits that would wrap
/// round a wall are masked by the caller or by [`Map::shifted`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Map<const P: usize, const N: usize>(pub(super) [u64; N]);

impl<const P: usize, const N: usize> Map<P, N> {
    /// Rows.
    pub(super) const ROWS: usize = N * 64 / P;
    pub(super) const EMPTY: Self = Self([0; N]);
    /// All cells.
    pub(super) const FULL: Self = Self::between(0, P as i32);
    /// All columns but the first.
    const NOT_FIRST: Self = Self::between(1, P as i32);
    /// All columns but the last.
    const NOT_LAST: Self = Self::between(0, P as i32 - 1);
    /// The first columns, by their number.
    const FIRST: [Self; 17] = {
        let mut table = [Self::EMPTY; 17];
        let mut i = 0;
        while i < 17 {
            table[i] = Self::between(0, i as i32);
            i += 1;
        }
        table
    };
    /// The columns that stay inside when moved by -16 to 16 columns.
    const STAY: [Self; 33] = {
        let mut table = [Self::EMPTY; 33];
        let mut i = 0;
        while i < 33 {
            table[i] = Self::between(16 - i as i32, P as i32 + 16 - i as i32);
            i += 1;
        }
        table
    };

    /// All cells of the columns from `first` to before `end`.
    const fn between(first: i32, end: i32) -> Self {
        let mut map = Self::EMPTY;
        let mut bit = 0;
        while bit < Self::ROWS * P {
            let x = (bit % P) as i32;
            if first <= x && x < end {
                map.0[bit / 64] |= 1 << (bit % 64);
            }
            bit += 1;
        }
        map
    }

    /// The first `columns` columns.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn columns(columns: usize) -> Self {
        let table = const { &Self::FIRST };
        table[columns]
    }

    /// The filled cells of a field below [`Map::ROWS`].
    #[inline]
    pub(super) fn of(field: &Field) -> Self {
        let mut map = Self::EMPTY;
        let rows_at_once = 64 / P;
        let mut first = 0;
        while first < Self::ROWS {
            let mut rows = 0;
            for (x, &column) in field.columns().iter().enumerate() {
                // Beyond row 64 a field has no cells.
                rows |= spread::<P>(column.checked_shr(first as u32).unwrap_or(0)) << x;
            }
            let (word, bit) = (first * P / 64, first * P % 64);
            map.0[word] |= rows << bit;
            if bit > 0 && word + 1 < N {
                map.0[word + 1] |= rows >> (64 - bit);
            }
            first += rows_at_once;
        }
        map.and(Self::FULL)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn bit(x: usize, y: usize) -> Self {
        let mut map = Self::EMPTY;
        map.0[(y * P + x) / 64] = 1 << ((y * P + x) % 64);
        map
    }

    #[cfg(test)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn contains(&self, x: usize, y: usize) -> bool {
        self.0[(y * P + x) / 64] >> ((y * P + x) % 64) & 1 != 0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut map = self;
        let mut i = 0;
        while i < N {
            map.0[i] = f(self.0[i], other.0[i]);
            i += 1;
        }
        map
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Every cell moved by a bit distance, upward if positive. What leaves the
    /// words is lost; columns wrap, and the bits above the last row can be set.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn slid(self, by: i32) -> Self {
        if const { N > 6 } { self.slid_at_length(by) } else { self.slid_in_place(by) }
    }

    /// Long maps are rare, and code for each of their words is not worth its size.
    #[inline(never)]
    fn slid_at_length(self, by: i32) -> Self {
        self.slid_in_place(by)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slid_in_place(self, by: i32) -> Self {
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
        let mut map = Self::EMPTY;
        // Loops over words are unrolled where closures are not.
        let mut i = words;
        while i < N {
            let (near, far) = (i - words, i);
            if by >= 0 {
                let below = if near > 0 && bits > 0 { self.0[near - 1] >> (64 - bits) } else { 0 };
                map.0[far] = self.0[near] << bits | below;
            } else {
                let above = if far + 1 < N && bits > 0 { self.0[far + 1] << (64 - bits) } else { 0 };
                map.0[near] = self.0[far] >> bits | above;
            }
            i += 1;
        }
        map
    }

    /// One row down.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn down(self) -> Self {
        self.slid(-(P as i32))
    }

    /// One row up; the bits above the last row can be set.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn up(self) -> Self {
        self.slid(P as i32)
    }

    /// One column to either side, without those that leave the map.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn sideways(self) -> Self {
        self.slid(1).and(Self::NOT_FIRST).or(self.slid(-1).and(Self::NOT_LAST))
    }

    /// As [`Map::sideways`]; columns wrap unless `WALLS`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn beside<const WALLS: bool>(self) -> Self {
        if WALLS { self.sideways() } else { self.slid(1).or(self.slid(-1)) }
    }

    /// Every cell moved by `(dx, dy)`; those that leave the map are lost.
    #[cfg(test)]
    pub(super) fn moved(self, dx: i32, dy: i32) -> Self {
        self.shifted(Shift::new(P, dx, dy))
    }

    /// Every cell moved; those that leave the map are lost.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn shifted(self, Shift { dx, by }: Shift) -> Self {
        let stay = const { &Self::STAY }[(i32::from(dx) + 16) as usize];
        self.and(stay).slid(by).and(Self::FULL)
    }

    /// The set with every cell that has one of its cells above it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn covered(self) -> Self {
        let mut map = self;
        let mut above = 0;
        for word in map.0.iter_mut().rev() {
            let mut filled = *word | above << (64 - P);
            filled |= filled >> P;
            filled |= filled >> (2 * P);
            if P < 16 {
                filled |= filled >> (4 * P);
            }
            *word = filled;
            above = filled;
        }
        map
    }

    /// The positions of the cells in the order of the bits, row by row from the
    /// lowest.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + use<P, N> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(move |(i, word)| ones(word).map(move |bit| i * 64 + bit))
    }

    /// The cells of a word, bit 0 moved to a position.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn at(bits: u64, place: usize) -> Self {
        let (word, bit) = (place / 64, (place % 64) as u32);
        let mut map = Self::EMPTY;
        for (i, part) in map.0.iter_mut().enumerate() {
            let low = if i == word { bits << bit } else { 0 };
            *part = if i == word + 1 { bits >> 1 >> (63 - bit) } else { low };
        }
        map
    }
}

/// A move of a whole map: columns to the right, and a bit distance, upward if
/// positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    dx: i8,
    by: i32,
}

impl Shift {
    pub(super) const NONE: Self = Self { dx: 0, by: 0 };

    /// A move by `(dx, dy)` on rows of `stride` columns, 10 or 16.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn new(stride: usize, dx: i32, dy: i32) -> Self {
        // As far as the map is wide nothing stays.
        let dx = if dx < -16 {
            -16
        } else if dx > 16 {
            16
        } else {
            dx
        };
        Self { dx: dx as i8, by: dy * stride as i32 + dx }
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
#[cfg_attr(not(debug_assertions), inline(always))]
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
            let map: Map<P, N> = Map(core::array::from_fn(|_| stream.next_u64() & stream.next_u64()));
            let map = map.and(Map::FULL);
            let cells: Cells = map.places().map(|place| (place % P, place / P)).collect();
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
        check::<10, 3>();
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
