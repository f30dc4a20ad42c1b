//! Commit and reveal: a submission is bound by its hash before anyone opens.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::auction::Bid;
use super::id::TeamId;

mod sha256;

/// The SHA-256 hash that binds a team to its bids in one round.
///
/// The hash covers the round, the team, a secret nonce and the bids, so that it
/// can neither be guessed nor copied by another team.
///
/// ```
/// use stone_auction::{Bid, Commitment, KindId, TeamId};
/// let bids = [Bid::new(KindId(0), 10)];
/// let bound = Commitment::of(0, TeamId(1), &bids, &[7; 32]);
/// assert_ne!(bound, Commitment::of(0, TeamId(2), &bids, &[7; 32]));
/// assert_eq!(bound.to_string().parse(), Ok(bound));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// The commitment of a team to its bids. The nonce must be random and kept
    /// secret until the reveal.
    #[must_use]
    pub fn of(round: usize, team: TeamId, bids: &[Bid], nonce: &[u8; 32]) -> Self {
        let mut message = Vec::from(*b"stone-auction commitment 1\0");
        message.extend_from_slice(&(round as u64).to_be_bytes());
        message.extend_from_slice(&team.0.to_be_bytes());
        message.extend_from_slice(nonce);
        for bid in bids {
            message.extend_from_slice(&bid.kind.0.to_be_bytes());
            message.extend_from_slice(&bid.price.to_be_bytes());
        }
        Self(sha256::digest(&message))
    }

    /// The hash.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

/// The text is not 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a commitment has 64 hexadecimal digits, not {found:?}")]
pub struct CommitmentError {
    /// The text.
    pub found: String,
}

impl core::str::FromStr for Commitment {
    type Err = CommitmentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || CommitmentError { found: text.chars().take(80).collect() };
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
        let digits = digits.filter(|digits| digits.len() == 64).ok_or_else(wrong)?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
        Ok(Self(bytes))
    }
}
