//! Whole games with pieces of any set.

use grid_core::{Budget, Stop};
use tetromino::{DropRules, LineScore, PieceSet, PolyominoGame, Scoring};

use super::marathon::GameResult;
use crate::tune::{Objective, Trial};
use crate::{Evaluator, Feature, SetEvaluator, WeightError, WeightSet, WithEvaluator, best_drop};

/// Places pieces greedily until the game ends or the budget does, one node a piece.
///
/// # Errors
/// Why the budget ended, if it did.
///
/// ```
/// use grid_core::{Budget, Stop};
/// use stack_eval::{SetEvaluator, play_polyominoes};
/// use tetromino::{DropRules, LineScore, PieceSet, PolyominoGame};
/// let set = PieceSet::one_sided(3)?;
/// let mut game = PolyominoGame::new(&set, DropRules::simplified(7, 12)?, LineScore, 1, 0);
/// let end = play_polyominoes(&mut game, &SetEvaluator::default(), &Budget::nodes(100));
/// assert_eq!((end, game.pieces()), (Err(Stop::NodeBudget), 100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_polyominoes<S: Scoring, E: Evaluator>(
    game: &mut PolyominoGame<'_, S>,
    evaluator: &E,
    budget: &Budget,
) -> Result<(), Stop> {
    let mut meter = budget.meter();
    while game.piece().is_some() {
        meter.spend(1)?;
        let best = best_drop(evaluator, game.field(), game.orientations(), game.entry());
        let Some(best) = best else { break };
        if game.play(best.orientation, best.x).is_err() {
            break;
        }
    }
    Ok(())
}

/// Greedy games with a set of pieces: as [`Marathon`](crate::Marathon) for tetrominoes. As
/// an [`Objective`] it is the lines of a game under weights of its features.
///
/// ```
/// use grid_core::Budget;
/// use stack_eval::{PolyominoMarathon, SetEvaluator};
/// use tetromino::{DropRules, PieceSet};
/// let pentominoes = PieceSet::one_sided(5)?;
/// let marathon = PolyominoMarathon::new(&pentominoes, DropRules::simplified(10, 20)?, 0);
/// let judge = SetEvaluator::new(PolyominoMarathon::weights());
/// assert!(marathon.play(&judge, 0, &Budget::unlimited()).lines > 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolyominoMarathon<'a> {
    pieces: &'a PieceSet,
    rules: DropRules,
    seed: u64,
    cap: u64,
}

impl<'a> PolyominoMarathon<'a> {
    /// The features that its weights are for: those of the DT sets and high steps.
    pub const FEATURES: [Feature; 11] = [
        Feature::LandingHeight,
        Feature::ErodedCells,
        Feature::RowTransitions,
        Feature::ColumnTransitions,
        Feature::Holes,
        Feature::CumulativeWells,
        Feature::HoleDepth,
        Feature::RowsWithHoles,
        Feature::Diversity,
        Feature::Steps(3),
        Feature::Steps(4),
    ];

    /// Weights of the [features](Self::FEATURES) as a set, in which a piece above the field
    /// is worst of all.
    ///
    /// # Errors
    /// Another number of weights, or one that is no number.
    pub fn set(weights: &[f64]) -> Result<WeightSet, WeightError> {
        WeightSet::with_overflow(&Self::FEATURES, weights)
    }

    /// Weights tuned for pentominoes; triominoes live long with them too.
    #[must_use]
    pub fn weights() -> WeightSet {
        Self::set(&PENTOMINOES).expect("a weight for each feature")
    }

    /// Games with a set under these rules, dealt under a seed.
    #[must_use]
    pub const fn new(pieces: &'a PieceSet, rules: DropRules, seed: u64) -> Self {
        Self { pieces, rules, seed, cap: u64::MAX }
    }

    /// The same whose trials are cut after so many pieces.
    #[must_use]
    pub const fn with_cap(self, cap: u64) -> Self {
        Self { cap, ..self }
    }

    /// Plays game number `game` until it ends or the budget does, one node a piece.
    #[must_use]
    pub fn play<E: Evaluator>(&self, evaluator: &E, game: u64, budget: &Budget) -> GameResult {
        let mut game = PolyominoGame::new(self.pieces, self.rules, LineScore, self.seed, game);
        let end = play_polyominoes(&mut game, evaluator, budget);
        GameResult { pieces: game.pieces(), lines: game.lines(), score: game.score(), over: end.is_ok() }
    }
}

/// By CMA-ES from `dt10`, 80 generations on 10×20 with 400 games a candidate.
const PENTOMINOES: [f64; 11] =
    [-1.095, 2.372, -4.400, -1.192, -0.348, -1.818, -1.425, -22.206, 0.681, -1.411, -2.935];

struct Game<'a>(&'a PolyominoMarathon<'a>, u64);

impl WithEvaluator for Game<'_> {
    type Output = GameResult;

    fn run<E: Evaluator + Sync>(self, evaluator: &E) -> GameResult {
        let Self(marathon, seed) = self;
        let marathon = PolyominoMarathon { seed, ..*marathon };
        marathon.play(evaluator, 0, &Budget::nodes(marathon.cap))
    }
}

impl Objective for PolyominoMarathon<'_> {
    /// The lines of one game under [`PolyominoMarathon::FEATURES`] with these weights;
    /// nothing for weights that are none.
    fn trial(&self, point: &[f64], seed: u64) -> Trial {
        let Ok(set) = Self::set(point) else { return Trial::ended(0.0) };
        let result = SetEvaluator::new(set).with(Game(self, seed));
        let lines = result.lines as f64;
        if result.over { Trial::ended(lines) } else { Trial::capped(lines) }
    }
}
