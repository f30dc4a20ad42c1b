//! Sets of queues, by number.

use alloc::vec;
use alloc::vec::Vec;

/// A set of queues, each named by its number in a list of so many.
///
/// ```
/// use perfect_clear::QueueSet;
/// let mut set = QueueSet::new(100);
/// set.insert_range(3..5);
/// set.insert_range(64..65);
/// assert_eq!((set.len(), set.iter().collect::<Vec<_>>()), (3, vec![3, 4, 64]));
/// assert!(set.contains(64) && !set.contains(5) && !set.contains(1000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct QueueSet {
    words: Vec<u64>,
}

impl QueueSet {
    /// No queue of so many.
    #[must_use]
    pub fn new(queues: usize) -> Self {
        Self { words: vec![0; queues.div_ceil(64)] }
    }

    /// Adds queues. Numbers beyond the list are passed over.
    pub fn insert_range(&mut self, numbers: core::ops::Range<usize>) {
        let end = numbers.end.min(64 * self.words.len());
        let mut at = numbers.start;
        while at < end {
            let (word, low) = (at / 64, at % 64);
            let count = (64 - low).min(end - at);
            self.words[word] |= (u64::MAX >> (64 - count)) << low;
            at += count;
        }
    }

    /// Adds all queues of another set of the same list.
    ///
    /// ```
    /// use perfect_clear::QueueSet;
    /// let (mut set, mut other) = (QueueSet::new(9), QueueSet::new(9));
    /// set.insert_range(0..2);
    /// other.insert_range(1..4);
    /// set.union_with(&other);
    /// assert_eq!(set.len(), 4);
    /// ```
    pub fn union_with(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Whether a queue is in it.
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// The numbers, the lowest first.
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

    pub(crate) fn remove(&mut self, number: usize) {
        if let Some(word) = self.words.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    pub(crate) fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }
}
