//! Where scenarios and line-ups come from.

use serde_json::Value;
use stone_auction::{AgentSpec, Family, GeneratorConfig, Scenario, generate_scenario};

use crate::error::CliError;
use crate::input::Source;
use crate::json;
use crate::jsonl::fields::Fields;
use crate::jsonl::op::OpError;

/// How much stone a generated scenario has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Supply {
    /// About the area of all walls
    Scarce,
    /// A quarter more
    Medium,
    /// Three quarters more
    Rich,
}

impl From<Supply> for Family {
    fn from(supply: Supply) -> Self {
        match supply {
            Supply::Scarce => Self::Scarce,
            Supply::Medium => Self::Medium,
            Supply::Rich => Self::Rich,
        }
    }
}

/// A scenario from a file, or one from the generator.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ScenarioArgs {
    /// Scenario as JSON; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "family")]
    scenario: Option<String>,
    /// Supply of a generated scenario
    #[arg(long, value_enum, default_value_t = Supply::Medium)]
    family: Supply,
    /// Teams of a generated scenario
    #[arg(long, default_value_t = 6, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    teams: u8,
    /// How ragged generated stones are, 0 to 100
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=100))]
    raggedness: u8,
}

impl ScenarioArgs {
    /// Reads or generates the scenario.
    pub(crate) fn load(&self, seed: u64) -> Result<Scenario, CliError> {
        match &self.scenario {
            Some(path) => read(path, "a scenario"),
            None => Ok(generate_scenario(&self.config(), seed).scenario),
        }
    }

    fn config(&self) -> GeneratorConfig {
        let mut config = GeneratorConfig::new(self.family.into()).with_teams(self.teams.into());
        config.raggedness = self.raggedness.into();
        config
    }
}

/// Reads what has a JSON object as its form.
pub(crate) fn read<T: serde::de::DeserializeOwned>(path: &str, what: &str) -> Result<T, CliError> {
    let source = Source::read(path)?;
    json::object(source.text(), what).map_err(|error| CliError::at(source.name(), error))
}

/// Reads a JSON object as the fields of a request.
pub(crate) fn fields(path: &str) -> Result<Fields, CliError> {
    let source = Source::read(path)?;
    match json::read(source.text().as_bytes()).map_err(|error| CliError::at(source.name(), error))? {
        Value::Object(object) => Ok(Fields::of_request(object)),
        _ => Err(CliError::at(source.name(), "an object is expected")),
    }
}

/// An error of an operation as one of a file.
pub(crate) fn refused(path: &str, error: OpError) -> CliError {
    CliError::at(format_args!("{path}: {}", error.at), error.message)
}

/// Agents by name, with `@` and a level below full skill, separated by commas.
pub(crate) fn line_up(names: &str) -> Result<Vec<AgentSpec>, CliError> {
    let agents: Result<Vec<AgentSpec>, _> = names.split(',').map(|name| name.trim().parse()).collect();
    agents.map_err(|error| CliError::at("--agents", error))
}
