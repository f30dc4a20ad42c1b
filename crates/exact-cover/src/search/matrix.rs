//! The search over a sparse matrix of items and options. Where the options of an
//! item are kept, in dancing links or in dancing cells, is a [`Store`].

use alloc::sync::Arc;
use alloc::vec::Vec;

use grid_core::{Meter, Stop};

use super::compiled::Compiled;
use super::drive::Fraction;
use super::items::{Blocks, CLOSED, Items, OPTIONAL, OUT};
use super::walk::{self, NONE, Path, State, Walk};
use crate::{Branching, Choice};

/// The sets of options that are left for each item.
pub(super) trait Store: Clone {
    fn new(compiled: &Compiled) -> Self;
    /// Takes a node out of its item, which has `left` nodes after that.
    fn unlink(&mut self, node: u32, item: u32, left: u32);
    /// Takes back the last `unlink` of this item.
    fn relink(&mut self, node: u32, item: u32);
    /// Where to begin a walk over the `size` nodes of an item.
    fn begin(&self, item: u32, size: u32) -> u32;
    /// The node under the cursor and the next cursor; the node may be unlinked
    /// before the walk goes on.
    fn step(&self, item: u32, cursor: u32) -> Option<(u32, u32)>;
}

#[derive(Clone, Copy, Debug)]
enum Change {
    /// The option left all its open items.
    Removed(u32),
    /// The item was closed.
    Closed(u32),
    /// The primary items of the option were covered once more.
    Used(u32),
    /// The item got its colour.
    Coloured(u32),
}

/// A node of the search tree whose children are being tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Its options are `choices[begin..end]`.
    begin: u32,
    end: u32,
    /// The next one to try.
    next: u32,
    /// How many of them can be the first that is chosen.
    last: u32,
    /// Length of the trail before the node changed anything.
    base: usize,
    /// Length of the trail before the present child.
    mark: usize,
    /// The option of the present child, `NONE` where the item stays uncovered.
    chosen: u32,
    /// The item may stay uncovered: one more child.
    optional: bool,
    /// The item was closed for all children at once.
    closed: bool,
}

impl walk::Frame for Frame {
    fn chosen(&self) -> u32 {
        self.chosen
    }

    fn fraction(&self) -> Fraction {
        Fraction {
            tried: self.next - self.begin,
            children: self.last - self.begin + u32::from(self.optional),
        }
    }
}

#[derive(Clone)]
pub(super) struct Matrix<S> {
    compiled: Arc<Compiled>,
    items: Items,
    /// The option of each node.
    owner: Arc<[u32]>,
    store: S,
    trail: Vec<Change>,
    path: Path<Frame>,
    choices: Vec<u32>,
    blocks: Blocks,
    scratch: Vec<Choice>,
}

impl<S: Store> Matrix<S> {
    pub(super) fn new(compiled: Arc<Compiled>) -> Self {
        let store = S::new(&compiled);
        let items = Items::new(&compiled);
        let owner = (0..compiled.options()).flat_map(|o| compiled.nodes(o).map(move |_| o as u32)).collect();
        Self {
            items,
            owner,
            store,
            trail: Vec::new(),
            path: Path::new(),
            choices: Vec::new(),
            blocks: Blocks::new(compiled.items.len()),
            scratch: Vec::new(),
            compiled,
        }
    }

    /// Takes an option out of all its open items.
    fn remove(&mut self, option: u32) {
        self.trail.push(Change::Removed(option));
        let nodes = self.compiled.nodes(option as usize);
        for (node, &item) in nodes.clone().zip(&self.compiled.item[nodes]) {
            let size = &mut self.items.size[item as usize];
            if *size < CLOSED {
                *size -= 1;
                self.store.unlink(node as u32, item, *size as u32);
                self.blocks.touch(item);
            }
        }
    }

    /// Lets no further option have the item.
    fn close(&mut self, item: u32) {
        let size = self.items.size[item as usize] as u32;
        self.items.size[item as usize] += CLOSED;
        self.blocks.touch(item);
        self.trail.push(Change::Closed(item));
        let mut cursor = self.store.begin(item, size);
        while let Some((node, next)) = self.store.step(item, cursor) {
            cursor = next;
            self.remove(self.owner[node as usize]);
        }
    }

    /// Leaves only the options that give the item this colour.
    fn colour(&mut self, item: u32, colour: u32) {
        self.items.colour[item as usize] = colour;
        self.trail.push(Change::Coloured(item));
        let mut cursor = self.store.begin(item, self.items.size[item as usize] as u32);
        while let Some((node, next)) = self.store.step(item, cursor) {
            cursor = next;
            if self.compiled.colour[node as usize] != colour {
                self.remove(self.owner[node as usize]);
            }
        }
    }

    /// Chooses an option; `removed` says that it has left its items already.
    fn take(&mut self, option: u32, removed: bool) {
        if !removed {
            self.remove(option);
        }
        self.trail.push(Change::Used(option));
        for node in self.compiled.nodes(option as usize) {
            let item = self.compiled.item[node];
            let at = item as usize;
            self.items.need[at] -= 1;
            self.items.room[at] -= 1;
            if self.items.is_closed(at) {
                continue;
            }
            if at < self.compiled.primaries {
                if self.items.room[at] == 0 {
                    self.close(item);
                } else {
                    self.blocks.touch(item);
                }
            } else {
                let (given, colour) = (self.items.colour[at], self.compiled.colour[node]);
                match colour {
                    0 => self.close(item),
                    _ if given == 0 => self.colour(item, colour),
                    _ => {}
                }
            }
        }
    }

    fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some(change) = self.trail.pop() else { break };
            match change {
                Change::Removed(option) => {
                    let nodes = self.compiled.nodes(option as usize);
                    for (node, &item) in nodes.clone().zip(&self.compiled.item[nodes]).rev() {
                        let size = &mut self.items.size[item as usize];
                        if *size < CLOSED {
                            *size += 1;
                            self.store.relink(node as u32, item);
                            self.blocks.touch(item);
                        }
                    }
                }
                Change::Closed(item) => {
                    self.items.size[item as usize] -= CLOSED;
                    self.blocks.touch(item);
                }
                Change::Coloured(item) => self.items.colour[item as usize] = 0,
                Change::Used(option) => {
                    for node in self.compiled.nodes(option as usize) {
                        let item = self.compiled.item[node];
                        self.items.need[item as usize] += 1;
                        self.items.room[item as usize] += 1;
                        self.blocks.touch(item);
                    }
                }
            }
        }
    }

    /// The item that the rule chooses among those that must be covered.
    fn choose(&mut self, rule: &dyn Branching) -> u32 {
        self.scratch.clear();
        for item in 0..self.compiled.primaries {
            if self.items.key(item) < CLOSED {
                let (need, options) = (self.items.need[item] as u32, self.items.size[item] as u32);
                self.scratch.push(Choice { item: self.compiled.items[item], need, options });
            }
        }
        let choice = rule.choose(self.path.depth(), &self.scratch).min(self.scratch.len() - 1);
        let chosen = self.scratch[choice].item;
        let primaries = &self.compiled.items[..self.compiled.primaries];
        primaries.binary_search(&chosen).map_or(NONE, |item| item as u32)
    }

    /// Opens a node that branches on the item.
    fn branch(&mut self, item: u32) {
        let at = item as usize;
        let (size, need, room) = (self.items.size[at], self.items.need[at], self.items.room[at]);
        let begin = self.choices.len();
        let mut cursor = self.store.begin(item, size as u32);
        while let Some((node, next)) = self.store.step(item, cursor) {
            cursor = next;
            self.choices.push(self.owner[node as usize]);
        }
        // The order of insertion, whatever the store has done to the set.
        self.choices[begin..].sort_unstable();
        let need = need.max(0) as u32;
        let base = self.trail.len();
        let closed = room == 1;
        if closed {
            self.close(item);
        }
        self.path.frames.push(Frame {
            begin: begin as u32,
            end: self.choices.len() as u32,
            next: begin as u32,
            last: self.choices.len() as u32 - need.saturating_sub(1),
            base,
            mark: self.trail.len(),
            chosen: NONE,
            optional: need == 0,
            closed,
        });
    }

    /// A search of the waiting node, or of the solution just found, and of what is
    /// below it only.
    pub(super) fn fork(&self) -> Self {
        let fork = self.clone();
        Self { path: fork.path.below(), ..fork }
    }
}

impl<S: Store> Walk for Matrix<S> {
    type Frame = Frame;

    fn path(&self) -> &Path<Frame> {
        &self.path
    }

    fn path_mut(&mut self) -> &mut Path<Frame> {
        &mut self.path
    }

    fn ids(&self) -> &[u32] {
        &self.compiled.ids
    }

    fn look(&mut self, rule: Option<&dyn Branching>) -> bool {
        let (item, key) = self.blocks.smallest(&self.items, self.compiled.primaries);
        match (key, rule) {
            (OUT, _) => return true,
            (..=0, _) => {}
            (1..OPTIONAL, Some(rule)) => {
                let item = self.choose(rule);
                self.branch(item);
            }
            _ => self.branch(item),
        }
        false
    }

    fn next_child(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Some(&frame) = self.path.frames.last() else { return Ok(()) };
        let more = frame.next < frame.last;
        let none = !more && frame.optional && frame.next == frame.end;
        if more || none {
            meter.spend(1)?;
        }
        self.undo_to(frame.mark);
        // An open item: later children do without the options tried before.
        if !frame.closed && frame.chosen != NONE {
            self.remove(frame.chosen);
        }
        let mark = self.trail.len();
        let mut chosen = NONE;
        if more {
            chosen = self.choices[frame.next as usize];
            self.take(chosen, frame.closed);
        } else if !none {
            self.undo_to(frame.base);
            self.choices.truncate(frame.begin as usize);
            self.path.frames.pop();
            return Ok(());
        }
        // A closed item needs nothing more to stay uncovered; an open one has lost
        // all its options.
        if let Some(frame) = self.path.frames.last_mut() {
            frame.mark = mark;
            frame.chosen = chosen;
            frame.next += 1;
        }
        self.path.state = State::Descend;
        Ok(())
    }
}
