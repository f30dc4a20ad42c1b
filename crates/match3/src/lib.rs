//! Match-3.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

mod judge;
mod levels;
mod rules;
mod search;

pub use judge::leaf::{Leaf, Mobility, NoLeaf};
pub use judge::policy::{Arcade, Doubling, Flat, Judged, Linear, Prospects, ScorePolicy};
pub use levels::game::{Game, Replay, ReplayError};
pub use levels::generate::{GenerateError, Generator};
pub use levels::goals::{Goal, Goals};
pub use levels::reshuffle::{ReshuffleError, reshuffle, revive};
pub use levels::simulate::{
    FirstWavePlayer, Level, Played, Player, RandomPlayer, SearchPlayer, Simulation, simulate,
};
pub use rules::board::{Board, BoardError, Pos};
pub use rules::event::{Cause, Event};
pub use rules::fast::FastBoard;
pub use rules::general::modules::Modules;
pub use rules::refill::{
    AlwaysMove, ColumnStreams, MAX_REDRAWS, Recorded, Recorder, RefillSource, Request, Seeded, Weighted,
};
pub use rules::resolve::{EventLog, Outcome, PlayError, Resolver};
pub use rules::runs::{Axis, Group, Run};
pub use rules::swap::{Swap, SwapError};
pub use rules::table::{BombHit, BombWrapped, Creation, Rules, Specials};
pub use rules::tile::{Form, Kind, Tile};
pub use rules::wave::{BoardView, Observer, Wave};
pub use search::hint::{Hint, hint};
pub use search::ranking::{Ranked, Ranker, Ranking, Search, rank, rank_with};
