//! Puzzles have exactly one tiling, the wanted difficulty, and are the same every time.

use grid_core::{Budget, Stop};
use perfect_clear::{Hold, PcPuzzle, PcSolver, PuzzleError, PuzzleGenerator};
use tetromino::RotationSystem;

const SRS: RotationSystem = RotationSystem::SRS;

fn check(puzzle: &PcPuzzle, system: RotationSystem) {
    let PcPuzzle { field, queue, hold, solution, difficulty, .. } = puzzle;
    let solver = PcSolver::new(system);
    let count = solver.count(field, queue, *hold, &Budget::unlimited()).unwrap();
    assert_eq!((count.tilings, count.sequences, count.complete), (1, difficulty.sequences, true), "{field}");
    assert_eq!(solution.verify(field, queue, *hold, system), Ok(()), "{field}");
    assert_eq!(field.pieces_needed(), Some(queue.len()));
    let without = solver.first(field, queue, Hold::None).unwrap();
    assert_eq!(difficulty.needs_hold, *hold != Hold::None && without.is_none());
    let split = solution.placements.iter().filter(|one| one.landing().is_none()).count();
    assert_eq!(difficulty.splits as usize, split);
    // Straight drops alone do where nothing must be lowered softly.
    let straight = PcSolver::new(RotationSystem::named("harddrop").unwrap());
    if difficulty.soft_drops == 0 {
        assert!(straight.first(field, queue, *hold).unwrap().is_some(), "{field}");
    }
    assert!(difficulty.choices as usize >= queue.len());
}

#[test]
fn puzzles_have_one_tiling() {
    for (height, pieces) in [(1, 1), (2, 3), (3, 4), (4, 5), (4, 7), (6, 6)] {
        for hold in [false, true] {
            for seed in 0..4 {
                let generator = PuzzleGenerator::new(SRS, height, pieces).unwrap().with_hold(hold);
                let puzzle = generator.generate(seed, &Budget::unlimited()).unwrap();
                assert_eq!((puzzle.field.height(), puzzle.queue.len()), (height, pieces));
                check(&puzzle, SRS);
            }
        }
    }
    for name in ["harddrop", "nokick", "tetrio180"] {
        let system = RotationSystem::named(name).unwrap();
        let generator = PuzzleGenerator::new(system, 3, 4).unwrap();
        check(&generator.generate(1, &Budget::unlimited()).unwrap(), system);
    }
}

#[test]
fn difficulty_is_as_wanted() {
    let generator = |scores| PuzzleGenerator::new(SRS, 4, 5).unwrap().with_hold(true).with_difficulty(scores);
    for scores in [0..=14, 30..=45, 50..=100] {
        for seed in 0..3 {
            let puzzle = generator(scores.clone()).generate(seed, &Budget::unlimited()).unwrap();
            assert!(scores.contains(&puzzle.difficulty.score()), "{:?}", puzzle.difficulty);
            check(&puzzle, SRS);
        }
    }
    let none = generator(100..=100).with_attempts(3).generate(0, &Budget::unlimited());
    assert_eq!(none, Err(PuzzleError::NotFound { attempts: 3, least: 100, most: 100 }));
}

/// A seed gives the same puzzle, in one run or in steps; a search goes on to others.
#[test]
fn a_seed_is_a_puzzle() {
    let generator = PuzzleGenerator::new(SRS, 4, 6).unwrap().with_hold(true);
    let whole = generator.generate(5, &Budget::unlimited()).unwrap();
    let mut search = generator.begin(5);
    let stepped = loop {
        match search.advance(&mut Budget::nodes(50).meter()) {
            Ok(puzzle) => break puzzle,
            Err(error) => assert_eq!(error, PuzzleError::Stopped(Stop::NodeBudget)),
        }
    };
    assert_eq!(stepped, whole);
    assert_ne!(search.advance(&mut Budget::unlimited().meter()), Ok(whole.clone()));
    assert_ne!(generator.generate(6, &Budget::unlimited()).unwrap().field, whole.field);
}

/// Streams and choices stay what they are.
#[test]
fn the_puzzle_of_seed_1() {
    let puzzle = PuzzleGenerator::new(SRS, 4, 5).unwrap().generate(1, &Budget::unlimited()).unwrap();
    let queue: String = puzzle.queue.iter().map(|piece| piece.letter()).collect();
    let field = "XXXXX_____\nX_____X_X_\nX___X_XXX_\nX_XXX_XXX_";
    assert_eq!((puzzle.field.to_string().as_str(), queue.as_str(), puzzle.attempts), (field, "IITTT", 2));
}

#[test]
fn what_cannot_be_is_refused() {
    let new = |height, pieces| PuzzleGenerator::new(SRS, height, pieces).map(|_| ());
    assert_eq!(new(0, 1), Err(PuzzleError::Height { height: 0 }));
    assert_eq!(new(7, 1), Err(PuzzleError::Height { height: 7 }));
    assert_eq!(new(1, 3), Err(PuzzleError::Pieces { height: 1, pieces: 3, least: 1, most: 2 }));
    assert_eq!(new(6, 1), Err(PuzzleError::Pieces { height: 6, pieces: 1, least: 2, most: 10 }));
    assert_eq!(new(4, 10), Ok(()));
}
