//! Counts of move sequences, the measure of move generators.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Budget, Cell, Meter, Stop};

use super::fits::Oriented;
use super::map::Map;
use super::roaming::Room;
use super::{MoveGenerator, Search, sized, total};
use crate::{Field, Piece, Rotation, Silhouette};

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
    let width = field.width();
    let last = Last::new(generator, width, queue);
    let mut sequences =
        Sequences { generator, width, queue, nodes: &mut nodes, meter: &mut meter, board, last };
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
    last: Last,
}

/// The last ply where it can be counted in two words.
struct Last {
    /// How high the stack may be.
    ceiling: usize,
    /// What the last piece but one takes from the room of the last one, by its
    /// orientation and place.
    taken: Vec<Room<10, 2>>,
}

impl Last {
    const PLACES: usize = Map::<10, 2>::ROWS * 10;

    fn new(generator: &MoveGenerator, width: usize, queue: &[Piece]) -> Self {
        let mut last = Self { ceiling: 0, taken: Vec::new() };
        let [.., before, piece] = *queue else {
            return last;
        };
        if width > 10 {
            return last;
        }
        last.ceiling = generator.roaming_ceiling(piece, width, Map::<10, 2>::ROWS);
        for turned in 0..before.distinct_rotations().len() {
            let (bits, _) = packed::<10>(before, turned);
            let taken = |place| Room::taken(piece, &Map::at(bits, place).and(Map::FULL), width);
            last.taken.extend((0..Self::PLACES).map(taken));
        }
        last
    }
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
        if N == 2 && depth + 2 == self.queue.len() && height <= self.last.ceiling {
            return self.count_last(height, piece, &landings);
        }
        for (turned, map) in landings.iter().enumerate() {
            let (bits, rows) = packed::<P>(piece, turned);
            for place in map.places() {
                self.play::<P>(depth, height, (bits << (place % P), place / P), rows)?;
            }
        }
        Ok(())
    }

    /// Plays the last piece but one and counts the landings of the last one.
    ///
    /// What the last piece may do changes with the piece before it near that piece
    /// only: its room is that of the field without what the piece takes.
    fn count_last<const P: usize, const N: usize>(
        &mut self,
        height: usize,
        piece: Piece,
        landings: &Oriented<P, N>,
    ) -> Result<(), Stop> {
        let depth = self.queue.len() - 2;
        let last = self.queue[depth + 1];
        let filled: Map<10, 2> = Map([self.board[0], self.board[1]]);
        let room = Room::of(last, &filled, self.width);
        for (turned, map) in landings.iter().enumerate() {
            let (bits, rows) = packed::<P>(piece, turned);
            for place in map.places() {
                let (x, y) = (place % P, place / P);
                let taken = self.last.taken.get(turned * Last::PLACES + place).filter(|_| {
                    let after = filled.or(Map::at(bits, place));
                    y + rows <= self.last.ceiling && self.full_rows::<P>(&after.0, y, rows) == 0
                });
                if let Some(taken) = taken {
                    let count = u64::from(room.count_without(taken, last));
                    self.meter.spend(count)?;
                    self.nodes[depth + 1] += count;
                } else {
                    self.play::<P>(depth, height, (bits << x, y), rows)?;
                }
            }
        }
        Ok(())
    }

    /// Goes on after a piece is locked; `bits` are its rows from row `y` on, in
    /// their columns.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn play<const P: usize>(
        &mut self,
        depth: usize,
        height: usize,
        (bits, y): (u64, usize),
        rows: usize,
    ) -> Result<(), Stop> {
        let (word, bit) = (y * P / 64, (y * P % 64) as u32);
        let lower = bits << bit;
        let upper = bits >> 1 >> (63 - bit);
        self.board[word] |= lower;
        if upper != 0 {
            self.board[word + 1] |= upper;
        }
        let stack = height.max(y + rows);
        let full = self.full_rows::<P>(&self.board, y, rows);
        let result = if full == 0 {
            self.run(depth + 1, stack)
        } else {
            let before = self.board;
            for row in (y..y + rows).rev() {
                if full >> ((row - y) * P) & 1 != 0 {
                    self.remove_row::<P>(row);
                }
            }
            let result = self.run(depth + 1, stack - full.count_ones() as usize);
            self.board = before;
            result
        };
        self.board[word] &= !lower;
        if upper != 0 {
            self.board[word + 1] &= !upper;
        }
        result
    }

    /// Which of `rows` rows from row `y` on are full, as bits in column 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn full_rows<const P: usize>(&self, board: &[u64], y: usize, rows: usize) -> u64 {
        let [walls, first] = const {
            let (mut walls, mut first) = ([0; 17], 0);
            let mut y = 0;
            while y < 64 / P {
                first |= 1 << (y * P);
                let mut width = 0;
                while width < P {
                    walls[width] |= (((1 << P) - 1) >> width << width) << (y * P);
                    width += 1;
                }
                y += 1;
            }
            [walls, [first; 17]]
        };
        let row = window::<P>(board, y) | walls[self.width];
        let two = row & row >> 1;
        let four = two & two >> 2;
        let eight = four & four >> 4;
        let all = if P == 10 { eight & two >> 8 } else { eight & eight >> 8 };
        let rows = if rows * P < 64 { (1 << (rows * P)) - 1 } else { u64::MAX };
        all & first[0] & rows
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn row(&self, y: usize) -> u64 {
        if self.width <= 10 {
            window::<10>(&self.board, y) & 0x3FF
        } else {
            window::<16>(&self.board, y) & 0xFFFF
        }
    }

    #[cold]
    fn remove_row<const P: usize>(&mut self, y: usize) {
        let first = y * P / 64;
        let mut below = (1u64 << (y * P % 64)) - 1;
        for word in first..WORDS {
            let above = self.board.get(word + 1).map_or(0, |&above| above);
            let kept = self.board[word] & below;
            self.board[word] = kept | (self.board[word] >> P | above << (64 - P)) & !below;
            below = 0;
        }
    }
}

/// Sixty-four bits of a board from the first cell of row `y` on.
#[cfg_attr(not(debug_assertions), inline(always))]
fn window<const P: usize>(board: &[u64], y: usize) -> u64 {
    let (word, bit) = (y * P / 64, (y * P % 64) as u32);
    let above = board.get(word + 1).map_or(0, |&above| above);
    board[word] >> bit | above << 1 << (63 - bit)
}

/// The cells of an orientation as packed rows, its corner in the first cell, and
/// its height.
#[cfg_attr(not(debug_assertions), inline(always))]
fn packed<const P: usize>(piece: Piece, turned: usize) -> (u64, usize) {
    let shape = Silhouette::of(piece, Rotation::ALL[turned]);
    let mut bits = 0;
    for (x, &column) in shape.columns().iter().enumerate() {
        for y in 0..4 {
            bits |= u64::from(column >> y & 1) << (y * P + x);
        }
    }
    (bits, shape.height() as usize)
}
