//! What can be wrong with a submission, an arrangement or a call.

use thiserror::Error;

use super::{Game, Phase};
use crate::rules::auction::Outcome;
use crate::rules::id::{KindId, TeamId};
use crate::rules::placement::PlacementErrors;
use crate::rules::scenario::Scenario;

/// Why bids or an answer were not taken; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SubmitError {
    /// The game waits for something else.
    #[error("not possible now: the game is at {phase}")]
    WrongPhase {
        /// Where it stands.
        phase: Phase,
    },
    /// The scenario has no such team.
    #[error("{team} does not take part")]
    UnknownTeam {
        /// The team.
        team: TeamId,
    },
    /// The team has submitted for this round.
    #[error("{team} has submitted already")]
    Submitted {
        /// The team.
        team: TeamId,
    },
    /// The team has committed for this round, and must reveal.
    #[error("{team} has committed already")]
    Committed {
        /// The team.
        team: TeamId,
    },
    /// The team has not committed.
    #[error("{team} has not committed")]
    NotCommitted {
        /// The team.
        team: TeamId,
    },
    /// Another team has neither submitted nor committed.
    #[error("too early to reveal: {waiting_for} is not bound yet")]
    RevealTooEarly {
        /// The first such team.
        waiting_for: TeamId,
    },
    /// Bids and nonce do not give the commitment.
    #[error("what {team} reveals is not what it committed to")]
    WrongReveal {
        /// The team.
        team: TeamId,
    },
    /// The team has handed in nothing.
    #[error("{team} has nothing to retract")]
    NothingToRetract {
        /// The team.
        team: TeamId,
    },
    /// More than [`Game::MAX_SUBMISSION`] bids.
    #[error("the list has {found} bids; at most {limit} are taken", limit = Game::MAX_SUBMISSION)]
    TooLong {
        /// Number of bids.
        found: usize,
    },
    /// A price above [`Scenario::MAX_MONEY`].
    #[error("position {position}: the price {price} is above {limit}", limit = Scenario::MAX_MONEY)]
    PriceTooHigh {
        /// The position, from 1.
        position: u32,
        /// The price.
        price: u64,
    },
    /// The team is not in a contest for the kind.
    #[error("{team} is in no contest for {kind}")]
    NotInContest {
        /// The team.
        team: TeamId,
        /// The kind.
        kind: KindId,
    },
    /// The team has answered.
    #[error("{team} has answered in the contest for {kind} already")]
    Answered {
        /// The team.
        team: TeamId,
        /// The kind.
        kind: KindId,
    },
}

/// There is nothing to go on to, or nothing to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game has no step to go in this direction")]
pub struct PhaseError;

/// Why an arrangement was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// The game is over.
    #[error("the game is finished")]
    Finished,
    /// The scenario has no such team.
    #[error("{team} does not take part")]
    UnknownTeam {
        /// The team.
        team: TeamId,
    },
    /// More than [`Game::MAX_PLACEMENTS`] placements.
    #[error("the arrangement has {found} placements; at most {limit} are taken", limit = Game::MAX_PLACEMENTS)]
    TooMany {
        /// Number of placements.
        found: usize,
    },
    /// It breaks the rules.
    #[error(transparent)]
    Illegal(#[from] PlacementErrors),
}

/// Something doubtful about a bid, found before it is submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BidIssue {
    /// The bid will be void whatever the others do.
    Void {
        /// The position, from 1.
        position: u32,
        /// Why.
        outcome: Outcome,
    },
    /// If all bids before it win, the money does not suffice.
    MayLackFunds {
        /// The position, from 1.
        position: u32,
        /// The price.
        price: u64,
        /// The money left then.
        left: u64,
    },
}

impl core::fmt::Display for Phase {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Bidding { round } => write!(f, "the bidding of round {}", round + 1),
            Self::SecondBidding { round, position } => {
                write!(f, "the second bidding of round {}, position {position}", round + 1)
            }
            Self::Placing => f.write_str("the placing of stones"),
            Self::Finished => f.write_str("the end"),
        }
    }
}

impl core::fmt::Display for BidIssue {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Void { position, outcome } => write!(f, "position {position}: void, {outcome}"),
            Self::MayLackFunds { position, price, left } => {
                write!(f, "position {position}: the price {price} may be above the money left, {left}")
            }
        }
    }
}
