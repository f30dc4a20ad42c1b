//! What the rivals will bid, from what they published and what they own.

use alloc::vec;
use alloc::vec::Vec;

use crate::rules::auction::Outcome;
use crate::rules::id::{KindId, TeamId};
use crate::rules::view::View;

/// The rivals' bids of the coming round, as rates.
#[derive(Clone, Debug)]
pub(super) struct Forecast {
    /// Expected rivals that bid for a kind at one position.
    rate: Vec<f64>,
    /// Published prices as parts of the floor price, ascending.
    markups: Vec<f64>,
    rivals: u32,
}

/// How much a round counts against the one after it.
const FADING: f64 = 0.5;
/// The weight of the expectation before any bid was seen.
const PRIOR: f64 = 0.7;

impl Forecast {
    pub(super) fn new(view: &View<'_>) -> Self {
        let scenario = view.scenario();
        let kinds = scenario.kinds().len();
        let mut rate = vec![0.0; kinds];
        let rivals = scenario.team_ids().filter(|&team| team != view.team());
        for rival in rivals {
            let activity = activity(view, rival);
            let taste = taste(view, rival);
            for (kind, share) in taste.into_iter().enumerate() {
                rate[kind] += activity * share;
            }
        }
        let mut markups = Vec::new();
        for round in view.history() {
            let rival = |team| team != view.team();
            for entry in round.outcomes.iter().filter(|entry| rival(entry.team)) {
                let floor = scenario.floors().get(entry.bid.kind.index()).copied().unwrap_or(0);
                if floor > 0 && entry.outcome != Outcome::BelowFloor {
                    markups.push(entry.second_price.unwrap_or(entry.bid.price) as f64 / floor as f64);
                }
            }
        }
        markups.sort_by(f64::total_cmp);
        Self { rate, markups, rivals: scenario.teams().len() as u32 - 1 }
    }

    /// Expected rivals that bid for the kind at one position.
    pub(super) fn rate(&self, kind: KindId) -> f64 {
        self.rate[kind.index()]
    }

    /// The price, as a part of the floor price, that the share `q` of published
    /// bids is below; a guess before any were published.
    pub(super) fn markup(&self, q: f64) -> f64 {
        let last = self.markups.len().saturating_sub(1);
        self.markups.get((last as f64 * q) as usize).copied().unwrap_or(1.0 + q)
    }

    /// Whether one more unit is sure at the floor price: of `units`, each rival
    /// can have taken one at every position up to this one.
    pub(super) fn is_certain(&self, units: u32, position: u32) -> bool {
        u64::from(units) > u64::from(self.rivals) * u64::from(position)
    }

    /// The probability to win one of `units` at a position, with a price that
    /// beats the share `beaten` of the rivals at the same position.
    pub(super) fn chance(&self, kind: KindId, units: u32, position: u32, beaten: f64) -> f64 {
        if self.is_certain(units, position) {
            return 1.0;
        }
        let before = self.rate(kind) * f64::from(position - 1);
        below(before + self.rate(kind) * (1.0 - beaten), units)
    }

    /// The probability that one of `units` is left after so many positions.
    pub(super) fn left_after(&self, kind: KindId, units: u32, positions: u32) -> f64 {
        if self.is_certain(units, positions) {
            return 1.0;
        }
        below(self.rate(kind) * f64::from(positions), units)
    }
}

/// How much of its bids a rival will use: it needs stone only for what its own
/// stones do not cover.
fn activity(view: &View<'_>, rival: TeamId) -> f64 {
    let scenario = view.scenario();
    let wall = scenario.wall().len() as f64;
    let own = scenario.catalogue().total_area(view.owned_by(rival)) as f64;
    // Stones rarely all fit: teams go on buying beyond the area of the wall.
    ((1.25 * wall - own) / (0.25 * wall)).clamp(0.1, 1.0)
}

/// The share of a rival's bids that goes to each kind: what it bid for so far,
/// and before that the more of it there is and the larger it is.
fn taste(view: &View<'_>, rival: TeamId) -> Vec<f64> {
    let scenario = view.scenario();
    let supply = view.supply();
    let mut seen: Vec<f64> = vec![0.0; supply.len()];
    let mut weight = 1.0;
    for round in view.history().iter().rev() {
        for entry in round.outcomes.iter().filter(|entry| entry.team == rival) {
            let at = entry.bid.kind.index();
            if supply.get(at).is_some_and(|&units| units > 0) && entry.outcome != Outcome::BelowFloor {
                seen[at] += weight;
            }
        }
        weight *= FADING;
    }
    // Everybody wants large stones, as wins are few.
    let area = |kind: usize| {
        let area = scenario.catalogue().area(KindId(kind as u16)) as f64;
        area * area * area * f64::from(supply[kind])
    };
    let all: f64 = (0..supply.len()).map(area).sum();
    let bids: f64 = seen.iter().sum();
    let per_round = f64::from(view.limits().map_or(1, |limits| limits.max_bids));
    let prior = PRIOR * per_round;
    let share = |kind: usize| {
        let expected = if all > 0.0 { area(kind) / all } else { 0.0 };
        (seen[kind] + prior * expected) / (bids + prior)
    };
    (0..supply.len()).map(share).collect()
}

/// The probability that fewer than `units` bids come where `mean` are expected.
/// Rivals judge alike, so that numbers spread more than Poisson numbers do.
fn below(mean: f64, units: u32) -> f64 {
    0.5 * (poisson_below(0.5 * mean, units) + poisson_below(1.5 * mean, units))
}

/// The probability that a Poisson number of this mean is below `units`.
fn poisson_below(mean: f64, units: u32) -> f64 {
    let mut term = exp_minus(mean);
    let mut sum = 0.0;
    for count in 1..=units {
        sum += term;
        term *= mean / f64::from(count);
    }
    f64::min(sum, 1.0)
}

/// `exp(-x)` for `x ≥ 0` from multiplications alone, so that it is the same on
/// every platform; within a part in a thousand for `x ≤ 30`.
fn exp_minus(x: f64) -> f64 {
    let mut power = 1.0 / (1.0 + x / 65536.0);
    for _ in 0..16 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poisson_probabilities() {
        assert!((exp_minus(1.0) - 0.367_879).abs() < 1e-4);
        assert!((exp_minus(5.0) - 0.006_738).abs() < 1e-5);
        assert!((poisson_below(2.0, 3) - 0.676_676).abs() < 1e-3);
        assert_eq!(poisson_below(2.0, 0), 0.0);
        assert!((poisson_below(0.0, 1) - 1.0).abs() < 1e-9);
    }
}
