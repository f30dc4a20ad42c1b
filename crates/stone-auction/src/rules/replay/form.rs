//! The versioned form of a replay in files: kinds and teams by name, digests in
//! hexadecimal.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Replay, ReplayAnswer, ReplayRound};
use crate::rules::auction::Bid;
use crate::rules::placement::Placement;
use crate::rules::scenario::Scenario;

/// The version that this crate writes and reads.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplayForm {
    version: u32,
    scenario: Scenario,
    lots: Hex,
    rounds: Vec<RoundForm>,
    arrangements: Vec<Vec<Placement>>,
    finished: bool,
    digest: Hex,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundForm {
    /// `[kind index, price]` by team and position.
    bids: Vec<Vec<Bid>>,
    answers: Vec<ReplayAnswer>,
    digest: Hex,
}

/// A word that JSON readers with 53-bit numbers must not round.
#[derive(Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[derive(Clone, Copy)]
struct Hex(u64);

#[derive(Debug, Error)]
pub(super) enum FormError {
    #[error("version {0} is not supported; this is version {VERSION}")]
    Version(u32),
    #[error("{0:?} is not a word of 16 hexadecimal digits")]
    Hex(String),
}

impl TryFrom<String> for Hex {
    type Error = FormError;

    fn try_from(text: String) -> Result<Self, FormError> {
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let word = digits.then(|| u64::from_str_radix(&text, 16).ok()).flatten();
        word.map(Self).ok_or(FormError::Hex(text))
    }
}

impl From<Hex> for String {
    fn from(hex: Hex) -> Self {
        format!("{:016x}", hex.0)
    }
}

impl TryFrom<ReplayForm> for Replay {
    type Error = FormError;

    fn try_from(form: ReplayForm) -> Result<Self, FormError> {
        if form.version != VERSION {
            return Err(FormError::Version(form.version));
        }
        let round = |round: RoundForm| ReplayRound {
            bids: round.bids,
            answers: round.answers,
            digest: round.digest.0,
        };
        Ok(Self {
            scenario: form.scenario,
            lots: form.lots.0,
            rounds: form.rounds.into_iter().map(round).collect(),
            arrangements: form.arrangements,
            finished: form.finished,
            digest: form.digest.0,
        })
    }
}

impl From<Replay> for ReplayForm {
    fn from(replay: Replay) -> Self {
        let round = |round: ReplayRound| RoundForm {
            bids: round.bids,
            answers: round.answers,
            digest: Hex(round.digest),
        };
        Self {
            version: VERSION,
            scenario: replay.scenario,
            lots: Hex(replay.lots),
            rounds: replay.rounds.into_iter().map(round).collect(),
            arrangements: replay.arrangements,
            finished: replay.finished,
            digest: Hex(replay.digest),
        }
    }
}
