//! The search over all arrangements of a few candies.

use alloc::vec::Vec;

use super::draw::is_playable;
use crate::rules::board::Board;
use crate::rules::table::Rules;
use crate::rules::tile::Tile;

/// Candies tried at most; boards of up to 16 cells need far fewer.
const EXACT_STEPS: u64 = 100_000_000;

/// All arrangements, one candy after the other, equal candies taken as one.
#[derive(Clone, Debug)]
pub(super) struct Exact {
    pub(super) board: Board,
    /// The candies with their old places, equal ones side by side.
    sorted: Vec<(Tile, u32)>,
    used: u32,
    pub(super) order: Vec<u32>,
    /// For each cell filled, and the next one, the next of the candies.
    choices: Vec<usize>,
    left: u64,
}

/// What came of one step.
pub(super) enum Step {
    On,
    Found,
    Done,
    TooLong,
}

impl Exact {
    pub(super) fn new(board: &Board, tiles: &[Tile]) -> Self {
        let mut sorted: Vec<(Tile, u32)> = tiles.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let choices = alloc::vec![0];
        Self { board: board.clone(), sorted, used: 0, order: Vec::new(), choices, left: EXACT_STEPS }
    }

    /// Tries one more candy on one cell.
    pub(super) fn step(&mut self, cells: &[usize], rules: &Rules) -> Step {
        let Some(number) = self.choices.len().checked_sub(1) else { return Step::Done };
        if self.left == 0 {
            return Step::TooLong;
        }
        self.left -= 1;
        if number == cells.len() && is_playable(&self.board, rules) {
            return Step::Found;
        }
        let item = self.choices[number];
        self.choices[number] += 1;
        if number == cells.len() || item == self.sorted.len() {
            // What lies on cells not yet filled is not looked at.
            self.choices.pop();
            self.order.pop();
            if let Some(last) = self.choices.last() {
                self.used &= !(1 << (last - 1));
            }
            return Step::On;
        }
        let (tile, from) = self.sorted[item];
        let is_used = |item: usize| self.used >> item & 1 == 1;
        let tried = item > 0 && self.sorted[item - 1].0 == tile && !is_used(item - 1);
        if is_used(item) || tried {
            return Step::On;
        }
        self.board.tiles_mut()[cells[number]] = tile;
        if !self.completes_run(cells[number]) {
            self.used |= 1 << item;
            self.order.push(from);
            self.choices.push(0);
        }
        Step::On
    }

    /// Whether the cell just filled is the last of three of its kind in line, of
    /// cells filled before it or never to be filled.
    fn completes_run(&self, cell: usize) -> bool {
        let kind = self.board.tiles()[cell].key();
        let cols = usize::from(self.board.cols());
        let settled = |other: usize| other < cell && self.board.tiles()[other].key() == kind;
        kind < 32
            && ((cell % cols >= 2 && settled(cell - 1) && settled(cell - 2))
                || (cell >= 2 * cols && settled(cell - cols) && settled(cell - 2 * cols)))
    }
}
