//! Match-3: the whole game, on bit-sliced boards, with look-ahead that pays.
//!
//! # Overview
//!
//! - [`Board`] holds candies, special ones, and holes, 1 to 255 cells a side;
//!   [`FastBoard`] is its form for up to 64 cells and 8 kinds.
//! - [`Rules`] say how many kinds there are and what special candies do;
//!   [`Resolver`] makes moves by them, refilled by a [`RefillSource`].
//! - [`ScorePolicy`] judges waves; [`rank`] orders all legal swaps by a [`Search`].
//! - [`Generator`] makes boards; [`Game`] plays, shuffles deadlocks and writes
//!   replays; [`simulate`] plays a [`Level`] many times.
//!
//! Rules, judge and search are apart: a search enumerates, a policy judges, and
//! each can be changed without the other.
//!
//! # Examples
//!
//! The best move of a board, with the cells to highlight:
//!
//! ```
//! use match3::{Board, Linear, Rules, Search, hint};
//! let board: Board = "AABAC\nCDCDA\nDCDCB".parse()?;
//! let hint = hint(&board, &Rules::new(4), &Linear, Search::two_ply(16), 7).unwrap();
//! assert_eq!(hint.highlight.len(), 6);
//! # Ok::<(), match3::BoardError>(())
//! ```
//!
//! A move with special candies, as events to animate:
//!
//! ```
//! use match3::{Event, Game, Linear, Pos, Rules, Swap};
//! let rules = Rules::new(6).with_specials();
//! let mut game = Game::new("ABAACD\nCABDDC".parse()?, rules, 7);
//! let (outcome, events) = game.play_events(Swap::new(Pos::new(0, 1), Pos::new(1, 1)), &Linear)?;
//! let created = events.iter().find_map(|event| match event {
//!     Event::Created { at, tile } => Some((*at, tile.to_string())),
//!     _ => None,
//! });
//! assert_eq!(created, Some((Pos::new(0, 1), "Av".into())));
//! assert!(outcome.score >= 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How hard is a level for a player who looks at known cells?
//!
//! ```
//! use match3::{Generator, Goal, Level, Linear, Rules, Search, SearchPlayer, simulate};
//! let rules = Rules::new(6);
//! let level = Level::generated(Generator::new(8, 8), rules, 15).with_goal(Goal::Score(200));
//! let games = simulate(&level, &Linear, || SearchPlayer::new(&rules, Linear, Search::Known), 30, 7)?;
//! assert!((0.0..=1.0).contains(&games.win_rate()));
//! # Ok::<(), match3::GenerateError>(())
//! ```
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `std` | yes | deadlines in budgets; without it the crate is `no_std` + `alloc` |
//! | `serde` | no | boards as text, rules, replays and rankings as fields |
//! | `rayon` | no | [`simulate`] on all threads, with the same result |
//! | `arbitrary` | no | `Arbitrary` for boards and swaps |

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
pub use levels::difficulty::Difficulty;
pub use levels::game::{Game, Replay, ReplayError};
pub use levels::generate::{GenerateError, Generator};
pub use levels::generation::Generation;
pub use levels::goals::{Goal, Goals};
pub use levels::level::Level;
pub use levels::players::{FirstWavePlayer, Player, RandomPlayer, SearchPlayer};
pub use levels::reshuffle::{ReshuffleError, Reshuffling, reshuffle, revive};
pub use levels::simulate::{Played, Simulation, SimulationRun, simulate, simulate_within};
pub use rules::board::{Board, BoardError, Pos};
pub use rules::event::{Cause, Event};
pub use rules::fast::{FastBoard, LegalSet};
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
pub use search::hint::{Hint, hint, hint_with_skill};
pub use search::options::Search;
pub use search::ranker::{Ranker, rank, rank_with};
pub use search::ranking::{Ranked, Ranking};
pub use search::resume::RankSearch;
