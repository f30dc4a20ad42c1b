//! The table of playing strength: paired games, the same boards and refills for every
//! player.
//!
//! `cargo run --release -p puzzle-ai-match3 --example strength -- 5 plain 300 30`:
//! kinds, `plain` or `special`, games, moves a game.

use match3::{
    FirstWavePlayer, Generator, Level, Linear, RandomPlayer, Rules, Search, SearchPlayer, Simulation,
    simulate,
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
    let beam = Search::Beam { width: 6, samples: 24, inner: 8, gamma: Search::GAMMA };
    let small_beam = Search::Beam { width: 4, samples: 16, inner: 4, gamma: Search::GAMMA };
    let mcts = |tries| Search::Mcts { tries, rollout: 2, gamma: Search::GAMMA, exploration: 0.5 };
    let mut players: Vec<(&str, Search)> = vec![
        ("greedy, known cells", Search::Known),
        ("greedy, 1 sample (the article's)", Search::Mean { samples: 1 }),
        ("greedy, mean of 16", Search::Mean { samples: 16 }),
        ("two plies, 1 sample each (the article's)", expectimax([1, 1, 0, 0])),
        ("two plies, known cells, 8 samples", Search::two_ply(8)),
        ("two plies, known cells, 16 samples", Search::two_ply(16)),
    ];
    if special {
        players.push(("tree search, 250 tries", mcts(250)));
        players.push((
            "three plies, beam 3, 8 × 4",
            Search::Beam { width: 3, samples: 8, inner: 4, gamma: Search::GAMMA },
        ));
    } else {
        players.push(("expectimax, 8 × 4 samples", expectimax([8, 4, 0, 0])));
        players.push(("tree search, 1000 tries", mcts(1000)));
        players.push(("three plies, beam 4, 16 × 4", small_beam));
        players.push(("three plies, beam 6, 24 × 8", beam));
    }
    println!(
        "{kinds} kinds, {}, {games} games of {moves} moves\n",
        if special { "special candies" } else { "plain" }
    );
    println!("| player | score | ± | to known cells | to the article's greedy | ms a move |");
    println!("|---|---|---|---|---|---|");
    let mut known: Option<Simulation> = None;
    let mut article: Option<Simulation> = None;
    let row =
        |name: &str, done: &Simulation, known: Option<&Simulation>, article: Option<&Simulation>, ms: f64| {
            println!(
                "| {name} | {:.1} | {:.1} | {} | {} | {ms:.3} |",
                done.mean_score(),
                done.score_ci95(),
                known.map_or(String::new(), |base| paired(done, base)),
                article.map_or(String::new(), |base| paired(done, base)),
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
    row("random", &random, None, None, ms);
    if !special {
        let first = || simulate(&level, &Linear, || FirstWavePlayer, games, SEED).expect("boards exist");
        let (first, ms) = timed(&first);
        row("greedy, first wave", &first, None, None, ms);
    }
    for (name, kind) in players {
        let (done, ms) = timed(&|| search(kind));
        row(name, &done, known.as_ref(), article.as_ref(), ms);
        match kind {
            Search::Known => known = Some(done),
            Search::Mean { samples: 1 } => article = Some(done),
            _ => {}
        }
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
