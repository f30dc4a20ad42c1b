//! The surface by the steps between neighbouring columns: which occur, and how many
//! there are of each size.

use tetromino::Silhouette;

use super::StackFeatures;
use super::lanes::{LANES, Lanes};

/// What some steps come to, in bytes so that a lane can hold it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    /// Bit 0 for level columns, 1 and 2 for a step of 1 up and down, 3 and 4 for 2.
    seen: u8,
    /// How many steps of 1, and in the upper half of 2.
    small: u8,
    /// How many steps of 3, and in the upper half of more.
    large: u8,
}

/// By the step, 64 for none.
static STEPS: [Steps; 128] = {
    let mut table = [Steps { seen: 0, small: 0, large: 16 }; 128];
    table[61] = Steps { seen: 0, small: 0, large: 1 };
    table[62] = Steps { seen: 16, small: 16, large: 0 };
    table[63] = Steps { seen: 4, small: 1, large: 0 };
    table[64] = Steps { seen: 1, small: 0, large: 0 };
    table[65] = Steps { seen: 2, small: 1, large: 0 };
    table[66] = Steps { seen: 8, small: 16, large: 0 };
    table[67] = Steps { seen: 0, small: 0, large: 1 };
    table
};

#[inline(always)]
fn step(from: u8, to: u8) -> Steps {
    STEPS[usize::from(to.wrapping_sub(from).wrapping_add(64) & 127)]
}

impl Steps {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self {
            seen: self.seen | other.seen,
            small: self.small.wrapping_add(other.small),
            large: self.large.wrapping_add(other.large),
        }
    }

    #[inline(always)]
    pub(super) fn write(self, features: &mut StackFeatures) {
        let seen = |bit: u8| u32::from(self.seen >> bit & 1);
        features.present = [seen(0), seen(1) + seen(2), seen(3) + seen(4)];
        features.steps = [self.small & 15, self.small >> 4, self.large & 15, self.large >> 4].map(u32::from);
    }
}

/// Running sums over the columns of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface<const N: usize> {
    /// Steps that occur before a column, and from it on.
    seen_before: [u8; N],
    seen_from: [u8; N],
    /// Counts of the steps at the left edges of the columns before this one.
    small_to: [u8; N],
    large_to: [u8; N],
    total: Steps,
}

/// The lanes of [`Steps`], made ready for a sum: what is present of 0, 1, 2, and the
/// counts of 1, 2, 3, more.
pub(super) struct StepLanes {
    pub(super) present: [Lanes; 3],
    pub(super) steps: [Lanes; 4],
}

impl<const N: usize> Surface<N> {
    pub(super) const EMPTY: Self = Self {
        seen_before: [0; N],
        seen_from: [0; N],
        small_to: [0; N],
        large_to: [0; N],
        total: Steps { seen: 0, small: 0, large: 0 },
    };

    /// From heights, the columns being `first..first + width`.
    #[inline(always)]
    pub(super) fn fill(&mut self, heights: &[u8; N], first: usize, width: usize) {
        let mut total = Steps::default();
        for x in first + 1..first + width {
            let own = step(heights[x - 1], heights[x]);
            total = total.and(own);
            self.seen_before[x + 1] = total.seen;
            self.small_to[x + 1] = total.small;
            self.large_to[x + 1] = total.large;
        }
        for x in first + width + 1..N {
            self.small_to[x] = total.small;
            self.large_to[x] = total.large;
        }
        let mut seen = 0;
        for x in (first..first + width - 1).rev() {
            seen |= step(heights[x], heights[x + 1]).seen;
            self.seen_from[x] = seen;
        }
        self.total = total;
    }

    pub(super) fn total(&self) -> Steps {
        self.total
    }

    /// The steps with a shape on top of the columns from `x` on.
    #[inline(always)]
    pub(super) fn after(&self, heights: &[u8; N], x: usize, y: u32, shape: &Silhouette) -> Steps {
        let end = x + shape.width();
        let (tops, y) = (shape.tops(), y as u8);
        let mut new = inner(shape);
        // Walls are the highest byte.
        if heights[x - 1] != u8::MAX {
            new = new.and(step(heights[x - 1], y + tops[0]));
        }
        if heights[end] != u8::MAX {
            new = new.and(step(y + tops[tops.len() - 1], heights[end]));
        }
        let small = self.total.small - (self.small_to[end + 1] - self.small_to[x]);
        let large = self.total.large - (self.large_to[end + 1] - self.large_to[x]);
        Steps { seen: self.seen_before[x] | self.seen_from[end], small, large }.and(new)
    }

    /// The same for a shape in every lane, `y` high, whose first column is `first` and
    /// on.
    #[inline(always)]
    pub(super) fn lanes(&self, heights: &[u8; N], first: usize, y: Lanes, shape: &Silhouette) -> StepLanes {
        let end = first + shape.width();
        let (tops, inner) = (shape.tops(), inner(shape));
        let at = |list: &[u8; N], at: usize| Lanes::from(list, at);
        let change = |list: &[u8; N], own: u8| Lanes::all(own).minus(at(list, end + 1)).plus(at(list, first));
        let mut seen = at(&self.seen_before, first).or(at(&self.seen_from, end)).or(Lanes::all(inner.seen));
        let mut small = change(&self.small_to, self.total.small.wrapping_add(inner.small));
        let mut large = change(&self.large_to, self.total.large.wrapping_add(inner.large));
        let sides = [
            (at(heights, first - 1), y.plus(Lanes::all(tops[0]))),
            (y.plus(Lanes::all(tops[tops.len() - 1])), at(heights, end)),
        ];
        for (from, to) in sides {
            let (up, down) = (to.over(from), from.over(to));
            let is = |step: Lanes, size: u8, mark: u8| {
                step.minus(Lanes::all(size)).is_zero().and(Lanes::all(mark))
            };
            let size = up.or(down);
            seen = seen
                .or(is(size, 0, 1))
                .or(is(up, 1, 2))
                .or(is(down, 1, 4))
                .or(is(up, 2, 8))
                .or(is(down, 2, 16));
            small = small.plus(is(size, 1, 1)).plus(is(size, 2, 16));
            // More than 3, but no wall.
            let more = size.over(Lanes::all(3)).is_zero().or(size.and(Lanes::all(128))).is_zero();
            large = large.plus(is(size, 3, 1)).plus(more.and(Lanes::all(16)));
        }
        let one = Lanes::all(1);
        let bit = |mark: u8| one.plus(seen.and(Lanes::all(mark)).is_zero());
        let low = |counts: Lanes| counts.and(Lanes::all(15));
        let high = |counts: Lanes| Lanes(core::array::from_fn::<u8, LANES, _>(|lane| counts.0[lane] >> 4));
        StepLanes {
            present: [bit(1), bit(2).plus(bit(4)), bit(8).plus(bit(16))],
            steps: [low(small), high(small), low(large), high(large)],
        }
    }
}

/// The steps between the columns of a shape.
#[inline(always)]
fn inner(shape: &Silhouette) -> Steps {
    shape.tops().windows(2).fold(Steps::default(), |all, pair| all.and(step(pair[0], pair[1])))
}
