//! Dancing links: the options of each item in a doubly linked circle; a node that
//! has left keeps its own links, which is how it finds the way back.
//!
//! Source: Hitotumatu and Noshita, 1979; Knuth, "Dancing links", 2000.

use alloc::vec::Vec;

use super::compiled::Compiled;
use super::matrix::Store;

#[derive(Clone, Copy)]
struct Link {
    up: u32,
    down: u32,
}

#[derive(Clone)]
pub(super) struct Links {
    /// One for each node, then one for each item, the head of its circle.
    links: Vec<Link>,
    /// The head of item 0.
    heads: u32,
}

impl Store for Links {
    fn new(compiled: &Compiled) -> Self {
        let heads = compiled.item.len() as u32;
        let all = 0..heads + compiled.items.len() as u32;
        let mut links: Vec<Link> = all.map(|at| Link { up: at, down: at }).collect();
        for (node, &item) in compiled.item.iter().enumerate() {
            let (node, head) = (node as u32, heads + item);
            let last = core::mem::replace(&mut links[head as usize].up, node);
            links[last as usize].down = node;
            links[node as usize] = Link { up: last, down: head };
        }
        Self { links, heads }
    }

    #[inline]
    fn unlink(&mut self, node: u32, _item: u32, _left: u32) {
        let Link { up, down } = self.links[node as usize];
        self.links[up as usize].down = down;
        self.links[down as usize].up = up;
    }

    #[inline]
    fn relink(&mut self, node: u32, _item: u32) {
        let Link { up, down } = self.links[node as usize];
        self.links[up as usize].down = node;
        self.links[down as usize].up = node;
    }

    #[inline]
    fn begin(&self, item: u32, _size: u32) -> u32 {
        self.links[(self.heads + item) as usize].down
    }

    #[inline]
    fn step(&self, _item: u32, cursor: u32) -> Option<(u32, u32)> {
        (cursor < self.heads).then(|| (cursor, self.links[cursor as usize].down))
    }
}
