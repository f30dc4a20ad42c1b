//! Bit sets of indices, of cells or of anything that has a number, of any size.

use alloc::boxed::Box;
use alloc::vec;
use core::fmt;

/// A set of indices `0..capacity`, for regions too large or too irregular for a
/// [`BitBoard`](crate::BitBoard). Owns one buffer.
///
/// Set operations take sets of the same capacity.
///
/// ```
/// use grid_core::CellSet;
/// let mut set = CellSet::new(100);
/// set.insert(70);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [70]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellSet {
    words: Box<[u64]>,
    capacity: usize,
}

impl CellSet {
    /// The empty set of indices below `capacity`.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { words: vec![0; capacity.div_ceil(64)].into(), capacity }
    }

    /// One more than the largest index there can be.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The bits, lowest word first.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Adds an index; says whether it is new.
    ///
    /// # Panics
    /// If `index >= capacity`.
    pub fn insert(&mut self, index: usize) -> bool {
        assert!(index < self.capacity, "index {index} outside a set of {}", self.capacity);
        let (word, bit) = (index / 64, 1 << (index % 64));
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Adds indices; those that cannot be in the set are passed over.
    ///
    /// ```
    /// use grid_core::CellSet;
    /// let mut set = CellSet::new(70);
    /// set.insert_range(3..5);
    /// set.insert_range(62..100);
    /// assert_eq!((set.len(), set.contains(4), set.contains(69)), (10, true, true));
    /// ```
    pub fn insert_range(&mut self, indices: core::ops::Range<usize>) {
        let end = indices.end.min(self.capacity);
        let mut at = indices.start;
        while at < end {
            let (word, low) = (at / 64, at % 64);
            let count = (64 - low).min(end - at);
            self.words[word] |= (u64::MAX >> (64 - count)) << low;
            at += count;
        }
    }

    /// Removes an index; says whether it was there.
    pub fn remove(&mut self, index: usize) -> bool {
        let was = self.contains(index);
        if was {
            self.words[index / 64] &= !(1 << (index % 64));
        }
        was
    }

    /// Whether the index is in the set.
    #[must_use]
    pub fn contains(&self, index: usize) -> bool {
        let word = self.words.get(index / 64);
        word.is_some_and(|w| w >> (index % 64) & 1 != 0)
    }

    /// How many indices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// The lowest index.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Whether some index is in both sets.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.pairs(other).any(|(a, b)| a & b != 0)
    }

    /// Whether every index is in `other` too.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.pairs(other).all(|(a, b)| a & !b == 0)
    }

    fn pairs<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (u64, u64)> + 'a {
        debug_assert_eq!(self.capacity, other.capacity);
        self.words.iter().copied().zip(other.words.iter().copied())
    }

    /// Adds all indices of `other`.
    pub fn union_with(&mut self, other: &Self) {
        debug_assert_eq!(self.capacity, other.capacity);
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Removes all indices of `other`.
    pub fn remove_all(&mut self, other: &Self) {
        debug_assert_eq!(self.capacity, other.capacity);
        for (word, gone) in self.words.iter_mut().zip(&other.words) {
            *word &= !gone;
        }
    }

    /// The indices, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            core::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(64 * at + bit)
            })
        })
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
