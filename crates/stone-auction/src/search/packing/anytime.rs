//! The packer: proofs on small walls, good packings on large ones, resumable.
//!
//! A round looks for packings that leave 0, 1, 2, … cells empty, each with a
//! node limit that doubles from round to round and with the ways in a new random
//! order. A search that runs to its end without a packing proves a bound; when
//! the bound meets the best packing the search is over. Walls beyond 128 cells
//! are packed and repaired in windows, see `window`.

use alloc::vec::Vec;

use grid_core::{Bits, Budget, Meter, Stop, Stream};

use super::dfs::{Dfs, End, keys};
use super::first_fit::first_fit;
use super::index::Index;
use super::sums::largest_sum;
use super::window::Windows;
use crate::rules::catalogue::Catalogue;
use crate::rules::placement::{Placement, settle};
use crate::rules::wall::Wall;

/// A legal arrangement, and what is known about better ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Packing {
    /// The stones; they rest on each other and on the frame.
    pub placements: Vec<Placement>,
    /// Covered cells.
    pub area: usize,
    /// No arrangement of the stock covers more cells.
    pub upper_bound: usize,
    /// Whether `area` is proven to be the largest.
    pub proven: bool,
    /// Search nodes spent.
    pub nodes: u64,
}

impl Packing {
    /// How many stones of each kind it uses.
    #[must_use]
    pub fn used(&self, kinds: usize) -> Vec<u32> {
        let mut used = alloc::vec![0; kinds];
        for placement in &self.placements {
            used[placement.kind.index()] += 1;
        }
        used
    }
}

/// A wall with the ways to lay stones of a catalogue into it; packs any stock.
///
/// ```
/// use grid_core::Budget;
/// use stone_auction::{Catalogue, Packer, Wall};
/// let wall: Wall = "....\n....\n....".parse()?;
/// let stones = Catalogue::new(["###\n#..".parse()?, "##".parse()?])?;
/// let packing = Packer::new(&wall, &stones).pack(&[2, 3], &Budget::nodes(10_000), 0);
/// assert_eq!((packing.area, packing.proven), (12, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Packer {
    pub(super) wall: Wall,
    pub(super) stones: Catalogue,
    engine: Engine,
}

/// The index of a wall, as narrow as it can be.
#[derive(Clone, Debug)]
enum Engine {
    Narrow(Index<u64>),
    Wide(Index<u128>),
    Windows,
}

/// Packs once. For several stocks of the same catalogue build a [`Packer`].
///
/// ```
/// use grid_core::Budget;
/// use stone_auction::{pack, Catalogue, Wall};
/// let wall: Wall = "...\n...".parse()?;
/// let stones = Catalogue::new([".##\n##.".parse()?])?;
/// let packing = pack(&wall, &stones, &[1], &Budget::nodes(1_000));
/// assert_eq!((packing.area, packing.upper_bound), (4, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pack(wall: &Wall, stones: &Catalogue, stock: &[u32], budget: &Budget) -> Packing {
    Packer::new(wall, stones).pack(stock, budget, 0)
}

impl Packer {
    /// Lists all ways to lay the stones.
    ///
    /// # Complexity
    /// `O(cells · kinds · area)` time and memory.
    #[must_use]
    pub fn new(wall: &Wall, stones: &Catalogue) -> Self {
        let engine = match wall.len() {
            0..=64 => Engine::Narrow(Index::new(wall.region(), stones)),
            65..=128 => Engine::Wide(Index::new(wall.region(), stones)),
            _ => Engine::Windows,
        };
        Self { wall: wall.clone(), stones: stones.clone(), engine }
    }

    /// The wall.
    #[must_use]
    pub fn wall(&self) -> &Wall {
        &self.wall
    }

    /// The catalogue.
    #[must_use]
    pub fn stones(&self) -> &Catalogue {
        &self.stones
    }

    /// Packs `stock[k]` stones of each kind `k` until the optimum is proven or
    /// the budget is spent.
    ///
    /// An unlimited budget may run for very long on walls beyond about 60 cells.
    #[must_use]
    pub fn pack(&self, stock: &[u32], budget: &Budget, seed: u64) -> Packing {
        let mut search = self.search(stock, seed);
        search.run(budget);
        search.best()
    }

    /// A search that can be gone on with, for example a step a frame.
    ///
    /// ```
    /// use stone_auction::{Catalogue, Packer, Wall};
    /// let wall: Wall = "....\n....".parse()?;
    /// let packer = Packer::new(&wall, &Catalogue::new(["##".parse()?])?);
    /// let mut search = packer.search(&[4], 0);
    /// while !search.step(10) {}
    /// assert_eq!(search.best().area, 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn search(&self, stock: &[u32], seed: u64) -> PackSearch<'_> {
        PackSearch::new(self, stock, seed)
    }

    /// One packing with the kinds of high `priority` first, and random numbers
    /// below `noise` added to the priority of every way to lay a stone. Spends
    /// about `nodes` nodes for each number of empty cells that it tries; takes
    /// the first packing found. For many different packings change the seed.
    #[must_use]
    pub fn sample(&self, stock: &[u32], priority: &[u32], noise: u32, nodes: u64, seed: u64) -> Packing {
        let order = Order { priority, noise, seed };
        match &self.engine {
            Engine::Narrow(index) => sample(self, index, stock, &order, nodes),
            Engine::Wide(index) => sample(self, index, stock, &order, nodes),
            Engine::Windows => {
                let mut search = PackSearch::new(self, stock, seed);
                search.run(&Budget::nodes(nodes));
                search.best()
            }
        }
    }

    /// Different packings, one for each seed from `seed` on: no two use the same
    /// stones. Ends after `misses` packings in a row that were not new.
    ///
    /// ```
    /// use stone_auction::{Catalogue, Packer, Wall};
    /// let wall: Wall = "....\n....".parse()?;
    /// let packer = Packer::new(&wall, &Catalogue::new(["##".parse()?, "####".parse()?])?);
    /// let all: Vec<_> = packer.solutions(&[4, 2], 100, 0, 100).collect();
    /// assert_eq!(all.len(), 3); // 0, 1 or 2 long stones
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions<'a>(
        &'a self,
        stock: &'a [u32],
        nodes: u64,
        seed: u64,
        misses: u32,
    ) -> impl Iterator<Item = Packing> + 'a {
        let kinds = self.stones.len();
        let mut seen = alloc::collections::BTreeSet::new();
        let mut next = seed;
        core::iter::from_fn(move || {
            for _ in 0..misses.max(1) {
                let mut stream = Stream::new(next, "stone solutions", 0);
                let priority: Vec<u32> = (0..kinds).map(|_| stream.below(1024)).collect();
                // From strict orders of kinds to none at all.
                let noise = 64 << (2 * stream.below(4));
                let packing = self.sample(stock, &priority, noise, nodes, next);
                next = next.wrapping_add(1);
                if seen.insert(packing.used(kinds)) {
                    return Some(packing);
                }
            }
            None
        })
    }

    pub(super) fn areas(&self) -> Vec<usize> {
        self.stones.kinds().map(|kind| self.stones.area(kind)).collect()
    }

    /// The fewest empty cells that the areas of the stock allow.
    pub(super) fn least_waste(&self, stock: &[u32]) -> usize {
        let areas = self.areas();
        let room = self.wall.len();
        room - largest_sum(areas.into_iter().zip(stock.iter().copied()), room)
    }

    fn measured(&self, placements: Vec<Placement>) -> Best {
        let area = placements.iter().map(|placement| self.stones.area(placement.kind)).sum();
        Best { placements, area }
    }

    /// Lets a packing settle.
    pub(super) fn settled(&self, placements: &[Placement]) -> Vec<Placement> {
        settle(&self.wall, &self.stones, placements).expect("a packing is in the wall and apart")
    }
}

/// In which order ways are tried.
struct Order<'a> {
    priority: &'a [u32],
    noise: u32,
    seed: u64,
}

/// The waste limits that a sample tries after the least: it soon takes anything.
const SAMPLE_STEPS: [usize; 8] = [0, 1, 2, 3, 5, 8, 16, 128];

fn sample<B: Bits>(
    packer: &Packer,
    index: &Index<B>,
    stock: &[u32],
    order: &Order<'_>,
    nodes: u64,
) -> Packing {
    let least = packer.least_waste(stock);
    let unlimited = Budget::unlimited();
    let mut meter = unlimited.meter();
    let mut best: Option<Vec<u32>> = None;
    for (step, more) in SAMPLE_STEPS.into_iter().enumerate() {
        let waste = (least + more).min(packer.wall.len());
        let stream = Stream::new(order.seed, "stone sample", step as u64);
        let mut key = keys(index, order.priority, order.noise, stream);
        let mut dfs = Dfs::new(index, index.all, stock, waste as u16, &mut key);
        let limit = if waste == packer.wall.len() { u64::MAX } else { nodes };
        if let End::Found(ways) = dfs.run(index, &mut meter, limit) {
            best = Some(ways);
            break;
        }
    }
    let ways = best.unwrap_or_default();
    let placements: Vec<Placement> = ways.iter().map(|&way| index.ways[way as usize].1.placement()).collect();
    let area = ways.iter().map(|&way| index.ways[way as usize].0.count() as usize).sum();
    let upper_bound = packer.wall.len() - least;
    Packing {
        placements: packer.settled(&placements),
        area,
        upper_bound,
        proven: area == upper_bound,
        nodes: meter.used(),
    }
}

/// A packing search that goes on where it stopped.
#[derive(Clone, Debug)]
pub struct PackSearch<'a> {
    packer: &'a Packer,
    stock: Vec<u32>,
    seed: u64,
    /// The fewest empty cells not yet refuted.
    least: usize,
    best: Option<Best>,
    state: State,
    nodes: u64,
}

#[derive(Clone, Debug)]
struct Best {
    placements: Vec<Placement>,
    area: usize,
}

#[derive(Clone, Debug)]
enum State {
    Narrow(Rounds<u64>),
    Wide(Rounds<u128>),
    Windows(Windows),
}

/// Where the rounds of searches stand.
#[derive(Clone, Debug)]
struct Rounds<B> {
    round: u32,
    waste: usize,
    running: Option<Dfs<B>>,
}

/// The node limit of the first round.
const FIRST_LIMIT: u64 = 256;

impl<B> Rounds<B> {
    fn new(least: usize) -> Self {
        Self { round: 0, waste: least, running: None }
    }
}

impl<'a> PackSearch<'a> {
    fn new(packer: &'a Packer, stock: &[u32], seed: u64) -> Self {
        let mut stock = stock.to_vec();
        stock.resize(packer.stones.len(), 0);
        let least = packer.least_waste(&stock);
        let state = match packer.engine {
            Engine::Narrow(_) => State::Narrow(Rounds::new(least)),
            Engine::Wide(_) => State::Wide(Rounds::new(least)),
            Engine::Windows => State::Windows(Windows::new(packer, &stock, seed)),
        };
        Self { packer, stock, seed, least, best: None, state, nodes: 0 }
    }

    /// Goes on for about `nodes` nodes; whether the search is over.
    pub fn step(&mut self, nodes: u64) -> bool {
        self.run(&Budget::nodes(nodes)).is_none()
    }

    /// Goes on within a budget; why it stopped, or `None` when it is over.
    pub fn run(&mut self, budget: &Budget) -> Option<Stop> {
        let mut meter = budget.meter();
        let stop = self.spend(&mut meter);
        self.nodes += meter.used();
        stop
    }

    fn spend(&mut self, meter: &mut Meter<'_>) -> Option<Stop> {
        while !self.is_done() {
            let ended = match (&mut self.state, &self.packer.engine) {
                (State::Narrow(rounds), Engine::Narrow(index)) => {
                    rounds.go(index, &self.stock, self.seed, meter)
                }
                (State::Wide(rounds), Engine::Wide(index)) => rounds.go(index, &self.stock, self.seed, meter),
                (State::Windows(windows), _) => match windows.go(self.packer, meter) {
                    Ok(placements) => Ok((0, Ended::Packed(placements))),
                    Err(stop) => Err(stop),
                },
                _ => unreachable!("the state belongs to the engine"),
            };
            match ended {
                Err(stop) => return Some(stop),
                Ok((_, Ended::Packed(placements))) => self.improve(placements),
                Ok((waste, Ended::Refuted)) if waste == self.least => self.least += 1,
                Ok(_) => {}
            }
            let best = self
                .best
                .as_ref()
                .map_or(self.packer.wall.len() + 1, |best| self.packer.wall.len() - best.area);
            match &mut self.state {
                State::Narrow(rounds) => rounds.next(self.least, best),
                State::Wide(rounds) => rounds.next(self.least, best),
                State::Windows(_) => {}
            }
        }
        None
    }

    fn improve(&mut self, placements: Vec<Placement>) {
        let new = self.packer.measured(placements);
        if self.best.as_ref().is_none_or(|best| best.area < new.area) {
            self.best = Some(new);
        }
    }

    /// Whether the search has found an optimum and proven it.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let bound = self.packer.wall.len() - self.least;
        self.best.as_ref().is_some_and(|best| best.area >= bound)
    }

    /// The best packing so far; a first fit of the largest stones until the search has
    /// found one.
    #[must_use]
    pub fn best(&self) -> Packing {
        let upper_bound = self.packer.wall.len() - self.least;
        let Best { placements, area } = match &self.best {
            Some(best) => best.clone(),
            None => self.packer.measured(first_fit(self.packer, &self.stock)),
        };
        let placements = self.packer.settled(&placements);
        Packing { placements, area, upper_bound, proven: area >= upper_bound, nodes: self.nodes }
    }
}

/// How one search of a round ended.
enum Ended {
    Packed(Vec<Placement>),
    Refuted,
    Limit,
}

impl<B: Bits> Rounds<B> {
    /// Runs the current search on; gives its waste and how it ended.
    fn go(
        &mut self,
        index: &Index<B>,
        stock: &[u32],
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(usize, Ended), Stop> {
        let waste = self.waste;
        let round = self.round;
        let dfs = self.running.get_or_insert_with(|| {
            let name = u64::from(round) << 16 | waste as u64;
            let mut stream = Stream::new(seed, "stone pack", name);
            // Large stones first: they are the hardest to lay later.
            let priority: Vec<u32> =
                index.areas.iter().map(|&area| 64 * area as u32 + stream.below(64)).collect();
            let noise = if round == 0 { 32 } else { 256 };
            Dfs::new(index, index.all, stock, waste as u16, &mut keys(index, &priority, noise, stream))
        });
        let limit = FIRST_LIMIT << round.min(48);
        let ended = match dfs.run(index, meter, limit) {
            End::Found(ways) => {
                Ended::Packed(ways.iter().map(|&way| index.ways[way as usize].1.placement()).collect())
            }
            End::Exhausted => Ended::Refuted,
            End::Stopped(Some(stop)) => return Err(stop),
            End::Stopped(None) => Ended::Limit,
        };
        self.running = None;
        Ok((waste, ended))
    }

    /// Goes to the next waste of the round, or to the next round.
    fn next(&mut self, least: usize, best: usize) {
        if self.running.is_some() {
            return;
        }
        self.waste += 1;
        if self.waste >= best {
            self.waste = least;
            self.round += 1;
        }
        self.waste = self.waste.max(least);
    }
}
