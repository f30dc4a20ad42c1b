//! Three players without a plan: the floor of every table.

use alloc::vec::Vec;

use grid_core::Stream;

use crate::judge::agent::Agent;
use crate::rules::auction::{Bid, Contest};
use crate::rules::id::KindId;
use crate::rules::placement::Placement;
use crate::rules::view::View;
use crate::search::packing::{ClassicConfig, StoneWeights, classic_pack};

/// One pass from the bottom, large stones first, nothing taken back.
fn one_pass(view: &View<'_>) -> Vec<Placement> {
    let config = ClassicConfig {
        weights: StoneWeights { area: 1, irregularity: 0, units: 0 },
        tolerance: u32::MAX,
        nodes: u64::from(u16::MAX),
    };
    let scenario = view.scenario();
    let none = [];
    // With every cell allowed to stay empty the first leaf ends the search.
    classic_pack(scenario.wall(), scenario.catalogue(), view.own_stones(), &none, &config).placements
}

/// The kinds that are left, largest first; equal areas by chance.
fn largest_first(view: &View<'_>, stream: &mut Stream) -> Vec<KindId> {
    let scenario = view.scenario();
    let left = scenario.catalogue().kinds().filter(|kind| view.supply()[kind.index()] > 0);
    let mut kinds: Vec<(usize, u64, KindId)> =
        left.map(|kind| (scenario.catalogue().area(kind), stream.next_u64(), kind)).collect();
    kinds.sort_unstable_by(|a, b| b.cmp(a));
    kinds.into_iter().map(|(_, _, kind)| kind).collect()
}

/// One bid for each of the largest kinds, again from the first after the last.
fn bid_largest(view: &View<'_>, stream: &mut Stream, out: &mut Vec<Bid>, price: impl Fn(KindId) -> u64) {
    let kinds = largest_first(view, stream);
    let most = view.limits().map_or(0, |limits| limits.max_bids as usize);
    out.extend(kinds.iter().cycle().take(most).map(|&kind| Bid::new(kind, price(kind))));
}

/// Random kinds at one to two floor prices; a little more in a second bidding.
#[derive(Clone, Debug)]
pub struct RandomBids {
    stream: Stream,
}

impl RandomBids {
    /// A player with its own random numbers.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { stream: Stream::new(seed, "stone random", 0) }
    }
}

impl Agent for RandomBids {
    fn name(&self) -> &str {
        "random"
    }

    fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>) {
        let floors = view.scenario().floors();
        for _ in 0..view.limits().map_or(0, |limits| limits.max_bids) {
            let kind = self.stream.below(floors.len() as u32);
            let floor = floors[kind as usize];
            let more = (floor as f64 * self.stream.unit()) as u64;
            out.push(Bid::new(KindId(kind as u16), floor.saturating_add(more)));
        }
    }

    fn second_bid(&mut self, _: &View<'_>, contest: &Contest) -> Option<u64> {
        let more = (contest.price as f64 * 0.2 * self.stream.unit()) as u64;
        Some(contest.price.saturating_add(more))
    }

    fn place(&mut self, view: &View<'_>) -> Vec<Placement> {
        one_pass(view)
    }
}

/// The largest kinds at their floor prices, never more.
#[derive(Clone, Debug)]
pub struct FloorPrice {
    stream: Stream,
}

impl FloorPrice {
    /// A player with its own random numbers, for the order of equal areas.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { stream: Stream::new(seed, "stone floor", 0) }
    }
}

impl Agent for FloorPrice {
    fn name(&self) -> &str {
        "floor"
    }

    fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>) {
        let floors = view.scenario().floors();
        bid_largest(view, &mut self.stream, out, |kind| floors[kind.index()]);
    }

    fn second_bid(&mut self, _: &View<'_>, _: &Contest) -> Option<u64> {
        None
    }

    fn place(&mut self, view: &View<'_>) -> Vec<Placement> {
        one_pass(view)
    }
}

/// The largest kinds, an equal share of the money for each win to come.
#[derive(Clone, Debug)]
pub struct GreedyArea {
    stream: Stream,
}

impl GreedyArea {
    /// A player with its own random numbers, for the order of equal areas.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { stream: Stream::new(seed, "stone greedy", 0) }
    }
}

impl Agent for GreedyArea {
    fn name(&self) -> &str {
        "greedy"
    }

    fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>) {
        let floors = view.scenario().floors();
        let to_come = &view.scenario().rounds()[view.round()..];
        let wins: u64 = to_come.iter().map(|round| u64::from(round.max_wins)).sum();
        let share = view.own_money() / wins.max(1);
        bid_largest(view, &mut self.stream, out, |kind| floors[kind.index()].max(share));
    }

    fn second_bid(&mut self, view: &View<'_>, contest: &Contest) -> Option<u64> {
        let more = (contest.price as f64 * 0.1 * self.stream.unit()) as u64 + 1;
        Some(contest.price.saturating_add(more).min(view.own_money()))
    }

    fn place(&mut self, view: &View<'_>) -> Vec<Placement> {
        one_pass(view)
    }
}
