//! The best play, against all orders played one after the other.

use grid_core::{Budget, Stream};
use perfect_clear::{Hold, PcField, PcPlacement, PcSolver, PlayJudge, PlayStep, Preference};
use tetromino::{
    AttackTable, DropModel, Field, MoveGenerator, MoveRules, Pattern, Piece, RotationSystem, Spawn, Spin,
    SpinRule, Spins, Standing,
};

mod common;

use common::question;

struct Brute<'a> {
    queue: &'a [Piece],
    can_hold: bool,
    moves: MoveGenerator,
    drops: MoveGenerator,
    judge: Preference,
}

impl Brute<'_> {
    /// The largest sum of values of the pieces that are left.
    fn best(
        &self,
        rows: &[i32],
        standing: Standing,
        left: &[PcPlacement],
        at: usize,
        held: Option<Piece>,
    ) -> Option<i64> {
        if left.is_empty() {
            return Some(0);
        }
        let current = self.queue.get(at).copied();
        let mut choices: Vec<(Piece, usize, Option<Piece>, bool)> = Vec::new();
        choices.extend(current.map(|piece| (piece, at + 1, held, false)));
        if self.can_hold {
            match (held, current, self.queue.get(at + 1)) {
                (Some(kept), _, _) => {
                    choices.push((kept, at + usize::from(current.is_some()), current, true))
                }
                (None, Some(_), Some(&next)) => choices.push((next, at + 2, current, true)),
                _ => {}
            }
        }
        let mut best = None;
        for (piece, at, held, hold) in choices {
            for (index, placement) in left.iter().enumerate().filter(|(_, one)| one.piece == piece) {
                let place = |cell: &grid_core::Cell| {
                    let y = rows.iter().position(|&row| row == cell.y)?;
                    Some((cell.x, y as i32))
                };
                let Some(mut cells) = placement.cells.iter().map(place).collect::<Option<Vec<_>>>() else {
                    continue;
                };
                cells.sort_unstable();
                let same = |landing: &tetromino::Landing| {
                    landing.cells().iter().map(|cell| (cell.x, cell.y)).collect::<Vec<_>>() == cells
                };
                let Some(landing) = self.moves.landings(&standing.field, piece).iter().find(same) else {
                    continue;
                };
                let soft_drop = !self.drops.landings(&standing.field, piece).iter().any(|one| same(&one));
                let mut rest = left.to_vec();
                rest.remove(index);
                for (spins, spin) in
                    [(Spins::NONE, Spin::None), (Spins::MINI, Spin::Mini), (Spins::FULL, Spin::Full)]
                {
                    if !landing.spins.contains(spins) {
                        continue;
                    }
                    let mut after = standing;
                    after.field.lock(&landing.placed().unwrap());
                    let full = after.field.full_rows();
                    let mut after = standing;
                    let outcome = after.lock(&landing, spin, &AttackTable::GUIDELINE);
                    let rows: Vec<i32> = rows
                        .iter()
                        .enumerate()
                        .filter(|(y, _)| full >> y & 1 == 0)
                        .map(|(_, &row)| row)
                        .collect();
                    let value = points(&self.judge, hold, soft_drop, &outcome, standing.back_to_back());
                    if let Some(more) = self.best(&rows, after, &rest, at, held) {
                        best = best.max(Some(value + more));
                    }
                }
            }
        }
        best
    }
}

fn points(judge: &Preference, hold: bool, soft: bool, outcome: &tetromino::Outcome, chained: bool) -> i64 {
    let clears = outcome.lines > 0;
    let difficult = outcome.lines == 4 || (clears && outcome.spin != Spin::None);
    i64::from(hold) * judge.hold
        + i64::from(soft) * judge.soft_drop
        + i64::from(clears && outcome.spin == Spin::Full) * judge.spin
        + i64::from(clears && outcome.spin == Spin::Mini) * judge.mini
        + i64::from(difficult && chained) * judge.back_to_back
        + i64::from(outcome.attack) * judge.attack
}

fn rules(system: RotationSystem) -> MoveRules {
    MoveRules { system, spawn: Spawn { x: 4, y: 19, retry: false }, ..MoveRules::default() }
}

fn check(system: RotationSystem, field: &PcField, queue: &[Piece], hold: Hold) -> usize {
    let solver = PcSolver::new(system);
    let spins = if system.straight_drops_only() { SpinRule::None } else { SpinRule::T };
    let held = match hold {
        Hold::Piece(piece) => Some(piece),
        Hold::None | Hold::Empty => None,
    };
    let rows: Vec<i32> = (0..field.height()).map(|y| field.original_row(y) as i32).collect();
    let bits: Vec<u16> = (0..field.height()).map(|y| field.row(y)).collect();
    let standing = Standing::new(Field::from_row_bits(10, 40, &bits).unwrap());
    let usable = hold.usable(field.pieces_needed().unwrap());
    let tilings: Vec<Vec<PcPlacement>> =
        solver.search(field, queue, hold).unwrap().map(|solution| solution.placements).collect();
    for (name, judge) in Preference::NAMED {
        let brute = Brute {
            queue: &queue[..queue.len().min(usable)],
            can_hold: hold != Hold::None,
            moves: MoveGenerator::new(MoveRules { spins, ..rules(system) }),
            drops: MoveGenerator::new(MoveRules { spins, drop: DropModel::Hard, ..rules(system) }),
            judge,
        };
        let mut best = None;
        for tiling in &tilings {
            let expected = brute.best(&rows, standing, tiling, 0, held);
            let play = solver
                .best_order(field, tiling, queue, hold, &judge, &mut Budget::unlimited().meter())
                .unwrap()
                .expect("it can be built");
            assert_eq!(Some(play.value), expected, "{name} {queue:?} {hold:?}\n{field}");
            assert_eq!(play.solution.verify(field, queue, hold, system), Ok(()));
            assert_eq!(play.steps.iter().map(|step| judge.value(step)).sum::<i64>(), play.value);
            best = best.max(expected);
        }
        let (play, stopped) = solver.best(field, queue, hold, &judge, &Budget::unlimited()).unwrap();
        assert_eq!((play.map(|play| play.value), stopped), (best, None));
    }
    tilings.len()
}

#[test]
fn no_order_is_better() {
    for (number, (_, system)) in RotationSystem::NAMED.into_iter().enumerate() {
        let mut stream = Stream::new(3, "choice oracle", number as u64);
        let mut tilings = 0;
        for _ in 0..150 {
            let (field, queue, hold) = question(&mut stream);
            tilings += check(system, &field, &queue, hold);
        }
        assert!(tilings > 3, "{tilings}");
    }
    let opener = PcField::from_rows(["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"], 4).unwrap();
    let mut stream = Stream::new(4, "choice oracle", 0);
    let mut tilings = 0;
    for _ in 0..20 {
        let mut pieces = Piece::ALL;
        stream.shuffle(&mut pieces);
        let queue = [&[Piece::I], &pieces[..5]].concat();
        tilings += check(RotationSystem::SRS, &opener, &queue, Hold::Empty);
    }
    assert!(tilings > 20, "{tilings}");
}

/// For each queue of a path the best of its tilings.
#[test]
fn the_preferred_tilings_are_the_best() {
    let opener = PcField::from_rows(["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"], 4).unwrap();
    let queues: Vec<Vec<Piece>> = "I,*p4".parse::<Pattern>().unwrap().queues().step_by(17).collect();
    let solver = PcSolver::new(RotationSystem::SRS);
    let unlimited = Budget::unlimited();
    let path = solver.path(&opener, &queues, Hold::Empty, usize::MAX, &unlimited).unwrap();
    for (_, judge) in Preference::NAMED {
        let (best, stopped) = solver.preferred(&opener, &path, Hold::Empty, &judge, &unlimited);
        assert_eq!(stopped, None);
        for ((queue, _), best) in path.queues.iter().zip(&best) {
            let (play, _) = solver.best(&opener, queue, Hold::Empty, &judge, &unlimited).unwrap();
            assert_eq!(best.as_ref().map(|(_, play)| play.value), play.map(|play| play.value), "{queue:?}");
        }
        let (cut, stopped) = solver.preferred(&opener, &path, Hold::Empty, &judge, &Budget::nodes(99));
        assert!(stopped.is_some() && cut.iter().flatten().count() < best.iter().flatten().count());
    }
}

/// A T that turns in under an overhang is worth its spin, and costs its soft drop.
#[test]
fn spins_and_soft_drops_are_seen() {
    let rows = ["XX________", "X___XXXXXX", "XX_XXXXXXX"];
    let field = PcField::from_rows(rows, 3).unwrap();
    let solver = PcSolver::new(RotationSystem::SRS);
    let queue = Piece::parse_list("TII").unwrap();
    let judge = Preference::SPINS;
    let (play, _) = solver.best(&field, &queue, Hold::None, &judge, &Budget::unlimited()).unwrap();
    let spins = |step: &PlayStep| (step.spin, step.lines, step.attack, step.soft_drop);
    let play = play.expect("it can be cleared");
    assert_eq!(spins(&play.steps[0]), (Spin::Full, 2, 4, true));
    let cut = solver.best(&field, &queue, Hold::None, &judge, &Budget::nodes(1)).unwrap();
    assert_eq!(cut, (None, Some(grid_core::Stop::NodeBudget)));
}
