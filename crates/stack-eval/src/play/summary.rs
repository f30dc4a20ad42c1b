//! What the lengths of many games say.

use alloc::vec::Vec;

/// Mean, spread and quantiles of a list of numbers.
///
/// ```
/// use stack_eval::Summary;
/// let summary = Summary::of([4, 2, 6]).unwrap();
/// assert_eq!((summary.mean, summary.median, summary.max), (4.0, 4, 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Summary {
    /// How many numbers.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// Standard error of the mean; 0 for one number.
    pub standard_error: f64,
    /// The smallest.
    pub min: u64,
    /// A tenth of the numbers are not above it.
    pub q10: u64,
    /// A quarter of the numbers are not above it.
    pub q25: u64,
    /// The middle one, the lower of two.
    pub median: u64,
    /// Three quarters of the numbers are not above it.
    pub q75: u64,
    /// Nine tenths of the numbers are not above it.
    pub q90: u64,
    /// The largest.
    pub max: u64,
}

impl Summary {
    /// Of these numbers; `None` if there are none.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = u64>) -> Option<Self> {
        let mut values: Vec<u64> = values.into_iter().collect();
        values.sort_unstable();
        let (&min, &max) = (values.first()?, values.last()?);
        let n = values.len() as f64;
        let mean = values.iter().map(|&value| value as f64).sum::<f64>() / n;
        let squares = values.iter().map(|&value| (value as f64 - mean) * (value as f64 - mean)).sum::<f64>();
        let variance = if values.len() > 1 { squares / (n - 1.0) } else { 0.0 };
        // The nearest rank.
        let quantile = |percent: usize| values[(values.len() * percent).div_ceil(100).max(1) - 1];
        Some(Self {
            count: values.len() as u64,
            mean,
            standard_error: sqrt(variance / n),
            min,
            q10: quantile(10),
            q25: quantile(25),
            median: quantile(50),
            q75: quantile(75),
            q90: quantile(90),
            max,
        })
    }
}

/// Newton's square root: `f64::sqrt` needs `std`.
fn sqrt(value: f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    // Half the exponent is a good start; five steps reach the last bits.
    let start = f64::from_bits((value.to_bits() >> 1) + (1023 << 51));
    (0..6).fold(start, |root, _| 0.5 * (root + value / root))
}
