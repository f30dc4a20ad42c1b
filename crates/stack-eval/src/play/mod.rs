//! Players that run whole games, and what many games say.

mod adversary;
mod lifetimes;
mod marathon;
mod player;
mod polyomino;
mod rescue;
mod run;
mod summary;
mod survival;
mod versus;

pub use adversary::Adversary;
pub use lifetimes::Lifetimes;
pub use marathon::{Dealer, GameResult, Marathon, PieceSource, Totals, play_ahead, play_greedily};
pub use player::{DropPlayer, GreedyPlayer, LinePlayer, play_with};
pub use polyomino::{PolyominoMarathon, play_polyominoes};
pub use rescue::{Rescue, Rescued};
pub use run::{MarathonRun, RunError};
pub use summary::Summary;
pub use survival::{Alarmed, Blend, Danger, SurvivalPlayer, SurvivalRule};
pub use versus::{
    Duel, PREVIEWS, VersusResult, play_versus_alone, play_versus_alone_with, versus_move, versus_move_with,
    versus_position,
};
