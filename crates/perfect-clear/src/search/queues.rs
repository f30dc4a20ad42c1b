//! Many queues, cut to the pieces that can matter, each different one once.

use alloc::vec::Vec;

use tetromino::Piece;

use crate::rules::error::PcError;
use crate::rules::order::Hold;

/// Different queues in order, packed, and how many each stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Queues {
    /// Three bits a piece, one more than its number, the first piece highest; after the
    /// last piece 0.
    keys: Vec<u128>,
    weights: Vec<u32>,
    usable: usize,
}

impl Queues {
    pub(crate) fn new(
        queues: impl IntoIterator<Item = impl AsRef<[Piece]>>,
        hold: Hold,
        needed: usize,
    ) -> Result<Self, PcError> {
        let usable = hold.usable(needed);
        let mut keys = Vec::new();
        for queue in queues {
            let queue = queue.as_ref();
            hold.check(queue, needed)?;
            let piece = |at: usize| queue.get(at).map_or(0, |&piece| piece as u128 + 1);
            keys.push((0..usable).fold(0, |key, at| key << 3 | piece(at)));
        }
        keys.sort_unstable();
        let mut weights: Vec<u32> = Vec::new();
        let mut different: Vec<u128> = Vec::new();
        for key in keys {
            match weights.last_mut() {
                Some(weight) if different.last() == Some(&key) => *weight += 1,
                _ => {
                    different.push(key);
                    weights.push(1);
                }
            }
        }
        Ok(Self { keys: different, weights, usable })
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// How many queues one stands for.
    pub(crate) fn weight(&self, number: usize) -> u64 {
        self.weights[number].into()
    }

    /// The piece of a queue at a place; `None` beyond its end.
    #[inline]
    pub(crate) fn piece(&self, number: usize, at: usize) -> Option<Piece> {
        let shift = 3 * self.usable.checked_sub(1 + at)?;
        ((self.keys[number] >> shift) as usize & 7).checked_sub(1).map(|piece| Piece::ALL[piece])
    }

    /// Pieces of the longest.
    pub(crate) fn usable(&self) -> usize {
        self.usable
    }

    /// Writes the pieces of a queue.
    pub(crate) fn read(&self, number: usize, queue: &mut Vec<Piece>) {
        queue.clear();
        queue.extend((0..).map_while(|at| self.piece(number, at)));
    }

    /// The most of each kind that one of some queues uses.
    pub(crate) fn stock(&self, numbers: &[u32], hold: Hold) -> [u8; 7] {
        let mut most = [0; 7];
        let mut queue = Vec::new();
        for &number in numbers {
            self.read(number as usize, &mut queue);
            let own = super::tilings::stock_of(queue.iter().copied().chain(hold.piece()));
            most.iter_mut().zip(own).for_each(|(most, own)| *most = own.max(*most));
        }
        most
    }
}
