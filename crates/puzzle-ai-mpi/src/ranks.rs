//! Processes that work together, and one that works alone.

/// Processes, or threads, that meet in the same calls in the same order: rank 0, 1, …
/// up to one less than their number.
///
/// A call returns when all ranks have made it. Whatever a rank could fail at it tells
/// the others as a message, so that none waits for one that is gone.
pub trait Ranks {
    /// The number of this rank.
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn size(&self) -> usize;

    /// The messages of all ranks, by rank.
    fn all_gather(&self, own: &[u8]) -> Vec<Vec<u8>>;

    /// The message of rank 0; what the others pass is not looked at.
    fn broadcast(&self, own: &[u8]) -> Vec<u8>;

    /// Whether this is rank 0, which reads, writes and prints.
    fn is_first(&self) -> bool {
        self.rank() == 0
    }
}

/// The only rank.
///
/// ```
/// use puzzle_ai_mpi::{OneRank, Ranks};
/// assert_eq!(OneRank.all_gather(b"all"), [b"all"]);
/// assert!(OneRank.is_first() && OneRank.size() == 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OneRank;

impl Ranks for OneRank {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn all_gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        vec![own.to_vec()]
    }

    fn broadcast(&self, own: &[u8]) -> Vec<u8> {
        own.to_vec()
    }
}
