//! What a team may know.

use super::auction::{Bid, Contest, Market, RoundResult};
use super::game::Phase;
use super::id::TeamId;
use super::scenario::{RoundSpec, Scenario};

/// Everything one team may know at one moment, and nothing else: no list of
/// another team before the opening, and of the position in dispute only the
/// team's own contests.
#[derive(Clone, Debug)]
pub struct View<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) team: TeamId,
    pub(crate) phase: Phase,
    pub(crate) market: &'a Market,
    pub(crate) owned: &'a [alloc::vec::Vec<u32>],
    pub(crate) history: &'a [RoundResult],
    pub(crate) so_far: Option<&'a RoundResult>,
    pub(crate) contests: alloc::vec::Vec<&'a Contest>,
    pub(crate) submission: Option<&'a [Bid]>,
}

impl<'a> View<'a> {
    /// The scenario, public before the game.
    #[must_use]
    pub fn scenario(&self) -> &'a Scenario {
        self.scenario
    }

    /// Who looks.
    #[must_use]
    pub fn team(&self) -> TeamId {
        self.team
    }

    /// Where the game stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The current round, from 0; the number of rounds once all are over.
    #[must_use]
    pub fn round(&self) -> usize {
        self.history.len()
    }

    /// The limits of the current round; `None` once all are over.
    #[must_use]
    #[doc(alias = "round_spec")]
    pub fn limits(&self) -> Option<RoundSpec> {
        self.scenario.rounds().get(self.round()).copied()
    }

    /// How many rounds are to come, with the current one.
    #[must_use]
    pub fn rounds_left(&self) -> usize {
        self.scenario.rounds().len() - self.round()
    }

    /// The money of every team.
    #[must_use]
    pub fn money(&self) -> &'a [u64] {
        &self.market.money
    }

    /// The looking team's money.
    #[must_use]
    pub fn own_money(&self) -> u64 {
        self.market.money[self.team.index()]
    }

    /// The units left of every kind.
    #[must_use]
    pub fn supply(&self) -> &'a [u32] {
        &self.market.supply
    }

    /// The stones of a team before this round, by kind; all stones are public.
    ///
    /// # Panics
    /// If the scenario has no such team.
    #[must_use]
    pub fn owned_by(&self, team: TeamId) -> &'a [u32] {
        &self.owned[team.index()]
    }

    /// The looking team's stones before this round.
    #[must_use]
    pub fn own_stones(&self) -> &'a [u32] {
        self.owned_by(self.team)
    }

    /// The rounds that are over, with all bids and outcomes.
    #[must_use]
    pub fn history(&self) -> &'a [RoundResult] {
        self.history
    }

    /// During a second bidding: what happened at the positions before.
    #[must_use]
    pub fn so_far(&self) -> Option<&'a RoundResult> {
        self.so_far
    }

    /// During a second bidding: the contests of the looking team.
    #[must_use]
    pub fn contests(&self) -> &[&'a Contest] {
        &self.contests
    }

    /// The looking team's own bids of this round, once submitted.
    #[must_use]
    pub fn submission(&self) -> Option<&'a [Bid]> {
        self.submission
    }
}
