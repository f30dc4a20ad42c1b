//! How hard a puzzle with one tiling is.

/// What makes a puzzle hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PuzzleDifficulty {
    /// Nodes in which the solver sees that there is one tiling.
    pub nodes: u64,
    /// Landings that the player can choose from, for each piece of the easiest play.
    pub choices: u32,
    /// Whole bits of these choices: the sum of the logarithms to base 2, each rounded down.
    pub bits: u32,
    /// Orders in which the tiling can be played.
    pub sequences: u128,
    /// Pieces split by rows that were cleared before them.
    pub splits: u32,
    /// Without hold there is no solution.
    pub needs_hold: bool,
    /// Pieces that must be lowered softly in the easiest play.
    pub soft_drops: u32,
    /// Pieces that come to their place by a spin only.
    pub spins: u32,
}

impl PuzzleDifficulty {
    /// Largest score.
    pub const MOST: u32 = 100;

    /// One number, 0 to 100: the bits of choice less those of the orders that all lead to the
    /// end, and 8 for each split piece, 6 for each spin, 6 if hold is needed and 4 for each
    /// soft drop.
    ///
    /// ```
    /// use perfect_clear::PuzzleDifficulty;
    /// assert_eq!(PuzzleDifficulty::default().score(), 0);
    /// ```
    #[must_use]
    pub fn score(&self) -> u32 {
        let orders = self.sequences.max(1).ilog2();
        let plain = self.bits.saturating_sub(orders);
        let hard = 8 * self.splits + 6 * self.spins + 6 * u32::from(self.needs_hold) + 4 * self.soft_drops;
        (plain + hard).min(Self::MOST)
    }
}
