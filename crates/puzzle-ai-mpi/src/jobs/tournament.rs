//! Tournaments of the stone auction: a round is some scenarios, of whose games each
//! rank plays a part.

use grid_core::{Budget, Shard};
use puzzle_ai_cli::jobs::{Meeting, ResultFile};
use serde::{Deserialize, Serialize};
use stone_auction::{PlayedGame, Tournament};

use super::{Job, Saved, lists, to_text};

/// Who meets, how often, and how it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentWork {
    /// Agents, supply and seed.
    pub meeting: Meeting,
    /// Scenarios in all.
    pub scenarios: u64,
    /// Scenarios of a round.
    pub round: u64,
}

/// A tournament as [`Tournament::play`] plays it alone. Each game belongs to one rank.
#[derive(Debug)]
pub struct TournamentJob {
    meeting: Meeting,
    round: usize,
    shard: Shard,
    tournament: Tournament,
    /// Scenarios that are left, the next one last.
    left: Vec<u64>,
}

impl TournamentJob {
    /// Who meets.
    #[must_use]
    pub fn meeting(&self) -> &Meeting {
        &self.meeting
    }

    /// What was played so far.
    #[must_use]
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The scenarios of this round.
    fn now(&self) -> Vec<u64> {
        self.left.iter().rev().take(self.round).copied().collect()
    }
}

impl Job for TournamentJob {
    type Question = TournamentWork;

    fn new(work: TournamentWork, saved: Option<&Saved>, shard: Shard) -> Result<Self, String> {
        let TournamentWork { meeting, scenarios, round } = work;
        let mut tournament = meeting.tournament(scenarios);
        if let Some(saved) = saved {
            let file = ResultFile::parse(&saved.text).map_err(|error| saved.refuse(error))?;
            file.give(&mut tournament, &meeting).map_err(|error| saved.refuse(error))?;
        }
        let mut left = tournament.to_play();
        left.reverse();
        let round = usize::try_from(round).unwrap_or(usize::MAX).max(1);
        Ok(Self { meeting, round, shard, tournament, left })
    }

    fn is_done(&self) -> bool {
        self.left.is_empty()
    }

    fn part(&mut self, budget: &Budget) -> Result<Option<String>, String> {
        if budget.interrupted().is_some() {
            return Ok(None);
        }
        let meeting = &self.meeting;
        let scenario = |number| meeting.scenario(number);
        let player = |seat| meeting.player(seat);
        to_text(&self.tournament.par_play_part(&self.now(), self.shard, &scenario, &player)).map(Some)
    }

    fn join(&mut self, parts: &[String]) -> Result<(), String> {
        let games: Vec<PlayedGame> = lists(parts)?;
        let played = self.now().len() * self.tournament.entrants();
        if games.len() != played {
            return Err(format!("{} games were played, not {played}", games.len()));
        }
        self.tournament.merge_games(games).map_err(|error| error.to_string())?;
        self.left.truncate(self.left.len().saturating_sub(self.round));
        Ok(())
    }

    fn state(&self) -> Result<String, String> {
        ResultFile::new(self.meeting.clone(), self.tournament.clone()).text()
    }

    fn progress(&self) -> (u64, u64, String) {
        let done = self.tournament.results().len() as u64;
        (done, done + self.left.len() as u64, "scenarios".to_owned())
    }
}
