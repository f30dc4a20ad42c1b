//! The record of a round.

use alloc::vec::Vec;

use super::{Bid, Market, OpenRound};
use crate::rules::id::{KindId, TeamId};

/// What became of a bid, in the order of the tests of rules §2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// Its position is beyond the round's limit.
    TooManyBids,
    /// The scenario has no such kind.
    UnknownKind,
    /// The price is below the floor price.
    BelowFloor,
    /// The team had all its wins.
    WinLimit,
    /// The kind had passed earlier in this round.
    Withdrawn,
    /// No unit was left.
    SoldOut,
    /// The price was above the team's money.
    NoFunds,
    /// Higher prices took the units.
    Outbid,
    /// Equal prices, also in the second bidding: the units passed.
    Tied,
    /// The team got a unit.
    Won,
}

impl Outcome {
    /// All outcomes, in the order of the tests.
    pub const ALL: [Self; 10] = [
        Self::TooManyBids,
        Self::UnknownKind,
        Self::BelowFloor,
        Self::WinLimit,
        Self::Withdrawn,
        Self::SoldOut,
        Self::NoFunds,
        Self::Outbid,
        Self::Tied,
        Self::Won,
    ];

    /// The name in files: `too_many_bids`, `unknown_kind` and so on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooManyBids => "too_many_bids",
            Self::UnknownKind => "unknown_kind",
            Self::BelowFloor => "below_floor",
            Self::WinLimit => "win_limit",
            Self::Withdrawn => "withdrawn",
            Self::SoldOut => "sold_out",
            Self::NoFunds => "no_funds",
            Self::Outbid => "outbid",
            Self::Tied => "tied",
            Self::Won => "won",
        }
    }

    /// Whether the bid took no part in a contest.
    #[must_use]
    pub const fn is_void(self) -> bool {
        !matches!(self, Self::Outbid | Self::Tied | Self::Won)
    }
}

impl core::fmt::Display for Outcome {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// One bid and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BidResult {
    /// The position, from 1.
    pub position: u32,
    /// Who bid.
    pub team: TeamId,
    /// The bid as submitted.
    pub bid: Bid,
    /// What became of it.
    pub outcome: Outcome,
    /// The price that counted in the second bidding, if there was one.
    pub second_price: Option<u64>,
}

/// One unit sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Award {
    /// The position, from 1.
    pub position: u32,
    /// The kind.
    pub kind: KindId,
    /// Who got it.
    pub team: TeamId,
    /// What was paid.
    pub price: u64,
    /// Whether it was sold in a second bidding.
    pub second: bool,
}

/// The announcement of a second bidding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contest {
    /// The position, from 1.
    pub position: u32,
    /// The kind.
    pub kind: KindId,
    /// The tied price.
    pub price: u64,
    /// The units left.
    pub units: u32,
    /// The tied teams, ascending.
    pub teams: Vec<TeamId>,
}

/// What one team named in a second bidding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Answer {
    /// The team.
    pub team: TeamId,
    /// What it named; `None` for no answer.
    pub answer: Option<u64>,
    /// The price that counted: the tied price unless the answer was valid.
    pub price: u64,
}

/// A second bidding with its answers, by team.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SecondRound {
    /// The announcement.
    pub contest: Contest,
    /// The answers, by team.
    pub answers: Vec<Answer>,
}

/// Units that nobody gets in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pass {
    /// The position, from 1.
    pub position: u32,
    /// The kind, withdrawn for the rest of the round.
    pub kind: KindId,
    /// All units that were left of it.
    pub units: u32,
}

/// All that happened in a round; what the referee publishes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RoundResult {
    /// One entry a bid, by position, then team.
    pub outcomes: Vec<BidResult>,
    /// One entry a unit sold, by position, kind, price descending, team.
    pub awards: Vec<Award>,
    /// The second biddings, by position, then kind.
    pub second_rounds: Vec<SecondRound>,
    /// What passed, by position, then kind.
    pub passed: Vec<Pass>,
    /// Money and supply after the round.
    pub after: Market,
    /// The wins of each team.
    pub wins: Vec<u32>,
}

/// Takes down what happens; `()` takes down nothing.
pub(crate) trait Ledger {
    fn outcome(&mut self, position: u32, team: TeamId, bid: Bid, outcome: Outcome, second: Option<u64>);
    fn award(&mut self, award: Award);
    fn second_round(&mut self, contest: Contest, answers: Vec<Answer>);
    fn pass(&mut self, pass: Pass);
    fn end_position(&mut self);
}

impl Ledger for () {
    fn outcome(&mut self, _: u32, _: TeamId, _: Bid, _: Outcome, _: Option<u64>) {}
    fn award(&mut self, _: Award) {}
    fn second_round(&mut self, _: Contest, _: Vec<Answer>) {}
    fn pass(&mut self, _: Pass) {}
    fn end_position(&mut self) {}
}

/// Takes down everything, in the published order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Recorder {
    result: RoundResult,
    outcomes_sorted: usize,
    awards_sorted: usize,
}

impl Ledger for Recorder {
    fn outcome(&mut self, position: u32, team: TeamId, bid: Bid, outcome: Outcome, second: Option<u64>) {
        let second_price = second;
        self.result.outcomes.push(BidResult { position, team, bid, outcome, second_price });
    }

    fn award(&mut self, award: Award) {
        self.result.awards.push(award);
    }

    fn second_round(&mut self, contest: Contest, answers: Vec<Answer>) {
        self.result.second_rounds.push(SecondRound { contest, answers });
    }

    fn pass(&mut self, pass: Pass) {
        self.result.passed.push(pass);
    }

    fn end_position(&mut self) {
        self.result.outcomes[self.outcomes_sorted..].sort_unstable_by_key(|entry| entry.team);
        self.outcomes_sorted = self.result.outcomes.len();
        self.result.awards[self.awards_sorted..]
            .sort_unstable_by_key(|award| (award.kind, core::cmp::Reverse(award.price), award.team));
        self.awards_sorted = self.result.awards.len();
    }
}

impl Recorder {
    pub(crate) fn finish(self, round: OpenRound) -> RoundResult {
        RoundResult { after: round.market, wins: round.wins, ..self.result }
    }

    pub(crate) fn so_far(&self) -> &RoundResult {
        &self.result
    }

    pub(super) fn into_contests(self) -> Vec<Contest> {
        self.result.second_rounds.into_iter().map(|second| second.contest).collect()
    }
}
