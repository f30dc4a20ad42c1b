//! A game in progress, and its replay.

use alloc::vec::Vec;

use grid_core::{StableHasher, Stream};
use thiserror::Error;

use super::generate::{GenerateError, Generator};
use super::goals::Goals;
use super::reshuffle::reshuffle_where;
use crate::judge::policy::{Judged, ScorePolicy};
use crate::rules::board::{Board, Pos};
use crate::rules::event::Event;
use crate::rules::general::modules::Modules;
use crate::rules::refill::{RefillSource, Seeded};
use crate::rules::resolve::{EventLog, Outcome, PlayError, Resolver};
use crate::rules::swap::Swap;
use crate::rules::table::Rules;
use crate::rules::wave::Observer;

/// A game: board, rules, layers of the optional modules, refill source and score.
///
/// After a move that leaves no legal swap the candies are shuffled, or replaced
/// where no arrangement helps; both are events and score nothing.
///
/// ```
/// use match3::{Game, Generator, Linear, Rules};
/// let rules = Rules::new(5).with_specials();
/// let mut game = Game::new(Generator::new(8, 8).generate(&rules, 7)?, rules, 7);
/// let swap = game.legal_swaps()[0];
/// let outcome = game.play(swap, &Linear)?;
/// assert_eq!(game.score(), outcome.score);
/// assert_eq!(game.replay().verify(&Linear)?.board(), game.board());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<S = Seeded> {
    start: Board,
    start_modules: Option<Modules>,
    board: Board,
    modules: Option<Modules>,
    rules: Rules,
    source: S,
    shuffles: Stream,
    seed: u64,
    score: i64,
    deadlocks: u32,
    over: bool,
    moves: Vec<Swap>,
    resolver: Resolver,
}

impl Game {
    /// A game from this board, refilled from [`Seeded`] of the seed.
    #[must_use]
    pub fn new(board: Board, rules: Rules, seed: u64) -> Self {
        Self::with_source(board, rules, seed, Seeded::new(rules.kinds, seed, 0))
    }

    /// What is needed to play the game again.
    #[must_use]
    pub fn replay(&self) -> Replay {
        Replay {
            version: Replay::VERSION,
            start: self.start.clone(),
            modules: self.start_modules.clone(),
            rules: self.rules,
            seed: self.seed,
            moves: self.moves.clone(),
            score: self.score,
            hash: self.stable_hash(),
        }
    }
}

impl<S: RefillSource> Game<S> {
    /// A game with its own refill source; the seed is that of its shuffles.
    #[must_use]
    pub fn with_source(board: Board, rules: Rules, seed: u64, source: S) -> Self {
        Self {
            start: board.clone(),
            start_modules: None,
            board,
            modules: None,
            rules,
            source,
            shuffles: Stream::new(seed, "match3.reshuffle", 1),
            seed,
            score: 0,
            deadlocks: 0,
            over: false,
            moves: Vec::new(),
            resolver: Resolver::default(),
        }
    }

    /// The same with the optional modules.
    ///
    /// # Errors
    /// [`PlayError::WrongLayers`] if they are those of a board of another size.
    pub fn with_modules(mut self, modules: Modules) -> Result<Self, PlayError> {
        if !modules.fits(&self.board) {
            return Err(PlayError::WrongLayers { rows: self.board.rows(), cols: self.board.cols() });
        }
        self.start_modules = Some(modules.clone());
        self.modules = Some(modules);
        Ok(self)
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The layers of the optional modules, if they are on.
    #[must_use]
    pub const fn modules(&self) -> Option<&Modules> {
        self.modules.as_ref()
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Points so far.
    #[must_use]
    pub const fn score(&self) -> i64 {
        self.score
    }

    /// The moves made.
    #[must_use]
    pub fn moves(&self) -> &[Swap] {
        &self.moves
    }

    /// Deadlocks so far.
    #[must_use]
    pub const fn deadlocks(&self) -> u32 {
        self.deadlocks
    }

    /// Whether there is no legal swap and none can be made by shuffling.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The legal swaps, locks looked at.
    #[must_use]
    pub fn legal_swaps(&self) -> Vec<Swap> {
        match &self.modules {
            Some(modules) => modules.legal_swaps(&self.board, &self.rules),
            None => self.board.legal_swaps(&self.rules),
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// [`PlayError`]; then nothing has changed.
    pub fn play<P: ScorePolicy>(&mut self, swap: Swap, policy: &P) -> Result<Outcome, PlayError> {
        let outcome = self.resolve(swap, &mut Judged(policy))?;
        self.finish(swap, outcome);
        Ok(outcome)
    }

    /// Makes a move and tells what happened.
    ///
    /// # Errors
    /// [`PlayError`]; then nothing has changed.
    pub fn play_events<P: ScorePolicy>(
        &mut self,
        swap: Swap,
        policy: &P,
    ) -> Result<(Outcome, Vec<Event>), PlayError> {
        let mut log = EventLog::new(Judged(policy));
        let outcome = self.resolve(swap, &mut log)?;
        log.events.extend(self.finish(swap, outcome));
        Ok((outcome, log.events))
    }

    /// Makes a move and counts its events.
    ///
    /// # Errors
    /// [`PlayError`]; then nothing has changed.
    pub fn play_for<P: ScorePolicy>(
        &mut self,
        swap: Swap,
        policy: &P,
        goals: &mut Goals,
    ) -> Result<Outcome, PlayError> {
        let (outcome, events) = self.play_events(swap, policy)?;
        events.iter().for_each(|event| goals.record(event));
        Ok(outcome)
    }

    fn resolve<O: Observer>(&mut self, swap: Swap, observer: &mut O) -> Result<Outcome, PlayError> {
        let Self { board, modules, rules, source, resolver, .. } = self;
        match modules {
            None => resolver.play(board, swap, rules, source, observer),
            Some(modules) => resolver.play_with_modules(board, modules, swap, rules, source, observer),
        }
    }

    fn finish(&mut self, swap: Swap, outcome: Outcome) -> Option<Event> {
        self.moves.push(swap);
        self.score = self.score.saturating_add(outcome.score);
        if self.has_legal_swap() {
            return None;
        }
        self.deadlocks += 1;
        let revived = self.revive();
        self.over = revived.is_err();
        revived.ok()
    }

    fn has_legal_swap(&self) -> bool {
        match &self.modules {
            None => self.board.has_legal_swap(&self.rules),
            Some(modules) => !modules.legal_swaps(&self.board, &self.rules).is_empty(),
        }
    }

    /// Shuffles the unlocked candies, or replaces the plain ones among them.
    fn revive(&mut self) -> Result<Event, GenerateError> {
        let locked = |at: Pos| self.modules.as_ref().is_some_and(|modules| modules.is_locked(at));
        let tiles = self.board.tiles().iter().enumerate();
        let movable: Vec<bool> =
            tiles.map(|(cell, tile)| tile.is_candy() && !locked(self.board.pos(cell))).collect();
        if let Ok((board, event)) = reshuffle_where(&self.board, &movable, &self.rules, &mut self.shuffles) {
            let old = core::mem::replace(&mut self.board, board);
            if self.has_legal_swap() {
                return Ok(event);
            }
            self.board = old;
        }
        let generator = Generator::with_outline(self.board.clone());
        let board = generator.generate_where(&self.rules, &mut self.shuffles, |board, cell| {
            movable[cell] && board.tiles()[cell].kind().is_some()
        })?;
        let old = core::mem::replace(&mut self.board, board);
        if !self.has_legal_swap() {
            self.board = old;
            return Err(GenerateError::NotFound { attempts: 1 });
        }
        let changed = (0..old.tiles().len()).filter(|&cell| old.tiles()[cell] != self.board.tiles()[cell]);
        let cells = changed.map(|cell| (old.pos(cell), self.board.tiles()[cell])).collect();
        Ok(Event::Replaced { cells })
    }

    /// A hash of what decides how the game goes on, but for the refill source: the
    /// same on every platform.
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = StableHasher::new("match3.game");
        hasher.write(self.board.stable_hash());
        hasher.write(self.score as u64);
        hasher.write(self.moves.len() as u64);
        if let Some(modules) = &self.modules {
            for row in 0..self.board.rows() {
                for col in 0..self.board.cols() {
                    let at = Pos::new(row, col);
                    hasher.write(u64::from(modules.jelly(at)) << 1 | u64::from(modules.is_locked(at)));
                }
            }
        }
        hasher.finish()
    }
}

/// A game written down: rules, seed and moves, with score and hash of its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Replay {
    version: u32,
    start: Board,
    modules: Option<Modules>,
    rules: Rules,
    seed: u64,
    moves: Vec<Swap>,
    score: i64,
    hash: u64,
}

/// Why a replay is not that of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// It was written by another version.
    #[error("the replay has version {found}; version {expected} is read")]
    Version {
        /// Its version.
        found: u32,
        /// The version that is read.
        expected: u32,
    },
    /// The number of kinds is not 1 to 26.
    #[error("the replay has {kinds} kinds; there are 1 to 26")]
    BadKinds {
        /// The number.
        kinds: u8,
    },
    /// A move is not legal.
    #[error("move {number} of the replay: {error}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// Why.
        error: PlayError,
    },
    /// The game ends otherwise than the replay says.
    #[error(
        "the replay ends with {score} points and hash {hash:016x}, the game with {played} and {found:016x}"
    )]
    Mismatch {
        /// Points written.
        score: i64,
        /// Hash written.
        hash: u64,
        /// Points played.
        played: i64,
        /// Hash played.
        found: u64,
    },
}

impl Replay {
    /// The version that is written and read.
    pub const VERSION: u32 = 1;

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Swap] {
        &self.moves
    }

    /// Plays the game again; the end must be as written.
    ///
    /// # Errors
    /// [`ReplayError`].
    pub fn verify<P: ScorePolicy>(&self, policy: &P) -> Result<Game, ReplayError> {
        if self.version != Self::VERSION {
            return Err(ReplayError::Version { found: self.version, expected: Self::VERSION });
        }
        if !(1..=26).contains(&self.rules.kinds) {
            return Err(ReplayError::BadKinds { kinds: self.rules.kinds });
        }
        let mut game = Game::new(self.start.clone(), self.rules, self.seed);
        if let Some(modules) = &self.modules {
            game =
                game.with_modules(modules.clone()).map_err(|error| ReplayError::Move { number: 0, error })?;
        }
        for (number, &swap) in (1..).zip(&self.moves) {
            game.play(swap, policy).map_err(|error| ReplayError::Move { number, error })?;
        }
        let (played, found) = (game.score(), game.stable_hash());
        if (played, found) != (self.score, self.hash) {
            return Err(ReplayError::Mismatch { score: self.score, hash: self.hash, played, found });
        }
        Ok(game)
    }
}
