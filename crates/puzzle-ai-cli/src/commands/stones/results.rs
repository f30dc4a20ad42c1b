//! Tournaments in files, so that they can be stopped, handed out and put together.

use serde::{Deserialize, Serialize};
use stone_auction::{
    Agent, AgentSpec, Family, GeneratorConfig, Scenario, SeatInfo, Tournament, TournamentReport,
    generate_scenario,
};

use crate::error::CliError;
use crate::{files, json};

/// The form of the file.
const VERSION: u32 = 1;
/// Most teams of a scenario.
const MAX_TEAMS: usize = 64;

/// Who meets, and on what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    pub(super) agents: Vec<AgentSpec>,
    pub(super) family: Family,
    pub(super) seed: u64,
}

impl Meeting {
    /// Checks the number of agents.
    ///
    /// # Errors
    /// None, or more than there can be teams.
    pub fn new(agents: Vec<AgentSpec>, family: Family, seed: u64) -> Result<Self, String> {
        match agents.len() {
            0 => Err("there are no agents".to_owned()),
            1..=MAX_TEAMS => Ok(Self { agents, family, seed }),
            _ => Err(format!("at most {MAX_TEAMS} teams are supported")),
        }
    }

    /// A tournament that has not begun.
    #[must_use]
    pub fn tournament(&self, scenarios: u64) -> Tournament {
        Tournament::new(self.agents.len(), scenarios, self.seed)
    }

    /// The scenario of a number.
    #[must_use]
    pub fn scenario(&self, number: u64) -> Scenario {
        let config = GeneratorConfig::new(self.family).with_teams(self.agents.len());
        generate_scenario(&config, self.seed << 32 | number).scenario
    }

    /// The player of a seat.
    #[must_use]
    pub fn player(&self, seat: SeatInfo) -> Box<dyn Agent> {
        self.agents[seat.entrant].player(seat.seed)
    }

    /// How many there are.
    #[must_use]
    pub fn entrants(&self) -> usize {
        self.agents.len()
    }

    /// The tables of what was played, by the agents' names.
    #[must_use]
    pub fn report(&self, tournament: &Tournament) -> TournamentReport {
        let names: Vec<String> = self.agents.iter().map(ToString::to_string).collect();
        tournament.report(&names)
    }
}

/// A meeting and what was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    version: u32,
    /// Who met, and on what.
    pub meeting: Meeting,
    tournament: Tournament,
}

impl ResultFile {
    /// The file of a tournament.
    #[must_use]
    pub fn new(meeting: Meeting, tournament: Tournament) -> Self {
        Self { version: VERSION, meeting, tournament }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: Self = json::object(text, "the results of a tournament")?;
        files::check_version(file.version, VERSION)?;
        Meeting::new(file.meeting.agents.clone(), file.meeting.family, file.meeting.seed)?;
        Ok(file)
    }

    pub(crate) fn read(path: &str) -> Result<Self, CliError> {
        Self::parse(&files::read(path)?).map_err(|error| CliError::at(path, error))
    }

    /// The text of the file.
    ///
    /// # Errors
    /// There is no such text.
    pub fn text(&self) -> Result<String, String> {
        serde_json::to_string(self).map_err(|error| error.to_string())
    }

    pub(crate) fn write(&self, path: &str) -> Result<(), CliError> {
        files::replace(path, &self.text().map_err(CliError::input)?)
    }

    /// Takes what the file knows into a tournament of the same meeting.
    ///
    /// # Errors
    /// Another meeting, or results that do not fit.
    pub fn give(&self, tournament: &mut Tournament, asked: &Meeting) -> Result<(), String> {
        if self.meeting != *asked {
            return Err(
                "the file holds a tournament of other agents, another family or another seed".to_owned()
            );
        }
        tournament.merge(&self.tournament).map_err(|error| error.to_string())
    }
}
