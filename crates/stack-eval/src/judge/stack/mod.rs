//! The fast engine for the features of the research line, and of our own set.

mod context;
mod surface;

use tetromino::{Field, Placed};

use crate::Evaluator;
use crate::judge::feature::Feature;
use crate::judge::four::{Judged, WeightError};
use crate::judge::weights::WeightSet;

pub use context::StackContext;

/// Features of the board that a landing leaves, full rows gone, and of the landing.
///
/// [`Feature`] has their definitions. A landing above the height of the field clears
/// nothing, as the rules `simplified` have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct StackFeatures {
    /// Twice [`Feature::LandingHeight`]: a whole number.
    pub landing_twice: u32,
    /// [`Feature::RowsCleared`].
    pub rows_cleared: u32,
    /// [`Feature::ErodedCells`].
    pub eroded_cells: u32,
    /// [`Feature::RowTransitions`].
    pub row_transitions: i32,
    /// [`Feature::ColumnTransitions`].
    pub column_transitions: u32,
    /// [`Feature::Holes`].
    pub holes: u32,
    /// [`Feature::CumulativeWells`].
    pub cumulative_wells: u32,
    /// [`Feature::HoleDepth`].
    pub hole_depth: u32,
    /// [`Feature::RowsWithHoles`].
    pub rows_with_holes: u32,
    /// Whether the piece sticks out of the field, 0 or 1: [`Feature::Overflow`].
    pub overflow: u32,
    /// [`Feature::Diversity`].
    pub diversity: u32,
    /// [`Feature::Steps`] of 1, 2, 3, and more.
    pub steps: [u32; 4],
    /// [`Feature::Shafts`] of depth 1, 2, 3, and more.
    pub shafts: [u32; 4],
    /// [`Feature::MaxHeight`].
    pub max_height: u32,
}

impl StackFeatures {
    #[inline(always)]
    fn set_landing(&mut self, field: &Field, placed: &Placed<'_>) {
        let (y, height) = (placed.y(), placed.shape().height());
        self.landing_twice = 2 * y + height - 1;
        self.overflow = u32::from(y + height > field.height() as u32);
    }

    /// The value of a feature that is among these; `None` for others.
    #[must_use]
    pub fn feature(&self, feature: Feature) -> Option<f64> {
        let at = PLACES.iter().position(|&place| place == feature)?;
        Some(self.as_array()[at])
    }

    /// In the order of [`PLACES`].
    #[inline(always)]
    fn as_array(&self) -> [f64; COUNT] {
        [
            0.5 * f64::from(self.landing_twice),
            f64::from(self.rows_cleared),
            f64::from(self.eroded_cells),
            f64::from(self.row_transitions),
            f64::from(self.column_transitions),
            f64::from(self.holes),
            f64::from(self.cumulative_wells),
            f64::from(self.hole_depth),
            f64::from(self.rows_with_holes),
            f64::from(self.overflow),
            f64::from(self.diversity),
            f64::from(self.steps[0]),
            f64::from(self.steps[1]),
            f64::from(self.steps[2]),
            f64::from(self.steps[3]),
            f64::from(self.shafts[0]),
            f64::from(self.shafts[1]),
            f64::from(self.shafts[2]),
            f64::from(self.shafts[3]),
            f64::from(self.max_height),
        ]
    }
}

const COUNT: usize = 20;
/// Features before this one do not look at the surface.
const PLAIN: usize = 10;

/// The features in the order in which they are summed.
const PLACES: [Feature; COUNT] = [
    Feature::LandingHeight,
    Feature::RowsCleared,
    Feature::ErodedCells,
    Feature::RowTransitions,
    Feature::ColumnTransitions,
    Feature::Holes,
    Feature::CumulativeWells,
    Feature::HoleDepth,
    Feature::RowsWithHoles,
    Feature::Overflow,
    Feature::Diversity,
    Feature::Steps(1),
    Feature::Steps(2),
    Feature::Steps(3),
    Feature::Steps(4),
    Feature::Shafts(1),
    Feature::Shafts(2),
    Feature::Shafts(3),
    Feature::Shafts(4),
    Feature::MaxHeight,
];

/// A weighted sum of [`StackFeatures`], by differences: the context of a field is
/// made once, a landing that clears no row costs a few instructions for each column
/// of the piece and its two neighbours.
///
/// With `SURFACE` false, only the first ten features are computed: those of
/// Dellacherie, BCTS and El-Tetris are among them.
///
/// ```
/// use stack_eval::{StackEvaluator, WeightSet, greedy};
/// use tetromino::{Entry, Field, Piece};
/// let judge = StackEvaluator::<false>::new(&WeightSet::named("bcts")?)?;
/// let field = Field::from_rows(["####.#####"], 20)?;
/// let best = greedy(&judge, &field, Piece::T, Entry::Above).unwrap();
/// assert_eq!(best.landing.corner().y, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StackEvaluator<const SURFACE: bool> {
    weights: [f64; COUNT],
    /// Added to every value.
    constant: f64,
}

impl<const SURFACE: bool> StackEvaluator<SURFACE> {
    /// From a set.
    ///
    /// # Errors
    /// [`WeightError::Unsupported`] for a feature that is not among those of
    /// [`StackFeatures`] (with `SURFACE` false: its first ten), or weights for the
    /// board before clearing.
    pub fn new(set: &WeightSet) -> Result<Self, WeightError> {
        let known = if SURFACE { COUNT } else { PLAIN };
        let (mut weights, mut constant) = ([0.0; COUNT], 0.0);
        for (&feature, &weight) in set.features().iter().zip(set.weights()) {
            // El-Tetris's landing height is f1 and a half.
            let (same, more) = match feature {
                Feature::ColumnLandingHeight => (Feature::LandingHeight, 0.5),
                Feature::Constant => {
                    constant += weight;
                    continue;
                }
                other => (other, 0.0),
            };
            let place = PLACES[..known].iter().position(|&place| place == same);
            let place = place.filter(|_| set.judged() == Judged::AfterClearing);
            weights[place.ok_or(WeightError::Unsupported { feature })?] += weight;
            constant += more * weight;
        }
        Ok(Self { weights, constant })
    }

    /// The features that this evaluator judges a landing by; those of the surface are
    /// 0 with `SURFACE` false. The piece lies inside the field on free cells;
    /// otherwise they mean nothing.
    #[must_use]
    pub fn features(&self, field: &Field, placed: &Placed<'_>) -> StackFeatures {
        StackContext::of::<SURFACE>(field).after::<SURFACE>(field, placed)
    }

    /// The weighted sum.
    #[must_use]
    #[inline(always)]
    pub fn value(&self, features: &StackFeatures) -> f64 {
        let values = features.as_array();
        let known = if SURFACE { COUNT } else { PLAIN };
        // Two sums side by side, always in this order.
        let (mut even, mut odd) = (self.constant, 0.0);
        for at in 0..known / 2 {
            even += self.weights[2 * at] * values[2 * at];
            odd += self.weights[2 * at + 1] * values[2 * at + 1];
        }
        even + odd
    }
}

impl<const SURFACE: bool> Evaluator for StackEvaluator<SURFACE> {
    type Context = StackContext;

    #[inline]
    fn context(&self, field: &Field) -> StackContext {
        StackContext::of::<SURFACE>(field)
    }

    #[inline(always)]
    fn evaluate(&self, context: &StackContext, field: &Field, placed: &Placed<'_>) -> f64 {
        self.value(&context.after::<SURFACE>(field, placed))
    }
}
