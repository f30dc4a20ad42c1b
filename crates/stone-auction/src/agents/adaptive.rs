//! The strongest player: many packings, a forecast of every rival, floor prices
//! wherever these suffice.
//!
//! A round goes like this. Packings of own stones and supply are sampled, cheap
//! and obtainable kinds first, and kept over the rounds. Each is judged by what
//! its missing stones will cost, how probably they can be had, and the cells it
//! leaves empty. The best is followed: stones that may be gone after this round
//! get the early positions. A price is above the floor only where the forecast
//! says that the stone is in dispute, and at most by what doing without it would
//! cost. Nothing is bid once the own stones fill the wall.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Budget, Skill, Stream};

use super::forecast::Forecast;
use super::plan::{Plan, Workshop, sample_plan, wins_left, within_reach};
use crate::judge::agent::Agent;
use crate::rules::auction::{Bid, Contest};
use crate::rules::id::KindId;
use crate::rules::placement::Placement;
use crate::rules::view::View;

/// The numbers of [`Adaptive`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AdaptiveConfig {
    /// Packings sampled in a round.
    pub samples: u32,
    /// Nodes of a sample, for each number of empty cells.
    pub sample_nodes: u64,
    /// Packings kept for the next rounds.
    pub pool: usize,
    /// Nodes of the final packing.
    pub place_nodes: u64,
    /// What an empty cell costs, in parts of the starting money.
    pub cell: f64,
    /// The share of a stone's area that counts as empty when it cannot be had.
    pub risk: f64,
    /// The share of the wins to come that a plan may need before it counts as
    /// tight.
    pub slack: f64,
    /// The share of the spare money that goes into stones in dispute in the last
    /// two rounds.
    pub late: f64,
    /// The most that is paid above the floor price, in parts of it.
    pub most_markup: f64,
}

impl Default for AdaptiveConfig {
    fn default() -> Self {
        Self {
            samples: 64,
            sample_nodes: 150,
            pool: 24,
            place_nodes: 100_000,
            cell: 0.2,
            risk: 0.3,
            slack: 0.75,
            late: 0.7,
            most_markup: 4.0,
        }
    }
}

impl AdaptiveConfig {
    /// The same for a player of this skill: fewer packings, and less work on the last one.
    ///
    /// ```
    /// use grid_core::Skill;
    /// use stone_auction::AdaptiveConfig;
    /// assert_eq!(AdaptiveConfig::default().with_skill(Skill::MEDIUM).samples, 2);
    /// ```
    #[must_use]
    pub fn with_skill(self, skill: Skill) -> Self {
        let samples = skill.effort(self.samples.into()) as u32;
        Self { samples, place_nodes: skill.effort(self.place_nodes), ..self }
    }
}

/// Plans with many packings, adapts to the published bids, and saves money.
#[derive(Clone, Debug)]
pub struct Adaptive {
    config: AdaptiveConfig,
    seed: u64,
    stream: Stream,
    workshop: Workshop,
    pool: Vec<Plan>,
    /// What the best plan would lose without a unit of each kind.
    worth: Vec<f64>,
}

/// A stone with a smaller chance than this is not bid for at a position.
const HOPELESS: f64 = 0.15;

/// A unit that the plan needs.
#[derive(Clone, Copy, Debug)]
struct Need {
    kind: KindId,
    /// Which unit of its kind, from 0.
    unit: u32,
    /// How probably it is gone after this round.
    hurry: f64,
}

impl Adaptive {
    /// A player with its own random numbers.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with_config(AdaptiveConfig::default(), seed)
    }

    /// A player with other numbers.
    #[must_use]
    pub fn with_config(config: AdaptiveConfig, seed: u64) -> Self {
        Self {
            config,
            seed,
            stream: Stream::new(seed, "stone adaptive", 0),
            workshop: Workshop::default(),
            pool: Vec::new(),
            worth: Vec::new(),
        }
    }

    /// The packing that the bids of this round work towards, own stones and stones
    /// still to be bought; `None` before the first bids.
    #[must_use]
    pub fn plan(&self) -> Option<&[Placement]> {
        self.pool.first().map(|plan| plan.placements.as_slice())
    }

    /// Samples packings and joins them with those kept from earlier rounds.
    fn gather(&mut self, view: &View<'_>, forecast: &Forecast) {
        let scenario = view.scenario();
        let (own, supply) = (view.own_stones(), view.supply());
        let wins = wins_left(view);
        let stock = within_reach(own, supply, wins);
        let kinds = scenario.catalogue().kinds();
        let per_cell = |kind: KindId| {
            let area = scenario.catalogue().area(kind).max(1) as f64;
            scenario.floors()[kind.index()] as f64 / area
        };
        let dearest = kinds.clone().map(per_cell).fold(1e-9, f64::max);
        let positions = view.limits().map_or(1, |limits| limits.max_wins);
        let base: Vec<u32> = kinds
            .map(|kind| {
                let left = forecast.left_after(kind, supply[kind.index()], positions);
                let cheap = 1.0 - per_cell(kind) / dearest;
                let owned = if own[kind.index()] > 0 { 700.0 } else { 0.0 };
                (owned + 900.0 * cheap + 300.0 * left) as u32
            })
            .collect();
        let round = view.round() as u64;
        let packer = self.workshop.packer(scenario);
        for sample in 0..u64::from(self.config.samples) {
            // From strict orders to loose ones; from cheap stones to large ones,
            // as wins may be scarcer than money.
            let noise = [200, 400, 800, 1600][(sample % 4) as usize];
            let large = [20, 60, 120, 240][(sample / 4 % 4) as usize];
            let area = |kind: usize| large * scenario.catalogue().area(KindId(kind as u16)) as u32;
            let mut vary = |(kind, base): (usize, &u32)| base + area(kind) + self.stream.below(noise);
            let priority: Vec<u32> = base.iter().enumerate().map(&mut vary).collect();
            let name = self.seed ^ (round << 32 | sample);
            let plan = sample_plan(packer, &stock, &priority, noise, self.config.sample_nodes, name);
            self.pool.push(plan);
        }
        if scenario.catalogue().total_area(own) >= scenario.wall().len() as u64 {
            // The own stones may do.
            let packing = packer.pack(own, &Budget::nodes(4_000), self.seed ^ round);
            self.pool.push(Plan::new(packing, scenario.wall().len(), own.len()));
        }
        self.pool.retain(|plan| plan.is_possible(own, supply));
        self.pool.sort_by(|a, b| a.key().cmp(&b.key()));
        self.pool.dedup_by(|a, b| a.key() == b.key());
    }

    /// What a plan is expected to lose, in money: prices, stones that are not to
    /// be had, and empty cells.
    fn loss(&self, view: &View<'_>, forecast: &Forecast, plan: &Plan) -> f64 {
        let scenario = view.scenario();
        let supply = view.supply();
        let start = scenario.teams()[view.team().index()].money as f64;
        let cell = self.config.cell * start;
        let missing = plan.missing(view.own_stones());
        let wins = wins_left(view);
        let needs = self.needs(view, forecast, &missing);
        let mut price = 0.0;
        let mut risk = 0.0;
        for (turn, need) in needs.iter().enumerate() {
            let area = scenario.catalogue().area(need.kind) as f64;
            let floor = scenario.floors()[need.kind.index()] as f64;
            let left = supply[need.kind.index()] - need.unit;
            // What is not bought at once waits for a later round.
            let gone = 1.0 - forecast.left_after(need.kind, left, positions_before(view, turn as u32));
            price += floor * (1.0 + gone);
            risk += gone * area;
        }
        let stones = needs.len() as f64;
        let beyond = (stones - f64::from(wins)).max(0.0);
        // The supply may be gone before the wins are.
        let share = supply.iter().sum::<u32>() / scenario.teams().len() as u32;
        let tight = (stones - self.config.slack * f64::from(wins.min(share))).max(0.0);
        let debt = (price - view.own_money() as f64).max(0.0);
        price + cell * (plan.waste as f64 + self.config.risk * risk + 3.0 * beyond + 0.6 * tight) + 3.0 * debt
    }

    /// The stones to buy, those in a hurry first.
    fn needs(&self, view: &View<'_>, forecast: &Forecast, missing: &[u32]) -> Vec<Need> {
        let scenario = view.scenario();
        let limits = view.limits().map_or((1, 1), |limits| (limits.max_wins, limits.max_bids));
        let last = view.rounds_left() == 1;
        let mut needs = Vec::new();
        for (kind, &units) in scenario.catalogue().kinds().zip(missing) {
            for unit in 0..units {
                let left = view.supply()[kind.index()] - unit;
                // In the last round what matters is to be early enough.
                let positions = if last { limits.1 } else { limits.0 + 2 };
                let hurry = 1.0 - forecast.left_after(kind, left, positions);
                needs.push(Need { kind, unit, hurry });
            }
        }
        let area = |need: &Need| scenario.catalogue().area(need.kind) as f64;
        let weight = |need: &Need| need.hurry * (1.0 + 0.1 * area(need)) + 0.001 * area(need);
        needs.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then((a.kind, a.unit).cmp(&(b.kind, b.unit))));
        needs
    }

    /// The price of a unit at a position: the floor price, or one that beats a
    /// part of the rivals, whichever gains most against doing without.
    fn price(
        &mut self,
        view: &View<'_>,
        forecast: &Forecast,
        need: Need,
        position: u32,
        spare: u64,
        needs_left: usize,
    ) -> u64 {
        let floor = view.scenario().floors()[need.kind.index()];
        let units = view.supply()[need.kind.index()] - need.unit;
        if forecast.is_certain(units, position) {
            return floor;
        }
        let worth = self.worth[need.kind.index()].min(floor as f64 * self.config.most_markup);
        let gain = |chance: f64, price: f64| chance * (worth + floor as f64 - price);
        let plain = forecast.chance(need.kind, units, position, 0.0);
        let mut best = (gain(plain, floor as f64), floor as f64);
        for beaten in [0.3, 0.5, 0.7, 0.85, 0.95] {
            let price = (floor as f64 * forecast.markup(beaten) + 1.0).max(floor as f64 + 1.0);
            if price > (floor + spare) as f64 {
                break;
            }
            let chance = forecast.chance(need.kind, units, position, beaten);
            let gained = gain(chance, price);
            if gained > best.0 {
                best = (gained, price);
            }
        }
        // A little more than others with the same thought.
        let nudge = if plain < 0.9 { 0.04 * floor as f64 * self.stream.unit() } else { 0.0 };
        // Area comes before money: near the end what is left is for the last cells.
        let late = if view.rounds_left() <= 2 { need.hurry * self.config.late } else { 0.0 };
        let push = late * spare as f64 / needs_left.max(1) as f64;
        (best.1 + nudge).max(floor as f64 + push) as u64
    }
}

impl Agent for Adaptive {
    fn name(&self) -> &str {
        "adaptive"
    }

    fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>) {
        let Some(limits) = view.limits() else { return };
        let forecast = Forecast::new(view);
        self.gather(view, &forecast);
        let own = view.own_stones();
        let mut judged: Vec<(f64, Plan)> = Vec::new();
        for plan in &self.pool {
            judged.push((self.loss(view, &forecast, plan), plan.clone()));
        }
        judged.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.key().cmp(&b.1.key())));
        judged.truncate(self.config.pool);
        self.pool = judged.iter().map(|(_, plan)| plan.clone()).collect();
        let Some((least, best)) = judged.first() else { return };
        let missing = best.missing(own);
        self.worth = worth(&judged, own, *least, &missing, view);

        let needs = self.needs(view, &forecast, &missing);
        let floor = |kind: KindId| view.scenario().floors()[kind.index()];
        let reserved: u64 = needs.iter().map(|need| floor(need.kind)).sum();
        let mut spare = view.own_money().saturating_sub(reserved);
        let most = limits.max_bids as usize;
        let mut late = false;
        for (turn, need) in needs.iter().enumerate() {
            let position = out.len() as u32 + 1;
            let units = view.supply()[need.kind.index()] - need.unit;
            // A stone that is surely gone by then only takes a position.
            if forecast.chance(need.kind, units, position, 0.5) < HOPELESS {
                late = true;
                continue;
            }
            if out.len() == most {
                break;
            }
            let left = needs.len() - turn;
            let price = self.price(view, &forecast, *need, position, spare, left);
            spare -= (price - floor(need.kind)).min(spare);
            out.push(Bid::new(need.kind, price));
        }
        // Places that a win limit voids if all goes well cost nothing.
        let free = out.len() >= limits.max_wins as usize || view.rounds_left() == 1;
        if out.len() < most && (late || free && needs.iter().any(|need| need.hurry > 0.1)) {
            self.add_reserves(view, &judged, &missing, out, most, spare);
        }
    }

    fn second_bid(&mut self, view: &View<'_>, contest: &Contest) -> Option<u64> {
        let worth = self.worth.get(contest.kind.index()).copied().unwrap_or(0.0);
        let price = contest.price as f64;
        let floor = view.scenario().floors()[contest.kind.index()] as f64;
        let most = (floor * (1.0 + self.config.most_markup)).min(floor + worth);
        let room = (most - price).clamp(0.03 * price, 0.5 * price.max(1.0));
        let more = (room * self.stream.unit()) as u64 + 1;
        Some(contest.price.saturating_add(more).min(view.own_money()))
    }

    fn place(&mut self, view: &View<'_>) -> Vec<Placement> {
        let own = view.own_stones();
        let ready = self.pool.iter().filter(|plan| plan.missing(own).iter().all(|&units| units == 0));
        let ready = ready.min_by(|a, b| a.key().cmp(&b.key()));
        if let Some(plan) = ready.filter(|plan| plan.waste == 0) {
            return plan.placements.clone();
        }
        let packing = self.workshop.place(view, self.config.place_nodes, self.seed);
        let waste = view.scenario().wall().len() - packing.area;
        let planned = ready.filter(|plan| plan.waste < waste);
        planned.map_or(packing.placements, |plan| plan.placements.clone())
    }
}

impl Adaptive {
    /// Stones of other plans for the positions left, in case some are lost.
    fn add_reserves(
        &self,
        view: &View<'_>,
        judged: &[(f64, Plan)],
        missing: &[u32],
        out: &mut Vec<Bid>,
        most: usize,
        mut spare: u64,
    ) {
        let own = view.own_stones();
        for (_, plan) in &judged[1..] {
            for (kind, units) in plan.missing(own).into_iter().enumerate() {
                let listed = out.iter().filter(|bid| bid.kind.index() == kind).count() as u32;
                let floor = view.scenario().floors()[kind];
                if units > missing[kind].max(listed) && out.len() < most && floor <= spare {
                    spare -= floor;
                    out.push(Bid::new(KindId(kind as u16), floor));
                }
            }
        }
    }
}

/// The positions that rivals have bid at when the stone that is bought as number
/// `turn`, from 0, comes up.
fn positions_before(view: &View<'_>, turn: u32) -> u32 {
    let mut left = turn;
    let mut positions = 0;
    for round in &view.scenario().rounds()[view.round()..] {
        if left < round.max_wins {
            return positions + left + 1;
        }
        left -= round.max_wins;
        // Teams that have all their wins are out before the last position.
        positions += round.max_wins + (round.max_bids - round.max_wins) / 2;
    }
    positions + left + 1
}

/// What the best plan would lose if it had to do with one unit less of a kind:
/// the distance to the best plan that does.
fn worth(judged: &[(f64, Plan)], own: &[u32], least: f64, missing: &[u32], view: &View<'_>) -> Vec<f64> {
    let start = view.scenario().teams()[view.team().index()].money as f64;
    let mut worth = vec![0.0; missing.len()];
    for (kind, &units) in missing.iter().enumerate().filter(|(_, units)| **units > 0) {
        let without = judged.iter().find(|(_, plan)| plan.used[kind].saturating_sub(own[kind]) < units);
        worth[kind] = without.map_or(start, |(loss, _)| loss - least);
    }
    worth
}
