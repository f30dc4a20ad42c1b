//! A game before it starts: wall, stones, teams, rounds and rules.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use grid_core::{Polyomino, StableHasher};
use thiserror::Error;

use super::auction::{Market, RoundRules, TieRule};
use super::catalogue::{Catalogue, CatalogueError};
use super::id::{KindId, TeamId};
use super::ranking::RankingRule;
use super::wall::Wall;

#[cfg(feature = "serde")]
mod form;
#[cfg(test)]
mod tests;

/// One stone kind of the supply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// Its name in files and drawings; no two kinds have the same.
    pub name: String,
    /// The shape; a mirror image is another kind.
    pub shape: Polyomino,
    /// The lowest valid price.
    pub floor: u64,
    /// Units in the supply.
    pub count: u32,
}

/// One team.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Team {
    /// Its name in files and drawings; no two teams have the same.
    pub name: String,
    /// The money it starts with.
    pub money: u64,
}

/// The limits of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct RoundSpec {
    /// Most bids of a team (`M`).
    pub max_bids: u32,
    /// Most wins of a team (`N`).
    pub max_wins: u32,
}

/// The parts of a scenario, before they are checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScenarioParts {
    /// The wall of every team.
    pub wall: Wall,
    /// The supply.
    pub kinds: Vec<Kind>,
    /// The teams.
    pub teams: Vec<Team>,
    /// The rounds.
    pub rounds: Vec<RoundSpec>,
    /// Who comes first.
    pub ranking: RankingRule,
    /// What happens to ties.
    pub tie: TieRule,
}

/// Why parts are no scenario.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// There is no team.
    #[error("the scenario has no team")]
    NoTeam,
    /// More than [`Scenario::MAX_TEAMS`] teams.
    #[error("there are {found} teams; at most {limit} are supported", limit = Scenario::MAX_TEAMS)]
    TooManyTeams {
        /// Number of teams.
        found: usize,
    },
    /// There is no stone kind.
    #[error("the scenario has no stone kind")]
    NoKind,
    /// Two kinds have the same name.
    #[error("kinds {first} and {second} are both named {name:?}")]
    DuplicateKind {
        /// The name.
        name: String,
        /// Index of the first.
        first: usize,
        /// Index of the second.
        second: usize,
    },
    /// Two teams have the same name.
    #[error("teams {first} and {second} are both named {name:?}")]
    DuplicateTeam {
        /// The name.
        name: String,
        /// Index of the first.
        first: usize,
        /// Index of the second.
        second: usize,
    },
    /// There is no round.
    #[error("the scenario has no round")]
    NoRound,
    /// More than [`Scenario::MAX_ROUNDS`] rounds.
    #[error("there are {found} rounds; at most {limit} are supported", limit = Scenario::MAX_ROUNDS)]
    TooManyRounds {
        /// Number of rounds.
        found: usize,
    },
    /// A round without wins.
    #[error("round {round}: max_wins is 0; at least 1 is needed")]
    NoWins {
        /// The round, from 0.
        round: usize,
    },
    /// A round with more wins than bids.
    #[error("round {round}: max_wins {max_wins} is above max_bids {max_bids}")]
    WinsAboveBids {
        /// The round, from 0.
        round: usize,
        /// `N`.
        max_wins: u32,
        /// `M`.
        max_bids: u32,
    },
    /// A round with more than [`Scenario::MAX_BIDS`] bids.
    #[error("round {round}: max_bids is {max_bids}; at most {limit} are supported", limit = Scenario::MAX_BIDS)]
    TooManyBids {
        /// The round, from 0.
        round: usize,
        /// `M`.
        max_bids: u32,
    },
    /// A floor price above [`Scenario::MAX_MONEY`].
    #[error("kind {kind}: the floor price {floor} is above {limit}", limit = Scenario::MAX_MONEY)]
    FloorTooHigh {
        /// Index of the kind.
        kind: usize,
        /// The floor price.
        floor: u64,
    },
    /// Starting money above [`Scenario::MAX_MONEY`].
    #[error("team {team}: the money {money} is above {limit}", limit = Scenario::MAX_MONEY)]
    MoneyTooHigh {
        /// Index of the team.
        team: usize,
        /// The money.
        money: u64,
    },
    /// A stone shape is not valid.
    #[error(transparent)]
    Shape(#[from] CatalogueError),
}

/// A checked scenario. Immutable; cheap to share behind a reference.
///
/// With `serde` it is written with a version, and checked when read.
///
/// ```
/// use stone_auction::{Kind, RankingRule, RoundSpec, Scenario, ScenarioParts, Team, TieRule};
/// let scenario = Scenario::new(ScenarioParts {
///     wall: "...\n...".parse()?,
///     kinds: vec![Kind { name: "I".into(), shape: "###".parse()?, floor: 10, count: 4 }],
///     teams: vec![Team { name: "a".into(), money: 100 }, Team { name: "b".into(), money: 100 }],
///     rounds: vec![RoundSpec { max_bids: 3, max_wins: 2 }],
///     ranking: RankingRule::Article,
///     tie: TieRule::SecondBid,
/// })?;
/// assert_eq!(scenario.teams().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "form::ScenarioForm", into = "form::ScenarioForm"))]
pub struct Scenario {
    parts: ScenarioParts,
    catalogue: Catalogue,
    floors: Vec<u64>,
}

impl Scenario {
    /// Most teams.
    pub const MAX_TEAMS: usize = 64;
    /// Most rounds.
    pub const MAX_ROUNDS: usize = 100;
    /// Most bids of a team in a round.
    pub const MAX_BIDS: u32 = 64;
    /// The largest floor price, starting money and price: 10^18.
    pub const MAX_MONEY: u64 = 1_000_000_000_000_000_000;

    /// Checks the parts.
    ///
    /// # Errors
    /// [`ScenarioError`]: the first fault found, with its place and value.
    pub fn new(parts: ScenarioParts) -> Result<Self, ScenarioError> {
        check_teams(&parts.teams)?;
        check_rounds(&parts.rounds)?;
        if parts.kinds.is_empty() {
            return Err(ScenarioError::NoKind);
        }
        let catalogue = Catalogue::new(parts.kinds.iter().map(|kind| kind.shape.clone()))?;
        if let Some((name, first, second)) = repeated(parts.kinds.iter().map(|kind| &kind.name)) {
            return Err(ScenarioError::DuplicateKind { name, first, second });
        }
        for (kind, &Kind { floor, .. }) in parts.kinds.iter().enumerate() {
            if floor > Self::MAX_MONEY {
                return Err(ScenarioError::FloorTooHigh { kind, floor });
            }
        }
        let floors = parts.kinds.iter().map(|kind| kind.floor).collect();
        Ok(Self { parts, catalogue, floors })
    }

    /// The parts, to be changed and checked again.
    #[must_use]
    pub fn into_parts(self) -> ScenarioParts {
        self.parts
    }

    /// The parts.
    #[must_use]
    pub fn parts(&self) -> &ScenarioParts {
        &self.parts
    }

    /// The wall of every team.
    #[must_use]
    pub fn wall(&self) -> &Wall {
        &self.parts.wall
    }

    /// The kinds.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.parts.kinds
    }

    /// The teams.
    #[must_use]
    pub fn teams(&self) -> &[Team] {
        &self.parts.teams
    }

    /// The rounds.
    #[must_use]
    pub fn rounds(&self) -> &[RoundSpec] {
        &self.parts.rounds
    }

    /// The ranking rule.
    #[must_use]
    pub fn ranking(&self) -> RankingRule {
        self.parts.ranking
    }

    /// The tie rule.
    #[must_use]
    pub fn tie(&self) -> TieRule {
        self.parts.tie
    }

    /// The shapes of the kinds.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The floor price of each kind.
    #[must_use]
    pub fn floors(&self) -> &[u64] {
        &self.floors
    }

    /// The kind of this name.
    #[must_use]
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        let at = self.parts.kinds.iter().position(|kind| kind.name == name)?;
        Some(KindId(at as u16))
    }

    /// The team of this name.
    #[must_use]
    pub fn team_named(&self, name: &str) -> Option<TeamId> {
        let at = self.parts.teams.iter().position(|team| team.name == name)?;
        Some(TeamId(at as u16))
    }

    /// All teams.
    pub fn team_ids(&self) -> impl DoubleEndedIterator<Item = TeamId> + ExactSizeIterator + use<> {
        (0..self.parts.teams.len() as u16).map(TeamId)
    }

    /// Money and supply before the first round.
    #[must_use]
    pub fn opening_market(&self) -> Market {
        Market {
            money: self.parts.teams.iter().map(|team| team.money).collect(),
            supply: self.parts.kinds.iter().map(|kind| kind.count).collect(),
        }
    }

    /// The rules of a round; `None` beyond the last.
    #[must_use]
    pub fn round_rules(&self, round: usize, lots: u64) -> Option<RoundRules<'_>> {
        let spec = self.parts.rounds.get(round)?;
        Some(RoundRules {
            floors: &self.floors,
            max_bids: spec.max_bids,
            max_wins: spec.max_wins,
            tie: self.parts.tie,
            lots: lots.wrapping_add(grid_core::mix64(round as u64)),
        })
    }

    /// A hash of everything that matters for play, the same on every platform.
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = StableHasher::new("stone scenario");
        let region = self.wall().region();
        hasher.write(region.width() as u64);
        hasher.write(region.height() as u64);
        region.cells().words().iter().for_each(|&word| hasher.write(word));
        for kind in self.kinds() {
            write_text(&mut hasher, &kind.name);
            hasher.write(kind.floor);
            hasher.write(kind.count.into());
            hasher.write(kind.shape.area() as u64);
            for cell in kind.shape.cells() {
                hasher.write((cell.x as u64) << 32 | cell.y as u64);
            }
        }
        for team in self.teams() {
            write_text(&mut hasher, &team.name);
            hasher.write(team.money);
        }
        for round in self.rounds() {
            hasher.write(u64::from(round.max_bids) << 32 | u64::from(round.max_wins));
        }
        hasher.write(self.ranking() as u64);
        hasher.write(self.tie() as u64);
        hasher.finish()
    }
}

fn write_text(hasher: &mut StableHasher, text: &str) {
    hasher.write(text.len() as u64);
    text.bytes().for_each(|byte| hasher.write(byte.into()));
}

/// The first name that comes twice, with both indices.
fn repeated<'a>(names: impl Iterator<Item = &'a String>) -> Option<(String, usize, usize)> {
    let mut seen = BTreeMap::new();
    for (second, name) in names.enumerate() {
        if let Some(first) = seen.insert(name, second) {
            return Some((name.clone(), first, second));
        }
    }
    None
}

fn check_teams(teams: &[Team]) -> Result<(), ScenarioError> {
    if teams.is_empty() {
        return Err(ScenarioError::NoTeam);
    }
    if teams.len() > Scenario::MAX_TEAMS {
        return Err(ScenarioError::TooManyTeams { found: teams.len() });
    }
    if let Some((name, first, second)) = repeated(teams.iter().map(|team| &team.name)) {
        return Err(ScenarioError::DuplicateTeam { name, first, second });
    }
    match teams.iter().position(|team| team.money > Scenario::MAX_MONEY) {
        Some(team) => Err(ScenarioError::MoneyTooHigh { team, money: teams[team].money }),
        None => Ok(()),
    }
}

fn check_rounds(rounds: &[RoundSpec]) -> Result<(), ScenarioError> {
    if rounds.is_empty() {
        return Err(ScenarioError::NoRound);
    }
    if rounds.len() > Scenario::MAX_ROUNDS {
        return Err(ScenarioError::TooManyRounds { found: rounds.len() });
    }
    for (round, &RoundSpec { max_bids, max_wins }) in rounds.iter().enumerate() {
        if max_bids > Scenario::MAX_BIDS {
            return Err(ScenarioError::TooManyBids { round, max_bids });
        }
        if max_wins == 0 {
            return Err(ScenarioError::NoWins { round });
        }
        if max_wins > max_bids {
            return Err(ScenarioError::WinsAboveBids { round, max_wins, max_bids });
        }
    }
    Ok(())
}
