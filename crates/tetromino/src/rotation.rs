//! Rotation systems as data: which offsets a turn tries, in order.

use grid_core::Cell;
use thiserror::Error;

use crate::{Field, Piece, Rotation};

mod tables;

/// A turn of a piece in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Turn {
    /// A quarter turn clockwise.
    Clockwise,
    /// A half turn.
    Half,
    /// A quarter turn counter-clockwise.
    CounterClockwise,
}

impl Turn {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Clockwise, Self::Half, Self::CounterClockwise];

    /// The orientation it leads to.
    #[must_use]
    pub const fn from(self, rotation: Rotation) -> Rotation {
        rotation.turned(self as u8 + 1)
    }
}

/// Why a list of offsets is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a turn tries at most {limit} offsets, not {found}", limit = Kicks::CAPACITY)]
pub struct TooManyKicks {
    /// How many there were.
    pub found: usize,
}

/// The offsets that a turn tries in order, `(dx, dy)` with `dy` up. Without any,
/// the turn does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kicks {
    offsets: [(i8, i8); Self::CAPACITY],
    len: u8,
}

impl Kicks {
    /// Most offsets of a turn.
    pub const CAPACITY: usize = 12;
    /// No turn.
    pub const NONE: Self = Self { offsets: [(0, 0); Self::CAPACITY], len: 0 };

    /// These offsets.
    ///
    /// # Errors
    /// More than [`Kicks::CAPACITY`].
    pub const fn new(offsets: &[(i8, i8)]) -> Result<Self, TooManyKicks> {
        if offsets.len() > Self::CAPACITY {
            return Err(TooManyKicks { found: offsets.len() });
        }
        let mut kicks = Self::NONE;
        while (kicks.len as usize) < offsets.len() {
            kicks.offsets[kicks.len as usize] = offsets[kicks.len as usize];
            kicks.len += 1;
        }
        Ok(kicks)
    }

    /// One of the offsets, for tables made at compile time.
    pub(crate) const fn offset(&self, test: usize) -> (i8, i8) {
        self.offsets[test]
    }

    /// The offsets in order.
    #[must_use]
    pub fn offsets(&self) -> &[(i8, i8)] {
        &self.offsets[..usize::from(self.len)]
    }
}

/// For each piece, orientation and turn the offsets to try, and whether pieces
/// may move below the entry at all.
///
/// Offsets are relative to the turned bounding box: 3×3 for J L S T Z, 4×4 for I;
/// O turns in place. Half turns exist only where a system gives them offsets.
///
/// ```
/// use tetromino::{Piece, Rotation, RotationSystem, Turn};
/// let srs = RotationSystem::SRS;
/// let kicks = srs.kicks(Piece::I, Rotation::N, Turn::Clockwise);
/// assert_eq!(kicks.offsets(), [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)]);
/// assert!(srs.kicks(Piece::T, Rotation::N, Turn::Half).offsets().is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "form::System", into = "form::System"))]
pub struct RotationSystem {
    kicks: [[[Kicks; 3]; 4]; 7],
    straight_drops_only: bool,
}

impl RotationSystem {
    /// The standard system of the guideline games, without half turns.
    pub const SRS: Self = tables::SRS;
    /// SRS with symmetric kicks of I, without half turns: those of TETR.IO are in
    /// [`TETRIO180`](Self::TETRIO180).
    pub const SRS_PLUS: Self = tables::SRS_PLUS;
    /// SRS with the half turns of Jstris.
    pub const JSTRIS180: Self = tables::JSTRIS180;
    /// SRS with the half turns of NullpoMino.
    pub const NULLPOMINO180: Self = tables::NULLPOMINO180;
    /// SRS+ with the half turns of TETR.IO.
    pub const TETRIO180: Self = tables::TETRIO180;
    /// Quarter turns in place only.
    pub const NO_KICK: Self = tables::NO_KICK;
    /// Straight drops only: every orientation in every column, no input below the
    /// entry. The article's set is this one.
    pub const HARD_DROP: Self = tables::HARD_DROP;

    /// The ready-made systems and their names.
    pub const NAMED: [(&'static str, Self); 7] = [
        ("srs", Self::SRS),
        ("srs_plus", Self::SRS_PLUS),
        ("nokick", Self::NO_KICK),
        ("jstris180", Self::JSTRIS180),
        ("nullpomino180", Self::NULLPOMINO180),
        ("tetrio180", Self::TETRIO180),
        ("harddrop", Self::HARD_DROP),
    ];

    /// The ready-made system of a name.
    ///
    /// ```
    /// use tetromino::RotationSystem;
    /// assert_eq!(RotationSystem::named("srs"), Some(RotationSystem::SRS));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, system)| system)
    }

    /// The offsets that a turn tries.
    #[must_use]
    pub const fn kicks(&self, piece: Piece, from: Rotation, turn: Turn) -> &Kicks {
        &self.kicks[piece as usize][from as usize][turn as usize]
    }

    /// The same system with other offsets for one turn.
    ///
    /// ```
    /// use tetromino::{Kicks, Piece, Rotation, RotationSystem, Turn};
    /// let floor_kick = Kicks::new(&[(0, 0), (0, 1)])?;
    /// let mine = RotationSystem::SRS.with_kicks(Piece::I, Rotation::N, Turn::Half, floor_kick);
    /// assert_eq!(mine.kicks(Piece::I, Rotation::N, Turn::Half).offsets().len(), 2);
    /// # Ok::<(), tetromino::TooManyKicks>(())
    /// ```
    #[must_use]
    pub const fn with_kicks(mut self, piece: Piece, from: Rotation, turn: Turn, kicks: Kicks) -> Self {
        self.kicks[piece as usize][from as usize][turn as usize] = kicks;
        self
    }

    /// Whether pieces fall straight from the entry, without further input.
    #[must_use]
    pub const fn straight_drops_only(&self) -> bool {
        self.straight_drops_only
    }
}

/// A piece in play: orientation and centre cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActivePiece {
    /// The piece.
    pub piece: Piece,
    /// Its orientation.
    pub rotation: Rotation,
    /// The centre cell.
    pub centre: Cell,
}

impl ActivePiece {
    /// The cells it covers.
    #[must_use]
    pub fn cells(&self) -> [Cell; 4] {
        self.piece.cells(self.rotation).map(|cell| cell.offset(self.centre.x, self.centre.y))
    }

    /// Whether all cells are free.
    #[must_use]
    pub fn fits(&self, field: &Field) -> bool {
        self.cells().iter().all(|&cell| field.is_free(cell))
    }

    /// Moved by `(dx, dy)`; `None` if it does not fit there.
    #[must_use]
    pub fn moved(&self, field: &Field, dx: i32, dy: i32) -> Option<Self> {
        let moved = Self { centre: self.centre.offset(dx, dy), ..*self };
        moved.fits(field).then_some(moved)
    }

    /// Turned, with the index of the offset that fitted first; `None` if none
    /// does.
    ///
    /// ```
    /// use grid_core::Cell;
    /// use tetromino::{ActivePiece, Field, Piece, Rotation, RotationSystem, Turn};
    /// let field = Field::new(10, 20)?;
    /// let upright = ActivePiece { piece: Piece::I, rotation: Rotation::E, centre: Cell::new(0, 5) };
    /// let (flat, offset) = upright.turned(&field, &RotationSystem::SRS, Turn::Clockwise).unwrap();
    /// assert_eq!((flat.cells().map(|c| c.x).into_iter().min(), offset), (Some(0), 2));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn turned(&self, field: &Field, system: &RotationSystem, turn: Turn) -> Option<(Self, usize)> {
        let rotation = turn.from(self.rotation);
        let (from, to) = (box_centre(self.piece, self.rotation), box_centre(self.piece, rotation));
        let offsets = system.kicks(self.piece, self.rotation, turn).offsets();
        offsets.iter().enumerate().find_map(|(index, &(dx, dy))| {
            let shift = (to.x - from.x + i32::from(dx), to.y - from.y + i32::from(dy));
            let turned = Self { rotation, centre: self.centre.offset(shift.0, shift.1), ..*self };
            turned.fits(field).then_some((turned, index))
        })
    }
}

/// The centre cell inside the box that the piece turns in, up to one constant a
/// piece.
pub(crate) const fn box_centre(piece: Piece, rotation: Rotation) -> Cell {
    let (x, y) = match (piece, rotation) {
        (Piece::I, Rotation::E) | (Piece::O, Rotation::W) => (1, 0),
        (Piece::I, Rotation::S) => (1, -1),
        (Piece::I, Rotation::W) => (0, -1),
        (Piece::O, Rotation::E) => (0, 1),
        (Piece::O, Rotation::S) => (1, 1),
        _ => (0, 0),
    };
    Cell::new(x, y)
}

/// The form that travels: a ready-made system by its name, any other as its table.
#[cfg(feature = "serde")]
mod form {
    use alloc::collections::BTreeMap;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use super::{Kicks, RotationSystem, Turn};
    use crate::{Piece, Rotation};

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename = "RotationSystem", untagged)]
    pub(super) enum System {
        Named(String),
        Table(Table),
        Changed(Changed),
    }

    /// A named system with other offsets for some turns.
    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Changed {
        base: String,
        /// By piece and turn, `NE` for the turn from N to E.
        kicks: BTreeMap<Piece, BTreeMap<String, Offsets>>,
    }

    impl Changed {
        fn system(&self) -> Result<RotationSystem, String> {
            let mut system = named(&self.base)?;
            for (&piece, turns) in &self.kicks {
                for (name, offsets) in turns {
                    let (from, turn) = turn_of(name)
                        .ok_or_else(|| alloc::format!("{name:?} is no turn; NE is the one from N to E"))?;
                    let kicks = Kicks::new(offsets).map_err(|error| error.to_string())?;
                    system = system.with_kicks(piece, from, turn, kicks);
                }
            }
            Ok(system)
        }
    }

    fn named(name: &str) -> Result<RotationSystem, String> {
        RotationSystem::named(name).ok_or_else(|| alloc::format!("there is no system {name:?}"))
    }

    fn turn_of(name: &str) -> Option<(Rotation, Turn)> {
        let turns = Rotation::ALL.into_iter().flat_map(|from| Turn::ALL.map(|turn| (from, turn)));
        let mut named =
            turns.map(|(from, turn)| (alloc::format!("{from:?}{:?}", turn.from(from)), (from, turn)));
        named.find(|(known, _)| known == name).map(|(_, turn)| turn)
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Table {
        straight_drops_only: bool,
        /// By piece, orientation and turn, in the order of their lists.
        kicks: Vec<Vec<Vec<Offsets>>>,
    }

    type Offsets = Vec<(i8, i8)>;

    impl From<RotationSystem> for System {
        fn from(system: RotationSystem) -> Self {
            let named = RotationSystem::NAMED.into_iter().find(|(_, named)| *named == system);
            if let Some((name, _)) = named {
                return Self::Named(name.to_string());
            }
            let offsets = |kicks: &Kicks| kicks.offsets().to_vec();
            let turns = |turns: &[Kicks; 3]| turns.iter().map(offsets).collect();
            let kicks = system.kicks.iter().map(|piece| piece.iter().map(turns).collect()).collect();
            Self::Table(Table { straight_drops_only: system.straight_drops_only, kicks })
        }
    }

    impl TryFrom<System> for RotationSystem {
        type Error = String;

        fn try_from(form: System) -> Result<Self, String> {
            let Table { straight_drops_only, kicks } = match form {
                System::Named(name) => return named(&name),
                System::Changed(changed) => return changed.system(),
                System::Table(table) => table,
            };
            let whole = kicks.len() == 7
                && kicks.iter().all(|piece| piece.len() == 4 && piece.iter().all(|turns| turns.len() == 3));
            if !whole {
                return Err("kicks are those of 7 pieces, 4 orientations and 3 turns".to_string());
            }
            let mut system = Self { straight_drops_only, ..Self::NO_KICK };
            for piece in Piece::ALL {
                for from in Rotation::ALL {
                    for turn in Turn::ALL {
                        let offsets = &kicks[piece as usize][from as usize][turn as usize];
                        let kicks = Kicks::new(offsets).map_err(|error| error.to_string())?;
                        system = system.with_kicks(piece, from, turn, kicks);
                    }
                }
            }
            Ok(system)
        }
    }
}
