//! Places that a walk has been at, forgotten at once when another begins.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::mix64;

/// Open addressing with the number of the walk, so that nothing has to be wiped.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    slots: Vec<(u64, u32)>,
    walk: u32,
    count: usize,
}

impl Seen {
    pub(crate) fn new() -> Self {
        Self { slots: vec![(0, 0); 1 << 8], walk: 0, count: 0 }
    }

    /// Begins another walk.
    pub(crate) fn begin(&mut self) {
        self.count = 0;
        self.walk = self.walk.checked_add(1).unwrap_or_else(|| {
            self.slots.fill((0, 0));
            1
        });
    }

    /// Places of this walk.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether the walk was not there yet; now it is.
    #[inline]
    pub(crate) fn is_new(&mut self, place: u64) -> bool {
        if 2 * self.count >= self.slots.len() {
            self.grow();
        }
        let mut slot = mix64(place) as usize & (self.slots.len() - 1);
        while self.slots[slot].1 == self.walk {
            if self.slots[slot].0 == place {
                return false;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = (place, self.walk);
        self.count += 1;
        true
    }

    #[cold]
    fn grow(&mut self) {
        let size = 4 * self.slots.len();
        let old = core::mem::replace(&mut self.slots, vec![(0, 0); size]);
        for (place, _) in old.into_iter().filter(|(_, walk)| *walk == self.walk) {
            let mut slot = mix64(place) as usize & (size - 1);
            while self.slots[slot].1 == self.walk {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = (place, self.walk);
        }
    }
}
