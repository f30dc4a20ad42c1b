//! What a judge sees of one wave.

use super::board::{Pos, pos_of};
use super::event::Event;
use super::fast::FastBoard;
use super::table::Rules;
use super::tile::Tile;

/// A board that is looked at, of either engine.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a>(View<'a>);

#[derive(Clone, Copy, Debug)]
enum View<'a> {
    General { cols: u8, tiles: &'a [Tile] },
    Fast(FastBoard),
}

impl<'a> BoardView<'a> {
    #[inline]
    pub(crate) fn general(cols: u8, tiles: &'a [Tile]) -> Self {
        Self(View::General { cols, tiles })
    }

    #[inline]
    pub(crate) fn fast(board: FastBoard) -> Self {
        Self(View::Fast(board))
    }

    /// Rows.
    #[must_use]
    pub fn rows(&self) -> u8 {
        match &self.0 {
            View::General { cols, tiles } => (tiles.len() / usize::from(*cols)) as u8,
            View::Fast(board) => board.rows(),
        }
    }

    /// Columns.
    #[must_use]
    pub fn cols(&self) -> u8 {
        match &self.0 {
            View::General { cols, .. } => *cols,
            View::Fast(board) => board.cols(),
        }
    }

    /// The tile of a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn tile(&self, at: Pos) -> Tile {
        assert!(at.row < self.rows() && at.col < self.cols(), "cell {at} is outside the board");
        match &self.0 {
            View::General { cols, tiles } => {
                tiles[usize::from(at.row) * usize::from(*cols) + usize::from(at.col)]
            }
            View::Fast(board) => board.tile(at),
        }
    }

    /// Whether it has a run.
    #[must_use]
    pub fn has_run(&self) -> bool {
        match &self.0 {
            View::General { cols, tiles } => {
                let width = usize::from(*cols);
                let triple =
                    |a: Tile, b: Tile, c: Tile| a.key() < 32 && a.key() == b.key() && a.key() == c.key();
                (0..tiles.len()).any(|i| {
                    (i % width + 2 < width && triple(tiles[i], tiles[i + 1], tiles[i + 2]))
                        || (i + 2 * width < tiles.len()
                            && triple(tiles[i], tiles[i + width], tiles[i + 2 * width]))
                })
            }
            View::Fast(board) => !board.is_stable(),
        }
    }

    /// How many candies the most frequent matching kind has.
    #[must_use]
    pub fn most_frequent_count(&self) -> u32 {
        let mut counts = [0_u32; 26];
        for row in 0..self.rows() {
            for col in 0..self.cols() {
                if let Some(kind) = self.tile(Pos::new(row, col)).matching_kind() {
                    counts[usize::from(kind.index())] += 1;
                }
            }
        }
        counts.into_iter().max().unwrap_or(0)
    }

    /// How many legal swaps it has.
    #[must_use]
    pub fn legal_count(&self, rules: &Rules) -> u32 {
        match &self.0 {
            View::General { cols, tiles } => {
                let mut count = 0;
                super::swap::each_legal(tiles, *cols, rules.specials.is_some(), |_| {
                    count += 1;
                    true
                });
                count
            }
            View::Fast(board) => board.legal_count(rules),
        }
    }
}

/// One wave of a cascade, after its refill.
#[derive(Clone, Copy, Debug)]
pub struct Wave<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// Candies cleared, each once.
    pub cleared: u32,
    lists: Lists<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Lists<'a> {
    General {
        cols: u8,
        after: &'a [Tile],
        cleared: &'a [u16],
        created: &'a [(u16, Tile)],
        activated: &'a [(u16, Tile)],
        primed: &'a [u16],
    },
    Fast(FastWave),
}

/// The lists of a wave of the fast engine, as sets of its cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastWave {
    pub(crate) before: FastBoard,
    pub(crate) after: FastBoard,
    pub(crate) cleared: u64,
    pub(crate) created: [u64; 4],
    pub(crate) activated: u64,
    pub(crate) primed: u64,
}

/// What the general engine hands over.
pub(crate) struct GeneralWave<'a> {
    pub(crate) cols: u8,
    pub(crate) after: &'a [Tile],
    pub(crate) cleared: &'a [u16],
    pub(crate) created: &'a [(u16, Tile)],
    pub(crate) activated: &'a [(u16, Tile)],
    pub(crate) primed: &'a [u16],
}

impl<'a> Wave<'a> {
    pub(crate) fn general(number: u32, wave: &GeneralWave<'a>) -> Self {
        let &GeneralWave { cols, after, cleared, created, activated, primed } = wave;
        let lists = Lists::General { cols, after, cleared, created, activated, primed };
        Self { number, cleared: cleared.len() as u32, lists }
    }

    #[inline]
    pub(crate) fn fast(number: u32, cleared: u32, wave: FastWave) -> Self {
        Self { number, cleared, lists: Lists::Fast(wave) }
    }

    /// The board after gravity and refill.
    #[must_use]
    pub fn board(&self) -> BoardView<'a> {
        match self.lists {
            Lists::General { cols, after, .. } => BoardView::general(cols, after),
            Lists::Fast(wave) => BoardView::fast(wave.after),
        }
    }

    /// The cells cleared, in row-major order.
    pub fn cleared_cells(&self) -> impl Iterator<Item = Pos> + use<'a> {
        match self.lists {
            Lists::General { cols, cleared, .. } => Cells::General { cols, cells: cleared.iter() },
            Lists::Fast(wave) => Cells::Fast { board: wave.before, left: wave.cleared },
        }
    }

    /// The cells of candies that were primed, in row-major order.
    pub fn primed(&self) -> impl Iterator<Item = Pos> + use<'a> {
        match self.lists {
            Lists::General { cols, primed, .. } => Cells::General { cols, cells: primed.iter() },
            Lists::Fast(wave) => Cells::Fast { board: wave.before, left: wave.primed },
        }
    }

    /// The special candies that were created, with their cells before they fell,
    /// in row-major order.
    pub fn created(&self) -> impl Iterator<Item = (Pos, Tile)> + use<'a> {
        match self.lists {
            Lists::General { cols, created, .. } => Tiles::General { cols, tiles: created.iter() },
            Lists::Fast(wave) => {
                let left = wave.created.iter().fold(0, |all, set| all | set);
                Tiles::Fast { wave, created: true, left }
            }
        }
    }

    /// The special and primed candies that took effect, as they were at the start
    /// of the wave (after the swap and any conversion), in row-major order.
    pub fn activated(&self) -> impl Iterator<Item = (Pos, Tile)> + use<'a> {
        match self.lists {
            Lists::General { cols, activated, .. } => Tiles::General { cols, tiles: activated.iter() },
            Lists::Fast(wave) => Tiles::Fast { wave, created: false, left: wave.activated },
        }
    }
}

enum Cells<'a> {
    General { cols: u8, cells: core::slice::Iter<'a, u16> },
    Fast { board: FastBoard, left: u64 },
}

impl Iterator for Cells<'_> {
    type Item = Pos;

    fn next(&mut self) -> Option<Pos> {
        match self {
            Self::General { cols, cells } => cells.next().map(|&cell| pos_of(*cols, cell.into())),
            Self::Fast { board, left } => take_lowest(left).map(|bit| board.pos_of_bit(bit)),
        }
    }
}

// A wave is short-lived and lies on the stack.
#[allow(clippy::large_enum_variant)]
enum Tiles<'a> {
    General { cols: u8, tiles: core::slice::Iter<'a, (u16, Tile)> },
    Fast { wave: FastWave, created: bool, left: u64 },
}

impl Iterator for Tiles<'_> {
    type Item = (Pos, Tile);

    fn next(&mut self) -> Option<(Pos, Tile)> {
        match self {
            Self::General { cols, tiles } => {
                tiles.next().map(|&(cell, tile)| (pos_of(*cols, cell.into()), tile))
            }
            Self::Fast { wave, created, left } => {
                let bit = take_lowest(left)?;
                let before = wave.before.tile_of_bit(bit);
                let tile = if *created { wave.created_tile(bit, before) } else { before };
                Some((wave.before.pos_of_bit(bit), tile))
            }
        }
    }
}

/// Takes the lowest bit out of a set.
#[inline]
pub(crate) fn take_lowest(set: &mut u64) -> Option<u32> {
    if *set == 0 {
        return None;
    }
    let bit = set.trailing_zeros();
    *set &= *set - 1;
    Some(bit)
}

/// Whoever watches a move: a judge that scores its waves, a list that keeps its
/// events.
///
/// Closures `FnMut(&Wave) -> i64` watch waves only.
pub trait Observer {
    /// Whether [`Observer::event`] is to be called; events cost time.
    const EVENTS: bool = false;

    /// A wave is over; returns its score.
    fn wave(&mut self, wave: &Wave<'_>) -> i64;

    /// Something happened.
    fn event(&mut self, event: Event) {
        let _ = event;
    }
}

impl<F: FnMut(&Wave<'_>) -> i64> Observer for F {
    #[inline]
    fn wave(&mut self, wave: &Wave<'_>) -> i64 {
        self(wave)
    }
}
