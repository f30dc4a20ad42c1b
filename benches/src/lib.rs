//! What the benches share: positions with names, and plain ports that stand in
//! for programs in other languages; and the page that is made of their results.

#![forbid(unsafe_code)]

pub mod cpu_time;
pub mod plain_match3;
pub mod report;

use grid_core::{Cell, Region, Stream};
use tetromino::Field;

/// Fields of 10×20, from empty to nearly full, with a name each: every row up to
/// the fill level lacks one to three cells.
#[must_use]
pub fn fields() -> Vec<(&'static str, Field)> {
    let levels = [("empty", 0), ("low", 4), ("half", 8), ("high", 14)];
    let field = |rows: usize| {
        let mut stream = Stream::new(1, "bench fields", rows as u64);
        let mut field = Field::new(10, 20).expect("the standard size");
        for y in 0..rows {
            let gaps: Vec<u32> = (0..=stream.below(3)).map(|_| stream.below(10)).collect();
            (0..10).filter(|x| !gaps.contains(x)).for_each(|x| field.fill(x as usize, y));
        }
        field
    };
    levels.map(|(name, rows)| (name, field(rows))).into()
}

/// The chess board less its four middle cells.
#[must_use]
pub fn holed() -> Region {
    let mut region = Region::rectangle(8, 8).expect("small");
    for (x, y) in [(3, 3), (3, 4), (4, 3), (4, 4)] {
        region.remove(Cell::new(x, y));
    }
    region
}
