//! The referee of a whole game as a sans-I/O state machine.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use grid_core::StableHasher;

use super::auction::{Bid, Contest, Market, NoAnswers, OpenRound, Recorder, RoundResult};
use super::commit::Commitment;
use super::id::{KindId, TeamId};
use super::placement::{Placement, Score, check_placements};
use super::ranking::{Standing, draw_lots, rank};
use super::replay::{Replay, ReplayAnswer, ReplayRound};
use super::scenario::Scenario;
use super::view::View;

mod error;
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

    /// Hands in an arrangement of stones that the team owns now. Teams may place
    /// at any time; the last legal arrangement counts.
    ///
    /// # Errors
    /// [`PlaceError`]: finished, unknown team, too long a list, or not legal; the
    /// arrangement before stays then, and the host may ask for a correction.
    pub fn place(&mut self, team: TeamId, placements: &[Placement]) -> Result<Score, PlaceError> {
        if matches!(self.stage, Stage::Finished) {
            return Err(PlaceError::Finished);
        }
        let owned = self.owned.get(team.index()).ok_or(PlaceError::UnknownTeam { team })?;
        if placements.len() > Self::MAX_PLACEMENTS {
            return Err(PlaceError::TooMany { found: placements.len() });
        }
        let score = check_placements(self.scenario.wall(), self.scenario.catalogue(), owned, placements)?;
        self.seats[team.index()].arrangement = Some((placements.to_vec(), score));
        Ok(score)
    }

    /// Hands in an arrangement without a chance to correct it: one with an error
    /// counts as no stone placed.
    ///
    /// # Errors
    /// [`PlaceError`]: finished, unknown team. Where the arrangement is not legal
    /// the error is returned too, and the team then stands with an empty one.
    pub fn place_for_good(&mut self, team: TeamId, placements: &[Placement]) -> Result<Score, PlaceError> {
        let placed = self.place(team, placements);
        if matches!(placed, Err(PlaceError::Illegal(_) | PlaceError::TooMany { .. })) {
            self.seats[team.index()].arrangement = None;
        }
        placed
    }

    /// The arrangement that counts for a team now.
    #[must_use]
    pub fn arrangement(&self, team: TeamId) -> &[Placement] {
        let seat = self.seats.get(team.index());
        seat.and_then(|seat| seat.arrangement.as_ref()).map_or(&[], |(placements, _)| placements)
    }

    /// What every team is ranked by now, in the order of seats.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let standing = |team: TeamId| {
            let owned = &self.owned[team.index()];
            let (wall, stones) = (self.scenario.wall(), self.scenario.catalogue());
            let mut score = Score::empty(wall, stones, owned);
            if let Some((_, placed)) = &self.seats[team.index()].arrangement {
                // The team may have bought more stones since it placed.
                score.unplaced_count -= placed.used;
                score.unplaced_area -= placed.area;
                score =
                    Score { area: placed.area, used: placed.used, top_covered: placed.top_covered, ..score };
            }
            Standing { score, money: self.market.money[team.index()] }
        };
        self.scenario.team_ids().map(standing).collect()
    }

    /// The tie groups as of now, best first.
    #[must_use]
    pub fn ranking(&self) -> Vec<Vec<TeamId>> {
        let groups = rank(&self.standings(), self.scenario.ranking());
        let ids = |group: Vec<usize>| group.into_iter().map(|team| TeamId(team as u16)).collect();
        groups.into_iter().map(ids).collect()
    }

    /// The teams in their final order, ties broken by lots from the game's seed.
    #[must_use]
    pub fn final_order(&self) -> Vec<TeamId> {
        let groups = rank(&self.standings(), self.scenario.ranking());
        draw_lots(&groups, self.lots).into_iter().map(|team| TeamId(team as u16)).collect()
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
