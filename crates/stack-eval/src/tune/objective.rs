//! What a point is worth.

use alloc::vec::Vec;

/// The result of one trial of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Trial {
    /// What it came to; larger is better.
    pub value: f64,
    /// Whether the game came to its own end; a game that was cut at a cap did not.
    pub ended: bool,
}

impl Trial {
    /// A trial that came to its own end.
    #[must_use]
    pub const fn ended(value: f64) -> Self {
        Self { value, ended: true }
    }

    /// A trial that was cut at a cap.
    #[must_use]
    pub const fn capped(value: f64) -> Self {
        Self { value, ended: false }
    }

    /// A value that is no finite number is worth nothing at all.
    pub(super) fn finite(self) -> Self {
        if self.value.is_finite() { self } else { Self { value: f64::MIN, ..self } }
    }
}

/// What is to be made as large as possible.
///
/// A trial must depend on point and seed only: then all candidates of a generation
/// meet the same chances, and a run gives the same on any machine.
pub trait Objective: Sync {
    /// One trial of a point.
    fn trial(&self, point: &[f64], seed: u64) -> Trial;
}

/// What the trials of a point come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score {
    /// Sum of the values of all trials.
    pub sum: f64,
    /// Sum of their squares.
    pub squares: f64,
    /// Trials.
    pub trials: u32,
    /// Trials that came to their own end.
    pub ended: u32,
}

impl Score {
    /// One trial more.
    pub fn add(&mut self, trial: Trial) {
        self.sum += trial.value;
        self.squares += trial.value * trial.value;
        self.trials += 1;
        self.ended += u32::from(trial.ended);
    }

    /// What numbered trials come to, added up in the order of their numbers, so that
    /// the order in which shards gave them does not matter.
    ///
    /// ```
    /// use stack_eval::tune::{Score, Trial};
    /// let trials = [(1, Trial::ended(1e16)), (0, Trial::ended(1.0)), (2, Trial::ended(-1e16))];
    /// let [a, b, c] = trials;
    /// assert_eq!(Score::of_parts(&[a, b, c]), Score::of_parts(&[c, b, a]));
    /// ```
    #[must_use]
    pub fn of_parts(trials: &[(u32, Trial)]) -> Self {
        let mut sorted: Vec<&(u32, Trial)> = trials.iter().collect();
        sorted.sort_by_key(|(number, _)| *number);
        let mut score = Self::default();
        sorted.into_iter().for_each(|(_, trial)| score.add(*trial));
        score
    }

    /// The same with finite sums; one that is no number is worth nothing at all.
    pub(super) fn usable(self) -> Self {
        let sum = if self.sum.is_finite() { self.sum } else { f64::MIN };
        let squares = if self.squares.is_finite() { self.squares } else { f64::MAX };
        Self { sum, squares, ..self }
    }

    /// The estimated mean: all values over the trials that ended, at least one. For
    /// games with a constant risk of ending this is the estimate of greatest
    /// likelihood for games cut at a cap; without a cap it is the plain mean.
    ///
    /// ```
    /// use stack_eval::tune::{Score, Trial};
    /// let mut score = Score::default();
    /// [Trial::ended(10.0), Trial::capped(50.0)].map(|trial| score.add(trial));
    /// assert_eq!(score.mean(), 60.0);
    /// ```
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.ended.max(1))
    }

    /// Standard error of the mean, from the spread of the values; infinite for less
    /// than two trials. Trials that were cut count as if they had ended, which is too
    /// small then.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        if self.trials < 2 {
            return f64::INFINITY;
        }
        let n = f64::from(self.trials);
        let variance = ((self.squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0);
        libm::sqrt(variance / n) * n / f64::from(self.ended.max(1))
    }
}
