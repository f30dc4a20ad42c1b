//! Whole one-piece games, each named by its number under a seed.

use alloc::vec::Vec;

use grid_core::{Budget, Stop};
use tetromino::{DropGame, DropRules, Landing, LineScore, Previewed, Randomizer, Scoring, SevenBag, Uniform};

use super::player::{LinePlayer, play_with};
use crate::{Evaluator, LineSettings, greedy};

/// How pieces are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum PieceSource {
    /// Independent and uniform.
    Uniform,
    /// Shuffled bags of seven.
    SevenBag,
}

impl PieceSource {
    /// Its name: `uniform` or `seven_bag`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::SevenBag => "seven_bag",
        }
    }

    /// The randomizer of a game.
    #[must_use]
    pub fn randomizer(self, seed: u64, game: u64) -> Dealer {
        match self {
            Self::Uniform => Dealer::Uniform(Uniform::new(seed, game)),
            Self::SevenBag => Dealer::SevenBag(SevenBag::new(seed, game)),
        }
    }
}

/// The randomizer that a [`PieceSource`] names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Dealer {
    /// Independent and uniform.
    Uniform(Uniform),
    /// Shuffled bags of seven.
    SevenBag(SevenBag),
}

impl Randomizer for Dealer {
    #[inline]
    fn deal(&mut self, field: &tetromino::Field) -> Option<tetromino::Piece> {
        match self {
            Self::Uniform(uniform) => uniform.deal(field),
            Self::SevenBag(bag) => bag.deal(field),
        }
    }

    fn possible(&self) -> u8 {
        match self {
            Self::Uniform(uniform) => uniform.possible(),
            Self::SevenBag(bag) => bag.possible(),
        }
    }
}

/// How one game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameResult {
    /// Pieces placed.
    pub pieces: u64,
    /// Rows cleared.
    pub lines: u64,
    /// Points, 100/300/500/800 for one to four rows.
    pub score: u64,
    /// Whether it ended by itself, not by the cap.
    pub over: bool,
}

/// Sums over several games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Totals {
    /// Pieces placed.
    pub pieces: u64,
    /// Games begun.
    pub games: u64,
    /// Rows cleared.
    pub lines: u64,
}

/// Places pieces greedily until the game ends or the budget does, one node a
/// piece; `after` sees every landing once it is played.
///
/// # Errors
/// Why the budget ended, if it did.
///
/// ```
/// use grid_core::{Budget, Stop};
/// use stack_eval::{FourEvaluator, play_greedily};
/// use tetromino::{DropGame, DropRules, LineScore, SevenBag};
/// let mut game = DropGame::new(DropRules::article(10, 20)?, SevenBag::new(1, 0), LineScore);
/// let end = play_greedily(&mut game, &FourEvaluator::default(), &Budget::nodes(30), |_, _| {});
/// assert_eq!((end, game.pieces()), (Err(Stop::NodeBudget), 30));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[inline]
pub fn play_greedily<R: Randomizer, S: Scoring, E: Evaluator>(
    game: &mut DropGame<R, S>,
    evaluator: &E,
    budget: &Budget,
    mut after: impl FnMut(&DropGame<R, S>, &Landing),
) -> Result<(), Stop> {
    let mut meter = budget.meter();
    while let Some(piece) = game.piece() {
        meter.spend(1)?;
        let Some(choice) = greedy(evaluator, game.field(), piece, game.rules().entry()) else { break };
        if game.play(choice.landing).is_err() {
            break;
        }
        after(game, &choice.landing);
    }
    Ok(())
}

/// As [`play_greedily`], looking as many pieces ahead as the settings say and the
/// randomizer shows. One node is one piece.
///
/// # Errors
/// Why the budget ended, if it did.
///
/// ```
/// use grid_core::Budget;
/// use stack_eval::{FourEvaluator, LineSettings, play_ahead};
/// use tetromino::{DropGame, DropRules, LineScore, Previewed, SevenBag};
/// let dealer = Previewed::new(SevenBag::new(1, 0), 1);
/// let mut game = DropGame::new(DropRules::article(10, 20)?, dealer, LineScore);
/// let settings = LineSettings::TWO_PLY;
/// let end = play_ahead(&mut game, &FourEvaluator::default(), settings, &Budget::nodes(30), |_, _| {});
/// assert!(end.is_err() && game.pieces() == 30);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
pub fn play_ahead<R: Randomizer, S: Scoring, E: Evaluator>(
    game: &mut DropGame<Previewed<R>, S>,
    evaluator: &E,
    settings: LineSettings,
    budget: &Budget,
    mut after: impl FnMut(&DropGame<Previewed<R>, S>, &Landing),
) -> Result<(), Stop> {
    play_with(game, &LinePlayer::new(evaluator, settings), &mut (), budget, &mut after)
}

/// Greedy games under fixed rules.
///
/// ```
/// use grid_core::Budget;
/// use stack_eval::{FourEvaluator, Marathon, PieceSource};
/// use tetromino::DropRules;
/// let marathon = Marathon::new(DropRules::article(10, 20)?, PieceSource::Uniform, 1);
/// let result = marathon.play(&FourEvaluator::default(), 0, &Budget::nodes(1000));
/// assert_eq!(result, marathon.play(&FourEvaluator::default(), 0, &Budget::nodes(1000)));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Marathon {
    rules: DropRules,
    source: PieceSource,
    seed: u64,
}

impl Marathon {
    /// Pieces of a [`Marathon::bench`] that one worker plays in a row.
    const CHUNK: u64 = 100_000;

    /// Games under these rules, dealt from a source under a seed.
    #[must_use]
    pub fn new(rules: DropRules, source: PieceSource, seed: u64) -> Self {
        Self { rules, source, seed }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &DropRules {
        &self.rules
    }

    /// Game number `game` as it begins, with so many pieces shown ahead.
    #[must_use]
    pub fn game(&self, game: u64, previews: usize) -> DropGame<Previewed<Dealer>, LineScore> {
        let dealer = self.source.randomizer(self.seed, game);
        DropGame::new(self.rules, Previewed::new(dealer, previews), LineScore)
    }

    /// Plays game number `game` until it ends or the budget does, one node a piece.
    #[must_use]
    pub fn play<E: Evaluator>(&self, evaluator: &E, game: u64, budget: &Budget) -> GameResult {
        // Each source is a loop of its own: the compiler then sees the dealer.
        match self.source.randomizer(self.seed, game) {
            Dealer::Uniform(dealer) => self.run(evaluator, dealer, budget),
            Dealer::SevenBag(dealer) => self.run(evaluator, dealer, budget),
        }
    }

    fn run<E: Evaluator>(&self, evaluator: &E, dealer: impl Randomizer, budget: &Budget) -> GameResult {
        let mut game = DropGame::new(self.rules, dealer, LineScore);
        let end = play_greedily(&mut game, evaluator, budget, |_, _| {});
        GameResult { pieces: game.pieces(), lines: game.lines(), score: game.score(), over: end.is_ok() }
    }

    /// As [`Marathon::play`]; `None` where the budget's flag was up from the start.
    fn play_unless_stopped<E: Evaluator>(
        &self,
        evaluator: &E,
        game: u64,
        budget: &Budget,
    ) -> Option<GameResult> {
        let result = self.play(evaluator, game, budget);
        (result.pieces > 0 || result.over || budget.node_limit() == Some(0)).then_some(result)
    }

    /// Plays the games `0..games`, in order, each within the budget: its node limit
    /// caps a game, its flag ends the rest. The list is shorter then.
    #[must_use]
    pub fn play_all<E: Evaluator>(&self, evaluator: &E, games: u64, budget: &Budget) -> Vec<GameResult> {
        (0..games).map_while(|game| self.play_unless_stopped(evaluator, game, budget)).collect()
    }

    /// As [`Marathon::play_all`], on the threads of the current pool; the same
    /// result.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn play_all_parallel<E: Evaluator + Sync>(
        &self,
        evaluator: &E,
        games: u64,
        budget: &Budget,
    ) -> Vec<GameResult> {
        use rayon::prelude::*;
        let games = (0..games).into_par_iter();
        games.filter_map(|game| self.play_unless_stopped(evaluator, game, budget)).collect()
    }

    /// Plays until `pieces` are placed, a new game after each end, or until the
    /// budget's flag is up. Its node limit does not count here.
    ///
    /// The work is cut into chunks of 100,000 pieces, each with games of its own,
    /// so that it can be shared out without changing the sums.
    #[must_use]
    pub fn bench<E: Evaluator>(&self, evaluator: &E, pieces: u64, budget: &Budget) -> Totals {
        let chunks = (0..pieces.div_ceil(Self::CHUNK)).take_while(|_| budget.interrupted().is_none());
        let totals = chunks.map(|chunk| self.bench_chunk(evaluator, chunk, pieces, budget));
        totals.fold(Totals::default(), Totals::add)
    }

    /// As [`Marathon::bench`], on the threads of the current pool; the same sums.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn bench_parallel<E: Evaluator + Sync>(&self, evaluator: &E, pieces: u64, budget: &Budget) -> Totals {
        use rayon::prelude::*;
        let chunks = (0..pieces.div_ceil(Self::CHUNK)).into_par_iter();
        let chunks = chunks.take_any_while(|_| budget.interrupted().is_none());
        let totals = chunks.map(|chunk| self.bench_chunk(evaluator, chunk, pieces, budget));
        totals.reduce(Totals::default, Totals::add)
    }

    fn bench_chunk<E: Evaluator>(&self, evaluator: &E, chunk: u64, pieces: u64, budget: &Budget) -> Totals {
        let pieces = Self::CHUNK.min(pieces - chunk * Self::CHUNK);
        let mut totals = Totals::default();
        while totals.pieces < pieces {
            let number = chunk << 32 | totals.games;
            let rest = budget.clone().with_nodes(pieces - totals.pieces);
            let result = self.play(evaluator, number, &rest);
            if result.pieces == 0 {
                break;
            }
            totals = totals.add(Totals { pieces: result.pieces, games: 1, lines: result.lines });
        }
        totals
    }
}

impl Totals {
    fn add(self, other: Self) -> Self {
        Self {
            pieces: self.pieces + other.pieces,
            games: self.games + other.games,
            lines: self.lines + other.lines,
        }
    }
}
