//! Tiny problems of any kind: refused, or searched by every structure, counted in
//! layers, and checked against all sets of options.

#![no_main]

use exact_cover::{
    Bounds, Colour, CountMethod, CountOptions, Item, OptionId, Problem, Search, Structure, Use,
};
use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;

#[derive(Debug)]
struct Small {
    /// Bounds of primary items, nothing for secondary ones.
    items: Vec<Option<(u32, u32)>>,
    options: Vec<Vec<(usize, Option<u32>)>>,
}

impl<'a> Arbitrary<'a> for Small {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let mut items = Vec::new();
        for _ in 0..u.int_in_range(0..=6)? {
            let bounds =
                if u.ratio(2, 3)? { Some((u.int_in_range(0..=3)?, u.int_in_range(0..=4)?)) } else { None };
            items.push(bounds);
        }
        let mut options = Vec::new();
        for _ in 0..u.int_in_range(0..=9)? {
            let mut option = Vec::new();
            for _ in 0..u.int_in_range(0..=4)? {
                let colour = if u.ratio(1, 3)? { Some(u.int_in_range(0..=2)?) } else { None };
                option.push((u.int_in_range(0..=6)?, colour));
            }
            options.push(option);
        }
        Ok(Self { items, options })
    }
}

fuzz_target!(|small: Small| {
    let mut builder = Problem::builder();
    for (at, bounds) in small.items.iter().enumerate() {
        match bounds {
            Some((lo, hi)) => builder.primary_times(&format!("p{at}"), Bounds::between(*lo, *hi)),
            None => builder.secondary(&format!("s{at}")),
        };
    }
    for option in &small.options {
        let used = |&(item, colour): &(usize, Option<u32>)| Use {
            item: Item::new(item),
            colour: colour.map(Colour),
        };
        builder.option(option.iter().map(used));
    }
    let Ok(problem) = builder.build() else { return };
    let sets = (0u32..1 << problem.option_count()).map(|set| {
        (0..problem.option_count() as u32).filter(|bit| set >> bit & 1 != 0).map(OptionId).collect::<Vec<_>>()
    });
    let mut truth: Vec<_> = sets.filter(|set| problem.is_solution(set)).collect();
    truth.sort();
    for structure in [Structure::Links, Structure::Cells, Structure::Masks] {
        let mut found: Vec<_> = Search::with_structure(&problem, structure).collect();
        found.sort();
        assert_eq!(found, truth, "{structure:?}");
    }
    let counted = problem.count_within(&CountOptions::default().with_method(CountMethod::Layers));
    assert_eq!(counted.count, truth.len() as u64);
});
