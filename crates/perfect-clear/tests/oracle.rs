//! The solver against a brute force: one input at a time, one row at a time.

use std::collections::BTreeSet;

use grid_core::{Budget, Shard, Stop, Stream};
use perfect_clear::{
    Hold, Invariants, PcField, PcMarks, PcMarksError, PcPlacement, PcSearch, PcSolver, PercentRun, Reasons,
};
use tetromino::{Pattern, Piece, RotationSystem};

mod brute;
mod common;

use brute::{Rows, choices, landings, placed};
use common::question;

struct Brute<'a> {
    queue: &'a [Piece],
    hold: bool,
    system: RotationSystem,
    tilings: BTreeSet<Vec<PcPlacement>>,
    sequences: BTreeSet<Vec<PcPlacement>>,
}

impl Brute<'_> {
    fn go(&mut self, rows: &Rows, at: usize, held: Option<Piece>, path: &mut Vec<PcPlacement>) {
        if rows.is_empty() {
            let mut tiling = path.clone();
            tiling.sort_unstable();
            self.tilings.insert(tiling);
            self.sequences.insert(path.clone());
            return;
        }
        for (piece, at, held) in choices(self.queue, at, held, self.hold) {
            for cells in landings(rows, piece, &self.system) {
                let (next, placed) = placed(rows, piece, &cells);
                path.push(placed);
                self.go(&next, at, held, path);
                path.pop();
            }
        }
    }
}

fn brute(field: &PcField, queue: &[Piece], hold: Hold, system: RotationSystem) -> (usize, usize) {
    let needed = field.pieces_needed().unwrap_or(0);
    let held = match hold {
        Hold::Piece(piece) => Some(piece),
        Hold::None | Hold::Empty => None,
    };
    let queue = &queue[..queue.len().min(hold.usable(needed))];
    let rows: Rows = (0..field.height()).map(|y| (field.original_row(y) as i32, field.row(y))).collect();
    let (tilings, sequences) = (BTreeSet::new(), BTreeSet::new());
    let mut brute = Brute { queue, hold: hold != Hold::None, system, tilings, sequences };
    if field.pieces_needed().is_some() {
        brute.go(&rows, 0, held, &mut Vec::new());
    }
    (brute.tilings.len(), brute.sequences.len())
}

#[test]
fn solutions_are_those_of_brute_force() {
    for (number, (name, system)) in RotationSystem::NAMED.into_iter().enumerate() {
        let mut stream = Stream::new(7, "perfect clear oracle", number as u64);
        let mut solvable = 0;
        for _ in 0..2000 {
            let (field, queue, hold) = question(&mut stream);
            let expected = brute(&field, &queue, hold, system);
            let solver = PcSolver::new(system);
            let count = solver.count(&field, &queue, hold, &Budget::unlimited()).unwrap();
            let found = (count.tilings as usize, count.sequences as usize);
            assert_eq!(found, expected, "{name}, {queue:?}, {hold:?}\n{field}");
            let first = solver.first(&field, &queue, hold).unwrap();
            assert_eq!(first.is_some(), expected.0 > 0, "{name}, {queue:?}, {hold:?}\n{field}");
            if let Some(solution) = first {
                assert_eq!(solution.verify(&field, &queue, hold, system), Ok(()));
                solvable += 1;
                let held = match hold {
                    Hold::Piece(piece) => Some(piece),
                    Hold::None | Hold::Empty => None,
                };
                let pieces: Vec<Piece> = queue.iter().copied().chain(held).collect();
                let reasons = Invariants::of(&field).reasons(&pieces);
                assert!(reasons.is_empty(), "{reasons}: {pieces:?}\n{field}");
            }
        }
        assert!(solvable > 40, "{name}: {solvable} of 2000 can be cleared");
    }
}

#[test]
fn percent_is_the_share_of_single_queues() {
    let mut stream = Stream::new(8, "perfect clear oracle", 0);
    for _ in 0..60 {
        let (field, _, hold) = question(&mut stream);
        let needed = field.pieces_needed().unwrap();
        let queues: Vec<Vec<Piece>> =
            (0..80).map(|_| (0..=needed).map(|_| Piece::ALL[stream.below(7) as usize]).collect()).collect();
        let solver = PcSolver::new(RotationSystem::SRS);
        let percent = solver.percent(&field, &queues, hold, &Budget::unlimited()).unwrap();
        let single =
            queues.iter().filter(|queue| solver.first(&field, queue, hold).unwrap().is_some()).count();
        assert_eq!((percent.success, percent.total), (single as u64, 80), "{hold:?}\n{field}");
    }
}

/// Rows that are full at the start vanish, and nothing is left to do.
#[test]
fn full_rows_are_clear() {
    let solver = PcSolver::new(RotationSystem::SRS);
    let full = ["XXXXXXXXXX"; 3];
    for clear in 1..=3 {
        let field = PcField::from_rows(full[..clear].iter().copied(), clear).unwrap();
        for queue in [&[][..], &[Piece::T, Piece::I]] {
            let count = solver.count(&field, queue, Hold::None, &Budget::unlimited()).unwrap();
            assert_eq!((count.tilings, count.sequences, count.complete), (1, 1, true));
            let solution = solver.first(&field, queue, Hold::Empty).unwrap().unwrap();
            assert_eq!(solution.verify(&field, queue, Hold::Empty, RotationSystem::SRS), Ok(()));
            let percent = solver.percent(&field, [queue], Hold::None, &Budget::unlimited()).unwrap();
            assert_eq!((percent.success, percent.total), (1, 1));
        }
    }
    // The article's demo: two full rows, then six pieces, of which five fill two rows.
    let demo = PcField::from_rows(["__________", "__________", full[0], full[0]], 4).unwrap();
    let pieces = Piece::parse_list("ITOSZJ").unwrap();
    assert_eq!(Invariants::of(&demo).reasons(&pieces), Reasons::COLUMNS | Reasons::CHECKERBOARD);
    assert_eq!(solver.first(&demo, &pieces, Hold::Empty), Ok(None));
}

/// Parts, steps of any size, no memory and many threads find what one run finds.
#[test]
fn shares_come_together() {
    let rows = ["X____X____", "XX__XX____", "XX__XX____", "XXXXXX____"];
    let field = PcField::from_rows(rows, 4).unwrap();
    let solver = PcSolver::new(RotationSystem::SRS);
    let pattern: Pattern = "T,I,O,*p4".parse().unwrap();
    let whole = solver.percent(&field, pattern.queues(), Hold::Empty, &Budget::unlimited()).unwrap();
    assert_eq!((whole.success, whole.total, whole.complete), (742, 840, true));
    let new = || PercentRun::new(&solver, &field, pattern.queues(), Hold::Empty).unwrap();
    for (parts, step, memory) in [(1, 1, 1 << 20), (3, 777, 1 << 20), (2, 5_000, 0), (1, 1_001, 0)] {
        let mut all = new();
        for part in 0..parts {
            let mut run = new().with_shard(Shard::new(part, parts).unwrap()).with_memory(memory);
            let mut steps = 0u64;
            while !run.step(step) {
                steps += 1;
                // Kept and read again.
                let marks: PcMarks = run.marks().to_string().parse().unwrap();
                if steps % 5000 == 0 && memory > 0 {
                    run.adopt(&marks).unwrap();
                }
            }
            let (done, own) = run.progress();
            assert_eq!(done, own);
            assert!(steps > 0 && own >= run.marks().len() / parts as usize);
            assert_eq!(run.result().complete, parts == 1);
            all.adopt(run.marks()).unwrap();
        }
        assert_eq!(all.result(), whole, "{parts} parts, {step} nodes, {memory} bytes");
        assert!(all.step(0));
    }
    let mut other = new();
    let wrong: PcMarks = "1".repeat(840).parse().unwrap();
    let mut known = new();
    known.adopt(&whole_marks(&mut other)).unwrap();
    assert!(matches!(known.adopt(&wrong), Err(PcMarksError::Contrary { .. })));
    assert_eq!(known.result(), whole);
    let short: PcMarks = "1".parse().unwrap();
    assert_eq!(known.adopt(&short), Err(PcMarksError::Length { expected: 840, found: 1 }));
}

fn whole_marks(run: &mut PercentRun) -> PcMarks {
    assert_eq!(run.run(&Budget::unlimited()), None);
    run.marks().clone()
}

#[cfg(feature = "rayon")]
#[test]
fn shares_are_the_same_on_many_threads() {
    let solver = PcSolver::new(RotationSystem::SRS);
    let rows = ["_______XXX", "________XX", "XX____XXXX", "XX_____XXX"];
    let field = PcField::from_rows(rows, 4).unwrap();
    let pattern: Pattern = "*p7".parse().unwrap();
    let whole = solver.percent(&field, pattern.queues(), Hold::Empty, &Budget::unlimited()).unwrap();
    assert_eq!((whole.success, whole.total), (4374, 5040));
    for (threads, memory) in [(1, 1 << 24), (3, 1 << 24), (2, 0)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut run = PercentRun::new(&solver, &field, pattern.queues(), Hold::Empty).unwrap();
        run = run.with_memory(memory);
        let mut steps = 0;
        while pool.install(|| run.run_parallel(&Budget::nodes(20_000))).is_some() {
            steps += 1;
        }
        assert!(steps > 0);
        assert_eq!(run.result(), whole, "{threads} threads, {memory} bytes");
    }
}

/// Steps of any size find what one run finds.
#[test]
fn searches_go_on_where_they_stopped() {
    let empty = PcField::from_rows([], 2).unwrap();
    let solver = PcSolver::new(RotationSystem::SRS);
    let queue = Piece::parse_list("IOLJIO").unwrap();
    let whole: Vec<_> = solver.search(&empty, &queue, Hold::Empty).unwrap().collect();
    assert!(whole.len() > 3);
    for step in [1, 2, 7, 100] {
        let mut search: PcSearch = solver.search(&empty, &queue, Hold::Empty).unwrap();
        let mut found = Vec::new();
        loop {
            match search.advance(&mut Budget::nodes(step).meter()) {
                Ok(true) => found.push(search.solution()),
                Ok(false) => break,
                Err(stop) => assert_eq!(stop, Stop::NodeBudget),
            }
        }
        assert_eq!(found, whole, "step {step}");
    }
    let cut = solver.count(&empty, &queue, Hold::Empty, &Budget::nodes(3)).unwrap();
    assert!(!cut.complete && cut.tilings < whole.len() as u64);
}

/// High fields go by wide words; the answers are the same.
#[test]
fn up_to_ten_rows() {
    let solver = PcSolver::new(RotationSystem::SRS);
    for clear in 1..=PcField::MAX_HEIGHT {
        let rows = vec!["XXXXXXXXX_"; clear];
        let field = PcField::from_rows(rows, clear).unwrap();
        let pieces = [Piece::I; 3];
        let needed = field.pieces_needed();
        let solved = match needed {
            Some(needed) => solver.first(&field, &pieces[..needed], Hold::None).unwrap().is_some(),
            None => false,
        };
        assert_eq!(solved, clear % 4 == 0, "{clear}");
    }
    let full = PcField::from_rows(["XXXXXXXXXX", "XX__XXXXXX", "XXXXXXXXXX", "XX__XXXXXX"], 4).unwrap();
    let solution = solver.first(&full, &[Piece::O], Hold::None).unwrap().unwrap();
    let rows: Vec<i32> = solution.placements[0].cells.iter().map(|cell| cell.y).collect();
    assert_eq!(rows, [0, 2, 0, 2]);
    assert_eq!(solution.verify(&full, &[Piece::O], Hold::None, RotationSystem::SRS), Ok(()));
}
