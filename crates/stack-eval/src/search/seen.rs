//! A set of keys of fixed size for one level of a search.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::mix64;

/// The best score seen for each key. When a place is taken, the newer key wins:
/// that only costs a repetition.
#[derive(Clone, Debug)]
pub(super) struct Seen<S> {
    slots: Vec<(u64, S)>,
    least: S,
}

impl<S: Copy + PartialOrd> Seen<S> {
    /// Without a key, with places for some; no score is below `least`.
    pub(super) fn new(least: S) -> Self {
        Self { slots: vec![(0, least); 1], least }
    }

    /// Forgets all keys and makes room for about `keys`.
    pub(super) fn restart(&mut self, keys: usize) {
        let places = keys.clamp(1 << 8, 1 << 18).next_power_of_two();
        self.slots.clear();
        self.slots.resize(places, (0, self.least));
    }

    /// Whether the key is new or its score higher than before.
    #[inline]
    pub(super) fn improves(&mut self, key: u64, score: S) -> bool {
        let at = (key >> 32) as usize & (self.slots.len() - 1);
        let slot = &mut self.slots[at];
        if slot.0 == key && slot.1 >= score {
            return false;
        }
        *slot = (key, score);
        true
    }
}

/// A key of the columns of a field and of whatever else decides the rest of a line.
#[inline]
pub(super) fn key(columns: &[u64], rest: u64) -> u64 {
    let mix = |key: u64, &column: &u64| (key.rotate_left(19) ^ column).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mix64(columns.iter().fold(rest, mix))
}
