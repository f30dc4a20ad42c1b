//! The referee of a whole game as a sans-I/O state machine.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use grid_core::StableHasher;

use super::auction::{Bid, Contest, Market, NoAnswers, OpenRound, Recorder, RoundResult};
use super::commit::Commitment;
use super::id::{KindId, TeamId};
use super::placement::{Placement, Score};
use super::replay::{Replay, ReplayAnswer, ReplayRound};
use super::scenario::Scenario;
use super::view::View;

mod bidding;
mod error;
mod placing;
#[cfg(test)]
mod tests;

pub use error::{BidIssue, PhaseError, PlaceError, SubmitError};

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The teams submit their bids of a round.
    Bidding {
        /// The round, from 0.
        round: usize,
    },
    /// The tied teams of one position name new prices.
    SecondBidding {
        /// The round, from 0.
        round: usize,
        /// The position, from 1.
        position: u32,
    },
    /// The rounds are over; the teams arrange their stones.
    Placing,
    /// The ranking stands.
    Finished,
}

/// What a call of [`Game::advance`] led to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The lists of a round were opened.
    Opened {
        /// The round, from 0.
        round: usize,
    },
    /// A second bidding is announced.
    Announced(Contest),
    /// A round is over; its result is the last of [`Game::history`].
    Closed {
        /// The round, from 0.
        round: usize,
    },
    /// All rounds are over.
    PlacingBegan,
    /// The ranking stands.
    Ended,
}

/// A game from the first bid to the ranking.
///
/// The caller owns time and transport: it submits what comes in, and calls
/// [`Game::advance`] when all have submitted or time is up. What is missing then
/// counts as an empty list, or as the tied price.
///
/// ```
/// use stone_auction::*;
/// # fn scenario() -> Result<Scenario, Box<dyn std::error::Error>> { Ok(Scenario::new(ScenarioParts {
/// #     wall: "..\n..".parse()?,
/// #     kinds: vec![Kind { name: "D".into(), shape: "##".parse()?, floor: 10, count: 3 }],
/// #     teams: vec![Team { name: "a".into(), money: 100 }, Team { name: "b".into(), money: 100 }],
/// #     rounds: vec![RoundSpec { max_bids: 2, max_wins: 2 }],
/// #     ranking: RankingRule::Article, tie: TieRule::SecondBid })?) }
/// let mut game = Game::new(scenario()?);
/// let (a, b, d) = (TeamId(0), TeamId(1), KindId(0));
/// game.submit(a, &[Bid::new(d, 10), Bid::new(d, 12)])?;
/// game.submit(b, &[Bid::new(d, 10), Bid::new(d, 12)])?;
/// game.advance()?; // both get one at position 1; the third is tied
/// assert_eq!(game.phase(), Phase::SecondBidding { round: 0, position: 2 });
/// game.answer(a, d, 20)?;
/// game.advance()?; // b named no price
/// game.place(a, &[Placement::turned(d, 0, 0, 0), Placement::turned(d, 0, 0, 1)])?;
/// game.advance()?;
/// assert_eq!(game.ranking(), [vec![a], vec![b]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    scenario: Arc<Scenario>,
    lots: u64,
    market: Market,
    owned: Vec<Vec<u32>>,
    history: Vec<RoundResult>,
    rounds: Vec<ReplayRound>,
    seats: Vec<Seat>,
    stage: Stage,
}

/// What a team has handed in.
#[derive(Clone, Debug, Default)]
struct Seat {
    bids: Option<Vec<Bid>>,
    commitment: Option<Commitment>,
    arrangement: Option<(Vec<Placement>, Score)>,
}

#[derive(Clone, Debug)]
enum Stage {
    Bidding,
    Second(Box<Dispute>),
    Placing,
    Finished,
}

/// A round that waits for the answers of one position.
#[derive(Clone, Debug)]
struct Dispute {
    round: OpenRound,
    recorder: Recorder,
    bids: Vec<Vec<Bid>>,
    position: u32,
    contests: Vec<Contest>,
    answers: Vec<ReplayAnswer>,
    /// Where the answers of this position begin.
    first: usize,
}

impl Game {
    /// Most bids of one submission; those beyond the round's limit are void.
    pub const MAX_SUBMISSION: usize = 1024;
    /// Most placements of an arrangement.
    pub const MAX_PLACEMENTS: usize = 4096;

    /// A game before its first round. Lots are drawn with seed 0.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        Self::with_lots(Arc::new(scenario), 0)
    }

    /// A game before its first round, with the seed of all lots.
    #[must_use]
    pub fn with_lots(scenario: Arc<Scenario>, lots: u64) -> Self {
        let (teams, kinds) = (scenario.teams().len(), scenario.kinds().len());
        Self {
            market: scenario.opening_market(),
            owned: vec![vec![0; kinds]; teams],
            history: Vec::new(),
            rounds: Vec::new(),
            seats: vec![Seat::default(); teams],
            stage: Stage::Bidding,
            lots,
            scenario,
        }
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The seed of all lots.
    #[must_use]
    pub fn lots(&self) -> u64 {
        self.lots
    }

    /// Where the game stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        let round = self.history.len();
        match &self.stage {
            Stage::Bidding => Phase::Bidding { round },
            Stage::Second(dispute) => Phase::SecondBidding { round, position: dispute.position },
            Stage::Placing => Phase::Placing,
            Stage::Finished => Phase::Finished,
        }
    }

    /// The rounds that are over.
    #[must_use]
    pub fn history(&self) -> &[RoundResult] {
        &self.history
    }

    /// Money and supply; during a second bidding those after the last position.
    #[must_use]
    pub fn market(&self) -> &Market {
        match &self.stage {
            Stage::Second(dispute) => &dispute.round.market,
            _ => &self.market,
        }
    }

    /// The stones of a team after the last finished round, by kind; `None` for an
    /// unknown team.
    #[must_use]
    pub fn owned(&self, team: TeamId) -> Option<&[u32]> {
        self.owned.get(team.index()).map(Vec::as_slice)
    }

    /// The contests that wait for answers.
    #[must_use]
    pub fn contests(&self) -> &[Contest] {
        match &self.stage {
            Stage::Second(dispute) => &dispute.contests,
            _ => &[],
        }
    }

    /// The teams that the game waits for: without a submission, or with a contest
    /// not yet answered.
    #[must_use]
    pub fn waiting_for(&self) -> Vec<TeamId> {
        let ids = self.scenario.team_ids();
        match &self.stage {
            Stage::Bidding => ids.filter(|team| self.seats[team.index()].bids.is_none()).collect(),
            Stage::Second(dispute) => ids.filter(|&team| dispute.open_contest(team)).collect(),
            Stage::Placing => ids.filter(|team| self.seats[team.index()].arrangement.is_none()).collect(),
            Stage::Finished => Vec::new(),
        }
    }

    /// What the team may know; `None` for an unknown team.
    #[must_use]
    pub fn view(&self, team: TeamId) -> Option<View<'_>> {
        let seat = self.seats.get(team.index())?;
        let (so_far, contests, submission) = match &self.stage {
            Stage::Second(dispute) => (
                Some(dispute.recorder.so_far()),
                dispute.contests.iter().filter(|contest| contest.teams.contains(&team)).collect(),
                Some(dispute.bids[team.index()].as_slice()),
            ),
            _ => (None, Vec::new(), seat.bids.as_deref()),
        };
        Some(View {
            scenario: &self.scenario,
            team,
            phase: self.phase(),
            market: self.market(),
            owned: &self.owned,
            history: &self.history,
            so_far,
            contests,
            submission,
        })
    }

    /// Goes on: opens the lists, closes a second bidding, or ends the game. What
    /// is missing counts as an empty list, or as the tied price.
    ///
    /// # Errors
    /// [`PhaseError`] when the game is finished.
    pub fn advance(&mut self) -> Result<Vec<Event>, PhaseError> {
        let mut events = Vec::new();
        match core::mem::replace(&mut self.stage, Stage::Finished) {
            Stage::Bidding => {
                let bids = self.seats.iter_mut().map(|seat| {
                    seat.commitment = None;
                    seat.bids.take().unwrap_or_default()
                });
                let dispute = Dispute {
                    bids: bids.collect(),
                    round: OpenRound::new(self.market.clone()),
                    recorder: Recorder::default(),
                    position: 0,
                    contests: Vec::new(),
                    answers: Vec::new(),
                    first: 0,
                };
                events.push(Event::Opened { round: self.history.len() });
                self.run(Box::new(dispute), &mut events);
            }
            Stage::Second(mut dispute) => {
                let rules = self.scenario.round_rules(self.history.len(), self.lots);
                dispute.resolve(&rules.expect("a round is open"));
                self.run(dispute, &mut events);
            }
            Stage::Placing => events.push(Event::Ended),
            Stage::Finished => return Err(PhaseError),
        }
        Ok(events)
    }

    /// Resolves positions until a second bidding is needed or the round ends.
    fn run(&mut self, mut dispute: Box<Dispute>, events: &mut Vec<Event>) {
        let rules = self.scenario.round_rules(self.history.len(), self.lots).expect("a round is open");
        while let Some(position) = dispute.round.next_position(&dispute.bids) {
            dispute.position = position;
            dispute.first = dispute.answers.len();
            dispute.contests = dispute.round.contests(&rules, position, &dispute.bids);
            if !dispute.contests.is_empty() {
                events.extend(dispute.contests.iter().cloned().map(Event::Announced));
                self.stage = Stage::Second(dispute);
                return;
            }
            let Dispute { round, recorder, bids, .. } = &mut *dispute;
            round.resolve_position(&rules, position, bids, &mut NoAnswers, recorder);
        }
        events.push(Event::Closed { round: self.history.len() });
        let Dispute { round, recorder, bids, answers, .. } = *dispute;
        let result = recorder.finish(round);
        for award in &result.awards {
            self.owned[award.team.index()][award.kind.index()] += 1;
        }
        self.market = result.after.clone();
        self.rounds.push(ReplayRound { bids, answers, digest: result.digest() });
        self.history.push(result);
        self.stage = Stage::Bidding;
        if self.history.len() == self.scenario.rounds().len() {
            self.stage = Stage::Placing;
            events.push(Event::PlacingBegan);
        }
    }

    /// Takes back the opening of the current round, or else the whole last round:
    /// the lists of that round stand as submitted again, and can be retracted one
    /// by one. For slips that are seen late.
    ///
    /// # Errors
    /// [`PhaseError`] when there is nothing to take back or the game is finished.
    pub fn undo(&mut self) -> Result<(), PhaseError> {
        let bids = match core::mem::replace(&mut self.stage, Stage::Bidding) {
            Stage::Second(dispute) => dispute.bids,
            Stage::Finished => {
                self.stage = Stage::Finished;
                return Err(PhaseError);
            }
            stage => {
                let (Some(record), Some(result)) = (self.rounds.pop(), self.history.pop()) else {
                    self.stage = stage;
                    return Err(PhaseError);
                };
                for award in &result.awards {
                    self.owned[award.team.index()][award.kind.index()] -= 1;
                }
                let before = self.history.last().map(|result| result.after.clone());
                self.market = before.unwrap_or_else(|| self.scenario.opening_market());
                record.bids
            }
        };
        // An arrangement may use stones that are gone.
        for (seat, bids) in self.seats.iter_mut().zip(bids) {
            *seat = Seat { bids: Some(bids), ..Seat::default() };
        }
        Ok(())
    }

    /// The record of the game so far. Lists that are not opened are not in it.
    #[must_use]
    pub fn replay(&self) -> Replay {
        let arrangements = self.scenario.team_ids().map(|team| self.arrangement(team).to_vec()).collect();
        Replay {
            scenario: (*self.scenario).clone(),
            lots: self.lots,
            rounds: self.rounds.clone(),
            arrangements,
            finished: matches!(self.stage, Stage::Finished),
            digest: self.stable_hash(),
        }
    }

    /// A hash of scenario, rounds and arrangements, the same on every platform.
    /// Lists that are not opened do not enter it.
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = StableHasher::new("stone game");
        hasher.write(self.scenario.stable_hash());
        hasher.write(self.lots);
        self.rounds.iter().for_each(|round| hasher.write(round.digest));
        for standing in self.standings() {
            let score = standing.score;
            for value in [score.area, score.unplaced_area, score.top_covered, score.used, standing.money] {
                hasher.write(value);
            }
        }
        hasher.finish()
    }
}

impl Dispute {
    /// The answer of a team in a contest of the current position.
    fn answered(&self, team: TeamId, kind: KindId) -> Option<u64> {
        let mut answers = self.answers[self.first..].iter();
        answers.find(|answer| answer.team == team && answer.kind == kind).map(|answer| answer.answer)
    }

    /// Whether the team is in a contest that it has not answered.
    fn open_contest(&self, team: TeamId) -> bool {
        let mut own = self.contests.iter().filter(|contest| contest.teams.contains(&team));
        own.any(|contest| self.answered(team, contest.kind).is_none())
    }

    fn resolve(&mut self, rules: &super::auction::RoundRules<'_>) {
        let mut round = self.round.clone();
        let mut recorder = core::mem::take(&mut self.recorder);
        let mut answer = |contest: &Contest, team: TeamId| self.answered(team, contest.kind);
        round.resolve_position(rules, self.position, &self.bids, &mut answer, &mut recorder);
        self.round = round;
        self.recorder = recorder;
        self.contests.clear();
    }
}
