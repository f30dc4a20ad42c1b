//! A slow version of the rules, written down as they are read, against both engines;
//! and the two engines against each other.

use std::collections::{BTreeMap, BTreeSet};

use grid_core::{Budget, Stream};
use match3::{
    Board, BombHit, BombWrapped, Creation, EventLog, FastBoard, Form, Generator, Judged, Kind, Linear,
    Outcome, Pos, Ranker, Resolver, Rules, Search, Seeded, Specials, Swap, Tile, Wave,
};

type Cell = (i32, i32);

/// The board as a map from (row, column).
#[derive(Clone)]
struct Slow {
    rows: i32,
    cols: i32,
    cells: BTreeMap<Cell, Tile>,
}

impl Slow {
    fn new(board: &Board) -> Self {
        let (rows, cols) = (i32::from(board.rows()), i32::from(board.cols()));
        let cells = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
        let cells = cells.map(|(r, c)| ((r, c), board.tile(Pos::new(r as u8, c as u8)))).collect();
        Self { rows, cols, cells }
    }

    fn board(&self) -> Board {
        Board::from_tiles(self.rows as usize, self.cols as usize, self.cells.values().copied().collect())
            .unwrap()
    }

    fn kind(&self, cell: Cell) -> Option<Kind> {
        self.cells.get(&cell).and_then(|tile| tile.matching_kind())
    }

    /// Runs as lists of cells, horizontal ones first.
    fn runs(&self) -> Vec<(bool, Vec<Cell>)> {
        let mut runs = Vec::new();
        for (horizontal, step) in [(true, (0, 1)), (false, (1, 0))] {
            for &(r, c) in self.cells.keys() {
                let kind = self.kind((r, c));
                if kind.is_none() || self.kind((r - step.0, c - step.1)) == kind {
                    continue;
                }
                let run: Vec<Cell> = (0..)
                    .map(|i| (r + i * step.0, c + i * step.1))
                    .take_while(|&cell| self.kind(cell) == kind)
                    .collect();
                if run.len() >= 3 {
                    runs.push((horizontal, run));
                }
            }
        }
        runs
    }

    fn swap(&mut self, a: Cell, b: Cell) {
        let (tile, other) = (self.cells[&a], self.cells[&b]);
        self.cells.insert(a, other);
        self.cells.insert(b, tile);
    }

    fn combines(&self, a: Cell, b: Cell, rules: &Rules) -> bool {
        let (a, b) = (self.cells[&a], self.cells[&b]);
        rules.specials.is_some() && (a == Tile::BOMB || b == Tile::BOMB || (a.is_special() && b.is_special()))
    }

    fn legal(&self, rules: &Rules) -> Vec<(Cell, Cell)> {
        let mut legal = Vec::new();
        for &(r, c) in self.cells.keys() {
            for other in [(r, c + 1), (r + 1, c)] {
                let candies = [(r, c), other]
                    .iter()
                    .all(|cell| self.cells.get(cell).is_some_and(|tile| tile.is_candy()));
                if !candies {
                    continue;
                }
                let mut after = self.clone();
                after.swap((r, c), other);
                let joins = after.runs().iter().any(|(_, run)| run.contains(&(r, c)) || run.contains(&other));
                if self.combines((r, c), other, rules) || (self.kind((r, c)) != self.kind(other) && joins) {
                    legal.push(((r, c), other));
                }
            }
        }
        legal
    }

    /// Groups: runs joined while they share a cell.
    fn groups(&self) -> Vec<Vec<(bool, Vec<Cell>)>> {
        let mut groups: Vec<Vec<(bool, Vec<Cell>)>> = Vec::new();
        for run in self.runs() {
            let shares = |group: &Vec<(bool, Vec<Cell>)>| {
                group.iter().any(|(_, other)| other.iter().any(|cell| run.1.contains(cell)))
            };
            let (mut joined, rest): (Vec<_>, Vec<_>) = groups.into_iter().partition(shares);
            groups = rest;
            let mut group: Vec<_> = joined.drain(..).flatten().collect();
            group.push(run);
            groups.push(group);
        }
        groups
    }

    fn creation(
        &self,
        group: &[(bool, Vec<Cell>)],
        swapped: Option<[Cell; 2]>,
        specials: &Specials,
    ) -> Option<(Cell, Tile)> {
        let longest =
            group.iter().min_by_key(|(horizontal, run)| (-(run.len() as i32), !horizontal, run[0])).unwrap();
        let cells: BTreeSet<Cell> = group.iter().flat_map(|(_, run)| run.iter().copied()).collect();
        let in_some = |horizontal: bool, cell: &Cell| {
            group.iter().any(|(h, run)| *h == horizontal && run.contains(cell))
        };
        let crossing = cells.iter().find(|cell| in_some(true, cell) && in_some(false, cell)).copied();
        let middle = longest.1[(longest.1.len() - 1) / 2];
        let mut choice = None;
        if longest.1.len() >= 5 && specials.five != Creation::Nothing {
            choice = Some((specials.five, middle));
        } else if crossing.is_some() && specials.cross != Creation::Nothing {
            choice = Some((specials.cross, crossing.unwrap()));
        } else if longest.1.len() >= 4 && specials.four != Creation::Nothing {
            choice = Some((specials.four, middle));
        }
        let (creation, mut place) = choice?;
        for cell in swapped.into_iter().flatten() {
            if cells.contains(&cell) {
                place = cell;
            }
        }
        let kind = self.kind(middle).unwrap();
        let clears_row = (creation == Creation::StripedAlong) == longest.0;
        let tile = match creation {
            Creation::Bomb => Tile::BOMB,
            Creation::Wrapped => Tile::candy(kind, Form::Wrapped),
            _ if clears_row => Tile::candy(kind, Form::StripedH),
            _ => Tile::candy(kind, Form::StripedV),
        };
        Some((place, tile))
    }

    fn most_frequent(&self, except: Option<Kind>) -> Option<Kind> {
        let mut best: Option<(usize, Kind)> = None;
        for kind in (0..26).filter_map(Kind::new).filter(|&kind| Some(kind) != except) {
            let count = self.cells.values().filter(|tile| tile.matching_kind() == Some(kind)).count();
            if count > best.map_or(0, |(most, _)| most) {
                best = Some((count, kind));
            }
        }
        best.map(|(_, kind)| kind)
    }

    fn of_kind(&self, kind: Option<Kind>) -> Vec<Cell> {
        self.cells.keys().copied().filter(|&cell| kind.is_some() && self.kind(cell) == kind).collect()
    }

    fn within(&self, rows: [i32; 2], cols: [i32; 2]) -> Vec<Cell> {
        let inside = |&&(r, c): &&Cell| r >= rows[0] && r <= rows[1] && c >= cols[0] && c <= cols[1];
        self.cells.keys().filter(inside).copied().collect()
    }

    fn blast(&self, (r, c): Cell, specials: &Specials) -> Vec<Cell> {
        let (all_rows, all_cols) = ([0, self.rows], [0, self.cols]);
        let tile = self.cells[&(r, c)];
        match tile.form() {
            None if specials.bomb_hit == BombHit::MostFrequent => self.of_kind(self.most_frequent(None)),
            None | Some(Form::Plain) => Vec::new(),
            Some(Form::StripedH) => self.within([r, r], all_cols),
            Some(Form::StripedV) => self.within(all_rows, [c, c]),
            Some(Form::Wrapped | Form::Primed3) => self.within([r - 1, r + 1], [c - 1, c + 1]),
            Some(Form::Primed5) => self.within([r - 2, r + 2], [c - 2, c + 2]),
        }
    }

    fn resolve(
        &mut self,
        from: Cell,
        to: Cell,
        rules: &Rules,
        source: &mut Stream,
    ) -> Vec<(BTreeSet<Cell>, Board)> {
        let combination = self.combines(from, to, rules);
        self.swap(from, to);
        let mut waves = Vec::new();
        loop {
            let first = waves.is_empty();
            let mut cleared = BTreeSet::new();
            let mut primed: BTreeMap<Cell, Form> = BTreeMap::new();
            let mut created: BTreeMap<Cell, Tile> = BTreeMap::new();
            let mut hits: Vec<Cell> = Vec::new();
            let mut inert = false;
            if first && combination {
                let (a, b) = (self.cells[&to], self.cells[&from]);
                let specials = rules.specials.unwrap();
                let (r, c) = to;
                let striped = |tile: Tile| matches!(tile.form(), Some(Form::StripedH | Form::StripedV));
                let wrapped = |tile: Tile| tile.form() == Some(Form::Wrapped);
                if a == Tile::BOMB && b == Tile::BOMB {
                    hits = self.cells.keys().copied().collect();
                    inert = true;
                } else if a == Tile::BOMB || b == Tile::BOMB {
                    let (bomb, partner) = if a == Tile::BOMB { (to, from) } else { (from, to) };
                    let tile = self.cells[&partner];
                    let kind = tile.matching_kind();
                    let second = self.most_frequent(kind);
                    let mut turn = 0;
                    for cell in self.of_kind(kind) {
                        if self.cells[&cell].form() == Some(Form::Plain) {
                            let form = if striped(tile) {
                                turn += 1;
                                if turn % 2 == 1 { Form::StripedH } else { Form::StripedV }
                            } else if wrapped(tile) && specials.bomb_wrapped == BombWrapped::Convert {
                                Form::Wrapped
                            } else {
                                Form::Plain
                            };
                            self.cells.insert(cell, Tile::candy(kind.unwrap(), form));
                        }
                    }
                    cleared.insert(bomb);
                    hits = self.of_kind(kind);
                    if wrapped(tile) && specials.bomb_wrapped == BombWrapped::TwoKinds {
                        hits.extend(self.of_kind(second));
                    }
                } else {
                    cleared.insert(from);
                    let (rows, cols) = ([0, self.rows], [0, self.cols]);
                    if striped(a) && striped(b) {
                        cleared.insert(to);
                        hits = self.within([r, r], cols);
                        hits.extend(self.within(rows, [c, c]));
                    } else if wrapped(a) && wrapped(b) {
                        primed.insert(to, Form::Primed5);
                        hits = self.within([r - 2, r + 2], [c - 2, c + 2]);
                    } else {
                        cleared.insert(to);
                        hits = self.within([r - 1, r + 1], cols);
                        hits.extend(self.within(rows, [c - 1, c + 1]));
                    }
                }
            } else {
                for group in self.groups() {
                    hits.extend(group.iter().flat_map(|(_, run)| run.iter().copied()));
                    if let Some(specials) = &rules.specials {
                        created.extend(self.creation(&group, first.then_some([from, to]), specials));
                    }
                }
                if rules.specials.is_some() {
                    hits.extend(
                        self.cells.iter().filter(|(_, tile)| tile.is_primed()).map(|(&cell, _)| cell),
                    );
                }
                if hits.is_empty() {
                    return waves;
                }
            }
            let created_cells: BTreeSet<Cell> = created.keys().copied().collect();
            while let Some(cell) = hits.pop() {
                let tile = self.cells[&cell];
                if !tile.is_candy() || cleared.contains(&cell) || primed.contains_key(&cell) {
                    continue;
                }
                let Some(specials) = rules.specials.filter(|_| !inert) else {
                    cleared.insert(cell);
                    continue;
                };
                if tile.form() == Some(Form::Wrapped) && !created_cells.contains(&cell) {
                    primed.insert(cell, Form::Primed3);
                } else {
                    cleared.insert(cell);
                }
                hits.extend(self.blast(cell, &specials));
            }
            for &cell in &cleared {
                self.cells.insert(cell, Tile::EMPTY);
            }
            for (&cell, &form) in &primed {
                let kind = self.cells[&cell].kind().unwrap();
                self.cells.insert(cell, Tile::candy(kind, form));
            }
            self.cells.extend(created);
            for c in 0..self.cols {
                let places: Vec<Cell> =
                    (0..self.rows).rev().map(|r| (r, c)).filter(|cell| !self.cells[cell].is_hole()).collect();
                let candies: Vec<Tile> =
                    places.iter().map(|cell| self.cells[cell]).filter(|tile| tile.is_candy()).collect();
                for (i, place) in places.iter().enumerate() {
                    let tile = candies.get(i).copied();
                    let tile = tile.unwrap_or_else(|| {
                        Tile::plain(Kind::new(source.below(rules.kinds.into()) as u8).unwrap())
                    });
                    self.cells.insert(*place, tile);
                }
            }
            waves.push((cleared, self.board()));
            if waves.len() as u32 == rules.wave_limit {
                return waves;
            }
        }
    }
}

/// A board with holes, specials and runs as they come.
fn random_board(draws: &mut Stream, kinds: u8, most: u32, specials: u32, holes: u32) -> Board {
    let rows = 1 + draws.below(10) as usize;
    let cols = 1 + draws.below((most / rows as u32).min(12)) as usize;
    let stable = draws.below(3) > 0;
    let mut board = Board::empty(rows as u8, cols as u8).unwrap();
    for row in 0..rows {
        for col in 0..cols {
            let at = Pos::new(row as u8, col as u8);
            let kind = Kind::new(draws.below(kinds.into()) as u8).unwrap();
            let form = [Form::StripedH, Form::StripedV, Form::Wrapped][draws.below(3) as usize];
            let tile = match draws.below(100) {
                n if n < holes => Tile::HOLE,
                n if n < holes + specials / 6 => Tile::BOMB,
                n if n < holes + specials => Tile::candy(kind, form),
                _ => Tile::plain(kind),
            };
            board.set(at, tile);
            if stable && !board.is_stable() {
                board.set(at, Tile::plain(Kind::new(kinds.min(25)).unwrap()));
            }
        }
    }
    board
}

fn random_rules(draws: &mut Stream, kinds: u8) -> Rules {
    let rules = Rules::new(kinds).with_wave_limit(30);
    if draws.below(4) == 0 {
        return rules;
    }
    let mut specials = Specials::default();
    if draws.below(3) == 0 {
        let creations = [
            Creation::Nothing,
            Creation::StripedAcross,
            Creation::StripedAlong,
            Creation::Wrapped,
            Creation::Bomb,
        ];
        let mut pick = || creations[draws.below(5) as usize];
        (specials.five, specials.cross, specials.four) = (pick(), pick(), pick());
        specials.bomb_hit = [BombHit::MostFrequent, BombHit::Inert][draws.below(2) as usize];
        specials.bomb_wrapped = [BombWrapped::Convert, BombWrapped::TwoKinds][draws.below(2) as usize];
    }
    rules.with_special_rules(specials)
}

/// Every wave as text, the outcome, and the board.
fn play(board: &Board, swap: Swap, rules: &Rules, seed: u64, general: bool) -> (Vec<String>, Outcome, Board) {
    let mut after = board.clone();
    let mut source = Seeded::new(rules.kinds, seed, 0);
    let mut waves = Vec::new();
    let watch = |wave: &Wave<'_>| {
        let view = wave.board();
        let tiles: Vec<Tile> =
            (0..view.rows()).flat_map(|r| (0..view.cols()).map(move |c| view.tile(Pos::new(r, c)))).collect();
        waves.push(format!(
            "{} {:?} {:?} {:?} {:?} {tiles:?}",
            wave.number,
            wave.cleared_cells().collect::<Vec<_>>(),
            wave.created().collect::<Vec<_>>(),
            wave.activated().collect::<Vec<_>>(),
            wave.primed().collect::<Vec<_>>(),
        ));
        i64::from(wave.cleared) * i64::from(wave.number)
    };
    let outcome = if general {
        Resolver::default().play(&mut after, swap, rules, &mut source, &mut EventLog::new(watch))
    } else {
        Resolver::default().play(&mut after, swap, rules, &mut source, &mut { watch })
    };
    (waves, outcome.unwrap(), after)
}

#[test]
fn both_engines_follow_the_slow_rules() {
    let mut draws = Stream::new(1, "oracle", 0);
    let mut played = 0;
    while played < 4000 {
        let kinds = 2 + draws.below(7) as u8;
        let specials = draws.below(40);
        let holes = draws.below(25);
        let board = random_board(&mut draws, kinds - 1, 100, specials, holes);
        let rules = random_rules(&mut draws, kinds);
        let slow = Slow::new(&board);
        let pos = |(r, c): Cell| Pos::new(r as u8, c as u8);
        let expected: Vec<Swap> =
            slow.legal(&rules).into_iter().map(|(a, b)| Swap::new(pos(a), pos(b))).collect();
        assert_eq!(board.legal_swaps(&rules), expected, "{board}");
        if expected.is_empty() {
            continue;
        }
        let mut swap = expected[draws.below(expected.len() as u32) as usize];
        if draws.below(2) == 0 {
            swap = swap.reversed();
        }
        let cell = |at: Pos| (i32::from(at.row), i32::from(at.col));
        let mut slow = slow;
        // The same draws as those of a seeded source.
        let mut stream = Stream::new(played, "match3.refill", 0);
        let waves = slow.resolve(cell(swap.from), cell(swap.to), &rules, &mut stream);
        for general in [false, true] {
            let (seen, outcome, after) = play(&board, swap, &rules, played, general);
            assert_eq!(seen.len(), waves.len(), "{swap} on\n{board}\n{rules:?}");
            let score: i64 = waves.iter().zip(1..).map(|((cleared, _), n)| cleared.len() as i64 * n).sum();
            assert_eq!((outcome.score, &after), (score, &slow.board()), "{swap} on\n{board}\n{rules:?}");
        }
        played += 1;
    }
}

#[test]
fn the_engines_agree_bit_for_bit() {
    let mut draws = Stream::new(2, "oracle", 0);
    let mut played = 0;
    for position in 0..100_000_u64 {
        let kinds = 2 + draws.below(7) as u8;
        let specials = draws.below(30);
        let holes = draws.below(4) * draws.below(10);
        let board = random_board(&mut draws, kinds - 1, 64, specials, holes);
        let rules = random_rules(&mut draws, kinds);
        let fast = FastBoard::from_board(&board).unwrap();
        assert_eq!(usize::try_from(fast.matched_count()).unwrap(), board.matched().len());
        let legal = board.legal_swaps(&rules);
        assert!(fast.legal_swaps(&rules).eq(legal.iter().copied()), "{board}");
        if legal.is_empty() {
            continue;
        }
        let swap = legal[draws.below(legal.len() as u32) as usize];
        let swap = if draws.below(2) == 0 { swap } else { swap.reversed() };
        assert_eq!(
            play(&board, swap, &rules, position, false),
            play(&board, swap, &rules, position, true),
            "{swap} on\n{board}\n{rules:?}"
        );
        played += 1;
    }
    assert!(played > 60_000, "{played}");
}

#[test]
fn rankings_agree() {
    let mut draws = Stream::new(3, "oracle", 0);
    let searches = [
        Search::Known,
        Search::Mean { samples: 3 },
        Search::two_ply(2),
        Search::Expectimax { samples: [2, 2, 0, 0], gamma: 0.5 },
        Search::Beam { width: 2, samples: 1, inner: 2, gamma: 0.8 },
        Search::Mcts { tries: 40, rollout: 2, gamma: 0.8, exploration: 0.3 },
    ];
    for seed in 0..150 {
        let kinds = 4 + draws.below(5) as u8;
        let rules = if seed % 2 == 0 { Rules::new(kinds) } else { Rules::new(kinds).with_specials() };
        let (specials, holes) = (draws.below(10) * (seed as u32 % 2), draws.below(3) * draws.below(8));
        let board = if seed % 3 == 0 {
            Generator::new(8, 8).generate(&rules, seed).unwrap()
        } else {
            random_board(&mut draws, kinds - 1, 64, specials, holes)
        };
        for search in searches {
            let budget = Budget::unlimited();
            let fast = Ranker::new(&board, &rules).rank(&board, &Linear, search, seed, &budget);
            let general = Ranker::general(&board, &rules).rank(&board, &Linear, search, seed, &budget);
            assert_eq!(fast, general, "{search:?} on\n{board}");
            assert_eq!(fast.moves.len(), board.legal_swaps(&rules).len());
        }
    }
}

#[test]
fn known_cells_agree_with_a_dry_board() {
    // Without refill, cells stay empty: a board with the same cells empty at rest
    // resolves alike on both engines.
    let mut draws = Stream::new(4, "oracle", 0);
    for seed in 0..500 {
        let rules = Rules::new(6);
        let mut board = random_board(&mut draws, 5, 64, 0, 5);
        for col in 0..board.cols() {
            for row in 0..draws.below(u32::from(board.rows()) + 1) as u8 / 2 {
                if !board.tile(Pos::new(row, col)).is_hole() {
                    board.set(Pos::new(row, col), Tile::EMPTY);
                }
            }
        }
        for swap in board.legal_swaps(&rules) {
            assert_eq!(
                play(&board, swap, &rules, seed, false),
                play(&board, swap, &rules, seed, true),
                "{board}"
            );
        }
        let mut fast = FastBoard::from_board(&board).unwrap();
        if let Some(swap) = fast.legal_swaps(&rules).next() {
            let mut other = board.clone();
            let outcome = fast.play(swap, &rules, &mut Seeded::new(6, seed, 0), &mut Judged(&Linear));
            let same = Resolver::default().play(
                &mut other,
                swap,
                &rules,
                &mut Seeded::new(6, seed, 0),
                &mut Judged(&Linear),
            );
            assert_eq!((outcome, fast.to_board()), (same, other));
        }
    }
}
