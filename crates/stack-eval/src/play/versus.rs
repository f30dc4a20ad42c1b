//! Players of guideline games, alone and against each other.

use grid_core::Budget;
use tetromino::{FieldError, GuidelineEnd, GuidelineGame, GuidelineRules, Landing, MoveGenerator, Played};

use crate::{Adviser, Beam, StandingEvaluator, VersusChoice, VersusPosition};

/// Previews that guideline games show.
pub const PREVIEWS: usize = 5;

/// What a player has reached.
///
/// ```
/// use stack_eval::VersusResult;
/// let result = VersusResult { pieces: 300, attack: 285, ..VersusResult::default() };
/// assert_eq!(result.attack_per_piece(), 0.95);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VersusResult {
    /// Pieces placed.
    pub pieces: u64,
    /// Rows cleared.
    pub lines: u64,
    /// Rows of all attacks.
    pub attack: u64,
    /// Positions judged.
    pub nodes: u64,
    /// Whether the game ended before its last piece.
    pub over: bool,
}

impl VersusResult {
    /// Rows of attack a piece; 0 without pieces.
    #[must_use]
    pub fn attack_per_piece(&self) -> f64 {
        if self.pieces == 0 { 0.0 } else { self.attack as f64 / self.pieces as f64 }
    }
}

/// The position of a game as its player sees it: the piece in play and the
/// previews, and which pieces can come after them.
///
/// `queue` takes the pieces.
#[must_use]
pub fn versus_position<'a>(
    game: &GuidelineGame,
    rules: &GuidelineRules,
    queue: &'a mut [tetromino::Piece; PREVIEWS + 1],
) -> VersusPosition<'a> {
    queue[0] = game.piece();
    queue[1..].copy_from_slice(&game.previews()[..PREVIEWS]);
    VersusPosition {
        standing: *game.standing(),
        queue,
        hold: game.hold(),
        can_hold: rules.hold,
        waiting: game.garbage().waiting(),
        unseen: game.unseen(PREVIEWS),
    }
}

/// A player's move in a game: the search's best, played. `None` when the game is
/// over.
///
/// # Complexity
/// That of the search within its budget.
pub fn versus_move<J: StandingEvaluator>(
    game: &mut GuidelineGame,
    generator: &MoveGenerator,
    rules: &GuidelineRules,
    beam: &Beam<'_, J>,
    budget: &Budget,
) -> Option<(VersusChoice, Played, u64)> {
    versus_move_with(game, generator, rules, beam, budget, &mut nobody)
}

/// An adviser that never knows better.
fn nobody(_: &VersusPosition<'_>) -> Option<Landing> {
    None
}

/// As [`versus_move`], with an adviser whose move comes before the search's.
pub fn versus_move_with<J: StandingEvaluator>(
    game: &mut GuidelineGame,
    generator: &MoveGenerator,
    rules: &GuidelineRules,
    beam: &Beam<'_, J>,
    budget: &Budget,
    adviser: &mut impl Adviser,
) -> Option<(VersusChoice, Played, u64)> {
    if game.end().is_some() {
        return None;
    }
    let mut queue = [game.piece(); PREVIEWS + 1];
    let advised = beam.search_with(&versus_position(game, rules, &mut queue), budget, adviser);
    // Where every move loses, any legal one ends the game.
    let best = advised.choices.first().copied().or_else(|| {
        let landing = game.landings(generator, rules).find_map(|set| set.iter().next())?;
        Some(VersusChoice { landing, held: landing.piece != game.piece(), value: i32::MIN, depth: 0 })
    })?;
    let played = game.play(generator, rules, best.landing).ok()?;
    Some((best, played, advised.nodes))
}

/// Plays game `number` under a seed alone, up to `pieces` pieces.
///
/// # Errors
/// Rules with a height that no field has.
///
/// ```
/// use grid_core::Budget;
/// use stack_eval::{Beam, BeamSettings, VersusEvaluator, play_versus_alone};
/// use tetromino::{AttackTable, GuidelineRules, MoveGenerator, MoveRules};
/// let generator = MoveGenerator::new(MoveRules::default());
/// let judge = VersusEvaluator::default();
/// let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::GREEDY);
/// let result = play_versus_alone(&generator, &GuidelineRules::default(), &beam, 0, 0, 20, &Budget::unlimited())?;
/// assert_eq!(result.pieces, 20);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
pub fn play_versus_alone<J: StandingEvaluator>(
    generator: &MoveGenerator,
    rules: &GuidelineRules,
    beam: &Beam<'_, J>,
    seed: u64,
    number: u64,
    pieces: u64,
    budget: &Budget,
) -> Result<VersusResult, FieldError> {
    play_versus_alone_with(generator, rules, beam, seed, number, pieces, budget, &mut nobody)
}

/// As [`play_versus_alone`], with an adviser whose moves come before the search's.
///
/// The budget is that of a move; where it is cancelled or past its deadline, the game ends
/// between two pieces, and is then neither over nor at its last piece.
///
/// # Errors
/// Rules with a height that no field has.
#[allow(clippy::too_many_arguments)]
pub fn play_versus_alone_with<J: StandingEvaluator>(
    generator: &MoveGenerator,
    rules: &GuidelineRules,
    beam: &Beam<'_, J>,
    seed: u64,
    number: u64,
    pieces: u64,
    budget: &Budget,
    adviser: &mut impl Adviser,
) -> Result<VersusResult, FieldError> {
    let mut game = GuidelineGame::new(10, rules, seed, number)?;
    let mut nodes = 0;
    while game.pieces() < pieces && budget.interrupted().is_none() {
        match versus_move_with(&mut game, generator, rules, beam, budget, adviser) {
            Some((_, _, spent)) => nodes += spent,
            None => break,
        }
    }
    Ok(VersusResult {
        pieces: game.pieces(),
        lines: game.lines(),
        attack: game.attack(),
        nodes,
        over: game.end().is_some(),
    })
}

/// Two games side by side that send each other their attacks.
///
/// The players move by turns, the first one first; an attack arrives at once and
/// rises after a later piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    games: [GuidelineGame; 2],
}

impl Duel {
    /// A match of two players who get the same pieces.
    ///
    /// # Errors
    /// Rules with a height that no field has.
    ///
    /// ```
    /// use stack_eval::Duel;
    /// use tetromino::GuidelineRules;
    /// let duel = Duel::new(&GuidelineRules::default(), 1, 0)?;
    /// assert_eq!(duel.games()[0].piece(), duel.games()[1].piece());
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    pub fn new(rules: &GuidelineRules, seed: u64, number: u64) -> Result<Self, FieldError> {
        Ok(Self { games: [GuidelineGame::new(10, rules, seed, number)?; 2] })
    }

    /// Both games.
    #[must_use]
    pub const fn games(&self) -> &[GuidelineGame; 2] {
        &self.games
    }

    /// The game of a player, to move in.
    ///
    /// # Panics
    /// If `player` is not 0 or 1.
    pub const fn game_mut(&mut self, player: usize) -> &mut GuidelineGame {
        &mut self.games[player]
    }

    /// Delivers what the other player has sent.
    ///
    /// # Panics
    /// If `to` is not 0 or 1.
    pub fn deliver(&mut self, to: usize, rows: u32) {
        self.games[to].receive(rows);
    }

    /// Who has lost and why, if one has.
    #[must_use]
    pub fn loser(&self) -> Option<(usize, GuidelineEnd)> {
        (0..2).find_map(|player| self.games[player].end().map(|end| (player, end)))
    }
}
