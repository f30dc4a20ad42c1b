//! Boards to begin with, deadlocks, goals, and many games at once.

pub(crate) mod game;
pub(crate) mod generate;
pub(crate) mod goals;
pub(crate) mod reshuffle;
pub(crate) mod simulate;
