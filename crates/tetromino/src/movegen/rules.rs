//! What a piece in play may do.

use crate::{Piece, RotationSystem};

/// How a piece moves down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum DropModel {
    /// One cell at a time; it can stop and move on anywhere.
    #[default]
    Soft,
    /// To the ground at once; it can move on there.
    Sonic,
    /// Not at all before it locks: shifts and turns above, then the drop.
    Hard,
    /// It falls to the ground by itself, at spawn and after each input.
    Gravity20,
}

impl DropModel {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Soft, Self::Sonic, Self::Hard, Self::Gravity20];

    /// The model of a name: `soft`, `sonic`, `hard`, `gravity20`.
    ///
    /// ```
    /// use tetromino::DropModel;
    /// assert_eq!(DropModel::named("sonic"), Some(DropModel::Sonic));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.name() == name)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Soft => "soft",
            Self::Sonic => "sonic",
            Self::Hard => "hard",
            Self::Gravity20 => "gravity20",
        }
    }
}

/// Which pieces spin, and how spins are told.
///
/// A T spins if its last successful input is a turn, without a fall after it, and
/// at least three of the four cells diagonal to its centre are filled, walls and
/// floor included. The spin is full if both diagonal cells on the side it points
/// to are filled, or the fifth test of a quarter turn was used; else it is mini.
/// Any other piece but O spins if its last successful input is a turn after which it
/// can move neither left, right, up nor down.
///
/// Source: the guideline for the T; TETR.IO's "all-mini" and "all-spin" for the
/// others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum SpinRule {
    /// No spins.
    None,
    /// The T spins.
    #[default]
    T,
    /// The T spins, all others spin mini.
    AllMini,
    /// The T spins, all others spin full.
    All,
}

impl SpinRule {
    /// Whether a piece can spin.
    #[must_use]
    #[inline]
    pub const fn has_spins(self, piece: Piece) -> bool {
        match self {
            Self::None => false,
            Self::T => matches!(piece, Piece::T),
            Self::AllMini | Self::All => !matches!(piece, Piece::O),
        }
    }
}

/// Where pieces enter: north, with this centre cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Spawn {
    /// Column of the centre cell.
    pub x: i16,
    /// Row of the centre cell.
    pub y: i16,
    /// Whether a piece that is blocked enters one row higher, once.
    pub retry: bool,
}

impl Spawn {
    /// Column 4, row 19, one row higher where that is blocked.
    pub const GUIDELINE: Self = Self { x: 4, y: 19, retry: true };
}

impl Default for Spawn {
    fn default() -> Self {
        Self::GUIDELINE
    }
}

/// How pieces enter, move, turn and spin. The default is SRS with soft drops and
/// T-spins.
///
/// ```
/// use tetromino::{MoveRules, RotationSystem, Spawn};
/// let rules = MoveRules { system: RotationSystem::TETRIO180, ..MoveRules::default() };
/// assert_eq!(rules.spawn, Spawn::GUIDELINE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "form::Rules", into = "form::Rules"))]
pub struct MoveRules {
    /// Kicks. A system of straight drops ignores `drop` and `spawn`: pieces fall
    /// from above the whole stack.
    pub system: RotationSystem,
    /// Moves down.
    pub drop: DropModel,
    /// Where pieces enter.
    pub spawn: Spawn,
    /// Which pieces spin.
    pub spins: SpinRule,
}

impl Default for MoveRules {
    fn default() -> Self {
        Self {
            system: RotationSystem::SRS,
            drop: DropModel::Soft,
            spawn: Spawn::GUIDELINE,
            spins: SpinRule::T,
        }
    }
}

/// The form that travels.
#[cfg(feature = "serde")]
mod form {
    use super::{DropModel, MoveRules, Spawn, SpinRule};
    use crate::RotationSystem;
    use crate::version::Version;

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename = "MoveRules", deny_unknown_fields)]
    pub(super) struct Rules {
        version: Version,
        system: RotationSystem,
        drop: DropModel,
        spawn: Spawn,
        spins: SpinRule,
    }

    impl From<Rules> for MoveRules {
        fn from(Rules { system, drop, spawn, spins, .. }: Rules) -> Self {
            Self { system, drop, spawn, spins }
        }
    }

    impl From<MoveRules> for Rules {
        fn from(MoveRules { system, drop, spawn, spins }: MoveRules) -> Self {
            Self { version: Version, system, drop, spawn, spins }
        }
    }
}
