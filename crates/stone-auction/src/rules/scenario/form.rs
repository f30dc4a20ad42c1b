//! The versioned form of a scenario in files.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use grid_core::{DrawingError, Polyomino, PolyominoError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Kind, RoundSpec, Scenario, ScenarioError, ScenarioParts, Team};
use crate::rules::auction::TieRule;
use crate::rules::ranking::RankingRule;
use crate::rules::wall::{Wall, WallError};

/// The version that this crate writes and reads.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioForm {
    version: u32,
    wall: Vec<String>,
    kinds: Vec<KindForm>,
    teams: Vec<TeamForm>,
    rounds: Vec<RoundSpec>,
    #[serde(default)]
    ranking: RankingRule,
    #[serde(default)]
    tie: TieRule,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KindForm {
    id: String,
    shape: Vec<String>,
    floor: u64,
    count: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TeamForm {
    id: String,
    money: u64,
}

/// Why a file holds no scenario.
#[derive(Debug, Error)]
pub(super) enum FormError {
    #[error("version {0} is not supported; this is version {VERSION}")]
    Version(u32),
    #[error("wall: {0}")]
    Wall(WallError),
    #[error("kind {id:?}: {error}")]
    Shape { id: String, error: PolyominoError },
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
}

impl TryFrom<ScenarioForm> for Scenario {
    type Error = FormError;

    fn try_from(form: ScenarioForm) -> Result<Self, FormError> {
        if form.version != VERSION {
            return Err(FormError::Version(form.version));
        }
        let wall = Wall::from_rows(form.wall.iter().map(String::as_str)).map_err(FormError::Wall)?;
        let mut kinds = Vec::with_capacity(form.kinds.len());
        for kind in form.kinds {
            let shape = read_shape(&kind.shape);
            let shape = shape.map_err(|error| FormError::Shape { id: kind.id.clone(), error })?;
            kinds.push(Kind { name: kind.id, shape, floor: kind.floor, count: kind.count });
        }
        let teams = form.teams.into_iter().map(|team| Team { name: team.id, money: team.money });
        Ok(Self::new(ScenarioParts {
            wall,
            kinds,
            teams: teams.collect(),
            rounds: form.rounds,
            ranking: form.ranking,
            tie: form.tie,
        })?)
    }
}

/// Reads rows of `#` and `.`, refusing line feeds inside a row.
fn read_shape(rows: &[String]) -> Result<Polyomino, PolyominoError> {
    for (row, text) in rows.iter().enumerate() {
        if let Some(column) = text.chars().position(|c| c == '\n' || c == '\r') {
            let found = DrawingError::UnknownCell { row: row + 1, column: column + 1, found: '\n' };
            return Err(found.into());
        }
    }
    rows.join("\n").parse()
}

impl From<Scenario> for ScenarioForm {
    fn from(scenario: Scenario) -> Self {
        let kind = |kind: &Kind| KindForm {
            id: kind.name.clone(),
            shape: kind.shape.to_string().lines().map(ToString::to_string).collect(),
            floor: kind.floor,
            count: kind.count,
        };
        let team = |team: &Team| TeamForm { id: team.name.clone(), money: team.money };
        Self {
            version: VERSION,
            wall: scenario.wall().rows(),
            kinds: scenario.kinds().iter().map(kind).collect(),
            teams: scenario.teams().iter().map(team).collect(),
            rounds: scenario.rounds().to_vec(),
            ranking: scenario.ranking(),
            tie: scenario.tie(),
        }
    }
}
