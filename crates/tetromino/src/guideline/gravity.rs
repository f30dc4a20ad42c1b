//! How fast pieces fall.

/// The speed of a falling piece, exact to 1/65536 of a row a frame of 1/60 s.
///
/// ```
/// use tetromino::Gravity;
/// assert_eq!(Gravity::of_level(1).frames_per_row(), 60);
/// assert!(Gravity::of_level(20) > Gravity::of_level(10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Gravity(u32);

impl Gravity {
    /// One row a frame, the unit "1G".
    pub const ONE: Self = Self(1 << 16);
    /// Twenty rows a frame: at once to the ground.
    pub const TWENTY: Self = Self(20 << 16);

    /// A speed in 1/65536 of a row a frame.
    #[must_use]
    pub const fn from_raw(raw: u32) -> Self {
        Self(raw)
    }

    /// In 1/65536 of a row a frame.
    #[must_use]
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// The guideline's speed at a level; levels below 1 are 1, above 20 are 20.
    ///
    /// Source: Tetris Guideline, 2009 edition, fall speed:
    /// `(0.8 − 0.007 · (level − 1))^(level − 1)` seconds a row.
    #[must_use]
    pub const fn of_level(level: u32) -> Self {
        const MICROSECONDS: [u64; 20] = [
            1_000_000, 793_000, 617_796, 472_729, 355_197, 262_004, 189_677, 134_735, 93_882, 64_152, 42_976,
            28_218, 18_153, 11_439, 7_059, 4_264, 2_520, 1_457, 824, 455,
        ];
        let level = if level < 1 {
            1
        } else if level > 20 {
            20
        } else {
            level
        };
        // 1/60 s over the time of a row.
        Self((65_536 * 1_000_000 / 60 / MICROSECONDS[level as usize - 1]) as u32)
    }

    /// Frames that a row takes, rounded; 0 for a row a frame and faster.
    #[must_use]
    pub const fn frames_per_row(self) -> u32 {
        if self.0 >= 1 << 16 { 0 } else { ((1 << 16) + self.0 / 2) / if self.0 == 0 { 1 } else { self.0 } }
    }
}
