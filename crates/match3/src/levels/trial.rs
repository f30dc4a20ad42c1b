//! A search in depth over the kinds of the cells, for boards that draws do not find.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::Stream;

use super::draw::completes_run;
use crate::rules::board::Board;
use crate::rules::tile::{Kind, Tile};

/// Fills cells in their order, each with its own order of kinds, going back where a
/// cell has no kind left.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    board: Board,
    order: Vec<usize>,
    kinds: Vec<Vec<u8>>,
    /// For each cell filled, and the next one, the next of its kinds.
    choices: Vec<usize>,
}

/// What came of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A cell was filled or emptied.
    On,
    /// All cells are filled, without a run through the last two cells to the left or
    /// above of any.
    Full,
    /// Everything was looked at.
    Done,
}

impl Trial {
    /// Begins with the cells of `open` empty.
    pub(crate) fn new(mut board: Board, open: &[bool], kinds: u8, stream: &mut Stream) -> Self {
        let order: Vec<usize> = (0..open.len()).filter(|&cell| open[cell]).collect();
        for &cell in &order {
            board.tiles_mut()[cell] = Tile::EMPTY;
        }
        let shuffled = |_| {
            let mut order: Vec<u8> = (0..kinds).collect();
            stream.shuffle(&mut order);
            order
        };
        let kinds = (0..order.len()).map(shuffled).collect();
        Self { board, order, kinds, choices: vec![0] }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// Tries one more kind of one cell.
    pub(crate) fn step(&mut self) -> Step {
        let depth = self.choices.len();
        let Some(choice) = self.choices.last_mut() else { return Step::Done };
        let depth = depth - 1;
        let number = *choice;
        *choice += 1;
        if depth == self.order.len() {
            if number == 0 {
                return Step::Full;
            }
            self.choices.pop();
            return Step::On;
        }
        let cell = self.order[depth];
        match self.kinds[depth].get(number) {
            None => {
                self.board.tiles_mut()[cell] = Tile::EMPTY;
                self.choices.pop();
            }
            Some(&kind) if !completes_run(self.board.tiles(), self.board.cols(), cell, kind) => {
                self.board.tiles_mut()[cell] = Tile::plain(Kind::at(kind));
                self.choices.push(0);
            }
            Some(_) => {}
        }
        Step::On
    }
}
