//! The fastest evaluator for a weight set.

use tetromino::{Field, Placed, Silhouette, Skyline};

use super::four::{FourContext, FourEvaluator, FourWeights, Judged, WeightError};
use super::linear::LinearEvaluator;
use super::stack::{StackContext, StackEvaluator};
use super::weights::WeightSet;
use crate::Evaluator;
use crate::judge::feature::Feature;

/// Work over an evaluator whose type is found once, outside of the work.
pub trait WithEvaluator {
    /// What comes out.
    type Output;

    /// The work.
    fn run<E: Evaluator + Sync>(self, evaluator: &E) -> Self::Output;
}

/// The evaluator of any [`WeightSet`]: the fastest engine that knows its features.
///
/// It can be used as it is, which asks at each landing which engine it is; long work
/// goes by [`SetEvaluator::with`], which asks once.
///
/// ```
/// use stack_eval::{SetEvaluator, greedy};
/// use tetromino::{Entry, Field, Piece};
/// let field = Field::from_rows(["###.######"; 3], 20)?;
/// for name in SetEvaluator::NAMES {
///     let best = greedy(&SetEvaluator::named(name)?, &field, Piece::I, Entry::Top).unwrap();
///     assert_eq!(best.landing.corner().x, 3, "{name}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SetEvaluator {
    linear: LinearEvaluator,
    engine: Engine,
}

#[derive(Clone, Debug, PartialEq)]
enum Engine {
    Four(FourEvaluator),
    Stack(StackEvaluator<false>),
    Surface(StackEvaluator<true>),
    Any,
}

/// What the landings in one field share, for a [`SetEvaluator`].
#[derive(Clone, Copy, Debug)]
pub struct SetContext(Shared);

#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "a box would allocate for every piece")]
enum Shared {
    Four(FourContext),
    Stack(StackContext),
    Any,
}

impl SetEvaluator {
    /// The names that [`SetEvaluator::named`] knows.
    pub const NAMES: [&'static str; WeightSet::NAMES.len()] = WeightSet::NAMES;

    /// For a set.
    #[must_use]
    pub fn new(set: WeightSet) -> Self {
        let engine = four(&set).map_or(Engine::Any, Engine::Four);
        let engine = StackEvaluator::new(&set).map_or(engine, Engine::Surface);
        let engine = StackEvaluator::new(&set).map_or(engine, Engine::Stack);
        Self { linear: LinearEvaluator::new(set), engine }
    }

    /// The ready-made set of a name.
    ///
    /// # Errors
    /// [`WeightError::UnknownName`] for another name.
    pub fn named(name: &str) -> Result<Self, WeightError> {
        WeightSet::named(name).map(Self::new)
    }

    /// The set.
    #[must_use]
    pub const fn set(&self) -> &WeightSet {
        self.linear.set()
    }

    /// The same set as a plain sum, which can tell the share of each feature.
    #[must_use]
    pub const fn linear(&self) -> &LinearEvaluator {
        &self.linear
    }

    /// Does work with the engine itself.
    pub fn with<W: WithEvaluator>(&self, work: W) -> W::Output {
        match &self.engine {
            Engine::Four(four) => work.run(four),
            Engine::Stack(stack) => work.run(stack),
            Engine::Surface(stack) => work.run(stack),
            Engine::Any => work.run(&self.linear),
        }
    }
}

/// Lee's four features as the engine for them has it.
fn four(set: &WeightSet) -> Option<FourEvaluator> {
    let weight = |feature: Feature| {
        set.features().iter().position(|&other| other == feature).map_or(0.0, |at| set.weights()[at])
    };
    if !set.features().iter().all(|feature| Feature::LEE.contains(feature)) {
        return None;
    }
    let [aggregate_height, complete_lines, holes, bumpiness] = Feature::LEE.map(weight);
    let judged: Judged = set.judged();
    FourEvaluator::new(FourWeights { aggregate_height, complete_lines, holes, bumpiness, judged }).ok()
}

impl Default for SetEvaluator {
    fn default() -> Self {
        Self::new(WeightSet::default())
    }
}

impl Evaluator for SetEvaluator {
    type Context = SetContext;

    fn context(&self, field: &Field) -> SetContext {
        SetContext(match &self.engine {
            Engine::Four(four) => Shared::Four(four.context(field)),
            Engine::Stack(stack) => Shared::Stack(stack.context(field)),
            Engine::Surface(stack) => Shared::Stack(stack.context(field)),
            Engine::Any => Shared::Any,
        })
    }

    fn evaluate(&self, context: &SetContext, field: &Field, placed: &Placed<'_>) -> f64 {
        match (&self.engine, &context.0) {
            (Engine::Four(four), Shared::Four(context)) => four.evaluate(context, field, placed),
            (Engine::Stack(stack), Shared::Stack(context)) => stack.evaluate(context, field, placed),
            (Engine::Surface(stack), Shared::Stack(context)) => stack.evaluate(context, field, placed),
            // Also for the context of another evaluator.
            _ => self.linear.evaluate(&(), field, placed),
        }
    }

    fn evaluate_row(
        &self,
        context: &SetContext,
        field: &Field,
        skyline: &Skyline,
        shape: &Silhouette,
        bar: f64,
        values: &mut [f64; Field::MAX_WIDTH],
    ) {
        match (&self.engine, &context.0) {
            (Engine::Four(four), Shared::Four(context)) => {
                four.evaluate_row(context, field, skyline, shape, bar, values);
            }
            (Engine::Stack(stack), Shared::Stack(context)) => {
                stack.evaluate_row(context, field, skyline, shape, bar, values);
            }
            (Engine::Surface(stack), Shared::Stack(context)) => {
                stack.evaluate_row(context, field, skyline, shape, bar, values);
            }
            _ => self.linear.evaluate_row(&(), field, skyline, shape, bar, values),
        }
    }

    fn carried(&self, context: &SetContext, field: &Field, placed: &Placed<'_>, value: f64) -> f64 {
        match (&self.engine, &context.0) {
            (Engine::Four(four), Shared::Four(context)) => four.carried(context, field, placed, value),
            (Engine::Stack(stack), Shared::Stack(context)) => stack.carried(context, field, placed, value),
            (Engine::Surface(stack), Shared::Stack(context)) => stack.carried(context, field, placed, value),
            _ => self.linear.carried(&(), field, placed, value),
        }
    }
}
