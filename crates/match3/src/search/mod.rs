//! Which move first? Enumerates, asks the judge, and compares.

pub(crate) mod beam;
pub(crate) mod expectimax;
pub(crate) mod float;
pub(crate) mod hint;
pub(crate) mod mcts;
pub(crate) mod options;
pub(crate) mod position;
pub(crate) mod purse;
pub(crate) mod ranker;
pub(crate) mod ranking;
pub(crate) mod resume;
