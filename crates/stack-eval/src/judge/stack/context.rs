//! What all landings in a field share, and the features after one of them by
//! differences.

use tetromino::{Field, Placed, Silhouette};

use super::StackFeatures;
use super::row::{BYTES, Bytes};
use super::surface::Surface;

/// A wall on each side, and one column beyond it.
pub(super) const PAD: usize = 2;
const PADDED: usize = Field::MAX_WIDTH + 2 * PAD;

/// The field of a [`StackEvaluator`](super::StackEvaluator): its columns between
/// walls, running sums over them, and its own features.
///
/// Index `x + 2` of the padded arrays is column `x`.
#[derive(Clone, Copy, Debug)]
pub struct StackContext {
    columns: [u64; PADDED],
    heights: [u32; PADDED],
    /// All ones where a column has a hole.
    holed: [u32; PADDED],
    /// Cells that are filled on one side of the left edge of a column only.
    edges: [u64; PADDED],
    /// Wells of the columns before this one.
    wells_to: [u32; PADDED],
    /// Rows filled in all columns before this one.
    left: [u64; PADDED],
    /// Rows filled in this column and all after it.
    right: [u64; PADDED],
    pub(super) surface: Surface<{ BYTES }>,
    pub(super) bytes: Bytes,
    /// Rows with holes.
    hole_rows: u64,
    base: StackFeatures,
}

impl StackContext {
    #[inline]
    pub(super) fn of<const SURFACE: bool>(field: &Field) -> Self {
        let mut context = Self {
            columns: [u64::MAX; PADDED],
            heights: [0; PADDED],
            holed: [0; PADDED],
            edges: [0; PADDED],
            wells_to: [0; PADDED],
            left: [u64::MAX; PADDED],
            right: [u64::MAX; PADDED],
            surface: Surface::EMPTY,
            bytes: Bytes::EMPTY,
            hole_rows: 0,
            base: StackFeatures::default(),
        };
        match field.width() {
            10 => context.fill::<SURFACE>(field, 10),
            width => context.fill::<SURFACE>(field, width),
        }
        context
    }

    #[inline(always)]
    fn fill<const SURFACE: bool>(&mut self, field: &Field, width: usize) {
        let context = self;
        let mut base = StackFeatures::default();
        context.columns[PAD..PAD + width].copy_from_slice(&field.all_columns()[..width]);
        let (mut rows, mut flat, mut holes, mut runs, mut buried) = (2 * field.height() as u32, 0, 0, 0, 0);
        for x in PAD..PAD + width {
            let column = context.columns[x];
            let height = u64::BITS - column.leading_zeros();
            context.heights[x] = height;
            context.left[x + 1] = context.left[x] & column;
            let hidden = !column & below(height);
            context.bytes.set(x, height, hidden);
            if hidden != 0 {
                context.holed[x] = u32::MAX;
                context.hole_rows |= hidden;
                let empty = hidden.count_ones();
                holes += empty;
                runs += (hidden & !(hidden << 1)).count_ones();
                buried += height - empty - hidden.trailing_zeros();
            }
            flat += 1;
        }
        for x in PAD..=PAD + width {
            let edge = context.columns[x - 1] ^ context.columns[x];
            context.edges[x] = edge;
            if x > PAD && x < PAD + width {
                let plain = context.holed[x - 1] | context.holed[x] == 0;
                rows += if plain {
                    context.heights[x - 1].abs_diff(context.heights[x])
                } else {
                    edge.count_ones()
                };
            }
        }
        // A row has two changes at the walls, one less for each filled end.
        let ends = context.columns[PAD].count_ones() + context.columns[PAD + width - 1].count_ones();
        base.row_transitions = rows.wrapping_sub(ends) as i32;
        base.column_transitions = flat + 2 * runs;
        base.holes = holes;
        base.hole_depth = buried;
        base.rows_with_holes = context.hole_rows.count_ones();
        let mut wells = 0;
        for x in PAD..PAD + width {
            context.wells_to[x] = wells;
            wells += well(context.columns[x - 1], context.columns[x], context.columns[x + 1]);
        }
        context.wells_to[PAD + width] = wells;
        context.wells_to[PAD + width + 1] = wells;
        base.cumulative_wells = wells;
        for x in (PAD..PAD + width).rev() {
            context.right[x] = context.right[x + 1] & context.columns[x];
        }
        if SURFACE {
            context.surface.fill(&context.bytes.heights, PAD, width);
            context.surface.total().write(&mut base);
        }
        context.bytes.finish();
        context.base = base;
    }

    /// The features of the field itself.
    pub(super) fn base(&self) -> &StackFeatures {
        &self.base
    }

    /// Whether a drop clears rows.
    #[inline(always)]
    pub(super) fn clears(&self, field: &Field, shape: &Silhouette, x: usize, y: u8) -> bool {
        let full = self.left[x + PAD] & self.right[x + PAD + shape.width()];
        full != 0 && full_rows(full, field, &Placed::new(shape, x, y.into())) != 0
    }

    /// The features after a landing.
    #[inline(always)]
    pub(super) fn after<const SURFACE: bool>(&self, field: &Field, placed: &Placed<'_>) -> StackFeatures {
        let (x, y, shape) = (placed.x() + PAD, placed.y(), placed.shape());
        let (width, end) = (shape.width(), placed.x() + PAD + shape.width());
        let full = self.left[x] & self.right[end];
        if full != 0 && full_rows(full, field, placed) != 0 || !placed.is_on_top() {
            return rebuilt::<SURFACE>(field, placed);
        }
        let mut after = self.base;
        let (mut pits, mut filled) = (0u32, 0u32);
        // One bit a row of the piece's own rows.
        let mut previous = 0u8;
        let (mut gained, mut lost) = (0u32, 0u32);
        let (mut beyond, mut middle) = (self.columns[x - 2], self.columns[x - 1]);
        let mut wells = 0;
        for lane in 0..width {
            let (cells, bottom, top) = (shape.columns()[lane], shape.bottoms()[lane], shape.tops()[lane]);
            let (height, rest) = (self.heights[x + lane], y + u32::from(bottom));
            let count = u32::from(top - bottom);
            filled += count;
            let gap = rest.wrapping_sub(height);
            let open = u32::from(gap != 0);
            after.holes = after.holes.wrapping_add(gap);
            after.column_transitions += 2 * open;
            after.hole_depth += count & (self.holed[x + lane] | open.wrapping_neg());
            pits |= gap;
            let edge = (self.edges[x + lane] >> (y & 63)) as u8;
            let changed = previous ^ cells;
            gained += u32::from(ONES[usize::from(changed)]);
            lost += u32::from(ONES[usize::from(changed & edge)]);
            previous = cells;
            let column = self.columns[x + lane] | u64::from(cells) << (y & 63);
            wells += well(beyond, middle, column);
            (beyond, middle) = (middle, column);
        }
        let edge = (self.edges[end] >> (y & 63)) as u8;
        gained += u32::from(ONES[usize::from(previous)]);
        lost += u32::from(ONES[usize::from(previous & edge)]);
        wells += well(beyond, middle, self.columns[end]);
        wells += well(middle, self.columns[end], self.columns[end + 1]);
        if filled != shape.area() {
            return rebuilt::<SURFACE>(field, placed);
        }
        after.row_transitions += gained as i32 - 2 * lost as i32;
        let old = self.wells_to[end + 1] - self.wells_to[x - 1];
        after.cumulative_wells = (after.cumulative_wells - old) + wells;
        if pits != 0 {
            let covered = gap_rows(&self.heights[x..end], y, shape);
            after.rows_with_holes += (covered & !self.hole_rows).count_ones();
        }
        if SURFACE {
            self.surface.after(&self.bytes.heights, x, y, shape).write(&mut after);
        }
        after.set_landing(field, placed);
        after
    }
}

/// Rows in which a shape that rests at `y` covers empty cells.
#[inline]
fn gap_rows(heights: &[u32], y: u32, shape: &Silhouette) -> u64 {
    let lanes = heights.iter().zip(shape.bottoms());
    lanes.fold(0, |rows, (&height, &bottom)| rows | below(y + u32::from(bottom)) & !below(height))
}

/// The features after a landing, from the board that it leaves.
#[cold]
#[inline(never)]
fn rebuilt<const SURFACE: bool>(field: &Field, placed: &Placed<'_>) -> StackFeatures {
    let mut board = *field;
    board.lock(placed);
    let overflow = placed.y() + placed.shape().height() > field.height() as u32;
    let full = if overflow { 0 } else { board.full_rows() };
    let mut after = StackFeatures::default();
    if full != 0 {
        let own = placed.columns().map(|column| (column & full).count_ones()).sum::<u32>();
        after.rows_cleared = full.count_ones();
        after.eroded_cells = after.rows_cleared * own;
        board.remove_rows(full);
    }
    let mut features = *StackContext::of::<SURFACE>(&board).base();
    features.rows_cleared = after.rows_cleared;
    features.eroded_cells = after.eroded_cells;
    features.set_landing(field, placed);
    features
}

/// The rows of `candidates` that the columns of a piece complete.
#[inline]
fn full_rows(candidates: u64, field: &Field, placed: &Placed<'_>) -> u64 {
    let columns = &field.all_columns()[placed.x()..];
    columns.iter().zip(placed.columns()).fold(candidates, |full, (column, bits)| full & (column | bits))
}

/// All rows below one; all rows from 64 on.
#[inline]
fn below(row: u32) -> u64 {
    1u64.checked_shl(row).unwrap_or(0).wrapping_sub(1)
}

/// The wells of a column between two others: for each empty cell between filled
/// ones, 1 and the empty cells straight below it.
#[inline(always)]
pub(super) fn well(left: u64, column: u64, right: u64) -> u32 {
    let mut cells = left & right & !column;
    let mut sum = 0;
    while cells != 0 {
        let low = cells.trailing_zeros();
        let floor = u64::BITS - (column & ((1u64 << low) - 1)).leading_zeros();
        let run = (!(cells >> low)).trailing_zeros();
        sum += run * (1 + low - floor) + run * (run - 1) / 2;
        // The carry clears the lowest run.
        cells &= cells.wrapping_add(1u64 << low);
    }
    sum
}

/// Bits of a byte: the default x86-64 has no instruction for it.
static ONES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    table
};
