//! Queues that nothing is known of yet, as one tree of their pieces.

use alloc::vec::Vec;
use core::ops::Range;

use tetromino::Piece;

use super::queues::Queues;

/// The tree, its root first, the children of a node side by side. Each node counts the
/// open queues that begin so.
#[derive(Clone, Debug)]
pub(crate) struct OpenQueues {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The first child; of a leaf the number of its queue.
    children: u32,
    open: u32,
    /// How the queues go on: bit 0 if one ends here, then a bit for each piece. A leaf has
    /// none.
    kinds: u8,
}

impl OpenQueues {
    pub(crate) const ROOT: u32 = 0;
    /// About how many bytes a queue takes.
    pub(crate) const BYTES: usize = 3 * size_of::<Node>();

    /// The tree of some queues by their numbers, in order.
    pub(crate) fn new(queues: &Queues, numbers: &[u32]) -> Self {
        let mut nodes = Vec::from([Node { children: 0, open: numbers.len() as u32, kinds: 0 }]);
        // The nodes of a layer with their part of the numbers.
        let mut layer: Vec<(usize, Range<usize>)> = Vec::from([(0, 0..numbers.len())]);
        for depth in 0.. {
            let mut below = Vec::new();
            for (node, range) in layer {
                let piece = |at: usize| queues.piece(numbers[at] as usize, depth);
                if range.len() == 1 && piece(range.start).is_none() {
                    nodes[node].children = numbers[range.start];
                    continue;
                }
                nodes[node].children = nodes.len() as u32;
                let mut begin = range.start;
                while begin < range.end {
                    let first = piece(begin);
                    // A queue that ends comes before those that go on.
                    let end = (begin..range.end).find(|&at| piece(at) != first).unwrap_or(range.end);
                    nodes[node].kinds |= first.map_or(1, |piece| 2 << piece as u8);
                    below.push((nodes.len(), begin..end));
                    nodes.push(Node { children: 0, open: (end - begin) as u32, kinds: 0 });
                    begin = end;
                }
            }
            if below.is_empty() {
                break;
            }
            layer = below;
        }
        Self { nodes }
    }

    /// Open queues that begin so.
    #[inline]
    pub(crate) fn open(&self, node: u32) -> u32 {
        self.nodes[node as usize].open
    }

    /// Whether nothing comes after it.
    #[inline]
    pub(crate) fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].kinds == 0
    }

    /// The children that have open queues: the piece that comes, `None` for the end.
    #[inline]
    pub(crate) fn children(&self, node: u32) -> Children {
        let Node { children, kinds, .. } = self.nodes[node as usize];
        Children { next: children, kinds }
    }

    /// Queues below a node are no longer open.
    #[inline]
    pub(crate) fn close(&mut self, node: u32, count: u32) {
        self.nodes[node as usize].open -= count;
    }

    /// Closes all queues that begin so, telling their numbers; how many there were.
    pub(crate) fn close_all(&mut self, node: u32, tell: &mut impl FnMut(u32)) -> u32 {
        let Node { children, open, kinds } = self.nodes[node as usize];
        if open == 0 {
            return 0;
        }
        if kinds == 0 {
            tell(children);
        } else {
            (children..children + kinds.count_ones()).for_each(|child| {
                self.close_all(child, tell);
            });
        }
        self.nodes[node as usize].open = 0;
        open
    }
}

/// Children of a node, in order.
pub(crate) struct Children {
    next: u32,
    kinds: u8,
}

impl Iterator for Children {
    type Item = (Option<Piece>, u32);

    #[inline]
    fn next(&mut self) -> Option<(Option<Piece>, u32)> {
        if self.kinds == 0 {
            return None;
        }
        let kind = self.kinds.trailing_zeros() as usize;
        self.kinds &= self.kinds - 1;
        self.next += 1;
        Some((kind.checked_sub(1).map(|piece| Piece::ALL[piece]), self.next - 1))
    }
}
