//! Garbage: attacks that wait, what cancels them, and where their holes are.

use grid_core::{StableHasher, Stream};

use crate::Field;

/// How garbage comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GarbageRules {
    /// Most rows that rise after one piece.
    pub cap: u8,
    /// Percentage of rows inside an attack that have their hole in another column
    /// than the row before; each attack has a column of its own.
    pub messiness: u8,
    /// Whether a piece that clears rows holds garbage back.
    pub blocked_by_clears: bool,
}

impl Default for GarbageRules {
    /// Eight rows a piece, clean attacks, held back by clears.
    fn default() -> Self {
        Self { cap: 8, messiness: 0, blocked_by_clears: true }
    }
}

/// Attacks that wait to rise, the oldest first. `Copy`.
///
/// ```
/// use tetromino::Garbage;
/// let mut garbage = Garbage::new(1);
/// garbage.receive(4);
/// garbage.receive(2);
/// // Five rows of our own cancel the older attack and one row of the other.
/// assert_eq!(garbage.cancel(5), 0);
/// assert_eq!(garbage.waiting(), 1);
/// assert_eq!(garbage.cancel(5), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Garbage {
    /// Rows of the attacks that wait.
    attacks: [u16; Self::ATTACKS],
    len: u8,
    seed: u64,
    /// Rows that have risen, which number the draws.
    risen: u64,
    /// Column of the last hole while the first attack has begun to rise.
    hole: Option<u8>,
}

impl Garbage {
    /// Attacks told apart; later ones join the last.
    pub const ATTACKS: usize = 16;

    /// None waits; holes are drawn under a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { attacks: [0; Self::ATTACKS], len: 0, seed, risen: 0, hole: None }
    }

    /// Rows that wait.
    #[must_use]
    pub fn waiting(&self) -> u32 {
        self.attacks[..usize::from(self.len)].iter().map(|&rows| u32::from(rows)).sum()
    }

    /// Adds an attack.
    pub fn receive(&mut self, rows: u32) {
        if rows == 0 {
            return;
        }
        let at = usize::from(self.len).min(Self::ATTACKS - 1);
        self.attacks[at] = self.attacks[at].saturating_add(rows.min(u16::MAX.into()) as u16);
        self.len = at as u8 + 1;
    }

    /// Takes rows away, oldest attack first; returns what is left of `rows`.
    pub fn cancel(&mut self, mut rows: u32) -> u32 {
        while rows > 0 && self.len > 0 {
            let taken = rows.min(self.attacks[0].into());
            rows -= taken;
            self.take(taken as u16);
        }
        rows
    }

    /// Raises the field by what waits, up to the cap. Returns whether cells left at
    /// the top of the storage.
    pub fn rise(&mut self, field: &mut Field, rules: &GarbageRules) -> bool {
        let mut lost = false;
        for _ in 0..rules.cap {
            if self.len == 0 {
                break;
            }
            let mut stream = Stream::new(self.seed, "garbage hole", self.risen);
            let width = field.width() as u32;
            let moves = stream.below(100) < u32::from(rules.messiness);
            let hole = match self.hole {
                Some(hole) if !moves => u32::from(hole),
                // Another column than the last.
                Some(hole) => (u32::from(hole) + 1 + stream.below(width - 1)) % width,
                None => stream.below(width),
            };
            self.hole = Some(hole as u8);
            self.risen += 1;
            lost |= field.raise(1, hole as usize);
            self.take(1);
        }
        lost
    }

    /// Writes all of it into a hash.
    pub(super) fn hash_into(&self, hasher: &mut StableHasher) {
        self.attacks.iter().for_each(|&rows| hasher.write(rows.into()));
        hasher.write(self.seed);
        hasher.write(self.risen);
        hasher.write(self.hole.map_or(u64::MAX, u64::from));
    }

    /// Whether it can be in a game on a field of this width.
    #[cfg(feature = "serde")]
    pub(super) fn is_sound(&self, width: usize) -> bool {
        let len = usize::from(self.len);
        len <= Self::ATTACKS
            && self.attacks.iter().enumerate().all(|(i, &rows)| (rows > 0) == (i < len))
            && self.hole.is_none_or(|hole| usize::from(hole) < width)
    }

    /// Takes rows from the oldest attack.
    fn take(&mut self, rows: u16) {
        self.attacks[0] -= rows;
        if self.attacks[0] == 0 {
            self.attacks.copy_within(1.., 0);
            self.attacks[Self::ATTACKS - 1] = 0;
            self.len -= 1;
            self.hole = None;
        }
    }
}
