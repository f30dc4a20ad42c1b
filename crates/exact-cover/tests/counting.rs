//! Counting in layers and the decision diagram, against the definition.

mod common;

use common::{brute_force, random_problem};
use exact_cover::{CountMethod, CountOptions, Natural, OptionId, Outcome, Problem, Zdd, ZddError};
use grid_core::{Budget, Stream};

/// Items for cells, options for dominoes.
fn dominoes(width: usize, height: usize) -> Problem {
    let cell = |x: usize, y: usize| y * width + x;
    let mut options = Vec::new();
    for y in 0..height {
        for x in 0..width {
            if x + 1 < width {
                options.push([cell(x, y), cell(x + 1, y)]);
            }
            if y + 1 < height {
                options.push([cell(x, y), cell(x, y + 1)]);
            }
        }
    }
    Problem::exact(width * height, options).unwrap()
}

#[test]
fn layers_agree_with_the_definition() {
    for seed in 0..4000 {
        let problem = random_problem(&mut Stream::new(seed, "counting", 0));
        let truth = brute_force(&problem).len() as u64;
        for method in [CountMethod::Layers, CountMethod::Search] {
            let counted = problem.count_within(&CountOptions::default().with_method(method));
            assert_eq!((counted.outcome, counted.method), (Outcome::Complete, method), "seed {seed}");
            assert_eq!(counted.count, truth, "seed {seed}, {method:?}");
        }
        assert_eq!(problem.count(), truth, "seed {seed}");
    }
}

#[test]
fn the_diagram_agrees_with_the_list() {
    for seed in 0..1500 {
        let mut stream = Stream::new(seed, "counting", 1);
        let problem = random_problem(&mut stream);
        let mut truth = brute_force(&problem);
        truth.sort();
        let zdd = Zdd::new(&problem, 100_000).unwrap();
        let mut listed: Vec<_> = zdd.iter().collect();
        listed.sort();
        assert_eq!(listed, truth, "seed {seed}");
        assert_eq!(zdd.count(), truth.len() as u64, "seed {seed}");
        assert_eq!(zdd.is_empty(), truth.is_empty());

        let costs: Vec<i64> = problem.options().map(|_| i64::from(stream.below(9)) - 4).collect();
        let cost =
            |solution: &Vec<OptionId>| solution.iter().map(|o| i128::from(costs[o.index()])).sum::<i128>();
        let least = zdd.min_cost(|o| costs[o.index()]);
        assert_eq!(least.as_ref().map(|found| found.0), truth.iter().map(cost).min(), "seed {seed}");
        if let Some((total, solution)) = least {
            assert!(truth.contains(&solution) && cost(&solution) == total, "seed {seed}");
        }

        let (mut with, mut without) = (Vec::new(), Vec::new());
        for option in problem.options() {
            match stream.below(8) {
                0 => with.push(option),
                1 => without.push(option),
                _ => {}
            }
        }
        let fits =
            |s: &&Vec<OptionId>| with.iter().all(|o| s.contains(o)) && !without.iter().any(|o| s.contains(o));
        let expected = truth.iter().filter(fits).count() as u64;
        assert_eq!(zdd.count_where(&with, &without), expected, "seed {seed}");
        for solution in zdd.sample_many(&mut stream, 5) {
            assert!(truth.contains(&solution), "seed {seed}");
        }
    }
}

/// Every solution comes up as often as every other, within 5 standard deviations.
#[test]
fn samples_are_uniform() {
    let board = dominoes(4, 4);
    let zdd = Zdd::new(&board, 10_000).unwrap();
    let mut times = std::collections::BTreeMap::new();
    for solution in zdd.sample_many(&mut Stream::new(1, "uniform", 0), 36_000) {
        *times.entry(solution).or_insert(0i32) += 1;
    }
    assert_eq!(times.len(), 36);
    assert!(times.values().all(|&n| (n - 1000).abs() < 160), "{times:?}");
}

/// Source: Kasteleyn, 1961; OEIS A004003.
#[test]
fn published_domino_counts() {
    let counts = [
        (2, "2"),
        (4, "36"),
        (6, "6728"),
        (8, "12988816"),
        (10, "258584046368"),
        (12, "53060477521960000"),
        (14, "112202208776036178000000"),
    ];
    for (n, count) in counts {
        assert_eq!(dominoes(n, n).count().to_string(), count, "{n}");
    }
    assert!(dominoes(7, 9).count().is_zero());
}

/// The mutilated board has no tiling, and no search would show it soon.
#[test]
fn mutilated_board() {
    let cell = |x: usize, y: usize| y * 10 + x;
    let mut options: Vec<Vec<usize>> = Vec::new();
    for y in 0..10 {
        for x in 0..10 {
            let neighbours = [(x + 1, y), (x, y + 1)].into_iter().filter(|&(x, y)| x < 10 && y < 10);
            options.extend(neighbours.map(|(u, v)| vec![cell(x, y), cell(u, v)]));
        }
    }
    options.push(vec![cell(0, 0), cell(9, 9)]);
    let problem = Problem::exact(100, options).unwrap();
    let zdd = Zdd::new(&problem, 10_000_000).unwrap();
    assert!(zdd.count_where(&[OptionId(180)], &[]).is_zero());
    assert_eq!(zdd.count().to_string(), "258584046368");
}

#[test]
fn limits_hold() {
    let board = dominoes(8, 8);
    let options = CountOptions::with_budget(Budget::nodes(3000)).with_states(2);
    let counted = board.count_within(&options);
    assert_eq!(counted.outcome, Outcome::NodeBudget);
    assert!(counted.nodes + counted.steps <= 3000);
    assert!(counted.count.to_u64().is_some_and(|count| count < 12_988_816));
    assert_eq!(Zdd::new(&board, 100), Err(ZddError::TooLarge { limit: 100 }));
    // Few states allowed: the search does it alone.
    let small = dominoes(6, 6).count_within(&CountOptions::default().with_states(2));
    assert_eq!((small.count, small.method), (Natural::from(6728u64), CountMethod::Search));
}
