//! The table of the book: user CPU time of our searches and of their peers, by
//! turns in one process, medians and ratios. `--runs N` (5), `--all` for every peer,
//! `--sudoku FILE` for a collection of sudokus, 81 characters a line, `--only TEXT`
//! for the rows whose name has it, `--threads N` for what so many threads gain instead.

#![allow(missing_docs)]

mod peers;

use std::time::Instant;

use exact_cover::tiling::{Copies, Piece, Tiling, TilingSearch};
use exact_cover::{Problem, Search, Structure, models};
use grid_core::{Budget, Orientations, Region, polyominoes};

use peers::Instance;
use puzzle_ai_benches::holed;

/// User CPU seconds of this process, all threads.
fn user() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields = stat.rsplit(')').next().expect("a name in brackets");
    let ticks = fields.split_whitespace().nth(11).and_then(|ticks| ticks.parse::<f64>().ok());
    ticks.expect("user ticks") / 100.0
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// One row: what runs, and the count it must come to.
struct Row {
    what: String,
    count: u64,
    run: Box<dyn Fn() -> u64>,
    times: Vec<f64>,
}

fn row(what: &str, count: u64, run: impl Fn() -> u64 + 'static) -> Row {
    Row { what: what.to_owned(), count, run: Box::new(run), times: Vec::new() }
}

/// Each board of a collection is proven to have one solution, 100 times.
fn collection(path: &str) -> Row {
    let text = std::fs::read_to_string(path).expect("a file of sudokus");
    let parse = |line: &str| models::Sudoku::parse(3, 3, line).expect("81 cells a line");
    let boards: Vec<_> = text.lines().map(parse).collect();
    let count = 100 * boards.len() as u64;
    row(&format!("{} sudokus, unique, 100 times", boards.len()), count, move || {
        let unique = || boards.iter().filter(|board| board.has_one_solution()).count() as u64;
        (0..100).map(|_| unique()).sum()
    })
}

fn rows(all: bool, sudokus: Option<&str>) -> Vec<Row> {
    let rectangle = |width, height| Region::rectangle(width, height).expect("small");
    let six = Instance::pentominoes("6x10", 9356, rectangle(6, 10));
    let instances = [
        six.clone(),
        Instance::pentominoes("5x12", 4040, rectangle(5, 12)),
        Instance::pentominoes("8x8 less 2x2", 520, holed()),
        Instance::langford("langford 12", 216_288, 12),
        Instance::queens("queens 13", 73_712, 13),
        Instance::queens("queens 14", 365_596, 14),
    ];
    let mut rows = Vec::new();
    // The reference of the ratios.
    rows.push(row("6x10, dancing-links", 9356, {
        let six = six.clone();
        move || six.dancing_links()
    }));
    for instance in instances {
        let name = instance.name;
        let mut add = |what: &str, run: fn(&Instance) -> u64| {
            let instance = instance.clone();
            rows.push(row(&format!("{name}, {what}"), instance.count, move || run(&instance)));
        };
        add("ours", |i| i.ours(Structure::Auto));
        if name != "6x10" {
            add("dancing-links", Instance::dancing_links);
        }
        if all {
            add("ours, cells", |i| i.ours(Structure::Cells));
            add("ours, links", |i| i.ours(Structure::Links));
            add("exact-covers", Instance::exact_covers);
            add("dlx-rs", Instance::dlx_rs);
            add("dlx", Instance::dlx);
        }
    }
    let pentominoes = || models::pentominoes(Region::rectangle(6, 10).expect("small")).expect("small");
    rows.push(row("6x10, tiling by masks", 9356, move || {
        TilingSearch::new(&pentominoes()).run_count(&Budget::unlimited()).statistics.solutions
    }));
    rows.push(row("6x10, distinct, 10 times", 23_390, move || {
        let board = pentominoes();
        let distinct = || board.distinct().run_count(&Budget::unlimited()).statistics.solutions;
        (0..10).map(|_| distinct()).sum()
    }));
    rows.push(row("6x10, counted with layers tried", 9356, move || {
        pentominoes().problem().0.count().to_u64().expect("small")
    }));
    let free = |area, width, height| {
        let policy = Orientations::RotationsAndReflections;
        let unlimited = |shape| Piece::new(shape, policy).with_copies(Copies::Unlimited);
        let pieces = polyominoes(area, policy).into_iter().map(unlimited).collect();
        Tiling::new(Region::rectangle(width, height).expect("small"), pieces).expect("small")
    };
    let hundred = |board: Tiling| move || (0..100).fold(0, |_, _| board.count().to_u64().expect("small"));
    rows.push(row("dominoes 8x8, counted 100 times", 12_988_816, hundred(free(2, 8, 8))));
    rows.push(row("tetrominoes 4x10, counted 100 times", 796_558, hundred(free(4, 4, 10))));
    rows.push(row("five queens dominating 8x8", 4860, || {
        let queens = models::queen_domination(8, 5).expect("small");
        Search::new(&queens).run_count(&Budget::unlimited()).statistics.solutions
    }));
    rows.push(row("one-sided tetrominoes twice each on 7x8", 233_956, || {
        let policy = Orientations::Rotations;
        let twice = |shape| Piece::new(shape, policy).with_copies(Copies::Exactly(2));
        let pieces = polyominoes(4, policy).into_iter().map(twice).collect();
        let board = Tiling::new(Region::rectangle(7, 8).expect("small"), pieces).expect("small");
        Search::new(&board.problem().0).run_count(&Budget::unlimited()).statistics.solutions
    }));
    rows.push(row("200000 items of one option", 1, || {
        let problem = Problem::exact(200_000, (0..200_000).map(|item| [item])).expect("valid");
        Search::new(&problem).run_count(&Budget::unlimited()).statistics.solutions
    }));
    rows.push(row("sudoku of 17, unique, 10000 times", 10_000, || {
        let text = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
        let sudoku = models::Sudoku::parse(3, 3, text).expect("a board");
        (0..10_000).filter(|_| sudoku.has_one_solution()).count() as u64
    }));
    rows.extend(sudokus.map(collection));
    rows
}

/// Wall time of one thread over that of `threads`, least of some runs each, by turns.
fn speed_up(threads: usize, runs: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let six = models::pentominoes(Region::rectangle(6, 10).expect("small")).expect("small");
    let budget = Budget::unlimited();
    let queens = models::queens(14).expect("small");
    let problem = six.problem().0;
    let counts = [("6x10", &problem, 9356), ("queens 14", &queens, 365_596)];
    for (name, problem, count) in counts {
        let (mut one, mut many) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..runs {
            let start = Instant::now();
            let alone = Search::new(problem).run_count(&budget).statistics;
            one = one.min(start.elapsed().as_secs_f64());
            let start = Instant::now();
            let shared = pool.install(|| Search::new(problem).run_count_parallel(&budget)).statistics;
            many = many.min(start.elapsed().as_secs_f64());
            assert_eq!((alone.solutions, shared), (count, alone), "{name}");
        }
        println!(
            "{name}: {one:.2} s on one thread, {many:.2} s on {threads}, {:.2} times as fast",
            one / many
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |flag| arguments.iter().position(|a| a == flag).and_then(|at| arguments.get(at + 1));
    let runs = value("--runs").and_then(|runs| runs.parse().ok());
    let runs: usize = runs.unwrap_or(5);
    if let Some(threads) = value("--threads").and_then(|threads| threads.parse().ok()) {
        return speed_up(threads, runs);
    }
    let sudokus = value("--sudoku").map(String::as_str);
    let mut rows = rows(arguments.iter().any(|a| a == "--all"), sudokus);
    rows.retain(|row| value("--only").is_none_or(|text| row.what.contains(text.as_str())));
    for _ in 0..runs {
        for row in &mut rows {
            let before = user();
            assert_eq!((row.run)(), row.count, "{}", row.what);
            row.times.push(user() - before);
        }
    }
    let reference = rows.first().map_or(1.0, |row| median(row.times.clone()));
    println!("{:<50} {:>10} {:>9} {:>8}", "what", "count", "user s", "ratio");
    for row in rows {
        let time = median(row.times);
        println!("{:<50} {:>10} {time:>9.2} {:>8.3}", row.what, row.count, time / reference);
    }
}
