//! Parts of a work, for one of several machines.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

/// A part of numbered work: the numbers that leave a remainder when divided by the
/// number of parts. As a text `2/4` is the second of four.
///
/// ```
/// use grid_core::Shard;
/// let part: Shard = "2/4".parse()?;
/// assert!(part.has(1) && part.has(5) && !part.has(2));
/// assert!("0/4".parse::<Shard>().is_err() && "5/4".parse::<Shard>().is_err());
/// # Ok::<(), grid_core::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u32,
    count: u32,
}

/// Why there is no such part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a part is written as 1/4 for the first of four, from 1 to the number of parts")]
pub struct ShardError;

impl Shard {
    /// The only part.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Part `index` of `count`, from 0.
    ///
    /// # Errors
    /// `index` is not below `count`.
    pub const fn new(index: u32, count: u32) -> Result<Self, ShardError> {
        if index < count { Ok(Self { index, count }) } else { Err(ShardError) }
    }

    /// Whether a number belongs to this part.
    #[must_use]
    pub const fn has(&self, number: u64) -> bool {
        number % self.count as u64 == self.index as u64
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (index, count) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| ShardError);
        Self::new(number(index)?.checked_sub(1).ok_or(ShardError)?, number(count)?)
    }
}
