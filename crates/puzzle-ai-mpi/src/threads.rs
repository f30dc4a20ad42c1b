//! Ranks that are threads of one process: for tests without MPI.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::Ranks;

/// A rank among threads.
#[derive(Debug)]
pub struct ThreadRanks {
    rank: usize,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Receiver<Vec<u8>>>,
}

impl ThreadRanks {
    /// Runs the same on so many ranks, and what they come to, by rank.
    ///
    /// # Panics
    /// If a rank does; the others end in their next call then.
    ///
    /// ```
    /// use puzzle_ai_mpi::{Ranks, ThreadRanks};
    /// let sums = ThreadRanks::run(3, |ranks| {
    ///     let all = ranks.all_gather(&[ranks.rank() as u8 + 1]);
    ///     all.concat().iter().sum::<u8>()
    /// });
    /// assert_eq!(sums, [6, 6, 6]);
    /// ```
    pub fn run<T: Send>(size: usize, work: impl Fn(&Self) -> T + Sync) -> Vec<T> {
        let mut to: Vec<Vec<Sender<Vec<u8>>>> = (0..size).map(|_| Vec::new()).collect();
        let mut from: Vec<Vec<Receiver<Vec<u8>>>> = (0..size).map(|_| Vec::new()).collect();
        for senders in &mut to {
            for receivers in &mut from {
                let (sender, receiver) = channel();
                senders.push(sender);
                receivers.push(receiver);
            }
        }
        let ranks = to.into_iter().zip(from).enumerate();
        let ranks: Vec<Self> = ranks.map(|(rank, (to, from))| Self { rank, to, from }).collect();
        let work = &work;
        thread::scope(|scope| {
            let started: Vec<_> = ranks.into_iter().map(|rank| scope.spawn(move || work(&rank))).collect();
            started.into_iter().map(|rank| rank.join().expect("a rank has failed")).collect()
        })
    }

    fn send(&self, message: &[u8]) {
        for rank in &self.to {
            rank.send(message.to_vec()).expect("the other ranks are there");
        }
    }

    fn receive(&self, rank: usize) -> Vec<u8> {
        self.from[rank].recv().expect("the other ranks are there")
    }
}

impl Ranks for ThreadRanks {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    fn all_gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        self.send(own);
        (0..self.size()).map(|rank| self.receive(rank)).collect()
    }

    fn broadcast(&self, own: &[u8]) -> Vec<u8> {
        if self.is_first() {
            self.send(own);
        }
        self.receive(0)
    }
}
