//! How strong a player is, in every game the same ten levels.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::Stream;

/// The strength of a player, from a beginner (1) to the best that there is (10).
///
/// A player of less than full skill searches less deep and with less effort, overlooks
/// some of the moves that it may make, and judges the others by guess as much as by
/// value. What it does is named by the stream that it draws from: the same position, seed
/// and level give the same move everywhere. It never does what is not legal, and a move
/// is found wherever there is one. At [`Skill::BEST`] nothing is drawn and nothing
/// changes: the move is the one that is found without a level.
///
/// As a text it is its number; `beginner`, `easy`, `medium`, `hard` and `best` are read too.
///
/// ```
/// use grid_core::Skill;
/// let skill: Skill = "easy".parse()?;
/// assert_eq!((skill, skill.to_string()), (Skill::EASY, "3".to_owned()));
/// assert!("11".parse::<Skill>().is_err());
/// assert!(Skill::BEGINNER < skill && skill < Skill::BEST);
/// # Ok::<(), grid_core::SkillError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Skill(u8);

/// There is no such level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a skill is a level from 1 to 10, or beginner (1), easy (3), medium (5), hard (8), best (10)")]
pub struct SkillError;

/// For each level the chance that an option is overlooked, and the weight of the guess:
/// the most that it can take from a value, in units of the spread.
const LEVELS: [(f64, f64); 10] = [
    (0.48, 2.10),
    (0.40, 1.60),
    (0.32, 1.22),
    (0.25, 0.93),
    (0.19, 0.70),
    (0.14, 0.50),
    (0.10, 0.35),
    (0.06, 0.22),
    (0.03, 0.11),
    (0.00, 0.00),
];

const NAMES: [(&str, Skill); 5] = [
    ("beginner", Skill::BEGINNER),
    ("easy", Skill::EASY),
    ("medium", Skill::MEDIUM),
    ("hard", Skill::HARD),
    ("best", Skill::BEST),
];

impl Skill {
    /// Level 1: sees half of the moves and guesses.
    pub const BEGINNER: Self = Self(1);
    /// Level 3.
    pub const EASY: Self = Self(3);
    /// Level 5.
    pub const MEDIUM: Self = Self(5);
    /// Level 8.
    pub const HARD: Self = Self(8);
    /// Level 10: everything that the search can do.
    pub const BEST: Self = Self(10);

    /// The skill of a level.
    ///
    /// # Errors
    /// [`SkillError`] for a level that is not 1 to 10.
    pub const fn new(level: u8) -> Result<Self, SkillError> {
        if level >= 1 && level <= 10 { Ok(Self(level)) } else { Err(SkillError) }
    }

    /// The level, 1 to 10.
    #[must_use]
    pub const fn level(self) -> u8 {
        self.0
    }

    /// All ten, the weakest first.
    ///
    /// ```
    /// use grid_core::Skill;
    /// assert_eq!(Skill::all().map(Skill::level).sum::<u8>(), 55);
    /// ```
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..10).map(|index| Self(index + 1))
    }

    /// The chance that an option is overlooked, 0 at best.
    #[must_use]
    pub const fn miss(self) -> f64 {
        LEVELS[self.0 as usize - 1].0
    }

    /// The most that a guess takes from the value of an option, in units of the spread of
    /// the values; 0 at best.
    #[must_use]
    pub const fn noise(self) -> f64 {
        LEVELS[self.0 as usize - 1].1
    }

    /// The part of the nodes, samples or lines of a full search that is spent: all of them
    /// at best, half as many for each level below, at least one where there is one.
    ///
    /// ```
    /// use grid_core::Skill;
    /// assert_eq!((Skill::BEST.effort(1000), Skill::HARD.effort(1000), Skill::EASY.effort(1000)), (1000, 250, 7));
    /// ```
    #[must_use]
    pub const fn effort(self, full: u64) -> u64 {
        let part = full >> (10 - self.0);
        if part == 0 && full > 0 { 1 } else { part }
    }

    /// How deep to look where a full search looks `full` plies deep: one at level 1, all at
    /// level 10, evenly between.
    ///
    /// ```
    /// use grid_core::Skill;
    /// assert_eq!(Skill::all().map(|skill| skill.depth(4)).collect::<Vec<_>>(), [1, 1, 2, 2, 2, 3, 3, 3, 4, 4]);
    /// assert_eq!(Skill::BEST.depth(usize::MAX), usize::MAX);
    /// ```
    #[must_use]
    pub const fn depth(self, full: usize) -> usize {
        let (more, up) = (full.saturating_sub(1), self.0 as usize - 1);
        let deeper = more / 9 * up + (more % 9 * up + 4) / 9;
        if full == 0 { 0 } else { 1 + deeper }
    }

    /// Whether something is overlooked; at best never, and then nothing is drawn.
    ///
    /// ```
    /// use grid_core::{Skill, Stream};
    /// let mut stream = Stream::new(1, "doc", 0);
    /// let overlooked = (0..1000).filter(|_| Skill::MEDIUM.overlooks(&mut stream)).count();
    /// assert!((150..230).contains(&overlooked));
    /// assert!(!Skill::BEST.overlooks(&mut stream));
    /// ```
    pub fn overlooks(self, stream: &mut Stream) -> bool {
        self != Self::BEST && stream.unit() < self.miss()
    }

    /// The option that a player takes when these are their values: each is overlooked with
    /// the chance [`miss`](Self::miss), from each of the others a guess takes up to
    /// [`noise`](Self::noise) times the spread, and the first of the largest is taken. The
    /// spread is the mean distance of the finite values from the largest of them. If all
    /// are overlooked, none is. What is NaN or negative infinity is taken only where there
    /// is nothing else. `None` without options.
    ///
    /// At best it is the first of the largest values. Below, two words of the stream are
    /// drawn for each option, whatever its value.
    ///
    /// ```
    /// use grid_core::{Skill, Stream};
    /// let values = [1.0, 7.0, 6.0, 7.0];
    /// let mut stream = Stream::new(1, "doc", 0);
    /// assert_eq!(Skill::BEST.pick(&values, &mut stream), Some(1));
    /// assert!(Skill::BEGINNER.pick(&values, &mut stream).is_some());
    /// assert_eq!(Skill::BEGINNER.pick(&[], &mut stream), None);
    /// ```
    pub fn pick(self, values: &[f64], stream: &mut Stream) -> Option<usize> {
        if self == Self::BEST {
            return first_largest(values.iter().map(|&value| Some(value)));
        }
        let (miss, reach) = (self.miss(), self.noise() * spread(values));
        let mut seen = false;
        let guessed: alloc::vec::Vec<(bool, f64)> = values
            .iter()
            .map(|&value| {
                let overlooked = stream.unit() < miss;
                seen |= !overlooked && value > f64::NEG_INFINITY;
                (overlooked, value - reach.min(f64::MAX) * stream.unit())
            })
            .collect();
        first_largest(guessed.iter().map(|&(overlooked, value)| (!overlooked || !seen).then_some(value)))
    }
}

/// The first of the largest values that are there; NaN is below everything.
fn first_largest(values: impl Iterator<Item = Option<f64>>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (index, value) in values.enumerate() {
        let Some(value) = value else { continue };
        if best.is_none_or(|(_, most)| value > most || (most.is_nan() && !value.is_nan())) {
            best = Some((index, value));
        }
    }
    best.map(|(index, _)| index)
}

/// The mean distance of the finite values from the largest of them; 0 where there is none.
fn spread(values: &[f64]) -> f64 {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let most = finite().fold(f64::NEG_INFINITY, f64::max);
    let (mut sum, mut count) = (0.0, 0u32);
    for value in finite() {
        sum += most - value;
        count += 1;
    }
    if count == 0 { 0.0 } else { (sum / f64::from(count)).min(f64::MAX) }
}

impl Default for Skill {
    /// The best.
    fn default() -> Self {
        Self::BEST
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Skill {
    type Err = SkillError;

    fn from_str(text: &str) -> Result<Self, SkillError> {
        let named = NAMES.into_iter().find(|(name, _)| *name == text);
        match named {
            Some((_, skill)) => Ok(skill),
            None => text.parse().map_err(|_| SkillError).and_then(Self::new),
        }
    }
}

impl TryFrom<u8> for Skill {
    type Error = SkillError;

    fn try_from(level: u8) -> Result<Self, SkillError> {
        Self::new(level)
    }
}

impl From<Skill> for u8 {
    fn from(skill: Skill) -> Self {
        skill.0
    }
}

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Skill {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        u.int_in_range(1..=10).map(Self)
    }
}

#[cfg(test)]
mod tests;
