//! Ready-made players, from the simplest to the strongest.

mod adaptive;
mod best_response;
mod classic;
mod forecast;
mod numbers;
mod plan;
mod planner;
mod roster;
mod simple;
mod skilled;
#[cfg(test)]
mod tests;

pub use adaptive::{Adaptive, AdaptiveConfig};
pub use best_response::{BestResponse, ListForecast};
pub use classic::{Classic, ClassicStyle};
pub use planner::Planner;
pub use roster::{AgentKind, AgentSpec, UnknownAgent};
pub use simple::{FloorPrice, GreedyArea, RandomBids};
pub use skilled::Skilled;
