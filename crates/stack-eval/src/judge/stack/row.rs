//! All drops of one shape side by side: a lane for each column.
//!
//! Bytes in fixed arrays, which the compiler makes vector instructions of. Heights
//! tell everything about a landing as long as it covers no empty cell, no hole lies
//! beside it and no row goes. For the other landings they tell a bound, where the
//! weights allow one, and most are out by that.

use tetromino::{Field, Placed, Silhouette, Skyline};

use super::StackEvaluator;
use super::context::{PAD, StackContext};
use super::lanes::{LANES, Lanes, Wide};

/// A window for the columns of a shape and two beyond may begin at any lane.
pub(super) const BYTES: usize = PAD + LANES + Silhouette::MAX_SIDE + PAD;

/// A field as bytes; index `x + 2` is column `x`. Walls are higher than all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes {
    pub(super) heights: [u8; BYTES],
    /// One more than the highest hole of a column, 0 without one.
    covers: [u8; BYTES],
    /// All ones where a column has a hole.
    holed: [u8; BYTES],
    /// What the wells above the surface would come to if all columns were solid: of
    /// the columns before this one.
    open_to: [u16; BYTES],
}

impl Bytes {
    pub(super) const EMPTY: Self =
        Self { heights: [u8::MAX; BYTES], covers: [0; BYTES], holed: [0; BYTES], open_to: [0; BYTES] };

    /// Enters a column, given its height and its hidden empty cells.
    #[inline(always)]
    pub(super) fn set(&mut self, x: usize, height: u32, hidden: u64) {
        self.heights[x] = height as u8;
        if hidden != 0 {
            self.covers[x] = (u64::BITS - hidden.leading_zeros()) as u8;
            self.holed[x] = u8::MAX;
        }
    }

    /// Sums up, when all columns are entered.
    #[inline(always)]
    pub(super) fn finish(&mut self) {
        // Two windows cover all columns and the walls.
        let mut sum = 0u16;
        let depth = |at: usize| {
            let [left, own, right] = [at - 1, at, at + 1].map(|at| Lanes::from(&self.heights, at));
            left.min(right).over(own).triangle().0
        };
        let (low, high) = (depth(1), depth(1 + LANES - 6));
        for at in 1..BYTES - 1 {
            self.open_to[at] = sum;
            sum += if at <= LANES { low[at - 1] } else { high[at - 1 - (LANES - 6)] };
        }
        self.open_to[BYTES - 1] = sum;
    }
}

/// Whether heights tell where a shape comes to lie: no gap within a column, and
/// neighbouring columns share a row.
#[inline(always)]
fn is_plain(shape: &Silhouette) -> bool {
    let (bottoms, tops) = (shape.bottoms(), shape.tops());
    let cells: u32 = bottoms.iter().zip(tops).map(|(&bottom, &top)| u32::from(top - bottom)).sum();
    let joined = (1..shape.width()).all(|k| bottoms[k].max(bottoms[k - 1]) < tops[k].min(tops[k - 1]));
    joined && cells == shape.area()
}

impl<const SURFACE: bool> StackEvaluator<SURFACE> {
    /// The values of all drops of a shape, as [`Evaluator::evaluate_row`] has it.
    ///
    /// [`Evaluator::evaluate_row`]: crate::Evaluator::evaluate_row
    #[inline(always)]
    pub(super) fn row(
        &self,
        context: &StackContext,
        field: &Field,
        skyline: &Skyline,
        shape: &Silhouette,
        bar: f64,
        values: &mut [f64; LANES],
    ) {
        let width = shape.width();
        let last = field.width() - width;
        if !is_plain(shape) {
            for (x, value) in values.iter_mut().enumerate().take(last + 1) {
                *value = self.exact(context, field, skyline, shape, x);
            }
            return;
        }
        let (bottoms, tops) = (shape.bottoms(), shape.tops());
        let Bytes { heights, covers, holed, open_to } = &context.bytes;
        let height_at = |at: usize| Lanes::from(heights, at);
        let cover_at = |at: usize| Lanes::from(covers, at);
        let mut y = Lanes::ZERO;
        for (k, &bottom) in bottoms.iter().enumerate() {
            y = y.max(height_at(PAD + k).over(Lanes::all(bottom)));
        }
        let at = |rows: u8| y.plus(Lanes::all(rows));
        let (mut holes, mut opened, mut depths, mut touched) =
            (Lanes::ZERO, Lanes::ZERO, Lanes::ZERO, Lanes::ZERO);
        // Not 0 where heights do not tell all.
        let mut unsure = Lanes::ZERO;
        let mut wells = Wide::ZERO;
        let mut changes = 0;
        // The column to the left of the one at hand, as it will be.
        let (mut before, mut own) = (height_at(PAD - 2), height_at(PAD - 1));
        let mut previous = (u8::MAX, 0);
        for (k, (&bottom, &top)) in bottoms.iter().zip(tops).enumerate() {
            let (height, rest) = (height_at(PAD + k), at(bottom));
            let gap = rest.minus(height);
            let closed = gap.is_zero();
            holes = holes.plus(gap);
            opened = opened.plus(Lanes::all(1)).plus(closed);
            let buried = Lanes::from(holed, PAD + k).or(Lanes::all(u8::MAX).minus(closed));
            depths = depths.plus(buried.and(Lanes::all(top - bottom)));
            unsure = unsure.or(gap);
            // The higher of two columns hangs beside what is under it, the lower one of
            // the piece or, at the ends, of the field.
            if k > 0 {
                let (low, high, under) = if bottom < previous.0 {
                    (bottom, previous.0, PAD + k - 1)
                } else {
                    (previous.0, bottom, PAD + k)
                };
                touched = touched.plus(height_at(under).over(at(low)).min(Lanes::all(high - low)));
                unsure = unsure.or(cover_at(under).over(at(low)));
            }
            changes += (previous.1 ^ shape.columns()[k]).count_ones();
            previous = (bottom, shape.columns()[k]);
            let next = at(top);
            wells = wells.plus(before.min(next).over(own).triangle());
            (before, own) = (own, next);
        }
        changes += previous.1.count_ones();
        let (right, beyond) = (height_at(PAD + width), height_at(PAD + width + 1));
        wells = wells.plus(before.min(right).over(own).triangle());
        wells = wells.plus(own.min(beyond).over(right).triangle());
        // The neighbours on both sides.
        let sides = [
            (PAD - 1, PAD - 2, PAD, bottoms[0], tops[0]),
            (PAD + width, PAD + width + 1, PAD + width - 1, bottoms[width - 1], tops[width - 1]),
        ];
        for (side, far, near, bottom, top) in sides {
            let (height, rest) = (height_at(side), at(bottom));
            touched = touched.plus(height.over(rest).min(Lanes::all(top - bottom)));
            unsure = unsure.or(cover_at(side).over(rest));
            unsure = unsure.or(cover_at(far).max(cover_at(near)).over(height));
        }
        // A bound where it is not known: no open well at all.
        let old = Wide::from(open_to, PAD + width + 1).minus(Wide::from(open_to, PAD - 1));
        let gained = wells.unless(unsure).minus(old).0;
        let base = context.base();
        let height = shape.height();
        let steps = if SURFACE { Some(context.surface.lanes(heights, PAD, y, shape)) } else { None };
        let mut row_best = f64::NEG_INFINITY;
        let mut open = 0u32;
        for (x, value) in values.iter_mut().enumerate().take(last + 1) {
            let mut after = *base;
            after.landing_twice = 2 * u32::from(y.0[x]) + height - 1;
            after.overflow = u32::from(u32::from(y.0[x]) + height > field.height() as u32);
            after.holes += u32::from(holes.0[x]);
            after.column_transitions += 2 * u32::from(opened.0[x]);
            after.hole_depth += u32::from(depths.0[x]);
            after.row_transitions += changes as i32 - 2 * i32::from(touched.0[x]);
            after.cumulative_wells = after.cumulative_wells.wrapping_add_signed(i32::from(gained[x] as i16));
            if let Some(steps) = &steps {
                after.present = steps.present.map(|lanes| lanes.0[x].into());
                after.steps = steps.steps.map(|lanes| lanes.0[x].into());
            }
            *value = self.value(&after);
            if context.clears(field, shape, x, y.0[x]) {
                *value = self.exact(context, field, skyline, shape, x);
            } else if unsure.0[x] != 0 {
                open |= 1 << x;
                continue;
            }
            row_best = row_best.max(*value);
        }
        // What is not known yet, if it could be the best.
        while open != 0 {
            let x = open.trailing_zeros() as usize;
            open &= open - 1;
            if !self.bounded || values[x] > bar && values[x] >= row_best {
                values[x] = self.exact(context, field, skyline, shape, x);
                row_best = row_best.max(values[x]);
            }
        }
    }

    #[inline(never)]
    fn exact(
        &self,
        context: &StackContext,
        field: &Field,
        skyline: &Skyline,
        shape: &Silhouette,
        x: usize,
    ) -> f64 {
        let placed = Placed::on_top(shape, x, skyline.rest(shape, x));
        self.value(&context.after::<SURFACE>(field, &placed))
    }
}
