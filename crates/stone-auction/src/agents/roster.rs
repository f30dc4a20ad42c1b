//! The players by name.

use alloc::boxed::Box;
use core::fmt;
use core::str::FromStr;

use grid_core::{Skill, SkillError};

use super::{Adaptive, AdaptiveConfig, Classic, FloorPrice, GreedyArea, Planner, RandomBids, Skilled};
use crate::judge::agent::Agent;

/// The ready-made players that need nothing but a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum AgentKind {
    /// [`RandomBids`].
    Random,
    /// [`FloorPrice`].
    Floor,
    /// [`GreedyArea`].
    Greedy,
    /// [`Classic`], the article's strategy.
    Classic,
    /// [`Planner`].
    Planner,
    /// [`Adaptive`].
    Adaptive,
}

impl AgentKind {
    /// All of them, weakest first.
    pub const ALL: [Self; 6] =
        [Self::Random, Self::Floor, Self::Greedy, Self::Classic, Self::Planner, Self::Adaptive];

    /// The name in tables and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Floor => "floor",
            Self::Greedy => "greedy",
            Self::Classic => "classic",
            Self::Planner => "planner",
            Self::Adaptive => "adaptive",
        }
    }

    /// A new player of this kind, for one game. Players that meet must have
    /// different seeds: equal ones tie with each other again and again.
    ///
    /// ```
    /// use stone_auction::AgentKind;
    /// assert_eq!(AgentKind::Adaptive.player(7).name(), "adaptive");
    /// ```
    #[must_use]
    pub fn player(self, seed: u64) -> Box<dyn Agent> {
        match self {
            Self::Random => Box::new(RandomBids::new(seed)),
            Self::Floor => Box::new(FloorPrice::new(seed)),
            Self::Greedy => Box::new(GreedyArea::new(seed)),
            Self::Classic => Box::new(Classic::new(seed)),
            Self::Planner => Box::new(Planner::new(seed)),
            Self::Adaptive => Box::new(Adaptive::new(seed)),
        }
    }
}

impl FromStr for AgentKind {
    type Err = UnknownAgent;

    fn from_str(text: &str) -> Result<Self, UnknownAgent> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| UnknownAgent { name: text.into(), skill: None })
    }
}

/// A player by name and its skill; as a text `adaptive`, or `adaptive@4` below full skill.
///
/// ```
/// use grid_core::Skill;
/// use stone_auction::{AgentKind, AgentSpec};
/// let spec: AgentSpec = "planner@easy".parse()?;
/// assert_eq!((spec.kind, spec.skill), (AgentKind::Planner, Skill::EASY));
/// assert_eq!(spec.player(7).name(), "planner@3");
/// assert!("planner@11".parse::<AgentSpec>().is_err());
/// # Ok::<(), stone_auction::UnknownAgent>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct AgentSpec {
    /// Who plays.
    pub kind: AgentKind,
    /// How well.
    pub skill: Skill,
}

impl AgentSpec {
    /// A new player, for one game: that of [`AgentKind::player`] at full skill, a
    /// [`Skilled`] one with less effort below. Players that meet must have different
    /// seeds.
    #[must_use]
    pub fn player(self, seed: u64) -> Box<dyn Agent> {
        let Self { kind, skill } = self;
        let inner: Box<dyn Agent> = match kind {
            _ if skill == Skill::BEST => return kind.player(seed),
            AgentKind::Planner => Box::new(Planner::new(seed).with_skill(skill)),
            AgentKind::Adaptive => {
                Box::new(Adaptive::with_config(AdaptiveConfig::default().with_skill(skill), seed))
            }
            _ => kind.player(seed),
        };
        Box::new(Skilled::new(inner, skill, seed))
    }
}

impl From<AgentKind> for AgentSpec {
    /// At full skill.
    fn from(kind: AgentKind) -> Self {
        Self { kind, skill: Skill::BEST }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.skill {
            Skill::BEST => f.write_str(self.kind.name()),
            skill => write!(f, "{}@{skill}", self.kind.name()),
        }
    }
}

impl FromStr for AgentSpec {
    type Err = UnknownAgent;

    fn from_str(text: &str) -> Result<Self, UnknownAgent> {
        let Some((name, level)) = text.split_once('@') else { return text.parse().map(AgentKind::into) };
        let skill = level.parse().map_err(|error| UnknownAgent { name: text.into(), skill: Some(error) });
        Ok(Self { kind: name.parse()?, skill: skill? })
    }
}

/// There is no player of this name, or none of this skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAgent {
    /// The name.
    pub name: alloc::string::String,
    /// What is wrong with its skill, where that is all that is wrong.
    pub skill: Option<SkillError>,
}

impl fmt::Display for UnknownAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no agent {:?}; ", self.name)?;
        match self.skill {
            Some(error) => error.fmt(f),
            None => f.write_str("known are random, floor, greedy, classic, planner and adaptive"),
        }
    }
}

impl core::error::Error for UnknownAgent {}
