//! Many games of a level: what a designer wants to know of it.

use alloc::vec::Vec;

use grid_core::{Budget, Stream};

use super::game::Game;
use super::generate::{GenerateError, Generator};
use super::goals::{Goal, Goals};
use crate::judge::policy::ScorePolicy;
use crate::rules::board::Board;
use crate::rules::general::modules::Modules;
use crate::rules::swap::Swap;
use crate::rules::table::Rules;
use crate::search::float::sqrt;
use crate::search::options::Search;
use crate::search::ranker::Ranker;

/// A level: where games begin, what is to be reached, and in how many moves.
#[derive(Clone, Debug)]
pub struct Level {
    start: Start,
    rules: Rules,
    modules: Option<Modules>,
    moves: u32,
    goals: Vec<Goal>,
}

#[derive(Clone, Debug)]
enum Start {
    Generated(Generator),
    Fixed(Board),
}

impl Level {
    /// Each game begins with its own board.
    #[must_use]
    pub const fn generated(generator: Generator, rules: Rules, moves: u32) -> Self {
        Self { start: Start::Generated(generator), rules, modules: None, moves, goals: Vec::new() }
    }

    /// Every game begins with this board.
    #[must_use]
    pub const fn fixed(board: Board, rules: Rules, moves: u32) -> Self {
        Self { start: Start::Fixed(board), rules, modules: None, moves, goals: Vec::new() }
    }

    /// The same with the optional modules; only for boards of their size.
    #[must_use]
    pub fn with_modules(mut self, modules: Modules) -> Self {
        self.modules = Some(modules);
        self
    }

    /// The same with one more goal. A level without goals counts as won.
    #[must_use]
    pub fn with_goal(mut self, goal: Goal) -> Self {
        self.goals.push(goal);
        self
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board that game `index` begins with.
    ///
    /// # Errors
    /// [`GenerateError`].
    pub fn board(&self, seed: u64, index: u64) -> Result<Board, GenerateError> {
        match &self.start {
            Start::Fixed(board) => Ok(board.clone()),
            Start::Generated(generator) => {
                generator.generate_from(&self.rules, &mut Stream::new(seed, "match3.board", index))
            }
        }
    }
}

/// Who chooses the moves.
///
/// Closures `FnMut(&[Swap], &Board, u64) -> usize` work: the legal swaps, the board,
/// and a number of the move to seed draws from; they return an index.
pub trait Player {
    /// The index of the chosen one of the legal swaps, of which there is at least one.
    fn choose(&mut self, legal: &[Swap], board: &Board, number: u64) -> usize;
}

impl<F: FnMut(&[Swap], &Board, u64) -> usize> Player for F {
    fn choose(&mut self, legal: &[Swap], board: &Board, number: u64) -> usize {
        self(legal, board, number)
    }
}

/// Any legal swap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomPlayer;

impl Player for RandomPlayer {
    fn choose(&mut self, legal: &[Swap], _: &Board, number: u64) -> usize {
        Stream::new(number, "match3.player", 0).below(legal.len() as u32) as usize
    }
}

/// A swap whose first wave clears most, any of them. Looks at runs only, not at
/// special candies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstWavePlayer;

impl Player for FirstWavePlayer {
    fn choose(&mut self, legal: &[Swap], board: &Board, number: u64) -> usize {
        let mut after = board.clone();
        let counts: Vec<usize> = legal
            .iter()
            .map(|swap| {
                let (a, b) = (board.tile(swap.from), board.tile(swap.to));
                after.set(swap.from, b);
                after.set(swap.to, a);
                let count = after.matched().len();
                after.set(swap.from, a);
                after.set(swap.to, b);
                count
            })
            .collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        let best = || (0..counts.len()).filter(|&index| counts[index] == most);
        let pick = Stream::new(number, "match3.player", 1).below(best().count().max(1) as u32);
        best().nth(pick as usize).unwrap_or(0)
    }
}

/// The move that a [`Search`] ranks first among the legal ones.
#[derive(Debug)]
pub struct SearchPlayer<P> {
    policy: P,
    search: Search,
    ranker: Ranker,
}

impl<P: ScorePolicy> SearchPlayer<P> {
    /// Searches with this policy.
    #[must_use]
    pub fn new(rules: &Rules, policy: P, search: Search) -> Self {
        let any = Board::empty(8, 8).expect("a board has cells");
        Self { policy, search, ranker: Ranker::new(&any, rules) }
    }
}

impl<P: ScorePolicy> Player for SearchPlayer<P> {
    fn choose(&mut self, legal: &[Swap], board: &Board, number: u64) -> usize {
        let ranking = self.ranker.rank(board, &self.policy, self.search, number, &Budget::unlimited());
        // Locked candies are ranked too, but may not be moved.
        let mut order =
            ranking.moves.iter().filter_map(|ranked| legal.iter().position(|swap| *swap == ranked.swap));
        order.next().unwrap_or(0)
    }
}

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

    /// The score below which a share `q` of the games ends (nearest rank); `None` of
    /// no games.
    #[must_use]
    pub fn score_quantile(&self, q: f64) -> Option<i64> {
        let mut scores: Vec<i64> = self.games.iter().map(|game| game.score).collect();
        scores.sort_unstable();
        let rank = (q.clamp(0.0, 1.0) * scores.len() as f64) as usize;
        scores.get(rank.min(scores.len().saturating_sub(1))).copied()
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
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        let games = (0..games)
            .into_par_iter()
            .map_init(&player, |player, index| play(level, policy, player, seed, index));
        Ok(Simulation { games: games.collect::<Result<_, _>>()? })
    }
    #[cfg(not(feature = "rayon"))]
    {
        let mut player = player();
        let games = (0..games).map(|index| play(level, policy, &mut player, seed, index));
        Ok(Simulation { games: games.collect::<Result<_, _>>()? })
    }
}

/// Plays one game of a level.
fn play<P: ScorePolicy>(
    level: &Level,
    policy: &P,
    player: &mut impl Player,
    seed: u64,
    index: u64,
) -> Result<Played, GenerateError> {
    let board = level.board(seed, index)?;
    // One number names the game: its refill, shuffles and moves.
    let name = Stream::new(seed, "match3.game", index).next_u64();
    let mut game = Game::new(board, level.rules, name);
    if let Some(modules) = &level.modules {
        if let Ok(with) = game.clone().with_modules(modules.clone()) {
            game = with;
        }
    }
    let mut goals = Goals::new(&level.goals);
    let only_score = level.goals.iter().all(|goal| matches!(goal, Goal::Score(_)));
    let mut played = Played { score: 0, moves: 0, waves: 0, deadlocks: 0, won: false };
    while played.moves < level.moves && !game.is_over() {
        let legal = game.legal_swaps();
        if legal.is_empty() {
            break;
        }
        let number = name.wrapping_add(u64::from(played.moves));
        let swap = legal[player.choose(&legal, game.board(), number).min(legal.len() - 1)];
        let outcome =
            if only_score { game.play(swap, policy) } else { game.play_for(swap, policy, &mut goals) };
        let Ok(outcome) = outcome else { break };
        played.moves += 1;
        played.waves += u64::from(outcome.waves);
    }
    played.score = game.score();
    played.deadlocks = game.deadlocks();
    let reached = level.goals.iter().all(|goal| played.score >= goal.target());
    played.won = if only_score { reached } else { goals.are_met() };
    Ok(played)
}
