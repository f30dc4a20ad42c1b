//! How a search ended.

use alloc::vec::Vec;
use core::fmt;

use grid_core::Stop;

use crate::OptionId;

/// Why a search came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Outcome {
    /// Every solution has been found.
    Complete,
    /// As many solutions as were asked for, or the visitor wanted no more.
    SolutionLimit,
    /// The nodes of the budget are spent.
    NodeBudget,
    /// The cancel flag was raised.
    Cancelled,
    /// The deadline has passed.
    Deadline,
}

impl Outcome {
    /// Whether every solution has been found.
    #[must_use]
    pub const fn is_complete(self) -> bool {
        matches!(self, Self::Complete)
    }
}

impl From<Stop> for Outcome {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::NodeBudget => Self::NodeBudget,
            Stop::Deadline => Self::Deadline,
            _ => Self::Cancelled,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Complete => "complete",
            Self::SolutionLimit => "solution limit",
            Self::NodeBudget => "node budget",
            Self::Cancelled => "cancelled",
            Self::Deadline => "deadline",
        })
    }
}

/// What a search has done since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Options tried, and decisions to leave an item uncovered.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Most decisions that stood at once when a solution was found.
    pub depth: usize,
}

impl Statistics {
    /// Both together, as if one search had done it all.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            solutions: self.solutions + other.solutions,
            depth: self.depth.max(other.depth),
        }
    }
}

/// How a search ended and what it had done by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Report {
    /// Why it came back.
    pub outcome: Outcome,
    /// Nodes and solutions since the search began, over all runs.
    pub statistics: Statistics,
}

/// Whether there is a solution, and whether there is another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Uniqueness {
    /// No solution.
    None,
    /// Exactly this one.
    Unique(Vec<OptionId>),
    /// At least these two.
    Multiple(Vec<OptionId>, Vec<OptionId>),
}

impl Uniqueness {
    /// Whether there is exactly one solution.
    #[must_use]
    pub const fn is_unique(&self) -> bool {
        matches!(self, Self::Unique(_))
    }
}
