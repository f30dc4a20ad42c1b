//! Players that run whole games, and what many games say.

mod lifetimes;
mod marathon;
mod player;
mod run;
mod summary;
mod versus;

pub use lifetimes::Lifetimes;
pub use marathon::{Dealer, GameResult, Marathon, PieceSource, Totals, play_ahead, play_greedily};
pub use player::{DropPlayer, GreedyPlayer, LinePlayer, play_with};
pub use run::{MarathonRun, RunError};
pub use summary::Summary;
pub use versus::{
    Duel, PREVIEWS, VersusResult, play_versus_alone, play_versus_alone_with, versus_move, versus_move_with,
    versus_position,
};
