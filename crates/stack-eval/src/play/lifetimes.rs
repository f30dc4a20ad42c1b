//! How long games live, where some are cut before they end.

use super::marathon::GameResult;
use super::summary::Summary;

/// What the results of many games say about the mean length of a game.
///
/// Games are close to exponential: the risk of ending is about the same at every
/// piece. Then the estimate of greatest likelihood of the mean is all lines over all
/// deaths, also where games are cut at a cap, and twice the lines over the mean are
/// distributed as chi-square with two degrees of freedom for each death.
///
/// ```
/// use stack_eval::{GameResult, Lifetimes};
/// let ended = GameResult { pieces: 250, lines: 100, score: 0, over: true };
/// let cut = GameResult { pieces: 1000, lines: 400, score: 0, over: false };
/// let lives = Lifetimes::of(&[ended, cut]).unwrap();
/// assert_eq!((lives.deaths, lives.cut, lives.mean), (1, 1, Some(500.0)));
/// assert!(lives.low < 200.0 && lives.high.unwrap() > 2000.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lifetimes {
    /// Games that came to their end.
    pub deaths: u64,
    /// Games that were cut.
    pub cut: u64,
    /// Pieces of all games.
    pub pieces: u64,
    /// Rows cleared in all games.
    pub total: u64,
    /// Rows cleared, game by game.
    pub lines: Summary,
    /// All lines over all deaths; `None` without a death.
    pub mean: Option<f64>,
    /// Lower end of the 95 % interval of the mean; without a death the mean is above
    /// it with a probability of 97.5 %.
    pub low: f64,
    /// Upper end of the 95 % interval; `None` without a death.
    pub high: Option<f64>,
}

/// The two-sided 95 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

impl Lifetimes {
    /// Of these games; `None` if there are none.
    #[must_use]
    pub fn of<'a>(results: impl IntoIterator<Item = &'a GameResult> + Clone) -> Option<Self> {
        let lines = Summary::of(results.clone().into_iter().map(|result| result.lines))?;
        let (mut deaths, mut cut, mut pieces, mut total) = (0, 0, 0u64, 0u64);
        for result in results {
            *if result.over { &mut deaths } else { &mut cut } += 1;
            pieces = pieces.saturating_add(result.pieces);
            total = total.saturating_add(result.lines);
        }
        let (sum, seen) = (total as f64, deaths as f64);
        let mean = (deaths > 0).then(|| sum / seen);
        // A death more at the lower end where games were cut: the next could come now.
        let most = if cut > 0 { seen + 1.0 } else { seen };
        let low = 2.0 * sum / chi_square(2.0 * most, Z);
        let high = (deaths > 0).then(|| 2.0 * sum / chi_square(2.0 * seen, -Z));
        Some(Self { deaths, cut, pieces, total, lines, mean, low, high })
    }
}

/// The point of the chi-square distribution with `k` degrees of freedom that belongs
/// to a point of the normal one. Exact for two degrees of freedom at ±1.96; above that
/// Wilson and Hilferty's cube, within 2 % there, "The distribution of chi-square", 1931.
fn chi_square(k: f64, z: f64) -> f64 {
    if k <= 2.0 {
        // -2 ln(0.025) and -2 ln(0.975).
        return if z > 0.0 { 7.377_758_908_227_871 } else { 0.050_635_615_968_579_75 };
    }
    let spread = 2.0 / (9.0 * k);
    let root = 1.0 - spread + z * libm::sqrt(spread);
    k * root * root * root
}

#[cfg(test)]
mod tests {
    use super::{Z, chi_square};

    /// Against the tables of the distribution.
    #[test]
    fn points_of_chi_square() {
        let table =
            [(2.0, 0.0506, 7.378), (10.0, 3.247, 20.483), (60.0, 40.482, 83.298), (200.0, 162.728, 241.058)];
        for (k, low, high) in table {
            assert!((chi_square(k, -Z) / low - 1.0).abs() < 0.01, "{k} {}", chi_square(k, -Z));
            assert!((chi_square(k, Z) / high - 1.0).abs() < 0.01, "{k} {}", chi_square(k, Z));
        }
    }
}
