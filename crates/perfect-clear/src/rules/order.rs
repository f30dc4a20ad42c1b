//! In which order the pieces of a queue can be placed.

use alloc::vec::Vec;

use tetromino::Piece;

use super::error::PcError;

/// What the player may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Hold {
    /// There is no hold: pieces are placed as they come.
    #[default]
    None,
    /// One piece can be held; none is at the start. A swap for each piece; what is
    /// held can be placed after the queue has ended.
    Empty,
    /// This piece is held at the start.
    Piece(Piece),
}

impl Hold {
    /// How many pieces of a queue can matter where `needed` are placed.
    #[must_use]
    pub const fn usable(self, needed: usize) -> usize {
        match self {
            Self::None | Self::Piece(_) => needed,
            Self::Empty => needed + 1,
        }
    }

    /// The piece held at the start.
    #[must_use]
    pub const fn piece(self) -> Option<Piece> {
        match self {
            Self::Piece(piece) => Some(piece),
            Self::None | Self::Empty => None,
        }
    }

    /// Refuses a queue with fewer pieces than needed.
    pub(crate) fn check(self, queue: &[Piece], needed: usize) -> Result<(), PcError> {
        let found = queue.len() + usize::from(self.piece().is_some());
        if found < needed { Err(PcError::QueueTooShort { needed, found }) } else { Ok(()) }
    }
}

/// Which pieces can be placed next: an automaton over placed pieces, so that every
/// order of pieces is one walk, however it was held.
///
/// ```
/// use perfect_clear::{Hold, PlayOrder};
/// use tetromino::Piece::{I, O, T};
/// let order = PlayOrder::new(&[T, I, O], Hold::Empty, 3)?;
/// assert!(order.allows(&[I, O, T]) && order.allows(&[T, O, I]) && !order.allows(&[O, I, T]));
/// # Ok::<(), perfect_clear::PcError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayOrder {
    /// For each state and piece the next state.
    next: Vec<[u16; 7]>,
    needed: usize,
}

/// A piece that cannot be placed next.
const NO_STATE: u16 = u16::MAX;

/// Next of the queue, and what is held.
pub(crate) type Spot = (usize, Option<Piece>);

impl PlayOrder {
    /// The orders in which `needed` pieces can be placed. Pieces of the queue beyond
    /// [`Hold::usable`] are not looked at.
    ///
    /// # Errors
    /// [`PcError::QueueTooShort`].
    pub fn new(queue: &[Piece], hold: Hold, needed: usize) -> Result<Self, PcError> {
        hold.check(queue, needed)?;
        let queue = &queue[..queue.len().min(hold.usable(needed))];
        let start = (0, hold.piece());
        let mut states: Vec<Vec<Spot>> = Vec::from([Vec::from([start])]);
        let mut next: Vec<[u16; 7]> = Vec::new();
        let mut layer = 0..1;
        for _ in 0..needed {
            let begin = states.len();
            for state in layer.clone() {
                let mut row = [NO_STATE; 7];
                for piece in Piece::ALL {
                    let mut after = Vec::new();
                    states[state].iter().for_each(|&spot| place(queue, hold, spot, piece, &mut after));
                    if after.is_empty() {
                        continue;
                    }
                    after.sort_unstable_by_key(|&(at, held)| (at, held.map(|piece| piece as u8)));
                    after.dedup();
                    let known = states[begin..].iter().position(|other| *other == after);
                    let number = begin + known.unwrap_or(states.len() - begin);
                    if number == states.len() {
                        states.push(after);
                    }
                    row[piece as usize] = number as u16;
                }
                next.push(row);
            }
            layer = begin..states.len();
        }
        next.resize(states.len(), [NO_STATE; 7]);
        Ok(Self { next, needed })
    }

    /// Pieces that are placed.
    #[must_use]
    pub fn needed(&self) -> usize {
        self.needed
    }

    pub(crate) fn states(&self) -> usize {
        self.next.len()
    }

    /// The state after a piece; states are numbered from 0, the start, in layers.
    #[inline]
    pub(crate) fn after(&self, state: usize, piece: Piece) -> Option<usize> {
        let next = self.next[state][piece as usize];
        (next != NO_STATE).then_some(next.into())
    }

    /// Whether pieces can be placed in this order.
    #[must_use]
    pub fn allows(&self, pieces: &[Piece]) -> bool {
        let end = pieces.iter().try_fold(0, |state, &piece| self.after(state, piece));
        pieces.len() <= self.needed && end.is_some()
    }
}

/// Where a spot can come to by placing a piece.
pub(crate) fn place(queue: &[Piece], hold: Hold, (at, held): Spot, piece: Piece, after: &mut Vec<Spot>) {
    let current = queue.get(at).copied();
    if current == Some(piece) {
        after.push((at + 1, held));
    }
    match held {
        Some(kept) if kept == piece => after.push((at + usize::from(current.is_some()), current)),
        None if hold == Hold::Empty && queue.get(at + 1) == Some(&piece) => after.push((at + 2, current)),
        _ => {}
    }
}
