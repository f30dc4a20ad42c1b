//! Stone auction.

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
    Adaptive, AdaptiveConfig, AgentKind, BestResponse, Classic, ClassicStyle, FloorPrice, GreedyArea,
    ListForecast, Planner, RandomBids, UnknownAgent,
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
pub use search::packing::{ClassicConfig, PackSearch, Packer, Packing, StoneWeights, classic_pack, pack};
pub use search::tournament::{
    EntrantReport, EntrantResult, GameResult, Interval, ScenarioResult, SeatInfo, Tournament,
    TournamentReport, play_game, play_rotations,
};
