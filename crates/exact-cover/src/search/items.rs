//! Counters of items, and the item with the fewest ways to cover it.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::compiled::Compiled;

/// Key of an item that is out of play.
pub(super) const OUT: i32 = i32::MAX;
/// Key of an item that need not be covered but can be.
pub(super) const OPTIONAL: i32 = 1 << 30;
/// Added to the size of a closed item: no further option may have it, and its set
/// rests as it is.
pub(super) const CLOSED: i32 = 1 << 29;
/// Items whose smallest key is kept together.
const BLOCK: usize = 64;

/// What is known of the items, a list for each thing, so that the sizes of many are
/// compared in vectors. Signed, since plain SSE2 compares only signed integers so.
#[derive(Clone)]
pub(super) struct Items {
    /// Options that are left, and [`CLOSED`].
    pub(super) size: Vec<i32>,
    /// How many more chosen options must have it; negative beyond that.
    pub(super) need: Vec<i32>,
    /// How many more may have it; without a limit for a secondary item.
    pub(super) room: Vec<u32>,
    /// The colour it was given, 0 for none yet.
    pub(super) colour: Vec<u32>,
    /// Every primary item is covered exactly once: its key is its size.
    exact: bool,
}

impl Items {
    pub(super) fn new(compiled: &Compiled) -> Self {
        let count = compiled.items.len();
        let mut items = Self {
            size: vec![0; count],
            need: vec![0; count],
            room: vec![u32::MAX; count],
            colour: vec![0; count],
            exact: compiled.lo.iter().chain(&compiled.hi).all(|&bound| bound == 1),
        };
        for &item in &compiled.item {
            items.size[item as usize] += 1;
        }
        for item in 0..compiled.primaries {
            // A need that no number of options meets may be cut down to one that none meets either.
            items.need[item] = compiled.lo[item].min(CLOSED as u32 - 1) as i32;
            items.room[item] = compiled.hi[item];
            if compiled.hi[item] == 0 {
                items.size[item] += CLOSED;
            }
        }
        items
    }

    pub(super) fn is_closed(&self, item: usize) -> bool {
        self.size[item] >= CLOSED
    }

    /// What the picker compares: ways to cover the item, at most 0 if there are too
    /// few options, [`OPTIONAL`] if it need not be covered, [`OUT`] or a number from
    /// [`CLOSED`] on if it is out of play.
    #[inline]
    pub(super) fn key(&self, item: usize) -> i32 {
        let (size, need) = (self.size[item], self.need[item]);
        if self.exact { size } else { key(size, need) }
    }

    /// The smallest key of these items.
    #[inline]
    fn smallest(&self, range: Range<usize>) -> i32 {
        let sizes = &self.size[range.clone()];
        if self.exact {
            return smallest_of(sizes.iter().copied());
        }
        let needs = &self.need[range];
        smallest_of(sizes.iter().zip(needs).map(|(&size, &need)| key(size, need)))
    }
}

#[inline]
fn key(size: i32, need: i32) -> i32 {
    let optional = if size > 0 { OPTIONAL } else { OUT };
    let open = if need > 0 { size + 1 - need } else { optional };
    if size >= CLOSED { OUT } else { open }
}

fn smallest_of(keys: impl Iterator<Item = i32>) -> i32 {
    keys.fold(OUT, i32::min)
}

/// The smallest key of each block of items; blocks where something has changed are
/// looked at again.
#[derive(Clone)]
pub(super) struct Blocks {
    least: Vec<i32>,
    dirty: Vec<bool>,
    list: Vec<u32>,
}

impl Blocks {
    pub(super) fn new(items: usize) -> Self {
        let blocks = items.div_ceil(BLOCK);
        Self { least: vec![OUT; blocks], dirty: vec![true; blocks], list: (0..blocks as u32).collect() }
    }

    /// To be called after each change of an item.
    #[inline]
    pub(super) fn touch(&mut self, item: u32) {
        let block = item as usize / BLOCK;
        if !self.dirty[block] {
            self.dirty[block] = true;
            self.list.push(block as u32);
        }
    }

    /// The primary item with the smallest key, and the key.
    pub(super) fn smallest(&mut self, items: &Items, primaries: usize) -> (u32, i32) {
        while let Some(block) = self.list.pop() {
            let block = block as usize;
            self.dirty[block] = false;
            let end = primaries.min((block + 1) * BLOCK);
            // Secondary items are not branched on.
            if block * BLOCK < end {
                self.least[block] = items.smallest(block * BLOCK..end);
            }
        }
        let key = smallest_of(self.least.iter().copied());
        if key == OUT || (CLOSED..OPTIONAL).contains(&key) {
            return (u32::MAX, OUT);
        }
        let block = self.least.iter().position(|&min| min == key).unwrap_or(0);
        let members = block * BLOCK..primaries.min((block + 1) * BLOCK);
        let item = members.clone().find(|&item| items.key(item) == key);
        (item.unwrap_or(members.start) as u32, key)
    }
}
