//! All reachable landings of a piece, as bit sets.
//!
//! For each orientation one map says where the piece fits; what is reached is
//! flooded over whole maps by shifts, turns are masked shifts in test order.
//! Where the stack has no room under cover, straight drops are all there is.
//!
//! Inlining is forced in optimised builds only: in others it makes ten times the
//! code to compile.

mod fits;
mod flood;
mod landing_set;
mod map;
mod pace;
mod path;
mod perft;
mod roaming;
mod rules;
mod spins;
mod standard;
mod turns;

pub use landing_set::LandingSet;
pub use pace::Pace;
pub use path::{Input, PathGoal};
pub use perft::{Perft, perft};
pub use rules::{DropModel, MoveRules, Spawn, SpinRule};

use alloc::boxed::Box;

use grid_core::Cell;

use crate::{ActivePiece, Field, Piece, Rotation};
use fits::{Oriented, corner, distinct, fits};
use flood::{Reached, flooded, merged};
use map::Map;
use roaming::roaming;
use turns::{PieceTurns, resting};

/// Rows in which pieces in play can be.
const CEILING: usize = MoveGenerator::CEILING;

/// Finds the landings of pieces under [`MoveRules`].
///
/// Exact for fields of every width and up to 64 rows: the field is open upward,
/// and with every ready-made rotation system a piece never comes as high as
/// [`MoveGenerator::CEILING`].
///
/// # Complexity
/// A few dozen word operations for each word of six rows (four rows in fields
/// wider than ten), more where the stack has room under cover: tens to hundreds
/// of nanoseconds.
///
/// ```
/// use tetromino::{Field, MoveGenerator, MoveRules, Piece};
/// let field = Field::from_rows(["#..#######", "#...######", "##.#######"], 40)?;
/// let generator = MoveGenerator::new(MoveRules::default());
/// let landings = generator.landings(&field, Piece::T);
/// assert_eq!(landings.len(), generator.count(&field, Piece::T));
/// // The T turns into the slot.
/// assert!(landings.iter().any(|landing| landing.cells()[0].y == 1 && landing.corner().y == 0));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveGenerator {
    rules: MoveRules,
    turns: Box<[PieceTurns; 7]>,
}

/// How the landings of one piece in one field are found.
#[derive(Clone, Copy, Debug)]
enum Search {
    /// All straight drops and nothing else.
    Straight,
    /// All straight drops, and what soft drops reach from there.
    Roaming,
    /// Whatever inputs reach from the spawn, the corner of which is this.
    From(usize, usize),
}

/// Calls a method for the smallest map that has the rows.
macro_rules! sized {
    ($width:expr, $rows:expr, $self:ident.$method:ident($($argument:expr),*)) => {
        if $width <= 10 {
            match $rows {
                0..=12 => $self.$method::<10, 2>($($argument),*),
                13..=19 => $self.$method::<10, 3>($($argument),*),
                20..=25 => $self.$method::<10, 4>($($argument),*),
                26..=38 => $self.$method::<10, 6>($($argument),*),
                _ => $self.$method::<10, 12>($($argument),*),
            }
        } else {
            match $rows {
                0..=24 => $self.$method::<16, 6>($($argument),*),
                _ => $self.$method::<16, 18>($($argument),*),
            }
        }
    };
}
use sized;

impl MoveGenerator {
    /// Rows in which pieces in play can be; nothing moves above.
    pub const CEILING: usize = 72;

    /// A generator for these rules.
    ///
    /// ```
    /// use tetromino::{DropModel, Field, MoveGenerator, MoveRules, Piece};
    /// let rules = MoveRules { drop: DropModel::Hard, ..MoveRules::default() };
    /// let field = Field::new(10, 40)?;
    /// assert_eq!(MoveGenerator::new(rules).count(&field, Piece::L), 34);
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn new(rules: MoveRules) -> Self {
        let turns = Box::new(Piece::ALL.map(|piece| PieceTurns::new(&rules.system, piece)));
        Self { rules, turns }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &MoveRules {
        &self.rules
    }

    /// The piece where it spawns; `None` if it is blocked out.
    ///
    /// ```
    /// use tetromino::{Field, MoveGenerator, MoveRules, Piece};
    /// let mut field = Field::new(10, 40)?;
    /// field.fill(4, 19);
    /// let generator = MoveGenerator::new(MoveRules::default());
    /// assert_eq!(generator.spawn(&field, Piece::T).map(|piece| piece.centre.y), Some(20));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn spawn(&self, field: &Field, piece: Piece) -> Option<ActivePiece> {
        let (x, y) = self.spawn_where(piece, |cell| field.is_free(cell))?;
        Some(ActivePiece { piece, rotation: Rotation::N, centre: Cell::new(x, y) })
    }

    /// The centre of the piece where it spawns.
    #[inline]
    fn spawn_where(&self, piece: Piece, is_free: impl Fn(Cell) -> bool) -> Option<(i32, i32)> {
        let Spawn { x, y, retry } = self.rules.spawn;
        let (x, y) = (i32::from(x), i32::from(y));
        let cells = piece.cells(Rotation::N);
        let fits = |y: i32| cells.iter().all(|cell| is_free(cell.offset(x, y)));
        if fits(y) { Some((x, y)) } else { (retry && fits(y + 1)).then_some((x, y + 1)) }
    }

    /// How to search, and in how many rows; `None` if the piece is blocked out.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn search(
        &self,
        piece: Piece,
        width: usize,
        height: usize,
        is_free: impl Fn(Cell) -> bool,
    ) -> Option<(Search, usize)> {
        let turns = &self.turns[piece as usize];
        let Spawn { x, y, .. } = self.rules.spawn;
        if self.rules.system.straight_drops_only() {
            return Some((Search::Straight, height + 1));
        }
        let (x, bottom, height) = (i32::from(x), turns.box_bottom(i32::from(y)), height as i32);
        let (left, wide) = spawn_span(piece);
        let between_walls = x >= left && x + wide - left <= width as i32;
        if between_walls && turns.roams(bottom, height) {
            if self.rules.drop == DropModel::Soft {
                return Some((Search::Roaming, turns.roaming_rows(height)));
            }
            if self.rules.drop == DropModel::Hard && bottom >= turns.far(height) {
                return Some((Search::Straight, height as usize + 1));
            }
        }
        self.search_from_spawn(piece, height, is_free)
    }

    /// Up to which height of the stack a piece roams by soft drops and the turns of
    /// SRS, its landings decided by so many rows.
    fn roaming_ceiling(&self, piece: Piece, width: usize, rows: usize) -> usize {
        let turns = &self.turns[piece as usize];
        let highest = (1..=rows).rev().find(|&height| {
            let search = self.search(piece, width, height, |_| false);
            matches!(search, Some((Search::Roaming, needed)) if needed <= rows)
        });
        if turns.is_standard() { highest.unwrap_or(0) } else { 0 }
    }

    #[inline(never)]
    fn search_from_spawn(
        &self,
        piece: Piece,
        height: i32,
        is_free: impl Fn(Cell) -> bool,
    ) -> Option<(Search, usize)> {
        let turns = &self.turns[piece as usize];
        let (x, y) = self.spawn_where(piece, is_free)?;
        let centre_to_bottom = y - turns.box_bottom(y);
        let highest = if turns.is_calm() { turns.far(height) } else { CEILING as i32 - 8 };
        let bottom = turns.box_bottom(y).min(highest);
        let (dx, dy) = corner(piece, Rotation::N);
        let (x, y) = (x + dx, bottom + centre_to_bottom + dy);
        // A piece that fits is right of the wall and above the floor.
        Some((Search::From(x as usize, y as usize), turns.rows(bottom, height)))
    }

    /// How many landings there are, without a list.
    ///
    /// ```
    /// use tetromino::{Field, MoveGenerator, MoveRules, Piece};
    /// let field = Field::new(10, 40)?;
    /// let generator = MoveGenerator::new(MoveRules::default());
    /// assert_eq!(Piece::ALL.map(|piece| generator.count(&field, piece)), [17, 9, 34, 17, 17, 34, 34]);
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn count(&self, field: &Field, piece: Piece) -> u32 {
        let (width, height) = (field.width(), field.max_height() as usize);
        match self.search(piece, width, height, |cell| field.is_free(cell)) {
            None => 0,
            Some((search, rows)) => sized!(width, rows, self.count_in(field, piece, search)),
        }
    }

    fn count_in<const P: usize, const N: usize>(&self, field: &Field, piece: Piece, search: Search) -> u32 {
        let filled = Map::<P, N>::of(field);
        total(piece, &self.maps(piece, search, &filled, field.width()))
    }

    /// All landings with the spins that lead to them.
    ///
    /// # Complexity
    /// As [`MoveGenerator::count`]; the spins of pieces that the rule has none for
    /// cost nothing.
    ///
    /// ```
    /// use tetromino::{Field, MoveGenerator, MoveRules, Piece, Spins};
    /// let field = Field::from_rows(["##........", "#...######", "##.#######"], 40)?;
    /// let landings = MoveGenerator::new(MoveRules::default()).landings(&field, Piece::T);
    /// assert!(landings.iter().any(|landing| landing.spins == Spins::FULL));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn landings(&self, field: &Field, piece: Piece) -> LandingSet {
        let mut landings = LandingSet::empty(piece, field.width());
        self.landings_into(field, piece, &mut landings);
        landings
    }

    /// As [`MoveGenerator::landings`], into a set that is used again.
    pub fn landings_into(&self, field: &Field, piece: Piece, landings: &mut LandingSet) {
        let (width, height) = (field.width(), field.max_height() as usize);
        landings.reset(piece, width);
        if let Some((search, rows)) = self.search(piece, width, height, |cell| field.is_free(cell)) {
            sized!(width, rows, self.landings_in(field, piece, search, landings));
        }
    }

    fn landings_in<const P: usize, const N: usize>(
        &self,
        field: &Field,
        piece: Piece,
        search: Search,
        landings: &mut LandingSet,
    ) {
        let (filled, width) = (Map::<P, N>::of(field), field.width());
        if !self.rules.spins.has_spins(piece) || matches!(search, Search::Straight) {
            landings.store(&self.maps(piece, search, &filled, width));
            return;
        }
        if piece == Piece::T && !spins::has_slots(&resting(&fits(piece, &filled, width)), &filled, width) {
            landings.store(&self.maps(piece, search, &filled, width));
            return;
        }
        let (reached, start) = self.reached(piece, search, &filled, width, false);
        let turns = &self.turns[piece as usize];
        let labelled = spins::labelled(piece, &self.rules, turns, &reached, &filled, width, start);
        landings.store_labelled(&labelled);
    }

    /// The landings by orientation, each set of cells once.
    #[inline(never)]
    fn maps<const P: usize, const N: usize>(
        &self,
        piece: Piece,
        search: Search,
        filled: &Map<P, N>,
        width: usize,
    ) -> Oriented<P, N> {
        match search {
            Search::Straight => merged(piece, resting(&fits(piece, &filled.covered(), width))),
            Search::Roaming => roaming(piece, &self.turns[piece as usize], filled, width),
            Search::From(..) => {
                self.reached(piece, search, filled, width, true).0.landings(piece, self.rules.drop)
            }
        }
    }

    /// All that inputs reach, and the spawn where it matters.
    #[inline(never)]
    fn reached<const P: usize, const N: usize>(
        &self,
        piece: Piece,
        search: Search,
        filled: &Map<P, N>,
        width: usize,
        landings_only: bool,
    ) -> (Reached<P, N>, Map<P, N>) {
        let turns = &self.turns[piece as usize];
        let fits_here = fits(piece, filled, width);
        let mut start = Map::EMPTY;
        let places = match search {
            Search::From(x, y) => {
                start = Map::bit(x, y);
                [start, Map::EMPTY, Map::EMPTY, Map::EMPTY]
            }
            _ => fits(piece, &filled.covered(), width),
        };
        (flooded(piece, turns, self.rules.drop, fits_here, places, landings_only), start)
    }
}

/// The leftmost centre column of a piece as it spawns, and its width.
#[cfg_attr(not(debug_assertions), inline(always))]
fn spawn_span(piece: Piece) -> (i32, i32) {
    match piece {
        Piece::I => (1, 4),
        Piece::O => (0, 2),
        _ => (1, 3),
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn total<const P: usize, const N: usize>(piece: Piece, maps: &Oriented<P, N>) -> u32 {
    maps[..distinct(piece)].iter().map(Map::len).sum()
}

#[cfg(test)]
mod tests;
