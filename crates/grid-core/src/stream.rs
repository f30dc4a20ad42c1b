//! Seeded random streams that never change.
//!
//! A stream is named by a seed, a purpose and an index. The generator is
//! xoshiro256++; the draws on top of it (bounded integer, shuffle, weighted
//! choice) are defined here, so that no upgrade of another crate changes what
//! a seed means.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

/// Scrambles a word; a bijection on `u64` (the finaliser of SplitMix64).
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014, with the constants of Stafford's variant 13.
///
/// ```
/// assert_ne!(grid_core::mix64(1), grid_core::mix64(2));
/// ```
#[must_use]
pub const fn mix64(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A stable 64-bit hash built word by word, the same on every platform.
///
/// ```
/// use grid_core::StableHasher;
/// let mut hasher = StableHasher::new("demo");
/// hasher.write(7);
/// assert_eq!(hasher.finish(), { let mut h = StableHasher::new("demo"); h.write(7); h.finish() });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StableHasher(u64);

impl StableHasher {
    /// A hasher for values of the kind that `tag` names.
    #[must_use]
    pub const fn new(tag: &str) -> Self {
        let bytes = tag.as_bytes();
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        let mut i = 0;
        // FNV-1a.
        while i < bytes.len() {
            hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01B3);
            i += 1;
        }
        Self(hash)
    }

    /// Adds one word; the order of words matters.
    pub const fn write(&mut self, word: u64) {
        self.0 = mix64(self.0.rotate_left(23) ^ word);
    }

    /// The hash of all words so far.
    #[must_use]
    pub const fn finish(self) -> u64 {
        mix64(self.0)
    }
}

/// A reproducible stream of random numbers, named by (seed, purpose, index).
///
/// Streams with different names are independent for all practical purposes, so
/// shards and threads can draw from their own without changing any result.
///
/// ```
/// use grid_core::Stream;
/// let mut stream = Stream::new(42, "bag", 0);
/// let mut again = Stream::new(42, "bag", 0);
/// assert_eq!(stream.below(7), again.below(7));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Stream(Xoshiro256PlusPlus);

/// Refuses the one state that the generator never leaves.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Stream {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stream = Self(Xoshiro256PlusPlus::deserialize(deserializer)?);
        let mut ahead = stream.clone();
        if (0..8).all(|_| ahead.next_u64() == 0) {
            return Err(serde::de::Error::custom("the state of a stream is not all zeros"));
        }
        Ok(stream)
    }
}

impl Stream {
    /// The stream of this name.
    #[must_use]
    pub fn new(seed: u64, purpose: &str, index: u64) -> Self {
        let mut name = StableHasher::new(purpose);
        name.write(seed);
        name.write(index);
        Self(Xoshiro256PlusPlus::seed_from_u64(name.finish()))
    }

    /// 64 uniform bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform integer in `0..bound`.
    ///
    /// Multiply-shift on the upper 32 bits of a word, with rejection (Lemire,
    /// "Fast random integer generation in an interval", 2019). Draws one word,
    /// rarely more.
    ///
    /// # Panics
    /// If `bound` is 0.
    ///
    /// ```
    /// use grid_core::Stream;
    /// assert!(Stream::new(0, "doc", 0).below(7) < 7);
    /// ```
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a draw needs at least one value");
        loop {
            let product = (self.next_u64() >> 32) * u64::from(bound);
            let low = product as u32;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// A uniform number in `[0, 1)`, a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Shuffles in place (Fisher–Yates from the end).
    ///
    /// # Panics
    /// If the slice has more than `u32::MAX` elements.
    ///
    /// ```
    /// use grid_core::Stream;
    /// let mut bag = [0, 1, 2, 3];
    /// Stream::new(1, "doc", 0).shuffle(&mut bag);
    /// bag.sort();
    /// assert_eq!(bag, [0, 1, 2, 3]);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let len = u32::try_from(items.len()).expect("at most u32::MAX items");
        for end in (1..len).rev() {
            let pick = self.below(end + 1);
            items.swap(end as usize, pick as usize);
        }
    }

    /// An index into `weights`, drawn in proportion to them; `None` where their
    /// sum is 0 or above `u32::MAX`.
    ///
    /// ```
    /// use grid_core::Stream;
    /// assert_eq!(Stream::new(1, "doc", 0).weighted(&[0, 3, 0]), Some(1));
    /// ```
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: u64 = weights.iter().map(|&w| u64::from(w)).sum();
        let total = u32::try_from(total).ok().filter(|&t| t > 0)?;
        let mut left = self.below(total);
        weights.iter().position(|&weight| {
            let hit = left < weight;
            left = left.wrapping_sub(weight);
            hit
        })
    }
}
