//! Options as bit masks over the items.
//!
//! Each level of the search owns the list of options that are left. Choosing one
//! copies those that do not meet its mask to the next level; the same pass counts
//! in bit slices how many options each item has, up to [`LEVELS`]. Taking back is
//! free. A pass touches each option once, where a linked structure touches each
//! item of each option that goes.
//!
//! The bits above those of the items hold the number of the option.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Bits, Meter, Stop};

use super::compiled::Compiled;
use super::drive::Fraction;
use super::layout::Layout;
use super::slices::Slices;
use super::walk::{self, NONE, Path, State, Walk};
use crate::{Branching, Choice, Item};

/// Options of an item are counted in bit slices up to here.
const LEVELS: usize = 5;

/// What the problem is, in masks; never changes.
#[derive(Debug)]
struct Table<B> {
    /// For each option the bits that leave no room for it once it is chosen.
    forbids: Vec<B>,
    ids: Vec<u32>,
    items: Vec<Item>,
    /// Where the number of the option begins in its mask.
    shift: u32,
    /// Primary items.
    primary: B,
    /// Every primary item is covered exactly once: no need, no solution missed.
    exact: bool,
    /// Items with an upper bound of two or more that counts.
    finite: B,
}

/// A node: the options that are left are `masks[start..end]`.
#[derive(Clone, Copy, Debug)]
struct Node<B, const M: usize> {
    start: usize,
    end: usize,
    /// How often each item must still be covered.
    need: Slices<B, M>,
    /// How often each item of `finite` can still be covered.
    room: Slices<B, M>,
    /// `reach[i]`: items with more than `i` options.
    reach: [B; LEVELS],
}

/// A node whose children are being tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<B, const M: usize> {
    node: Node<B, M>,
    /// The bit of the item it branches on.
    bit: u32,
    /// Where the search for its next option begins.
    cursor: usize,
    tried: u32,
    children: u32,
    /// The item may stay uncovered, as the last child.
    optional: bool,
    chosen: u32,
}

impl<B: Bits, const M: usize> walk::Frame for Frame<B, M> {
    fn chosen(&self) -> u32 {
        self.chosen
    }

    fn fraction(&self) -> Fraction {
        Fraction { tried: self.tried, children: self.children }
    }
}

#[derive(Clone)]
pub(super) struct Masks<B, const M: usize> {
    table: Arc<Table<B>>,
    masks: Vec<B>,
    path: Path<Frame<B, M>>,
    waiting: Node<B, M>,
    counts: Vec<u32>,
    scratch: Vec<Choice>,
}

impl<B: Bits, const M: usize> Masks<B, M> {
    pub(super) fn new(compiled: &Compiled, layout: &Layout) -> Self {
        let bit = |item: usize| B::bit(layout.first[item]);
        let mut need = Slices::ZERO;
        let mut room = Slices::ZERO;
        let mut table = Table {
            forbids: Vec::with_capacity(compiled.options()),
            ids: compiled.ids.clone(),
            shift: layout.shift,
            items: Vec::with_capacity(compiled.primaries),
            primary: B::EMPTY,
            exact: true,
            finite: B::EMPTY,
        };
        for item in 0..compiled.primaries {
            table.items.push(compiled.items[item]);
            table.primary = table.primary | bit(item);
            need.increment(bit(item), compiled.lo[item]);
            table.exact &= (compiled.lo[item], compiled.hi[item]) == (1, 1);
            if let Some(ceiling) = layout.ceiling[item].filter(|&c| c > 1) {
                room.increment(bit(item), ceiling);
                table.finite = table.finite | bit(item);
            }
        }
        let mut masks = Vec::new();
        for option in 0..compiled.options() {
            let (mut uses, mut forbids) = (B::EMPTY, B::EMPTY);
            for (item, colour) in compiled.uses(option) {
                let own = B::bit(layout.first[item] + colour);
                uses = uses | own;
                if item < compiled.primaries {
                    if layout.ceiling[item] == Some(1) {
                        forbids = forbids | own;
                    }
                    continue;
                }
                for other in 0..=compiled.colours[item] {
                    if colour == 0 || other != colour {
                        forbids = forbids | B::bit(layout.first[item] + other);
                    }
                }
            }
            let number = B::from_words(&[option as u64]).up(layout.shift);
            masks.push(uses | number);
            table.forbids.push(forbids);
        }
        let end = masks.len();
        let reach = reach(&masks);
        Self {
            table: Arc::new(table),
            masks,
            path: Path::new(),
            waiting: Node { start: 0, end, need, room, reach },
            counts: vec![0; B::BITS as usize],
            scratch: Vec::new(),
        }
    }

    /// The item to branch on as a bit, or what else there is to say.
    fn pick(&mut self, rule: Option<&dyn Branching>) -> Pick {
        let node = &self.waiting;
        let need = node.need.any();
        if need.is_empty() {
            let left = self.masks[node.start..node.end].iter().fold(B::EMPTY, |all, &m| all | m);
            return match (left & self.table.primary).first() {
                Some(bit) => Pick::Branch { bit, need: 0 },
                None => Pick::Solved,
            };
        }
        // How many options an item has beyond its need: at least `over - 1`.
        let short = |over: usize| {
            if M == 1 {
                return need & !node.reach[over];
            }
            let at = |times: usize| match node.reach.get(times - 1 + over) {
                Some(&reach) => node.need.equal(times) & !reach,
                None => B::EMPTY,
            };
            (1..=LEVELS).fold(B::EMPTY, |all, times| all | at(times))
        };
        if !short(0).is_empty() {
            return Pick::Dead;
        }
        if let Some(rule) = rule {
            return self.ask(rule, need);
        }
        for over in 1..LEVELS {
            // An item with a great need may have as few ways, unseen here.
            if M > 1 && !self.large_needs(over).is_empty() {
                break;
            }
            if let Some(bit) = short(over).first() {
                return Pick::Branch { bit, need: node.need.number(bit) };
            }
        }
        self.pick_by_count(need)
    }

    /// Items whose need is so great that `short(over)` cannot see them.
    fn large_needs(&self, over: usize) -> B {
        let need = &self.waiting.need;
        let seen = (0..=LEVELS - over).fold(B::EMPTY, |all, times| all | need.equal(times));
        need.any() & !seen
    }

    fn count(&mut self, of: B) {
        self.counts.fill(0);
        for &mask in &self.masks[self.waiting.start..self.waiting.end] {
            let mut left = mask & of;
            while let Some(bit) = left.first() {
                left = left.without_first();
                self.counts[bit as usize] += 1;
            }
        }
    }

    fn pick_by_count(&mut self, need: B) -> Pick {
        self.count(need);
        let (mut best, mut fewest) = (Pick::Dead, u32::MAX);
        let mut left = need;
        while let Some(bit) = left.first() {
            left = left.without_first();
            let times = self.waiting.need.number(bit);
            let ways = (self.counts[bit as usize] + 1).saturating_sub(times);
            if ways == 0 {
                return Pick::Dead;
            }
            if ways < fewest {
                (best, fewest) = (Pick::Branch { bit, need: times }, ways);
            }
        }
        best
    }

    fn ask(&mut self, rule: &dyn Branching, need: B) -> Pick {
        self.count(need);
        self.scratch.clear();
        let mut bits = need;
        while let Some(bit) = bits.first() {
            bits = bits.without_first();
            let (times, options) = (self.waiting.need.number(bit), self.counts[bit as usize]);
            if options < times {
                return Pick::Dead;
            }
            let item = self.table.items[bit as usize];
            self.scratch.push(Choice { item, need: times, options });
        }
        let chosen = rule.choose(self.path.depth(), &self.scratch).min(self.scratch.len() - 1);
        let mut bits = need;
        (0..chosen).for_each(|_| bits = bits.without_first());
        match bits.first() {
            Some(bit) => Pick::Branch { bit, need: self.scratch[chosen].need },
            None => Pick::Dead,
        }
    }

    fn branch(&mut self, bit: u32, need: u32) {
        let node = self.waiting;
        let options = (0..LEVELS).take_while(|&i| node.reach[i].test(bit)).count();
        let options = if options < LEVELS {
            options as u32
        } else {
            self.masks[node.start..node.end].iter().filter(|mask| mask.test(bit)).count() as u32
        };
        let optional = need == 0;
        let children = options + 1 - need.max(1) + u32::from(optional);
        let cursor = node.start;
        self.path.frames.push(Frame { node, bit, cursor, tried: 0, children, optional, chosen: NONE });
    }

    /// A search of the waiting node, or of the solution just found, and of what is
    /// below it only.
    pub(super) fn fork(&self) -> Self {
        let Node { start, end, .. } = self.waiting;
        Self {
            table: self.table.clone(),
            masks: self.masks[start..end].to_vec(),
            path: self.path.clone().below(),
            waiting: Node { start: 0, end: end - start, ..self.waiting },
            counts: self.counts.clone(),
            scratch: Vec::new(),
        }
    }
}

impl<B: Bits, const M: usize> Walk for Masks<B, M> {
    type Frame = Frame<B, M>;

    fn path(&self) -> &Path<Frame<B, M>> {
        &self.path
    }

    fn path_mut(&mut self) -> &mut Path<Frame<B, M>> {
        &mut self.path
    }

    fn ids(&self) -> &[u32] {
        &self.table.ids
    }

    fn look(&mut self, rule: Option<&dyn Branching>) -> bool {
        match self.pick(rule) {
            Pick::Solved => return true,
            Pick::Dead => {}
            Pick::Branch { bit, need } => self.branch(bit, need),
        }
        false
    }

    fn next_child(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Some(frame) = self.path.frames.last_mut() else { return Ok(()) };
        if frame.tried == frame.children {
            self.path.frames.pop();
            return Ok(());
        }
        meter.spend(1)?;
        frame.tried += 1;
        let item = B::bit(frame.bit);
        let node = &frame.node;
        let none = frame.optional && frame.tried == frame.children;
        let (mut need, mut room) = (node.need, node.room);
        let (split, forbids) = if none {
            frame.chosen = NONE;
            (node.end, B::EMPTY)
        } else {
            let ahead = self.masks[frame.cursor..node.end].iter();
            let at = frame.cursor + ahead.take_while(|&&mask| (mask & item).is_empty()).count();
            frame.cursor = at + 1;
            let uses = self.masks[at];
            frame.chosen = uses.down(self.table.shift).word(0) as u32;
            need.decrement(uses & need.any());
            if self.table.exact && need.any().is_empty() {
                self.waiting = Node { start: node.end, end: node.end, need, room, reach: [B::EMPTY; LEVELS] };
                self.path.state = State::Solved;
                return Ok(());
            }
            let finite = if M == 1 { B::EMPTY } else { uses & self.table.finite };
            room.decrement(finite);
            (at + 1, self.table.forbids[frame.chosen as usize] | (finite & !room.any()))
        };
        let (start, end) = (node.start, node.end);
        if self.masks.len() < end + (end - start) {
            self.masks.resize(end + 2 * (end - start), B::EMPTY);
        }
        let (masks, to) = self.masks.split_at_mut(end);
        // Options for the same item that were tried before, and this one, go.
        let mut kept = 0;
        let mut pass = |from: core::ops::Range<usize>, forbids: B| {
            for &mask in &masks[from] {
                to[kept] = mask;
                kept += usize::from((mask & forbids).is_empty());
            }
        };
        pass(start..split, forbids | item);
        pass(split..end, forbids);
        self.waiting = Node { start: end, end: end + kept, need, room, reach: reach(&to[..kept]) };
        self.path.state = State::Descend;
        Ok(())
    }
}

#[derive(Clone, Copy, Debug)]
enum Pick {
    Solved,
    Dead,
    Branch { bit: u32, need: u32 },
}

/// Which items have at least 1, 2, … options.
#[inline]
fn reach<B: Bits>(masks: &[B]) -> [B; LEVELS] {
    let mut reach = [B::EMPTY; LEVELS];
    for &mask in masks {
        for level in (1..LEVELS).rev() {
            reach[level] = reach[level] | (reach[level - 1] & mask);
        }
        reach[0] = reach[0] | mask;
    }
    reach
}
