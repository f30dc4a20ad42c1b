//! Machine words as bit sets of a fixed size.

use core::fmt;
use core::hash::Hash;
use core::ops::{BitAnd, BitOr, BitXor, Not};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
    impl<const N: usize> Sealed for super::Wide<N> {}
}

/// A fixed number of bits that fits in registers: `u64`, `u128` or [`Wide`].
pub trait Bits:
    sealed::Sealed
    + Copy
    + Eq
    + Ord
    + Hash
    + Default
    + fmt::Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many bits there are.
    const BITS: u32;
    /// No bit.
    const EMPTY: Self;

    /// The bits of `words`, lowest first; words beyond `BITS` are dropped,
    /// missing ones are 0.
    fn from_words(words: &[u64]) -> Self;
    /// Only the bit `index`.
    ///
    /// # Panics
    /// May panic if `index >= BITS`.
    fn bit(index: u32) -> Self;
    /// Whether the bit `index` is set; `false` beyond `BITS`.
    fn test(self, index: u32) -> bool;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The lowest set bit.
    fn first(self) -> Option<u32>;
    /// The same without its lowest set bit.
    fn without_first(self) -> Self;
    /// Moves every bit up by `by`; bits that leave are lost.
    fn up(self, by: u32) -> Self;
    /// Moves every bit down by `by`; bits that leave are lost.
    fn down(self, by: u32) -> Self;

    /// The bits `64 * index..64 * (index + 1)`; 0 beyond `BITS`.
    ///
    /// ```
    /// use grid_core::Bits;
    /// assert_eq!(u128::bit(65).word(1), 2);
    /// ```
    fn word(self, index: u32) -> u64;

    /// Whether no bit is set.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

macro_rules! int_bits {
    ($int:ty) => {
        impl Bits for $int {
            const BITS: u32 = <$int>::BITS;
            const EMPTY: Self = 0;

            #[inline]
            fn from_words(words: &[u64]) -> Self {
                let take = (Self::BITS / 64) as usize;
                let words = words.iter().take(take).enumerate();
                words.fold(0, |all, (i, &w)| all | ((w as $int) << (64 * i)))
            }
            #[inline]
            fn bit(index: u32) -> Self {
                1 << index
            }
            #[inline]
            fn test(self, index: u32) -> bool {
                index < Self::BITS && self >> index & 1 != 0
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> Option<u32> {
                (self != 0).then(|| self.trailing_zeros())
            }
            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                self.checked_shl(by).unwrap_or(0)
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                self.checked_shr(by).unwrap_or(0)
            }
            #[inline]
            fn word(self, index: u32) -> u64 {
                self.down(64 * index) as u64
            }
        }
    };
}

int_bits!(u64);
int_bits!(u128);

/// `64 * N` bits in an array of words, lowest word first.
///
/// ```
/// use grid_core::{Bits, Wide};
/// let set = Wide::<4>::bit(70).up(100);
/// assert_eq!(set.first(), Some(170));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>(pub [u64; N]);

impl<const N: usize> Wide<N> {
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self(core::array::from_fn(|i| op(self.0[i], other.0[i])))
    }
}

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

/// By value, highest word first, as integers compare.
impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> fmt::Debug for Wide<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.0.iter().rev().try_for_each(|w| write!(f, "{w:016x}"))
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|w| !w))
    }
}

impl<const N: usize> Bits for Wide<N> {
    const BITS: u32 = 64 * N as u32;
    const EMPTY: Self = Self([0; N]);

    #[inline]
    fn from_words(words: &[u64]) -> Self {
        Self(core::array::from_fn(|i| words.get(i).copied().unwrap_or(0)))
    }
    #[inline]
    fn bit(index: u32) -> Self {
        let mut words = [0; N];
        words[(index / 64) as usize] = 1 << (index % 64);
        Self(words)
    }
    #[inline]
    fn test(self, index: u32) -> bool {
        let word = self.0.get((index / 64) as usize);
        word.is_some_and(|w| w >> (index % 64) & 1 != 0)
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    #[inline]
    fn first(self) -> Option<u32> {
        let at = self.0.iter().position(|&w| w != 0)?;
        Some(64 * at as u32 + self.0[at].trailing_zeros())
    }
    #[inline]
    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|w| **w != 0) {
            *word &= *word - 1;
        }
        self
    }
    #[inline]
    fn up(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Self(core::array::from_fn(|i| {
            let at = |back: usize| i.checked_sub(back).map_or(0, |j| self.0[j]);
            let carry = if bits == 0 { 0 } else { at(words + 1) >> (64 - bits) };
            at(words) << bits | carry
        }))
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Self(core::array::from_fn(|i| {
            let at = |ahead: usize| self.0.get(i + ahead).copied().unwrap_or(0);
            let carry = if bits == 0 { 0 } else { at(words + 1) << (64 - bits) };
            at(words) >> bits | carry
        }))
    }
    #[inline]
    fn word(self, index: u32) -> u64 {
        self.0.get(index as usize).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stream;

    /// `Wide<2>` and `u128` are the same set.
    #[test]
    fn wide_agrees_with_u128() {
        let mut stream = Stream::new(5, "bits", 0);
        for _ in 0..2000 {
            let words = [stream.next_u64() & stream.next_u64(), stream.next_u64()];
            let (wide, int) = (Wide(words), u128::from_words(&words));
            let by = stream.below(140);
            let same = |w: Wide<2>, i: u128| assert_eq!(u128::from_words(&w.0), i, "{words:?} {by}");
            same(wide.up(by), int.up(by));
            same(wide.down(by), int.down(by));
            same(wide.without_first(), int.without_first());
            same(!wide, !int);
            assert_eq!(wide.first(), int.first());
            assert_eq!(wide.count(), int.count());
            assert_eq!(wide.test(by), int.test(by));
            assert_eq!([wide.word(0), wide.word(1), wide.word(2)], [int.word(0), int.word(1), int.word(2)]);
            assert_eq!(wide.cmp(&wide.up(by)), int.cmp(&int.up(by)));
        }
    }
}
