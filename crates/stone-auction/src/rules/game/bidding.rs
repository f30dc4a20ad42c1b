//! What teams hand in: lists, commitments, answers.

use alloc::vec::Vec;

use super::super::auction::{Bid, OpenRound};
use super::super::commit::Commitment;
use super::super::id::{KindId, TeamId};
use super::super::replay::ReplayAnswer;
use super::super::scenario::Scenario;
use super::{BidIssue, Game, Stage, SubmitError};

impl Game {
    /// Hands in the bids of a team for this round.
    ///
    /// # Errors
    /// [`SubmitError`]: wrong phase, unknown team, submitted or committed before,
    /// too long a list, a price above 10^18. The game is unchanged then.
    pub fn submit(&mut self, team: TeamId, bids: &[Bid]) -> Result<(), SubmitError> {
        let seat = self.bidding_seat(team)?;
        if self.seats[seat].commitment.is_some() {
            return Err(SubmitError::Committed { team });
        }
        check_list(bids)?;
        self.seats[seat].bids = Some(bids.to_vec());
        Ok(())
    }

    /// Takes a submission or a commitment back, before the lists are opened.
    ///
    /// # Errors
    /// [`SubmitError`]: wrong phase, unknown team, or nothing to take back.
    pub fn retract(&mut self, team: TeamId) -> Result<(), SubmitError> {
        self.expect_bidding()?;
        let seat = self.seats.get_mut(team.index()).ok_or(SubmitError::UnknownTeam { team })?;
        if seat.bids.is_none() && seat.commitment.is_none() {
            return Err(SubmitError::NothingToRetract { team });
        }
        seat.bids = None;
        seat.commitment = None;
        Ok(())
    }

    /// Binds a team to bids that it reveals later, see [`Game::reveal`].
    ///
    /// # Errors
    /// As [`Game::submit`].
    pub fn commit(&mut self, team: TeamId, commitment: Commitment) -> Result<(), SubmitError> {
        let seat = self.bidding_seat(team)?;
        if self.seats[seat].commitment.is_some() {
            return Err(SubmitError::Committed { team });
        }
        self.seats[seat].commitment = Some(commitment);
        Ok(())
    }

    /// Hands in the bids that a team has committed to. Only when every team has
    /// submitted or committed, so that nobody can react to what is revealed.
    ///
    /// # Errors
    /// As [`Game::submit`], and where there is no commitment, the bids do not fit
    /// it, or another team is not bound yet.
    pub fn reveal(&mut self, team: TeamId, bids: &[Bid], nonce: &[u8; 32]) -> Result<(), SubmitError> {
        let seat = self.bidding_seat(team)?;
        let bound = self.seats[seat].commitment.ok_or(SubmitError::NotCommitted { team })?;
        let free = self.seats.iter().position(|seat| seat.bids.is_none() && seat.commitment.is_none());
        if let Some(free) = free {
            return Err(SubmitError::RevealTooEarly { waiting_for: TeamId(free as u16) });
        }
        check_list(bids)?;
        if Commitment::of(self.history.len(), team, bids, nonce) != bound {
            return Err(SubmitError::WrongReveal { team });
        }
        self.seats[seat].bids = Some(bids.to_vec());
        Ok(())
    }

    fn expect_bidding(&self) -> Result<(), SubmitError> {
        match self.stage {
            Stage::Bidding => Ok(()),
            _ => Err(SubmitError::WrongPhase { phase: self.phase() }),
        }
    }

    /// The seat of a team that may hand in a list now.
    fn bidding_seat(&self, team: TeamId) -> Result<usize, SubmitError> {
        self.expect_bidding()?;
        let seat = self.seats.get(team.index()).ok_or(SubmitError::UnknownTeam { team })?;
        match seat.bids {
            Some(_) => Err(SubmitError::Submitted { team }),
            None => Ok(team.index()),
        }
    }

    /// What is doubtful about a list, for user interfaces: bids that are void
    /// already, and the first that the money may not suffice for. No effect.
    #[must_use]
    pub fn check(&self, team: TeamId, bids: &[Bid]) -> Vec<BidIssue> {
        let Some(&money) = self.market.money.get(team.index()) else {
            return Vec::new();
        };
        let Some(rules) = self.scenario.round_rules(self.history.len(), self.lots) else {
            return Vec::new();
        };
        let round = OpenRound::new(self.market.clone());
        let mut issues = Vec::new();
        let mut left = money;
        for (at, &bid) in bids.iter().enumerate() {
            let position = at as u32 + 1;
            if let Some(outcome) = round.void(&rules, position, team, bid) {
                issues.push(BidIssue::Void { position, outcome });
            } else if bid.price > left {
                issues.push(BidIssue::MayLackFunds { position, price: bid.price, left });
            } else {
                left -= bid.price;
            }
        }
        issues
    }

    /// Names the new price of a team in a second bidding. A price that is not
    /// valid is taken down, and counts as the tied price.
    ///
    /// # Errors
    /// [`SubmitError`]: wrong phase, unknown team, a contest the team is not in,
    /// answered before. The game is unchanged then.
    pub fn answer(&mut self, team: TeamId, kind: KindId, price: u64) -> Result<(), SubmitError> {
        let phase = self.phase();
        if team.index() >= self.seats.len() {
            return Err(SubmitError::UnknownTeam { team });
        }
        let Stage::Second(dispute) = &mut self.stage else {
            return Err(SubmitError::WrongPhase { phase });
        };
        let contest = dispute.contests.iter().find(|contest| contest.kind == kind);
        if !contest.is_some_and(|contest| contest.teams.contains(&team)) {
            return Err(SubmitError::NotInContest { team, kind });
        }
        if dispute.answered(team, kind).is_some() {
            return Err(SubmitError::Answered { team, kind });
        }
        let position = dispute.position;
        dispute.answers.push(ReplayAnswer { position, kind, team, answer: price });
        Ok(())
    }
}

/// Refuses lists that are too long, and prices beyond the limit.
fn check_list(bids: &[Bid]) -> Result<(), SubmitError> {
    if bids.len() > Game::MAX_SUBMISSION {
        return Err(SubmitError::TooLong { found: bids.len() });
    }
    match bids.iter().position(|bid| bid.price > Scenario::MAX_MONEY) {
        Some(at) => Err(SubmitError::PriceTooHigh { position: at as u32 + 1, price: bids[at].price }),
        None => Ok(()),
    }
}
