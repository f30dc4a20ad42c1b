//! Games as they were played: rules, seed and moves, checked when they are read.

use alloc::vec::Vec;

use thiserror::Error;

use crate::{
    Clear, DropGame, DropRules, FieldError, GuidelineGame, GuidelineRules, IllegalLanding, IllegalMove,
    Landing, MoveGenerator, MoveRules, Played, Randomizer, Scoring,
};

/// Why a replay is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The size is that of no field.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// A move is not legal.
    #[error("move {index}: {reason}")]
    Move {
        /// Which move, from 0.
        index: usize,
        /// Why.
        reason: IllegalMove,
    },
    /// A landing is not legal.
    #[error("move {index}: {reason}")]
    Landing {
        /// Which move, from 0.
        index: usize,
        /// Why.
        reason: IllegalLanding,
    },
    /// The moves lead to another position.
    #[error("the moves lead to the position {found:016x}, not {expected:016x}")]
    Hash {
        /// The stable hash that was written down.
        expected: u64,
        /// That of the position at the end.
        found: u64,
    },
}

/// What happens in a [`GuidelineReplay`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ReplayStep {
    /// A piece is placed.
    Place(Landing),
    /// An attack of so many rows arrives.
    Receive(u32),
}

/// A guideline game with all that happened in it.
///
/// Its serde form has rules, seed, steps and the hash of the end; reading it plays
/// the game again and refuses what does not lead there.
///
/// ```
/// use tetromino::{GuidelineReplay, GuidelineRules, MoveRules};
/// let mut replay = GuidelineReplay::new(10, MoveRules::default(), GuidelineRules::default(), 7, 0)?;
/// let landings = replay.game().landings(replay.generator(), replay.rules()).next().unwrap();
/// let first = landings.iter().next().unwrap();
/// replay.receive(2);
/// replay.play(first)?;
/// let (steps, hash) = (replay.steps().to_vec(), replay.game().stable_hash());
/// let again = GuidelineReplay::again(10, MoveRules::default(), GuidelineRules::default(), 7, 0, &steps, hash)?;
/// assert_eq!(again.game(), replay.game());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "form::Guideline", into = "form::Guideline"))]
pub struct GuidelineReplay {
    generator: MoveGenerator,
    rules: GuidelineRules,
    width: usize,
    seed: u64,
    number: u64,
    steps: Vec<ReplayStep>,
    game: GuidelineGame,
}

impl GuidelineReplay {
    /// A game that begins.
    ///
    /// # Errors
    /// As [`GuidelineGame::new`].
    pub fn new(
        width: usize,
        moves: MoveRules,
        rules: GuidelineRules,
        seed: u64,
        number: u64,
    ) -> Result<Self, FieldError> {
        let game = GuidelineGame::new(width, &rules, seed, number)?;
        let generator = MoveGenerator::new(moves);
        Ok(Self { generator, rules, width, seed, number, steps: Vec::new(), game })
    }

    /// Plays a game again and checks where it ends.
    ///
    /// # Errors
    /// A size of no field, a step that is not legal, another end than `hash` says.
    pub fn again(
        width: usize,
        moves: MoveRules,
        rules: GuidelineRules,
        seed: u64,
        number: u64,
        steps: &[ReplayStep],
        hash: u64,
    ) -> Result<Self, ReplayError> {
        let mut replay = Self::new(width, moves, rules, seed, number)?;
        for (index, &step) in steps.iter().enumerate() {
            match step {
                ReplayStep::Receive(rows) => replay.receive(rows),
                ReplayStep::Place(landing) => {
                    replay.play(landing).map_err(|reason| ReplayError::Move { index, reason })?;
                }
            }
        }
        check(replay.game.stable_hash(), hash)?;
        Ok(replay)
    }

    /// Places a piece.
    ///
    /// # Errors
    /// As [`GuidelineGame::play`]; nothing is written down then.
    pub fn play(&mut self, landing: Landing) -> Result<Played, IllegalMove> {
        let played = self.game.play(&self.generator, &self.rules, landing)?;
        self.steps.push(ReplayStep::Place(landing));
        Ok(played)
    }

    /// An attack arrives.
    pub fn receive(&mut self, rows: u32) {
        self.game.receive(rows);
        self.steps.push(ReplayStep::Receive(rows));
    }

    /// The game as it stands.
    #[must_use]
    pub const fn game(&self) -> &GuidelineGame {
        &self.game
    }

    /// The rules besides how pieces move.
    #[must_use]
    pub const fn rules(&self) -> &GuidelineRules {
        &self.rules
    }

    /// The generator for the rules of moves.
    #[must_use]
    pub const fn generator(&self) -> &MoveGenerator {
        &self.generator
    }

    /// What happened.
    #[must_use]
    pub fn steps(&self) -> &[ReplayStep] {
        &self.steps
    }
}

/// A one-piece game with all landings played. Its start is the randomizer as it was.
///
/// Its serde form is checked as that of a [`GuidelineReplay`].
///
/// ```
/// use tetromino::{DropReplay, DropRules, LineScore, SevenBag};
/// let mut replay = DropReplay::new(DropRules::article(10, 20)?, SevenBag::new(1, 0), LineScore);
/// while let Some(landing) = replay.game().landings().next() {
///     replay.play(landing)?;
/// }
/// let (landings, hash) = (replay.landings().to_vec(), replay.game().stable_hash());
/// let again = DropReplay::again(DropRules::article(10, 20)?, SevenBag::new(1, 0), LineScore, &landings, hash)?;
/// assert_eq!(again.game(), replay.game());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "form::Drops<R, S>",
        into = "form::Drops<R, S>",
        bound(
            serialize = "R: Randomizer + Clone + serde::Serialize, S: Scoring + Clone + serde::Serialize",
            deserialize = "R: Randomizer + Clone + serde::Deserialize<'de>, S: Scoring + Clone + serde::Deserialize<'de>"
        )
    )
)]
pub struct DropReplay<R, S> {
    randomizer: R,
    scoring: S,
    landings: Vec<Landing>,
    game: DropGame<R, S>,
}

impl<R: Randomizer + Clone, S: Scoring + Clone> DropReplay<R, S> {
    /// A game that begins.
    #[must_use]
    pub fn new(rules: DropRules, randomizer: R, scoring: S) -> Self {
        let game = DropGame::new(rules, randomizer.clone(), scoring.clone());
        Self { randomizer, scoring, landings: Vec::new(), game }
    }

    /// Plays a game again and checks where it ends.
    ///
    /// # Errors
    /// A landing that is not legal, another end than `hash` says.
    pub fn again(
        rules: DropRules,
        randomizer: R,
        scoring: S,
        landings: &[Landing],
        hash: u64,
    ) -> Result<Self, ReplayError> {
        let mut replay = Self::new(rules, randomizer, scoring);
        for (index, &landing) in landings.iter().enumerate() {
            replay.play(landing).map_err(|reason| ReplayError::Landing { index, reason })?;
        }
        check(replay.game.stable_hash(), hash)?;
        Ok(replay)
    }

    /// Places the piece in play; another piece comes from hold, where the rules allow
    /// that, or from the queue while the one in play goes on hold.
    ///
    /// # Errors
    /// As [`DropGame::play`]; nothing happens then.
    pub fn play(&mut self, landing: Landing) -> Result<Clear, IllegalLanding> {
        let exchange = self.game.can_hold() && self.game.piece() != Some(landing.piece);
        let clear = if exchange {
            let mut game = self.game.clone();
            game.hold()?;
            let clear = game.play(landing)?;
            self.game = game;
            clear
        } else {
            self.game.play(landing)?
        };
        self.landings.push(landing);
        Ok(clear)
    }

    /// The game as it stands.
    #[must_use]
    pub const fn game(&self) -> &DropGame<R, S> {
        &self.game
    }

    /// The landings played.
    #[must_use]
    pub fn landings(&self) -> &[Landing] {
        &self.landings
    }
}

fn check(found: u64, expected: u64) -> Result<(), ReplayError> {
    if found == expected { Ok(()) } else { Err(ReplayError::Hash { expected, found }) }
}

/// The forms that travel.
#[cfg(feature = "serde")]
mod form {
    use alloc::vec::Vec;

    use super::{DropReplay, GuidelineReplay, ReplayError, ReplayStep};
    use crate::version::Version;
    use crate::{DropRules, GuidelineRules, Landing, MoveRules, Randomizer, Scoring};

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename = "GuidelineReplay", deny_unknown_fields)]
    pub(super) struct Guideline {
        version: Version,
        moves: MoveRules,
        rules: GuidelineRules,
        width: usize,
        seed: u64,
        game: u64,
        steps: Vec<ReplayStep>,
        hash: u64,
    }

    impl From<GuidelineReplay> for Guideline {
        fn from(replay: GuidelineReplay) -> Self {
            let hash = replay.game.stable_hash();
            let GuidelineReplay { generator, rules, width, seed, number, steps, .. } = replay;
            Self {
                version: Version,
                moves: *generator.rules(),
                rules,
                width,
                seed,
                game: number,
                steps,
                hash,
            }
        }
    }

    impl TryFrom<Guideline> for GuidelineReplay {
        type Error = ReplayError;

        fn try_from(form: Guideline) -> Result<Self, ReplayError> {
            let Guideline { moves, rules, width, seed, game, steps, hash, .. } = form;
            Self::again(width, moves, rules, seed, game, &steps, hash)
        }
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename = "DropReplay", deny_unknown_fields)]
    pub(super) struct Drops<R, S> {
        version: Version,
        rules: DropRules,
        randomizer: R,
        scoring: S,
        landings: Vec<Landing>,
        hash: u64,
    }

    impl<R: Randomizer + Clone, S: Scoring + Clone> From<DropReplay<R, S>> for Drops<R, S> {
        fn from(replay: DropReplay<R, S>) -> Self {
            let DropReplay { randomizer, scoring, landings, game } = replay;
            let (rules, hash) = (*game.rules(), game.stable_hash());
            Self { version: Version, rules, randomizer, scoring, landings, hash }
        }
    }

    impl<R: Randomizer + Clone, S: Scoring + Clone> TryFrom<Drops<R, S>> for DropReplay<R, S> {
        type Error = ReplayError;

        fn try_from(form: Drops<R, S>) -> Result<Self, ReplayError> {
            let Drops { rules, randomizer, scoring, landings, hash, .. } = form;
            Self::again(rules, randomizer, scoring, &landings, hash)
        }
    }
}
