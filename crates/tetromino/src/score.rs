//! Points for cleared rows.

/// How a T was brought to rest, as scoring sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Spin {
    /// Without a spin.
    #[default]
    None,
    /// A mini spin.
    Mini,
    /// A full spin.
    Full,
}

/// What one locked piece did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clear {
    /// Rows cleared, 0 to 4 with tetrominoes.
    pub lines: u32,
    /// How the piece came to rest.
    pub spin: Spin,
    /// Whether the field is empty now.
    pub perfect: bool,
    /// Rows that the piece fell by soft drop.
    pub soft_drop: u32,
    /// Rows that the piece fell by hard drop.
    pub hard_drop: u32,
}

/// Points, piece by piece; may keep a state such as level and combo.
pub trait Scoring {
    /// The points for a locked piece, also for one that clears nothing.
    fn score(&mut self, clear: &Clear) -> u64;
}

/// 100, 300, 500, 800 points for one to four rows, nothing else; 800 for more.
///
/// ```
/// use tetromino::{Clear, LineScore, Scoring};
/// assert_eq!(LineScore.score(&Clear { lines: 4, ..Clear::default() }), 800);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineScore;

impl Scoring for LineScore {
    fn score(&mut self, clear: &Clear) -> u64 {
        [0, 100, 300, 500, 800][clear.lines.min(4) as usize]
    }
}

/// The guideline's scoring: level, spins, back-to-back, combo, perfect clears and
/// drops.
///
/// The level rises by one every ten rows. Rows 100/300/500/800; T-spins
/// 400/800/1200/1600 for 0–3 rows, minis 100/200/400 for 0–2; a difficult clear
/// (four rows, or a spin with rows) right after another one counts half as much
/// again; a combo of `n` rows-in-a-row adds 50 · n; a perfect clear adds
/// 800/1200/1800/2000 for 1–4 rows and 3200 for four back-to-back; all times the
/// level. A soft drop gives 1, a hard drop 2 points a row.
///
/// Source: Tetris Guideline, 2009 edition, as collected at tetris.wiki, "Scoring".
///
/// ```
/// use tetromino::{Clear, GuidelineScore, Scoring};
/// let mut score = GuidelineScore::new(1);
/// let tetris = Clear { lines: 4, ..Clear::default() };
/// assert_eq!(score.score(&tetris), 800);
/// assert_eq!(score.score(&tetris), 1200 + 50);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GuidelineScore {
    start: u64,
    lines: u64,
    combo: Option<u64>,
    back_to_back: bool,
}

impl GuidelineScore {
    /// Starts at a level; level 0 counts as 1.
    #[must_use]
    pub const fn new(level: u32) -> Self {
        let start = if level == 0 { 1 } else { level as u64 };
        Self { start, lines: 0, combo: None, back_to_back: false }
    }

    /// The level of the next piece.
    #[must_use]
    pub const fn level(&self) -> u64 {
        self.start.saturating_add(self.lines / 10)
    }

    /// Whether a difficult clear now would count as back-to-back.
    #[must_use]
    pub const fn back_to_back(&self) -> bool {
        self.back_to_back
    }

    /// How many pieces before this one cleared rows without a gap, less one;
    /// `None` if the last one cleared nothing.
    #[must_use]
    pub const fn combo(&self) -> Option<u64> {
        self.combo
    }
}

impl Scoring for GuidelineScore {
    fn score(&mut self, clear: &Clear) -> u64 {
        let lines = clear.lines.min(4) as usize;
        let level = self.level();
        let drops = u64::from(clear.soft_drop) + 2 * u64::from(clear.hard_drop);
        let base: u64 = match clear.spin {
            Spin::None => [0, 100, 300, 500, 800][lines],
            Spin::Mini => [100, 200, 400, 400, 400][lines],
            Spin::Full => [400, 800, 1200, 1600, 1600][lines],
        };
        if lines == 0 {
            self.combo = None;
            return base.saturating_mul(level).saturating_add(drops);
        }
        let difficult = lines == 4 || clear.spin != Spin::None;
        let repeated = difficult && self.back_to_back;
        let combo = self.combo.map_or(0, |combo| combo.saturating_add(1));
        let mut points =
            (if repeated { base * 3 / 2 } else { base }).saturating_add(combo.saturating_mul(50));
        if clear.perfect {
            let bonus = if repeated && lines == 4 { 3200 } else { [0, 800, 1200, 1800, 2000][lines] };
            points = points.saturating_add(bonus);
        }
        self.combo = Some(combo);
        self.back_to_back = difficult;
        self.lines = self.lines.saturating_add(u64::from(clear.lines));
        points.saturating_mul(level).saturating_add(drops)
    }
}
