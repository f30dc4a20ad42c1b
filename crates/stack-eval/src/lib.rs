//! Evaluators, searches and players for falling-block games: judge every landing
//! by features of the board, take the best.
//!
//! # Overview
//!
//! - [`Evaluator`] is the judge that you implement; [`FourEvaluator`] is ready
//!   made: aggregate height, complete lines, holes, bumpiness.
//! - [`greedy`] finds the best landing of a piece, [`rank`] orders all of them,
//!   [`best_drop`] does it for any polyomino.
//! - [`LineSearch`] looks several known pieces ahead: every line, or a beam.
//! - [`Beam`] searches versus positions with hold and previews; [`VersusEvaluator`]
//!   is its ready-made judge, [`StandingEvaluator`] the trait for your own.
//! - [`tune`] finds weights: cross-entropy, CMA-ES, a genetic algorithm, SPSA, over
//!   any [`Objective`](tune::Objective).
//! - [`Marathon`] names whole games by number and seed, [`MarathonRun`] plays them for any
//!   [`DropPlayer`]; [`Summary`] and [`Lifetimes`] say what many of them mean.
//!
//! # Examples
//!
//! What should the player do with this square?
//!
//! ```
//! use stack_eval::{FourEvaluator, greedy};
//! use tetromino::{Entry, Field, Piece, Rotation};
//!
//! let field = Field::from_rows(["###.######", "##...#####"], 20)?;
//! let choice = greedy(&FourEvaluator::default(), &field, Piece::O, Entry::Top).unwrap();
//! assert_eq!(choice.landing.piece, Piece::O);
//! # Ok::<(), tetromino::FieldError>(())
//! ```
//!
//! How long does it live?
//!
//! ```
//! use grid_core::Budget;
//! use stack_eval::{FourEvaluator, Marathon, PieceSource, Summary};
//! use tetromino::DropRules;
//!
//! let marathon = Marathon::new(DropRules::article(10, 20)?, PieceSource::Uniform, 0);
//! let games = marathon.play_all(&FourEvaluator::named("article")?, 20, &Budget::nodes(10_000));
//! let lines = Summary::of(games.iter().map(|game| game.lines)).unwrap();
//! assert!((100.0..1000.0).contains(&lines.mean));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `std` | yes | `std` in the crates below; without it the crate is `no_std` + `alloc` |
//! | `serde` | no | weights and results as fields |
//! | `rayon` | no | games on many threads, the same results |

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

mod judge;
mod play;
mod search;
pub mod tune;

pub use judge::{
    Evaluator, Feature, FourContext, FourEvaluator, FourFeatures, FourWeights, Judged, LinearEvaluator,
    SetContext, SetEvaluator, StackContext, StackEvaluator, StackFeatures, StandingEvaluator,
    VersusEvaluator, VersusFeatures, VersusWeights, WeightError, WeightSet, WithEvaluator, features,
};
pub use play::{
    Adversary, Alarmed, Blend, Danger, Dealer, DropPlayer, Duel, GameResult, GreedyPlayer, Lifetimes,
    LinePlayer, Marathon, MarathonRun, PREVIEWS, PieceSource, PolyominoMarathon, Rescue, Rescued, RunError,
    Summary, SurvivalPlayer, SurvivalRule, Totals, VersusResult, play_ahead, play_greedily, play_polyominoes,
    play_versus_alone, play_versus_alone_with, play_with, versus_move, versus_move_with, versus_position,
};
pub use search::{
    Advised, Adviser, Beam, BeamSearch, BeamSettings, BestDrop, Choice, DropPosition, LineChoice, LineSearch,
    LineSettings, Unseen, VersusChoice, VersusPosition, best_drop, best_line, greedy, rank, sort_best_first,
};
