//! Tuning of weights by ask and tell: noisy cross-entropy, CMA-ES, a genetic
//! algorithm and SPSA.
//!
//! Nothing here knows a game. An [`Objective`] says what one trial of a point is
//! worth; an [`Optimiser`] proposes points and learns from their scores; the
//! [`Tuner`] joins them: common seeds within a generation, early stopping of bad
//! candidates, [shards](grid_core::Shard) for many machines, a state that can be saved after each
//! generation.
//!
//! ```
//! use grid_core::Budget;
//! use stack_eval::tune::{Method, Objective, Settings, Trial, Tuner};
//!
//! struct Hill;
//! impl Objective for Hill {
//!     fn trial(&self, point: &[f64], _seed: u64) -> Trial {
//!         Trial::ended(-(point[0] - 3.0).powi(2) - (point[1] + 1.0).powi(2))
//!     }
//! }
//!
//! let settings = Settings { trials: 1, ..Settings::default() };
//! let mut tuner = Tuner::new(Method::CmaEs, vec![0.0; 2], vec![1.0; 2], settings)?;
//! while tuner.generations().len() < 60 {
//!     tuner.step(&Hill, &Budget::unlimited()).expect("no limit");
//! }
//! let point = tuner.point();
//! assert!((point[0] - 3.0).abs() < 1e-3 && (point[1] + 1.0).abs() < 1e-3);
//! # Ok::<(), stack_eval::tune::TuneError>(())
//! ```

mod cma_es;
mod cross_entropy;
mod error;
mod genetic;
mod matrix;
mod objective;
mod optimiser;
mod report;
mod spsa;
mod tuner;

pub use cma_es::CmaEs;
pub use cross_entropy::CrossEntropy;
pub use error::TuneError;
pub use genetic::Genetic;
pub use objective::{Objective, Score, Trial};
pub use optimiser::{Method, Optimiser, Start};
pub use report::{to_csv, to_svg};
pub use spsa::Spsa;
pub use tuner::{Generation, Settings, Tuner};
