//! Search: which landing is best? It knows the rules and the evaluator's trait.

mod beam;
mod greedy;
mod hands;
mod lines;
mod seen;

pub use beam::{Advised, Adviser, Beam, BeamSettings, VersusChoice, VersusPosition};
pub use greedy::{BestDrop, Choice, best_drop, greedy, rank, sort_best_first};
pub use lines::{DropPosition, LineChoice, LineSearch, LineSettings, best_line};
