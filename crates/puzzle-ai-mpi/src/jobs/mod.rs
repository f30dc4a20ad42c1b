//! What can be done on many machines, a file each.

mod share;
mod tournament;
mod weights;

use grid_core::{Budget, Shard};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use share::{ShareJob, ShareWork};
pub use tournament::{TournamentJob, TournamentWork};
pub use weights::{WeightJob, WeightWork};

/// What an earlier run has kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The file, to be named in errors.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl Saved {
    /// An error in the file.
    pub(crate) fn refuse(&self, reason: impl std::fmt::Display) -> String {
        format!("{}: {reason}", self.path)
    }
}

/// A work in rounds, of which each rank does a part.
///
/// All ranks hold the same job, but for the part they do; what they know in common
/// depends neither on their number nor on who did what.
pub trait Job: Send + Sized {
    /// All that decides the result, files included: rank 0 alone reads them.
    type Question: Serialize + DeserializeOwned;

    /// A job that has not begun, or goes on from what was kept, for the rank that does
    /// the part `shard`.
    ///
    /// # Errors
    /// What is wrong with the question or the file.
    fn new(question: Self::Question, saved: Option<&Saved>, shard: Shard) -> Result<Self, String>;

    /// Whether nothing is left to do; the same on all ranks.
    fn is_done(&self) -> bool;

    /// Does the part of this rank in a round, on the threads of the current pool;
    /// `None` if the budget was cancelled before there was anything to tell, and the job
    /// is as it was.
    ///
    /// # Errors
    /// What went wrong; the whole run ends then.
    fn part(&mut self, budget: &Budget) -> Result<Option<String>, String>;

    /// Ends a round with the parts of all ranks, by rank.
    ///
    /// # Errors
    /// Parts that do not fit together; the whole run ends then.
    fn join(&mut self, parts: &[String]) -> Result<(), String>;

    /// What is to be kept, as [`Job::new`] reads it.
    ///
    /// # Errors
    /// It has no text.
    fn state(&self) -> Result<String, String>;

    /// How much is done, of how much, and a word about it.
    fn progress(&self) -> (u64, u64, String);
}

/// A message between ranks.
fn to_text(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// The messages of all ranks as one list.
fn lists<T: DeserializeOwned>(parts: &[String]) -> Result<Vec<T>, String> {
    let mut all = Vec::new();
    for part in parts {
        let list: Vec<T> = serde_json::from_str(part).map_err(|error| error.to_string())?;
        all.extend(list);
    }
    Ok(all)
}
