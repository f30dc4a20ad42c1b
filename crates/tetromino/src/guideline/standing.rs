//! A field and what its last clears have earned.

use crate::{AttackTable, Field, Landing, Spin, Spins};

/// The field of a player with the state of combo and back-to-back. `Copy`; the
/// part of a game that a search plays on.
///
/// ```
/// use tetromino::{AttackTable, Field, Landing, Piece, Rotation, Spin, Standing};
/// let mut standing = Standing::new(Field::from_rows(["######...."], 40)?);
/// let outcome = standing.lock(&Landing::new(Piece::I, Rotation::N, 7, 0), Spin::None, &AttackTable::GUIDELINE);
/// assert_eq!((outcome.lines, outcome.perfect, outcome.attack), (1, true, 10));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Standing {
    /// The field.
    pub field: Field,
    /// Pieces in a row, up to the last one, that cleared rows.
    pub combo: u32,
    /// Difficult clears in a row, plain clears between them ending the run.
    pub chain: u32,
}

/// What a locked piece did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// Rows cleared.
    pub lines: u32,
    /// The spin that counted.
    pub spin: Spin,
    /// Rows sent.
    pub attack: u32,
    /// Whether the field is empty now.
    pub perfect: bool,
}

impl Standing {
    /// A field without combo and back-to-back.
    #[must_use]
    pub const fn new(field: Field) -> Self {
        Self { field, combo: 0, chain: 0 }
    }

    /// Whether a difficult clear now would be back-to-back.
    #[must_use]
    pub const fn back_to_back(&self) -> bool {
        self.chain > 0
    }

    /// Locks a piece, clears full rows and counts the attack. A landing outside of
    /// every field changes nothing.
    #[inline]
    pub fn lock(&mut self, landing: &Landing, spin: Spin, table: &AttackTable) -> Outcome {
        let Some(placed) = landing.placed() else {
            return Outcome::default();
        };
        self.field.lock(&placed);
        let lines = self.field.clear_full_rows();
        if lines == 0 {
            self.combo = 0;
            return Outcome { spin, ..Outcome::default() };
        }
        let perfect = self.field.is_empty();
        let attack = table.rows(lines, spin, self.combo, self.chain, perfect);
        self.combo += 1;
        self.chain = if AttackTable::is_difficult(lines, spin) { self.chain + 1 } else { 0 };
        Outcome { lines, spin, attack, perfect }
    }
}

impl Spins {
    /// The best of them for a player: full, mini, then none.
    ///
    /// ```
    /// use tetromino::{Spin, Spins};
    /// assert_eq!((Spins::NONE | Spins::MINI).best(), Spin::Mini);
    /// ```
    #[must_use]
    #[inline]
    pub const fn best(self) -> Spin {
        if self.contains(Self::FULL) {
            Spin::Full
        } else if self.contains(Self::MINI) {
            Spin::Mini
        } else {
            Spin::None
        }
    }
}
