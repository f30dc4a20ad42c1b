//! Rounds of a job: parts, what they come to together, and a file to go on from.

use std::fmt;

use grid_core::{Budget, CancelFlag, Shard};
use serde::{Deserialize, Serialize};

use crate::jobs::{Job, Saved};
use crate::ranks::Ranks;

/// Keeps the state of a job somewhere.
pub type Keep<'a, J> = Box<dyn FnMut(&J) -> Result<(), String> + 'a>;

/// How the rounds of a job are made on this rank.
pub struct Rounds<'a, J> {
    /// Threads of this rank.
    pub threads: usize,
    /// Ends the run after the round, on all ranks, once a rank has raised it.
    pub cancel: CancelFlag,
    /// Called on rank 0 before the first round and after each, to keep the state.
    pub keep: Keep<'a, J>,
}

impl<J> fmt::Debug for Rounds<'_, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rounds").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// One thread, nothing kept.
impl<J> Default for Rounds<'_, J> {
    fn default() -> Self {
        Self { threads: 1, cancel: CancelFlag::new(), keep: Box::new(|_| Ok(())) }
    }
}

/// What rank 0 tells the others before the first round.
#[derive(Serialize, Deserialize)]
struct Opening<Q> {
    /// The version of the program: others may play otherwise.
    version: String,
    question: Q,
    saved: Option<Saved>,
}

/// What a rank tells the others in a round.
enum Said {
    /// Its part.
    Part(String),
    /// Its part, and it wants to stop.
    Last(String),
    /// It has stopped.
    Stopped,
    /// What went wrong.
    Failed(String),
}

impl Said {
    fn bytes(self) -> Vec<u8> {
        let (tag, text) = match self {
            Self::Part(text) => (b'p', text),
            Self::Last(text) => (b'l', text),
            Self::Stopped => (b's', String::new()),
            Self::Failed(text) => (b'f', text),
        };
        // At the end, so that a long text stays where it is.
        let mut bytes = text.into_bytes();
        bytes.push(tag);
        bytes
    }

    fn read(mut bytes: Vec<u8>) -> Self {
        match (bytes.pop(), String::from_utf8(bytes)) {
            (Some(b'p'), Ok(text)) => Self::Part(text),
            (Some(b'l'), Ok(text)) => Self::Last(text),
            (Some(b's'), Ok(_)) => Self::Stopped,
            (Some(b'f'), Ok(text)) => Self::Failed(text),
            _ => {
                Self::Failed("a message that makes no sense; all ranks must run the same program".to_owned())
            }
        }
    }
}

/// Hears all ranks; the fault of the first one that has met one, on all of them.
fn hear(ranks: &dyn Ranks, own: Said) -> Result<Vec<Said>, String> {
    let all: Vec<Said> = ranks.all_gather(&own.bytes()).into_iter().map(Said::read).collect();
    let fault = |(rank, said): (usize, &Said)| match said {
        Said::Failed(fault) if rank == 0 => Some(fault.clone()),
        Said::Failed(fault) => Some(format!("rank {rank}: {fault}")),
        _ => None,
    };
    all.iter().enumerate().find_map(fault).map_or(Ok(all), Err)
}

/// Goes on when all ranks can.
fn agree<T>(ranks: &dyn Ranks, own: Result<T, String>) -> Result<T, String> {
    match own {
        Ok(value) => hear(ranks, Said::Part(String::new())).map(|_| value),
        // Every rank learns what went wrong, this one too.
        Err(fault) => Err(hear(ranks, Said::Failed(fault.clone())).err().unwrap_or(fault)),
    }
}

/// Does a job to its end, or until a rank wants to stop: the job as all ranks know it, and
/// whether it is done.
///
/// `open` is called on rank 0 only and gives the question and what an earlier run has
/// kept. The result is the same on all ranks and for any number of them.
///
/// # Errors
/// The first thing that went wrong on any rank, on all of them.
pub fn run_job<J: Job>(
    ranks: &dyn Ranks,
    open: impl FnOnce() -> Result<(J::Question, Option<Saved>), String>,
    mut rounds: Rounds<'_, J>,
) -> Result<(J, bool), String> {
    let mut job = agree(ranks, begin::<J>(ranks, open)?)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(rounds.threads).build();
    let pool = agree(ranks, pool.map_err(|error| error.to_string()))?;
    let budget = Budget::unlimited().with_cancel(rounds.cancel.clone());
    let mut keep = |job: &J| if ranks.is_first() { (rounds.keep)(job) } else { Ok(()) };
    agree(ranks, keep(&job))?;
    while !job.is_done() {
        let said = match pool.install(|| job.part(&budget)) {
            Err(fault) => Said::Failed(fault),
            Ok(None) => Said::Stopped,
            Ok(Some(part)) if rounds.cancel.is_cancelled() => Said::Last(part),
            Ok(Some(part)) => Said::Part(part),
        };
        let (mut parts, mut stop) = (Vec::new(), false);
        for said in hear(ranks, said)? {
            match said {
                Said::Part(part) => parts.push(part),
                Said::Last(part) => (stop, _) = (true, parts.push(part)),
                Said::Stopped | Said::Failed(_) => stop = true,
            }
        }
        // Without the part of a rank this round is lost.
        if parts.len() == ranks.size() {
            let joined = job.join(&parts).and_then(|()| keep(&job));
            agree(ranks, joined)?;
        }
        if stop {
            let done = job.is_done();
            return Ok((job, done));
        }
    }
    Ok((job, true))
}

/// The job of this rank, from what rank 0 has read; an error of rank 0's reading on all
/// ranks.
fn begin<J: Job>(
    ranks: &dyn Ranks,
    open: impl FnOnce() -> Result<(J::Question, Option<Saved>), String>,
) -> Result<Result<J, String>, String> {
    let version = env!("CARGO_PKG_VERSION");
    let opening = || {
        let (question, saved) = open()?;
        let opening = Opening { version: version.to_owned(), question, saved };
        serde_json::to_string(&opening).map_err(|error| error.to_string())
    };
    let own = if ranks.is_first() { opening().map_or_else(Said::Failed, Said::Part) } else { Said::Stopped };
    let text = match Said::read(ranks.broadcast(&own.bytes())) {
        Said::Part(text) => text,
        Said::Failed(fault) => return Err(fault),
        Said::Last(_) | Said::Stopped => return Err("rank 0 asks nothing".to_owned()),
    };
    let shard = |ranks: &dyn Ranks| {
        let (rank, size) = (u32::try_from(ranks.rank()), u32::try_from(ranks.size()));
        Shard::new(rank.ok()?, size.ok()?).ok()
    };
    let job = || {
        let opening: Opening<J::Question> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if opening.version != version {
            return Err(format!("version {version} of the program; rank 0 runs {}", opening.version));
        }
        let shard = shard(ranks).ok_or("there are too many ranks")?;
        J::new(opening.question, opening.saved.as_ref(), shard)
    };
    Ok(job())
}
