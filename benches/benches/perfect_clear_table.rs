//! The table of the book: the usual questions about perfect clears, one thread, CPU time,
//! results asserted. With `--all` also all fresh queues of eleven pieces: some minutes.

#![allow(missing_docs)]

use criterion::measurement::Measurement as _;
use grid_core::Budget;
use perfect_clear::{Hold, PcField, PcSolver};
use puzzle_ai_benches::cpu_time::CpuTime;
use tetromino::{Field, Pattern, Piece, Randomizer as _, RotationSystem, SevenBag};

fn field(rows: &[&str], clear: usize) -> PcField {
    PcField::from_rows(rows.iter().copied(), clear).expect("a field")
}

fn queues(pattern: &str) -> Vec<Vec<Piece>> {
    pattern.parse::<Pattern>().expect("a pattern").expand(10_000).expect("few")
}

/// The first pieces of a game of seven-bags.
fn deal(seed: u64, count: usize) -> Vec<Piece> {
    let mut bag = SevenBag::new(seed, 0);
    let any = Field::new(10, 20).expect("a usual size");
    (0..count).filter_map(|_| bag.deal(&any)).collect()
}

/// Queues of `*p7` that fill them.
const SIX_SUCCESS: u64 = 4728;

/// What a closure gives, and its CPU time.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = CpuTime.start();
    let result = work();
    (result, CpuTime.end(begin).as_secs_f64())
}

const OPENER: [&str; 4] = ["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"];
/// Six rows that seven pieces fill.
const SIX: [&str; 6] = ["X_______XX", "X_______XX", "XX_____XXX", "XXXX__XXXX", "XXX___XXXX", "XXX____XXX"];

/// All tilings of the opener, the fewest that cover its queues, and its setups.
fn paths(solver: &PcSolver) {
    let (opener, queues) = (field(&OPENER, 4), queues("I,*p4"));
    let whole = || solver.path(&opener, &queues, Hold::Empty, usize::MAX, &Budget::unlimited());
    let (path, took) = timed(whole);
    let path = path.expect("long");
    assert_eq!((path.tilings.len(), path.covered().len()), (63, 711));
    println!("path I,*p4: {} tilings, {:.1} ms", path.tilings.len(), took * 1e3);
    let (cover, took) = timed(|| path.minimum_cover(&Budget::unlimited()));
    assert!(cover.is_proven());
    println!("minimum cover I,*p4: {} tilings, proven, {:.1} ms", cover.chosen.len(), took * 1e3);
}

fn main() {
    let solver = PcSolver::new(RotationSystem::SRS);
    for (name, rows, pattern, success) in
        [("opener", &OPENER[..], "I,*p4", 711), ("six rows", &SIX, "*p7", SIX_SUCCESS as usize)]
    {
        let (field, queues) = (field(rows, rows.len()), queues(pattern));
        let solve = |queue: &Vec<Piece>| solver.first(&field, queue, Hold::Empty).expect("long").is_some();
        let (good, took) = timed(|| queues.iter().filter(|queue| solve(queue)).count());
        assert_eq!(good, success, "{name}");
        let (count, each) = (queues.len(), took * 1e6 / queues.len() as f64);
        println!("yes or no, {name}, {pattern}: {good} of {count} queues, {each:.1} µs each");
    }
    for (rows, pattern, success) in [
        (&OPENER[..], "I,*p4", 711),
        (&["X____X____", "XX__XX____", "XX__XX____", "XXXXXX____"], "T,I,O,*p4", 742),
        (&["_______XXX", "________XX", "XX____XXXX", "XX_____XXX"], "*p7", 4374),
        (&SIX, "*p7", SIX_SUCCESS),
    ] {
        let (field, queues) = (field(rows, rows.len()), queues(pattern));
        let (percent, took) = timed(|| solver.percent(&field, &queues, Hold::Empty, &Budget::unlimited()));
        let percent = percent.expect("long");
        assert_eq!(percent.success, success, "{pattern}");
        println!("percent {pattern}: {success} of {}, {:.1} ms", percent.total, took * 1e3);
    }
    paths(&solver);
    let empty = field(&[], 4);
    let mut times = Vec::new();
    for seed in 0..400 {
        let queue = deal(seed, 11);
        let (found, took) = timed(|| solver.first(&empty, &queue, Hold::Empty).expect("long"));
        times.push(took * 1e6);
        assert!(found.is_some());
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!(
        "first, empty, 11 pieces, hold, 400 queues: mean {mean:.0} µs, median {:.0}, 99 % {:.0}, slowest {:.0}",
        times[200], times[395], times[399]
    );
    for (count, hold) in [(11, Hold::Empty), (10, Hold::None)] {
        for seed in 0..10 {
            let queue = deal(seed, count);
            let mut search = solver.search(&empty, &queue, hold).expect("long");
            let (tilings, took) = timed(|| search.by_ref().count());
            println!("{count} pieces, {hold:?}: {tilings} tilings, {} nodes, {took:.3} s", search.nodes());
        }
    }
    if std::env::args().any(|argument| argument == "--all") {
        let pattern: Pattern = "*p7,*p4".parse().expect("a pattern");
        let percent = || solver.percent(&empty, pattern.queues(), Hold::Empty, &Budget::unlimited());
        let (percent, took) = timed(percent);
        let percent = percent.expect("long");
        println!("percent *p7,*p4 on nothing: {} of {}, {took:.0} s", percent.success, percent.total);
    }
}
