//! Weight tuning, perfect-clear sweeps and tournaments over many machines.
//!
//! A [`Job`] goes on in rounds: each of the [`Ranks`] does its part of a round, all of
//! them hear the parts of all, and rank 0 keeps a file from which a killed run goes on.
//! Whatever the number of ranks, [`run_job`] comes to the same, which is what the
//! library alone comes to.
//!
//! - [`OneRank`] works alone, [`ThreadRanks`] are threads of one process.
//! - `MpiRanks`, with the feature `mpi`, are the processes that `mpirun` or `srun` started.
//! - [`WeightJob`], [`ShareJob`] and [`TournamentJob`] are what the program can do.
//!
//! ```
//! use puzzle_ai_mpi::{Job, OneRank, Ranks, Rounds, ThreadRanks, run_job};
//! use grid_core::{Budget, Shard};
//!
//! /// The sum of the numbers below a limit, in one round.
//! struct Sum(u64, Shard, Option<u64>);
//! impl Job for Sum {
//!     type Question = u64;
//!     fn new(limit: u64, _: Option<&puzzle_ai_mpi::Saved>, shard: Shard) -> Result<Self, String> {
//!         Ok(Self(limit, shard, None))
//!     }
//!     fn is_done(&self) -> bool {
//!         self.2.is_some()
//!     }
//!     fn part(&mut self, _: &Budget) -> Result<Option<String>, String> {
//!         Ok(Some((0..self.0).filter(|&number| self.1.has(number)).sum::<u64>().to_string()))
//!     }
//!     fn join(&mut self, parts: &[String]) -> Result<(), String> {
//!         self.2 = Some(parts.iter().map(|part| part.parse::<u64>().unwrap()).sum());
//!         Ok(())
//!     }
//!     fn state(&self) -> Result<String, String> {
//!         Ok(format!("{:?}", self.2))
//!     }
//!     fn progress(&self) -> (u64, u64, String) {
//!         (self.is_done().into(), 1, String::new())
//!     }
//! }
//! let sum = |ranks: &dyn Ranks| run_job::<Sum>(ranks, || Ok((100, None)), Rounds::default()).unwrap().0.2;
//! assert_eq!(sum(&OneRank), Some(4950));
//! assert_eq!(ThreadRanks::run(7, |ranks| sum(ranks)), [Some(4950); 7]);
//! ```

#![forbid(unsafe_code)]

mod jobs;
#[cfg(feature = "mpi")]
mod mpi_ranks;
mod program;
mod ranks;
mod rounds;
mod threads;

pub use jobs::{Job, Saved, ShareJob, ShareWork, TournamentJob, TournamentWork, WeightJob, WeightWork};
#[cfg(feature = "mpi")]
pub use mpi_ranks::MpiRanks;
pub use program::{run, run_on};
pub use ranks::{OneRank, Ranks};
pub use rounds::{Keep, Rounds, run_job};
pub use threads::ThreadRanks;
