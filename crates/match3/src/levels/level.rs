//! What a level is.

use alloc::vec::Vec;

use grid_core::Stream;

use super::generate::{GenerateError, Generator};
use super::goals::Goal;
use crate::rules::board::Board;
use crate::rules::general::modules::Modules;
use crate::rules::table::Rules;

/// A level: where games begin, what is to be reached, and in how many moves.
#[derive(Clone, Debug)]
pub struct Level {
    start: Start,
    pub(super) rules: Rules,
    pub(super) modules: Option<Modules>,
    pub(super) moves: u32,
    pub(super) goals: Vec<Goal>,
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
