//! Arrangements: legality in stages, and their score; rules §3.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use grid_core::{Cell, Orientations, Polyomino};
use thiserror::Error;

use super::catalogue::Catalogue;
use super::id::KindId;
use super::support::{grounded, settle_cells};
use super::wall::Wall;

#[cfg(feature = "serde")]
mod form;
#[cfg(test)]
mod tests;

/// One stone as submitted; any numbers, checked by [`check_placements`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "form::Form", into = "form::Form"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Placement {
    /// The kind.
    pub kind: KindId,
    /// Where it lies.
    pub form: PlacementForm,
}

/// The two ways to say where a stone lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum PlacementForm {
    /// Turned clockwise, the lower left corner of the turned bounding box at
    /// `(x, y)`.
    Turned {
        /// Quarter turns clockwise, 0 to 3.
        rot: i64,
        /// Column of the corner.
        x: i64,
        /// Row of the corner.
        y: i64,
    },
    /// The covered cells one by one, in any order.
    Cells {
        /// The cells as `(x, y)`.
        cells: Vec<(i64, i64)>,
    },
}

impl Placement {
    /// A stone turned `rot` times, its corner at `(x, y)`.
    #[must_use]
    pub const fn turned(kind: KindId, rot: i64, x: i64, y: i64) -> Self {
        Self { kind, form: PlacementForm::Turned { rot, x, y } }
    }

    /// A stone that covers exactly these cells.
    #[must_use]
    pub const fn on_cells(kind: KindId, cells: Vec<(i64, i64)>) -> Self {
        Self { kind, form: PlacementForm::Cells { cells } }
    }

    /// The cells it covers.
    ///
    /// # Errors
    /// The fault of the first stage: unknown kind, bad rotation or not a rotation.
    /// Corners beyond 32 bits give cells outside of any wall.
    pub fn cells(&self, stones: &Catalogue) -> Result<Vec<Cell>, PlacementFault> {
        let shape = stones.shape(self.kind).ok_or(PlacementFault::UnknownKind)?;
        match &self.form {
            PlacementForm::Turned { rot, x, y } => {
                let turn = u8::try_from(*rot).ok().and_then(|rot| stones.turned(self.kind, rot));
                let turn = turn.ok_or(PlacementFault::BadRotation)?;
                let (x, y) = (near(*x), near(*y));
                Ok(turn.cells().iter().map(|cell| cell.offset(x, y)).collect())
            }
            PlacementForm::Cells { cells } => explicit(cells, shape),
        }
    }
}

/// The number, or one of the same sign that is far outside of any wall.
fn near(value: i64) -> i32 {
    const FAR: i64 = 1 << 30;
    value.clamp(-FAR, FAR) as i32
}

/// Checks explicit cells against the turns of the shape.
fn explicit(cells: &[(i64, i64)], shape: &Polyomino) -> Result<Vec<Cell>, PlacementFault> {
    let fault = PlacementFault::NotARotation;
    if cells.len() != shape.area() {
        return Err(fault);
    }
    let low_x = cells.iter().map(|cell| cell.0).min().ok_or(fault.clone())?;
    let low_y = cells.iter().map(|cell| cell.1).min().ok_or(fault.clone())?;
    let side = Polyomino::MAX_SIDE as u64;
    let moved = cells.iter().map(|&(x, y)| {
        let (dx, dy) = (x.abs_diff(low_x), y.abs_diff(low_y));
        (dx < side && dy < side).then(|| Cell::new(dx as i32, dy as i32))
    });
    let moved: Option<Vec<Cell>> = moved.collect();
    let image = moved.and_then(|cells| Polyomino::new(cells).ok()).ok_or(fault.clone())?;
    if image.canonical(Orientations::Rotations) != shape.canonical(Orientations::Rotations) {
        return Err(fault);
    }
    let (x, y) = (near(low_x), near(low_y));
    Ok(image.cells().iter().map(|cell| cell.offset(x, y)).collect())
}

/// What is wrong with a placement, in the order of the stages.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum PlacementFault {
    /// Stage 1: no such kind.
    #[error("the kind is unknown")]
    UnknownKind,
    /// Stage 1: `rot` is not 0, 1, 2 or 3.
    #[error("the rotation is not 0, 1, 2 or 3")]
    BadRotation,
    /// Stage 1: the cells are no translate of a rotation of the shape.
    #[error("the cells are not a rotation of the shape")]
    NotARotation,
    /// Stage 2: a cell is not in the wall.
    #[error("a cell is outside of the wall")]
    OutsideWall,
    /// Stage 3: a cell is used by earlier placements.
    #[error("it overlaps placements {}", Indices(with))]
    Overlap {
        /// The earlier placements, ascending.
        with: Vec<usize>,
    },
    /// Stage 4: more placements of the kind than the team owns.
    #[error("the team does not own so many stones of the kind")]
    NotOwned,
    /// Stage 5: the stone hangs in the air.
    #[error("it hangs in the air")]
    Floating,
}

impl PlacementFault {
    /// The name in files: `unknown_kind`, `bad_rotation` and so on.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::UnknownKind => "unknown_kind",
            Self::BadRotation => "bad_rotation",
            Self::NotARotation => "not_a_rotation",
            Self::OutsideWall => "outside_wall",
            Self::Overlap { .. } => "overlap",
            Self::NotOwned => "not_owned",
            Self::Floating => "floating",
        }
    }
}

struct Indices<'a>(&'a [usize]);

impl fmt::Display for Indices<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, index) in self.0.iter().enumerate() {
            write!(f, "{}{index}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// One offending placement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Error)]
#[error("placement {index}: {fault}")]
pub struct PlacementError {
    /// Its index in the list.
    pub index: usize,
    /// What is wrong with it.
    pub fault: PlacementFault,
}

/// All errors of the first stage that failed, in list order; never empty.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text())]
pub struct PlacementErrors {
    errors: Vec<PlacementError>,
}

impl PlacementErrors {
    /// The errors, in list order.
    #[must_use]
    pub fn errors(&self) -> &[PlacementError] {
        &self.errors
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (i, error) in self.errors.iter().enumerate() {
            let _ = fmt::write(&mut text, format_args!("{}{error}", if i == 0 { "" } else { "; " }));
        }
        text
    }
}

/// The score of a legal arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Score {
    /// Covered wall cells.
    pub area: u64,
    /// Total area of owned stones that are not placed.
    pub unplaced_area: u64,
    /// Number of owned stones that are not placed.
    pub unplaced_count: u64,
    /// Covered cells of the top edge.
    pub top_covered: u64,
    /// Cells of the top edge.
    pub top_len: u64,
    /// Number of placed stones.
    pub used: u64,
}

impl Score {
    /// The score of an empty arrangement.
    #[must_use]
    pub fn empty(wall: &Wall, stones: &Catalogue, owned: &[u32]) -> Self {
        Self {
            unplaced_area: stones.total_area(owned),
            unplaced_count: owned.iter().map(|&n| u64::from(n)).sum(),
            top_len: wall.top_len() as u64,
            ..Self::default()
        }
    }
}

/// Checks an arrangement stage by stage and scores it. `owned[k]` is how many
/// stones of kind `k` the team owns; missing entries are 0.
///
/// # Errors
/// All errors of the first failing stage: see [`PlacementFault`].
///
/// # Complexity
/// `O(cells of all placements)`, and the number of overlapping pairs.
///
/// ```
/// use stone_auction::{check_placements, Catalogue, KindId, Placement, Wall};
/// let wall: Wall = "...\n...".parse()?;
/// let stones = Catalogue::new(["##".parse()?])?;
/// let laid = [Placement::turned(KindId(0), 0, 0, 0), Placement::turned(KindId(0), 1, 2, 0)];
/// assert_eq!(check_placements(&wall, &stones, &[2], &laid)?.area, 4);
///
/// let air = [Placement::turned(KindId(0), 0, 0, 1)];
/// let errors = check_placements(&wall, &stones, &[2], &air).unwrap_err();
/// assert_eq!(errors.to_string(), "placement 0: it hangs in the air");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_placements(
    wall: &Wall,
    stones: &Catalogue,
    owned: &[u32],
    placements: &[Placement],
) -> Result<Score, PlacementErrors> {
    let laid = on_the_wall(wall, stones, placements)?;
    let mut left: Vec<u32> = (0..stones.len()).map(|k| owned.get(k).copied().unwrap_or(0)).collect();
    stage(placements, |placement| {
        let left = &mut left[placement.kind.index()];
        let fault = (*left == 0).then_some(PlacementFault::NotOwned);
        *left = left.saturating_sub(1);
        fault
    })?;
    let on = grounded(wall, &laid);
    stage(&on, |&on| (!on).then_some(PlacementFault::Floating))?;
    Ok(score(wall, stones, owned, placements, &laid))
}

/// The arrangement with all floating stones let down; a legal one stays as it is.
///
/// # Errors
/// Errors of stages 1 to 3; `settle` cannot mend these.
///
/// ```
/// use stone_auction::{settle, Catalogue, KindId, Placement, Wall};
/// let wall: Wall = "...\n...".parse()?;
/// let stones = Catalogue::new(["##".parse()?])?;
/// let settled = settle(&wall, &stones, &[Placement::turned(KindId(0), 0, 0, 1)])?;
/// assert_eq!(settled, [Placement::turned(KindId(0), 0, 0, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn settle(
    wall: &Wall,
    stones: &Catalogue,
    placements: &[Placement],
) -> Result<Vec<Placement>, PlacementErrors> {
    let mut laid = on_the_wall(wall, stones, placements)?;
    let fallen = settle_cells(wall, &mut laid);
    let lower = |(placement, &rows): (&Placement, &u32)| {
        let mut lowered = placement.clone();
        match &mut lowered.form {
            PlacementForm::Turned { y, .. } => *y -= i64::from(rows),
            PlacementForm::Cells { cells } => cells.iter_mut().for_each(|cell| cell.1 -= i64::from(rows)),
        }
        lowered
    };
    Ok(placements.iter().zip(&fallen).map(lower).collect())
}

/// Stages 1 to 3: the cells of every placement, in the wall and apart.
fn on_the_wall(
    wall: &Wall,
    stones: &Catalogue,
    placements: &[Placement],
) -> Result<Vec<Vec<Cell>>, PlacementErrors> {
    let cells: Vec<_> = placements.iter().map(|placement| placement.cells(stones)).collect();
    stage(&cells, |cells| cells.as_ref().err().cloned())?;
    let laid: Vec<Vec<Cell>> = cells.into_iter().flatten().collect();
    stage(&laid, |cells| {
        let outside = cells.iter().any(|&cell| !wall.contains(cell));
        outside.then_some(PlacementFault::OutsideWall)
    })?;
    let region = wall.region();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); region.cells().capacity()];
    let mut overlaps = Vec::with_capacity(laid.len());
    for (index, cells) in laid.iter().enumerate() {
        let mut with = Vec::new();
        for at in cells.iter().filter_map(|&cell| region.index(cell)) {
            with.extend_from_slice(&users[at]);
            users[at].push(index);
        }
        with.sort_unstable();
        with.dedup();
        overlaps.push(with);
    }
    stage(overlaps, |with| (!with.is_empty()).then_some(PlacementFault::Overlap { with }))?;
    Ok(laid)
}

/// Runs one stage: all its errors, or none.
fn stage<T>(
    items: impl IntoIterator<Item = T>,
    mut fault: impl FnMut(T) -> Option<PlacementFault>,
) -> Result<(), PlacementErrors> {
    let found = items
        .into_iter()
        .enumerate()
        .filter_map(|(index, item)| fault(item).map(|fault| PlacementError { index, fault }));
    let errors: Vec<PlacementError> = found.collect();
    if errors.is_empty() { Ok(()) } else { Err(PlacementErrors { errors }) }
}

fn score(
    wall: &Wall,
    stones: &Catalogue,
    owned: &[u32],
    placements: &[Placement],
    laid: &[Vec<Cell>],
) -> Score {
    let mut score = Score::empty(wall, stones, &owned[..owned.len().min(stones.len())]);
    for (placement, cells) in placements.iter().zip(laid) {
        score.area += cells.len() as u64;
        score.unplaced_area -= stones.area(placement.kind) as u64;
        score.unplaced_count -= 1;
        score.used += 1;
        score.top_covered += cells.iter().filter(|&&cell| wall.is_top(cell)).count() as u64;
    }
    score
}
