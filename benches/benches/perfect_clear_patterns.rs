//! Tilings, covers, setups and puzzles of patterns: one thread, CPU time of the thread,
//! results asserted.

#![allow(missing_docs)]

use criterion::measurement::Measurement as _;
use grid_core::Budget;
use perfect_clear::{Hold, PcField, PcSolver, Preference, PuzzleGenerator, SetupMask};
use puzzle_ai_benches::cpu_time::CpuTime;
use tetromino::{Pattern, Piece, RotationSystem};

fn queues(pattern: &str) -> Vec<Vec<Piece>> {
    pattern.parse::<Pattern>().expect("a pattern").expand(10_000).expect("few")
}

/// What work gives, and the milliseconds of CPU time that one turn of it takes.
fn timed<T>(times: u32, mut work: impl FnMut() -> T) -> (T, f64) {
    let begin = CpuTime.start();
    for _ in 1..times {
        std::hint::black_box(work());
    }
    let result = work();
    (result, CpuTime.end(begin).as_secs_f64() * 1e3 / f64::from(times))
}

fn main() {
    let solver = PcSolver::new(RotationSystem::SRS);
    let unlimited = Budget::unlimited();
    for (rows, pattern, tilings, covered, least, times) in [
        (["X____X____", "XX__XX____", "XX__XX____", "XXXXXX____"], "T,I,O,*p4", 221, 742, 34, 40),
        (["_______XXX", "________XX", "XX____XXXX", "XX_____XXX"], "*p7", 33, 4374, 21, 40),
    ] {
        let (field, queues) = (PcField::from_rows(rows, 4).expect("a field"), queues(pattern));
        let run = || solver.path(&field, &queues, Hold::Empty, usize::MAX, &unlimited).expect("long enough");
        let (path, took) = timed(times, run);
        assert_eq!((path.tilings.len(), path.covered().len(), path.stopped), (tilings, covered, None));
        println!("path {pattern}: {tilings} tilings, {covered} of {} queues, {took:.2} ms", queues.len());
        let (cover, took) = timed(times, || path.minimum_cover(&unlimited));
        assert_eq!((cover.chosen.len(), cover.is_proven()), (least, true));
        println!("minimum cover {pattern}: {least}, proven, {took:.2} ms");
        let judge = Preference::EASY;
        let ((best, _), took) = timed(1, || solver.preferred(&field, &path, Hold::Empty, &judge, &unlimited));
        assert_eq!(best.iter().flatten().count(), covered);
        println!("easiest tiling of each queue {pattern}: {took:.0} ms");
    }
    let mask =
        SetupMask::from_rows(["***_____**", "***____***", "***___****", "***____***"], 4).expect("a mask");
    let bag = queues("*p7");
    let (setups, took) = timed(5, || solver.setups(&mask, &bag, Hold::Empty, usize::MAX, &unlimited));
    assert_eq!((setups.setups.len(), setups.weight(&setups.setups[0])), (1, 3842));
    println!("setup of the opener, *p7: 3842 of 5040 queues, {took:.1} ms");
    let next = queues("*p4");
    let share = || solver.setup_share(&setups, 0, &next, Hold::Empty, usize::MAX, &unlimited).expect("long");
    let (share, took) = timed(1, share);
    assert_eq!(share.map(|share| (share.success, share.total)), Ok((2_528_820, 3_227_280)));
    println!("its share of clears with *p4: 2528820 of 3227280, {took:.0} ms");
    let rows = ["????______", "????______", "????______", "????______"];
    let mask = SetupMask::from_rows(rows, 4).expect("a mask");
    let (setups, took) = timed(1, || solver.setups(&mask, &bag, Hold::Empty, usize::MAX, &unlimited));
    assert_eq!((setups.setups.len(), setups.stopped), (1602, None));
    println!("setups on 4 x 4 cells that may be filled, *p7: {}, {took:.0} ms", setups.setups.len());
    for (pieces, least) in [(5, 0), (5, 40), (7, 40)] {
        let generator =
            PuzzleGenerator::new(RotationSystem::SRS, 4, pieces).expect("it fits").with_hold(true);
        let generator = generator.with_difficulty(least..=100);
        let (mut seed, seeds) = (0, 40);
        let (score, took) = timed(seeds, || {
            seed += 1;
            generator.generate(seed, &unlimited).expect("a puzzle").difficulty.score()
        });
        assert!(score >= least);
        println!("puzzle of {pieces} pieces, difficulty {least} at least: {took:.1} ms");
    }
}
