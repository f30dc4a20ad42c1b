//! A set of keys of fixed size for one level of a search.

use alloc::vec;
use alloc::vec::Vec;

/// The best score seen for each key. When a place is taken, the newer key wins:
/// that only costs a repetition.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    slots: Vec<(u64, i32)>,
}

impl Seen {
    /// Without a key, with places for some.
    pub(super) fn new() -> Self {
        Self { slots: vec![(0, i32::MIN); 1] }
    }

    /// Forgets all keys and makes room for about `keys`.
    pub(super) fn restart(&mut self, keys: usize) {
        let places = keys.clamp(1 << 8, 1 << 18).next_power_of_two();
        self.slots.clear();
        self.slots.resize(places, (0, i32::MIN));
    }

    /// Whether the key is new or its score higher than before.
    #[inline]
    pub(super) fn improves(&mut self, key: u64, score: i32) -> bool {
        let at = (key >> 32) as usize & (self.slots.len() - 1);
        let slot = &mut self.slots[at];
        if slot.0 == key && slot.1 >= score {
            return false;
        }
        *slot = (key, score);
        true
    }
}
