//! Boards to begin with, deadlocks, goals, and many games at once.

pub(crate) mod generate;
