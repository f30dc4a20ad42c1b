//! Random problems and a search by definition, for the tests.
#![allow(dead_code)]

use exact_cover::{Bounds, Colour, Item, OptionId, Problem, Use};
use grid_core::Stream;

/// All sets of options that the definition calls solutions: each option is left
/// out or put in, and a branch ends only where a bound is broken for good.
pub(crate) fn brute_force(problem: &Problem) -> Vec<Vec<OptionId>> {
    fn legal(problem: &Problem, chosen: &[OptionId]) -> bool {
        let uses = |item: Item| {
            let all = chosen.iter().flat_map(|&o| problem.option(o));
            all.filter(move |used| used.item == item).collect::<Vec<_>>()
        };
        problem.items().all(|item| {
            let uses = uses(item);
            match problem.bounds(item) {
                Some(bounds) => uses.len() as u32 <= bounds.hi,
                None => {
                    uses.len() <= 1 || uses.iter().all(|u| u.colour.is_some() && u.colour == uses[0].colour)
                }
            }
        })
    }
    fn go(problem: &Problem, next: usize, chosen: &mut Vec<OptionId>, found: &mut Vec<Vec<OptionId>>) {
        if next == problem.option_count() {
            let times = |item| {
                let uses = chosen.iter().flat_map(|&o| problem.option(o));
                uses.filter(|used| used.item == item).count() as u32
            };
            if problem.items().all(|i| problem.bounds(i).is_none_or(|b| b.lo <= times(i))) {
                found.push(chosen.clone());
            }
            return;
        }
        go(problem, next + 1, chosen, found);
        let option = OptionId(next as u32);
        if problem.option(option).iter().any(|used| problem.bounds(used.item).is_some()) {
            chosen.push(option);
            if legal(problem, chosen) {
                go(problem, next + 1, chosen, found);
            }
            chosen.pop();
        }
    }
    let mut found = Vec::new();
    go(problem, 0, &mut Vec::new(), &mut found);
    found
}

/// A small problem of any kind: plain, with secondary items, with colours, with
/// bounds; items declared in mixed order.
pub(crate) fn random_problem(stream: &mut Stream) -> Problem {
    let mut builder = Problem::builder();
    let items = 1 + stream.below(7);
    let kind = stream.below(4);
    let mut secondary = Vec::new();
    for i in 0..items {
        let is_secondary = kind != 0 && stream.below(3) == 0;
        secondary.push(is_secondary);
        if is_secondary {
            builder.secondary(&format!("s{i}"));
        } else {
            let lo = if kind >= 2 { stream.below(3) } else { 1 };
            let hi = if kind >= 2 { lo + stream.below(3) } else { 1 };
            builder.primary_times(&format!("p{i}"), Bounds::between(lo, hi));
        }
    }
    for _ in 0..stream.below(11) {
        let mut uses: Vec<Use> = Vec::new();
        for i in 0..items {
            if stream.below(items + 3) < 3 {
                let item = Item::new(i as usize);
                let coloured = secondary[i as usize] && kind != 1 && stream.below(4) > 0;
                uses.push(if coloured { item.coloured(Colour(7 * stream.below(3))) } else { item.into() });
            }
        }
        if uses.is_empty() {
            uses.push(Item::new(stream.below(items) as usize).into());
        }
        stream.shuffle(&mut uses);
        builder.option(uses);
    }
    builder.build().expect("a random problem is valid")
}
