//! New boards without runs and with a legal swap.

use core::ops::RangeInclusive;

use grid_core::{Budget, Stream};
use thiserror::Error;

use super::generation::Generation;

use crate::rules::board::Board;
use crate::rules::fast::FastBoard;
use crate::rules::table::Rules;
use crate::rules::tile::Tile;

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
    /// Boards were found, but none as hard or as easy as asked for.
    #[error(
        "no board of the difficulty that is asked for was found in {attempts} attempts; the nearest had {:.3}",
        f64::from(*nearest) / 1000.0
    )]
    NoSuchDifficulty {
        /// Attempts made.
        attempts: u32,
        /// The nearest difficulty found, in thousandths.
        nearest: u32,
    },
    /// The bounds for the moves or for the difficulty leave nothing between them.
    #[error("the lower bound is above the upper one, or no number")]
    EmptyRange,
    /// The optional modules of a level are those of a board of another size.
    #[error("the layers are not those of a board of {rows} rows and {cols} columns")]
    WrongLayers {
        /// Rows of the board.
        rows: u8,
        /// Its columns.
        cols: u8,
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
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    pub(super) outline: Board,
    pub(super) moves: RangeInclusive<u32>,
    pub(super) difficulty: Option<RangeInclusive<f64>>,
    pub(super) attempts: u32,
}

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
        Self { outline, moves: 1..=u32::MAX, difficulty: None, attempts: 10_000 }
    }

    /// The same with bounds for the number of legal swaps; at least 1.
    #[must_use]
    pub fn with_moves(mut self, moves: RangeInclusive<u32>) -> Self {
        self.moves = (*moves.start()).max(1)..=*moves.end();
        self
    }

    /// The same with bounds for the [`Difficulty`](crate::Difficulty), 0 to 1.
    ///
    /// Boards are drawn until one lies within them. On 8×8 with 5 kinds 90 of 100
    /// lie between 0.475 and 0.626; the hardest of 4,000 has 0.703.
    ///
    /// ```
    /// use match3::{Difficulty, GenerateError, Generator, Rules};
    /// let rules = Rules::new(5);
    /// let hard = Generator::new(8, 8).with_difficulty(0.7..=1.0).generate(&rules, 7)?;
    /// assert!(Difficulty::of(&hard, &rules).value() >= 0.7);
    /// let never = Generator::new(8, 8).with_difficulty(0.99..=1.0).with_attempts(100);
    /// let error = never.generate(&rules, 7).unwrap_err();
    /// assert!(matches!(error, GenerateError::NoSuchDifficulty { attempts: 100, .. }));
    /// # Ok::<(), GenerateError>(())
    /// ```
    #[must_use]
    pub fn with_difficulty(mut self, difficulty: RangeInclusive<f64>) -> Self {
        self.difficulty = Some(difficulty);
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

    /// The generation of that board, to be gone on with step by step.
    #[must_use]
    pub fn start(&self, rules: &Rules, seed: u64) -> Generation {
        let open = (0..self.outline.tiles().len()).map(|cell| is_open(&self.outline, cell)).collect();
        Generation::new(self, rules, Stream::new(seed, "match3.board", 0), open)
    }

    /// The next board of a stream.
    ///
    /// # Errors
    /// [`GenerateError`].
    pub fn generate_from(&self, rules: &Rules, stream: &mut Stream) -> Result<Board, GenerateError> {
        self.generate_where(rules, stream, is_open)
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
        let open = (0..self.outline.tiles().len()).map(|cell| open(&self.outline, cell)).collect();
        let mut generation = Generation::new(self, rules, stream.clone(), open);
        generation.run(&Budget::unlimited());
        let (rest, result) = generation.into_parts();
        *stream = rest;
        result.unwrap_or(Err(GenerateError::NotFound { attempts: self.attempts }))
    }

    /// Whether boards with a legal swap are asked for that are not just any.
    pub(super) fn is_choosy(&self) -> bool {
        self.difficulty.is_some() || *self.moves.start() > 1 || *self.moves.end() < u32::MAX
    }
}

/// The cells that are filled where all are.
fn is_open(board: &Board, cell: usize) -> bool {
    let tile = board.tiles()[cell];
    tile.is_candy() || tile == Tile::EMPTY
}

#[cfg(test)]
mod tests {
    use super::super::draw::is_playable;
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
