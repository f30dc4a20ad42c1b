//! The fast engine for the features of the research line, and of our own set.

mod context;
mod lanes;
mod row;
mod surface;

use tetromino::{Field, Placed, Silhouette, Skyline};

use crate::Evaluator;
use crate::judge::feature::Feature;
use crate::judge::features::Afterstate;
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
    /// [`Feature::StepsPresent`] of 0, 1, 2; their sum is [`Feature::Diversity`].
    pub present: [u32; 3],
    /// [`Feature::Steps`] of 1, 2, 3, and more.
    pub steps: [u32; 4],
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

    /// In the order of `PLACES`.
    #[inline(always)]
    fn as_array(&self) -> [f64; COUNT] {
        [
            0.5 * f64::from(self.landing_twice as i32),
            float(self.rows_cleared),
            float(self.eroded_cells),
            f64::from(self.row_transitions),
            float(self.column_transitions),
            float(self.holes),
            float(self.cumulative_wells),
            float(self.hole_depth),
            float(self.rows_with_holes),
            float(self.overflow),
            float(self.present[0]),
            float(self.present[1]),
            float(self.present[2]),
            float(self.steps[0]),
            float(self.steps[1]),
            float(self.steps[2]),
            float(self.steps[3]),
            0.0,
        ]
    }
}

/// Signed integers have an instruction for it; no feature comes near the limit.
#[inline(always)]
fn float(count: u32) -> f64 {
    f64::from(count as i32)
}

/// One more than there are, so that they go in pairs.
const COUNT: usize = 18;
/// Features before this one do not look at the surface.
const PLAIN: usize = 10;

/// The features in the order in which they are summed.
const PLACES: [Feature; COUNT - 1] = [
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
    Feature::StepsPresent(0),
    Feature::StepsPresent(1),
    Feature::StepsPresent(2),
    Feature::Steps(1),
    Feature::Steps(2),
    Feature::Steps(3),
    Feature::Steps(4),
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
    /// Whether fewer wells, row transitions and rows with holes are never worse.
    bounded: bool,
}

impl<const SURFACE: bool> StackEvaluator<SURFACE> {
    /// From a set.
    ///
    /// # Errors
    /// [`WeightError::Unsupported`] for a feature that is not among those of
    /// [`StackFeatures`] (with `SURFACE` false: its first ten), or weights for the
    /// board before clearing.
    pub fn new(set: &WeightSet) -> Result<Self, WeightError> {
        let known = if SURFACE { COUNT - 1 } else { PLAIN };
        let (mut weights, mut constant) = ([0.0; COUNT], 0.0);
        for (&feature, &weight) in set.features().iter().zip(set.weights()) {
            // Some are sums of those that there are.
            let (same, more): (&[Feature], f64) = match feature {
                Feature::ColumnLandingHeight => (&[Feature::LandingHeight], 0.5),
                Feature::Diversity => (&PLACES[PLAIN..PLAIN + 3], 0.0),
                Feature::Constant => (&[], 1.0),
                _ => (&[feature], 0.0),
            };
            for part in same {
                let place = PLACES[..known].iter().position(|place| place == part);
                let place = place.filter(|_| set.judged() == Judged::AfterClearing);
                weights[place.ok_or(WeightError::Unsupported { feature })?] += weight;
            }
            constant += more * weight;
        }
        let bounds = [Feature::RowTransitions, Feature::CumulativeWells, Feature::RowsWithHoles];
        let bounded =
            PLACES.iter().zip(&weights).all(|(place, &weight)| weight <= 0.0 || !bounds.contains(place));
        Ok(Self { weights, constant, bounded })
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

    #[inline]
    fn evaluate_row(
        &self,
        context: &StackContext,
        field: &Field,
        skyline: &Skyline,
        shape: &Silhouette,
        bar: f64,
        values: &mut [f64; Field::MAX_WIDTH],
    ) {
        self.row(context, field, skyline, shape, bar, values);
    }

    /// What the landing itself is worth: the board is judged again after the next move.
    #[inline]
    fn carried(&self, _: &StackContext, field: &Field, placed: &Placed<'_>, _: f64) -> f64 {
        let after = Afterstate::new(field, placed, Judged::BeforeClearing);
        let of_landing = PLACES.iter().zip(&self.weights).filter(|(place, _)| place.is_of_landing());
        of_landing.map(|(place, weight)| weight * place.value(&after)).sum()
    }
}
