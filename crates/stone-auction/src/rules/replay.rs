//! The record of a game: what was handed in, and the digests of what followed.

use alloc::sync::Arc;
use alloc::vec::Vec;

use grid_core::StableHasher;
use thiserror::Error;

use super::auction::{Bid, RoundResult};
use super::game::{Game, Phase, PlaceError, SubmitError};
use super::id::{KindId, TeamId};
use super::placement::Placement;
use super::scenario::Scenario;

#[cfg(feature = "serde")]
mod form;

/// One round of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReplayRound {
    /// The list of every team.
    pub bids: Vec<Vec<Bid>>,
    /// The answers of all second biddings, in the order given.
    pub answers: Vec<ReplayAnswer>,
    /// The digest of the result.
    pub digest: u64,
}

/// An answer in a second bidding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ReplayAnswer {
    /// The position, from 1.
    pub position: u32,
    /// The kind in dispute.
    pub kind: KindId,
    /// Who answered.
    pub team: TeamId,
    /// The price named.
    pub answer: u64,
}

/// The record of a game, whole or up to some round: bids, answers and
/// arrangements, from which everything else is recomputed.
///
/// With `serde` it is written with a version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "form::ReplayForm", into = "form::ReplayForm"))]
pub struct Replay {
    /// The scenario.
    pub scenario: Scenario,
    /// The seed of all lots.
    pub lots: u64,
    /// The rounds that were played.
    pub rounds: Vec<ReplayRound>,
    /// The arrangement of every team; empty for none.
    pub arrangements: Vec<Vec<Placement>>,
    /// Whether the game was ended.
    pub finished: bool,
    /// The digest of the game.
    pub digest: u64,
}

/// Where a replay does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A round has not one list a team.
    #[error("round {round}: {found} lists of bids for {teams} teams")]
    Lists {
        /// The round, from 0.
        round: usize,
        /// Number of lists.
        found: usize,
        /// Number of teams.
        teams: usize,
    },
    /// There is not one arrangement a team.
    #[error("{found} arrangements for {teams} teams")]
    Arrangements {
        /// Number of arrangements.
        found: usize,
        /// Number of teams.
        teams: usize,
    },
    /// More rounds than the scenario has.
    #[error("{found} rounds where the scenario has {rounds}")]
    TooManyRounds {
        /// Rounds of the replay.
        found: usize,
        /// Rounds of the scenario.
        rounds: usize,
    },
    /// The game was ended before all rounds were played.
    #[error("the game is marked finished after {found} of {rounds} rounds")]
    EndedEarly {
        /// Rounds of the replay.
        found: usize,
        /// Rounds of the scenario.
        rounds: usize,
    },
    /// A list or an answer cannot be handed in.
    #[error("round {round}: {error}")]
    Submit {
        /// The round, from 0.
        round: usize,
        /// Why.
        error: SubmitError,
    },
    /// An answer belongs to no second bidding.
    #[error("round {round}: the answer of {} at position {} belongs to no second bidding", answer.team, answer.position)]
    StrayAnswer {
        /// The round, from 0.
        round: usize,
        /// The answer.
        answer: ReplayAnswer,
    },
    /// An arrangement is not legal.
    #[error("{team}: {error}")]
    Place {
        /// The team.
        team: TeamId,
        /// Why.
        error: PlaceError,
    },
    /// The result of a round has another digest.
    #[error("round {round}: the digest is {found:016x} where {expected:016x} is recorded")]
    RoundDigest {
        /// The round, from 0.
        round: usize,
        /// The recomputed digest.
        found: u64,
        /// The recorded digest.
        expected: u64,
    },
    /// The game has another digest.
    #[error("the digest of the game is {found:016x} where {expected:016x} is recorded")]
    GameDigest {
        /// The recomputed digest.
        found: u64,
        /// The recorded digest.
        expected: u64,
    },
}

impl RoundResult {
    /// A hash of everything in the result, the same on every platform.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hasher = StableHasher::new("stone round");
        for entry in &self.outcomes {
            hasher.write(u64::from(entry.position) << 32 | u64::from(entry.team.0));
            hasher.write(u64::from(entry.bid.kind.0) << 8 | entry.outcome as u64);
            hasher.write(entry.bid.price);
            hasher.write(entry.second_price.map_or(u64::MAX, |price| price));
        }
        for award in &self.awards {
            hasher.write(u64::from(award.kind.0) << 16 | u64::from(award.team.0));
            hasher.write(award.price);
        }
        hasher.write(self.passed.len() as u64);
        hasher.write(self.after.stable_hash());
        hasher.finish()
    }
}

impl Replay {
    /// Plays the record again and compares every digest.
    ///
    /// # Errors
    /// [`ReplayError`]: the first place where the record does not hold.
    ///
    /// ```
    /// # use stone_auction::{generate_scenario, Family, Game, GeneratorConfig};
    /// let game = Game::new(generate_scenario(&GeneratorConfig::new(Family::Medium), 1).scenario);
    /// assert_eq!(game.replay().verify()?.stable_hash(), game.stable_hash());
    /// # Ok::<(), stone_auction::ReplayError>(())
    /// ```
    pub fn verify(&self) -> Result<Game, ReplayError> {
        let game = self.play(true)?;
        let (found, expected) = (game.stable_hash(), self.digest);
        if found == expected { Ok(game) } else { Err(ReplayError::GameDigest { found, expected }) }
    }

    /// What if `team` had handed in `bids` in `round`? All other lists and answers
    /// stay as they were; answers to second biddings that no longer take place
    /// are dropped. Arrangements are left out: what is owned may differ.
    ///
    /// # Errors
    /// [`ReplayError`], where the record or the new list cannot be played.
    ///
    /// ```
    /// # use stone_auction::*;
    /// # let mut game = Game::new(generate_scenario(&GeneratorConfig::new(Family::Medium), 1).scenario);
    /// # game.advance()?;
    /// let floor = game.scenario().kinds()[0].floor;
    /// let other = game.replay().what_if(0, TeamId(2), vec![Bid::new(KindId(0), floor)])?;
    /// assert_eq!(other.history()[0].awards[0].team, TeamId(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn what_if(&self, round: usize, team: TeamId, bids: Vec<Bid>) -> Result<Game, ReplayError> {
        let mut other = self.clone();
        let lists = other.rounds.get_mut(round).map(|round| &mut round.bids);
        let Some(lists) = lists else {
            return Err(ReplayError::TooManyRounds { found: round + 1, rounds: self.rounds.len() });
        };
        let list = lists.get_mut(team.index());
        let error = SubmitError::UnknownTeam { team };
        *list.ok_or(ReplayError::Submit { round, error })? = bids;
        other.arrangements = self.scenario.team_ids().map(|_| Vec::new()).collect();
        other.finished = false;
        other.play(false)
    }

    fn play(&self, strict: bool) -> Result<Game, ReplayError> {
        let (teams, rounds) = (self.scenario.teams().len(), self.scenario.rounds().len());
        let found = self.rounds.len();
        if found > rounds {
            return Err(ReplayError::TooManyRounds { found, rounds });
        }
        if self.finished && found < rounds {
            return Err(ReplayError::EndedEarly { found, rounds });
        }
        if self.arrangements.len() != teams {
            return Err(ReplayError::Arrangements { found: self.arrangements.len(), teams });
        }
        let mut game = Game::with_lots(Arc::new(self.scenario.clone()), self.lots);
        for (index, round) in self.rounds.iter().enumerate() {
            round.play(&mut game, index, strict)?;
        }
        for (team, arrangement) in self.scenario.team_ids().zip(&self.arrangements) {
            if !arrangement.is_empty() {
                game.place(team, arrangement).map_err(|error| ReplayError::Place { team, error })?;
            }
        }
        if self.finished {
            let _ = game.advance();
        }
        Ok(game)
    }
}

impl ReplayRound {
    fn play(&self, game: &mut Game, round: usize, strict: bool) -> Result<(), ReplayError> {
        let teams = game.scenario().teams().len();
        if self.bids.len() != teams {
            return Err(ReplayError::Lists { round, found: self.bids.len(), teams });
        }
        for (team, bids) in game.scenario().team_ids().zip(&self.bids) {
            game.submit(team, bids).map_err(|error| ReplayError::Submit { round, error })?;
        }
        let _ = game.advance();
        let mut given = 0;
        while let Phase::SecondBidding { position: at, .. } = game.phase() {
            for answer in self.answers.iter().filter(|answer| answer.position == at) {
                given += 1;
                match game.answer(answer.team, answer.kind, answer.answer) {
                    Err(error) if strict => return Err(ReplayError::Submit { round, error }),
                    _ => {}
                }
            }
            let _ = game.advance();
        }
        if !strict {
            return Ok(());
        }
        if given < self.answers.len() {
            let held = |answer: &&ReplayAnswer| {
                let result = &game.history()[round];
                !result.second_rounds.iter().any(|second| second.contest.position == answer.position)
            };
            if let Some(&answer) = self.answers.iter().find(held) {
                return Err(ReplayError::StrayAnswer { round, answer });
            }
        }
        let (found, expected) = (game.history()[round].digest(), self.digest);
        if found == expected { Ok(()) } else { Err(ReplayError::RoundDigest { round, found, expected }) }
    }
}
