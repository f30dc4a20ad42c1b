//! The players by name.

use alloc::boxed::Box;

use super::{Adaptive, Classic, FloorPrice, GreedyArea, Planner, RandomBids};
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

impl core::str::FromStr for AgentKind {
    type Err = UnknownAgent;

    fn from_str(text: &str) -> Result<Self, UnknownAgent> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| UnknownAgent { name: text.into() })
    }
}

/// There is no player of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no agent {name:?}; known are random, floor, greedy, classic, planner and adaptive")]
pub struct UnknownAgent {
    /// The name.
    pub name: alloc::string::String,
}
