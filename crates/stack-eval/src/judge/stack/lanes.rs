//! Sixteen bytes side by side: plain arrays, each operation a loop that the compiler
//! makes one vector instruction of.

use core::array::from_fn;

pub(super) const LANES: usize = tetromino::Field::MAX_WIDTH;

/// A byte for each column.
#[derive(Clone, Copy)]
pub(super) struct Lanes(pub(super) [u8; LANES]);

impl Lanes {
    pub(super) const ZERO: Self = Self([0; LANES]);

    #[inline(always)]
    pub(super) fn all(byte: u8) -> Self {
        Self([byte; LANES])
    }

    /// The lanes from an index on.
    ///
    /// # Panics
    /// If there are not enough.
    #[inline(always)]
    pub(super) fn from(bytes: &[u8], at: usize) -> Self {
        Self(*bytes[at..].first_chunk().expect("padded for every window"))
    }

    /// Wraps around.
    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(from_fn(|lane| self.0[lane].wrapping_add(other.0[lane])))
    }

    /// Wraps around.
    #[inline(always)]
    pub(super) fn minus(self, other: Self) -> Self {
        Self(from_fn(|lane| self.0[lane].wrapping_sub(other.0[lane])))
    }

    /// The difference where it is positive, else 0.
    #[inline(always)]
    pub(super) fn over(self, other: Self) -> Self {
        Self(from_fn(|lane| self.0[lane].saturating_sub(other.0[lane])))
    }

    #[inline(always)]
    pub(super) fn min(self, other: Self) -> Self {
        Self(from_fn(|lane| self.0[lane].min(other.0[lane])))
    }

    #[inline(always)]
    pub(super) fn max(self, other: Self) -> Self {
        Self(from_fn(|lane| self.0[lane].max(other.0[lane])))
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self(from_fn(|lane| self.0[lane] & other.0[lane]))
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Self(from_fn(|lane| self.0[lane] | other.0[lane]))
    }

    /// All ones where a lane is 0.
    #[inline(always)]
    pub(super) fn is_zero(self) -> Self {
        Self(from_fn(|lane| if self.0[lane] == 0 { u8::MAX } else { 0 }))
    }

    /// 1 + 2 + … + `n` of each lane.
    #[inline(always)]
    pub(super) fn triangle(self) -> Wide {
        // One plain loop an instruction: together they would not become vectors.
        let wide: [u16; LANES] = from_fn(|lane| u16::from(self.0[lane]));
        let next: [u16; LANES] = from_fn(|lane| wide[lane].wrapping_add(1));
        let twice: [u16; LANES] = from_fn(|lane| wide[lane].wrapping_mul(next[lane]));
        Wide(from_fn(|lane| twice[lane] >> 1))
    }
}

/// Two bytes for each column; sums wrap around.
#[derive(Clone, Copy)]
pub(super) struct Wide(pub(super) [u16; LANES]);

impl Wide {
    pub(super) const ZERO: Self = Self([0; LANES]);

    /// The lanes from an index on.
    ///
    /// # Panics
    /// If there are not enough.
    #[inline(always)]
    pub(super) fn from(words: &[u16], at: usize) -> Self {
        Self(*words[at..].first_chunk().expect("padded for every window"))
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(from_fn(|lane| self.0[lane].wrapping_add(other.0[lane])))
    }

    #[inline(always)]
    pub(super) fn minus(self, other: Self) -> Self {
        Self(from_fn(|lane| self.0[lane].wrapping_sub(other.0[lane])))
    }

    /// 0 where a lane of the mask is not 0.
    #[inline(always)]
    pub(super) fn unless(self, mask: Lanes) -> Self {
        Self(from_fn(|lane| if mask.0[lane] == 0 { self.0[lane] } else { 0 }))
    }
}
