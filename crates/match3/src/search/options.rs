//! Which search, how wide and how deep.

use grid_core::Skill;

/// How to look for the best move.
///
/// Values are in the unit of the [`ScorePolicy`](crate::ScorePolicy). Figures: 8×8, 5 kinds, score
/// linear, 30 moves; see the results page of the book.
///
/// ```
/// use match3::Search;
/// assert_eq!(Search::default(), Search::two_ply(16));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Search {
    /// The cascade without refill: no draws, no variance.
    Known,
    /// The mean over refill samples, the same for every move.
    Mean {
        /// Samples, at least 1.
        samples: u32,
    },
    /// Expectimax: the mean over samples of the score and, discounted, the best
    /// value of the board after it; and so on for each ply.
    Expectimax {
        /// Samples of each ply, the first ply first; 0 ends the list early, and
        /// the last ply may be [`Expectimax::KNOWN`](Search::KNOWN).
        samples: [u32; 4],
        /// How much a later score counts.
        gamma: f64,
    },
    /// Three plies: at the second only the moves with the best known cells are
    /// followed, at the third known cells count.
    Beam {
        /// Moves followed at the second ply, at least 1.
        width: u32,
        /// Samples at the first ply, at least 1.
        samples: u32,
        /// Samples at the second ply, at least 1.
        inner: u32,
        /// How much a later score counts.
        gamma: f64,
    },
    /// Monte-Carlo tree search over sequences of moves, each try with its own
    /// refill, with rollouts by known cells.
    Mcts {
        /// Tries, at least 1.
        tries: u32,
        /// Moves played after the tree.
        rollout: u32,
        /// How much a later score counts.
        gamma: f64,
        /// Weight of the exploration term, in units of a try's mean value.
        exploration: f64,
    },
}

impl Search {
    /// As a number of samples: count known cells instead.
    pub const KNOWN: u32 = u32::MAX;
    /// The discount of the source article.
    pub const GAMMA: f64 = 0.8;

    /// Two plies: `samples` of the move, then the best known cells.
    #[must_use]
    pub const fn two_ply(samples: u32) -> Self {
        Self::Expectimax { samples: [samples, Self::KNOWN, 0, 0], gamma: Self::GAMMA }
    }

    /// Three plies with a wide beam.
    #[must_use]
    pub const fn three_ply() -> Self {
        Self::Beam { width: 8, samples: 32, inner: 8, gamma: Self::GAMMA }
    }

    /// The same for a player of this skill: fewer plies, samples and tries.
    ///
    /// ```
    /// use grid_core::Skill;
    /// use match3::Search;
    /// assert_eq!(Search::Mean { samples: 16 }.with_skill(Skill::EASY), Search::Mean { samples: 1 });
    /// assert_eq!(Search::two_ply(16).with_skill(Skill::HARD), Search::two_ply(4));
    /// assert_eq!(Search::two_ply(16).with_skill(Skill::BEST), Search::two_ply(16));
    /// ```
    #[must_use]
    pub fn with_skill(self, skill: Skill) -> Self {
        let part = |full: u32| if full == Self::KNOWN { full } else { skill.effort(full.into()) as u32 };
        match self {
            Self::Known => self,
            Self::Mean { samples } => Self::Mean { samples: part(samples) },
            Self::Expectimax { samples, gamma } => {
                let plies = samples.iter().position(|&samples| samples == 0).unwrap_or(samples.len());
                let depth = skill.depth(plies.max(1));
                let sample = |ply: usize| if ply < depth { part(samples[ply]) } else { 0 };
                Self::Expectimax { samples: core::array::from_fn(sample), gamma }
            }
            Self::Beam { width, samples, inner, gamma } => match skill.depth(3) {
                1 => Self::Mean { samples: part(samples) },
                2 => Self::Expectimax { samples: [part(samples), Self::KNOWN, 0, 0], gamma },
                _ => Self::Beam { width: part(width), samples: part(samples), inner: part(inner), gamma },
            },
            Self::Mcts { tries, rollout, gamma, exploration } => {
                let rollout = if skill == Skill::BEST { rollout } else { part(rollout) };
                Self::Mcts { tries: part(tries), rollout, gamma, exploration }
            }
        }
    }
}

impl Default for Search {
    fn default() -> Self {
        Self::two_ply(16)
    }
}
