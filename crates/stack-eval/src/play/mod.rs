//! Players that run whole games, and what many games say.

mod marathon;
mod summary;

pub use marathon::{Dealer, GameResult, Marathon, PieceSource, Totals, play_greedily};
pub use summary::Summary;
