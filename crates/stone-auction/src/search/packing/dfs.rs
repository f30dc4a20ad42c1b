//! Depth-first search for a packing that leaves at most a given number of cells
//! empty: the cell with the fewest ways to cover it comes first.
//!
//! The ways that are still possible are kept as a list per level, filtered from
//! the level above; how many of them cover a cell is counted bit-sliced for all
//! cells at once, up to four. A cell that none covers is waste. States known to
//! fail are remembered by a hash of free cells and stock.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::Hasher;

use grid_core::{Bits, Meter, Stop, Stream, mix64};

use super::index::Index;
use super::sums::Sums;

/// A way to lay a stone that is possible at some level.
#[derive(Clone, Copy, Debug)]
struct Way<B> {
    cells: B,
    kind: u16,
    number: u32,
}

/// One level: a choice for the cell `branch`.
#[derive(Clone, Debug)]
struct Level<B> {
    /// The ways of this level in the arena; children are filtered from them.
    start: u32,
    end: u32,
    /// The next way to look at.
    next: u32,
    /// Free cells that are not wasted.
    free: B,
    /// How many more cells may be wasted.
    spare: u16,
    /// The cell to decide.
    branch: B,
    /// The way that led here, if a stone did.
    way: Option<(u32, u16)>,
    /// Whether leaving the cell empty was tried.
    wasted: bool,
    hash: u64,
}

/// How a search for at most so many empty cells ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A packing: the numbers of the ways.
    Found(Vec<u32>),
    /// There is none.
    Exhausted,
    /// The budget or the node limit of the run is spent.
    Stopped(Option<Stop>),
}

/// A search that can be stopped and gone on with.
#[derive(Clone, Debug)]
pub(super) struct Dfs<B> {
    arena: Vec<Way<B>>,
    levels: Vec<Level<B>>,
    stock: Vec<u32>,
    stock_hash: u64,
    failed: Vec<u64>,
    /// Nodes spent by this search.
    pub(super) nodes: u64,
    /// Whether the root has been looked at.
    open: bool,
    fruitless: bool,
}

/// Entries of the table of failed states: 2^this.
const TABLE_BITS: u32 = 14;

/// Candidate ways per node: a node with more counts as several.
const WAYS_PER_NODE: usize = 128;

impl<B: Bits> Dfs<B> {
    /// A search over the ways of all kinds in stock, in the order of descending
    /// `keys` (by way), for a packing that leaves at most `waste` cells of `room`
    /// empty.
    pub(super) fn new(
        index: &Index<B>,
        room: B,
        stock: &[u32],
        waste: u16,
        key: &mut impl FnMut(usize) -> u64,
    ) -> Self {
        let mut keyed: Vec<(u64, u32)> = Vec::new();
        for (kind, _) in stock.iter().enumerate().filter(|(_, count)| **count > 0) {
            for number in index.ways_of(crate::rules::id::KindId(kind as u16)) {
                if (index.ways[number].0 & !room).is_empty() {
                    keyed.push((!key(number), number as u32));
                }
            }
        }
        keyed.sort_unstable();
        let way = |&(_, number): &(u64, u32)| {
            let (cells, laid) = index.ways[number as usize];
            Way { cells, kind: laid.kind.0, number }
        };
        let arena: Vec<Way<B>> = keyed.iter().map(way).collect();
        let mut dfs = Self {
            arena,
            levels: Vec::new(),
            stock: stock.to_vec(),
            stock_hash: 0,
            failed: Vec::new(),
            nodes: 0,
            open: true,
            fruitless: false,
        };
        for (kind, &count) in stock.iter().enumerate() {
            dfs.stock_hash = dfs.stock_hash.wrapping_add(kind_hash(kind).wrapping_mul(count.into()));
        }
        let mut counts = Counts::default();
        dfs.arena.iter().for_each(|way| counts.add(way.cells));
        dfs.fruitless = !dfs.descend(index, 0, room, waste, counts, None);
        dfs
    }

    /// Goes on for at most `limit` nodes of this search.
    pub(super) fn run(&mut self, index: &Index<B>, meter: &mut Meter<'_>, limit: u64) -> End {
        if self.fruitless {
            return End::Exhausted;
        }
        if self.open {
            self.open = false;
            if self.levels.last().is_some_and(|level| level.free.is_empty()) {
                return End::Found(self.chosen());
            }
        }
        while let Some(level) = self.levels.last_mut() {
            let (start, end) = (level.start, level.end);
            let (free, spare, branch) = (level.free, level.spare, level.branch);
            let rest = &self.arena[level.next as usize..end as usize];
            let found = rest.iter().position(|way| !(way.cells & branch).is_empty());
            if let Some(ahead) = found {
                level.next += ahead as u32 + 1;
            } else {
                level.next = end;
                if spare == 0 || level.wasted {
                    self.leave();
                    continue;
                }
                level.wasted = true;
            }
            let cost = 1 + (end - start) as u64 / WAYS_PER_NODE as u64;
            if self.nodes >= limit {
                self.unlook(found.is_some());
                return End::Stopped(None);
            }
            if let Err(stop) = meter.spend(cost) {
                self.unlook(found.is_some());
                return End::Stopped(Some(stop));
            }
            self.nodes += cost;
            let entered = match found {
                Some(_) => {
                    let at = self.levels.last().map_or(0, |level| level.next - 1);
                    let way = self.arena[at as usize];
                    self.take(way);
                    let counts = self.filter(start, end, way.cells, way.kind);
                    let led = Some((way.number, way.kind));
                    let entered = self.descend(index, end, free & !way.cells, spare, counts, led);
                    if !entered {
                        self.give_back(way.kind);
                    }
                    entered
                }
                None => {
                    let counts = self.filter(start, end, branch, u16::MAX);
                    self.descend(index, end, free & !branch, spare - 1, counts, None)
                }
            };
            if entered && self.levels.last().is_some_and(|level| level.free.is_empty()) {
                let chosen = self.chosen();
                self.leave();
                return End::Found(chosen);
            }
        }
        End::Exhausted
    }

    /// Undoes the look at the next choice, so that a later run begins with it.
    fn unlook(&mut self, way: bool) {
        if let Some(level) = self.levels.last_mut() {
            if way {
                level.next -= 1;
            } else {
                level.wasted = false;
            }
        }
    }

    fn chosen(&self) -> Vec<u32> {
        self.levels.iter().filter_map(|level| level.way.map(|(number, _)| number)).collect()
    }

    fn take(&mut self, way: Way<B>) {
        self.stock[way.kind as usize] -= 1;
        self.stock_hash = self.stock_hash.wrapping_sub(kind_hash(way.kind.into()));
    }

    fn give_back(&mut self, kind: u16) {
        self.stock[kind as usize] += 1;
        self.stock_hash = self.stock_hash.wrapping_add(kind_hash(kind.into()));
    }

    /// Leaves the last level; its state failed.
    fn leave(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        if self.failed.is_empty() && self.nodes > 1 << 10 {
            self.failed = vec![0; 1 << TABLE_BITS];
        }
        if let Some(slot) = self.failed.get_mut((level.hash >> (64 - TABLE_BITS)) as usize) {
            *slot = level.hash;
        }
        if let Some((_, kind)) = level.way {
            self.give_back(kind);
        }
    }

    /// Appends the ways that remain possible when `gone` is covered or wasted,
    /// and counts them by cell.
    #[inline]
    fn filter(&mut self, start: u32, end: u32, gone: B, placed: u16) -> Counts<B> {
        self.arena.truncate(end as usize);
        let used_up = if placed != u16::MAX && self.stock[placed as usize] == 0 { placed } else { u16::MAX };
        let mut counts = Counts::default();
        for at in start as usize..end as usize {
            let way = self.arena[at];
            if (way.cells & gone).is_empty() && way.kind != used_up {
                counts.add(way.cells);
                self.arena.push(way);
            }
        }
        counts
    }

    /// Opens a level on the ways from `start` to the end of the arena; `false`
    /// where it cannot lead to a packing.
    fn descend(
        &mut self,
        index: &Index<B>,
        start: u32,
        free: B,
        spare: u16,
        counts: Counts<B>,
        way: Option<(u32, u16)>,
    ) -> bool {
        let dead = free & !counts.one;
        let Some(spare) = spare.checked_sub(dead.count() as u16) else { return false };
        let free = free & !dead;
        if !free.is_empty() && self.slack(index, free, spare) > u32::from(spare) {
            return false;
        }
        let hash = self.hash(free, spare);
        if self.failed.get((hash >> (64 - TABLE_BITS)) as usize).is_some_and(|&slot| slot == hash) {
            return false;
        }
        let branch = counts.scarcest(free).map_or(B::EMPTY, B::bit);
        let end = self.arena.len() as u32;
        self.levels.push(Level { start, end, next: start, free, spare, branch, way, wasted: false, hash });
        true
    }

    /// The fewest cells that stay empty, by the areas that the stock can have in
    /// each connected part.
    fn slack(&self, index: &Index<B>, free: B, spare: u16) -> u32 {
        let sums = Sums::of(self.stock.iter().zip(&index.areas).map(|(&count, &area)| (area, count)));
        let whole = sums.slack(free.count());
        if whole > u32::from(spare) {
            return whole;
        }
        let mut left = free;
        let mut parts = 0;
        while let Some(seed) = left.first() {
            let part = index.flood(left, seed);
            left = left & !part;
            parts += sums.slack(part.count());
        }
        parts.max(whole)
    }

    fn hash(&self, free: B, spare: u16) -> u64 {
        let mut hasher = WordHasher(self.stock_hash ^ u64::from(spare) << 48);
        free.hash(&mut hasher);
        hasher.0 | 1
    }
}

/// Mixes the words of a set; used within one search only.
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = mix64(self.0.rotate_left(17) ^ word);
    }
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

fn kind_hash(kind: usize) -> u64 {
    mix64(kind as u64 ^ 0x5354_4F4E_4500)
}

/// For every cell at once, how many ways cover it: at least one, two, three,
/// four.
#[derive(Clone, Copy, Debug, Default)]
struct Counts<B> {
    one: B,
    two: B,
    three: B,
    four: B,
}

impl<B: Bits> Counts<B> {
    #[inline(always)]
    fn add(&mut self, cells: B) {
        self.four = self.four | (self.three & cells);
        self.three = self.three | (self.two & cells);
        self.two = self.two | (self.one & cells);
        self.one = self.one | cells;
    }

    /// The free cell that the fewest ways cover, the lowest of these.
    #[inline]
    fn scarcest(&self, free: B) -> Option<u32> {
        let classes = [free & !self.two, free & !self.three, free & !self.four];
        classes.into_iter().find_map(B::first).or_else(|| free.first())
    }
}

/// Keys that put kinds of high priority first, with noise in between.
pub(super) fn keys<'a, B: Bits>(
    index: &'a Index<B>,
    priority: &'a [u32],
    noise: u32,
    mut stream: Stream,
) -> impl FnMut(usize) -> u64 + 'a {
    move |number| {
        let base = priority.get(index.ways[number].1.kind.index()).copied().unwrap_or(0);
        let shift = if noise == 0 { 0 } else { stream.below(noise) };
        u64::from(base) + u64::from(shift)
    }
}
