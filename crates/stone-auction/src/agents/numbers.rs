//! The numbers of agents as a list, for tuning.

use super::{AdaptiveConfig, ClassicStyle};
use crate::search::packing::StoneWeights;

impl ClassicStyle {
    /// The names of the numbers that can be tuned, in the order of
    /// [`numbers`](Self::numbers).
    pub const NUMBERS: [&'static str; 7] =
        ["k1", "k2", "k3", "spindle_base", "over_budget", "position_slope", "price_noise"];

    /// The numbers that can be tuned.
    #[must_use]
    pub fn numbers(&self) -> [f64; 7] {
        let StoneWeights { area, irregularity, units } = self.packing.weights;
        [
            f64::from(area),
            f64::from(irregularity),
            f64::from(units),
            self.spindle_base,
            self.over_budget,
            self.position_slope,
            self.price_noise,
        ]
    }

    /// The same style with other numbers, each moved into its range: the weights from
    /// 0 to 10⁶, the rest from 0 to 10, the noise of prices below 1. What is no number
    /// leaves the old one.
    ///
    /// ```
    /// use stone_auction::ClassicStyle;
    /// let style = ClassicStyle::default();
    /// assert_eq!(style.with_numbers(style.numbers()), style);
    /// ```
    #[must_use]
    pub fn with_numbers(&self, numbers: [f64; 7]) -> Self {
        let [k1, k2, k3, base, over, slope, noise] = filled(numbers, self.numbers());
        // Half is added to round: `f64::round` needs `std`.
        let weight = |k: f64| (k.clamp(0.0, 1e6) + 0.5) as u32;
        let mut style = *self;
        style.packing.weights =
            StoneWeights { area: weight(k1), irregularity: weight(k2), units: weight(k3) };
        style.spindle_base = base.clamp(0.0, 10.0);
        style.over_budget = over.clamp(0.0, 10.0);
        style.position_slope = slope.clamp(0.0, 10.0);
        style.price_noise = noise.clamp(0.0, 0.99);
        style
    }
}

impl AdaptiveConfig {
    /// The names of the numbers that can be tuned, in the order of
    /// [`numbers`](Self::numbers).
    pub const NUMBERS: [&'static str; 5] = ["cell", "risk", "slack", "late", "most_markup"];

    /// The numbers that can be tuned.
    #[must_use]
    pub fn numbers(&self) -> [f64; 5] {
        [self.cell, self.risk, self.slack, self.late, self.most_markup]
    }

    /// The same config with other numbers, each moved into its range: shares from 0 to
    /// 1, the rest from 0 to 100. What is no number leaves the old one.
    ///
    /// ```
    /// use stone_auction::AdaptiveConfig;
    /// let config = AdaptiveConfig::default();
    /// assert_eq!(config.with_numbers(config.numbers()), config);
    /// ```
    #[must_use]
    pub fn with_numbers(&self, numbers: [f64; 5]) -> Self {
        let [cell, risk, slack, late, markup] = filled(numbers, self.numbers());
        Self {
            cell: cell.clamp(0.0, 100.0),
            risk: risk.clamp(0.0, 1.0),
            slack: slack.clamp(0.0, 1.0),
            late: late.clamp(0.0, 1.0),
            most_markup: markup.clamp(0.0, 100.0),
            ..*self
        }
    }
}

/// The old number wherever there is no new one.
fn filled<const N: usize>(mut numbers: [f64; N], old: [f64; N]) -> [f64; N] {
    for (number, old) in numbers.iter_mut().zip(old) {
        if number.is_nan() {
            *number = old;
        }
    }
    numbers
}
