//! Dancing cells: the options of each item as a sparse set, whose members beyond
//! the size are the removed ones in the order of removal. Taking back is then
//! only a matter of the size.
//!
//! Source: Knuth, "The Art of Computer Programming", volume 4, pre-fascicle 7a;
//! Solnon, 2023.

use alloc::vec;
use alloc::vec::Vec;

use super::compiled::Compiled;
use super::matrix::Store;

#[derive(Clone)]
pub(super) struct Cells {
    /// The nodes of all items, item after item.
    set: Vec<u32>,
    /// Where each node stands in `set`.
    place: Vec<u32>,
    /// Where the nodes of each item begin.
    base: Vec<u32>,
}

impl Store for Cells {
    fn new(compiled: &Compiled) -> Self {
        let mut base = vec![0u32; compiled.items.len() + 1];
        for &item in &compiled.item {
            base[item as usize + 1] += 1;
        }
        for item in 0..compiled.items.len() {
            base[item + 1] += base[item];
        }
        let mut end = base.clone();
        let mut set = vec![0; compiled.item.len()];
        let mut place = vec![0; compiled.item.len()];
        for (node, &item) in compiled.item.iter().enumerate() {
            let at = &mut end[item as usize];
            set[*at as usize] = node as u32;
            place[node] = *at;
            *at += 1;
        }
        Self { set, place, base }
    }

    #[inline]
    fn unlink(&mut self, node: u32, item: u32, left: u32) {
        let last = self.base[item as usize] + left;
        let at = core::mem::replace(&mut self.place[node as usize], last);
        let other = core::mem::replace(&mut self.set[last as usize], node);
        self.set[at as usize] = other;
        self.place[other as usize] = at;
        // The order of these writes also suits `other == node`.
        self.place[node as usize] = last;
        self.set[last as usize] = node;
    }

    #[inline]
    fn relink(&mut self, _node: u32, _item: u32) {}

    #[inline]
    fn begin(&self, _item: u32, size: u32) -> u32 {
        size
    }

    /// From the end, so that the node under the cursor may swap with the last one.
    #[inline]
    fn step(&self, item: u32, cursor: u32) -> Option<(u32, u32)> {
        let next = cursor.checked_sub(1)?;
        Some((self.set[(self.base[item as usize] + next) as usize], next))
    }
}
