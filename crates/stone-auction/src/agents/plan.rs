//! Plans: packings of own stones and stones still to be bought.

use alloc::vec::Vec;

use grid_core::Budget;

use crate::rules::placement::Placement;
use crate::rules::scenario::Scenario;
use crate::rules::view::View;
use crate::search::packing::{Packer, Packing};

/// The packer of the scenario that a player is in.
#[derive(Clone, Debug, Default)]
pub(super) struct Workshop {
    packer: Option<(u64, Packer)>,
}

impl Workshop {
    pub(super) fn packer(&mut self, scenario: &Scenario) -> &Packer {
        let hash = scenario.stable_hash();
        if self.packer.as_ref().is_none_or(|(of, _)| *of != hash) {
            self.packer = Some((hash, Packer::new(scenario.wall(), scenario.catalogue())));
        }
        &self.packer.as_ref().expect("made above").1
    }

    /// The best arrangement of the own stones that the nodes suffice for.
    pub(super) fn place(&mut self, view: &View<'_>, nodes: u64, seed: u64) -> Packing {
        let packer = self.packer(view.scenario());
        packer.pack(view.own_stones(), &Budget::nodes(nodes), seed)
    }
}

/// A packing, the stones of each kind that it uses, and the cells it leaves
/// empty.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) waste: usize,
    pub(super) used: Vec<u32>,
    pub(super) placements: Vec<Placement>,
}

impl Plan {
    pub(super) fn new(packing: Packing, wall: usize, kinds: usize) -> Self {
        Self { waste: wall - packing.area, used: packing.used(kinds), placements: packing.placements }
    }

    /// What plans are told apart by: the best come first.
    pub(super) fn key(&self) -> (usize, &[u32]) {
        (self.waste, &self.used)
    }

    /// The units that the plan needs beyond `own`.
    pub(super) fn missing(&self, own: &[u32]) -> Vec<u32> {
        self.used.iter().zip(own).map(|(&used, &own)| used.saturating_sub(own)).collect()
    }

    /// Whether the supply has what is missing.
    pub(super) fn is_possible(&self, own: &[u32], supply: &[u32]) -> bool {
        self.missing(own).iter().zip(supply).all(|(missing, units)| missing <= units)
    }
}

/// A packing by priority of kinds; see [`Packer::sample`].
pub(super) fn sample_plan(
    packer: &Packer,
    stock: &[u32],
    priority: &[u32],
    noise: u32,
    nodes: u64,
    seed: u64,
) -> Plan {
    let packing = packer.sample(stock, priority, noise, nodes, seed);
    Plan::new(packing, packer.wall().len(), stock.len())
}

/// Own stones and the supply together, of the supply at most `wins` a kind.
pub(super) fn within_reach(own: &[u32], supply: &[u32], wins: u32) -> Vec<u32> {
    own.iter().zip(supply).map(|(own, units)| own + units.min(&wins)).collect()
}

/// The wins that the rounds to come allow, with the current one.
pub(super) fn wins_left(view: &View<'_>) -> u32 {
    view.scenario().rounds()[view.round()..].iter().map(|round| round.max_wins).sum()
}
