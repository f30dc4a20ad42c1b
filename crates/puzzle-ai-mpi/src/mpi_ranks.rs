//! Ranks of an MPI run.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mpi::Threading;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Root};

use crate::Ranks;

/// Most bytes of one call: MPI counts them in 31 bits.
const CHUNK: usize = 1 << 30;
/// The exit code of a run in which a rank has a bug.
const BUG: i32 = 101;

/// A rank of an MPI run.
pub struct MpiRanks {
    world: SimpleCommunicator,
}

impl fmt::Debug for MpiRanks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MpiRanks({} of {})", self.rank(), self.size())
    }
}

impl MpiRanks {
    /// Does the work as a rank of the run that this process belongs to; `None` where
    /// MPI cannot be started. If it panics, all ranks are ended.
    pub fn run<T>(work: impl FnOnce(&Self) -> T) -> Option<T> {
        // Threads of a pool work, this one alone talks.
        let (universe, _) = mpi::initialize_with_threading(Threading::Funneled)?;
        let ranks = Self { world: universe.world() };
        match catch_unwind(AssertUnwindSafe(|| work(&ranks))) {
            Ok(result) => Some(result),
            Err(_) => ranks.world.abort(BUG),
        }
    }

    /// What the rank `root` has to say.
    fn tell(&self, root: usize, message: &mut Vec<u8>) {
        let root = self.world.process_at_rank(root as i32);
        let mut length = message.len() as u64;
        root.broadcast_into(&mut length);
        message.resize(length as usize, 0);
        message.chunks_mut(CHUNK).for_each(|chunk| root.broadcast_into(chunk));
    }
}

impl Ranks for MpiRanks {
    fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    fn size(&self) -> usize {
        self.world.size() as usize
    }

    fn all_gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        let mut lengths = vec![0; self.size()];
        self.world.all_gather_into(&(own.len() as u64), &mut lengths[..]);
        let message = |(rank, length): (usize, u64)| {
            let mut message = if rank == self.rank() { own.to_vec() } else { vec![0; length as usize] };
            let root = self.world.process_at_rank(rank as i32);
            message.chunks_mut(CHUNK).for_each(|chunk| root.broadcast_into(chunk));
            message
        };
        lengths.into_iter().enumerate().map(message).collect()
    }

    fn broadcast(&self, own: &[u8]) -> Vec<u8> {
        let mut message = if self.is_first() { own.to_vec() } else { Vec::new() };
        self.tell(0, &mut message);
        message
    }
}
