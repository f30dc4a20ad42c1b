//! The slow twin of the move generator: breadth first over single positions on a
//! grid of booleans, one input at a time, pieces turned inside their boxes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use tetromino::{DropModel, Field, MoveRules, Pace, Piece, Rotation, SpinRule, Turn};

/// Far above everything that a test reaches.
const SKY: i32 = 96;

pub(crate) type Cells = Vec<(i32, i32)>;

/// Labels as letters: `n`, `m`, `f`.
pub(crate) type Found = BTreeMap<Cells, BTreeSet<char>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct State {
    turned: usize,
    /// Lower left corner of the box.
    x: i32,
    y: i32,
    label: char,
}

pub(crate) struct Brute<'a> {
    pub(crate) rules: &'a MoveRules,
    pub(crate) width: i32,
    pub(crate) grid: Vec<Vec<bool>>,
    pub(crate) piece: Piece,
    shapes: [[(i32, i32); 4]; 4],
}

impl<'a> Brute<'a> {
    pub(crate) fn new(rules: &'a MoveRules, field: &Field, piece: Piece) -> Self {
        let row = |y: usize| (0..field.width()).map(|x| field.contains(x, y)).collect();
        let shapes = [0, 1, 2, 3].map(|turned| shape(piece, turned));
        Self { rules, width: field.width() as i32, grid: (0..64).map(row).collect(), piece, shapes }
    }

    fn filled(&self, x: i32, y: i32) -> bool {
        x < 0 || y < 0 || x >= self.width || (y < 64 && self.grid[y as usize][x as usize])
    }

    fn cells(&self, state: State) -> Cells {
        let mut cells: Cells =
            self.shapes[state.turned].iter().map(|&(x, y)| (x + state.x, y + state.y)).collect();
        cells.sort();
        cells
    }

    fn fits(&self, state: State) -> bool {
        let cells = self.shapes[state.turned].map(|(x, y)| (x + state.x, y + state.y));
        cells.iter().all(|&(x, y)| !self.filled(x, y) && y < SKY)
    }

    fn moved(&self, state: State, dx: i32, dy: i32) -> Option<State> {
        let moved = State { x: state.x + dx, y: state.y + dy, label: 'n', ..state };
        self.fits(moved).then_some(moved)
    }

    fn dropped(&self, mut state: State) -> State {
        while let Some(lower) = self.moved(state, 0, -1) {
            state = lower;
        }
        state
    }

    fn turned(&self, state: State, turn: Turn) -> Option<State> {
        let from = Rotation::ALL[state.turned];
        let turned = turn.from(from) as usize;
        let offsets = self.rules.system.kicks(self.piece, from, turn).offsets();
        for (test, &(dx, dy)) in offsets.iter().enumerate() {
            let next = State { turned, x: state.x + i32::from(dx), y: state.y + i32::from(dy), label: 'n' };
            if self.fits(next) {
                return Some(State { label: self.label(next, test == 4 && turn != Turn::Half), ..next });
            }
        }
        None
    }

    fn label(&self, at: State, fifth: bool) -> char {
        match (self.piece, self.rules.spins) {
            (_, SpinRule::None) => 'n',
            (Piece::T, _) => {
                let (x, y) = (at.x + 1, at.y + 1);
                let ahead = [(0, 1), (1, 0), (0, -1), (-1, 0)][at.turned];
                let (mut front, mut all) = (0, 0);
                for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    if self.filled(x + dx, y + dy) {
                        all += 1;
                        front += i32::from(dx * ahead.0 + dy * ahead.1 == 1);
                    }
                }
                match (all >= 3, front == 2 || fifth) {
                    (false, _) => 'n',
                    (true, true) => 'f',
                    (true, false) => 'm',
                }
            }
            (_, SpinRule::T) | (Piece::O, _) => 'n',
            (_, rule) => {
                let stuck = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                let stuck = stuck.iter().all(|&(dx, dy)| self.moved(at, dx, dy).is_none());
                match (stuck, rule) {
                    (false, _) => 'n',
                    (true, SpinRule::AllMini) => 'm',
                    (true, _) => 'f',
                }
            }
        }
    }

    fn spawn(&self) -> Option<State> {
        let centre = match self.piece {
            Piece::I => (1, 2),
            Piece::O => (0, 0),
            _ => (1, 1),
        };
        let spawn = self.rules.spawn;
        let (x, y) = (i32::from(spawn.x) - centre.0, i32::from(spawn.y) - centre.1);
        let at = State { turned: 0, x, y, label: 'n' };
        if self.fits(at) { Some(at) } else { self.moved(at, 0, 1).filter(|_| spawn.retry) }
    }

    /// All landings and their labels.
    pub(crate) fn landings(&self) -> Found {
        if self.rules.system.straight_drops_only() {
            return self.straight();
        }
        let drop = self.rules.drop;
        let grounded = |state: State| {
            let ground = self.dropped(state);
            if ground.y == state.y { state } else { ground }
        };
        let settle = |state: State| if drop == DropModel::Gravity20 { grounded(state) } else { state };
        let mut seen = vec![false; 4 * 32 * 128 * 3];
        let mut is_new = |state: State| {
            let label = "nmf".find(state.label).expect("a label");
            let index =
                ((state.turned * 32 + (state.x + 8) as usize) * 128 + (state.y + 8) as usize) * 3 + label;
            !std::mem::replace(&mut seen[index], true)
        };
        let mut queue: VecDeque<State> = self.spawn().map(settle).into_iter().collect();
        queue.iter().for_each(|&state| assert!(is_new(state)));
        let mut found = Found::new();
        while let Some(state) = queue.pop_front() {
            let ground = grounded(state);
            if ground == state || drop == DropModel::Hard {
                found.entry(self.cells(ground)).or_default().insert(ground.label);
            }
            let mut next: Vec<State> = [-1, 1].iter().filter_map(|&dx| self.moved(state, dx, 0)).collect();
            next.extend(Turn::ALL.iter().filter_map(|&turn| self.turned(state, turn)));
            match drop {
                DropModel::Soft => next.extend(self.moved(state, 0, -1)),
                DropModel::Sonic => next.push(ground),
                _ => {}
            }
            for state in next.into_iter().map(settle) {
                if is_new(state) {
                    queue.push_back(state);
                }
            }
        }
        found
    }

    /// The landings of a player of limited speed, one place, period and count of
    /// inputs on the ground at a time.
    pub(crate) fn landings_at(&self, pace: Pace) -> BTreeSet<Cells> {
        let mut found = BTreeSet::new();
        let mut now: BTreeSet<(State, u16)> = self.spawn().map(|state| (state, 0)).into_iter().collect();
        let mut fallen = 0u64;
        for period in 0..u64::from(pace.inputs) {
            let clock = (period + 1) * u64::from(pace.frames) * u64::from(pace.gravity.raw()) / 65536;
            let mut next = BTreeSet::new();
            for (mut state, used) in now {
                for _ in fallen..clock {
                    let Some(lower) = self.moved(state, 0, -1) else { break };
                    state = lower;
                }
                next.insert((state, used));
                let used = used + u16::from(self.moved(state, 0, -1).is_none());
                if used > pace.grounded {
                    continue;
                }
                let mut moves: Vec<State> =
                    [-1, 1].iter().filter_map(|&dx| self.moved(state, dx, 0)).collect();
                moves.extend(Turn::ALL.iter().filter_map(|&turn| self.turned(state, turn)));
                match self.rules.drop {
                    DropModel::Soft => moves.extend(self.moved(state, 0, -1)),
                    DropModel::Sonic => moves.push(self.dropped(state)),
                    _ => {}
                }
                next.extend(moves.into_iter().map(|to| (State { label: 'n', ..to }, used)));
            }
            found.extend(next.iter().map(|&(state, _)| self.cells(self.dropped(state))));
            (now, fallen) = (next, clock);
        }
        found
    }

    fn straight(&self) -> Found {
        let mut found = Found::new();
        for turned in 0..4 {
            for x in -3..self.width {
                let at = State { turned, x, y: 80, label: 'n' };
                if self.fits(at) {
                    found.entry(self.cells(self.dropped(at))).or_default().insert('n');
                }
            }
        }
        found
    }
}

/// The cells inside the box, by turning the box clockwise.
fn shape(piece: Piece, turned: usize) -> [(i32, i32); 4] {
    let (side, mut cells): (i32, [(i32, i32); 4]) = match piece {
        Piece::I => (4, [(0, 2), (1, 2), (2, 2), (3, 2)]),
        Piece::O => (2, [(0, 0), (1, 0), (0, 1), (1, 1)]),
        Piece::T => (3, [(0, 1), (1, 1), (2, 1), (1, 2)]),
        Piece::S => (3, [(0, 1), (1, 1), (1, 2), (2, 2)]),
        Piece::Z => (3, [(0, 2), (1, 2), (1, 1), (2, 1)]),
        Piece::J => (3, [(0, 1), (1, 1), (2, 1), (0, 2)]),
        Piece::L => (3, [(0, 1), (1, 1), (2, 1), (2, 2)]),
    };
    for _ in 0..turned {
        cells = cells.map(|(x, y)| (y, side - 1 - x));
    }
    cells
}
