//! Which move first? Enumerates, asks the judge, and compares.

pub(crate) mod beam;
pub(crate) mod expectimax;
pub(crate) mod hint;
pub(crate) mod mcts;
pub(crate) mod position;
pub(crate) mod ranking;
