//! A move from start to end, on the engine that fits.

use alloc::vec::Vec;

use thiserror::Error;

use super::board::{Board, Pos};
use super::event::Event;
use super::fast::supply::Asked;
use super::fast::{FastBoard, LegalSet};
use super::general::modules::Modules;
use super::general::{Cascade, Dry, Field, Workspace};
use super::refill::{RefillSource, Request};
use super::swap::{Swap, SwapError};
use super::table::Rules;
use super::tile::Kind;
use super::wave::{Observer, Wave};

/// What a move came to. Score and waves always come together, since the score
/// does not tell the waves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The sum of the waves' scores; stays at the ends of `i64`.
    pub score: i64,
    /// Waves of the cascade.
    pub waves: u32,
    /// Candies cleared.
    pub cleared: u64,
    /// Whether the limit of waves cut the cascade short.
    pub truncated: bool,
}

impl From<Cascade> for Outcome {
    fn from(Cascade { score, waves, cleared, truncated }: Cascade) -> Self {
        Self { score, waves, cleared, truncated }
    }
}

/// Why a move was not made. Board and source are as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The swap is not legal.
    #[error(transparent)]
    Swap(#[from] SwapError),
    /// The refill source has nothing left.
    #[error("the refill source is dry at cell {} in wave {}", .request.at, .request.wave)]
    SourceDry {
        /// What was asked for.
        request: Request,
    },
    /// The refill source gave a kind that the rules do not have.
    #[error("the refill source gave kind {kind} at cell {} where there are {kinds} kinds", .request.at)]
    ForeignKind {
        /// What was asked for.
        request: Request,
        /// The kind.
        kind: Kind,
        /// Kinds of the rules.
        kinds: u8,
    },
    /// The layers of the optional modules are those of a board of another size.
    #[error("the module layers do not have the size of the board, {rows}×{cols}")]
    WrongLayers {
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        cols: u8,
    },
}

impl PlayError {
    fn from_dry(Dry { request, given }: Dry, rules: &Rules) -> Self {
        match given {
            None => Self::SourceDry { request },
            Some(kind) => Self::ForeignKind { request, kind, kinds: rules.kinds },
        }
    }
}

/// A board with the buffers to resolve moves on: nothing is allocated from the
/// second move on.
///
/// ```
/// use match3::{Board, ColumnStreams, Pos, Resolver, Rules, Swap, Wave};
/// let mut board: Board = "CABA\nDCAC\nABDD".parse()?;
/// let mut source = ColumnStreams::from_letters(["B", "D", "A", ""]).unwrap();
/// let mut linear = |wave: &Wave<'_>| i64::from(wave.cleared * wave.number);
/// let swap = Swap::new(Pos::new(0, 2), Pos::new(1, 2));
/// let rules = Rules::new(4);
/// let missing = Resolver::default().play(&mut board, swap, &rules, &mut source, &mut linear);
/// assert!(missing.is_err());
/// # Ok::<(), match3::BoardError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Resolver {
    work: Workspace,
    tiles: Vec<super::tile::Tile>,
}

impl Resolver {
    /// Makes a move: exchanges the two candies, resolves the cascade and refills
    /// from `source`. The draws of the source are committed.
    ///
    /// Uses the bit-sliced engine where the board fits and the observer wants no
    /// events.
    ///
    /// # Errors
    /// [`PlayError`]; then board and source are as before.
    pub fn play<S: RefillSource, O: Observer>(
        &mut self,
        board: &mut Board,
        swap: Swap,
        rules: &Rules,
        source: &mut S,
        observer: &mut O,
    ) -> Result<Outcome, PlayError> {
        board.check(swap, rules)?;
        let fast =
            if O::EVENTS || rules.kinds > FastBoard::MAX_KINDS { None } else { FastBoard::from_board(board) };
        if let Some(mut fast) = fast {
            let pair = (fast.bit_of(swap.from), fast.bit_of(swap.to));
            let result = fast.resolve(pair, rules, &mut Asked(source), observer);
            let cascade = settle(result, source, rules)?;
            fast.write_to(board);
            return Ok(cascade);
        }
        self.play_general(board, None, swap, rules, source, observer)
    }

    /// The same with the optional modules, whose layers change with the board.
    ///
    /// # Errors
    /// [`PlayError`]; then board, layers and source are as before.
    pub fn play_with_modules<S: RefillSource, O: Observer>(
        &mut self,
        board: &mut Board,
        modules: &mut Modules,
        swap: Swap,
        rules: &Rules,
        source: &mut S,
        observer: &mut O,
    ) -> Result<Outcome, PlayError> {
        modules.check(board, swap, rules)?;
        self.play_general(board, Some(modules), swap, rules, source, observer)
    }

    fn play_general<S: RefillSource, O: Observer>(
        &mut self,
        board: &mut Board,
        modules: Option<&mut Modules>,
        swap: Swap,
        rules: &Rules,
        source: &mut S,
        observer: &mut O,
    ) -> Result<Outcome, PlayError> {
        let cells = (board.index(swap.from), board.index(swap.to));
        self.tiles.clear();
        self.tiles.extend_from_slice(board.tiles());
        let mut layers = modules.as_deref().cloned();
        let mut field = Field { tiles: &mut self.tiles, cols: board.cols(), modules: layers.as_mut() };
        let result = self.work.resolve(&mut field, cells, rules, Some(&mut *source), observer);
        let outcome = settle(result, source, rules)?;
        board.tiles_mut().copy_from_slice(&self.tiles);
        if let (Some(modules), Some(layers)) = (modules, layers) {
            *modules = layers;
        }
        Ok(outcome)
    }

    /// What a move would come to, on a copy of the board.
    ///
    /// # Errors
    /// [`PlayError`].
    pub fn peek<S: RefillSource, O: Observer>(
        &mut self,
        board: &Board,
        swap: Swap,
        rules: &Rules,
        source: &mut S,
        observer: &mut O,
    ) -> Result<(Board, Outcome), PlayError> {
        let mut after = board.clone();
        let outcome = self.play(&mut after, swap, rules, source, observer)?;
        Ok((after, outcome))
    }
}

/// Commits the draws of a move, or takes them back.
fn settle<S: RefillSource>(
    result: Result<Cascade, Dry>,
    source: &mut S,
    rules: &Rules,
) -> Result<Outcome, PlayError> {
    match result {
        Ok(cascade) => {
            source.commit();
            Ok(cascade.into())
        }
        Err(dry) => {
            source.rollback();
            Err(PlayError::from_dry(dry, rules))
        }
    }
}

impl FastBoard {
    /// Writes the tiles back to the board it was made from.
    fn write_to(&self, board: &mut Board) {
        let cols = board.cols();
        for (index, tile) in board.tiles_mut().iter_mut().enumerate() {
            *tile = self.tile_of_bit(self.bit_of(super::board::pos_of(cols, index)));
        }
    }

    /// Makes a move on this board, as [`Resolver::play`] does, and nothing is
    /// allocated.
    ///
    /// ```
    /// use match3::{Board, FastBoard, Pos, Rules, Seeded, Swap, Wave};
    /// let board: Board = "AABA\nCDCD".parse()?;
    /// let mut fast = FastBoard::from_board(&board).unwrap();
    /// let swap = Swap::new(Pos::new(0, 2), Pos::new(0, 3));
    /// let mut flat = |wave: &Wave<'_>| i64::from(wave.cleared);
    /// let outcome = fast.play(swap, &Rules::new(4), &mut Seeded::new(4, 0, 0), &mut flat)?;
    /// assert!(outcome.waves >= 1 && fast.is_stable());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError`]; then board and source are as before.
    pub fn play<S: RefillSource, O: Observer>(
        &mut self,
        swap: Swap,
        rules: &Rules,
        source: &mut S,
        observer: &mut O,
    ) -> Result<Outcome, PlayError> {
        let (first, second) = if swap.from <= swap.to { (swap.from, swap.to) } else { (swap.to, swap.from) };
        let on_board = |at: Pos| at.row < self.rows() && at.col < self.cols();
        let legal = on_board(first) && on_board(second) && first.is_next_to(second) && {
            let set = self.swap_set(rules.specials.is_some());
            let found = if first.row == second.row { set.right } else { set.down };
            found >> self.bit_of(first) & 1 == 1
        };
        if !legal {
            self.to_board().check(swap, rules)?;
        }
        self.play_legal(swap, rules, source, observer)
    }

    fn play_legal<S: RefillSource, O: Observer>(
        &mut self,
        swap: Swap,
        rules: &Rules,
        source: &mut S,
        observer: &mut O,
    ) -> Result<Outcome, PlayError> {
        let pair = (self.bit_of(swap.from), self.bit_of(swap.to));
        let result = self.resolve(pair, rules, &mut Asked(&mut *source), observer);
        settle(result, source, rules)
    }

    /// Plays the `number`-th swap of the board's own legal set; `None` if there are
    /// fewer. It is not checked again.
    ///
    /// ```
    /// use match3::{Board, FastBoard, Judged, Linear, Rules, Seeded};
    /// let board: Board = "AABA\nCDCD".parse()?;
    /// let rules = Rules::new(4);
    /// let mut fast = FastBoard::from_board(&board).unwrap();
    /// let legal = fast.legal_set(&rules);
    /// let outcome = fast.play_nth(&legal, 0, &rules, &mut Seeded::new(4, 0, 0), &mut Judged(&Linear));
    /// assert!(outcome.unwrap()?.score >= 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError`]; then board and source are as before.
    ///
    /// # Panics
    /// If the set is that of another board.
    #[inline]
    pub fn play_nth<S: RefillSource, O: Observer>(
        &mut self,
        legal: &LegalSet,
        number: u32,
        rules: &Rules,
        source: &mut S,
        observer: &mut O,
    ) -> Option<Result<Outcome, PlayError>> {
        assert!(legal.board == *self, "the legal set of another board");
        let pair = legal.set.nth(self.stride(), number)?;
        let result = self.resolve(pair, rules, &mut Asked(&mut *source), observer);
        Some(settle(result, source, rules))
    }
}

/// Keeps the events of moves, and lets another observer score the waves.
///
/// ```
/// use match3::{Event, EventLog, Wave};
/// let mut log = EventLog::new(|wave: &Wave<'_>| i64::from(wave.cleared));
/// assert!(log.events.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct EventLog<O> {
    /// The events so far, in order.
    pub events: Vec<Event>,
    observer: O,
}

impl<O: Observer> EventLog<O> {
    /// An empty log; `observer` scores.
    pub const fn new(observer: O) -> Self {
        Self { events: Vec::new(), observer }
    }
}

impl<O: Observer> Observer for EventLog<O> {
    const EVENTS: bool = true;

    fn wave(&mut self, wave: &Wave<'_>) -> i64 {
        self.observer.wave(wave)
    }

    fn event(&mut self, event: Event) {
        self.events.push(event);
    }
}
