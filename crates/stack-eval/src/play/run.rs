//! Many games that can be laid aside and taken up again.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use grid_core::{Budget, Meter, Progress, Stop};
use tetromino::{DropGame, LineScore, Previewed};
use thiserror::Error;

use super::marathon::{Dealer, GameResult, Marathon};
use super::player::{DropPlayer, move_once};

/// Why a run is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RunError {
    /// Games of no piece.
    #[error("a game is cut after 0 pieces; at least 1 is needed")]
    NoPieces,
    /// A game that the run does not have.
    #[error("there is no game {game}; the run has the games 0 to {games}, the last not included")]
    NoSuchGame {
        /// The game.
        game: u64,
        /// How many the run has.
        games: u64,
    },
    /// A result that is there already, another one.
    #[error("game {game} has two different results")]
    TwoResults {
        /// The game.
        game: u64,
    },
    /// More pieces than a game can have.
    #[error("game {game} has {pieces} pieces; it is cut after {cap}")]
    BeyondCap {
        /// The game.
        game: u64,
        /// Its pieces.
        pieces: u64,
        /// The most that it can have.
        cap: u64,
    },
}

/// The games `0..games` of a [`Marathon`], played by one player. It can stop after any
/// piece; what is finished and what is under way is part of it, and with the feature
/// `serde` it can be saved and goes on to the same results.
///
/// The results do not depend on the size of the steps or the number of threads.
///
/// ```
/// use stack_eval::{FourEvaluator, GreedyPlayer, Marathon, MarathonRun, PieceSource};
/// use tetromino::DropRules;
/// let marathon = Marathon::new(DropRules::article(10, 20)?, PieceSource::Uniform, 1);
/// let player = GreedyPlayer(FourEvaluator::default());
/// let mut run = MarathonRun::new(marathon, 3, 5_000)?;
/// while !run.step(&player, 100) {
///     assert!(run.progress().fraction < 1.0); // a frame of a game, say
/// }
/// assert_eq!(run.results().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "form::Run<M>",
        into = "form::Run<M>",
        bound(serialize = "M: Clone + serde::Serialize", deserialize = "M: serde::Deserialize<'de>")
    )
)]
pub struct MarathonRun<M = ()> {
    marathon: Marathon,
    games: u64,
    cap: u64,
    done: BTreeMap<u64, GameResult>,
    open: BTreeMap<u64, Open<M>>,
}

/// A game under way.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "M: Clone + serde::Serialize", deserialize = "M: serde::Deserialize<'de>"))
)]
struct Open<M> {
    game: DropGame<Previewed<Dealer>, LineScore>,
    memory: M,
}

impl<M: Clone + Default> MarathonRun<M> {
    /// So many games, none begun, each cut after `cap` pieces; `u64::MAX` for no cap.
    ///
    /// # Errors
    /// [`RunError::NoPieces`] for a cap of 0.
    pub fn new(marathon: Marathon, games: u64, cap: u64) -> Result<Self, RunError> {
        if cap == 0 {
            return Err(RunError::NoPieces);
        }
        Ok(Self { marathon, games, cap, done: BTreeMap::new(), open: BTreeMap::new() })
    }

    /// Takes a game as played elsewhere.
    ///
    /// # Errors
    /// A game that the run does not have, or has with another result; more pieces than
    /// the cap.
    pub fn insert(&mut self, game: u64, result: GameResult) -> Result<(), RunError> {
        if game >= self.games {
            return Err(RunError::NoSuchGame { game, games: self.games });
        }
        let (pieces, cap) = (result.pieces, self.cap);
        if pieces > cap {
            return Err(RunError::BeyondCap { game, pieces, cap });
        }
        if self.done.get(&game).is_some_and(|&known| known != result) {
            return Err(RunError::TwoResults { game });
        }
        self.open.remove(&game);
        self.done.insert(game, result);
        Ok(())
    }

    /// Goes on for at most so many pieces; whether all games are played.
    pub fn step<P: DropPlayer<Memory = M>>(&mut self, player: &P, pieces: u64) -> bool {
        self.run(player, &Budget::nodes(pieces), |_, _| {}).is_none()
    }

    /// Goes on within a budget, of which a piece is a node, game by game; `each` sees
    /// every game that ends. Says why it stopped, `None` where all games are played.
    pub fn run<P: DropPlayer<Memory = M>>(
        &mut self,
        player: &P,
        budget: &Budget,
        mut each: impl FnMut(u64, &GameResult),
    ) -> Option<Stop> {
        let mut meter = budget.meter();
        for game in self.waiting() {
            let mut open = self.take(game, player);
            let end = open.go_on(player, self.cap, &mut meter);
            match self.put(game, open, end) {
                Ok(result) => each(game, &result),
                Err(stop) => return Some(stop),
            }
        }
        None
    }

    /// As [`MarathonRun::run`], game by game on the threads of the current pool. Only
    /// flag, deadline and callback of the budget count: a limit of nodes would give
    /// other results with other threads.
    #[cfg(feature = "rayon")]
    pub fn run_parallel<P>(
        &mut self,
        player: &P,
        budget: &Budget,
        each: impl Fn(u64, &GameResult) + Sync,
    ) -> Option<Stop>
    where
        P: DropPlayer<Memory = M> + Sync,
        M: Send + Sync,
    {
        use rayon::prelude::*;
        let budget = budget.without_node_limit();
        let waiting: Vec<(u64, Open<M>)> =
            self.waiting().into_iter().map(|game| (game, self.take(game, player))).collect();
        let cap = self.cap;
        let ended: Vec<_> = waiting
            .into_par_iter()
            // One game after the other, as threads come free: games differ by far.
            .with_max_len(1)
            .map(|(game, mut open)| {
                let end = match budget.interrupted() {
                    Some(stop) => Err(stop),
                    None => open.go_on(player, cap, &mut budget.meter()),
                };
                if end.is_ok() {
                    each(game, &open.result());
                }
                (game, open, end)
            })
            .collect();
        let mut stopped = None;
        for (game, open, end) in ended {
            if let Err(stop) = self.put(game, open, end) {
                stopped = stopped.or(Some(stop));
            }
        }
        stopped
    }

    /// The games that are not finished, those under way first.
    fn waiting(&self) -> Vec<u64> {
        let fresh = |game: &u64| !self.done.contains_key(game) && !self.open.contains_key(game);
        self.open.keys().copied().chain((0..self.games).filter(fresh)).collect()
    }

    fn take(&mut self, game: u64, player: &impl DropPlayer<Memory = M>) -> Open<M> {
        let begin = || Open { game: self.marathon.game(game, player.previews()), memory: M::default() };
        self.open.remove(&game).unwrap_or_else(begin)
    }

    /// Keeps a game, finished or not; one that has not begun is not kept.
    fn put(&mut self, game: u64, open: Open<M>, end: Result<(), Stop>) -> Result<GameResult, Stop> {
        match end {
            Ok(()) => {
                let result = open.result();
                self.done.insert(game, result);
                Ok(result)
            }
            Err(stop) => {
                if open.game.pieces() > 0 {
                    self.open.insert(game, open);
                }
                Err(stop)
            }
        }
    }

    /// The finished games by number.
    #[must_use]
    pub const fn results(&self) -> &BTreeMap<u64, GameResult> {
        &self.done
    }

    /// Whether all games are played.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done.len() as u64 == self.games
    }

    /// How far it has come: pieces, games played, share of the games.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let finished: u64 = self.done.values().map(|result| result.pieces).sum();
        let open: u64 = self.open.values().map(|open| open.game.pieces()).sum();
        let found = self.done.len() as u64;
        let fraction = if self.games == 0 { 1.0 } else { found as f64 / self.games as f64 };
        Progress { nodes: finished + open, found, fraction }
    }
}

impl<M> Open<M> {
    /// Plays to the end, the cap or the end of the budget.
    fn go_on<P>(&mut self, player: &P, cap: u64, meter: &mut Meter<'_>) -> Result<(), Stop>
    where
        P: DropPlayer<Memory = M>,
    {
        let mut queue = Vec::new();
        while self.game.piece().is_some() && self.game.pieces() < cap {
            meter.spend(1)?;
            if move_once(&mut self.game, player, &mut self.memory, &mut queue).is_none() {
                break;
            }
        }
        Ok(())
    }

    fn result(&self) -> GameResult {
        let game = &self.game;
        GameResult {
            pieces: game.pieces(),
            lines: game.lines(),
            score: game.score(),
            over: game.piece().is_none(),
        }
    }
}

/// The form that travels.
#[cfg(feature = "serde")]
mod form {
    use alloc::collections::BTreeMap;
    use alloc::string::{String, ToString};

    use super::{GameResult, Marathon, MarathonRun, Open};

    const VERSION: u32 = 1;

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename = "MarathonRun", deny_unknown_fields)]
    #[serde(bound(serialize = "M: Clone + serde::Serialize", deserialize = "M: serde::Deserialize<'de>"))]
    pub(super) struct Run<M> {
        version: u32,
        marathon: Marathon,
        games: u64,
        cap: u64,
        done: BTreeMap<u64, GameResult>,
        open: BTreeMap<u64, Open<M>>,
    }

    impl<M> From<MarathonRun<M>> for Run<M> {
        fn from(run: MarathonRun<M>) -> Self {
            let MarathonRun { marathon, games, cap, done, open } = run;
            Self { version: VERSION, marathon, games, cap, done, open }
        }
    }

    impl<M> TryFrom<Run<M>> for MarathonRun<M> {
        type Error = String;

        fn try_from(form: Run<M>) -> Result<Self, String> {
            let Run { version, marathon, games, cap, done, open } = form;
            if version != VERSION {
                return Err(alloc::format!(
                    "version {version} of a run; this program reads version {VERSION}"
                ));
            }
            if cap == 0 {
                return Err(super::RunError::NoPieces.to_string());
            }
            if let Some(game) = done.keys().chain(open.keys()).copied().find(|&game| game >= games) {
                return Err(super::RunError::NoSuchGame { game, games }.to_string());
            }
            if let Some(game) = open.keys().find(|game| done.contains_key(game)) {
                return Err(alloc::format!("game {game} is finished and under way"));
            }
            let pieces = done.iter().map(|(&game, result)| (game, result.pieces));
            let pieces = pieces.chain(open.iter().map(|(&game, open)| (game, open.game.pieces())));
            if let Some((game, pieces)) = pieces.into_iter().find(|&(_, pieces)| pieces > cap) {
                return Err(super::RunError::BeyondCap { game, pieces, cap }.to_string());
            }
            if let Some((game, _)) = open.iter().find(|(_, open)| open.game.rules() != marathon.rules()) {
                return Err(alloc::format!("game {game} is under way by other rules"));
            }
            Ok(Self { marathon, games, cap, done, open })
        }
    }
}
