//! Cheapest solutions against all solutions.

mod common;

use common::{brute_force, random_problem};
use exact_cover::{OptionId, Outcome};
use grid_core::{Budget, Stream};

#[test]
fn the_cheapest_are_the_cheapest() {
    for seed in 0..3000 {
        let mut stream = Stream::new(seed, "optimise", 0);
        let problem = random_problem(&mut stream);
        let costs: Vec<i64> = problem.options().map(|_| i64::from(stream.below(20)) - 8).collect();
        let cost = |s: &Vec<OptionId>| s.iter().map(|o| i128::from(costs[o.index()])).sum::<i128>();
        let mut all: Vec<(i128, Vec<OptionId>)> =
            brute_force(&problem).into_iter().map(|s| (cost(&s), s)).collect();
        all.sort();
        assert_eq!(problem.cheapest(|o| costs[o.index()]), all.first().cloned(), "seed {seed}");
        let heaviest = problem.heaviest(|o| costs[o.index()]).map(|found| found.0);
        assert_eq!(heaviest, all.last().map(|found| found.0), "seed {seed}");
        let k = stream.below(6) as usize;
        let best = problem.k_cheapest(k, |o| costs[o.index()], &Budget::unlimited());
        assert_eq!(best.outcome, Outcome::Complete);
        assert_eq!(best.solutions, all.iter().take(k).cloned().collect::<Vec<_>>(), "seed {seed}");
    }
}

#[test]
fn extreme_costs_do_not_overflow() {
    let problem = exact_cover::Problem::exact(2, [vec![0], vec![1], vec![0, 1]]).unwrap();
    let (cost, _) = problem.cheapest(|o| [i64::MIN, i64::MIN, 0][o.index()]).unwrap();
    assert_eq!(cost, 2 * i128::from(i64::MIN));
    let (weight, _) = problem.heaviest(|o| [i64::MAX, i64::MAX, i64::MIN][o.index()]).unwrap();
    assert_eq!(weight, 2 * i128::from(i64::MAX));
}

#[test]
fn a_budget_says_so() {
    let queens = exact_cover::models::queens(8).unwrap();
    let best = queens.k_cheapest(1, |o| i64::from(o.0), &Budget::nodes(5));
    assert_eq!(best.outcome, Outcome::NodeBudget);
}
