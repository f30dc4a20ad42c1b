//! The optional modules: jelly, icing, locks, chocolate, ingredients and
//! diagonal filling.

use alloc::vec;
use alloc::vec::Vec;

use super::{Event, Field, Observer, RefillSource, Tile, Workspace, mark};
use crate::rules::board::{Board, Pos, pos_of};
use crate::rules::resolve::PlayError;
use crate::rules::swap::{Swap, SwapError};
use crate::rules::table::Rules;

/// The layers of the optional modules, and the switch that turns the modules on.
///
/// Icing, chocolate and ingredients are tiles of the [`Board`]; jelly and locks lie
/// under and over its candies and are kept here. Without this option obstacles
/// never change, and ingredients are never collected.
///
/// ```
/// use match3::{Board, Modules, Pos};
/// let board: Board = "ABA\nB1B".parse()?;
/// let modules = Modules::new(&board).with_jelly(Pos::new(0, 0), 2).with_lock(Pos::new(0, 1));
/// assert_eq!((modules.jelly(Pos::new(0, 0)), modules.is_locked(Pos::new(0, 1))), (2, true));
/// # Ok::<(), match3::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Modules {
    cols: u8,
    pub(crate) jelly: Vec<u8>,
    pub(crate) locks: Vec<bool>,
    pub(crate) diagonal: bool,
}

impl Modules {
    /// No jelly, no locks, straight filling.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let cells = board.tiles().len();
        Self { cols: board.cols(), jelly: vec![0; cells], locks: vec![false; cells], diagonal: false }
    }

    /// The same with this many layers of jelly under a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn with_jelly(mut self, at: Pos, layers: u8) -> Self {
        let index = self.index(at);
        self.jelly[index] = layers;
        self
    }

    /// The same with the candy of a cell locked.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn with_lock(mut self, at: Pos) -> Self {
        let index = self.index(at);
        self.locks[index] = true;
        self
    }

    /// The same with diagonal filling.
    #[must_use]
    pub fn with_diagonal_filling(mut self) -> Self {
        self.diagonal = true;
        self
    }

    /// Layers of jelly under a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn jelly(&self, at: Pos) -> u8 {
        self.jelly[self.index(at)]
    }

    /// Whether the candy of a cell is locked.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn is_locked(&self, at: Pos) -> bool {
        self.locks[self.index(at)]
    }

    /// Whether candies slide diagonally under obstacles.
    #[must_use]
    pub const fn fills_diagonally(&self) -> bool {
        self.diagonal
    }

    /// Layers of jelly left on the whole board.
    #[must_use]
    pub fn jelly_left(&self) -> u32 {
        self.jelly.iter().map(|&layers| u32::from(layers)).sum()
    }

    /// Whether the layers are those of a board of this size.
    #[must_use]
    pub fn fits(&self, board: &Board) -> bool {
        let cells = board.tiles().len();
        self.cols == board.cols() && self.jelly.len() == cells && self.locks.len() == cells
    }

    /// Checks a swap as [`Board::check`] does, and that neither candy is locked.
    ///
    /// # Errors
    /// [`PlayError::Swap`], [`PlayError::WrongLayers`].
    pub fn check(&self, board: &Board, swap: Swap, rules: &Rules) -> Result<(), PlayError> {
        if !self.fits(board) {
            return Err(PlayError::WrongLayers { rows: board.rows(), cols: board.cols() });
        }
        let checked = board.check(swap, rules);
        for at in [swap.from, swap.to] {
            if board.contains(at) && self.is_locked(at) {
                return Err(SwapError::Locked { at }.into());
            }
        }
        Ok(checked?)
    }

    /// The legal swaps of unlocked candies, in the order of
    /// [`Board::legal_swaps`].
    #[must_use]
    pub fn legal_swaps(&self, board: &Board, rules: &Rules) -> Vec<Swap> {
        let mut swaps = board.legal_swaps(rules);
        swaps.retain(|&swap| self.check(board, swap, rules).is_ok());
        swaps
    }

    fn index(&self, at: Pos) -> usize {
        let index = usize::from(at.row) * usize::from(self.cols) + usize::from(at.col);
        assert!(at.col < self.cols && index < self.jelly.len(), "cell {at} is outside the board");
        index
    }
}

/// Marks the obstacles next to a matched cell.
pub(super) fn hit_neighbours(field: &Field<'_>, cell: usize, marks: &mut [u8]) {
    for neighbour in neighbours(field, cell) {
        if field.tiles[neighbour].is_obstacle() {
            marks[neighbour] |= mark::OBSTACLE_HIT;
        }
    }
}

/// The cells that share a side with a cell: up, left, right, down.
fn neighbours(field: &Field<'_>, cell: usize) -> impl Iterator<Item = usize> + use<> {
    let cols = usize::from(field.cols);
    let cells = field.tiles.len();
    let up = cell.checked_sub(cols);
    let left = (cell % cols > 0).then(|| cell - 1);
    let right = (cell % cols + 1 < cols).then_some(cell + 1);
    let down = (cell + cols < cells).then_some(cell + cols);
    [up, left, right, down].into_iter().flatten()
}

/// Takes off jelly, locks and layers of obstacles by the marks of the wave; says
/// whether chocolate was removed.
pub(super) fn change_layers<O: Observer>(work: &Workspace, field: &mut Field<'_>, observer: &mut O) -> bool {
    let Some(modules) = field.modules.as_deref_mut() else { return false };
    let mut chocolate = false;
    for (index, &marks) in work.marks.iter().enumerate() {
        let at = pos_of(field.cols, index);
        if marks & (mark::CLEARED | mark::PRIMED) != 0 && modules.jelly[index] > 0 {
            modules.jelly[index] -= 1;
            if O::EVENTS {
                observer.event(Event::JellyRemoved { at, left: modules.jelly[index] });
            }
        }
        if marks & mark::UNLOCKED != 0 {
            modules.locks[index] = false;
            if O::EVENTS {
                observer.event(Event::Unlocked { at });
            }
        }
        if marks & mark::OBSTACLE_HIT != 0 {
            let before = field.tiles[index];
            let after = Tile::icing(before.icing_layers().saturating_sub(1)).unwrap_or(Tile::EMPTY);
            chocolate |= before == Tile::CHOCOLATE;
            field.tiles[index] = after;
            if O::EVENTS {
                observer.event(Event::ObstacleHit { at, before, after });
            }
        }
    }
    chocolate
}

/// After straight gravity: takes ingredients off the bottom, else lets one candy
/// slide. Says whether anything changed.
pub(super) fn collect_and_slide<O: Observer>(field: &mut Field<'_>, observer: &mut O) -> bool {
    let cols = usize::from(field.cols);
    let mut collected = false;
    for col in 0..cols {
        let mut column = (0..field.rows()).rev().map(|row| row * cols + col);
        let Some(bottom) = column.find(|&index| !field.tiles[index].is_hole()) else { continue };
        if field.tiles[bottom] == Tile::INGREDIENT && !field.is_locked(bottom) {
            field.tiles[bottom] = Tile::EMPTY;
            collected = true;
            if O::EVENTS {
                observer.event(Event::Collected { at: pos_of(field.cols, bottom) });
            }
        }
    }
    collected || (field.modules.as_ref().is_some_and(|modules| modules.diagonal) && slide(field, observer))
}

/// Lets one candy slide into an empty cell that is shut off from above.
fn slide<O: Observer>(field: &mut Field<'_>, observer: &mut O) -> bool {
    let cols = usize::from(field.cols);
    for row in (1..field.rows()).rev() {
        for col in 0..cols {
            let index = row * cols + col;
            if field.tiles[index] != Tile::EMPTY || !is_shut_off(field, index) {
                continue;
            }
            let left = (col > 0).then(|| index - cols - 1);
            let right = (col + 1 < cols).then(|| index - cols + 1);
            let source = [left, right]
                .into_iter()
                .flatten()
                .find(|&source| field.tiles[source].is_candy() && !field.is_locked(source));
            if let Some(source) = source {
                let tile = field.tiles[source];
                field.tiles[index] = tile;
                field.tiles[source] = Tile::EMPTY;
                if O::EVENTS {
                    let (from, to) = (pos_of(field.cols, source), pos_of(field.cols, index));
                    observer.event(Event::Moved { from, to, tile });
                }
                return true;
            }
        }
    }
    false
}

/// Whether an obstacle, a locked candy or such an empty cell lies directly above,
/// holes left out.
fn is_shut_off(field: &Field<'_>, index: usize) -> bool {
    let cols = usize::from(field.cols);
    let mut index = index;
    while let Some(above) = index.checked_sub(cols) {
        if field.tiles[above].is_obstacle() || field.is_locked(above) {
            return true;
        }
        if field.tiles[above] != Tile::EMPTY && !field.tiles[above].is_hole() {
            return false;
        }
        index = above;
    }
    false
}

/// After a move that removed no chocolate: one piece covers a plain candy next to
/// it. The pairs (piece, candy) are listed by piece in row-major order and, for
/// each, up, left, right, down; the source chooses one of them.
pub(super) fn spread_chocolate<S: RefillSource, O: Observer>(
    field: &mut Field<'_>,
    removed: bool,
    source: &mut S,
    observer: &mut O,
) {
    if removed {
        return;
    }
    let pieces = (0..field.tiles.len()).filter(|&cell| field.tiles[cell] == Tile::CHOCOLATE);
    let is_plain =
        |cell: usize| field.tiles[cell].form() == Some(crate::Form::Plain) && !field.is_locked(cell);
    let pairs: Vec<(usize, usize)> = pieces
        .flat_map(|piece| neighbours(field, piece).map(move |cell| (piece, cell)))
        .filter(|&(_, cell)| is_plain(cell))
        .collect();
    if pairs.is_empty() {
        return;
    }
    let (piece, cell) = pairs[source.choose(pairs.len() as u32) as usize];
    let eaten = field.tiles[cell];
    field.tiles[cell] = Tile::CHOCOLATE;
    if O::EVENTS {
        observer.event(Event::ChocolateSpread {
            from: pos_of(field.cols, piece),
            to: pos_of(field.cols, cell),
            eaten,
        });
    }
}
