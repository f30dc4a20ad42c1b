//! Whole one-piece games, each named by its number under a seed.

use alloc::vec::Vec;

use tetromino::{DropGame, DropRules, LineScore, Randomizer, SevenBag, Uniform};

use crate::{Evaluator, greedy};

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

/// Greedy games under fixed rules.
///
/// ```
/// use stack_eval::{FourEvaluator, Marathon, PieceSource};
/// use tetromino::DropRules;
/// let marathon = Marathon::new(DropRules::article(10, 20)?, PieceSource::Uniform, 1);
/// let result = marathon.play(&FourEvaluator::default(), 0, 1000);
/// assert_eq!(result, marathon.play(&FourEvaluator::default(), 0, 1000));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// Plays game number `game` until it ends or `cap` pieces are placed.
    #[must_use]
    pub fn play<E: Evaluator>(&self, evaluator: &E, game: u64, cap: u64) -> GameResult {
        // Each source is a loop of its own: the compiler then sees the dealer.
        match self.source.randomizer(self.seed, game) {
            Dealer::Uniform(dealer) => self.run(evaluator, dealer, cap),
            Dealer::SevenBag(dealer) => self.run(evaluator, dealer, cap),
        }
    }

    fn run<E: Evaluator>(&self, evaluator: &E, dealer: impl Randomizer, cap: u64) -> GameResult {
        let mut game = DropGame::new(self.rules, dealer, LineScore);
        while game.pieces() < cap {
            let Some(piece) = game.piece() else { break };
            let Some(choice) = greedy(evaluator, game.field(), piece, self.rules.entry()) else { break };
            if game.play(choice.landing).is_err() {
                break;
            }
        }
        GameResult {
            pieces: game.pieces(),
            lines: game.lines(),
            score: game.score(),
            over: game.end().is_some(),
        }
    }

    /// Plays the games `0..games`, in order.
    #[must_use]
    pub fn play_all<E: Evaluator>(&self, evaluator: &E, games: u64, cap: u64) -> Vec<GameResult> {
        (0..games).map(|game| self.play(evaluator, game, cap)).collect()
    }

    /// As [`Marathon::play_all`], on the threads of the current pool; the same
    /// result.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn play_all_parallel<E: Evaluator + Sync>(
        &self,
        evaluator: &E,
        games: u64,
        cap: u64,
    ) -> Vec<GameResult> {
        use rayon::prelude::*;
        (0..games).into_par_iter().map(|game| self.play(evaluator, game, cap)).collect()
    }

    /// Plays until `pieces` are placed, a new game after each end.
    ///
    /// The work is cut into chunks of 100,000 pieces, each with games of its own,
    /// so that it can be shared out without changing the sums.
    #[must_use]
    pub fn bench<E: Evaluator>(&self, evaluator: &E, pieces: u64) -> Totals {
        Self::chunks(pieces)
            .map(|chunk| self.bench_chunk(evaluator, chunk))
            .fold(Totals::default(), Totals::add)
    }

    /// As [`Marathon::bench`], on the threads of the current pool; the same sums.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn bench_parallel<E: Evaluator + Sync>(&self, evaluator: &E, pieces: u64) -> Totals {
        use rayon::prelude::*;
        let chunks: Vec<_> = Self::chunks(pieces).collect();
        let totals = chunks.into_par_iter().map(|chunk| self.bench_chunk(evaluator, chunk));
        totals.reduce(Totals::default, Totals::add)
    }

    /// Number and size of each chunk.
    fn chunks(pieces: u64) -> impl Iterator<Item = (u64, u64)> {
        let count = pieces.div_ceil(Self::CHUNK);
        (0..count).map(move |chunk| (chunk, Self::CHUNK.min(pieces - chunk * Self::CHUNK)))
    }

    fn bench_chunk<E: Evaluator>(&self, evaluator: &E, (chunk, pieces): (u64, u64)) -> Totals {
        let mut totals = Totals::default();
        while totals.pieces < pieces {
            let number = chunk << 32 | totals.games;
            let result = self.play(evaluator, number, pieces - totals.pieces);
            let game = Totals { pieces: result.pieces, games: 1, lines: result.lines };
            totals = totals.add(game);
            if result.pieces == 0 {
                break;
            }
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
