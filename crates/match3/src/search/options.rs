//! Which search, how wide and how deep.

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
}

impl Default for Search {
    fn default() -> Self {
        Self::two_ply(16)
    }
}
