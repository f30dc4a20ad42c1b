//! Which queues build a tiling, for one tiling after the other.

use alloc::sync::Arc;
use alloc::vec::Vec;

use grid_core::{Bits, CellSet, Meter, Stop};
use tetromino::MoveGenerator;
use thiserror::Error;

use super::build::Build;
use super::candidates::Candidates;
use super::live::Live;
use super::options::Options;
use super::queue_tree::{Built, QueueTree, TreeWalk};
use super::reach::Reach;
use super::steps::Steps;
use super::tilings::stock_of;
use crate::rules::field::PcField;

/// Why a search over a pattern ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum PcStop {
    /// The budget stopped it; it can go on.
    #[error(transparent)]
    Budget(#[from] Stop),
    /// It would take more bytes than it may.
    #[error("the memory is spent")]
    Memory,
}

/// A judge of tilings that can stop within one and go on.
#[derive(Clone, Debug)]
pub(crate) struct Builders<B> {
    reach: Reach<B>,
    live: Live,
    steps: Steps,
    walk: TreeWalk,
    found: Vec<Built>,
    phase: Phase,
    /// The present candidate is not judged yet.
    open: bool,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    Idle,
    Steps,
    Walk,
}

impl<B: Bits> Builders<B> {
    pub(crate) fn new(generator: Arc<MoveGenerator>) -> Self {
        let (live, steps, walk) = (Live::default(), Steps::default(), TreeWalk::default());
        let (reach, found) = (Reach::new(generator), Vec::new());
        Self { reach, live, steps, walk, found, phase: Phase::Idle, open: false }
    }

    /// Goes on to the next candidate that some queue builds; `false` if there is none left.
    /// Its steps take at most `memory` bytes.
    pub(crate) fn advance(
        &mut self,
        (field, options): (&PcField, &Options<B>),
        candidates: &mut impl Candidates<B>,
        queues: &mut QueueTree,
        memory: Option<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, PcStop> {
        let memory = memory.ok_or(PcStop::Memory)?;
        while self.open || candidates.advance(options, meter)? {
            let build = Build::new(field, options, candidates.chosen());
            if !self.open && !queues.have(stock_of(build.pieces.iter().map(|option| option.piece))) {
                continue;
            }
            self.open = true;
            let built = self.judge(&build, queues, memory, meter)?;
            self.open = false;
            if built {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether some queue builds a candidate.
    fn judge(
        &mut self,
        build: &Build<'_, B>,
        queues: &QueueTree,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<bool, PcStop> {
        if matches!(self.phase, Phase::Idle) {
            self.found.clear();
            self.live = core::mem::take(&mut self.live).within(memory);
            self.live.reset();
            self.phase = Phase::Steps;
        }
        if matches!(self.phase, Phase::Steps) {
            self.live.advance(build, &mut self.reach, meter)?;
            if self.live.is_full() || !self.steps.fill(&self.live, build) {
                self.phase = Phase::Idle;
                return if self.live.is_full() { Err(PcStop::Memory) } else { Ok(false) };
            }
            self.walk.begin(queues, &self.steps, &mut self.found);
            self.phase = Phase::Walk;
        }
        self.walk.advance(queues, &self.steps, &mut self.found, meter)?;
        self.phase = Phase::Idle;
        Ok(!self.found.is_empty())
    }

    /// What is left of the queues that build the candidate judged last.
    pub(crate) fn found(&self) -> &[Built] {
        &self.found
    }

    /// Adds the numbers of these queues to a set.
    pub(crate) fn add_queues(&self, to: &mut CellSet) {
        for built in &self.found {
            to.insert_range(built.queues.start as usize..built.queues.end as usize);
        }
    }
}
