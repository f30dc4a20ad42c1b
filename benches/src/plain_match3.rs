//! A plain match-3 engine, as it is often written: one number a cell, two scans for
//! runs, a list of moves on the heap. The peer of the benches.

use grid_core::Stream;

const SIDE: usize = 8;

/// A full board of 8×8 and the generator that every refill draws from.
#[derive(Clone, Debug)]
pub struct PlainEngine {
    cells: [i32; SIDE * SIDE],
    scratch: [i32; SIDE * SIDE],
    marks: [bool; SIDE * SIDE],
    kinds: u32,
    draws: Stream,
}

/// A move with its score and waves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainMove {
    /// The two cells, row-major.
    pub cells: (usize, usize),
    /// Sum over waves of candies × number of the wave.
    pub score: u32,
    /// Waves.
    pub waves: u32,
}

impl PlainEngine {
    /// A board from numbers of kinds, row by row from the top.
    #[must_use]
    pub fn new(cells: [i32; SIDE * SIDE], kinds: u32, seed: u64) -> Self {
        let draws = Stream::new(seed, "plain match3", 0);
        Self { cells, scratch: cells, marks: [false; SIDE * SIDE], kinds, draws }
    }

    /// All swaps that make a run, each resolved once with fresh candies, the highest
    /// score first.
    pub fn rank(&mut self) -> Vec<PlainMove> {
        let mut moves = Vec::new();
        for row in 0..SIDE {
            for col in 0..SIDE {
                let cell = row * SIDE + col;
                if col + 1 < SIDE {
                    moves.extend(self.try_swap(cell, cell + 1));
                }
                if row + 1 < SIDE {
                    moves.extend(self.try_swap(cell, cell + SIDE));
                }
            }
        }
        moves.sort_by_key(|found| std::cmp::Reverse(found.score));
        moves
    }

    fn try_swap(&mut self, a: usize, b: usize) -> Option<PlainMove> {
        if self.cells[a] == self.cells[b] {
            return None;
        }
        self.scratch = self.cells;
        self.scratch.swap(a, b);
        let (mut score, mut waves) = (0, 0);
        loop {
            let cleared = self.mark_runs();
            if cleared == 0 {
                break;
            }
            waves += 1;
            score += cleared * waves;
            self.drop_and_refill();
        }
        (waves > 0).then_some(PlainMove { cells: (a, b), score, waves })
    }

    /// Marks the cells of runs in the scratch board; says how many.
    pub fn mark_runs(&mut self) -> u32 {
        self.marks = [false; SIDE * SIDE];
        for (first, step) in (0..SIDE).map(|row| (row * SIDE, 1)).chain((0..SIDE).map(|col| (col, SIDE))) {
            let mut start = 0;
            while start < SIDE {
                let kind = self.scratch[first + start * step];
                let mut end = start + 1;
                while end < SIDE && self.scratch[first + end * step] == kind {
                    end += 1;
                }
                if end - start >= 3 {
                    (start..end).for_each(|at| self.marks[first + at * step] = true);
                }
                start = end;
            }
        }
        self.marks.iter().map(|&mark| u32::from(mark)).sum()
    }

    fn drop_and_refill(&mut self) {
        for col in 0..SIDE {
            let mut target = SIDE;
            for row in (0..SIDE).rev() {
                if !self.marks[row * SIDE + col] {
                    target -= 1;
                    self.scratch[target * SIDE + col] = self.scratch[row * SIDE + col];
                }
            }
            for row in (0..target).rev() {
                self.scratch[row * SIDE + col] = self.draws.below(self.kinds) as i32;
            }
        }
    }
}
