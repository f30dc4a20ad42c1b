//! Many queues as one tree of their pieces, and a walk of it with a tiling.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use grid_core::{Meter, Stop};
use tetromino::Piece;

use super::steps::Steps;
use super::tilings::stock_of;
use crate::rules::order::Hold;

/// Different queues in order, and how many each stands for.
#[derive(Clone, Debug)]
pub(crate) struct QueueTree {
    pub(crate) list: Vec<(Vec<Piece>, u64)>,
    hold: Hold,
    nodes: Vec<Node>,
    /// The pieces of the queues, the held one included, each multiset once.
    stocks: Vec<[u8; 7]>,
    /// Whether some queue has these pieces.
    known: BTreeMap<[u8; 7], bool>,
}

#[derive(Clone, Debug)]
struct Node {
    children: [u32; 7],
    /// The queues that begin so; the first of them ends here or none does.
    queues: Range<u32>,
    ends: bool,
    /// Most pieces that still come.
    longest: u8,
}

const NO_NODE: u32 = u32::MAX;

impl QueueTree {
    /// The different ones of these queues, each cut to `usable` pieces; and how many of
    /// `memory` bytes are left. Where it would take more, nothing is built and nothing left.
    pub(crate) fn within(
        queues: &[Vec<Piece>],
        hold: Hold,
        usable: usize,
        memory: usize,
    ) -> (Self, Option<usize>) {
        let mut sorted: Vec<&[Piece]> =
            queues.iter().map(|queue| &queue[..queue.len().min(usable)]).collect();
        if !sorted.is_sorted() {
            sorted.sort_unstable();
        }
        let left = memory.checked_sub(bytes_of(&sorted));
        if left.is_none() {
            sorted.clear();
        }
        (Self::new(sorted, hold), left)
    }

    fn new(sorted: Vec<&[Piece]>, hold: Hold) -> Self {
        let mut list: Vec<(Vec<Piece>, u64)> = Vec::new();
        for queue in sorted {
            match list.last_mut() {
                Some((last, times)) if last == queue => *times += 1,
                _ => list.push((queue.to_vec(), 1)),
            }
        }
        let mut stocks: Vec<[u8; 7]> =
            list.iter().map(|(queue, _)| stock_of(queue.iter().copied().chain(hold.piece()))).collect();
        stocks.sort_unstable();
        stocks.dedup();
        let nodes = tree(&list);
        Self { list, hold, nodes, stocks, known: BTreeMap::new() }
    }

    /// Most pieces of each kind in one queue.
    pub(crate) fn stock(&self) -> [u8; 7] {
        let most = |kind: usize| self.stocks.iter().map(|stock| stock[kind]).max().unwrap_or(0);
        core::array::from_fn(most)
    }

    /// Whether one queue has all these pieces.
    pub(crate) fn have(&mut self, pieces: [u8; 7]) -> bool {
        let stocks = &self.stocks;
        let within = |stock: &[u8; 7]| stock.iter().zip(&pieces).all(|(have, want)| have >= want);
        *self.known.entry(pieces).or_insert_with(|| stocks.iter().any(within))
    }

    /// Most pieces that can be placed.
    pub(crate) fn most_pieces(&self) -> usize {
        let longest = self.list.iter().map(|(queue, _)| queue.len()).max().unwrap_or(0);
        longest + usize::from(self.hold.piece().is_some())
    }
}

/// About how many bytes the tree of sorted queues takes.
fn bytes_of(sorted: &[&[Piece]]) -> usize {
    let mut before: &[Piece] = &[];
    let (mut bytes, mut first) = (size_of::<Node>(), true);
    for queue in sorted {
        let same = queue.iter().zip(before).take_while(|(a, b)| a == b).count();
        if first || *queue != before {
            bytes += queue.len() + size_of::<(Vec<Piece>, u64)>() + size_of::<[u8; 7]>();
            bytes += (queue.len() - same) * size_of::<Node>();
        }
        (before, first) = (queue, false);
    }
    bytes
}

/// The tree of sorted different queues, its root first.
fn tree(list: &[(Vec<Piece>, u64)]) -> Vec<Node> {
    let node = |queues| Node { children: [NO_NODE; 7], queues, ends: false, longest: 0 };
    let mut nodes = Vec::from([node(0..list.len() as u32)]);
    // QueueTree in order share their beginning with the one before.
    let mut path: Vec<u32> = Vec::from([0]);
    let mut before: &[Piece] = &[];
    for (number, (queue, _)) in list.iter().enumerate() {
        let same = queue.iter().zip(before).take_while(|(a, b)| a == b).count();
        path.truncate(same + 1);
        for &piece in &queue[same..] {
            let above = path[path.len() - 1];
            nodes[above as usize].children[piece as usize] = nodes.len() as u32;
            path.push(nodes.len() as u32);
            nodes.push(node(number as u32..number as u32));
        }
        for (&node, left) in path.iter().zip((0..=queue.len()).rev()) {
            let node = &mut nodes[node as usize];
            node.queues.end = number as u32 + 1;
            node.longest = node.longest.max(left.min(usize::from(u8::MAX)) as u8);
        }
        nodes[path[path.len() - 1] as usize].ends = true;
        before = queue;
    }
    nodes
}

/// QueueTree that build a tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Built {
    /// Which, all with the same first pieces.
    pub(crate) queues: Range<u32>,
    /// How many pieces of them have come into play, held ones included.
    pub(crate) taken: usize,
    /// What is held in the end.
    pub(crate) held: Option<Piece>,
}

/// A walk of the tree, all ways to hold at once; it can stop and go on.
///
/// To hold a piece first and nothing else changes nothing, so where hold is empty the
/// first piece is held at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeWalk {
    frames: Vec<Frame>,
    /// What lies, as a number of [`Steps`], and what is held.
    spots: Vec<(u32, Held)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    /// The first piece of the queue is going to be held.
    First,
    Nothing,
    Piece(Piece),
}

impl Held {
    fn piece(self) -> Option<Piece> {
        match self {
            Self::Piece(piece) => Some(piece),
            Self::First | Self::Nothing => None,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    node: u32,
    next: u8,
    /// Where its spots begin and end.
    spots: (u32, u32),
}

impl TreeWalk {
    /// Begins at the root.
    pub(crate) fn begin(&mut self, queues: &QueueTree, steps: &Steps, found: &mut Vec<Built>) {
        self.frames.clear();
        self.spots.clear();
        let held = match queues.hold {
            Hold::None => Held::Nothing,
            Hold::Empty => Held::First,
            Hold::Piece(piece) => Held::Piece(piece),
        };
        self.spots.push((0, held));
        self.enter(queues, steps, 0, 0, found);
    }

    /// Goes on to the end. A node is a piece more of some queue.
    pub(crate) fn advance(
        &mut self,
        queues: &QueueTree,
        steps: &Steps,
        found: &mut Vec<Built>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        while let Some(frame) = self.frames.last_mut() {
            let Some(&piece) = Piece::ALL.get(usize::from(frame.next)) else {
                self.spots.truncate(frame.spots.0 as usize);
                self.frames.pop();
                continue;
            };
            let child = queues.nodes[frame.node as usize].children[piece as usize];
            if child == NO_NODE {
                frame.next += 1;
                continue;
            }
            meter.spend(1)?;
            frame.next += 1;
            let (from, to) = frame.spots;
            let longest = queues.nodes[child as usize].longest;
            for at in from..to {
                let (set, held) = self.spots[at as usize];
                let mut come = |set, held: Held| {
                    if steps.can_end(set, longest, held.piece()) {
                        self.spots.push((set, held));
                    }
                };
                if held == Held::First {
                    come(set, Held::Piece(piece));
                    continue;
                }
                steps.after(set, piece).for_each(|set| come(set, held));
                if let Held::Piece(kept) = held {
                    steps.after(set, kept).for_each(|set| come(set, Held::Piece(piece)));
                }
            }
            if self.spots.len() > to as usize {
                self.enter(queues, steps, child, to, found);
            }
        }
        Ok(())
    }

    /// Comes to a node with the spots from `from` on.
    fn enter(&mut self, queues: &QueueTree, steps: &Steps, node: u32, from: u32, found: &mut Vec<Built>) {
        sort_tail(&mut self.spots, from as usize);
        let Node { queues: numbers, ends, .. } = &queues.nodes[node as usize];
        let taken = self.frames.len();
        let spots = &self.spots[from as usize..];
        let before = found.len();
        let ended = spots.iter().filter(|(set, _)| *set == steps.end());
        found.extend(ended.map(|(_, held)| Built { queues: numbers.clone(), taken, held: held.piece() }));
        if found.len() > before {
            self.spots.truncate(from as usize);
            return;
        }
        // After the last piece what is held can still be placed.
        let places = |&(set, held): &(u32, Held)| {
            held.piece().is_some_and(|kept| steps.after(set, kept).any(|set| set == steps.end()))
        };
        if *ends && spots.iter().any(places) {
            found.push(Built { queues: numbers.start..numbers.start + 1, taken, held: None });
        }
        self.frames.push(Frame { node, next: 0, spots: (from, self.spots.len() as u32) });
    }
}

/// Sorts what a list has from a place on, each once.
fn sort_tail<T: Ord + Copy>(list: &mut Vec<T>, from: usize) {
    list[from..].sort_unstable();
    let mut kept = from;
    for at in from..list.len() {
        if at == from || list[at] != list[at - 1] {
            list[kept] = list[at];
            kept += 1;
        }
    }
    list.truncate(kept);
}
