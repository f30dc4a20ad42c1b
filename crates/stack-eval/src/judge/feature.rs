//! Features by name.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::features::{self, Afterstate};
use super::four::WeightError;

/// A feature of a landing and the board that it leaves: what a weight belongs to.
///
/// Each is written as its name in small letters, those with a number with the number
/// after it: `landing_height`, `steps_3`.
///
/// ```
/// use stack_eval::Feature;
/// assert_eq!("steps_2".parse(), Ok(Feature::Steps(2)));
/// assert_eq!(Feature::ColumnHeight(0).to_string(), "column_height_0");
/// assert!("steps_9".parse::<Feature>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
#[non_exhaustive]
pub enum Feature {
    /// f1: [`Afterstate::landing_height`].
    LandingHeight,
    /// f2: [`Afterstate::eroded_cells`].
    ErodedCells,
    /// f3: [`features::row_transitions`].
    RowTransitions,
    /// f4: [`features::column_transitions`].
    ColumnTransitions,
    /// f5: [`features::holes()`].
    Holes,
    /// f6: [`features::cumulative_wells`].
    CumulativeWells,
    /// The variant of f6: [`features::triangular_wells`].
    TriangularWells,
    /// f7: [`features::hole_depth`].
    HoleDepth,
    /// f8: [`features::rows_with_holes`].
    RowsWithHoles,
    /// f9: [`features::diversity`].
    Diversity,
    /// El-Tetris: the row of the piece's lowest cell and half its height, which is f1
    /// and a half.
    ColumnLandingHeight,
    /// El-Tetris: [`Afterstate::rows_cleared`].
    RowsCleared,
    /// Lee: [`features::aggregate_height`].
    AggregateHeight,
    /// Lee: [`features::complete_lines`].
    CompleteLines,
    /// Lee: [`features::bumpiness`].
    Bumpiness,
    /// Bertsekas: [`features::column_height`] of a column, 0 to 15.
    ColumnHeight(u8),
    /// Bertsekas: [`features::height_difference`] of a pair, 0 to 14.
    HeightDifference(u8),
    /// Bertsekas: [`features::max_height`].
    MaxHeight,
    /// Bertsekas: 1.
    Constant,
    /// CBMPI: [`features::rbf_height`], 0 to 4.
    RbfHeight(u8),
    /// Ours: [`features::steps`] of a size, 1 to 4.
    Steps(u8),
    /// Ours: [`features::steps_present`] of a size, 0 to 2: diversity in its parts.
    StepsPresent(u8),
    /// Ours: [`Afterstate::overflow`], 0 or 1.
    Overflow,
}

/// Names without a number.
const PLAIN: [(&str, Feature); 18] = [
    ("landing_height", Feature::LandingHeight),
    ("eroded_cells", Feature::ErodedCells),
    ("row_transitions", Feature::RowTransitions),
    ("column_transitions", Feature::ColumnTransitions),
    ("holes", Feature::Holes),
    ("cumulative_wells", Feature::CumulativeWells),
    ("triangular_wells", Feature::TriangularWells),
    ("hole_depth", Feature::HoleDepth),
    ("rows_with_holes", Feature::RowsWithHoles),
    ("diversity", Feature::Diversity),
    ("column_landing_height", Feature::ColumnLandingHeight),
    ("rows_cleared", Feature::RowsCleared),
    ("aggregate_height", Feature::AggregateHeight),
    ("complete_lines", Feature::CompleteLines),
    ("bumpiness", Feature::Bumpiness),
    ("max_height", Feature::MaxHeight),
    ("constant", Feature::Constant),
    ("overflow", Feature::Overflow),
];

/// Names with a number, its bounds, and what it makes.
type Numbered = (&'static str, u8, u8, fn(u8) -> Feature);
const NUMBERED: [Numbered; 5] = [
    ("column_height_", 0, 15, Feature::ColumnHeight),
    ("height_difference_", 0, 14, Feature::HeightDifference),
    ("rbf_height_", 0, 4, Feature::RbfHeight),
    ("steps_", 1, 4, Feature::Steps),
    ("steps_present_", 0, 2, Feature::StepsPresent),
];

impl Feature {
    /// The first features of the longest list.
    const fn first<const N: usize>() -> [Self; N] {
        let mut first = [Self::Constant; N];
        let mut at = 0;
        while at < N {
            first[at] = Self::MARATHON[at];
            at += 1;
        }
        first
    }

    /// Dellacherie's six: f1 to f6.
    pub const DELLACHERIE: [Self; 6] = Self::first();
    /// The eight of BCTS: f1 to f8.
    pub const BCTS: [Self; 8] = Self::first();
    /// The nine of the DT sets: f1 to f9.
    pub const DT: [Self; 9] = Self::first();
    /// Ours: the nine of the DT sets, rows cleared, and the surface by its steps.
    pub const MARATHON: [Self; 14] = [
        Self::LandingHeight,
        Self::ErodedCells,
        Self::RowTransitions,
        Self::ColumnTransitions,
        Self::Holes,
        Self::CumulativeWells,
        Self::HoleDepth,
        Self::RowsWithHoles,
        Self::Diversity,
        Self::RowsCleared,
        Self::Steps(1),
        Self::Steps(2),
        Self::Steps(3),
        Self::Steps(4),
    ];

    /// El-Tetris's six.
    pub const EL_TETRIS: [Self; 6] = [
        Self::ColumnLandingHeight,
        Self::RowsCleared,
        Self::RowTransitions,
        Self::ColumnTransitions,
        Self::Holes,
        Self::CumulativeWells,
    ];

    /// Lee's four.
    pub const LEE: [Self; 4] = [Self::AggregateHeight, Self::CompleteLines, Self::Holes, Self::Bumpiness];

    /// The five heights of CBMPI's value network.
    pub const RBF: [Self; 5] =
        [Self::RbfHeight(0), Self::RbfHeight(1), Self::RbfHeight(2), Self::RbfHeight(3), Self::RbfHeight(4)];

    /// Bertsekas's features for a width: the heights, the differences, the highest,
    /// holes, a constant; 22 for ten columns. Beyond 16 columns there are no more.
    ///
    /// ```
    /// assert_eq!(stack_eval::Feature::bertsekas(10).len(), 22);
    /// ```
    #[must_use]
    pub fn bertsekas(width: usize) -> Vec<Self> {
        let width = width.min(16) as u8;
        let heights = (0..width).map(Self::ColumnHeight);
        let differences = (0..width.saturating_sub(1)).map(Self::HeightDifference);
        heights.chain(differences).chain([Self::MaxHeight, Self::Holes, Self::Constant]).collect()
    }

    /// Every feature there is for a width, each once.
    #[must_use]
    pub fn all(width: usize) -> Vec<Self> {
        let mut all: Vec<Self> = PLAIN.iter().map(|&(_, feature)| feature).collect();
        all.extend(Self::bertsekas(width));
        all.extend(Self::RBF);
        all.extend((1..=4).map(Self::Steps));
        all.extend((0..=2).map(Self::StepsPresent));
        let mut seen = Vec::new();
        all.retain(|feature| {
            !seen.contains(feature) && {
                seen.push(*feature);
                true
            }
        });
        all
    }

    /// Whether it is of the landing, not of the board that the landing leaves.
    #[must_use]
    pub const fn is_of_landing(self) -> bool {
        matches!(
            self,
            Self::LandingHeight
                | Self::ColumnLandingHeight
                | Self::ErodedCells
                | Self::RowsCleared
                | Self::Overflow
        )
    }

    /// Its value after a landing.
    ///
    /// # Complexity
    /// A few passes over the columns.
    ///
    /// ```
    /// use stack_eval::Feature;
    /// use stack_eval::features::Afterstate;
    /// let board = Afterstate::standing("#...\n.#..".parse()?);
    /// assert_eq!(Feature::MaxHeight.value(&board), 2.0);
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn value(self, after: &Afterstate) -> f64 {
        let board = &after.board;
        let count = match self {
            Self::LandingHeight => return after.landing_height,
            Self::ColumnLandingHeight => return after.landing_height + 0.5,
            Self::RbfHeight(i) => return features::rbf_height(board, i.into()),
            Self::RowTransitions => return features::row_transitions(board).into(),
            Self::ErodedCells => after.eroded_cells,
            Self::ColumnTransitions => features::column_transitions(board),
            Self::Holes => features::holes(board),
            Self::CumulativeWells => features::cumulative_wells(board),
            Self::TriangularWells => features::triangular_wells(board),
            Self::HoleDepth => features::hole_depth(board),
            Self::RowsWithHoles => features::rows_with_holes(board),
            Self::Diversity => features::diversity(board),
            Self::RowsCleared => after.rows_cleared,
            Self::AggregateHeight => features::aggregate_height(board),
            Self::CompleteLines => features::complete_lines(board),
            Self::Bumpiness => features::bumpiness(board),
            Self::ColumnHeight(x) => features::column_height(board, x.into()),
            Self::HeightDifference(x) => features::height_difference(board, x.into()),
            Self::MaxHeight => features::max_height(board),
            Self::Constant => 1,
            Self::Steps(size) => features::steps(board, size.into()),
            Self::StepsPresent(size) => features::steps_present(board, size.into()),
            Self::Overflow => after.overflow.into(),
        };
        f64::from(count)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match *self {
            Self::ColumnHeight(n) | Self::HeightDifference(n) | Self::RbfHeight(n) => n,
            Self::Steps(n) | Self::StepsPresent(n) => n,
            _ => {
                let plain = PLAIN.iter().find(|(_, feature)| feature == self);
                return f.write_str(plain.map_or("", |(name, _)| name));
            }
        };
        let numbered = NUMBERED.iter().find(|(.., make)| make(number) == *self);
        write!(f, "{}{number}", numbered.map_or("", |(name, ..)| name))
    }
}

impl FromStr for Feature {
    type Err = WeightError;

    fn from_str(name: &str) -> Result<Self, WeightError> {
        if let Some((_, feature)) = PLAIN.iter().find(|(plain, _)| *plain == name) {
            return Ok(*feature);
        }
        let read = |&(start, low, high, make): &Numbered| {
            let number = name.strip_prefix(start)?.parse().ok()?;
            let feature = make(number);
            // One name each: `steps_01` is none.
            ((low..=high).contains(&number) && format!("{feature}") == name).then_some(feature)
        };
        NUMBERED.iter().find_map(read).ok_or_else(|| WeightError::UnknownFeature { name: name.into() })
    }
}

impl From<Feature> for String {
    fn from(feature: Feature) -> Self {
        format!("{feature}")
    }
}

impl TryFrom<String> for Feature {
    type Error = WeightError;

    fn try_from(name: String) -> Result<Self, WeightError> {
        name.parse()
    }
}
