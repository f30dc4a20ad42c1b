//! Tilings of patterns, against the solver asked for one queue after the other.

use std::collections::{BTreeMap, BTreeSet};

use grid_core::{Budget, CellSet};
use perfect_clear::{Hold, PcField, PcPath, PcPlacement, PcSolver, PcStop};
use tetromino::{Pattern, Piece, RotationSystem};

mod common;

use common::question;

fn queues(pattern: &str) -> Vec<Vec<Piece>> {
    pattern.parse::<Pattern>().expect("a pattern").expand(10_000).expect("not too many")
}

type Covers = BTreeMap<Vec<PcPlacement>, BTreeSet<Vec<Piece>>>;

/// The tilings of each queue alone.
fn brute(solver: &PcSolver, field: &PcField, queues: &[Vec<Piece>], hold: Hold) -> Covers {
    let usable = hold.usable(field.pieces_needed().unwrap_or(0));
    let mut covers = Covers::new();
    for queue in queues {
        for solution in solver.search(field, queue, hold).expect("long enough") {
            let mut tiling = solution.placements;
            tiling.sort_unstable();
            covers.entry(tiling).or_default().insert(queue[..queue.len().min(usable)].to_vec());
        }
    }
    covers
}

fn covers(path: &PcPath) -> Covers {
    let queue = |number: usize| path.queues[number].0.clone();
    let cover = |tiling: &perfect_clear::PcTiling| {
        (tiling.placements.clone(), tiling.queues.iter().map(queue).collect())
    };
    assert!(path.tilings.is_sorted_by(|a, b| a.placements < b.placements));
    path.tilings.iter().map(cover).collect()
}

fn opener() -> PcField {
    PcField::from_rows(["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"], 4).expect("a field")
}

#[test]
fn the_opener_has_63_tilings() {
    let solver = PcSolver::new(RotationSystem::SRS);
    let queues = queues("I,*p4");
    let path = solver.path(&opener(), &queues, Hold::Empty, usize::MAX, &Budget::unlimited()).unwrap();
    assert_eq!((path.tilings.len(), path.covered().len(), path.stopped), (63, 711, None));
    assert_eq!(covers(&path), brute(&solver, &opener(), &queues, Hold::Empty));
}

/// The fewest tilings that cover what all cover: none of them is needless, and the number
/// is proven.
#[test]
fn minimum_covers_cover_everything() {
    let solver = PcSolver::new(RotationSystem::SRS);
    let six = PcField::from_rows(["X____X____", "XX__XX____", "XX__XX____", "XXXXXX____"], 4).unwrap();
    for (field, pattern, least) in [(opener(), "I,*p4", 24), (six, "T,I,O,*p4", 34)] {
        let queues = queues(pattern);
        let path = solver.path(&field, &queues, Hold::Empty, usize::MAX, &Budget::unlimited()).unwrap();
        let cover = path.minimum_cover(&Budget::unlimited());
        assert_eq!((cover.chosen.len(), cover.is_proven()), (least, true));
        let union = |without: Option<usize>| {
            let mut all = CellSet::new(path.queues.len());
            let chosen = cover.chosen.iter().filter(|&&tiling| Some(tiling) != without);
            chosen.for_each(|&tiling| all.union_with(&path.tilings[tiling].queues));
            all
        };
        assert_eq!(union(None), path.covered());
        assert!(cover.chosen.iter().all(|&tiling| union(Some(tiling)) != path.covered()));
        let cut = path.minimum_cover(&Budget::nodes(0));
        assert!(cut.lower_bound <= least && cut.chosen.len() >= least);
    }
}

/// Random fields, queues of unequal lengths, each kind of hold.
#[test]
fn paths_are_the_solutions_of_single_queues() {
    for (number, (name, system)) in RotationSystem::NAMED.into_iter().enumerate() {
        let mut stream = grid_core::Stream::new(9, "path oracle", number as u64);
        let solver = PcSolver::new(system);
        let mut found = 0;
        for _ in 0..300 {
            let (field, _, hold) = question(&mut stream);
            let needed = field.pieces_needed().expect("a multiple of four");
            let queues: Vec<Vec<Piece>> = (0..60)
                .map(|_| {
                    let length = needed + stream.below(3) as usize;
                    (0..length).map(|_| Piece::ALL[stream.below(7) as usize]).collect()
                })
                .collect();
            let path = solver.path(&field, &queues, hold, usize::MAX, &Budget::unlimited()).unwrap();
            assert_eq!(covers(&path), brute(&solver, &field, &queues, hold), "{name}, {hold:?}\n{field}");
            assert_eq!(path.queues.iter().map(|(_, times)| times).sum::<u64>(), 60);
            found += path.tilings.len();
        }
        assert!(found > 100, "{name}: {found} tilings");
    }
}

/// Steps of any size find what one run finds, and budgets, flags and memory cut it short.
#[test]
fn paths_go_on_and_are_cut() {
    let solver = PcSolver::new(RotationSystem::SRS);
    let queues = queues("I,*p4");
    let search = || solver.path_search(&opener(), &queues, Hold::Empty, usize::MAX).unwrap();
    let mut whole = Vec::new();
    let mut one = search();
    while one.advance(&mut Budget::unlimited().meter()).unwrap() {
        whole.push(one.found());
    }
    for step in [1, 3, 1000] {
        let (mut found, mut search) = (Vec::new(), search());
        loop {
            match search.advance(&mut Budget::nodes(step).meter()) {
                Ok(true) => found.push(search.found()),
                Ok(false) => break,
                Err(stop) => assert_eq!(stop, PcStop::Budget(grid_core::Stop::NodeBudget)),
            }
        }
        assert_eq!(found, whole, "step {step}");
    }
    let path =
        |memory, budget: &Budget| solver.path(&opener(), &queues, Hold::Empty, memory, budget).unwrap();
    let cut = path(usize::MAX, &Budget::nodes(3000));
    assert!(cut.tilings.len() < 63 && cut.stopped == Some(PcStop::Budget(grid_core::Stop::NodeBudget)));
    assert!(cut.tilings.iter().all(|tiling| whole.contains(tiling)));
    let flag = grid_core::CancelFlag::new();
    flag.cancel();
    let cancelled = path(usize::MAX, &Budget::unlimited().with_cancel(flag));
    assert_eq!(cancelled.stopped, Some(PcStop::Budget(grid_core::Stop::Cancelled)));
    for (memory, least) in [(1000, 0), (90_000, 1)] {
        let bound = path(memory, &Budget::unlimited());
        assert_eq!(bound.stopped, Some(PcStop::Memory));
        assert!(bound.tilings.len() >= least && bound.tilings.len() < 63, "{}", bound.tilings.len());
    }
}

/// Nothing that can be filled, too few pieces, and no queue but a held piece.
#[test]
fn edges_of_paths() {
    let solver = PcSolver::new(RotationSystem::SRS);
    let path = |rows: &[&str], queues: &[Vec<Piece>], hold| {
        let field = PcField::from_rows(rows.iter().copied(), rows.len()).expect("a field");
        solver.path(&field, queues, hold, usize::MAX, &Budget::unlimited())
    };
    let odd = path(&["XXXXXXX___"], &queues("*"), Hold::Empty).unwrap();
    assert_eq!((odd.tilings.len(), odd.stopped), (0, None));
    let short = path(&["__________", "__________"], &queues("*p4"), Hold::Empty);
    assert_eq!(short, Err(perfect_clear::PcError::QueueTooShort { needed: 5, found: 4 }));
    let held = path(&["XX____XXXX"], &[vec![]], Hold::Piece(Piece::I)).unwrap();
    assert_eq!((held.tilings.len(), held.covered().len()), (1, 1));
}
