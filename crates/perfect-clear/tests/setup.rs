//! Setups, against all plays of each queue.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use grid_core::{Budget, Stop, Stream};
use perfect_clear::{Hold, PcPlacement, PcSetups, PcSolver, PcStop, SetupMask};
use tetromino::{Pattern, Piece, RotationSystem};

mod brute;

use brute::{Rows, choices, landings, placed};

/// What one cell of a drawing says, from the bottom.
fn cells(rows: &[String], symbols: &str) -> BTreeSet<(i32, i32)> {
    let mut found = BTreeSet::new();
    for (y, row) in rows.iter().rev().enumerate() {
        found.extend(
            row.chars().enumerate().filter(|(_, c)| symbols.contains(*c)).map(|(x, _)| (x as i32, y as i32)),
        );
    }
    found
}

type Cells = BTreeSet<(i32, i32)>;
/// By the cells that were filled: the tilings, and for each queue what is left of it.
type Found = BTreeMap<Cells, (BTreeSet<Vec<PcPlacement>>, BTreeMap<Vec<Piece>, BTreeSet<Vec<Piece>>>)>;

type Known = HashMap<(Rows, Piece), Vec<Vec<(i32, i32)>>>;

struct Brute<'a> {
    must: Cells,
    allowed: Cells,
    can_hold: bool,
    system: RotationSystem,
    queue: &'a [Piece],
    /// Landings on cells that may be filled.
    known: &'a mut Known,
    found: &'a mut Found,
}

impl Brute<'_> {
    fn note(&mut self, at: usize, held: Option<Piece>, path: &[PcPlacement]) {
        let filled: Cells = path.iter().flat_map(|one| one.cells).map(|cell| (cell.x, cell.y)).collect();
        if self.must.is_subset(&filled) {
            let mut tiling = path.to_vec();
            tiling.sort_unstable();
            let entry = self.found.entry(filled).or_default();
            entry.0.insert(tiling);
            let rest = held.into_iter().chain(self.queue[at..].iter().copied()).collect();
            entry.1.entry(self.queue.to_vec()).or_default().insert(rest);
        }
    }

    fn go(&mut self, rows: &Rows, at: usize, held: Option<Piece>, path: &mut Vec<PcPlacement>) {
        if !path.is_empty() && 4 * path.len() >= self.must.len() {
            self.note(at, held, path);
        }
        for (piece, at, held) in choices(self.queue, at, held, self.can_hold) {
            let inside = |place: &Vec<(i32, i32)>| {
                place.iter().all(|&(x, y)| self.allowed.contains(&(x, rows[y as usize].0)))
            };
            let all = || landings(rows, piece, &self.system).into_iter().filter(inside).collect();
            let places: Vec<_> = self.known.entry((rows.clone(), piece)).or_insert_with(all).clone();
            for place in places {
                let (next, placed) = placed(rows, piece, &place);
                path.push(placed);
                self.go(&next, at, held, path);
                path.pop();
            }
        }
    }
}

fn brute(rows: &[String], queues: &[Vec<Piece>], hold: Hold, system: RotationSystem) -> Found {
    let (mut found, mut known) = (Found::new(), HashMap::new());
    let filled = cells(rows, "X");
    let row = |y: i32| (0..10).filter(|&x| filled.contains(&(x, y))).fold(0u16, |row, x| row | 1 << x);
    let start: Rows =
        (0..rows.len() as i32).map(|y| (y, row(y))).filter(|(_, row)| row.count_ones() < 10).collect();
    let held = match hold {
        Hold::Piece(piece) => Some(piece),
        Hold::None | Hold::Empty => None,
    };
    for queue in queues {
        let (must, allowed) = (cells(rows, "*"), cells(rows, "*?"));
        let can_hold = hold != Hold::None;
        let (known, found) = (&mut known, &mut found);
        Brute { must, allowed, can_hold, system, queue, known, found }.go(&start, 0, held, &mut Vec::new());
    }
    found
}

/// Compares the setups with brute force; how many there are.
fn check(rows: &[String], queues: &[Vec<Piece>], hold: Hold, system: RotationSystem) -> usize {
    let mask = SetupMask::from_rows(rows.iter().map(String::as_str), rows.len()).unwrap();
    assert_eq!(mask.to_string(), rows.join("\n"));
    let solver = PcSolver::new(system);
    let setups = solver.setups(&mask, queues, hold, usize::MAX, &Budget::unlimited());
    let expected = brute(rows, queues, hold, system);
    assert_eq!(setups.setups.len(), expected.len(), "{hold:?} {queues:?}\n{mask}");
    assert!(setups.setups.is_sorted_by_key(|setup| std::cmp::Reverse(setups.weight(setup))));
    let next: Vec<Vec<Piece>> = Piece::ALL.iter().map(|&piece| vec![piece; 10]).collect();
    for (number, setup) in setups.setups.iter().enumerate() {
        let filled: Cells = setup.tilings[0].iter().flat_map(|one| one.cells).map(|c| (c.x, c.y)).collect();
        let (tilings, queues) = &expected[&filled];
        assert_eq!(&setup.tilings.iter().cloned().collect::<BTreeSet<_>>(), tilings, "{mask}");
        let built: BTreeSet<_> = setup.queues.iter().map(|queue| setups.queues[queue].0.clone()).collect();
        assert_eq!(built, queues.keys().cloned().collect(), "{mask}");
        // Of a small field the share by single queues.
        if setup.field.empty_cells() <= 12 {
            let share = solver.setup_share(&setups, number, &next, hold, usize::MAX, &Budget::unlimited());
            let share = share.unwrap().unwrap();
            let after = if hold == Hold::None { Hold::None } else { Hold::Empty };
            let clears = |rest: &Vec<Piece>, next: &Vec<Piece>| {
                solver.first(&setup.field, &[&rest[..], next].concat(), after).unwrap().is_some()
            };
            let mut success = 0;
            for (queue, rests) in queues {
                let times = setups.queues.iter().find(|(known, _)| known == queue).unwrap().1;
                let good = next.iter().filter(|next| rests.iter().any(|rest| clears(rest, next))).count();
                success += times * good as u64;
            }
            assert_eq!((share.success, share.total), (success, 7 * setups.weight(setup)), "{mask}");
        }
    }
    setups.setups.len()
}

/// Small masks with some of each kind of cell near each other.
fn question(stream: &mut Stream) -> (Vec<String>, Vec<Vec<Piece>>, Hold) {
    let (height, left) = (1 + stream.below(4) as usize, stream.below(8) as usize);
    let kinds = [2, 3, 4][stream.below(3) as usize];
    let mut rows = vec![vec!['X'; 10]; height];
    if stream.below(2) == 0 {
        rows.iter_mut().for_each(|row| row[(left + 5) % 10] = '_');
    }
    for row in &mut rows {
        for x in 0..4 {
            row[(left + x) % 10] = ['?', '*', 'X', '_'][stream.below(kinds) as usize];
        }
    }
    let hold = [Hold::None, Hold::Empty, Hold::Piece(Piece::ALL[stream.below(7) as usize])];
    let hold = hold[stream.below(3) as usize];
    let length = 1 + stream.below(4) as usize;
    let queues =
        (0..12).map(|_| (0..length).map(|_| Piece::ALL[stream.below(7) as usize]).collect()).collect();
    (rows.iter().map(|row| row.iter().collect()).collect(), queues, hold)
}

#[test]
fn setups_are_those_of_brute_force() {
    for (number, (name, system)) in RotationSystem::NAMED.into_iter().enumerate() {
        let mut stream = Stream::new(5, "setup oracle", number as u64);
        let mut found = 0;
        for _ in 0..100 {
            let (rows, queues, hold) = question(&mut stream);
            found += check(&rows, &queues, hold, system);
        }
        assert!(found > 50, "{name}: {found}");
    }
}

const OPENER: [&str; 4] = ["***_____**", "***____***", "***___****", "***____***"];

fn setups(queues: &[Vec<Piece>], hold: Hold) -> PcSetups {
    let mask = SetupMask::from_rows(OPENER, 4).unwrap();
    PcSolver::new(RotationSystem::SRS).setups(&mask, queues, hold, usize::MAX, &Budget::unlimited())
}

fn bag(step: usize) -> Vec<Vec<Piece>> {
    "*p7".parse::<Pattern>().unwrap().expand(5040).unwrap().into_iter().step_by(step).collect()
}

/// The opener's own mask: as many queues as by brute force, on a part of them.
#[test]
fn the_opener_is_built_as_often_as_by_brute_force() {
    assert_eq!(check(&OPENER.map(str::to_owned), &bag(210), Hold::Empty, RotationSystem::SRS), 1);
    let setups = setups(&bag(1), Hold::Empty);
    assert_eq!(setups.weight(&setups.setups[0]), 3842);
}

#[test]
#[ignore = "takes most of a minute"]
fn the_opener_is_built_as_often_as_by_brute_force_by_all_queues() {
    assert_eq!(check(&OPENER.map(str::to_owned), &bag(1), Hold::Empty, RotationSystem::SRS), 1);
}

/// Built without the I, the opener is cleared as often as players publish.
#[test]
fn the_opener_is_cleared_as_often_as_published() {
    let queues = "[^I]!".parse::<Pattern>().unwrap().expand(5040).unwrap();
    let setups = setups(&queues, Hold::None);
    let next = "I,*p4".parse::<Pattern>().unwrap().expand(840).unwrap();
    let solver = PcSolver::new(RotationSystem::SRS);
    let share = solver.setup_share(&setups, 0, &next, Hold::Empty, usize::MAX, &Budget::unlimited());
    let share = share.unwrap().unwrap();
    assert!(share.total > 0);
    assert_eq!(share.success * 840, share.total * 711, "{share:?}");
}

#[test]
fn setups_are_cut_and_go_on() {
    let queues = "*p5".parse::<Pattern>().unwrap().expand(5040).unwrap();
    let mask = SetupMask::from_rows(["??__XXXXXX", "*???XXXXXX", "????XXXXXX"], 3).unwrap();
    let solver = PcSolver::new(RotationSystem::SRS);
    let whole = solver.setups(&mask, &queues, Hold::Empty, usize::MAX, &Budget::unlimited());
    assert!(whole.stopped.is_none() && whole.setups.len() > 5);
    let mut search = solver.setup_search(&mask, &queues, Hold::Empty, usize::MAX);
    let mut steps = 0;
    while let Err(stop) = search.advance(&mut Budget::nodes(7).meter()) {
        assert_eq!(stop, PcStop::Budget(Stop::NodeBudget));
        steps += 1;
    }
    assert!(steps > 10);
    assert_eq!(search.found(), whole);
    let cut = solver.setups(&mask, &queues, Hold::Empty, usize::MAX, &Budget::nodes(20));
    assert!(cut.setups.len() < whole.setups.len() && cut.stopped.is_some());
    let small = solver.setups(&mask, &queues, Hold::Empty, 5000, &Budget::unlimited());
    assert_eq!((small.setups.len(), small.stopped), (0, Some(PcStop::Memory)));
}
