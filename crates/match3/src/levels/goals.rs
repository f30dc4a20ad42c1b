//! Goals of a level: counters over the events of its moves.

use alloc::vec::Vec;

use crate::rules::event::Event;
use crate::rules::tile::{Form, Kind, Tile};

/// Something to reach. Each is counted over events; the score over waves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Goal {
    /// So many points.
    Score(i64),
    /// So many candies of a kind (by its index) cleared.
    Kind {
        /// Index of the kind.
        kind: u8,
        /// How many.
        count: u32,
    },
    /// So many layers of jelly removed.
    Jelly(u32),
    /// So many layers of icing and pieces of chocolate removed.
    Obstacles(u32),
    /// So many locks removed.
    Locks(u32),
    /// So many ingredients collected.
    Ingredients(u32),
    /// So many striped candies made.
    Striped(u32),
    /// So many wrapped candies made.
    Wrapped(u32),
    /// So many colour bombs made.
    Bombs(u32),
    /// So many combinations swapped.
    Combinations(u32),
}

impl Goal {
    /// How much is to be counted.
    #[must_use]
    pub fn target(self) -> i64 {
        match self {
            Self::Score(points) => points,
            Self::Kind { count, .. }
            | Self::Jelly(count)
            | Self::Obstacles(count)
            | Self::Locks(count)
            | Self::Ingredients(count)
            | Self::Striped(count)
            | Self::Wrapped(count)
            | Self::Bombs(count)
            | Self::Combinations(count) => count.into(),
        }
    }

    /// What an event adds to the count.
    #[must_use]
    pub fn gain(self, event: &Event) -> i64 {
        let is = |yes: bool| i64::from(yes);
        match (self, event) {
            (Self::Score(_), Event::WaveEnd { score, .. }) => *score,
            (Self::Kind { kind, .. }, Event::Cleared { tile, .. }) => {
                is(tile.kind().map(Kind::index) == Some(kind))
            }
            (Self::Jelly(_), Event::JellyRemoved { .. })
            | (Self::Obstacles(_), Event::ObstacleHit { .. })
            | (Self::Locks(_), Event::Unlocked { .. })
            | (Self::Ingredients(_), Event::Collected { .. })
            | (Self::Combinations(_), Event::Swapped { combination: true, .. }) => 1,
            (Self::Striped(_), Event::Created { tile, .. }) => {
                is(matches!(tile.form(), Some(Form::StripedH | Form::StripedV)))
            }
            (Self::Wrapped(_), Event::Created { tile, .. }) => is(tile.form() == Some(Form::Wrapped)),
            (Self::Bombs(_), Event::Created { tile, .. }) => is(*tile == Tile::BOMB),
            _ => 0,
        }
    }
}

/// The goals of a level with their counts so far.
///
/// ```
/// use match3::{Event, Goal, Goals};
/// let mut goals = Goals::new(&[Goal::Score(10)]);
/// goals.record(&Event::WaveEnd { number: 1, cleared: 3, score: 12 });
/// assert!(goals.are_met());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Goals {
    counts: Vec<(Goal, i64)>,
}

impl Goals {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(goals: &[Goal]) -> Self {
        Self { counts: goals.iter().map(|&goal| (goal, 0)).collect() }
    }

    /// Counts an event.
    pub fn record(&mut self, event: &Event) {
        for (goal, count) in &mut self.counts {
            *count = count.saturating_add(goal.gain(event));
        }
    }

    /// Each goal and its count.
    #[must_use]
    pub fn counts(&self) -> &[(Goal, i64)] {
        &self.counts
    }

    /// Whether every goal is reached.
    #[must_use]
    pub fn are_met(&self) -> bool {
        self.counts.iter().all(|&(goal, count)| count >= goal.target())
    }
}
