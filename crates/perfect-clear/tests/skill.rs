//! What a player of each skill finds: solutions only, repeatable, more of them above.

use grid_core::{Budget, Skill, Stream};
use perfect_clear::{Hold, PcField, PcSolver};
use tetromino::{Piece, RotationSystem};

fn queue(number: u64) -> Vec<Piece> {
    let mut stream = Stream::new(5, "skill queue", number);
    let mut queue = Vec::new();
    while queue.len() < 11 {
        let mut bag = Piece::ALL;
        stream.shuffle(&mut bag);
        queue.extend(bag);
    }
    queue.truncate(11);
    queue
}

#[test]
fn what_is_found_is_true_and_grows_with_the_level() {
    let (solver, field) = (PcSolver::new(RotationSystem::SRS), PcField::from_rows([], 4).unwrap());
    let mut found = [0; 10];
    for number in 0..60 {
        let queue = queue(number);
        for skill in Skill::all() {
            let find = || {
                solver.first_with_skill(&field, &queue, Hold::Empty, skill, 9, &Budget::unlimited()).unwrap()
            };
            let solution = find();
            assert_eq!(solution, find());
            if let Some(solution) = solution {
                assert_eq!(solution.verify(&field, &queue, Hold::Empty, RotationSystem::SRS), Ok(()));
                found[usize::from(skill.level()) - 1] += 1;
            }
        }
        let best = solver.first(&field, &queue, Hold::Empty).unwrap();
        let skilled = solver
            .first_with_skill(&field, &queue, Hold::Empty, Skill::BEST, 9, &Budget::unlimited())
            .unwrap();
        assert_eq!(best, skilled);
    }
    let [beginner, .., best] = found;
    assert!(beginner < 8 && beginner < found[4] && found[4] < found[7] && found[7] < best, "{found:?}");
}

#[test]
fn the_budget_still_counts() {
    let (solver, field) = (PcSolver::new(RotationSystem::SRS), PcField::from_rows([], 4).unwrap());
    for skill in Skill::all() {
        let little = Budget::nodes(5);
        let found = solver.first_with_skill(&field, &queue(1), Hold::Empty, skill, 0, &little).unwrap();
        assert!(found.is_none());
    }
    assert!(
        solver
            .first_with_skill(&field, &[Piece::I], Hold::None, Skill::EASY, 0, &Budget::unlimited())
            .is_err()
    );
}
