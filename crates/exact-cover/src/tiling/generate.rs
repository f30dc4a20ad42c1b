//! Tiling puzzles with exactly one solution.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use grid_core::{Budget, Cell, Orientations, Polyomino, Region, Stop, Stream};
use thiserror::Error;

use super::{Copies, Laid, Piece, Tiling, TilingSearch};
use crate::{Problem, Search};

/// What a generator makes, from a seed alone.
///
/// It plants pieces side by side until the region is large enough, and keeps the
/// result if no other tiling of the region exists.
///
/// ```
/// use exact_cover::tiling::Generator;
/// use grid_core::{Orientations, polyominoes};
/// let policy = Orientations::RotationsAndReflections;
/// let generator = Generator::new(polyominoes(5, policy), policy, 8, 6).with_pieces(6);
/// let puzzle = generator.generate(42)?;
/// assert_eq!(puzzle.tiling.solutions().count(), 1);
/// assert_eq!(puzzle.tiling.region().len(), 30);
/// assert_eq!(generator.generate(42)?, puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    shapes: Vec<Polyomino>,
    orientations: Orientations,
    width: usize,
    height: usize,
    pieces: usize,
    most_copies: u32,
    attempts: u32,
    nodes: u64,
    wanted: RangeInclusive<u64>,
}

/// A region, its pieces, the one tiling, and how hard it is to find.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The region and the pieces.
    pub tiling: Tiling,
    /// Its only tiling.
    pub solution: Vec<Laid>,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// How hard a puzzle with one solution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Difficulty {
    /// Nodes of the general search until the solution is proven to be the only one.
    pub nodes: u64,
    /// Steps on the way to the solution where only one placement was left for a
    /// cell or a piece.
    pub forced: u32,
    /// Steps on the way where more than one was left.
    pub guesses: u32,
}

/// Why no puzzle was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// There is no shape to lay.
    #[error("a generator needs at least one shape")]
    NoShape,
    /// The frame is empty or too large.
    #[error("a frame of {width}×{height} is empty or has more than 4096 cells")]
    Frame {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// None of the attempts had exactly one solution.
    #[error("none of {attempts} attempts has exactly one solution")]
    NotFound {
        /// How many there were.
        attempts: u32,
    },
    /// The budget has ended.
    #[error("stopped: {0}")]
    Stopped(Stop),
}

impl Generator {
    const MOST_CELLS: usize = 4096;

    /// A generator of regions within a frame, covered by some of these shapes.
    #[must_use]
    pub fn new(shapes: Vec<Polyomino>, orientations: Orientations, width: usize, height: usize) -> Self {
        let wanted = 0..=u64::MAX;
        let (pieces, most_copies, attempts, nodes) = (8, 1, 500, 200_000);
        Self { shapes, orientations, width, height, pieces, most_copies, attempts, nodes, wanted }
    }

    /// The same with so many pieces; 8 if not said.
    #[must_use]
    pub fn with_pieces(self, pieces: usize) -> Self {
        Self { pieces, ..self }
    }

    /// The same with up to so many copies of a shape; 1 if not said.
    #[must_use]
    pub fn with_most_copies(self, most_copies: u32) -> Self {
        Self { most_copies, ..self }
    }

    /// The same with so many attempts; 500 if not said.
    #[must_use]
    pub fn with_attempts(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }

    /// The same, only with puzzles whose [`Difficulty::nodes`] lie in a range; any
    /// number if not said.
    ///
    /// ```
    /// use exact_cover::tiling::Generator;
    /// use grid_core::{Orientations, polyominoes};
    /// let policy = Orientations::RotationsAndReflections;
    /// let generator = Generator::new(polyominoes(5, policy), policy, 8, 6).with_pieces(6);
    /// let hard = generator.with_difficulty(60..=u64::MAX).generate(1)?;
    /// assert!(hard.difficulty.nodes >= 60);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_difficulty(self, nodes: RangeInclusive<u64>) -> Self {
        Self { wanted: nodes, ..self }
    }

    /// A puzzle that depends on generator and seed only.
    ///
    /// # Errors
    /// [`GenerateError`]; a try whose proof or whose difficulty needs more than
    /// 200,000 nodes counts as failed.
    pub fn generate(&self, seed: u64) -> Result<Puzzle, GenerateError> {
        self.generate_within(seed, &Budget::unlimited())
    }

    /// The same within a budget, where each try is a node.
    ///
    /// # Errors
    /// [`GenerateError`].
    pub fn generate_within(&self, seed: u64, budget: &Budget) -> Result<Puzzle, GenerateError> {
        let (width, height) = (self.width, self.height);
        if self.shapes.is_empty() {
            return Err(GenerateError::NoShape);
        }
        let frame = Region::blank(width, height).ok().filter(|_| width * height <= Self::MOST_CELLS);
        let Some(frame) = frame else {
            return Err(GenerateError::Frame { width, height });
        };
        let mut meter = budget.meter();
        for number in 0..self.attempts {
            meter.spend(1).map_err(GenerateError::Stopped)?;
            let mut stream = Stream::new(seed, "tiling puzzle", u64::from(number));
            let Some(tiling) = self.plant(&frame, &mut stream) else { continue };
            match self.judge(tiling, &budget.clone().with_nodes(self.nodes)) {
                Ok(Some(puzzle)) => return Ok(puzzle),
                Ok(None) | Err(Stop::NodeBudget) => {}
                Err(stop) => return Err(GenerateError::Stopped(stop)),
            }
        }
        Err(GenerateError::NotFound { attempts: self.attempts })
    }

    /// The puzzle, if there is one tiling only and it is as hard as wanted.
    fn judge(&self, tiling: Tiling, budget: &Budget) -> Result<Option<Puzzle>, Stop> {
        let mut search = TilingSearch::new(&tiling);
        let mut meter = budget.meter();
        if !search.advance(&mut meter)? {
            return Ok(None);
        }
        let solution = search.laid();
        if search.advance(&mut meter)? {
            return Ok(None);
        }
        let difficulty = Difficulty::within(&tiling, &solution, budget)?;
        let wanted = self.wanted.contains(&difficulty.nodes);
        Ok(wanted.then_some(Puzzle { tiling, solution, difficulty }))
    }

    /// Pieces side by side in the frame; `None` if there is no room for all.
    fn plant(&self, frame: &Region, stream: &mut Stream) -> Option<Tiling> {
        let mut region = frame.clone();
        let mut used = alloc::vec![0u32; self.shapes.len()];
        for _ in 0..self.pieces {
            let mut places: Vec<(usize, Vec<Cell>)> = Vec::new();
            let left: Vec<usize> = (0..used.len()).filter(|&shape| used[shape] < self.most_copies).collect();
            if left.is_empty() {
                return None;
            }
            let shape = left[stream.below(left.len() as u32) as usize];
            for image in self.shapes[shape].orientations(self.orientations) {
                for y in 0..(self.height + 1).saturating_sub(image.height()) {
                    for x in 0..(self.width + 1).saturating_sub(image.width()) {
                        let cells: Vec<Cell> =
                            image.cells().iter().map(|cell| cell.offset(x as i32, y as i32)).collect();
                        let free = cells.iter().all(|&cell| !region.contains(cell));
                        let beside = cells.iter().flat_map(|c| c.neighbours()).any(|c| region.contains(c));
                        if free && (beside || region.is_empty()) {
                            places.push((shape, cells));
                        }
                    }
                }
            }
            if places.is_empty() {
                return None;
            }
            let (shape, cells) = places.swap_remove(stream.below(places.len() as u32) as usize);
            used[shape] += 1;
            for cell in cells {
                region.insert(cell);
            }
        }
        let pieces = used.iter().zip(&self.shapes).filter(|(used, _)| **used > 0);
        let piece = |(&used, shape): (&u32, &Polyomino)| {
            Piece::new(shape.clone(), self.orientations).with_copies(Copies::Exactly(used))
        };
        Tiling::new(region, pieces.map(piece).collect()).ok()
    }
}

impl Difficulty {
    /// Follows the solution: at each step the cell or piece with the fewest
    /// placements left is settled.
    ///
    /// ```
    /// use exact_cover::tiling::{Difficulty, Piece, Tiling};
    /// use grid_core::{Orientations, Region};
    /// let square = Piece::new("##\n##".parse()?, Orientations::Fixed);
    /// let bar = Piece::new("##".parse()?, Orientations::Fixed);
    /// let board = Tiling::new("##\n##\n##".parse()?, vec![square, bar])?;
    /// let difficulty = Difficulty::of(&board, &board.first().unwrap());
    /// assert_eq!((difficulty.forced, difficulty.guesses), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(tiling: &Tiling, solution: &[Laid]) -> Self {
        let (problem, placements) = tiling.problem();
        let nodes = Search::new(&problem).run_count(&Budget::unlimited()).statistics.nodes;
        Self::along(&problem, &placements, solution, nodes)
    }

    /// The same within a budget for the nodes.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn within(tiling: &Tiling, solution: &[Laid], budget: &Budget) -> Result<Self, Stop> {
        let (problem, placements) = tiling.problem();
        let mut search = Search::new(&problem);
        let mut meter = budget.meter();
        while search.advance(&mut meter)? {}
        Ok(Self::along(&problem, &placements, solution, search.statistics().nodes))
    }

    fn along(problem: &Problem, placements: &[Laid], solution: &[Laid], nodes: u64) -> Self {
        let uses: Vec<Vec<usize>> = problem
            .options()
            .map(|o| problem.option(o).iter().map(|used| used.item.index()).collect())
            .collect();
        let mut left: Vec<usize> = (0..placements.len()).collect();
        let mut need: Vec<u32> =
            problem.items().map(|item| problem.bounds(item).map_or(0, |bounds| bounds.lo)).collect();
        let mut open: Vec<usize> =
            (0..placements.len()).filter(|&at| solution.contains(&placements[at])).collect();
        let (mut forced, mut guesses) = (0, 0);
        while !open.is_empty() {
            let ways = |item: usize| {
                let options = left.iter().filter(|&&at| uses[at].contains(&item)).count() as u32;
                (options + 1).saturating_sub(need[item])
            };
            let items = (0..need.len()).filter(|&item| need[item] > 0);
            let Some((ways, item)) = items.map(|item| (ways(item), item)).min() else { break };
            let Some(next) = open.iter().position(|&at| uses[at].contains(&item)) else { break };
            let chosen = open.remove(next);
            if ways == 1 {
                forced += 1;
            } else {
                guesses += 1;
            }
            for &item in &uses[chosen] {
                need[item] = need[item].saturating_sub(1);
            }
            let full = |item: &usize| need[*item] == 0;
            let blocked: Vec<usize> = uses[chosen].iter().copied().filter(full).collect();
            left.retain(|&at| at != chosen && !uses[at].iter().any(|item| blocked.contains(item)));
        }
        Self { nodes, forced, guesses }
    }
}
