//! Any text is read as a problem or refused; what was read is written and read
//! back the same, and searched a little.

#![no_main]

use exact_cover::{Search, knuth};
use grid_core::Budget;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(problem) = knuth::parse(text) else { return };
    let written = knuth::write(&problem).expect("names were read from a text");
    assert_eq!(knuth::parse(&written).as_ref(), Ok(&problem));
    let mut search = Search::new(&problem);
    let budget = Budget::nodes(200);
    let mut meter = budget.meter();
    while let Ok(true) = search.advance(&mut meter) {
        assert!(problem.is_solution(&search.solution()));
    }
});
