//! How many rows a clear sends, as data.

use crate::Spin;

/// What a combo adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Combo {
    /// Rows by the number of clears in a row before this one; the last entry holds
    /// for all beyond.
    Added([u8; 13]),
    /// A quarter of the rows for each clear in a row before this one, rounded down;
    /// where the clear sends nothing, the entry of the table instead, by the same
    /// number, the last one for all beyond.
    Quarters([u8; 17]),
}

/// What an empty field sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PerfectClear {
    /// So many rows on top of the clear.
    Added(u8),
    /// At least so many rows in all.
    AtLeast(u8),
}

/// Rows sent by each kind of clear.
///
/// ```
/// use tetromino::{AttackTable, Spin};
/// let table = AttackTable::GUIDELINE;
/// // A T-spin double, right after another difficult clear.
/// assert_eq!(table.rows(2, Spin::Full, 0, 1, false), 4 + 1);
/// assert_eq!(table.rows(4, Spin::None, 0, 0, true), 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AttackTable {
    /// By rows cleared, 0 to 4, without a spin.
    pub plain: [u8; 5],
    /// The same with a mini spin.
    pub mini: [u8; 5],
    /// The same with a full spin.
    pub full: [u8; 5],
    /// Shortest runs of difficult clears, this one aside, that add one row each; 0
    /// ends the list.
    pub back_to_back: [u16; 8],
    /// What a combo adds.
    pub combo: Combo,
    /// What an empty field sends.
    pub perfect: PerfectClear,
}

impl AttackTable {
    /// The guideline's table.
    ///
    /// Source: tetris.wiki, "Garbage", the table for two players of guideline
    /// games; the combo row is that of Puyo Puyo Tetris.
    pub const GUIDELINE: Self = Self {
        plain: [0, 0, 1, 2, 4],
        mini: [0, 0, 1, 1, 1],
        full: [0, 2, 4, 6, 6],
        back_to_back: [1, 0, 0, 0, 0, 0, 0, 0],
        combo: Combo::Added([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5]),
        perfect: PerfectClear::AtLeast(10),
    };

    /// A table like that of TETR.IO's first season: combos multiply, and long runs
    /// of difficult clears add more.
    ///
    /// Source: the game's community wiki, "Attack": `floor(rows · (1 + combo/4))`,
    /// `floor(ln(1 + 1.25 · combo))` where a clear sends nothing, and steps of the
    /// back-to-back chain at 1, 3, 8, 24, 67, 185, 504 and 1370.
    pub const TETRIO: Self = Self {
        plain: [0, 0, 1, 2, 4],
        mini: [0, 0, 1, 2, 2],
        full: [0, 2, 4, 6, 6],
        back_to_back: [1, 3, 8, 24, 67, 185, 504, 1370],
        combo: Combo::Quarters([0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3]),
        perfect: PerfectClear::Added(10),
    };

    /// A table like that of Jstris.
    ///
    /// Source: the game's guide, "Attack table".
    pub const JSTRIS: Self = Self {
        plain: [0, 0, 1, 2, 4],
        mini: [0, 1, 2, 2, 2],
        full: [0, 2, 4, 6, 6],
        back_to_back: [1, 0, 0, 0, 0, 0, 0, 0],
        combo: Combo::Added([0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5]),
        perfect: PerfectClear::AtLeast(10),
    };

    /// The ready-made tables and their names.
    pub const NAMED: [(&'static str, Self); 3] =
        [("guideline", Self::GUIDELINE), ("tetrio", Self::TETRIO), ("jstris", Self::JSTRIS)];

    /// The rows that a clear of `lines` rows sends, after `combo` clears in a row
    /// before this one and as the one after `chain` difficult clears in a row.
    /// Without cleared rows nothing is sent.
    #[must_use]
    pub fn rows(&self, lines: u32, spin: Spin, combo: u32, chain: u32, perfect: bool) -> u32 {
        if lines == 0 {
            return 0;
        }
        let kinds = match spin {
            Spin::None => &self.plain,
            Spin::Mini => &self.mini,
            Spin::Full => &self.full,
        };
        let mut rows = u32::from(kinds[lines.min(4) as usize]);
        if Self::is_difficult(lines, spin) {
            rows +=
                self.back_to_back.iter().take_while(|&&step| step != 0 && u32::from(step) <= chain).count()
                    as u32;
        }
        rows = match self.combo {
            Combo::Added(table) => rows + u32::from(table[(combo as usize).min(12)]),
            Combo::Quarters(table) if rows == 0 => u32::from(table[(combo as usize).min(16)]),
            Combo::Quarters(_) => rows.saturating_mul(4u32.saturating_add(combo)) / 4,
        };
        match self.perfect {
            PerfectClear::Added(more) if perfect => rows + u32::from(more),
            PerfectClear::AtLeast(least) if perfect => rows.max(u32::from(least)),
            _ => rows,
        }
    }

    /// Whether a clear keeps back-to-back alive: four rows, or rows with a spin.
    #[must_use]
    pub const fn is_difficult(lines: u32, spin: Spin) -> bool {
        lines >= 4 || (lines > 0 && !matches!(spin, Spin::None))
    }
}

impl Default for AttackTable {
    fn default() -> Self {
        Self::GUIDELINE
    }
}
