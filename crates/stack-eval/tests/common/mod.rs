//! Random fields.

use proptest::prelude::*;
use tetromino::Field;

prop_compose! {
    /// Overhangs, caves, rows that are full or lack one cell; of so many rows at least.
    pub(crate) fn any_field(least: usize)(width in 4usize..=16, fill in 0usize..=56)
        (columns in prop::collection::vec((any::<u64>(), any::<u64>()), width),
         kinds in prop::collection::vec(0u8..6, fill), gaps in prop::collection::vec(0usize..16, fill),
         height in fill.max(least)..=60, width in Just(width)) -> Field {
        let mut field = Field::new(width, height).unwrap();
        for (y, (kind, gap)) in kinds.into_iter().zip(gaps).enumerate() {
            for (x, (a, b)) in columns.iter().enumerate() {
                let filled = match kind {
                    0 => true,
                    1 | 2 => x != gap % width,
                    3 => a >> y & 1 != 0,
                    _ => (a | b) >> y & 1 != 0,
                };
                if filled {
                    field.fill(x, y);
                }
            }
        }
        field
    }
}
