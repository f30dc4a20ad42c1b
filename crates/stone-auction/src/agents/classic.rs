//! The strategy of the source article, whole: rules §6.

use alloc::vec::Vec;

use grid_core::Stream;

use crate::judge::agent::Agent;
use crate::rules::auction::{Bid, Contest};
use crate::rules::id::KindId;
use crate::rules::placement::Placement;
use crate::rules::view::View;
use crate::search::packing::{ClassicConfig, StoneWeights, classic_pack};

/// The numbers that the article leaves open.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClassicStyle {
    /// The packing search.
    pub packing: ClassicConfig,
    /// The least weight of a round in the spindle `base + sin(π(r + ½)/R)`.
    pub spindle_base: f64,
    /// How far the prices of a round may be above its budget, as not every bid
    /// wins.
    pub over_budget: f64,
    /// The share of a price that early positions get more than late ones.
    pub position_slope: f64,
    /// Prices are multiplied by a random factor of `1 ± price_noise`.
    pub price_noise: f64,
}

impl Default for ClassicStyle {
    fn default() -> Self {
        Self {
            packing: ClassicConfig::default(),
            spindle_base: 0.5,
            over_budget: 1.1,
            position_slope: 0.5,
            price_noise: 0.1,
        }
    }
}

impl ClassicStyle {
    /// The default with every number varied by up to a third, so that several
    /// seats do not tie with each other.
    #[must_use]
    pub fn jittered(seed: u64) -> Self {
        let mut stream = Stream::new(seed, "stone classic style", 0);
        let plain = Self::default();
        let mut vary = |value: f64| value * (2.0 / 3.0 + 2.0 / 3.0 * stream.unit());
        let weights = plain.packing.weights;
        Self {
            packing: ClassicConfig {
                weights: StoneWeights {
                    area: vary(f64::from(weights.area)) as u32,
                    irregularity: vary(f64::from(weights.irregularity)) as u32,
                    units: vary(f64::from(weights.units)) as u32,
                },
                ..plain.packing
            },
            spindle_base: vary(plain.spindle_base),
            over_budget: 1.0 + vary(plain.over_budget - 1.0),
            position_slope: vary(plain.position_slope),
            price_noise: plain.price_noise,
        }
    }
}

/// The article's player: one packing, bids for its largest stones, a budget that
/// is small, large and small again over the rounds.
#[derive(Clone, Debug)]
pub struct Classic {
    style: ClassicStyle,
    stream: Stream,
}

impl Classic {
    /// A player whose numbers are varied by the seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with_style(ClassicStyle::jittered(seed), seed)
    }

    /// A player of a given style.
    #[must_use]
    pub fn with_style(style: ClassicStyle, seed: u64) -> Self {
        Self { style, stream: Stream::new(seed, "stone classic", 0) }
    }

    /// The money for this round: its share of the spindle over the rounds to come.
    fn budget(&self, view: &View<'_>) -> f64 {
        let rounds = view.scenario().rounds().len();
        let weight = |round: usize| self.style.spindle_base + half_sine((round as f64 + 0.5) / rounds as f64);
        let to_come: f64 = (view.round()..rounds).map(weight).sum();
        view.own_money() as f64 * weight(view.round()) / to_come
    }
}

/// `sin(π·x)` for `0 ≤ x ≤ 1`, the same on every platform: Bhaskara's rational
/// approximation, within 0.002.
fn half_sine(x: f64) -> f64 {
    let product = x * (1.0 - x);
    16.0 * product / (5.0 - 4.0 * product)
}

impl Agent for Classic {
    fn name(&self) -> &str {
        "classic"
    }

    fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>) {
        let scenario = view.scenario();
        let (own, supply) = (view.own_stones(), view.supply());
        let packing = classic_pack(scenario.wall(), scenario.catalogue(), own, supply, &self.style.packing);
        let mut wanted: Vec<KindId> = Vec::new();
        for (kind, used) in scenario.catalogue().kinds().zip(packing.used(scenario.kinds().len())) {
            let missing = used.saturating_sub(own[kind.index()]);
            wanted.extend((0..missing).map(|_| kind));
        }
        let most = view.limits().map_or(0, |limits| limits.max_bids as usize);
        wanted.sort_unstable_by_key(|&kind| (core::cmp::Reverse(scenario.catalogue().area(kind)), kind));
        wanted.truncate(most);
        // Kinds that every team could have one of can wait.
        let teams = scenario.teams().len() as u32;
        let certain = |kind: KindId| supply[kind.index()] >= teams;
        wanted.sort_by_key(|&kind| certain(kind));

        let floor = |kind: KindId| scenario.floors()[kind.index()] as f64;
        let safe: f64 = wanted.iter().filter(|&&kind| certain(kind)).map(|&kind| floor(kind)).sum();
        let rest = (self.budget(view) * self.style.over_budget - safe).max(0.0);
        let weight = |(position, &kind): (usize, &KindId)| {
            let area = scenario.catalogue().area(kind) as f64;
            let early = 1.0 + self.style.position_slope * (1.0 - position as f64 / most as f64);
            area * early / (1.0 + f64::from(supply[kind.index()]) / f64::from(teams))
        };
        let contested = || wanted.iter().enumerate().filter(|(_, kind)| !certain(**kind));
        let all: f64 = contested().map(weight).sum();
        let mut left = view.own_money();
        for (position, kind) in wanted.iter().enumerate() {
            let noise = 1.0 + self.style.price_noise * (2.0 * self.stream.unit() - 1.0);
            let lowest = scenario.floors()[kind.index()];
            let share = if certain(*kind) { 0.0 } else { rest * weight((position, kind)) / all * noise };
            let price = (share as u64).max(lowest);
            // The floor price where the money would not suffice for more.
            let price = if price > left { lowest } else { price };
            left = left.saturating_sub(price);
            out.push(Bid::new(*kind, price));
        }
    }

    fn second_bid(&mut self, view: &View<'_>, contest: &Contest) -> Option<u64> {
        let more = (contest.price as f64 * 0.15 * self.stream.unit()) as u64 + 1;
        Some(contest.price.saturating_add(more).min(view.own_money()))
    }

    fn place(&mut self, view: &View<'_>) -> Vec<Placement> {
        let scenario = view.scenario();
        let (wall, stones) = (scenario.wall(), scenario.catalogue());
        // Now every cell counts: from no empty cell on, the best of all.
        let pack = |tolerance| {
            let config = ClassicConfig { tolerance, ..self.style.packing };
            classic_pack(wall, stones, view.own_stones(), &[], &config)
        };
        let mut best = pack(0);
        for tolerance in [1, 2, 4] {
            if best.area + 1 < wall.len() {
                let other = pack(tolerance);
                best = if other.area > best.area { other } else { best };
            }
        }
        best.placements
    }
}
