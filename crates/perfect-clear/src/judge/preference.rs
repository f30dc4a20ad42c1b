//! What a player likes in the play of a solution.

use tetromino::{Landing, Spin};

/// One piece of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PlayStep {
    /// Where it lands in the rows that remain.
    pub landing: Landing,
    /// It was held: it comes by a swap, or from hold after the queue has ended.
    pub hold: bool,
    /// It cannot be dropped there from above; it must be lowered and then moved or turned.
    pub soft_drop: bool,
    /// How it comes to its place.
    pub spin: Spin,
    /// Rows that it clears.
    pub lines: u32,
    /// It is a difficult clear right after another, plain ones ending the run.
    pub back_to_back: bool,
    /// Rows that it sends by the guideline's table.
    pub attack: u32,
}

/// A judge of plays: the play with the largest sum of values is the best.
pub trait PlayJudge {
    /// The value of one piece.
    fn value(&self, step: &PlayStep) -> i64;
}

/// Points for what a piece does; negative ones for what it should not do.
///
/// ```
/// use perfect_clear::Preference;
/// let calm = Preference { attack: 1, ..Preference::EASY };
/// assert!(calm.soft_drop < 0 && Preference::named("strong") == Some(Preference::STRONG));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Preference {
    /// For a piece that must be lowered softly.
    pub soft_drop: i64,
    /// For a piece that was held.
    pub hold: i64,
    /// For a full spin that clears rows.
    pub spin: i64,
    /// For a mini spin that clears rows.
    pub mini: i64,
    /// For each back-to-back clear.
    pub back_to_back: i64,
    /// For each row sent.
    pub attack: i64,
}

impl Preference {
    /// Fewest soft drops, then fewest held pieces.
    pub const EASY: Self = Self { soft_drop: -1000, hold: -1, spin: 0, mini: 0, back_to_back: 0, attack: 0 };
    /// Most rows sent, then fewest soft drops.
    pub const STRONG: Self =
        Self { soft_drop: -10, hold: -1, spin: 0, mini: 0, back_to_back: 0, attack: 10_000 };
    /// Most full spins, then minis, then fewest soft drops.
    pub const SPINS: Self =
        Self { soft_drop: -10, hold: -1, spin: 1_000_000, mini: 10_000, back_to_back: 0, attack: 0 };
    /// Most back-to-back clears, then rows sent.
    pub const BACK_TO_BACK: Self =
        Self { soft_drop: -10, hold: -1, spin: 0, mini: 0, back_to_back: 1_000_000, attack: 1000 };

    /// The ready-made preferences and their names.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("easy", Self::EASY),
        ("strong", Self::STRONG),
        ("spins", Self::SPINS),
        ("back_to_back", Self::BACK_TO_BACK),
    ];

    /// The preference of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, preference)| preference)
    }
}

impl Default for Preference {
    fn default() -> Self {
        Self::EASY
    }
}

impl PlayJudge for Preference {
    fn value(&self, step: &PlayStep) -> i64 {
        let if_so = |so: bool, points: i64| if so { points } else { 0 };
        let clears = step.lines > 0;
        if_so(step.soft_drop, self.soft_drop)
            .saturating_add(if_so(step.hold, self.hold))
            .saturating_add(if_so(clears && step.spin == Spin::Full, self.spin))
            .saturating_add(if_so(clears && step.spin == Spin::Mini, self.mini))
            .saturating_add(if_so(step.back_to_back, self.back_to_back))
            .saturating_add(self.attack.saturating_mul(step.attack.into()))
    }
}
