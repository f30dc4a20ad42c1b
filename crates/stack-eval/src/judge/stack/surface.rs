//! The surface in one word: how many steps and shafts of each size there are.

use tetromino::Silhouette;

use super::StackFeatures;

/// Eleven counts of five bits. Lanes 0 to 4 are steps of -2 to 2 between
/// neighbouring columns, 5 and 6 steps of three and of more; 7 to 10 are shafts,
/// columns lower than both neighbours, of depth 1, 2, 3 and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    word: u64,
    highest: u32,
}

const LANE: u32 = 5;

/// The lane of a step, as a word.
#[inline(always)]
fn step(from: u32, to: u32) -> u64 {
    STEPS[(to.wrapping_sub(from).wrapping_add(64) & 127) as usize]
}

/// The lane of a shaft.
#[inline(always)]
fn shaft(left: u32, own: u32, right: u32) -> u64 {
    let depth = left.min(right).saturating_sub(own);
    SHAFTS[(depth & 127) as usize]
}

static STEPS: [u64; 128] = {
    let mut table = [0; 128];
    let mut index = 0;
    while index < 128 {
        let step = index as i32 - 64;
        let lane = match step {
            -2..=2 => step + 2,
            -3 | 3 => 5,
            _ => 6,
        };
        table[index] = 1 << (LANE * lane as u32);
        index += 1;
    }
    table
};

static SHAFTS: [u64; 128] = {
    let mut table = [0; 128];
    let mut depth = 1;
    while depth < 128 {
        let lane = if depth > 4 { 4 } else { depth };
        table[depth] = 1 << (LANE * (6 + lane as u32));
        depth += 1;
    }
    table
};

/// A wall is higher than all columns.
const WALL: u32 = 64;

/// Running sums over the columns of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface<const N: usize> {
    /// Steps at the left edges of the columns before this one.
    steps_to: [u64; N],
    /// Shafts of the columns before this one.
    shafts_to: [u64; N],
    /// The highest of the columns before this one, and from this one on.
    highest_before: [u32; N],
    highest_from: [u32; N],
    /// Heights, walls included.
    heights: [u32; N],
    total: Counts,
    first: usize,
    last: usize,
}

impl<const N: usize> Surface<N> {
    pub(super) const EMPTY: Self = Self {
        steps_to: [0; N],
        shafts_to: [0; N],
        highest_before: [0; N],
        highest_from: [0; N],
        heights: [WALL; N],
        total: Counts { word: 0, highest: 0 },
        first: 0,
        last: 0,
    };

    #[inline(always)]
    pub(super) fn of(heights: &[u32; N], first: usize, width: usize) -> Self {
        let mut surface = Self { first, last: first + width - 1, ..Self::EMPTY };
        surface.heights[first..first + width].copy_from_slice(&heights[first..first + width]);
        let (mut steps, mut shafts, mut highest) = (0, 0, 0);
        for x in first..first + width {
            surface.steps_to[x] = steps;
            surface.shafts_to[x] = shafts;
            surface.highest_before[x] = highest;
            if x > first {
                steps += step(heights[x - 1], heights[x]);
            }
            let [left, own, right] = [surface.heights[x - 1], surface.heights[x], surface.heights[x + 1]];
            shafts += shaft(left, own, right);
            highest = highest.max(own);
        }
        for x in first + width..N {
            surface.steps_to[x] = steps;
            surface.shafts_to[x] = shafts;
        }
        for x in (first..first + width).rev() {
            surface.highest_from[x] = surface.highest_from[x + 1].max(heights[x]);
        }
        surface.total = Counts { word: steps + shafts, highest };
        surface
    }

    pub(super) fn total(&self) -> Counts {
        self.total
    }

    /// The counts with a shape on top of the columns from `x` on.
    #[inline(always)]
    pub(super) fn after(&self, _: &[u32; N], x: usize, y: u32, shape: &Silhouette) -> Counts {
        let end = x + shape.width();
        let (mut steps, mut shafts) = (0, 0);
        let (mut beyond, mut middle) = (self.heights[x - 2], self.heights[x - 1]);
        for (lane, &top) in shape.tops().iter().enumerate() {
            let next = y + u32::from(top);
            if lane > 0 || x > self.first {
                steps += step(middle, next);
            }
            shafts += shaft(beyond, middle, next);
            (beyond, middle) = (middle, next);
        }
        if end <= self.last {
            steps += step(middle, self.heights[end]);
        }
        shafts += shaft(beyond, middle, self.heights[end]);
        shafts += shaft(middle, self.heights[end], self.heights[end + 1]);
        let old = self.steps_to[end + 1] - self.steps_to[x] + self.shafts_to[end + 1] - self.shafts_to[x - 1];
        let highest = self.highest_before[x].max(self.highest_from[end]).max(y + shape.height());
        Counts { word: (self.total.word - old) + (steps + shafts), highest }
    }
}

impl Counts {
    #[inline(always)]
    fn lane(self, lane: u32) -> u32 {
        (self.word >> (LANE * lane)) as u32 & 31
    }

    #[inline(always)]
    pub(super) fn write(self, features: &mut StackFeatures) {
        // 15 more carries into the top bit of a lane that is not 0.
        const SIX: u64 = 0x0108421;
        let some = (((self.word & 0x1FF_FFFF) + 15 * SIX) >> 4) & SIX;
        features.diversity = (some.wrapping_mul(SIX) >> 20) as u32 & 31;
        features.steps =
            [self.lane(1) + self.lane(3), self.lane(0) + self.lane(4), self.lane(5), self.lane(6)];
        features.shafts = [self.lane(7), self.lane(8), self.lane(9), self.lane(10)];
        features.max_height = self.highest;
    }
}
