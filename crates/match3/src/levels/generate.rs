//! New boards without runs and with a legal swap.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use grid_core::Stream;
use thiserror::Error;

use crate::rules::board::Board;
use crate::rules::fast::FastBoard;
use crate::rules::runs::mark_runs;
use crate::rules::table::Rules;
use crate::rules::tile::{Kind, Tile};

/// Why no board was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No board with this outline and these kinds is stable and has a legal swap.
    #[error("no stable board of {cells} cells and {kinds} kinds has a legal swap")]
    Impossible {
        /// Cells that are no holes.
        cells: usize,
        /// Kinds.
        kinds: u8,
    },
    /// None was found within the attempts.
    #[error("no board that is asked for was found in {attempts} attempts")]
    NotFound {
        /// Attempts made.
        attempts: u32,
    },
    /// The number of kinds is not 1 to 26.
    #[error("{kinds} kinds; there are 1 to 26")]
    BadKinds {
        /// The number.
        kinds: u8,
    },
}

/// Makes boards without runs and with at least one legal swap.
///
/// The boards follow the sequential distribution: cells in row-major order, each
/// uniform over the kinds that complete no run of three with the two cells to the
/// left or the two above; boards without a legal swap, or with another number of
/// them than asked for, are drawn again. Where that finds nothing, cells are tried
/// in depth, so that boards of two kinds are found too.
///
/// ```
/// use match3::{Generator, Rules};
/// let board = Generator::new(8, 8).with_moves(10..=20).generate(&Rules::new(5), 7)?;
/// assert!(board.is_stable());
/// assert!((10..=20).contains(&board.legal_swaps(&Rules::new(5)).len()));
/// assert!(Generator::new(1, 3).generate(&Rules::new(5), 7).is_err());
/// # Ok::<(), match3::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    outline: Board,
    moves: RangeInclusive<u32>,
    attempts: u32,
}

/// Cells up to which the search in depth is complete.
const COMPLETE_CELLS: usize = 16;

impl Generator {
    /// For full boards.
    ///
    /// # Panics
    /// If one side is 0.
    #[must_use]
    pub fn new(rows: u8, cols: u8) -> Self {
        Self::with_outline(Board::empty(rows, cols).expect("a board has cells"))
    }

    /// For boards that keep the holes and obstacles of `outline`; its candies and
    /// empty cells are filled.
    #[must_use]
    pub fn with_outline(outline: Board) -> Self {
        Self { outline, moves: 1..=u32::MAX, attempts: 10_000 }
    }

    /// The same with bounds for the number of legal swaps; at least 1.
    #[must_use]
    pub fn with_moves(mut self, moves: RangeInclusive<u32>) -> Self {
        self.moves = (*moves.start()).max(1)..=*moves.end();
        self
    }

    /// The same with another bound for the boards drawn; 10,000 at first.
    #[must_use]
    pub fn with_attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// The board of this seed, from the stream `(seed, "match3.board", 0)`.
    ///
    /// # Errors
    /// [`GenerateError`].
    pub fn generate(&self, rules: &Rules, seed: u64) -> Result<Board, GenerateError> {
        self.generate_from(rules, &mut Stream::new(seed, "match3.board", 0))
    }

    /// The next board of a stream.
    ///
    /// # Errors
    /// [`GenerateError`].
    pub fn generate_from(&self, rules: &Rules, stream: &mut Stream) -> Result<Board, GenerateError> {
        self.generate_where(rules, stream, |board, cell| {
            let tile = board.tiles()[cell];
            tile.is_candy() || tile == Tile::EMPTY
        })
    }

    /// Draws the cells of a board of the fast engine anew, by the same distribution;
    /// nothing is allocated.
    ///
    /// # Errors
    /// [`GenerateError`]; [`GenerateError::BadKinds`] above eight kinds too. The board
    /// then holds what was drawn last.
    pub fn draw_fast(board: &mut FastBoard, rules: &Rules, stream: &mut Stream) -> Result<(), GenerateError> {
        const ATTEMPTS: u32 = 10_000;
        if !(1..=FastBoard::MAX_KINDS).contains(&rules.kinds) {
            return Err(GenerateError::BadKinds { kinds: rules.kinds });
        }
        for _ in 0..ATTEMPTS {
            if board.draw_sequential(rules.kinds, stream) && board.legal_count(rules) > 0 {
                return Ok(());
            }
        }
        Err(GenerateError::NotFound { attempts: ATTEMPTS })
    }

    /// Fills only the cells that `open` names; the other candies stay.
    pub(crate) fn generate_where(
        &self,
        rules: &Rules,
        stream: &mut Stream,
        open: impl Fn(&Board, usize) -> bool,
    ) -> Result<Board, GenerateError> {
        let kinds = rules.kinds;
        if !(1..=Kind::COUNT).contains(&kinds) {
            return Err(GenerateError::BadKinds { kinds });
        }
        let mut board = self.outline.clone();
        let open: Vec<bool> = (0..board.tiles().len()).map(|cell| open(&board, cell)).collect();
        let keeps_candies = board.tiles().iter().zip(&open).any(|(tile, &open)| tile.is_candy() && !open);
        let cells = open.iter().filter(|&&open| open).count();
        let mut stuck = 0;
        for attempt in 0..self.attempts {
            if attempt == 1 && !keeps_candies && !may_have_moves(&open, board.cols(), kinds) {
                return Err(GenerateError::Impossible { cells, kinds });
            }
            let cols = board.cols();
            if !sequential(board.tiles_mut(), cols, &open, kinds, stream) {
                stuck += 1;
                // Two kinds leave most boards unfinished: look deeper instead.
                if stuck >= 100 {
                    break;
                }
                continue;
            }
            // Candies that stay may lie after a cell, where the draw does not look.
            if (!keeps_candies || board.is_stable()) && self.accepts(&board, rules) {
                return Ok(board);
            }
        }
        if kinds <= 2 || cells <= COMPLETE_CELLS {
            return self.in_depth(board, &open, keeps_candies, rules, stream);
        }
        Err(GenerateError::NotFound { attempts: self.attempts })
    }

    fn accepts(&self, board: &Board, rules: &Rules) -> bool {
        if *self.moves.start() == 1 && *self.moves.end() == u32::MAX {
            return board.has_legal_swap(rules);
        }
        self.moves.contains(&(board.legal_swaps(rules).len() as u32))
    }

    /// Tries the cells in depth with random orders of kinds.
    fn in_depth(
        &self,
        mut board: Board,
        open: &[bool],
        keeps_candies: bool,
        rules: &Rules,
        stream: &mut Stream,
    ) -> Result<Board, GenerateError> {
        let cells = open.iter().filter(|&&open| open).count();
        let complete = cells <= COMPLETE_CELLS;
        let order: Vec<usize> = (0..open.len()).filter(|&cell| open[cell]).collect();
        for &cell in &order {
            board.tiles_mut()[cell] = Tile::EMPTY;
        }
        let restarts = if complete { 1 } else { 50 };
        for _ in 0..restarts {
            let mut kinds = Vec::new();
            for _ in 0..cells {
                let mut order: Vec<u8> = (0..rules.kinds).collect();
                stream.shuffle(&mut order);
                kinds.push(order);
            }
            let left = if complete { u64::MAX } else { 20_000 + 100 * cells as u64 };
            let mut trial = Trial { board: board.clone(), order: &order, kinds, left };
            if trial.search(&mut |board| (!keeps_candies || board.is_stable()) && self.accepts(board, rules))
            {
                return Ok(trial.board);
            }
        }
        if complete && *self.moves.start() == 1 && *self.moves.end() == u32::MAX {
            return Err(GenerateError::Impossible { cells, kinds: rules.kinds });
        }
        Err(GenerateError::NotFound { attempts: self.attempts })
    }
}

/// A search in depth over the kinds of the cells.
struct Trial<'a> {
    board: Board,
    order: &'a [usize],
    kinds: Vec<Vec<u8>>,
    left: u64,
}

impl Trial<'_> {
    /// Fills the cells in their order, going back where a cell has no kind left.
    fn search(&mut self, accepts: &mut dyn FnMut(&Board) -> bool) -> bool {
        let mut choices = vec![0];
        while let Some(choice) = choices.last_mut() {
            let number = *choice;
            *choice += 1;
            let depth = choices.len() - 1;
            if depth == self.order.len() {
                if accepts(&self.board) {
                    return true;
                }
                choices.pop();
                continue;
            }
            let cell = self.order[depth];
            let Some(&kind) = self.kinds[depth].get(number) else {
                self.board.tiles_mut()[cell] = Tile::EMPTY;
                choices.pop();
                continue;
            };
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            if !completes_run(self.board.tiles(), self.board.cols(), cell, kind) {
                self.board.tiles_mut()[cell] = Tile::plain(Kind::at(kind));
                choices.push(0);
            }
        }
        false
    }
}

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
        let (low, high) = (left.min(above), left.max(above));
        let excluded = u8::from(low < kinds) + u8::from(high < kinds && high != low);
        if kinds == excluded {
            return false;
        }
        let mut kind = stream.below(u32::from(kinds - excluded)) as u8;
        kind += u8::from(kind >= low);
        kind += u8::from(high != low && kind >= high);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pos;

    #[test]
    fn generated_boards_keep_the_rule() {
        for (rows, cols) in [(8, 8), (3, 3), (1, 4), (2, 3), (9, 7), (16, 16), (1, 60), (60, 1), (100, 255)] {
            for kinds in [2, 3, 5, 8, 12] {
                let rules = Rules::new(kinds);
                for seed in 0..if rows == 100 { 1 } else { 5 } {
                    let board = Generator::new(rows, cols).generate(&rules, seed);
                    let board = board.unwrap_or_else(|error| panic!("{rows}×{cols}, {kinds} kinds: {error}"));
                    assert!(is_playable(&board, &rules) && board.kinds_seen() <= kinds);
                    assert_eq!(Ok(board), Generator::new(rows, cols).generate(&rules, seed));
                }
            }
        }
    }

    #[test]
    fn impossible_requests_end() {
        for (rows, cols, kinds) in [(1, 1, 5), (1, 3, 5), (2, 2, 5), (3, 1, 26), (8, 8, 1), (1, 2, 1)] {
            let result = Generator::new(rows, cols).generate(&Rules::new(kinds), 0);
            assert!(matches!(result, Err(GenerateError::Impossible { .. })), "{rows}×{cols}: {result:?}");
        }
        let holes: Board = "A#A#A\n#A#A#\nA#A#A".parse().unwrap();
        assert!(Generator::with_outline(holes).generate(&Rules::new(5), 0).is_err());
        let many = Generator::new(8, 8).with_moves(100..=112).with_attempts(50).generate(&Rules::new(5), 0);
        assert_eq!(many, Err(GenerateError::NotFound { attempts: 50 }));
    }

    #[test]
    fn the_fast_draw_is_the_same_draw() {
        for (text, kinds) in [
            ("........\n".repeat(8), 5),
            (alloc::string::String::from("..#..\n.....\n#...#\n"), 4),
            (".........\n".repeat(7), 8),
        ] {
            let outline: Board = text.parse().unwrap();
            let rules = Rules::new(kinds);
            let (mut slow, mut quick) = (Stream::new(1, "draw", 0), Stream::new(1, "draw", 0));
            let mut fast = FastBoard::from_board(&outline).unwrap();
            for _ in 0..50 {
                let board =
                    Generator::with_outline(outline.clone()).generate_from(&rules, &mut slow).unwrap();
                Generator::draw_fast(&mut fast, &rules, &mut quick).unwrap();
                assert_eq!(fast.to_board(), board);
            }
        }
    }

    #[test]
    fn outlines_are_kept() {
        let outline: Board = "#....#\n......\n..##..\n..##..\n......\n#....#".parse().unwrap();
        let board = Generator::with_outline(outline.clone()).generate(&Rules::new(4), 3).unwrap();
        for (tile, outline) in board.tiles().iter().zip(outline.tiles()) {
            assert_eq!(tile.is_hole(), outline.is_hole());
        }
        assert!(board.tile(Pos::new(0, 1)).is_candy());
    }
}
