//! Search: which landing is best? It knows the rules and the evaluator's trait.

mod greedy;

pub use greedy::{BestDrop, Choice, best_drop, greedy, rank, sort_best_first};
