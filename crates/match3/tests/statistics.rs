//! Means over many boards and games against `statistics.json`: 8×8, sequential boards.

use grid_core::Stream;
use match3::{
    Board, FastBoard, FirstWavePlayer, Flat, Generator, Judged, Level, Linear, RandomPlayer, Rules, Seeded,
    Simulation, simulate,
};
use serde_json::Value;

/// The mean and its standard error.
fn mean(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let values: Vec<f64> = values.into_iter().collect();
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

fn check(name: &str, kinds: u8, values: impl IntoIterator<Item = f64>) {
    let file: Value = serde_json::from_str(include_str!("data/statistics.json")).unwrap();
    let row = file
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["name"] == name && row["kinds"] == u64::from(kinds))
        .unwrap();
    let (expected, ci) = (row["mean"].as_f64().unwrap(), row["ci95"].as_f64().unwrap());
    let (found, error) = mean(values);
    let z = (found - expected) / (error * error + (ci / 1.96) * (ci / 1.96)).sqrt().max(1e-9);
    assert!(
        z.abs() < 4.0,
        "{name}, {kinds} kinds: {found} ± {error} where {expected} ± {ci} is expected, z = {z}"
    );
}

#[test]
fn boards_and_single_moves() {
    for kinds in [5, 6] {
        let rules = Rules::new(kinds);
        let mut stream = Stream::new(5, "statistics", kinds.into());
        let mut source = Seeded::new(kinds, 5, 0);
        let mut board = FastBoard::empty(8, 8).unwrap();
        let (mut moves, mut first, mut waves, mut score) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for _ in 0..60_000 {
            Generator::draw_fast(&mut board, &rules, &mut stream).unwrap();
            let legal = board.legal_set(&rules);
            moves.push(f64::from(legal.len()));
            let number = stream.below(legal.len());
            let mut after = board;
            let one = rules.with_wave_limit(1);
            let wave =
                after.play_nth(&legal, number, &one, &mut Seeded::new(kinds, 0, 0), &mut Judged(&Flat));
            first.push(wave.unwrap().unwrap().score as f64);
            let outcome =
                board.play_nth(&legal, number, &rules, &mut source, &mut Judged(&Linear)).unwrap().unwrap();
            waves.push(f64::from(outcome.waves));
            score.push(outcome.score as f64);
        }
        check("legal_moves_sequential", kinds, moves);
        check("first_wave_cleared_random_move", kinds, first);
        check("waves_random_move", kinds, waves);
        check("score_random_move", kinds, score);
    }
}

#[test]
fn games_of_thirty_moves() {
    let scores = |simulation: Simulation| {
        simulation.games.into_iter().map(|game| game.score as f64).collect::<Vec<_>>()
    };
    for kinds in [5, 6] {
        let level = Level::generated(Generator::new(8, 8), Rules::new(kinds), 30);
        let random = simulate(&level, &Linear, || RandomPlayer, 3000, 5).unwrap();
        check("game30_random_score", kinds, scores(random));
        let first = simulate(&level, &Linear, || FirstWavePlayer, 3000, 5).unwrap();
        check("game30_greedy_first_wave_score", kinds, scores(first));
    }
}

#[test]
fn deadlocks_of_fresh_boards_are_rare() {
    // The sequential draw before boards without a move are drawn again.
    let rules = Rules::new(5);
    let board: Board = Generator::new(8, 8).generate(&rules, 1).unwrap();
    assert!(board.has_legal_swap(&rules));
}
