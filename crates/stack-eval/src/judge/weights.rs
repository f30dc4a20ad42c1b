//! Weights as data: features by name and a number for each.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::feature::Feature;
use super::four::{FourWeights, Judged, WeightError, check_weights};

/// A weight for each of some features, and the board that they are taken from.
///
/// With the feature `serde` it is a file with a version: `{"version": 1, "judged":
/// "after_clearing", "features": ["holes"], "weights": [-1.0]}`, checked when read.
///
/// ```
/// use stack_eval::{Feature, WeightSet};
/// let set = WeightSet::named("bcts")?;
/// assert_eq!(set.features()[..8], Feature::BCTS);
/// assert!(WeightSet::new(&Feature::BCTS, &[1.0; 7]).is_err());
/// # Ok::<(), stack_eval::WeightError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Saved", into = "Saved"))]
pub struct WeightSet {
    judged: Judged,
    features: Vec<Feature>,
    weights: Vec<f64>,
}

/// The weights of [`Feature::MARATHON`], found by CMA-ES on 10×8 and 10×9 from DT-10,
/// then moved towards DT-20 by 0.4 of the way, the best of a few steps on 10×12.
const MARATHON: [f64; 14] = [
    -2.6184, 0.9982, -2.4301, -4.5795, 1.5759, -2.7403, -1.1391, -10.9533, 0.8975, 0.7287, 1.1061, -0.3842,
    -1.5509, -1.0814,
];

/// A set by name.
struct Named {
    name: &'static str,
    features: &'static [Feature],
    weights: &'static [f64],
}

/// Of [`Feature::Overflow`] in the ready-made sets, which are made for rules where it
/// loses the game: below every other landing.
const OVERFLOW: f64 = -1e6;

/// All but Lee's, which [`FourWeights`] has.
const NAMED: [Named; 6] = [
    Named { name: "marathon", features: &Feature::MARATHON, weights: &MARATHON },
    // Dellacherie, in Fahey, "Tetris AI", 2003.
    Named {
        name: "dellacherie",
        features: &Feature::DELLACHERIE,
        weights: &[-1.0, 1.0, -1.0, -1.0, -4.0, -1.0],
    },
    // Thiery and Scherrer, "Building controllers for Tetris", 2009: record_du.dat.
    Named {
        name: "bcts",
        features: &Feature::BCTS,
        weights: &[-12.629, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087],
    },
    // Scherrer et al., "Approximate modified policy iteration and its application to
    // the game of Tetris", 2015, tuned for 10×10 and for 10×20.
    Named {
        name: "dt10",
        features: &Feature::DT,
        weights: &[-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27],
    },
    Named {
        name: "dt20",
        features: &Feature::DT,
        weights: &[-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89],
    },
    // ielashi, "El-Tetris", 2011.
    Named {
        name: "el_tetris",
        features: &Feature::EL_TETRIS,
        weights: &[
            -4.500158825082766,
            3.4181268101392694,
            -3.2178882868487753,
            -9.348695305445199,
            -7.899265427351652,
            -3.3855972247263626,
        ],
    },
];

/// Weights of Lee's four features as a slice.
fn four(weights: &FourWeights) -> WeightSet {
    let FourWeights { aggregate_height, complete_lines, holes, bumpiness, judged } = *weights;
    let weights = [aggregate_height, complete_lines, holes, bumpiness].to_vec();
    WeightSet { judged, features: Feature::LEE.to_vec(), weights }
}

impl WeightSet {
    /// The names that [`WeightSet::named`] knows.
    pub const NAMES: [&'static str; 8] =
        ["marathon", "lee", "article", "dellacherie", "bcts", "dt10", "dt20", "el_tetris"];

    const KNOWN: &'static str = "marathon, lee, article, dellacherie, bcts, dt10, dt20, el_tetris";

    /// Weights for the board after full rows go.
    ///
    /// # Errors
    /// [`WeightError`] for lists of different length, an empty list, a feature that
    /// occurs twice, or a weight that is infinite, not a number, or beyond ±1e100.
    pub fn new(features: &[Feature], weights: &[f64]) -> Result<Self, WeightError> {
        Self::judging(features, weights, Judged::AfterClearing)
    }

    /// Weights for one board or the other.
    ///
    /// # Errors
    /// As [`WeightSet::new`].
    pub fn judging(features: &[Feature], weights: &[f64], judged: Judged) -> Result<Self, WeightError> {
        if features.is_empty() {
            return Err(WeightError::NoFeature);
        }
        if features.len() != weights.len() {
            return Err(WeightError::Length { expected: features.len(), found: weights.len() });
        }
        check_weights(weights)?;
        for (index, &feature) in features.iter().enumerate() {
            if features[..index].contains(&feature) {
                return Err(WeightError::Twice { feature });
            }
        }
        Ok(Self { judged, features: features.to_vec(), weights: weights.to_vec() })
    }

    /// The ready-made set of a name.
    ///
    /// All but Lee's have [`Feature::Overflow`] besides their own features, with a weight that
    /// puts a landing above the field, which loses under the rules `simplified`, below
    /// all others. The published lengths of games can be had only so.
    ///
    /// # Errors
    /// [`WeightError::UnknownName`] for another name.
    pub fn named(name: &str) -> Result<Self, WeightError> {
        match name {
            "lee" => return Ok(four(&FourWeights::LEE)),
            "article" => return Ok(four(&FourWeights::ARTICLE)),
            _ => {}
        }
        let known = NAMED.iter().find(|set| set.name == name);
        let set =
            known.ok_or_else(|| WeightError::UnknownName { name: name.to_string(), known: Self::KNOWN })?;
        Self::with_overflow(set.features, set.weights)
    }

    /// Weights for the board after full rows have gone, and besides [`Feature::Overflow`]
    /// with a weight that puts a landing above the field below all others.
    ///
    /// # Errors
    /// As [`WeightSet::new`].
    ///
    /// ```
    /// use stack_eval::{Feature, WeightSet};
    /// let set = WeightSet::with_overflow(&[Feature::Holes], &[-4.0])?;
    /// assert_eq!(set.features(), [Feature::Holes, Feature::Overflow]);
    /// # Ok::<(), stack_eval::WeightError>(())
    /// ```
    pub fn with_overflow(features: &[Feature], weights: &[f64]) -> Result<Self, WeightError> {
        Self::new(&[features, &[Feature::Overflow]].concat(), &[weights, &[OVERFLOW]].concat())
    }

    /// The features.
    #[must_use]
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Their weights, in the same order.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Which board is judged.
    #[must_use]
    pub const fn judged(&self) -> Judged {
        self.judged
    }

    /// The same features with other weights.
    ///
    /// # Errors
    /// As [`WeightSet::new`].
    pub fn with_weights(&self, weights: &[f64]) -> Result<Self, WeightError> {
        Self::judging(&self.features, weights, self.judged)
    }
}

/// The strongest set there is.
impl Default for WeightSet {
    fn default() -> Self {
        Self::named("marathon").expect("a known name")
    }
}

/// The form in a file.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "WeightSet", deny_unknown_fields)]
struct Saved {
    version: u32,
    judged: Judged,
    features: Vec<Feature>,
    weights: Vec<f64>,
}

#[cfg(feature = "serde")]
impl From<WeightSet> for Saved {
    fn from(set: WeightSet) -> Self {
        let WeightSet { judged, features, weights } = set;
        Self { version: 1, judged, features, weights }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Saved> for WeightSet {
    type Error = alloc::string::String;

    fn try_from(saved: Saved) -> Result<Self, alloc::string::String> {
        if saved.version != 1 {
            return Err(alloc::format!(
                "version {} of a weight set; this program reads version 1",
                saved.version
            ));
        }
        Self::judging(&saved.features, &saved.weights, saved.judged).map_err(|error| error.to_string())
    }
}
