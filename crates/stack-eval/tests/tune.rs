//! Optimisers on functions whose best point is known, and the run around them.

use grid_core::{Budget, Shard, Stop, Stream};
use stack_eval::tune::{
    CmaEs, CrossEntropy, Genetic, Method, Objective, Optimiser, Score, Settings, Spsa, Start, Trial,
    TuneError, Tuner, to_csv, to_svg,
};

fn sphere(point: &[f64]) -> f64 {
    -point.iter().zip(1..).map(|(x, at)| (x - f64::from(at)).powi(2)).sum::<f64>()
}

fn rosenbrock(point: &[f64]) -> f64 {
    let valley = |pair: &[f64]| 100.0 * (pair[1] - pair[0] * pair[0]).powi(2) + (1.0 - pair[0]).powi(2);
    -point.windows(2).map(valley).sum::<f64>()
}

/// Axes of very different weight, turned by 45 degrees in pairs.
fn ellipsoid(point: &[f64]) -> f64 {
    let n = point.len();
    let turned = (0..n).map(|at| (point[at] + point[(at + 1) % n]) / 2f64.sqrt());
    -turned.enumerate().map(|(at, x)| 1e3f64.powf(at as f64 / (n - 1) as f64) * x * x).sum::<f64>()
}

/// Tells a method what a function says, so often.
fn optimise(mut method: impl Optimiser, generations: usize, value: impl Fn(&[f64], u64) -> f64) -> Vec<f64> {
    for generation in 0..generations {
        let scores: Vec<f64> = method.ask().iter().map(|point| value(point, generation as u64)).collect();
        method.tell(&scores).unwrap();
    }
    assert_eq!(method.generation(), generations as u64);
    method.point()
}

fn far(n: usize) -> Start {
    Start::new(vec![0.0; n], vec![3.0; n]).unwrap()
}

#[test]
fn every_method_climbs_the_sphere() {
    let start = far(5);
    let value = |point: &[f64], _| sphere(point);
    let cma_es = CmaEs::new(start.clone(), None, 1).unwrap();
    assert!(sphere(&optimise(cma_es, 150, value)) > -1e-10);
    let ce = CrossEntropy::new(start.clone(), None, 1).unwrap();
    assert!(sphere(&optimise(ce, 120, value)) > -1e-3);
    let genetic = Genetic::new(start.clone(), None, 1).unwrap();
    assert!(sphere(&optimise(genetic, 150, value)) > -0.05);
    let spsa = Spsa::new(start, None, 1).unwrap();
    assert!(sphere(&optimise(spsa, 2000, value)) > -0.5);
}

#[test]
fn cma_es_follows_the_valley() {
    for seed in 0..3 {
        let method = CmaEs::new(Start::new(vec![-1.0; 6], vec![0.5; 6]).unwrap(), Some(16), seed).unwrap();
        let point = optimise(method, 700, |point, _| rosenbrock(point));
        assert!(rosenbrock(&point) > -1e-6, "{point:?}");
    }
}

#[test]
fn noise_is_borne() {
    let first = vec![2.0; 6];
    let start = Start::new(first.clone(), vec![1.0; 6]).unwrap();
    let noisy = |point: &[f64], generation: u64| {
        let mut stream = Stream::new(5, "noise", generation ^ point[0].to_bits());
        ellipsoid(point) * (1.0 + 0.5 * (stream.unit() - 0.5))
    };
    let worst = ellipsoid(&first);
    let cma_es = optimise(CmaEs::new(start.clone(), Some(20), 2).unwrap(), 300, noisy);
    assert!(ellipsoid(&cma_es) > 1e-6 * worst);
    let ce = optimise(CrossEntropy::new(start.clone(), None, 2).unwrap(), 150, noisy);
    assert!(ellipsoid(&ce) > 1e-2 * worst);
    let genetic = optimise(Genetic::new(start, None, 2).unwrap(), 200, noisy);
    assert!(ellipsoid(&genetic) > 1e-2 * worst);
}

#[test]
fn cma_es_begins_anew_where_nothing_is_left() {
    let mut method = CmaEs::new(Start::new(vec![0.0; 2], vec![1.0; 2]).unwrap(), None, 0).unwrap();
    let first = method.ask().len();
    while method.restarts() == 0 {
        assert!(method.generation() < 1000, "a flat function ends a run");
        let scores = vec![0.0; method.ask().len()];
        method.tell(&scores).unwrap();
    }
    assert_eq!(method.ask().len(), 2 * first);
}

/// Games that end by chance: the nearer to the best point, the later.
struct Games {
    cap: u64,
}

impl Objective for Games {
    fn trial(&self, point: &[f64], seed: u64) -> Trial {
        let mut stream = Stream::new(seed, "game", 0);
        let risk = 0.01 + sphere(point).abs().min(100.0) / 200.0;
        let length = (1..self.cap).find(|_| stream.unit() < risk);
        length.map_or(Trial::capped(self.cap as f64), |length| Trial::ended(length as f64))
    }
}

fn tuner(method: Method, seed: u64) -> Tuner {
    let settings = Settings { population: Some(12), trials: 15, seed, ..Settings::default() };
    Tuner::new(method, vec![0.0; 3], vec![2.0; 3], settings).unwrap()
}

fn run(tuner: &mut Tuner, generations: usize) {
    (0..generations).for_each(|_| {
        tuner.step(&Games { cap: 400 }, &Budget::unlimited()).unwrap();
    });
}

#[test]
fn runs_name_their_numbers_by_the_seed() {
    for method in Method::ALL {
        let (mut one, mut same, mut other) = (tuner(method, 3), tuner(method, 3), tuner(method, 4));
        [&mut one, &mut same, &mut other].into_iter().for_each(|tuner| run(tuner, 4));
        assert_eq!(one, same);
        assert_ne!(one.point(), other.point());
        assert_eq!(method.name().parse(), Ok(method));
    }
    let unknown = "gradient".parse::<Method>();
    assert_eq!(unknown, Err(TuneError::UnknownMethod { name: "gradient".into() }));
}

#[test]
fn shards_together_are_the_whole() {
    let (mut whole, mut parted) = (tuner(Method::CrossEntropy, 1), tuner(Method::CrossEntropy, 1));
    let budget = Budget::unlimited();
    let games = Games { cap: 400 };
    for _ in 0..4 {
        whole.step(&games, &budget).unwrap();
        // The last machine answers first.
        let parts = (0..5).rev().map(|index| Shard::new(index, 5).unwrap());
        let scores: Vec<(usize, Score)> =
            parts.flat_map(|shard| parted.score(&games, shard, &budget).unwrap()).collect();
        parted.tell_parts(&scores).unwrap();
    }
    assert_eq!(whole, parted);
    let point = whole.point();
    let test = Tuner::test(&games, &point, 40, 2, &budget).unwrap();
    for count in [1, 3, 7] {
        let parts = (0..count).rev().map(|index| Shard::new(index, count).unwrap());
        let trials: Vec<_> = parts
            .flat_map(|shard| Tuner::test_part(&games, &point, 40, 2, shard, &budget).unwrap())
            .collect();
        assert_eq!(Score::of_parts(&trials), test);
    }
}

#[test]
fn candidates_without_one_score_are_named() {
    let mut tuner = tuner(Method::Genetic, 1);
    let before = tuner.clone();
    let scores = tuner.score(&Games { cap: 400 }, Shard::WHOLE, &Budget::unlimited()).unwrap();
    let refused =
        |tuner: &mut Tuner, scores: &[(usize, Score)]| tuner.tell_parts(scores).map(drop).unwrap_err();
    let gap = [&scores[..3], &scores[4..]].concat();
    assert_eq!(refused(&mut tuner, &gap), TuneError::Candidate { number: 3, found: 0 });
    let twice = [&scores[..], &scores[2..3]].concat();
    assert_eq!(refused(&mut tuner, &twice), TuneError::Candidate { number: 2, found: 2 });
    let short = refused(&mut tuner, &scores[..11]);
    assert_eq!(short, TuneError::Length { what: "scores", expected: 12, found: 11 });
    assert_eq!(tuner, before);
}

/// Worth nothing, whatever the trials were.
#[test]
fn scores_of_shards_are_finite() {
    struct Nothing;
    impl Objective for Nothing {
        fn trial(&self, point: &[f64], _: u64) -> Trial {
            Trial::ended(if point[0] > 0.0 { f64::MIN } else { f64::NAN })
        }
    }
    let tuner = tuner(Method::CrossEntropy, 1);
    let scores = tuner.score(&Nothing, Shard::WHOLE, &Budget::unlimited()).unwrap();
    assert!(scores.iter().all(|(_, score)| score.sum == f64::MIN && score.squares == f64::MAX));
}

#[test]
fn bad_candidates_are_stopped_early() {
    let mut early = tuner(Method::CrossEntropy, 2);
    let settings = Settings { stop_early: false, ..early.settings().clone() };
    let mut late = Tuner::new(Method::CrossEntropy, vec![0.0; 3], vec![2.0; 3], settings).unwrap();
    [&mut early, &mut late].into_iter().for_each(|tuner| run(tuner, 6));
    let trials = |tuner: &Tuner| tuner.generations().iter().map(|one| one.trials).sum::<u64>();
    assert_eq!(trials(&late), 6 * 12 * 15);
    assert!(trials(&early) < trials(&late));
}

#[test]
fn capped_games_are_corrected_for() {
    let mut best: Vec<f64> = vec![1.0, 2.0, 3.0];
    let budget = Budget::unlimited();
    let mean = |cap, point: &[f64]| Tuner::test(&Games { cap }, point, 4000, 0, &budget).unwrap().mean();
    let (short, long) = (mean(60, &best), mean(100_000, &best));
    assert!((short / long - 1.0).abs() < 0.1, "{short} for games cut short, {long} for whole ones");
    best[0] += 1.0;
    assert!(mean(60, &best) < 0.9 * short);
}

#[test]
fn a_stopped_generation_changes_nothing() {
    let mut run = tuner(Method::CmaEs, 0);
    let before = run.clone();
    let stopped = run.step(&Games { cap: 9 }, &Budget::nodes(12 * 15 - 1)).map(|_| ());
    assert_eq!((stopped, &run), (Err(Stop::NodeBudget), &before));
    let flag = grid_core::CancelFlag::new();
    flag.cancel();
    let stopped = run.step(&Games { cap: 9 }, &Budget::unlimited().with_cancel(flag)).map(|_| ());
    assert_eq!((stopped, &run), (Err(Stop::Cancelled), &before));
    assert!(run.step(&Games { cap: 9 }, &Budget::nodes(12 * 15)).is_ok());
}

#[test]
fn bad_input_is_named() {
    let new = |point: Vec<f64>, spread: Vec<f64>, settings| {
        Tuner::new(Method::CmaEs, point, spread, settings).map(|_| ()).unwrap_err()
    };
    let usual = Settings::default;
    assert_eq!(new(vec![], vec![], usual()), TuneError::NoDimension);
    let (what, expected, found) = ("first spread", 2, 1);
    assert_eq!(new(vec![0.0; 2], vec![1.0], usual()), TuneError::Length { what, expected, found });
    let what = "first point";
    let infinite = TuneError::Value { what, index: 1, value: f64::INFINITY };
    assert_eq!(new(vec![0.0, f64::INFINITY], vec![1.0; 2], usual()), infinite);
    assert!(matches!(new(vec![f64::NAN], vec![1.0], usual()), TuneError::Value { index: 0, .. }));
    assert!(matches!(new(vec![0.0], vec![0.0], usual()), TuneError::Value { what: "first spread", .. }));
    assert!(matches!(new(vec![0.0; 1001], vec![1.0; 1001], usual()), TuneError::TooManyDimensions { .. }));
    let none = Settings { population: Some(0), ..usual() };
    assert!(matches!(new(vec![0.0], vec![1.0], none), TuneError::Size { found: 0, .. }));
    let none = Settings { trials: 0, ..usual() };
    assert!(matches!(new(vec![0.0], vec![1.0], none), TuneError::Size { found: 0, .. }));
    let mut method = CrossEntropy::new(Start::new(vec![0.0], vec![1.0]).unwrap(), Some(4), 0).unwrap();
    let before = method.clone();
    assert!(matches!(method.tell(&[1.0; 3]), Err(TuneError::Length { found: 3, .. })));
    assert!(matches!(method.tell(&[1.0, 2.0, f64::NAN, 3.0]), Err(TuneError::Value { index: 2, .. })));
    assert_eq!(method, before);
}

#[test]
fn a_run_can_be_shown() {
    let mut run = tuner(Method::Genetic, 0);
    (0..3).for_each(|_| {
        run.step(&Games { cap: 50 }, &Budget::unlimited()).unwrap();
    });
    let table = to_csv(run.generations());
    assert_eq!(table.lines().count(), 4);
    assert!(table.lines().all(|line| line.split(',').count() == 10));
    assert_eq!(to_svg(run.generations()).matches(r#"stroke-width="2""#).count(), 3);
}

#[cfg(feature = "serde")]
mod saved {
    use super::*;

    #[test]
    fn runs_go_on_as_if_nothing_had_happened() {
        for method in Method::ALL {
            let (mut whole, mut parted) = (tuner(method, 9), tuner(method, 9));
            run(&mut whole, 6);
            for _ in 0..6 {
                run(&mut parted, 1);
                parted = serde_json::from_str(&serde_json::to_string(&parted).unwrap()).unwrap();
            }
            assert_eq!(whole, parted, "{method}");
        }
    }

    #[test]
    fn corrupt_runs_are_refused() {
        for method in Method::ALL {
            let mut whole = tuner(method, 9);
            run(&mut whole, 2);
            let good = serde_json::to_value(&whole).unwrap();
            let read =
                |value: serde_json::Value| serde_json::from_value::<Tuner>(value).map_err(|e| e.to_string());
            assert_eq!(read(good.clone()), Ok(whole));
            let mut version = good.clone();
            version["version"] = 7.into();
            assert!(read(version).unwrap_err().contains("version 7"));
            let mut short = good.clone();
            short["generations"].as_array_mut().unwrap().pop();
            assert!(read(short).unwrap_err().contains("generations are listed"));
            // Every list of numbers, one number short, or with one more.
            let lists = paths(&good["optimiser"], "/optimiser");
            assert!(!lists.is_empty());
            for path in lists {
                for grow in [false, true] {
                    let mut bad = good.clone();
                    let list = bad.pointer_mut(&path).unwrap().as_array_mut().unwrap();
                    if grow {
                        list.push(0.5.into())
                    } else {
                        drop(list.pop())
                    }
                    read(bad).expect_err(&path);
                }
            }
        }
    }

    /// Where lists of numbers are.
    fn paths(value: &serde_json::Value, at: &str) -> Vec<String> {
        match value {
            serde_json::Value::Array(list) if list.iter().all(serde_json::Value::is_number) => {
                vec![at.to_owned()]
            }
            serde_json::Value::Array(list) => list
                .iter()
                .enumerate()
                .flat_map(|(index, inner)| paths(inner, &format!("{at}/{index}")))
                .collect(),
            serde_json::Value::Object(map) => {
                map.iter().flat_map(|(key, inner)| paths(inner, &format!("{at}/{key}"))).collect()
            }
            _ => Vec::new(),
        }
    }
}
