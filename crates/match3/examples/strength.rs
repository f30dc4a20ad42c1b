//! The table of playing strength: paired games, the same boards and refills for every
//! player.
//!
//! `cargo run --release -p puzzle-ai-match3 --example strength -- 5 plain 300 30`:
//! kinds, `plain` or `special`, games, moves a game. With `ties` after them: how much
//! the order of equal moves matters.

use grid_core::{Budget, Stream};
use match3::{
    Board, FirstWavePlayer, Generator, Level, Linear, RandomPlayer, Rules, Search, SearchPlayer, Simulation,
    Swap, rank, simulate,
};

const SEED: u64 = 20_260;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default: u64| {
        arguments.get(index).map_or(default, |text| text.parse().expect("a number"))
    };
    let (kinds, games, moves) = (number(0, 5) as u8, number(2, 300), number(3, 30) as u32);
    let special = arguments.get(1).is_some_and(|kind| kind == "special");
    let rules = if special { Rules::new(kinds).with_specials() } else { Rules::new(kinds) };
    let level = Level::generated(Generator::new(8, 8), rules, moves);
    let search = |search: Search| {
        simulate(&level, &Linear, move || SearchPlayer::new(&rules, Linear, search), games, SEED)
            .expect("boards exist")
    };
    let expectimax = |samples: [u32; 4]| Search::Expectimax { samples, gamma: Search::GAMMA };
    let beam = |width, samples, inner| Search::Beam { width, samples, inner, gamma: Search::GAMMA };
    let mcts = |tries| Search::Mcts { tries, rollout: 2, gamma: Search::GAMMA, exploration: 0.5 };
    if arguments.get(4).is_some_and(|part| part == "ties") {
        ties(
            &level,
            games,
            &[
                ("two plies, known cells, 16 samples", Search::two_ply(16)),
                ("tree search, 1000 tries", mcts(1000)),
            ],
        );
        return;
    }
    let mut players: Vec<(&str, Search)> = vec![
        ("greedy, known cells", Search::Known),
        ("greedy, 1 sample (the article's)", Search::Mean { samples: 1 }),
        ("greedy, mean of 16", Search::Mean { samples: 16 }),
        ("two plies, 1 sample each (the article's)", expectimax([1, 1, 0, 0])),
        ("two plies, known cells, 8 samples", Search::two_ply(8)),
        ("two plies, known cells, 16 samples", Search::two_ply(16)),
        ("expectimax, 8 × 4 samples", expectimax([8, 4, 0, 0])),
        ("tree search, 250 tries", mcts(250)),
        ("tree search, 1000 tries", mcts(1000)),
        ("three plies, beam 3, 8 × 4", beam(3, 8, 4)),
        ("three plies, beam 4, 16 × 4", beam(4, 16, 4)),
    ];
    if !special {
        players.push(("three plies, beam 6, 24 × 8", beam(6, 24, 8)));
    }
    println!(
        "{kinds} kinds, {}, {games} games of {moves} moves\n",
        if special { "special candies" } else { "plain" }
    );
    println!(
        "| player | score | ± | to known cells | to the article's greedy | to the mean of 16 | ms a move |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut bases: Vec<Simulation> = Vec::new();
    let row = |name: &str, done: &Simulation, bases: &[Simulation], ms: f64| {
        let gains: Vec<String> =
            (0..3).map(|i| bases.get(i).map_or(String::new(), |base| paired(done, base))).collect();
        println!(
            "| {name} | {:.1} | {:.1} | {} | {ms:.3} |",
            done.mean_score(),
            done.score_ci95(),
            gains.join(" | ")
        );
    };
    let timed = |work: &dyn Fn() -> Simulation| {
        let start = cpu_seconds();
        let done = work();
        let played: u64 = done.games.iter().map(|game| u64::from(game.moves)).sum();
        (done, (cpu_seconds() - start) * 1e3 / played.max(1) as f64)
    };
    let (random, ms) =
        timed(&|| simulate(&level, &Linear, || RandomPlayer, games, SEED).expect("boards exist"));
    row("random", &random, &[], ms);
    if !special {
        let first = || simulate(&level, &Linear, || FirstWavePlayer, games, SEED).expect("boards exist");
        let (first, ms) = timed(&first);
        row("greedy, first wave", &first, &[], ms);
    }
    for (name, kind) in players {
        let (done, ms) = timed(&|| search(kind));
        row(name, &done, &bases, ms);
        // The greedy players are those that others are compared with.
        if bases.len() < 3 {
            bases.push(done);
        }
    }
    println!("\n| tree search on the first boards | mean depth of the tree | ms a move |");
    println!("|---|---|---|");
    for tries in [100, 250, 1000, 4000] {
        let start = cpu_seconds();
        let depths: f64 = (0..games.min(100))
            .map(|index| {
                let board = level.board(SEED, index).expect("boards exist");
                rank(&board, &rules, &Linear, mcts(tries), index, &Budget::unlimited()).depth
            })
            .sum();
        let count = games.min(100) as f64;
        println!("| {tries} tries | {:.2} | {:.2} |", depths / count, (cpu_seconds() - start) * 1e3 / count);
    }
}

/// How much the order of moves matters to the greedy player: against one that takes
/// any of the moves with the best known cells.
fn ties(level: &Level, games: u64, players: &[(&str, Search)]) {
    let rules = *level.rules();
    let search = |search: Search| {
        simulate(level, &Linear, move || SearchPlayer::new(&rules, Linear, search), games, SEED)
            .expect("boards exist")
    };
    let any_best = |legal: &[Swap], board: &Board, number: u64| {
        let ranking = rank(board, &rules, &Linear, Search::Known, 0, &Budget::unlimited());
        let best = ranking.moves.iter().take_while(|ranked| ranked.mean == ranking.moves[0].mean).count();
        let pick = ranking.moves[Stream::new(number, "ties", 0).below(best as u32) as usize].swap;
        legal.iter().position(|&swap| swap == pick).expect("a legal swap")
    };
    let base = simulate(level, &Linear, || any_best, games, SEED).expect("boards exist");
    println!("| player | score | ± | to known cells, any of the best |");
    println!("|---|---|---|---|");
    println!(
        "| greedy, known cells, any of the best | {:.1} | {:.1} | |",
        base.mean_score(),
        base.score_ci95()
    );
    for &(name, kind) in [("greedy, known cells", Search::Known)].iter().chain(players) {
        let done = search(kind);
        let gain = paired(&done, &base);
        println!("| {name} | {:.1} | {:.1} | {gain} |", done.mean_score(), done.score_ci95());
    }
}

/// CPU time of this process so far, from the scheduler's statistics of Linux; 0
/// elsewhere.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

/// The mean of the paired differences in percent of the other's mean, with its 95 %
/// interval.
fn paired(one: &Simulation, other: &Simulation) -> String {
    let differences: Vec<f64> =
        one.games.iter().zip(&other.games).map(|(a, b)| (a.score - b.score) as f64).collect();
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let variance = differences.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / (n - 1.0);
    let scale = 100.0 / other.mean_score();
    format!("{:+.1} % ± {:.1}", mean * scale, 1.96 * (variance / n).sqrt() * scale)
}
