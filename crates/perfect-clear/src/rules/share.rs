//! The share of many queues that clear a field.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use grid_core::Shard;
use tetromino::Piece;
use thiserror::Error;

/// How many queues clear a field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PcPercent {
    /// Queues that clear it, as they were given.
    pub success: u64,
    /// All queues.
    pub total: u64,
    /// The same over different queues, cut to the pieces that can matter.
    pub success_truncated: u64,
    /// All different queues so cut.
    pub total_truncated: u64,
    /// Different queues so cut of which it is not known, because something stopped the
    /// search or they belong to another part of it.
    pub unknown_truncated: u64,
    /// The different queues so cut that fail, in the order of the letters `IOTSZJL`
    /// by number.
    pub failed: Vec<Vec<Piece>>,
    /// Whether it is known of every queue.
    pub complete: bool,
    /// Every different queue so cut, whether it succeeds, and how many it stands for.
    #[cfg_attr(feature = "serde", serde(skip))]
    queues: Vec<(Vec<Piece>, Option<bool>, u64)>,
}

/// A branch of the tree of first pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PcBranch {
    /// The first pieces.
    pub pieces: Vec<Piece>,
    /// Queues that begin so and succeed.
    pub success: u64,
    /// All queues that begin so.
    pub total: u64,
}

impl PcPercent {
    pub(crate) fn new(queues: Vec<(Vec<Piece>, Option<bool>, u64)>) -> Self {
        let of = |wanted: Option<bool>| queues.iter().filter(move |(_, mark, _)| *mark == wanted);
        let unknown_truncated = of(None).count() as u64;
        Self {
            success: of(Some(true)).map(|(.., weight)| weight).sum(),
            total: queues.iter().map(|(.., weight)| weight).sum(),
            success_truncated: of(Some(true)).count() as u64,
            total_truncated: queues.len() as u64,
            unknown_truncated,
            failed: of(Some(false)).map(|(queue, ..)| queue.clone()).collect(),
            complete: unknown_truncated == 0,
            queues,
        }
    }

    /// The queues by their first `depth` pieces, in order.
    #[must_use]
    pub fn tree(&self, depth: usize) -> Vec<PcBranch> {
        let mut branches: BTreeMap<Vec<u8>, PcBranch> = BTreeMap::new();
        for (queue, mark, weight) in &self.queues {
            let first = &queue[..depth.min(queue.len())];
            let key = first.iter().map(|&piece| piece as u8).collect();
            let empty = || PcBranch { pieces: first.to_vec(), success: 0, total: 0 };
            let branch = branches.entry(key).or_insert_with(empty);
            branch.success += u64::from(*mark == Some(true)) * weight;
            branch.total += weight;
        }
        branches.into_values().collect()
    }
}

/// What is known of each of many queues: a text of `1` for those that succeed, `0` for
/// those that fail, `?` for the others.
///
/// ```
/// use perfect_clear::PcMarks;
/// let marks: PcMarks = "1?0".parse()?;
/// assert_eq!((marks.len(), marks.known(), marks.to_string()), (3, 2, "1?0".to_owned()));
/// assert!("1x".parse::<PcMarks>().is_err());
/// # Ok::<(), perfect_clear::PcMarksError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct PcMarks(pub(crate) Vec<Option<bool>>);

/// Why marks are refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PcMarksError {
    /// A character that is no mark.
    #[error("mark {at} is {found:?}; 1, 0 and ? are marks")]
    Unexpected {
        /// Which mark, from 0.
        at: usize,
        /// The character.
        found: char,
    },
    /// Marks of other queues.
    #[error("there are {found} marks; there should be {expected}, one for each different queue")]
    Length {
        /// Different queues.
        expected: usize,
        /// Marks.
        found: usize,
    },
    /// A queue that succeeds here and fails there.
    #[error("mark {at} says the contrary of what is known already")]
    Contrary {
        /// Which mark, from 0.
        at: usize,
    },
}

impl PcMarks {
    /// Nothing known of so many queues.
    pub(crate) fn unknown(count: usize) -> Self {
        Self(alloc::vec![None; count])
    }

    /// Different queues.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no queues.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Queues of which it is known.
    #[must_use]
    pub fn known(&self) -> usize {
        self.0.iter().filter(|mark| mark.is_some()).count()
    }

    /// Those of a part of the queues only, in order, to be sent elsewhere.
    ///
    /// ```
    /// use grid_core::Shard;
    /// use perfect_clear::PcMarks;
    /// let known: PcMarks = "1?0?1".parse()?;
    /// let part = Shard::new(0, 2).expect("a part of two");
    /// assert_eq!(known.part(part).to_string(), "101");
    /// let mut all: PcMarks = "?????".parse()?;
    /// all.merge_part(part, &known.part(part))?;
    /// assert_eq!(all, known);
    /// # Ok::<(), perfect_clear::PcMarksError>(())
    /// ```
    #[must_use]
    pub fn part(&self, shard: Shard) -> Self {
        Self(self.own(shard).map(|at| self.0[at]).collect())
    }

    /// Takes over what is known of a part of the queues.
    ///
    /// # Errors
    /// [`PcMarksError::Length`] and [`PcMarksError::Contrary`]; nothing changes then.
    pub fn merge_part(&mut self, shard: Shard, part: &Self) -> Result<(), PcMarksError> {
        let mut whole = Self::unknown(self.len());
        let expected = self.own(shard).count();
        if part.len() != expected {
            return Err(PcMarksError::Length { expected, found: part.len() });
        }
        self.own(shard).zip(&part.0).for_each(|(at, mark)| whole.0[at] = *mark);
        self.merge(&whole)
    }

    /// Places of a part.
    fn own(&self, shard: Shard) -> impl Iterator<Item = usize> + use<> {
        (0..self.len()).filter(move |&at| shard.has(at as u64))
    }

    /// Takes over what other marks of the same queues know.
    ///
    /// # Errors
    /// [`PcMarksError::Length`] and [`PcMarksError::Contrary`]; nothing changes then.
    pub fn merge(&mut self, other: &Self) -> Result<(), PcMarksError> {
        if self.len() != other.len() {
            return Err(PcMarksError::Length { expected: self.len(), found: other.len() });
        }
        let contrary = |(own, other): (&Option<bool>, &Option<bool>)| {
            own.is_some_and(|own| other.is_some_and(|other| own != other))
        };
        if let Some(at) = self.0.iter().zip(&other.0).position(contrary) {
            return Err(PcMarksError::Contrary { at });
        }
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own = own.or(*other));
        Ok(())
    }
}

impl fmt::Display for PcMarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |mark: &Option<bool>| mark.map_or('?', |mark| if mark { '1' } else { '0' });
        f.write_str(&self.0.iter().map(letter).collect::<String>())
    }
}

impl FromStr for PcMarks {
    type Err = PcMarksError;

    fn from_str(text: &str) -> Result<Self, PcMarksError> {
        let mark = |(at, found)| match found {
            '1' => Ok(Some(true)),
            '0' => Ok(Some(false)),
            '?' => Ok(None),
            found => Err(PcMarksError::Unexpected { at, found }),
        };
        text.chars().enumerate().map(mark).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for PcMarks {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for PcMarks {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
