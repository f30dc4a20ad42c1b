//! Survival mode: another judge takes over as the game comes close to its end.

use grid_core::Skill;
use tetromino::{Field, Landing, Placed};

use super::player::{DropPlayer, choose_with_skill};
use crate::{DropPosition, Evaluator, Feature, LineSettings, SetEvaluator, WeightSet};

/// How close to its end a field is, by three measures.
///
/// ```
/// use stack_eval::Danger;
/// let field = "##..\n.##.\n##.#\n##..".parse()?;
/// let danger = Danger::of(&field);
/// assert_eq!((danger.height, danger.holes), (4, 4));
/// // Only the top row has no hole; three cells are open below and in it.
/// assert_eq!(danger.pieces_to_clear, 1);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Danger {
    /// The height of the highest column.
    pub height: u32,
    /// Empty cells with a filled one above.
    pub holes: u32,
    /// Pieces of four cells that the next clear needs at least: the fewest over all rows
    /// without a hole, whose empty cells have to be filled from the surface up.
    pub pieces_to_clear: u32,
}

impl Danger {
    /// Of a field as it stands, full rows gone.
    #[must_use]
    pub fn of(field: &Field) -> Self {
        let (mut height, mut holes, mut covered) = (0, 0, 0u64);
        for &column in field.columns() {
            let top = u64::BITS - column.leading_zeros();
            let below = if top == 0 { 0 } else { u64::MAX >> (u64::BITS - top) };
            height = height.max(top);
            holes += (below & !column).count_ones();
            covered |= below & !column;
        }
        // The row above everything has no hole.
        let rows = (0..=height.min(63)).filter(|&y| covered >> y & 1 == 0);
        let needed = |y: u32| -> u32 {
            let heights = (0..field.width()).map(|x| field.column_height(x));
            heights.map(|height| (y + 1).saturating_sub(height)).sum()
        };
        let cells = rows.map(needed).min().unwrap_or(u32::MAX);
        Self { height, holes, pieces_to_clear: cells.div_ceil(4) }
    }
}

/// When survival mode begins and ends, and how much it weighs.
///
/// The alarm of a field is a weighted sum of its [`Danger`]. The mode begins at an alarm
/// of `enter` or more and ends at `leave` or less: between the two it stays as it was,
/// so that it does not come and go with every piece. While it lasts, the survival
/// judge's share of the value rises in a line from 0 at `leave` to 1 at `enter`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SurvivalRule {
    /// Weight of a row of height.
    pub height: f64,
    /// Weight of a hole.
    pub holes: f64,
    /// Weight of a piece to the next clear.
    pub pieces_to_clear: f64,
    /// The mode begins at this alarm.
    pub enter: f64,
    /// The mode ends at this alarm.
    pub leave: f64,
}

impl Default for SurvivalRule {
    /// Made for 20 rows: a bare height of 12 begins it, or 9 with a dozen holes; a clean
    /// height of 7 ends it.
    fn default() -> Self {
        Self { height: 1.0, holes: 0.25, pieces_to_clear: 0.25, enter: 12.5, leave: 8.0 }
    }
}

impl SurvivalRule {
    /// The alarm of a field.
    #[must_use]
    pub fn alarm(&self, danger: &Danger) -> f64 {
        let Danger { height, holes, pieces_to_clear } = *danger;
        self.height * f64::from(height)
            + self.holes * f64::from(holes)
            + self.pieces_to_clear * f64::from(pieces_to_clear)
    }

    /// Whether the mode is on at this alarm, after it was on or off before.
    ///
    /// ```
    /// use stack_eval::SurvivalRule;
    /// let rule = SurvivalRule { enter: 12.0, leave: 8.0, ..SurvivalRule::default() };
    /// assert!(rule.is_on(12.0, false) && rule.is_on(8.1, true));
    /// assert!(!rule.is_on(11.9, false) && !rule.is_on(8.0, true));
    /// ```
    #[must_use]
    pub fn is_on(&self, alarm: f64, before: bool) -> bool {
        if before { alarm > self.leave } else { alarm >= self.enter }
    }

    /// The survival judge's share of the value while the mode is on, 0 to 1.
    #[must_use]
    pub fn share(&self, alarm: f64) -> f64 {
        if alarm >= self.enter {
            1.0
        } else {
            ((alarm - self.leave) / (self.enter - self.leave)).clamp(0.0, 1.0)
        }
    }
}

/// Two judges, of which the second has a share of the value.
///
/// ```
/// use stack_eval::{Blend, Evaluator, FourEvaluator, greedy};
/// use tetromino::{Entry, Field, Piece};
/// let field = Field::from_rows(["###.######", "##...#####"], 20)?;
/// let (lee, article) = (FourEvaluator::default(), FourEvaluator::named("article")?);
/// let blend = Blend::new(&lee, &article, 0.0);
/// assert_eq!(greedy(&blend, &field, Piece::T, Entry::Top), greedy(&lee, &field, Piece::T, Entry::Top));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend<A, B> {
    calm: A,
    survival: B,
    share: f64,
}

impl<A, B> Blend<A, B> {
    /// A share of 0 is the first judge alone, 1 the second.
    #[must_use]
    pub const fn new(calm: A, survival: B, share: f64) -> Self {
        Self { calm, survival, share }
    }

    /// A judge with no share is not asked, so that even its infinities do not count.
    fn mix(&self, calm: impl FnOnce() -> f64, survival: impl FnOnce() -> f64) -> f64 {
        if self.share <= 0.0 {
            calm()
        } else if self.share >= 1.0 {
            survival()
        } else {
            (1.0 - self.share) * calm() + self.share * survival()
        }
    }
}

impl<A: Evaluator, B: Evaluator> Evaluator for Blend<A, B> {
    type Context = (A::Context, B::Context);

    fn context(&self, field: &Field) -> Self::Context {
        (self.calm.context(field), self.survival.context(field))
    }

    fn evaluate(&self, (calm, survival): &Self::Context, field: &Field, placed: &Placed<'_>) -> f64 {
        self.mix(
            || self.calm.evaluate(calm, field, placed),
            || self.survival.evaluate(survival, field, placed),
        )
    }
}

/// Whether survival mode is on: what a [`SurvivalPlayer`] remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Alarmed(pub bool);

/// A player with two judges, one for calm and one for danger.
///
/// ```
/// use stack_eval::{FourEvaluator, LineSettings, Rescue, SurvivalPlayer, SurvivalRule};
/// let (lee, article) = (FourEvaluator::default(), FourEvaluator::named("article")?);
/// let player = SurvivalPlayer::new(lee, article, SurvivalRule::default(), LineSettings::GREEDY);
/// let rescue = Rescue::default().play(&player, 0, 0);
/// assert!(rescue.pieces <= 60);
/// # Ok::<(), stack_eval::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurvivalPlayer<A, B> {
    calm: A,
    survival: B,
    rule: SurvivalRule,
    settings: LineSettings,
    alarmed: LineSettings,
    skill: Skill,
    seed: u64,
}

/// The survival judge's weights: CMA-ES from `dt10` on [`Rescue`](crate::Rescue), 60
/// generations of 16 candidates on 60 common seeds of four starts each.
const SURVIVAL: [(Feature, f64); 14] = [
    (Feature::LandingHeight, -1.6046),
    (Feature::ErodedCells, -0.4229),
    (Feature::RowTransitions, -0.6722),
    (Feature::ColumnTransitions, -2.3109),
    (Feature::Holes, -1.493),
    (Feature::CumulativeWells, -0.9783),
    (Feature::HoleDepth, -0.2379),
    (Feature::RowsWithHoles, -3.6895),
    (Feature::Diversity, 0.5215),
    (Feature::Steps(3), -0.0138),
    (Feature::Steps(4), -0.4566),
    (Feature::Steps(1), 0.2037),
    (Feature::Steps(2), -0.2693),
    (Feature::RowsCleared, 1.6291),
];

impl<A: Evaluator> SurvivalPlayer<A, SetEvaluator> {
    /// A greedy player by a judge, with our survival judge, which also weighs in danger what
    /// the next piece could be.
    ///
    /// ```
    /// use stack_eval::{Rescue, SetEvaluator, SurvivalPlayer};
    /// let player = SurvivalPlayer::with_judge(SetEvaluator::default());
    /// assert!(Rescue::default().play(&player, 0, 1).lowest < 18);
    /// ```
    #[must_use]
    pub fn with_judge(calm: A) -> Self {
        let (features, weights) = (SURVIVAL.map(|(feature, _)| feature), SURVIVAL.map(|(_, weight)| weight));
        let set = WeightSet::new(&features, &weights).expect("a weight for each feature");
        let rule = SurvivalRule::default();
        Self::new(calm, SetEvaluator::new(set), rule, LineSettings::GREEDY)
            .with_alarmed(LineSettings::EXPECTIMAX)
    }
}

impl<A: Evaluator, B: Evaluator> SurvivalPlayer<A, B> {
    /// A judge for calm, one for danger, when it is which, and how far to look.
    #[must_use]
    pub const fn new(calm: A, survival: B, rule: SurvivalRule, settings: LineSettings) -> Self {
        Self { calm, survival, rule, settings, alarmed: settings, skill: Skill::BEST, seed: 0 }
    }

    /// The same with another look-ahead while survival mode is on.
    #[must_use]
    pub const fn with_alarmed(mut self, alarmed: LineSettings) -> Self {
        self.alarmed = alarmed;
        self
    }

    /// The same player of this skill, see [`LinePlayer::with_skill`](crate::LinePlayer::with_skill);
    /// it is alarmed as the best one is.
    ///
    /// ```
    /// use grid_core::Skill;
    /// use stack_eval::{Rescue, SetEvaluator, SurvivalPlayer};
    /// let best = SurvivalPlayer::with_judge(SetEvaluator::default());
    /// let rescued = |skill| {
    ///     let player = best.clone().with_skill(skill, 7);
    ///     (0..8).filter(|&number| Rescue::default().play(&player, 0, number).rescued).count()
    /// };
    /// assert!(rescued(Skill::BEGINNER) < rescued(Skill::BEST));
    /// ```
    #[must_use]
    pub const fn with_skill(mut self, skill: Skill, seed: u64) -> Self {
        (self.skill, self.seed) = (skill, seed);
        self
    }
}

impl<A: Evaluator, B: Evaluator> DropPlayer for SurvivalPlayer<A, B> {
    type Memory = Alarmed;

    fn previews(&self) -> usize {
        self.settings.depth.max(self.alarmed.depth).saturating_sub(1)
    }

    fn choose(&self, memory: &mut Alarmed, position: &DropPosition<'_>) -> Option<Landing> {
        let alarm = self.rule.alarm(&Danger::of(&position.field));
        memory.0 = self.rule.is_on(alarm, memory.0);
        let share = if memory.0 { self.rule.share(alarm) } else { 0.0 };
        let judge = Blend::new(&self.calm, &self.survival, share);
        let settings = if memory.0 { self.alarmed } else { self.settings };
        choose_with_skill(&judge, position, settings, (self.skill, self.seed))
    }
}
