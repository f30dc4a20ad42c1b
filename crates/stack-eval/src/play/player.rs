//! Who decides a one-piece game.

use alloc::vec::Vec;

use grid_core::{Budget, Skill, Stop};
use tetromino::{DropGame, Landing, Previewed, Randomizer, Scoring};

use crate::{DropPosition, Evaluator, LineSearch, LineSettings, best_line, greedy};

/// Decides where a piece goes.
///
/// What it has to remember from move to move is its `Memory`, kept beside the game,
/// so that one player can play many games at once and a game can be laid aside.
///
/// ```
/// use grid_core::Budget;
/// use stack_eval::{DropPlayer, DropPosition, play_with};
/// use tetromino::{DropGame, DropRules, Landing, LineScore, Previewed, SevenBag, drop_landings};
///
/// /// Turns nothing and goes left.
/// struct Left;
///
/// impl DropPlayer for Left {
///     type Memory = ();
///     fn choose(&self, _: &mut (), position: &DropPosition<'_>) -> Option<Landing> {
///         drop_landings(&position.field, *position.queue.first()?, position.entry).next()
///     }
/// }
///
/// let dealer = Previewed::new(SevenBag::new(1, 0), 0);
/// let mut game = DropGame::new(DropRules::article(10, 20)?, dealer, LineScore);
/// assert!(play_with(&mut game, &Left, &mut (), &Budget::unlimited(), |_, _| {}).is_ok());
/// assert!(game.end().is_some() && game.lines() == 0);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
pub trait DropPlayer {
    /// What it remembers of a game.
    type Memory: Clone + Default;

    /// Pieces that it has to see after the one in play.
    fn previews(&self) -> usize {
        0
    }

    /// The landing of the piece in play, or of the one that holding brings, where that is
    /// allowed; `None` to give up.
    fn choose(&self, memory: &mut Self::Memory, position: &DropPosition<'_>) -> Option<Landing>;
}

impl<P: DropPlayer + ?Sized> DropPlayer for &P {
    type Memory = P::Memory;

    fn previews(&self) -> usize {
        (**self).previews()
    }

    fn choose(&self, memory: &mut Self::Memory, position: &DropPosition<'_>) -> Option<Landing> {
        (**self).choose(memory, position)
    }
}

/// Takes the best landing by a judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GreedyPlayer<E>(pub E);

impl<E: Evaluator> GreedyPlayer<E> {
    /// The same player of this skill, see [`LinePlayer::with_skill`].
    ///
    /// ```
    /// use grid_core::Skill;
    /// use stack_eval::{DropPlayer, DropPosition, FourEvaluator, GreedyPlayer};
    /// use tetromino::{Field, Piece};
    /// let best = GreedyPlayer(FourEvaluator::default());
    /// let position = DropPosition::new(Field::new(10, 20)?, &[Piece::I]);
    /// let move_of = |skill| best.with_skill(skill, 7).choose(&mut (), &position);
    /// assert_eq!(move_of(Skill::BEST), best.choose(&mut (), &position));
    /// assert_ne!(move_of(Skill::BEGINNER), move_of(Skill::BEST));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn with_skill(self, skill: Skill, seed: u64) -> LinePlayer<E> {
        LinePlayer::new(self.0, LineSettings::GREEDY).with_skill(skill, seed)
    }
}

impl<E: Evaluator> DropPlayer for GreedyPlayer<E> {
    type Memory = ();

    #[inline]
    fn choose(&self, (): &mut (), position: &DropPosition<'_>) -> Option<Landing> {
        let piece = *position.queue.first()?;
        Some(greedy(&self.0, &position.field, piece, position.entry)?.landing)
    }
}

/// Takes the first move of the best line by a judge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinePlayer<E> {
    judge: E,
    settings: LineSettings,
    previews: usize,
    skill: Skill,
    seed: u64,
}

impl<E: Evaluator> LinePlayer<E> {
    /// Looks as far as the settings say and the game shows pieces.
    #[must_use]
    pub fn new(judge: E, settings: LineSettings) -> Self {
        let previews = settings.depth.saturating_sub(1);
        Self { judge, settings, previews, skill: Skill::BEST, seed: 0 }
    }

    /// The same with so many pieces shown ahead, where its depth does not say it.
    #[must_use]
    pub fn with_previews(self, previews: usize) -> Self {
        Self { previews, ..self }
    }

    /// The same player of this skill: it looks [less far](LineSettings::with_skill) and
    /// [chooses](LineSearch::choices_with_skill) with oversights. The same position and
    /// seed give the same move; at [`Skill::BEST`] nothing is changed.
    ///
    /// ```
    /// use grid_core::{Budget, Skill};
    /// use stack_eval::{FourEvaluator, LinePlayer, LineSettings, Marathon, MarathonRun, PieceSource};
    /// use tetromino::DropRules;
    /// let marathon = Marathon::new(DropRules::article(10, 20)?, PieceSource::SevenBag, 1);
    /// let best = LinePlayer::new(FourEvaluator::default(), LineSettings::GREEDY);
    /// let lines = |player: LinePlayer<FourEvaluator>| -> Result<u64, stack_eval::RunError> {
    ///     let mut run = MarathonRun::new(marathon, 5, 400)?;
    ///     while !run.step(&player, 1000) {}
    ///     Ok(run.results().values().map(|game| game.lines).sum())
    /// };
    /// assert!(lines(best.with_skill(Skill::BEGINNER, 7))? < lines(best)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_skill(self, skill: Skill, seed: u64) -> Self {
        Self { skill, seed, ..self }
    }
}

impl<E: Evaluator> DropPlayer for LinePlayer<E> {
    type Memory = ();

    fn previews(&self) -> usize {
        self.previews
    }

    fn choose(&self, (): &mut (), position: &DropPosition<'_>) -> Option<Landing> {
        choose_with_skill(&self.judge, position, self.settings, (self.skill, self.seed))
    }
}

/// The first move of the line that a player of this skill and seed takes.
pub(super) fn choose_with_skill<E: Evaluator>(
    judge: &E,
    position: &DropPosition<'_>,
    settings: LineSettings,
    (skill, seed): (Skill, u64),
) -> Option<Landing> {
    if skill == Skill::BEST {
        return Some(best_line(judge, position, settings, &Budget::unlimited())?.landing);
    }
    let mut search = LineSearch::new(judge, position, settings.with_skill(skill, position.queue.len()));
    while !search.step(u64::MAX) {}
    Some(search.choices_with_skill(skill, seed).first()?.landing)
}

/// Places pieces as a player says until the game ends or the budget does, one node a
/// piece; `after` sees every landing once it is played. The player sees the previews
/// of the game, whether it wants more or fewer.
///
/// # Errors
/// Why the budget ended, if it did.
///
/// ```
/// use grid_core::{Budget, Stop};
/// use stack_eval::{FourEvaluator, GreedyPlayer, play_with};
/// use tetromino::{DropGame, DropRules, LineScore, Previewed, SevenBag};
/// let dealer = Previewed::new(SevenBag::new(1, 0), 0);
/// let mut game = DropGame::new(DropRules::article(10, 20)?, dealer, LineScore);
/// let player = GreedyPlayer(FourEvaluator::default());
/// let end = play_with(&mut game, &player, &mut (), &Budget::nodes(30), |_, _| {});
/// assert_eq!((end, game.pieces()), (Err(Stop::NodeBudget), 30));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
pub fn play_with<R: Randomizer, S: Scoring, P: DropPlayer>(
    game: &mut DropGame<Previewed<R>, S>,
    player: &P,
    memory: &mut P::Memory,
    budget: &Budget,
    mut after: impl FnMut(&DropGame<Previewed<R>, S>, &Landing),
) -> Result<(), Stop> {
    let mut meter = budget.meter();
    let mut queue = Vec::new();
    while game.piece().is_some() {
        meter.spend(1)?;
        let Some(landing) = move_once(game, player, memory, &mut queue) else { break };
        after(game, &landing);
    }
    Ok(())
}

/// One move; `None` if there is none. `queue` is room to work in.
#[inline]
pub(super) fn move_once<R: Randomizer, S: Scoring, P: DropPlayer>(
    game: &mut DropGame<Previewed<R>, S>,
    player: &P,
    memory: &mut P::Memory,
    queue: &mut Vec<tetromino::Piece>,
) -> Option<Landing> {
    queue.clear();
    queue.push(game.piece()?);
    queue.extend_from_slice(game.randomizer().previews());
    let position = DropPosition {
        hold: game.on_hold(),
        unseen: game.randomizer().possible(),
        ..DropPosition::under(game.rules(), *game.field(), queue)
    };
    let landing = player.choose(memory, &position)?;
    if landing.piece != queue[0] {
        game.hold().ok()?;
    }
    game.play(landing).ok()?;
    Some(landing)
}
