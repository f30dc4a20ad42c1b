//! Counts of move sequences, the measure of move generators.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Budget, Cell, Meter, Stop};

use super::map::Map;
use super::{MoveGenerator, Search, sized, total};
use crate::{Field, Piece, Silhouette};

/// How many ways there are to place the pieces of a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Perft {
    /// Sequences of placements by depth, from depth 1; a sequence ends early where
    /// a piece has no landing.
    pub nodes: Vec<u64>,
    /// `false` if the budget was spent first; the counts are too low then.
    pub complete: bool,
}

/// Places the pieces of a queue in all ways, one after the other, and counts.
///
/// Landings are told apart by their cells, full rows are cleared between plies, a
/// piece that is blocked out has no landing, nothing else ends a game. The last
/// ply is counted without being played. One node is one placement.
///
/// # Complexity
/// Proportional to the count of the last ply but one.
///
/// ```
/// use grid_core::Budget;
/// use tetromino::{Field, MoveGenerator, MoveRules, Piece, perft};
/// let generator = MoveGenerator::new(MoveRules::default());
/// let queue = Piece::parse_list("OOO")?;
/// let counts = perft(&generator, &Field::new(10, 40)?, &queue, &Budget::unlimited());
/// assert_eq!(counts.nodes, [9, 81, 741]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn perft(generator: &MoveGenerator, field: &Field, queue: &[Piece], budget: &Budget) -> Perft {
    let mut nodes = vec![0; queue.len()];
    let mut meter = budget.meter();
    let mut board = [0; WORDS];
    if field.width() <= 10 {
        board[..12].copy_from_slice(&Map::<10, 12>::of(field).0);
    } else {
        board = Map::<16, WORDS>::of(field).0;
    }
    let mut sequences =
        Sequences { generator, width: field.width(), queue, nodes: &mut nodes, meter: &mut meter, board };
    let stopped = sequences.run(0, field.max_height() as usize);
    Perft { nodes, complete: stopped.is_ok() }
}

/// Words of the largest board.
const WORDS: usize = 18;

struct Sequences<'a, 'b> {
    generator: &'a MoveGenerator,
    width: usize,
    queue: &'a [Piece],
    nodes: &'a mut [u64],
    meter: &'a mut Meter<'b>,
    /// The rows of the field, packed as in [`Map`].
    board: [u64; WORDS],
}

impl Sequences<'_, '_> {
    /// Counts what follows on the board, the stack of which is `height` high.
    fn run(&mut self, depth: usize, height: usize) -> Result<(), Stop> {
        let Some(&piece) = self.queue.get(depth) else {
            return Ok(());
        };
        let free = |cell: Cell| {
            let between = (0..self.width as i32).contains(&cell.x) && cell.y >= 0;
            between && (cell.y as usize >= height || self.row(cell.y as usize) >> cell.x & 1 == 0)
        };
        match self.generator.search(piece, self.width, height, free) {
            None => Ok(()),
            Some((search, rows)) => sized!(self.width, rows, self.expand(depth, height, piece, search)),
        }
    }

    fn expand<const P: usize, const N: usize>(
        &mut self,
        depth: usize,
        height: usize,
        piece: Piece,
        search: Search,
    ) -> Result<(), Stop> {
        let filled: Map<P, N> = Map(core::array::from_fn(|i| self.board[i]));
        let landings = self.generator.maps(piece, search, &filled, self.width);
        let count = u64::from(total(piece, &landings));
        self.meter.spend(count)?;
        self.nodes[depth] += count;
        if depth + 1 == self.queue.len() {
            return Ok(());
        }
        for (map, &rotation) in landings.iter().zip(piece.distinct_rotations()) {
            let shape = Silhouette::of(piece, rotation);
            let bits = packed::<P>(shape);
            for (x, y) in map.cells() {
                self.play::<P>(depth, height, (bits << x, y), shape.height() as usize)?;
            }
        }
        Ok(())
    }

    /// Goes on after a piece is locked with its lowest row in row `y`.
    #[inline(always)]
    fn play<const P: usize>(
        &mut self,
        depth: usize,
        height: usize,
        (bits, y): (u64, usize),
        rows: usize,
    ) -> Result<(), Stop> {
        let per_word = 64 / P;
        let (word, low) = (y / per_word, y % per_word);
        // The rows of the piece that are still in the word, and those above.
        let fit = per_word - low;
        let lower = if fit < 4 { bits & ((1 << (fit * P)) - 1) } else { bits } << (low * P);
        let upper = if fit < 4 { bits >> (fit * P) } else { 0 };
        self.board[word] |= lower;
        if upper != 0 {
            self.board[word + 1] |= upper;
        }
        let full = (1 << self.width) - 1;
        let cleared = (y..y + rows).filter(|&row| self.row(row) == full).count();
        let stack = height.max(y + rows);
        let result = if cleared == 0 {
            self.run(depth + 1, stack)
        } else {
            let before = self.board;
            for row in (y..y + rows).rev() {
                if self.row(row) == full {
                    self.remove_row::<P>(row);
                }
            }
            let result = self.run(depth + 1, stack - cleared);
            self.board = before;
            result
        };
        self.board[word] &= !lower;
        if upper != 0 {
            self.board[word + 1] &= !upper;
        }
        result
    }

    #[inline(always)]
    fn row(&self, y: usize) -> u64 {
        if self.width <= 10 {
            self.board[y / 6] >> (y % 6 * 10) & 0x3FF
        } else {
            self.board[y / 4] >> (y % 4 * 16) & 0xFFFF
        }
    }

    #[cold]
    fn remove_row<const P: usize>(&mut self, y: usize) {
        let per_word = 64 / P;
        let mut below = (1u64 << (y % per_word * P)) - 1;
        for word in y / per_word..WORDS {
            let above = self.board.get(word + 1).map_or(0, |next| next & ((1 << P) - 1));
            let kept = self.board[word] & below;
            self.board[word] = kept | (self.board[word] >> P) & !below | above << ((per_word - 1) * P);
            below = 0;
        }
    }
}

/// A shape as packed rows, its corner in the first cell.
#[inline(always)]
fn packed<const P: usize>(shape: &Silhouette) -> u64 {
    let mut bits = 0;
    for (x, &column) in shape.columns().iter().enumerate() {
        for y in 0..4 {
            bits |= u64::from(column >> y & 1) << (y * P + x);
        }
    }
    bits
}
