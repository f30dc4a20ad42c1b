//! The evaluator of four features: aggregate height, complete lines, holes,
//! bumpiness.
//!
//! Source: Lee, "Tetris AI – the (near) perfect bot", 2013.

use tetromino::{Field, Placed};
use thiserror::Error;

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
    /// A weight that is infinite or not a number.
    #[error("weight {index} is {value}; weights are finite numbers")]
    NotFinite {
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
    /// A weight that is infinite or not a number.
    pub fn new(weights: FourWeights) -> Result<Self, WeightError> {
        let array = weights.as_array();
        match array.iter().position(|weight| !weight.is_finite()) {
            Some(index) => Err(WeightError::NotFinite { index, value: array[index] }),
            None => Ok(Self { weights }),
        }
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

    /// The features that this evaluator judges a landing by.
    #[must_use]
    pub fn features(&self, field: &Field, placed: &Placed<'_>) -> FourFeatures {
        self.features_in(&FourContext::of(field), field, placed)
    }

    /// The weighted sum.
    #[must_use]
    #[inline]
    pub fn value(&self, features: &FourFeatures) -> f64 {
        let weights = &self.weights;
        weights.aggregate_height * f64::from(features.aggregate_height)
            + weights.complete_lines * f64::from(features.complete_lines)
            + weights.holes * f64::from(features.holes)
            + weights.bumpiness * f64::from(features.bumpiness)
    }

    #[inline]
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

    #[inline]
    fn evaluate(&self, context: &FourContext, field: &Field, placed: &Placed<'_>) -> f64 {
        self.value(&self.features_in(context, field, placed))
    }
}

/// What all landings in a field share: heights, row masks and sums.
#[derive(Clone, Copy, Debug)]
pub struct FourContext {
    /// Heights with a copy of the border columns outside of each wall, so that
    /// the walls make no difference.
    heights: [u32; Field::MAX_WIDTH + 2],
    /// Rows filled in all columns to the left of a column.
    left: [u64; Field::MAX_WIDTH + 1],
    /// Rows filled in this column and all to the right of it.
    right: [u64; Field::MAX_WIDTH + 1],
    aggregate_height: u32,
    filled: u32,
    bumpiness: u32,
    width: usize,
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
        let mut heights = [0; Field::MAX_WIDTH + 2];
        let mut left = [u64::MAX; Field::MAX_WIDTH + 1];
        let mut right = [u64::MAX; Field::MAX_WIDTH + 1];
        let mut filled = 0;
        for x in 0..width {
            heights[x + 1] = height(columns[x]);
            left[x + 1] = left[x] & columns[x];
            filled += columns[x].count_ones();
        }
        for x in (0..width).rev() {
            right[x] = right[x + 1] & columns[x];
        }
        let aggregate_height = heights[1..=width].iter().sum();
        let bumpiness = (1..width).map(|x| heights[x].abs_diff(heights[x + 1])).sum();
        Self { heights, left, right, aggregate_height, filled, bumpiness, width }
    }

    /// The features before clearing with a piece added, and its full rows.
    #[inline]
    fn with(&self, field: &Field, placed: &Placed<'_>) -> (FourFeatures, u64) {
        match placed.shape().width() {
            1 => self.with_width::<1>(field, placed),
            2 => self.with_width::<2>(field, placed),
            3 => self.with_width::<3>(field, placed),
            4 => self.with_width::<4>(field, placed),
            5 => self.with_width::<5>(field, placed),
            6 => self.with_width::<6>(field, placed),
            7 => self.with_width::<7>(field, placed),
            _ => self.with_width::<8>(field, placed),
        }
    }

    #[inline]
    fn with_width<const W: usize>(&self, field: &Field, placed: &Placed<'_>) -> (FourFeatures, u64) {
        let (x, y, shape) = (placed.x(), placed.y(), placed.shape());
        let (before, at) = (&self.heights[x..x + W + 2], &field.all_columns()[x..x + W]);
        let (bits, tops) = (&shape.columns()[..W], &shape.tops()[..W]);
        let mut full = self.left[x] & self.right[x + W];
        let mut raised = 0;
        let mut bumpiness = self.bumpiness;
        let mut previous = before[0];
        // The wall has no neighbour: its pair counts neither before nor after.
        let walls = [x == 0, x + W == self.width];
        for i in 0..W {
            full &= at[i] | u64::from(bits[i]) << (y & 63);
            let now = before[i + 1].max(y + u32::from(tops[i]));
            raised += now - before[i + 1];
            if i > 0 || !walls[0] {
                bumpiness = bumpiness + now.abs_diff(previous) - before[i + 1].abs_diff(before[i]);
            }
            previous = now;
        }
        if !walls[1] {
            bumpiness = bumpiness + before[W + 1].abs_diff(previous) - before[W + 1].abs_diff(before[W]);
        }
        let aggregate_height = self.aggregate_height + raised;
        let features = FourFeatures {
            aggregate_height,
            complete_lines: if full == 0 { 0 } else { full.count_ones() },
            holes: aggregate_height - self.filled - shape.area(),
            bumpiness,
        };
        (features, full)
    }
}
