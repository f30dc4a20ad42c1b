//! The evaluator of four features: aggregate height, complete lines, holes,
//! bumpiness.
//!
//! Source: Lee, "Tetris AI – the (near) perfect bot", 2013.

use tetromino::{Field, Placed};
use thiserror::Error;

use super::feature::Feature;
use crate::Evaluator;

/// The four features of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FourFeatures {
    /// Sum of the heights of all columns.
    pub aggregate_height: u32,
    /// Full rows.
    pub complete_lines: u32,
    /// Empty cells with a filled cell above them in the column.
    pub holes: u32,
    /// Sum of the absolute height differences of neighbouring columns.
    pub bumpiness: u32,
}

impl FourFeatures {
    /// The features of a board as it stands.
    ///
    /// ```
    /// use stack_eval::FourFeatures;
    /// let field = "#...\n.#..\n####".parse()?;
    /// let features = FourFeatures::of(&field);
    /// assert_eq!((features.aggregate_height, features.complete_lines), (7, 1));
    /// assert_eq!((features.holes, features.bumpiness), (1, 2));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn of(field: &Field) -> Self {
        let heights = field.columns().iter().map(|&column| height(column));
        let aggregate_height = heights.clone().sum();
        Self {
            aggregate_height,
            complete_lines: field.full_rows().count_ones(),
            // Below the surface every cell is filled or a hole.
            holes: aggregate_height - field.len(),
            bumpiness: heights.clone().zip(heights.skip(1)).map(|(a, b)| a.abs_diff(b)).sum(),
        }
    }
}

fn height(column: u64) -> u32 {
    u64::BITS - column.leading_zeros()
}

/// Which board the features are taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Judged {
    /// The board with the piece, full rows still there.
    BeforeClearing,
    /// The board after full rows have gone; `complete_lines` is then always 0.
    AfterClearing,
}

/// Why weights are refused.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WeightError {
    /// Another number of weights than the set has.
    #[error("{expected} weights are expected, {found} were found")]
    Length {
        /// How many the set has.
        expected: usize,
        /// How many there were.
        found: usize,
    },
    /// A set of no features.
    #[error("a weight set has at least one feature")]
    NoFeature,
    /// A weight that is infinite or not a number.
    #[error("weight {index} is {value}; weights are finite numbers")]
    NotFinite {
        /// Which weight, from 0.
        index: usize,
        /// Its value.
        value: f64,
    },
    /// A weight so large that a sum could overflow.
    #[error("weight {index} is {value:e}; weights are between -1e100 and 1e100")]
    OutOfRange {
        /// Which weight, from 0.
        index: usize,
        /// Its value.
        value: f64,
    },
    /// No set has this name.
    #[error("there is no evaluator {name:?}; the names are {known}")]
    UnknownName {
        /// The name.
        name: alloc::string::String,
        /// The names there are.
        known: &'static str,
    },
    /// No feature has this name.
    #[error("there is no feature {name:?}")]
    UnknownFeature {
        /// The name.
        name: alloc::string::String,
    },
    /// A feature that occurs twice in a set.
    #[error("the feature {feature} occurs twice")]
    Twice {
        /// The feature.
        feature: Feature,
    },
    /// A feature that the engine does not have.
    #[error("this evaluator does not know the feature {feature} of that board")]
    Unsupported {
        /// The feature.
        feature: Feature,
    },
}

/// Refuses the first weight that is no usable number.
pub(super) fn check_weights(weights: &[f64]) -> Result<(), WeightError> {
    for (index, &value) in weights.iter().enumerate() {
        if !value.is_finite() {
            return Err(WeightError::NotFinite { index, value });
        }
        if value.abs() > 1e100 {
            return Err(WeightError::OutOfRange { index, value });
        }
    }
    Ok(())
}

/// Weights of the four features and the board that they judge.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FourWeights {
    /// Of the aggregate height.
    pub aggregate_height: f64,
    /// Of the complete lines.
    pub complete_lines: f64,
    /// Of the holes.
    pub holes: f64,
    /// Of the bumpiness.
    pub bumpiness: f64,
    /// Which board is judged.
    pub judged: Judged,
}

impl FourWeights {
    /// Lee's set, found by a genetic algorithm, on the board before full rows go.
    pub const LEE: Self = Self {
        aggregate_height: -0.510066,
        complete_lines: 0.760666,
        holes: -0.35663,
        bumpiness: -0.184483,
        judged: Judged::BeforeClearing,
    };

    /// The rounded set as the article prints it, on the board after full rows have
    /// gone, which leaves the weight of the lines without effect.
    pub const ARTICLE: Self = Self {
        aggregate_height: -0.51,
        complete_lines: 0.76,
        holes: -0.36,
        bumpiness: -0.18,
        judged: Judged::AfterClearing,
    };

    /// Height, lines, holes, bumpiness, on the board before full rows go.
    ///
    /// # Errors
    /// Another number of weights than four.
    pub fn from_slice(weights: &[f64]) -> Result<Self, WeightError> {
        let &[aggregate_height, complete_lines, holes, bumpiness] = weights else {
            return Err(WeightError::Length { expected: 4, found: weights.len() });
        };
        Ok(Self { aggregate_height, complete_lines, holes, bumpiness, judged: Judged::BeforeClearing })
    }

    fn as_array(&self) -> [f64; 4] {
        [self.aggregate_height, self.complete_lines, self.holes, self.bumpiness]
    }
}

/// A weighted sum of the [`FourFeatures`] of the board after a landing.
///
/// Incremental: the context holds heights and row masks of the field, a landing
/// costs a few instructions for each of its columns. Only where rows go and
/// [`Judged::AfterClearing`] asks for it, the board is built.
///
/// ```
/// use stack_eval::{FourEvaluator, FourWeights};
/// assert!(FourEvaluator::new(FourWeights::LEE).is_ok());
/// assert!(FourEvaluator::new(FourWeights { holes: f64::NAN, ..FourWeights::LEE }).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FourEvaluator {
    weights: FourWeights,
}

impl FourEvaluator {
    /// The names that [`FourEvaluator::named`] knows.
    pub const NAMES: [&'static str; 2] = ["lee", "article"];

    /// An evaluator with these weights.
    ///
    /// # Errors
    /// A weight that is infinite, not a number, or beyond ±1e100.
    pub fn new(weights: FourWeights) -> Result<Self, WeightError> {
        check_weights(&weights.as_array())?;
        Ok(Self { weights })
    }

    /// The ready-made set of a name: `lee` or `article`.
    ///
    /// # Errors
    /// Another name.
    ///
    /// ```
    /// assert!(stack_eval::FourEvaluator::named("lee").is_ok());
    /// assert!(stack_eval::FourEvaluator::named("leo").is_err());
    /// ```
    pub fn named(name: &str) -> Result<Self, WeightError> {
        match name {
            "lee" => Ok(Self { weights: FourWeights::LEE }),
            "article" => Ok(Self { weights: FourWeights::ARTICLE }),
            _ => Err(WeightError::UnknownName { name: name.into(), known: "lee, article" }),
        }
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &FourWeights {
        &self.weights
    }

    /// The features that this evaluator judges a landing by. The piece lies inside
    /// the field on free cells; otherwise they mean nothing.
    #[must_use]
    pub fn features(&self, field: &Field, placed: &Placed<'_>) -> FourFeatures {
        self.features_in(&FourContext::of(field), field, placed)
    }

    /// The weighted sum.
    #[must_use]
    #[inline(always)]
    pub fn value(&self, features: &FourFeatures) -> f64 {
        let weights = &self.weights;
        weights.aggregate_height * f64::from(features.aggregate_height)
            + weights.complete_lines * f64::from(features.complete_lines)
            + weights.holes * f64::from(features.holes)
            + weights.bumpiness * f64::from(features.bumpiness)
    }

    #[inline(always)]
    fn features_in(&self, context: &FourContext, field: &Field, placed: &Placed<'_>) -> FourFeatures {
        let (features, full) = context.with(field, placed);
        match self.weights.judged {
            Judged::AfterClearing if full != 0 => after_clearing(field, placed),
            _ => features,
        }
    }
}

#[cold]
fn after_clearing(field: &Field, placed: &Placed<'_>) -> FourFeatures {
    let mut after = *field;
    after.lock(placed);
    after.clear_full_rows();
    FourFeatures::of(&after)
}

impl Default for FourEvaluator {
    fn default() -> Self {
        Self { weights: FourWeights::LEE }
    }
}

impl Evaluator for FourEvaluator {
    type Context = FourContext;

    #[inline]
    fn context(&self, field: &Field) -> FourContext {
        FourContext::of(field)
    }

    #[inline(always)]
    fn evaluate(&self, context: &FourContext, field: &Field, placed: &Placed<'_>) -> f64 {
        self.value(&self.features_in(context, field, placed))
    }
}

/// What all landings in a field share: heights, row masks and running sums.
///
/// Index `x + 1` of the padded arrays is column `x`.
#[derive(Clone, Copy, Debug)]
pub struct FourContext {
    heights: [u32; Field::MAX_WIDTH + 2],
    /// All ones where a column and the one before it are both inside.
    inside: [u32; Field::MAX_WIDTH + 2],
    /// Heights of all columns up to here.
    heights_to: [u32; Field::MAX_WIDTH + 2],
    /// Steps between all neighbouring columns up to here.
    bumps_to: [u32; Field::MAX_WIDTH + 2],
    /// Rows filled in all columns to the left of a column.
    left: [u64; Field::MAX_WIDTH + 1],
    /// Rows filled in this column and all to the right of it.
    right: [u64; Field::MAX_WIDTH + 1],
    aggregate_height: u32,
    bumpiness: u32,
    filled: u32,
}

impl FourContext {
    #[inline]
    fn of(field: &Field) -> Self {
        match field.width() {
            10 => Self::of_width(field, 10),
            width => Self::of_width(field, width),
        }
    }

    #[inline(always)]
    fn of_width(field: &Field, width: usize) -> Self {
        let columns = field.all_columns();
        let mut context = Self {
            heights: [0; Field::MAX_WIDTH + 2],
            inside: [0; Field::MAX_WIDTH + 2],
            heights_to: [0; Field::MAX_WIDTH + 2],
            bumps_to: [0; Field::MAX_WIDTH + 2],
            left: [u64::MAX; Field::MAX_WIDTH + 1],
            right: [u64::MAX; Field::MAX_WIDTH + 1],
            aggregate_height: 0,
            bumpiness: 0,
            filled: 0,
        };
        for (x, &column) in columns[..width].iter().enumerate() {
            let now = height(column);
            let inside = if x == 0 { 0 } else { u32::MAX };
            context.aggregate_height += now;
            context.bumpiness += now.abs_diff(context.heights[x]) & inside;
            context.filled += column.count_ones();
            context.heights[x + 1] = now;
            context.inside[x + 1] = inside;
            context.heights_to[x + 1] = context.aggregate_height;
            context.bumps_to[x + 1] = context.bumpiness;
            context.left[x + 1] = context.left[x] & column;
        }
        context.bumps_to[width + 1] = context.bumpiness;
        for x in (0..width).rev() {
            context.right[x] = context.right[x + 1] & columns[x];
        }
        context
    }

    /// The features before clearing with a piece added, and its full rows.
    #[inline(always)]
    fn with(&self, field: &Field, placed: &Placed<'_>) -> (FourFeatures, u64) {
        let (x, y, shape) = (placed.x(), placed.y(), placed.shape());
        let end = x + shape.width();
        let mut full = self.left[x] & self.right[end];
        if full != 0 {
            full = full_rows(full, field, placed);
        }
        let (heights, bumps) = if placed.is_on_top() {
            let left = (y + u32::from(shape.tops()[0])).abs_diff(self.heights[x]) & self.inside[x + 1];
            let right = (y + shape.last_top()).abs_diff(self.heights[end + 1]) & self.inside[end + 1];
            (shape.tops_sum() + y * shape.width() as u32, shape.tops_bumps() + left + right)
        } else {
            self.covered(placed)
        };
        let aggregate_height = (self.aggregate_height + heights)
            .wrapping_sub(self.heights_to[end].wrapping_sub(self.heights_to[x]));
        let features = FourFeatures {
            aggregate_height,
            complete_lines: if full == 0 { 0 } else { full.count_ones() },
            holes: aggregate_height.wrapping_sub(self.filled + shape.area()),
            bumpiness: (self.bumpiness + bumps)
                .wrapping_sub(self.bumps_to[end + 1].wrapping_sub(self.bumps_to[x])),
        };
        (features, full)
    }

    /// Heights of the columns of a piece, and steps between them and their
    /// neighbours, where something may lie above the piece.
    #[cold]
    fn covered(&self, placed: &Placed<'_>) -> (u32, u32) {
        let (mut heights, mut bumps) = (0, 0);
        let mut previous = self.heights[placed.x()];
        for (x, &top) in (placed.x()..).zip(placed.shape().tops()) {
            let now = self.heights[x + 1].max(placed.y() + u32::from(top));
            heights += now;
            bumps += now.abs_diff(previous) & self.inside[x + 1];
            previous = now;
        }
        let end = placed.x() + placed.shape().width();
        (heights, bumps + (self.heights[end + 1].abs_diff(previous) & self.inside[end + 1]))
    }
}

/// The rows of `candidates` that the columns of a piece complete.
#[inline]
fn full_rows(candidates: u64, field: &Field, placed: &Placed<'_>) -> u64 {
    let columns = &field.all_columns()[placed.x()..];
    columns.iter().zip(placed.columns()).fold(candidates, |full, (column, bits)| full & (column | bits))
}
