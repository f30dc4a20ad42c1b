//! Many games of a level: what a designer wants to know of it.

use alloc::vec::Vec;

use grid_core::{Budget, Progress, Stop, Stream};

use super::game::Game;
use super::generate::GenerateError;
use super::goals::{Goal, Goals};
use super::level::Level;
use super::players::Player;
use crate::judge::policy::ScorePolicy;
use crate::search::float::sqrt;
use crate::search::purse::Purse;

/// One game of a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Points.
    pub score: i64,
    /// Moves made.
    pub moves: u32,
    /// Waves of all moves.
    pub waves: u64,
    /// Deadlocks.
    pub deadlocks: u32,
    /// Whether all goals were reached.
    pub won: bool,
}

/// What a simulation found.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// The games in their order.
    pub games: Vec<Played>,
    /// Whether all were played; otherwise a budget has ended.
    pub complete: bool,
}

impl Simulation {
    /// Share of the games won, 0 to 1; 0 of no games.
    #[must_use]
    pub fn win_rate(&self) -> f64 {
        self.mean(|game| f64::from(u8::from(game.won)))
    }

    /// The mean score.
    #[must_use]
    pub fn mean_score(&self) -> f64 {
        self.mean(|game| game.score as f64)
    }

    /// Half the width of the 95 % interval of the mean score.
    #[must_use]
    pub fn score_ci95(&self) -> f64 {
        let (n, mean) = (self.games.len() as f64, self.mean_score());
        let squares: f64 =
            self.games.iter().map(|game| (game.score as f64 - mean) * (game.score as f64 - mean)).sum();
        if n > 1.0 { 1.96 * sqrt(squares / (n - 1.0) / n) } else { 0.0 }
    }

    /// The least score that a share `q` of the games does not exceed (nearest rank);
    /// `None` of no games.
    #[must_use]
    pub fn score_quantile(&self, q: f64) -> Option<i64> {
        let mut scores: Vec<i64> = self.games.iter().map(|game| game.score).collect();
        scores.sort_unstable();
        let share = q.clamp(0.0, 1.0) * scores.len() as f64;
        let whole = share as usize;
        let rank = if whole as f64 == share { whole } else { whole + 1 };
        scores.get(rank.saturating_sub(1)).copied()
    }

    /// Mean waves a move.
    #[must_use]
    pub fn waves_per_move(&self) -> f64 {
        let moves: u64 = self.games.iter().map(|game| u64::from(game.moves)).sum();
        let waves: u64 = self.games.iter().map(|game| game.waves).sum();
        if moves == 0 { 0.0 } else { waves as f64 / moves as f64 }
    }

    /// Mean deadlocks a game.
    #[must_use]
    pub fn deadlocks_per_game(&self) -> f64 {
        self.mean(|game| f64::from(game.deadlocks))
    }

    fn mean(&self, of: impl Fn(&Played) -> f64) -> f64 {
        let sum: f64 = self.games.iter().map(of).sum();
        if self.games.is_empty() { 0.0 } else { sum / self.games.len() as f64 }
    }
}

/// Plays `games` games of a level. Game `i` begins with board `i` and refill `i` of
/// the seed, whoever plays: games of two players can be compared pair by pair.
///
/// With the feature `rayon` the games are spread over threads; the result is the
/// same.
///
/// ```
/// use match3::{Generator, Goal, Level, Linear, RandomPlayer, Rules, simulate};
/// let rules = Rules::new(5);
/// let level = Level::generated(Generator::new(8, 8), rules, 10).with_goal(Goal::Score(100));
/// let simulation = simulate(&level, &Linear, || RandomPlayer, 20, 7)?;
/// assert!(simulation.mean_score() > 60.0 && simulation.win_rate() <= 1.0);
/// # Ok::<(), match3::GenerateError>(())
/// ```
///
/// # Errors
/// [`GenerateError`] of the first game without a board.
pub fn simulate<P: ScorePolicy + Sync, Q: Player>(
    level: &Level,
    policy: &P,
    player: impl Fn() -> Q + Sync,
    games: u64,
    seed: u64,
) -> Result<Simulation, GenerateError> {
    simulate_within(level, policy, player, games, seed, &Budget::unlimited())
}

/// [`simulate`] within a budget, of which a move of a game is a node: the games in
/// their order as far as it goes, on however many threads. Where it is cancelled or past its
/// deadline, the games before the first unfinished one are kept.
///
/// ```
/// use grid_core::Budget;
/// use match3::{Generator, Level, Linear, RandomPlayer, Rules, simulate_within};
/// let level = Level::generated(Generator::new(8, 8), Rules::new(5), 10);
/// let part = simulate_within(&level, &Linear, || RandomPlayer, 20, 7, &Budget::nodes(35))?;
/// assert_eq!((part.games.len(), part.complete), (3, false));
/// # Ok::<(), match3::GenerateError>(())
/// ```
///
/// # Errors
/// [`GenerateError`] of the first game without a board.
pub fn simulate_within<P: ScorePolicy + Sync, Q: Player>(
    level: &Level,
    policy: &P,
    player: impl Fn() -> Q + Sync,
    games: u64,
    seed: u64,
    budget: &Budget,
) -> Result<Simulation, GenerateError> {
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        // Between two looks at the budget.
        let chunk = 16 * rayon::current_num_threads() as u64;
        let mut purse = Purse::new(budget);
        let mut simulation = Simulation { games: Vec::new(), complete: true };
        for start in (0..games).step_by(chunk as usize) {
            let played: Vec<Result<Option<Played>, GenerateError>> = (start..games.min(start + chunk))
                .into_par_iter()
                .map_init(&player, |player, index| {
                    let mut one = OneGame::new(level, seed, index)?;
                    while one.step(level, policy, player) {
                        if budget.interrupted().is_some() {
                            return Ok(None);
                        }
                    }
                    Ok(Some(one.end(level)))
                })
                .collect();
            for played in played {
                // The games before the first unfinished one are kept.
                let Some(played) = played? else {
                    simulation.complete = false;
                    return Ok(simulation);
                };
                let done = simulation.games.len() as u64;
                purse.note(done, done as f64 / games as f64);
                let paid = purse.pay(&mut u64::from(played.moves));
                if paid == Err(Stop::NodeBudget) {
                    simulation.complete = false;
                    return Ok(simulation);
                }
                simulation.games.push(played);
            }
        }
        Ok(simulation)
    }
    #[cfg(not(feature = "rayon"))]
    {
        let mut run = SimulationRun::new(level, policy, player(), games, seed);
        run.run(budget)?;
        Ok(run.simulation())
    }
}

/// A simulation that can stop after any move and go on later; the end is that of
/// [`simulate`]. A node is a move of a game.
///
/// ```
/// use match3::{Generator, Level, Linear, RandomPlayer, Rules, SimulationRun, simulate};
/// let level = Level::generated(Generator::new(8, 8), Rules::new(5), 10);
/// let mut run = SimulationRun::new(&level, &Linear, RandomPlayer, 20, 7);
/// while !run.step(7)? {
///     assert!(!run.simulation().complete && run.progress().fraction < 1.0);
/// }
/// assert_eq!(run.simulation(), simulate(&level, &Linear, || RandomPlayer, 20, 7)?);
/// # Ok::<(), match3::GenerateError>(())
/// ```
#[derive(Debug)]
pub struct SimulationRun<'a, P, Q> {
    level: &'a Level,
    policy: &'a P,
    player: Q,
    games: u64,
    seed: u64,
    now: Option<OneGame>,
    done: Vec<Played>,
    owed: u64,
    nodes: u64,
}

impl<'a, P: ScorePolicy, Q: Player> SimulationRun<'a, P, Q> {
    /// A simulation that has not begun.
    #[must_use]
    pub fn new(level: &'a Level, policy: &'a P, player: Q, games: u64, seed: u64) -> Self {
        Self { level, policy, player, games, seed, now: None, done: Vec::new(), owed: 0, nodes: 0 }
    }

    /// Goes on for at most so many moves; says whether all games are played.
    ///
    /// # Errors
    /// [`GenerateError`] of a game without a board, again whenever it is called.
    pub fn step(&mut self, moves: u64) -> Result<bool, GenerateError> {
        Ok(self.run(&Budget::nodes(moves))?.is_none())
    }

    /// Goes on within a budget; says why it stopped, `None` where all games are
    /// played.
    ///
    /// # Errors
    /// [`GenerateError`] of a game without a board, again whenever it is called.
    pub fn run(&mut self, budget: &Budget) -> Result<Option<Stop>, GenerateError> {
        let mut purse = Purse::new(budget);
        let result = self.go_on(&mut purse);
        self.nodes += purse.used();
        result
    }

    fn go_on(&mut self, purse: &mut Purse<'_>) -> Result<Option<Stop>, GenerateError> {
        loop {
            let Progress { found, fraction, .. } = self.progress();
            purse.note(found, fraction);
            if let Err(stop) = purse.pay(&mut self.owed) {
                return Ok(Some(stop));
            }
            let number = self.done.len() as u64;
            let Some(game) = &mut self.now else {
                if number == self.games {
                    return Ok(None);
                }
                self.now = Some(OneGame::new(self.level, self.seed, number)?);
                continue;
            };
            if game.step(self.level, self.policy, &mut self.player) {
                self.owed = 1;
            } else if let Some(game) = self.now.take() {
                self.done.push(game.end(self.level));
            }
        }
    }

    /// The games played to their end so far.
    #[must_use]
    pub fn simulation(&self) -> Simulation {
        Simulation { games: self.done.clone(), complete: self.done.len() as u64 == self.games }
    }

    /// How far it has come: moves, games played, share of the games.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let done = self.done.len() as f64;
        let within = self
            .now
            .as_ref()
            .map_or(0.0, |game| f64::from(game.played.moves) / f64::from(self.level.moves.max(1)));
        let fraction = if self.games == 0 { 1.0 } else { (done + within) / self.games as f64 };
        Progress { nodes: self.nodes, found: self.done.len() as u64, fraction }
    }
}

/// A game of a level in progress.
#[derive(Debug)]
struct OneGame {
    game: Game,
    goals: Goals,
    only_score: bool,
    /// Names the game: its refill, shuffles and moves.
    name: u64,
    played: Played,
}

impl OneGame {
    fn new(level: &Level, seed: u64, index: u64) -> Result<Self, GenerateError> {
        let board = level.board(seed, index)?;
        let name = Stream::new(seed, "match3.game", index).next_u64();
        let mut game = Game::new(board, level.rules, name);
        if let Some(modules) = &level.modules {
            let wrong = GenerateError::WrongLayers { rows: game.board().rows(), cols: game.board().cols() };
            game = game.with_modules(modules.clone()).map_err(|_| wrong)?;
        }
        let only_score = level.goals.iter().all(|goal| matches!(goal, Goal::Score(_)));
        let played = Played { score: 0, moves: 0, waves: 0, deadlocks: 0, won: false };
        Ok(Self { game, goals: Goals::new(&level.goals), only_score, name, played })
    }

    /// Makes a move; says whether there was one to make.
    fn step<P: ScorePolicy>(&mut self, level: &Level, policy: &P, player: &mut impl Player) -> bool {
        if self.played.moves >= level.moves || self.game.is_over() {
            return false;
        }
        let legal = self.game.legal_swaps();
        if legal.is_empty() {
            return false;
        }
        let number = self.name.wrapping_add(u64::from(self.played.moves));
        let swap = legal[player.choose(&legal, self.game.board(), number).min(legal.len() - 1)];
        let outcome = if self.only_score {
            self.game.play(swap, policy)
        } else {
            self.game.play_for(swap, policy, &mut self.goals)
        };
        let Ok(outcome) = outcome else { return false };
        self.played.moves += 1;
        self.played.waves += u64::from(outcome.waves);
        true
    }

    fn end(mut self, level: &Level) -> Played {
        self.played.score = self.game.score();
        self.played.deadlocks = self.game.deadlocks();
        let reached = level.goals.iter().all(|goal| self.played.score >= goal.target());
        self.played.won = if self.only_score { reached } else { self.goals.are_met() };
        self.played
    }
}
