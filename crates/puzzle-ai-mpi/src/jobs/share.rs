//! The share of a pattern's queues that clear a field: a round is some nodes of each
//! rank, whose queues are one part of all.

use grid_core::{Budget, Shard, Stop};
use perfect_clear::{PcMarks, PcPercent, PercentRun};
use puzzle_ai_cli::jobs::{ShareFile, ShareQuestion};
use serde::{Deserialize, Serialize};

use super::{Job, Saved, to_text};

/// What is asked, and how it is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShareWork {
    /// Field, rules, hold and pattern.
    pub question: ShareQuestion,
    /// Bytes for the queues that a thread judges together.
    pub memory: usize,
    /// Nodes of a rank in a round.
    pub round: u64,
}

/// A share as [`PercentRun`] finds it alone. Each queue belongs to one rank.
#[derive(Debug)]
pub struct ShareJob {
    question: ShareQuestion,
    shard: Shard,
    round: u64,
    run: PercentRun,
}

impl ShareJob {
    /// The share as far as it is known.
    #[must_use]
    pub fn result(&self) -> PcPercent {
        self.run.result()
    }
}

impl Job for ShareJob {
    type Question = ShareWork;

    fn new(work: ShareWork, saved: Option<&Saved>, shard: Shard) -> Result<Self, String> {
        let ShareWork { question, memory, round } = work;
        let run = question.begin("--pattern").map_err(|error| error.to_string())?;
        let mut run = run.with_shard(shard).with_memory(memory);
        if let Some(saved) = saved {
            let file = ShareFile::parse(&saved.text).map_err(|error| saved.refuse(error))?;
            file.give(&mut run, &question, &saved.path).map_err(|error| error.to_string())?;
        }
        Ok(Self { question, shard, round, run })
    }

    fn is_done(&self) -> bool {
        self.run.marks().known() == self.run.marks().len()
    }

    fn part(&mut self, budget: &Budget) -> Result<Option<String>, String> {
        let budget = budget.clone().with_nodes(self.round);
        let threads = rayon::current_num_threads();
        let end = if threads > 1 { self.run.run_parallel(&budget) } else { self.run.run(&budget) };
        match end {
            // What is known when it is stopped is worth telling too.
            None | Some(Stop::NodeBudget | Stop::Cancelled) => {
                Ok(Some(self.run.marks().part(self.shard).to_string()))
            }
            Some(stop) => Err(stop.to_string()),
        }
    }

    fn join(&mut self, parts: &[String]) -> Result<(), String> {
        let mut known = self.run.marks().clone();
        let count = parts.len() as u32;
        for (rank, part) in (0..).zip(parts) {
            let part: PcMarks =
                part.parse().map_err(|error: perfect_clear::PcMarksError| error.to_string())?;
            let shard = Shard::new(rank, count).map_err(|error| error.to_string())?;
            known.merge_part(shard, &part).map_err(|error| error.to_string())?;
        }
        self.run.adopt(&known).map_err(|error| error.to_string())
    }

    fn state(&self) -> Result<String, String> {
        to_text(&ShareFile::new(self.question.clone(), self.run.marks().clone()))
    }

    fn progress(&self) -> (u64, u64, String) {
        (self.run.marks().known() as u64, self.run.marks().len() as u64, "queues".to_owned())
    }
}
