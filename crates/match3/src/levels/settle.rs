//! Exchanges of two candies that leave no more candies in runs: the min-conflicts
//! heuristic.
//!
//! Source: Minton, Johnston, Philips and Laird, "Minimizing conflicts: a heuristic
//! repair method for constraint satisfaction and scheduling problems", 1992.

use alloc::vec::Vec;

use grid_core::Stream;

use super::draw::is_playable;
use super::exact::Step;
use crate::rules::board::Board;
use crate::rules::table::Rules;
use crate::rules::tile::Tile;

/// Passes over the candies in runs, and exchanges tried, at most.
const PASSES: u32 = 2000;
const EXCHANGES: u32 = 4_000_000;
/// Partners tried for a candy in each pass.
const PARTNERS: u32 = 32;
/// One exchange for the worse in so many is taken, to get out of dead ends.
const NOISE: u32 = 500;

/// An arrangement that is being settled.
#[derive(Clone, Debug)]
pub(super) struct Settle {
    pub(super) board: Board,
    /// For each movable cell the number of the candy on it.
    pub(super) order: Vec<u32>,
    passes: u32,
    exchanges: u32,
}

impl Settle {
    /// The candies in a random order.
    pub(super) fn new(board: &Board, cells: &[usize], tiles: &[Tile], stream: &mut Stream) -> Self {
        let (board, order) = arranged(board, cells, tiles, stream);
        Self { board, order, passes: PASSES, exchanges: EXCHANGES }
    }

    /// One pass over the candies in runs.
    pub(super) fn step(
        &mut self,
        cells: &[usize],
        tiles: &[Tile],
        rules: &Rules,
        stream: &mut Stream,
    ) -> Step {
        if self.passes == 0 || self.exchanges == 0 {
            return Step::TooLong;
        }
        self.passes -= 1;
        let bad: Vec<usize> = self.board.matched().into_iter().map(|at| self.board.index(at)).collect();
        if bad.is_empty() {
            if is_playable(&self.board, rules) {
                return Step::Found;
            }
            // Stable without a legal swap: another order.
            (self.board, self.order) = arranged(&self.board, cells, tiles, stream);
        }
        for cell in bad {
            let Ok(a) = cells.binary_search(&cell) else { continue };
            for _ in 0..PARTNERS.min(self.exchanges) {
                if !lies_in_run(self.board.tiles(), self.board.cols(), cell) {
                    break;
                }
                self.exchanges -= 1;
                let b = stream.below(cells.len() as u32) as usize;
                self.exchange(cells, (a, b), stream);
            }
        }
        Step::On
    }

    /// Exchanges two candies unless more then lie in runs around them.
    fn exchange(&mut self, cells: &[usize], (a, b): (usize, usize), stream: &mut Stream) {
        let tiles = self.board.tiles();
        if tiles[cells[a]].key() == tiles[cells[b]].key() {
            return;
        }
        let around = |board: &Board| [a, b].map(|one| conflicts(board, cells[one])).iter().sum::<usize>();
        let before = around(&self.board);
        self.board.tiles_mut().swap(cells[a], cells[b]);
        if around(&self.board) <= before || stream.below(NOISE) == 0 {
            self.order.swap(a, b);
        } else {
            self.board.tiles_mut().swap(cells[a], cells[b]);
        }
    }
}

/// The candies in a random order, and for each cell the number of the one on it.
pub(super) fn arranged(
    board: &Board,
    cells: &[usize],
    tiles: &[Tile],
    stream: &mut Stream,
) -> (Board, Vec<u32>) {
    let mut order: Vec<u32> = (0..cells.len() as u32).collect();
    stream.shuffle(&mut order);
    let mut board = board.clone();
    for (&cell, &from) in cells.iter().zip(&order) {
        board.tiles_mut()[cell] = tiles[from as usize];
    }
    (board, order)
}

/// The cells in runs that a cell can be part of.
fn conflicts(board: &Board, cell: usize) -> usize {
    let (cols, cells) = (usize::from(board.cols()), board.tiles().len());
    let (col, row) = (cell % cols, cell / cols);
    let across = (col.saturating_sub(2)..(col + 3).min(cols)).map(|col| row * cols + col);
    let along = (row.saturating_sub(2)..(row + 3).min(cells / cols)).filter(|&other| other != row);
    let cross = across.chain(along.map(|row| row * cols + col));
    cross.filter(|&cell| lies_in_run(board.tiles(), board.cols(), cell)).count()
}

/// Whether a cell belongs to a run.
pub(super) fn lies_in_run(tiles: &[Tile], cols: u8, cell: usize) -> bool {
    let cols = usize::from(cols);
    let key = tiles[cell].key();
    if key >= 32 {
        return false;
    }
    let same = |other: usize| tiles.get(other).is_some_and(|tile| tile.key() == key);
    let col = cell % cols;
    // Two cells to each side are enough.
    let left = (1..=col.min(2)).take_while(|&step| same(cell - step)).count();
    let right = (1..=(cols - 1 - col).min(2)).take_while(|&step| same(cell + step)).count();
    let up = (1..=(cell / cols).min(2)).take_while(|&step| same(cell - step * cols)).count();
    let down = (1..=2).take_while(|&step| same(cell + step * cols)).count();
    left + right >= 2 || up + down >= 2
}

/// Whether some kind has more candies than stand without a run of three: in a line of
/// n cells at most n less a third, rounded down.
pub(super) fn is_crowded(board: &Board) -> bool {
    let (cols, cells) = (usize::from(board.cols()), board.tiles().len());
    let mut counts = [0; 32];
    for tile in board.tiles().iter().filter(|tile| tile.key() < 32) {
        counts[usize::from(tile.key())] += 1;
    }
    let most = counts.into_iter().max().unwrap_or(0);
    let room = |lines: usize, length: usize, at: &dyn Fn(usize, usize) -> usize| -> usize {
        let (mut room, mut open) = (0, 0);
        for line in 0..lines {
            for step in 0..=length {
                if step < length && board.tiles()[at(line, step)].is_candy() {
                    open += 1;
                } else {
                    room += open - open / 3;
                    open = 0;
                }
            }
        }
        room
    };
    let rows = cells / cols.max(1);
    most > room(rows, cols, &|row, col| row * cols + col)
        || most > room(cols, rows, &|col, row| row * cols + col)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn a_run_is_what_the_board_calls_one() {
        let mut stream = Stream::new(1, "settle test", 0);
        for _ in 0..300 {
            let (rows, cols) = (1 + stream.below(7) as usize, 1 + stream.below(7) as usize);
            let tile = |stream: &mut Stream| match stream.below(8) {
                0 => Tile::HOLE,
                kind => Tile::plain(Kind::at(kind as u8 % 2)),
            };
            let tiles: Vec<Tile> = (0..rows * cols).map(|_| tile(&mut stream)).collect();
            let board = Board::from_tiles(rows, cols, tiles).unwrap();
            let runs: Vec<usize> = board.matched().into_iter().map(|at| board.index(at)).collect();
            for cell in 0..board.tiles().len() {
                assert_eq!(lies_in_run(board.tiles(), board.cols(), cell), runs.contains(&cell), "{board}");
            }
            assert!(!runs.is_empty() || !is_crowded(&board), "{board}");
        }
    }

    #[test]
    fn a_line_holds_two_thirds() {
        let crowded = |text: &str| is_crowded(&text.parse().unwrap());
        assert!(!crowded("AABAA") && crowded("AAAAA"));
        assert!(!crowded("A\nA\nB\nA\nA") && crowded("A\nA\nA\nA\nA"));
        assert!(!crowded("AAB\nBAA\nABA") && crowded("AAB\nBAA\nAAA"));
        assert!(!crowded("AA#AA") && crowded("AAA#A"));
    }
}
