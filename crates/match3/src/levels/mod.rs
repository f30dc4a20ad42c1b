//! Boards to begin with, deadlocks, goals, and many games at once.

pub(crate) mod difficulty;
pub(crate) mod draw;
mod exact;
pub(crate) mod game;
pub(crate) mod generate;
pub(crate) mod generation;
pub(crate) mod goals;
pub(crate) mod level;
pub(crate) mod players;
pub(crate) mod reshuffle;
mod settle;
pub(crate) mod simulate;
pub(crate) mod trial;
