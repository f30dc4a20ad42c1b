//! Drawing cells, and what can be said of an outline beforehand.

use alloc::vec;

use grid_core::Stream;

use crate::rules::board::Board;
use crate::rules::fast::draw_kind;
use crate::rules::runs::mark_runs;
use crate::rules::table::Rules;
use crate::rules::tile::{Kind, Tile};

/// Whether a kind would complete a run with the two cells to the left or above.
pub(crate) fn completes_run(tiles: &[Tile], cols: u8, cell: usize, kind: u8) -> bool {
    let width = usize::from(cols);
    let same = |cell: usize| tiles[cell].key() == kind;
    (cell % width >= 2 && same(cell - 1) && same(cell - 2))
        || (cell >= 2 * width && same(cell - width) && same(cell - 2 * width))
}

/// Fills the open cells by the sequential distribution; says whether every cell had
/// a kind to take.
pub(crate) fn sequential(
    tiles: &mut [Tile],
    cols: u8,
    open: &[bool],
    kinds: u8,
    stream: &mut Stream,
) -> bool {
    let width = usize::from(cols);
    let mut col = 0;
    for cell in 0..tiles.len() {
        let here = col;
        col = if col + 1 == width { 0 } else { col + 1 };
        if !open[cell] {
            continue;
        }
        let pair =
            |a: usize, b: usize| if tiles[a].key() == tiles[b].key() { tiles[a].key() } else { u8::MAX };
        let left = if here >= 2 { pair(cell - 1, cell - 2) } else { u8::MAX };
        let above = if cell >= 2 * width { pair(cell - width, cell - 2 * width) } else { u8::MAX };
        let Some(kind) = draw_kind(left, above, kinds, stream) else { return false };
        tiles[cell] = Tile::plain(Kind::at(kind));
    }
    true
}

/// Whether a legal swap can exist at all: some three cells in line, one of which has
/// an open neighbour besides the other two, and a kind to stand in the way.
pub(crate) fn may_have_moves(open: &[bool], cols: u8, kinds: u8) -> bool {
    if kinds < 2 {
        return false;
    }
    let width = usize::from(cols);
    let height = open.len() / width;
    let is_open = |row: isize, col: isize| {
        row >= 0
            && col >= 0
            && (row as usize) < height
            && (col as usize) < width
            && open[row as usize * width + col as usize]
    };
    (0..height as isize).any(|row| {
        (0..width as isize).any(|col| {
            [(0, 1), (1, 0)].into_iter().any(|(down, right)| {
                let line = [0, 1, 2].map(|step| (row + down * step, col + right * step));
                line.iter().all(|&(r, c)| is_open(r, c))
                    && line.iter().any(|&(r, c)| {
                        [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
                            .into_iter()
                            .any(|(r, c)| is_open(r, c) && !line.contains(&(r, c)))
                    })
            })
        })
    })
}

/// Whether a board is at rest and can go on: no run, and a legal swap.
pub(crate) fn is_playable(board: &Board, rules: &Rules) -> bool {
    let mut marks = vec![0; board.tiles().len()];
    !mark_runs(board.tiles(), board.cols(), &mut marks) && board.has_legal_swap(rules)
}
