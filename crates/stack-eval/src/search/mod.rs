//! Search: which landing is best? It knows the rules and the evaluator's trait.

mod beam;
mod beam_search;
mod greedy;
mod hands;
mod line_plan;
mod line_search;
mod lines;
mod ply;
mod seen;
mod skill;

pub use beam::{Advised, Adviser, Beam, BeamSettings, VersusChoice, VersusPosition};
pub use beam_search::BeamSearch;
pub use greedy::{BestDrop, Choice, best_drop, greedy, rank, sort_best_first};
pub use line_search::LineSearch;
pub use lines::{DropPosition, LineChoice, LineSettings, Unseen, best_line};
