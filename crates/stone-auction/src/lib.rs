//! The stone-wall contest: teams buy polyomino stones in ranked sealed-bid
//! auctions and fill their walls with them.
//!
//! # Overview
//!
//! - [`Scenario`] is a game before it starts: wall, kinds, teams, rounds, rules.
//!   [`generate_scenario`] makes one of a [`Family`], with a proof that a full
//!   wall exists.
//! - [`Game`] is the referee, a state machine without I/O: bids, second bids,
//!   time-outs, undo, commitments, arrangements, ranking. A [`View`] is what one
//!   team may know. [`resolve_round`] is one round as a pure function.
//! - [`Replay`] is the record of a game; it is played again and compared when
//!   verified, and answers "what if".
//! - [`check_placements`], [`settle`] and [`grounded`] judge arrangements.
//! - [`Packer`] covers as much of a wall as a stock allows, with a proof on small
//!   walls, any time on large ones; [`classic_pack`] is the search of the article
//!   that the contest is known from.
//! - [`Agent`] is what you implement to play. Ready-made: [`RandomBids`],
//!   [`FloorPrice`], [`GreedyArea`], [`Classic`] (the article's whole strategy),
//!   [`Planner`], [`Adaptive`] (the strongest) and [`BestResponse`] for tiny games.
//!   [`Skilled`] makes any of them as weak as you like; [`AgentSpec`] reads `adaptive@4`.
//! - [`Tournament`] plays many games with rotating seats and gives intervals.
//!
//! Money, supply and ranking are integers throughout; nothing depends on a clock,
//! on threads or on the order of a hash map.
//!
//! # Examples
//!
//! Resolve one round: position goes before price.
//!
//! ```
//! use stone_auction::{resolve_round, Bid, KindId, Market, NoAnswers, RoundRules, TieRule};
//! let (a, b) = (KindId(0), KindId(1));
//! let rules = RoundRules { floors: &[1, 1], max_bids: 2, max_wins: 2, tie: TieRule::SecondBid, lots: 0 };
//! let before = Market { money: vec![100, 100], supply: vec![1, 1] };
//! let bids = [vec![Bid::new(a, 5)], vec![Bid::new(b, 9), Bid::new(a, 90)]];
//! let result = resolve_round(&rules, &before, &bids, &mut NoAnswers);
//! assert_eq!(result.after.money, [95, 91]); // 5 at position 1 beat 90 at position 2
//! ```
//!
//! Fill a wall, and know that no better way exists:
//!
//! ```
//! use grid_core::Budget;
//! use stone_auction::{draw_wall, pack, Catalogue, Wall};
//! let wall: Wall = ".....\n.....\n.....".parse()?;
//! let stones = Catalogue::new(["##.\n.##".parse()?, "###\n#..".parse()?, "#".parse()?])?;
//! let packing = pack(&wall, &stones, &[2, 2, 1], &Budget::nodes(100_000));
//! assert!(packing.proven);
//! println!("{}", draw_wall(&wall, &stones, &packing.placements));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Let agents play a whole contest:
//!
//! ```
//! use stone_auction::{generate_scenario, play_game, AgentKind, Family, Game, GeneratorConfig};
//! let scenario = generate_scenario(&GeneratorConfig::new(Family::Medium).with_teams(3), 1).scenario;
//! let line_up = [AgentKind::Adaptive, AgentKind::Classic, AgentKind::Floor];
//! let agents = line_up.iter().zip(0..).map(|(kind, seed)| kind.player(seed)).collect();
//! let game = play_game(Game::new(scenario), agents);
//! assert!(game.replay().verify().is_ok());
//! ```
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `std` | yes | deadlines in budgets; without it the crate is `no_std` + `alloc` |
//! | `serde` | no | scenarios, replays and results in versioned forms, checked when read |
//! | `rayon` | no | tournaments on all threads, with the results of one |
//! | `arbitrary` | no | `Arbitrary` for bids, placements and options |

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

mod agents;
mod draw;
mod generate;
mod judge;
mod rules;
mod search;

pub use agents::{
    Adaptive, AdaptiveConfig, AgentKind, AgentSpec, BestResponse, Classic, ClassicStyle, FloorPrice,
    GreedyArea, ListForecast, Planner, RandomBids, Skilled, UnknownAgent,
};
pub use draw::{draw_wall, game_html, wall_svg};
pub use generate::{Family, Generated, GeneratorConfig, PlantedPuzzle, generate_scenario, plant_puzzle};
pub use judge::agent::Agent;
pub use rules::auction::{
    Answer, Award, Bid, BidResult, Contest, Market, NoAnswers, Outcome, Pass, RoundResult, RoundRules,
    SecondBids, SecondRound, TieRule, play_round, resolve_round,
};
pub use rules::catalogue::{Catalogue, CatalogueError};
pub use rules::commit::{Commitment, CommitmentError};
pub use rules::game::{BidIssue, Event, Game, Phase, PhaseError, PlaceError, SubmitError};
pub use rules::id::{KindId, TeamId};
pub use rules::placement::{
    Placement, PlacementError, PlacementErrors, PlacementFault, PlacementForm, Score, check_placements,
    settle,
};
pub use rules::ranking::{RankingRule, Standing, draw_lots, rank};
pub use rules::replay::{Replay, ReplayAnswer, ReplayError, ReplayRound};
pub use rules::scenario::{Kind, RoundSpec, Scenario, ScenarioError, ScenarioParts, Team};
pub use rules::support::{grounded, settle_cells};
pub use rules::view::View;
pub use rules::wall::{Wall, WallError};
pub use search::packing::{
    ClassicConfig, PackSearch, Packer, Packing, StoneWeights, classic_pack, exact_pack, pack,
};
pub use search::tournament::{
    EntrantReport, EntrantResult, GameResult, Interval, PlayedGame, ScenarioResult, SeatInfo, Tournament,
    TournamentError, TournamentReport, play_game, play_rotations,
};
