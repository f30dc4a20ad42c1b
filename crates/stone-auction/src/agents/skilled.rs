//! Any player, made weaker.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use grid_core::{Skill, Stream};

use crate::judge::agent::Agent;
use crate::rules::auction::{Bid, Contest};
use crate::rules::placement::{Placement, check_placements};
use crate::rules::view::View;

/// A player that does what another would do, with the oversights of a [`Skill`].
///
/// Bids are handed in in an order of its own, the list's being the value: an overlooked
/// one comes too late or, with the same chance again, not at all. Prices are guesses,
/// never below the floor and never above the money where the other's were not. In the wall
/// a stone is left out where nothing rests on it, so that what is left is legal. At
/// [`Skill::BEST`] nothing is drawn and nothing changed.
///
/// ```
/// use grid_core::Skill;
/// use stone_auction::{Adaptive, Agent, Skilled};
/// let easy = Skilled::new(Box::new(Adaptive::new(7)), Skill::EASY, 7);
/// assert_eq!(easy.name(), "adaptive@3");
/// ```
pub struct Skilled {
    inner: Box<dyn Agent>,
    name: String,
    skill: Skill,
    seed: u64,
}

impl core::fmt::Debug for Skilled {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Skilled").field("name", &self.name).field("seed", &self.seed).finish_non_exhaustive()
    }
}

impl Skilled {
    /// The player `inner` at this skill; its oversights come from the seed.
    #[must_use]
    pub fn new(inner: Box<dyn Agent>, skill: Skill, seed: u64) -> Self {
        let name = match skill {
            Skill::BEST => inner.name().into(),
            _ => alloc::format!("{}@{skill}", inner.name()),
        };
        Self { inner, name, skill, seed }
    }

    fn stream(&self, purpose: &str, view: &View<'_>, part: usize) -> Stream {
        Stream::new(self.seed, purpose, (view.round() as u64) << 32 | part as u64)
    }

    /// A price within a part of it to both sides.
    fn guess(&self, price: u64, floor: u64, money: u64, stream: &mut Stream) -> u64 {
        let guess = price as f64 * (1.0 + PRICE * self.skill.noise() * (stream.unit() - 0.5));
        (guess as u64).clamp(floor.min(price), money.max(price))
    }
}

/// The share of a price that a guess is off by, in units of the noise.
const PRICE: f64 = 0.5;

impl Agent for Skilled {
    fn name(&self) -> &str {
        &self.name
    }

    fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>) {
        self.inner.bids(view, out);
        if self.skill == Skill::BEST {
            return;
        }
        let mut stream = self.stream("stone skill bids", view, 0);
        let mut left = core::mem::take(out);
        let mut worth: Vec<f64> = (0..left.len()).rev().map(|place| place as f64).collect();
        while let Some(pick) = self.skill.pick(&worth, &mut stream) {
            worth.remove(pick);
            let Bid { kind, price } = left.remove(pick);
            let floor = view.scenario().floors().get(kind.index()).copied().unwrap_or(0);
            let price = self.guess(price, floor, view.own_money(), &mut stream);
            // The first is never forgotten.
            if !self.skill.overlooks(&mut stream) || out.is_empty() {
                out.push(Bid { kind, price });
            }
        }
    }

    fn second_bid(&mut self, view: &View<'_>, contest: &Contest) -> Option<u64> {
        let price = self.inner.second_bid(view, contest)?;
        if self.skill == Skill::BEST {
            return Some(price);
        }
        let mut stream = self.stream("stone skill second bid", view, contest.kind.index());
        Some(self.guess(price, contest.price, view.own_money(), &mut stream))
    }

    fn place(&mut self, view: &View<'_>) -> Vec<Placement> {
        let mut placements = self.inner.place(view);
        let mut stream = self.stream("stone skill wall", view, 0);
        let (wall, stones) = (view.scenario().wall(), view.scenario().catalogue());
        let legal = |placements: &[Placement]| check_placements(wall, stones, view.own_stones(), placements);
        for index in (0..placements.len()).rev() {
            if self.skill.overlooks(&mut stream) {
                let stone = placements.remove(index);
                if legal(&placements).is_err() {
                    placements.insert(index, stone);
                }
            }
        }
        placements
    }
}
