//! A player with many packings and a fixed idea of what can be had.

use alloc::vec::Vec;

use grid_core::{Skill, Stream};

use super::plan::{Workshop, sample_plan, wins_left, within_reach};
use crate::judge::agent::Agent;
use crate::rules::auction::{Bid, Contest};
use crate::rules::id::KindId;
use crate::rules::placement::Placement;
use crate::rules::view::View;

/// Packings sampled in a round.
const SAMPLES: u64 = 24;
/// Nodes of a sample, for each number of empty cells.
const SAMPLE_NODES: u64 = 150;
/// Nodes of the final packing.
const PLACE_NODES: u64 = 20_000;

/// Samples many packings each round and follows the one whose stones can be had
/// most probably, judged by the units left. Does not look at the rivals' bids.
#[derive(Clone, Debug)]
pub struct Planner {
    seed: u64,
    skill: Skill,
    stream: Stream,
    workshop: Workshop,
}

impl Planner {
    /// A player with its own random numbers.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let stream = Stream::new(seed, "stone planner", 0);
        Self { seed, skill: Skill::BEST, stream, workshop: Workshop::default() }
    }

    /// The same with fewer packings, and less work on the last one.
    #[must_use]
    pub fn with_skill(self, skill: Skill) -> Self {
        Self { skill, ..self }
    }
}

/// How probably one of `units` can be had among so many teams, as a fixed guess.
fn chance(units: u32, teams: usize) -> f64 {
    (f64::from(units) / (1.5 * teams as f64)).min(1.0)
}

impl Agent for Planner {
    fn name(&self) -> &str {
        "planner"
    }

    fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>) {
        let scenario = view.scenario();
        let (own, supply) = (view.own_stones(), view.supply());
        let teams = scenario.teams().len();
        let stock = within_reach(own, supply, wins_left(view));
        let round = view.round() as u64;
        let packer = self.workshop.packer(scenario);
        let mut best: Option<(f64, Vec<u32>)> = None;
        for sample in 0..self.skill.effort(SAMPLES) {
            let owned = |kind: usize| if own[kind] > 0 { 1000 } else { 0 };
            let priority: Vec<u32> =
                (0..own.len()).map(|kind| owned(kind) + self.stream.below(600)).collect();
            let name = self.seed ^ (round << 32 | sample);
            let plan = sample_plan(packer, &stock, &priority, 400, SAMPLE_NODES, name);
            let missing = plan.missing(own);
            // What the plan may lose: its empty cells, and stones not to be had.
            let risk = |kind: usize| {
                let each = |unit: u32| 1.0 - chance(supply[kind].saturating_sub(unit), teams);
                let area = scenario.catalogue().area(KindId(kind as u16)) as f64;
                (0..missing[kind]).map(each).sum::<f64>() * area
            };
            let stones: u32 = missing.iter().sum();
            let loss =
                plan.waste as f64 * 2.0 + (0..own.len()).map(risk).sum::<f64>() + f64::from(stones) * 0.1;
            if best.as_ref().is_none_or(|(least, _)| loss < *least) {
                best = Some((loss, missing));
            }
        }
        let Some((_, missing)) = best else { return };
        let mut wanted: Vec<KindId> = Vec::new();
        for (kind, &units) in scenario.catalogue().kinds().zip(&missing) {
            wanted.extend((0..units).map(|_| kind));
        }
        let hurry = |kind: KindId| {
            let area = scenario.catalogue().area(kind) as f64;
            (1.0 - chance(supply[kind.index()], teams)) * area + area / 100.0
        };
        wanted.sort_unstable_by(|&a, &b| hurry(b).total_cmp(&hurry(a)).then(a.cmp(&b)));
        let stones = wanted.len().max(1) as u64;
        wanted.truncate(view.limits().map_or(0, |limits| limits.max_bids as usize));
        let share = view.own_money() / stones;
        for kind in wanted {
            let floor = scenario.floors()[kind.index()];
            let scarce = 1.0 - chance(supply[kind.index()], teams);
            let most = (share.max(floor) - floor) as f64;
            let more = (most.min(floor as f64) * scarce * (0.5 + 0.5 * self.stream.unit())) as u64;
            out.push(Bid::new(kind, floor + more));
        }
    }

    fn second_bid(&mut self, view: &View<'_>, contest: &Contest) -> Option<u64> {
        let more = (contest.price as f64 * 0.25 * self.stream.unit()) as u64 + 1;
        Some(contest.price.saturating_add(more).min(view.own_money()))
    }

    fn place(&mut self, view: &View<'_>) -> Vec<Placement> {
        self.workshop.place(view, self.skill.effort(PLACE_NODES), self.seed).placements
    }
}
