//! The judge for versus play: shape of the stack, slots for T-spins, and what
//! clears are worth.

use tetromino::{Field, Outcome, Piece, Spin, Standing};

/// Judges positions of a versus game for a search. More is better.
///
/// A search adds up the rewards of the moves and compares their sum with the
/// value of the position at the end.
///
/// ```
/// use stack_eval::StandingEvaluator;
/// use tetromino::{Outcome, Piece, Standing};
///
/// /// Wants attacks now, and a low stack.
/// struct Greedy;
///
/// impl StandingEvaluator for Greedy {
///     fn reward(&self, _: Piece, outcome: &Outcome, _: &Standing) -> i32 {
///         outcome.attack as i32 * 100
///     }
///     fn value(&self, standing: &Standing, _: u32) -> i32 {
///         -(standing.field.max_height() as i32)
///     }
/// }
/// ```
pub trait StandingEvaluator {
    /// What a move has earned: the piece placed, what it did, and the position
    /// after it.
    fn reward(&self, piece: Piece, outcome: &Outcome, after: &Standing) -> i32;

    /// What a position promises, with `waiting` rows of garbage to come.
    fn value(&self, standing: &Standing, waiting: u32) -> i32;
}

impl<E: StandingEvaluator + ?Sized> StandingEvaluator for &E {
    fn reward(&self, piece: Piece, outcome: &Outcome, after: &Standing) -> i32 {
        (**self).reward(piece, outcome, after)
    }

    fn value(&self, standing: &Standing, waiting: u32) -> i32 {
        (**self).value(standing, waiting)
    }
}

/// What the versus judge sees of a field.
///
/// Heights count rows from the floor to the highest filled cell of a column. The
/// well is the lowest column, the leftmost of equal ones.
///
/// ```
/// use stack_eval::VersusFeatures;
/// use tetromino::Field;
/// let field = Field::from_rows(["##........", "#...######", "##.#######"], 40)?;
/// let features = VersusFeatures::of(&field);
/// assert_eq!((features.slots[2], features.holes), (1, 1));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VersusFeatures {
    /// Height of the highest column.
    pub height: i32,
    /// Sum of the heights of all columns.
    pub total_height: i32,
    /// Sum of height differences between neighbours, the well aside.
    pub bumpiness: i32,
    /// Sum of their squares, each difference counted up to 10.
    pub bumpiness_squared: i32,
    /// Empty cells under filled ones.
    pub holes: i32,
    /// Filled cells above the highest hole of each column, at most six a column.
    pub cover: i32,
    /// Rows with a hole.
    pub hole_rows: i32,
    /// Changes between filled and empty along the rows of the stack.
    pub row_transitions: i32,
    /// Rows over the well that are full but for it, from its floor up.
    pub well_depth: i32,
    /// Column of the well.
    pub well: i32,
    /// Slots in which a T turned under an overhang would clear 0, 1 and 2 rows.
    pub slots: [i32; 3],
    /// Filled cells on dark squares of a chess board less those on light ones,
    /// without sign.
    pub parity: i32,
}

impl VersusFeatures {
    /// Looks at a field.
    #[must_use]
    pub fn of(field: &Field) -> Self {
        let columns = field.columns();
        let width = columns.len();
        let mut heights = [0i32; Field::MAX_WIDTH];
        let (mut holes, mut cover, mut hole_rows, mut transitions) = (0, 0, 0u64, 0);
        let (mut all, mut any) = (u64::MAX, 0);
        // Rows that are full left of a column.
        let mut full_left = [u64::MAX; Field::MAX_WIDTH + 1];
        let mut checks = 0u32;
        let (mut well, mut lowest) = (0, i32::MAX);
        for (x, &column) in columns.iter().enumerate() {
            let height = 64 - column.leading_zeros() as i32;
            heights[x] = height;
            if height < lowest {
                (well, lowest) = (x, height);
            }
            let below = if height == 0 { 0 } else { u64::MAX >> (64 - height) };
            let empty = below & !column;
            if empty != 0 {
                holes += empty.count_ones() as i32;
                hole_rows |= empty;
                cover += (height - (64 - empty.leading_zeros() as i32)).min(6);
            }
            all &= column;
            any |= column;
            full_left[x + 1] = all;
            let dark = if x % 2 == 0 { 0x5555_5555_5555_5555 } else { 0xAAAA_AAAA_AAAA_AAAA };
            checks += (column & dark).count_ones();
        }
        let height = 64 - any.leading_zeros() as i32;
        let stack = if height == 0 { 0 } else { u64::MAX >> (64 - height) };
        let mut before = u64::MAX;
        for &column in columns {
            transitions += ((column ^ before) & stack).count_ones();
            before = column;
        }
        transitions += (!before & stack).count_ones();
        let mut features = Self {
            height,
            total_height: heights[..width].iter().sum(),
            holes,
            cover,
            hole_rows: hole_rows.count_ones() as i32,
            row_transitions: transitions as i32,
            well: well as i32,
            parity: (2 * checks as i32 - field.len() as i32).abs(),
            ..Self::default()
        };
        let mut last = None;
        for (x, &height) in heights[..width].iter().enumerate() {
            if x == well {
                continue;
            }
            if let Some(before) = last {
                let step: i32 = height - before;
                features.bumpiness += step.abs();
                features.bumpiness_squared += step.abs().min(10).pow(2);
            }
            last = Some(height);
        }
        let mut full_right = u64::MAX;
        for x in (0..width).rev() {
            let column = columns[x];
            if x == well {
                let full = full_left[x] & full_right & !column;
                features.well_depth = (full >> heights[x].min(63)).trailing_ones() as i32;
            }
            if x > 0 && x + 1 < width {
                let sides = [columns[x - 1], columns[x + 1]];
                let beyond_left = full_left[x - 1];
                let beyond_right = columns[x + 2..].iter().fold(u64::MAX, |all, column| all & column);
                let y = heights[x] + 1;
                if let Some(lines) =
                    slot(sides, [heights[x - 1], heights[x + 1]], y, [beyond_left, beyond_right])
                {
                    features.slots[lines] += 1;
                }
            }
            full_right &= column;
        }
        features
    }
}

/// Whether a T fits upside down under an overhang on one side, its centre in row
/// `y`, and how many rows it clears.
#[inline]
fn slot(sides: [u64; 2], heights: [i32; 2], y: i32, beyond: [u64; 2]) -> Option<usize> {
    if !(1..62).contains(&y) {
        return None;
    }
    let at = |column: u64, row: i32| column >> row & 1 != 0;
    // Both sides carry the T, and leave room for its arms.
    let carried = sides.iter().all(|&side| at(side, y - 1) && !at(side, y));
    if !carried || at(sides[0], y + 1) == at(sides[1], y + 1) {
        return None;
    }
    let open = if at(sides[0], y + 1) { 1 } else { 0 };
    if heights[open] != y || heights[1 - open] > y + 3 {
        return None;
    }
    let rest = beyond[0] & beyond[1];
    Some(usize::from(at(rest, y)) + usize::from(at(rest, y - 1)))
}

/// The weights of the versus judge. A row of attack is worth about 100.
///
/// The default was found by a random search: about a quarter of the weights changed
/// at a time, kept if better in two paired sets of games on fresh seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct VersusWeights {
    /// A row of attack.
    pub attack: i32,
    /// Rows cleared without a spin, 1 to 4, besides the attack.
    pub clear: [i32; 4],
    /// Rows cleared with a full spin, 1 to 3, besides the attack.
    pub spin: [i32; 3],
    /// A mini spin with rows.
    pub mini: i32,
    /// A perfect clear, besides the attack.
    pub perfect: i32,
    /// A T placed without a spin that clears rows.
    pub wasted_t: i32,
    /// Back-to-back kept in the position.
    pub back_to_back: i32,
    /// Each clear of a running combo.
    pub combo: i32,
    /// A row of the highest column.
    pub height: i32,
    /// A row of it above row 10.
    pub high: i32,
    /// A row of it above row 15, garbage that waits included.
    pub danger: i32,
    /// A unit of bumpiness.
    pub bumpiness: i32,
    /// A unit of squared bumpiness.
    pub bumpiness_squared: i32,
    /// A hole.
    pub hole: i32,
    /// A cell above a hole.
    pub cover: i32,
    /// A row with a hole.
    pub hole_row: i32,
    /// A row transition.
    pub row_transition: i32,
    /// A row of the well, up to four.
    pub well_depth: i32,
    /// A well in columns 0 to 5, counted from the nearer wall, where it is a row
    /// deep.
    pub well_column: [i32; 5],
    /// The first slot for a T by rows that it would clear, 0 to 2.
    pub slot: [i32; 3],
    /// A further slot for two rows.
    pub more_slots: i32,
    /// A unit of parity.
    pub parity: i32,
    /// A row of garbage that waits.
    pub waiting: i32,
}

impl Default for VersusWeights {
    fn default() -> Self {
        Self {
            attack: 100,
            clear: [-81, -67, -34, 29],
            spin: [6, 49, 34],
            mini: -66,
            perfect: 282,
            wasted_t: -146,
            back_to_back: 85,
            combo: 13,
            height: -5,
            high: -25,
            danger: -250,
            bumpiness: -7,
            bumpiness_squared: -3,
            hole: -41,
            cover: -17,
            hole_row: -22,
            row_transition: -9,
            well_depth: 9,
            well_column: [9, -8, 15, 0, 3],
            slot: [6, 70, 229],
            more_slots: 60,
            parity: -2,
            waiting: -10,
        }
    }
}

/// The ready-made versus judge.
///
/// ```
/// use stack_eval::{StandingEvaluator, VersusEvaluator};
/// use tetromino::{Field, Standing};
/// let judge = VersusEvaluator::default();
/// let value = |rows: &[&str]| {
///     let field = Field::from_rows(rows.iter().copied(), 40).unwrap();
///     judge.value(&Standing::new(field), 0)
/// };
/// assert!(value(&["######...."]) > value(&["######....", ".#####...."]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct VersusEvaluator {
    /// Its weights.
    pub weights: VersusWeights,
}

impl StandingEvaluator for VersusEvaluator {
    fn reward(&self, piece: Piece, outcome: &Outcome, _: &Standing) -> i32 {
        let w = &self.weights;
        let lines = outcome.lines.min(4) as usize;
        let mut reward = outcome.attack as i32 * w.attack;
        let spins = lines > 0 && outcome.spin != Spin::None;
        if lines > 0 {
            reward += match outcome.spin {
                Spin::None => w.clear[lines - 1],
                Spin::Mini => w.mini,
                Spin::Full => w.spin[lines.min(3) - 1],
            };
        }
        if piece == Piece::T && !spins {
            reward += w.wasted_t;
        }
        if outcome.perfect {
            reward += w.perfect;
        }
        reward
    }

    fn value(&self, standing: &Standing, waiting: u32) -> i32 {
        let w = &self.weights;
        let f = VersusFeatures::of(&standing.field);
        let waiting = waiting.min(40) as i32;
        let mut value = f.height * w.height
            + (f.height - 10).max(0) * w.high
            + (f.height + waiting - 15).max(0) * w.danger
            + f.bumpiness * w.bumpiness
            + f.bumpiness_squared * w.bumpiness_squared
            + f.holes * w.hole
            + f.cover * w.cover
            + f.hole_rows * w.hole_row
            + f.row_transitions * w.row_transition
            + f.well_depth.min(4) * w.well_depth
            + f.parity * w.parity
            + waiting * w.waiting;
        if f.well_depth > 0 {
            let width = standing.field.width() as i32;
            let from_wall = f.well.min(width - 1 - f.well).min(4);
            value += w.well_column[from_wall as usize];
        }
        let best = (0..3).rev().find(|&lines| f.slots[lines] > 0);
        if let Some(lines) = best {
            value += w.slot[lines];
            if lines == 2 {
                value += (f.slots[2] - 1) * w.more_slots;
            }
        }
        if standing.back_to_back() {
            value += w.back_to_back;
        }
        value + standing.combo.min(12) as i32 * w.combo
    }
}
