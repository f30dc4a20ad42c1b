//! What a search needs of a board, for both engines.

use alloc::vec::Vec;

use crate::judge::policy::{Judged, ScorePolicy};
use crate::rules::board::{Board, pos_of};
use crate::rules::fast::supply::{SampleTable, TableSource};
use crate::rules::fast::{Batch, FastBoard};
use crate::rules::general::{Cascade, Field, Workspace};
use crate::rules::swap::{Swap, each_legal};
use crate::rules::table::Rules;
use crate::rules::tile::Tile;
use crate::rules::wave::BoardView;

/// A board that a search can look ahead on.
pub(crate) trait Position: Clone {
    /// The moves of a board with what they came to, and buffers.
    type Moves: Moves<Self>;

    /// Resolves every legal swap, refilled from `table` or not at all. `KEEP` keeps
    /// the boards that the swaps leave.
    fn expand<P: ScorePolicy, const KEEP: bool>(
        &self,
        rules: &Rules,
        table: Option<&mut SampleTable>,
        policy: &P,
        moves: &mut Self::Moves,
    );

    /// Resolves one swap; says what it came to.
    fn play<P: ScorePolicy>(
        &mut self,
        swap: Swap,
        rules: &Rules,
        table: &mut SampleTable,
        policy: &P,
        moves: &mut Self::Moves,
    ) -> Cascade;

    /// The legal swaps in their order.
    fn swaps_into(&self, rules: &Rules, swaps: &mut Vec<Swap>);

    /// The board as a judge sees it.
    fn view(&self) -> BoardView<'_>;

    /// Words of 64 cells that a refill table needs.
    fn words(&self) -> usize;
}

/// The resolved moves of a board.
pub(crate) trait Moves<P>: Default {
    /// How many there are.
    fn len(&self) -> usize;
    /// What a move came to.
    fn result(&self, index: usize) -> Cascade;
    /// The swap of a move.
    fn swap(&self, index: usize, board: &P) -> Swap;
    /// The board that a move left.
    fn child_into(&self, index: usize, board: &P, child: &mut P);
}

/// The highest score among the moves, if there are any.
pub(crate) fn best_score<P: Position>(moves: &P::Moves) -> Option<i64> {
    (0..moves.len()).map(|index| moves.result(index).score).max()
}

impl Position for FastBoard {
    type Moves = Batch;

    #[inline]
    fn expand<P: ScorePolicy, const KEEP: bool>(
        &self,
        rules: &Rules,
        table: Option<&mut SampleTable>,
        policy: &P,
        moves: &mut Batch,
    ) {
        moves.run::<_, KEEP>(self, rules, table, &mut Judged(policy));
    }

    fn play<P: ScorePolicy>(
        &mut self,
        swap: Swap,
        rules: &Rules,
        mut table: &mut SampleTable,
        policy: &P,
        _: &mut Batch,
    ) -> Cascade {
        let pair = (self.bit_of(swap.from), self.bit_of(swap.to));
        // A table never runs dry.
        self.resolve(pair, rules, &mut table, &mut Judged(policy)).unwrap_or_default()
    }

    fn swaps_into(&self, rules: &Rules, swaps: &mut Vec<Swap>) {
        swaps.clear();
        swaps.extend(self.legal_swaps(rules));
    }

    fn view(&self) -> BoardView<'_> {
        BoardView::fast(*self)
    }

    fn words(&self) -> usize {
        1
    }
}

impl Moves<FastBoard> for Batch {
    #[inline]
    fn len(&self) -> usize {
        Batch::len(self)
    }

    #[inline]
    fn result(&self, index: usize) -> Cascade {
        self.results()[index]
    }

    fn swap(&self, index: usize, board: &FastBoard) -> Swap {
        let (a, b) = self.pair(index);
        Swap::new(board.pos_of_bit(a), board.pos_of_bit(b))
    }

    #[inline]
    fn child_into(&self, index: usize, board: &FastBoard, child: &mut FastBoard) {
        *child = self.board(index, board);
    }
}

/// A board of the general engine.
#[derive(Debug)]
pub(crate) struct GeneralPosition {
    rows: u8,
    cols: u8,
    tiles: Vec<Tile>,
}

impl GeneralPosition {
    pub(crate) fn new(board: &Board) -> Self {
        Self { rows: board.rows(), cols: board.cols(), tiles: board.tiles().to_vec() }
    }

    /// Becomes this board, in the buffer it has.
    pub(crate) fn copy_from(&mut self, board: &Board) {
        (self.rows, self.cols) = (board.rows(), board.cols());
        self.tiles.clear();
        self.tiles.extend_from_slice(board.tiles());
    }
}

impl Clone for GeneralPosition {
    fn clone(&self) -> Self {
        Self { rows: self.rows, cols: self.cols, tiles: self.tiles.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        (self.rows, self.cols) = (other.rows, other.cols);
        self.tiles.clone_from(&other.tiles);
    }
}

/// The moves of a board of the general engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct GeneralMoves {
    work: Workspace,
    swaps: Vec<Swap>,
    results: Vec<Cascade>,
    /// The boards that the moves left, one after the other.
    tiles: Vec<Tile>,
}

impl Position for GeneralPosition {
    type Moves = GeneralMoves;

    fn expand<P: ScorePolicy, const KEEP: bool>(
        &self,
        rules: &Rules,
        mut table: Option<&mut SampleTable>,
        policy: &P,
        moves: &mut GeneralMoves,
    ) {
        let cells = self.tiles.len();
        self.swaps_into(rules, &mut moves.swaps);
        moves.results.clear();
        moves.tiles.clear();
        for &swap in &moves.swaps {
            let start = moves.tiles.len();
            moves.tiles.extend_from_slice(&self.tiles);
            let mut field =
                Field { tiles: &mut moves.tiles[start..start + cells], cols: self.cols, modules: None };
            let pair = self.cells(swap);
            let mut source =
                table.as_deref_mut().map(|table| TableSource { table, rows: self.rows, cols: self.cols });
            let result = moves.work.resolve(&mut field, pair, rules, source.as_mut(), &mut Judged(policy));
            moves.results.push(result.unwrap_or_default());
        }
    }

    fn play<P: ScorePolicy>(
        &mut self,
        swap: Swap,
        rules: &Rules,
        table: &mut SampleTable,
        policy: &P,
        moves: &mut GeneralMoves,
    ) -> Cascade {
        let pair = self.cells(swap);
        let mut source = TableSource { table, rows: self.rows, cols: self.cols };
        let mut field = Field { tiles: &mut self.tiles, cols: self.cols, modules: None };
        moves
            .work
            .resolve(&mut field, pair, rules, Some(&mut source), &mut Judged(policy))
            .unwrap_or_default()
    }

    fn swaps_into(&self, rules: &Rules, swaps: &mut Vec<Swap>) {
        swaps.clear();
        each_legal(&self.tiles, self.cols, rules.specials.is_some(), |swap| {
            swaps.push(swap);
            true
        });
    }

    fn view(&self) -> BoardView<'_> {
        BoardView::general(self.cols, &self.tiles)
    }

    fn words(&self) -> usize {
        self.tiles.len().div_ceil(64)
    }
}

impl GeneralPosition {
    fn cells(&self, swap: Swap) -> (usize, usize) {
        let index = |at: crate::Pos| usize::from(at.row) * usize::from(self.cols) + usize::from(at.col);
        debug_assert_eq!(pos_of(self.cols, index(swap.from)), swap.from);
        (index(swap.from), index(swap.to))
    }
}

impl Moves<GeneralPosition> for GeneralMoves {
    fn len(&self) -> usize {
        self.results.len()
    }

    fn result(&self, index: usize) -> Cascade {
        self.results[index]
    }

    fn swap(&self, index: usize, _: &GeneralPosition) -> Swap {
        self.swaps[index]
    }

    fn child_into(&self, index: usize, board: &GeneralPosition, child: &mut GeneralPosition) {
        let cells = board.tiles.len();
        (child.rows, child.cols) = (board.rows, board.cols);
        child.tiles.clear();
        child.tiles.extend_from_slice(&self.tiles[index * cells..(index + 1) * cells]);
    }
}
