//! What to do about a deadlock.

use alloc::vec::Vec;

use grid_core::{Budget, Progress, Stop, Stream};
use thiserror::Error;

use super::draw::{self, is_playable};
use super::exact::{Exact, Step};
use super::generate::{GenerateError, Generator};
use super::settle::{Settle, arranged, is_crowded, lies_in_run};
use crate::rules::board::{Board, Pos};
use crate::rules::event::Event;
use crate::rules::table::Rules;
use crate::rules::tile::Tile;
use crate::search::purse::{Outcome, Pieces, Work};

/// Why a board could not be shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReshuffleError {
    /// No arrangement of these candies is stable and has a legal swap: all were
    /// looked at, or their numbers rule it out.
    #[error("no arrangement of the {candies} candies is stable with a legal swap")]
    Impossible {
        /// Candies on the board.
        candies: usize,
    },
    /// None was found within the attempts, nor by exchanges after them.
    #[error("no stable arrangement with a legal swap was found in {attempts} attempts")]
    NotFound {
        /// Attempts made.
        attempts: u32,
    },
}

/// Candies up to which the answer is exact.
pub(crate) const EXACT_CELLS: usize = 16;
const ATTEMPTS: u32 = 100;
/// Passes over the cells in runs in each attempt, and partners tried for each.
const REPAIRS: u32 = 20;
const TRIES: u32 = 30;

/// Arranges the candies of a board anew, so that it is stable and has a legal swap.
/// Forms stay with their kinds; holes, obstacles and empty cells stay where they
/// are. Exact for up to 16 candies, else a bounded search.
///
/// ```
/// use match3::{Board, Rules, reshuffle};
/// let rules = Rules::new(2);
/// let board: Board = "AAB\nBBA".parse()?;
/// let (shuffled, _) = reshuffle(&board, &rules, 7).unwrap();
/// assert!(shuffled.is_stable() && shuffled.has_legal_swap(&rules));
/// let hopeless: Board = "AB\nAB".parse()?;
/// assert!(reshuffle(&hopeless, &rules, 7).is_err());
/// # Ok::<(), match3::BoardError>(())
/// ```
///
/// The event is [`Event::Shuffled`].
///
/// # Errors
/// [`ReshuffleError`].
pub fn reshuffle(board: &Board, rules: &Rules, seed: u64) -> Result<(Board, Event), ReshuffleError> {
    let movable: Vec<bool> = board.tiles().iter().map(|tile| tile.is_candy()).collect();
    reshuffle_where(board, &movable, rules, &mut Stream::new(seed, "match3.reshuffle", 0))
}

/// [`reshuffle`] that leaves some candies where they are.
pub(crate) fn reshuffle_where(
    board: &Board,
    movable: &[bool],
    rules: &Rules,
    stream: &mut Stream,
) -> Result<(Board, Event), ReshuffleError> {
    let mut search = Reshuffling::of(board, movable, rules, stream.clone());
    search.run(&Budget::unlimited());
    let (arranging, result) = search.work.into_parts();
    *stream = arranging.stream;
    result.unwrap_or(Err(ReshuffleError::NotFound { attempts: arranging.attempt }))
}

/// A board being shuffled: it can stop anywhere and go on later; the end is that of
/// [`reshuffle`]. A node is an arrangement, in an exact search
/// a candy placed, or a pass of exchanges.
///
/// ```
/// use match3::{Board, Reshuffling, Rules, reshuffle};
/// let rules = Rules::new(2);
/// let board: Board = "AAB\nBBA".parse()?;
/// let mut search = Reshuffling::new(&board, &rules, 7);
/// while !search.step(1) {}
/// assert_eq!(search.result(), Some(reshuffle(&board, &rules, 7)));
/// # Ok::<(), match3::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reshuffling {
    work: Work<Arranging>,
}

/// The arrangements tried so far.
#[derive(Clone, Debug)]
struct Arranging {
    board: Board,
    cells: Vec<usize>,
    tiles: Vec<Tile>,
    rules: Rules,
    stream: Stream,
    attempt: u32,
    attempts: u32,
    last: Option<Last>,
}

/// What is tried after the random arrangements.
#[derive(Clone, Debug)]
enum Last {
    Exact(Exact),
    Settle(Settle),
}

impl Reshuffling {
    /// A search that has not begun.
    #[must_use]
    pub fn new(board: &Board, rules: &Rules, seed: u64) -> Self {
        let movable: Vec<bool> = board.tiles().iter().map(|tile| tile.is_candy()).collect();
        Self::of(board, &movable, rules, Stream::new(seed, "match3.reshuffle", 0))
    }

    fn of(board: &Board, movable: &[bool], rules: &Rules, stream: Stream) -> Self {
        let cells: Vec<usize> = (0..movable.len()).filter(|&cell| movable[cell]).collect();
        let tiles: Vec<Tile> = cells.iter().map(|&cell| board.tiles()[cell]).collect();
        let impossible = || Err(ReshuffleError::Impossible { candies: cells.len() });
        let hopeless = !may_have_moves(board, &tiles, rules) || is_crowded(board);
        let result = hopeless.then(impossible);
        let attempts = ATTEMPTS.min(1 + 1_000_000 / (1 + cells.len() as u32));
        let (board, rules) = (board.clone(), *rules);
        let arranging = Arranging { board, cells, tiles, rules, stream, attempt: 0, attempts, last: None };
        Self { work: Work::new(arranging, result) }
    }

    /// Goes on for at most so many nodes; says whether it is done.
    pub fn step(&mut self, nodes: u64) -> bool {
        self.run(&Budget::nodes(nodes)).is_none()
    }

    /// Goes on within a budget; says why it stopped, `None` where there is a result.
    pub fn run(&mut self, budget: &Budget) -> Option<Stop> {
        self.work.run(budget)
    }

    /// The arrangement and its event, or why there is none; `None` while it is not
    /// known.
    #[must_use]
    pub fn result(&self) -> Option<Result<(Board, Event), ReshuffleError>> {
        self.work.result()
    }

    /// How far it has come, as a share of the arrangements drawn at most; nodes so
    /// far.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.work.progress()
    }
}

impl Arranging {
    /// One arrangement, one candy of the exact search, or one pass of exchanges.
    fn arrange(&mut self) -> Option<Result<(Board, Event), ReshuffleError>> {
        if let Some(last) = &mut self.last {
            let (board, cells) = (&self.board, &self.cells);
            let (step, found, order) = match last {
                Last::Exact(exact) => (exact.step(cells, &self.rules), &exact.board, &exact.order),
                Last::Settle(settle) => {
                    let step = settle.step(cells, &self.tiles, &self.rules, &mut self.stream);
                    (step, &settle.board, &settle.order)
                }
            };
            return match step {
                Step::On => None,
                Step::Found => Some(Ok((found.clone(), moves_event(board, cells, order)))),
                Step::Done => Some(Err(ReshuffleError::Impossible { candies: cells.len() })),
                Step::TooLong => Some(Err(ReshuffleError::NotFound { attempts: self.attempt })),
            };
        }
        if self.attempt == self.attempts {
            self.last = Some(if self.cells.len() > EXACT_CELLS {
                Last::Settle(Settle::new(&self.board, &self.cells, &self.tiles, &mut self.stream))
            } else {
                Last::Exact(Exact::new(&self.board, &self.tiles))
            });
            return None;
        }
        self.attempt += 1;
        let (mut shuffled, mut order) = arranged(&self.board, &self.cells, &self.tiles, &mut self.stream);
        repair(&mut shuffled, &self.cells, &mut order, &mut self.stream);
        is_playable(&shuffled, &self.rules)
            .then(|| Ok((shuffled, moves_event(&self.board, &self.cells, &order))))
    }
}

impl Pieces for Arranging {
    type Found = (Board, Event);
    type Error = ReshuffleError;

    fn piece(&mut self) -> (u64, Outcome<Self>) {
        (1, self.arrange())
    }

    fn share(&self) -> f64 {
        f64::from(self.attempt) / f64::from(self.attempts + 1)
    }
}

/// Exchanges candies that lie in runs with others, where neither then lies in one.
fn repair(board: &mut Board, cells: &[usize], order: &mut [u32], stream: &mut Stream) {
    let cols = board.cols();
    let mut before = usize::MAX;
    for _ in 0..REPAIRS {
        let bad: Vec<usize> = board.matched().into_iter().map(|at| board.index(at)).collect();
        if bad.is_empty() || bad.len() >= before {
            return;
        }
        before = bad.len();
        for cell in bad {
            let Ok(a) = cells.binary_search(&cell) else { continue };
            for _ in 0..TRIES {
                if !lies_in_run(board.tiles(), cols, cells[a]) {
                    break;
                }
                let b = stream.below(cells.len() as u32) as usize;
                board.tiles_mut().swap(cells[a], cells[b]);
                if lies_in_run(board.tiles(), cols, cells[a]) || lies_in_run(board.tiles(), cols, cells[b]) {
                    board.tiles_mut().swap(cells[a], cells[b]);
                } else {
                    order.swap(a, b);
                }
            }
        }
    }
}

fn moves_event(board: &Board, cells: &[usize], order: &[u32]) -> Event {
    let moves = cells.iter().zip(order).map(|(&to, &from)| (cells[from as usize], to));
    let moves = moves.filter(|(from, to)| from != to).map(|(from, to)| (board.pos(from), board.pos(to)));
    Event::Shuffled { moves: moves.collect() }
}

/// Whether some kind has three candies and there is another to part them, or special
/// candies can combine. Candies that stay where they are count in.
fn may_have_moves(board: &Board, movable: &[Tile], rules: &Rules) -> bool {
    let tiles = || board.tiles().iter().filter(|tile| tile.is_candy());
    let specials = tiles().filter(|tile| tile.is_special()).count();
    let bombs = tiles().any(|&tile| tile == Tile::BOMB);
    if rules.specials.is_some() && (specials >= 2 || bombs) {
        return !movable.is_empty();
    }
    let mut counts = [0; 26];
    for kind in tiles().filter_map(|tile| tile.matching_kind()) {
        counts[usize::from(kind.index())] += 1;
    }
    let candies: Vec<bool> = board.tiles().iter().map(|tile| tile.is_candy()).collect();
    counts.iter().any(|&count| count >= 3 && count < tiles().count())
        && draw::may_have_moves(&candies, board.cols(), 2)
}

/// A deadlock resolved: by a new arrangement if there is one, else by new candies.
///
/// The event tells which: [`Event::Shuffled`] or [`Event::Replaced`].
///
/// # Errors
/// [`GenerateError`] where not even new candies make a board to play on.
pub fn revive(board: &Board, rules: &Rules, seed: u64) -> Result<(Board, Event), GenerateError> {
    if let Ok(done) = reshuffle(board, rules, seed) {
        return Ok(done);
    }
    let fresh = Generator::with_outline(board.clone()).generate(rules, seed)?;
    let changed = (0..board.tiles().len()).filter(|&cell| board.tiles()[cell] != fresh.tiles()[cell]);
    let cells: Vec<(Pos, Tile)> = changed.map(|cell| (board.pos(cell), fresh.tiles()[cell])).collect();
    Ok((fresh, Event::Replaced { cells }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(board: &Board) -> Vec<Tile> {
        let mut tiles = board.tiles().to_vec();
        tiles.sort_unstable();
        tiles
    }

    #[test]
    fn a_reshuffle_keeps_the_candies() {
        for seed in 0..30 {
            let rules = Rules::new(5);
            let mut board = Generator::new(8, 8).generate(&rules, seed).unwrap();
            for cell in 0..12 {
                board.tiles_mut()[cell * 5] = Tile::HOLE;
            }
            let (shuffled, event) = reshuffle(&board, &rules, seed).unwrap();
            assert!(is_playable(&shuffled, &rules));
            assert_eq!(sorted(&board), sorted(&shuffled));
            let Event::Shuffled { moves } = event else { panic!("{event:?}") };
            let mut replayed = board.clone();
            for &(from, to) in &moves {
                replayed.set(to, board.tile(from));
            }
            assert_eq!(replayed, shuffled);
        }
    }

    #[test]
    fn small_boards_are_exact_and_large_ones_end() {
        // Every partition of 16 candies into kinds.
        fn partitions(left: u8, most: u8, parts: &mut Vec<u8>, visit: &mut dyn FnMut(&[u8])) {
            if left == 0 {
                visit(parts);
            }
            for part in (1..=most.min(left)).rev() {
                parts.push(part);
                partitions(left - part, part, parts, visit);
                parts.pop();
            }
        }
        for (rows, cols) in [(1, 16), (2, 8), (4, 4), (16, 1)] {
            partitions(16, 16, &mut Vec::new(), &mut |counts| {
                let kinds = (0..).zip(counts).flat_map(|(kind, &n)| core::iter::repeat_n(kind, n.into()));
                let tiles: Vec<Tile> = kinds.map(|kind| Tile::plain(crate::Kind::at(kind))).collect();
                let board = Board::from_tiles(rows, cols, tiles).unwrap();
                let result = reshuffle(&board, &Rules::new(16), 1);
                let hopeless = counts[0] < 3 || counts.len() < 2;
                assert!(!hopeless || result.is_err());
                if let Ok((shuffled, _)) = result {
                    assert!(is_playable(&shuffled, &Rules::new(16)));
                }
            });
        }
        let tiles =
            |kinds: usize| (0..255 * 255).map(|i| Tile::plain(crate::Kind::at((i % kinds) as u8))).collect();
        for kinds in [3, 6] {
            let board = Board::from_tiles(255, 255, tiles(kinds)).unwrap();
            assert!(reshuffle(&board, &Rules::new(6), 1).is_ok(), "{kinds}");
        }
        let one = Board::from_tiles(255, 255, tiles(1)).unwrap();
        assert!(reshuffle(&one, &Rules::new(6), 1).is_err());
    }

    /// Two kinds leave few orders without runs; random ones are never near them.
    #[test]
    fn two_kinds_are_settled_by_exchanges() {
        for (rows, cols, first) in [(24, 24, 288), (24, 24, 250), (40, 40, 800), (12, 30, 180)] {
            let kind = |i| Tile::plain(crate::Kind::at(u8::from(i >= first)));
            let tiles = (0..rows * cols).map(kind).collect();
            let board = Board::from_tiles(rows, cols, tiles).unwrap();
            for seed in 0..3 {
                let (shuffled, event) = reshuffle(&board, &Rules::new(2), seed).unwrap();
                assert!(is_playable(&shuffled, &Rules::new(2)));
                let Event::Shuffled { moves } = event else { panic!("{event:?}") };
                let mut replayed = board.clone();
                for &(from, to) in &moves {
                    replayed.set(to, board.tile(from));
                }
                assert_eq!(replayed, shuffled);
            }
        }
        // Five of a kind more than ten rows of seven can hold.
        let tiles = (0..100).map(|i| Tile::plain(crate::Kind::at(u8::from(i >= 75)))).collect();
        let crowded = Board::from_tiles(10, 10, tiles).unwrap();
        assert_eq!(reshuffle(&crowded, &Rules::new(2), 0), Err(ReshuffleError::Impossible { candies: 100 }));
    }

    #[test]
    fn candies_are_replaced_where_no_order_helps() {
        let board: Board = "ABC\nDEF\nGHI".parse().unwrap();
        let rules = Rules::new(9);
        assert_eq!(reshuffle(&board, &rules, 0), Err(ReshuffleError::Impossible { candies: 9 }));
        let (fresh, event) = revive(&board, &rules, 0).unwrap();
        assert!(is_playable(&fresh, &rules) && matches!(event, Event::Replaced { .. }));
        let tiny: Board = "AB".parse().unwrap();
        assert!(matches!(revive(&tiny, &rules, 0), Err(GenerateError::Impossible { .. })));
    }
}
