//! The puzzle brain that other games add with one line: the legal moves, a judgement of each, and the best one.
//!
//! This crate is the front door: it holds no logic of its own, each module is one of the crates of the workspace.
//! In every game the same three layers: the *rules* say what is legal, a *judge* says how good it is and is a trait
//! that you can implement, the *search* decides what to look at and knows only the judge's trait.
//!
//! # Which crate do I need?
//!
//! | you have | module | crate alone |
//! |---|---|---|
//! | falling blocks: rules, kicks, all reachable landings, bags, fumens | [`tetromino`] | `puzzle-ai-tetromino` |
//! | … and want a player, an adviser, or tuned weights | [`stack_eval`] | `puzzle-ai-stack-eval` |
//! | … and want to know whether a queue clears the field | [`perfect_clear`] | `puzzle-ai-perfect-clear` |
//! | a level that must have a solution, or exactly one; a tiling; a sudoku | [`exact_cover`] | `puzzle-ai-exact-cover` |
//! | a match-3 board: cascades, hints, levels, how hard they are | [`match3`] | `puzzle-ai-match3` |
//! | stones to buy in sealed bids and a wall to fill | [`stone_auction`] | `puzzle-ai-stone-auction` |
//! | cells, shapes, seeded random numbers, budgets, levels of skill | [`grid`] | `puzzle-ai-grid-core` |
//!
//! # Five games, five answers
//!
//! **Falling blocks.** What is the best place for this piece? More in [`stack_eval`].
//!
//! ```
//! use puzzle_ai::stack_eval::{FourEvaluator, greedy};
//! use puzzle_ai::tetromino::{Entry, Field, Piece};
//!
//! let field = Field::from_rows(["#########."; 4], 20)?;
//! let best = greedy(&FourEvaluator::default(), &field, Piece::I, Entry::Top).unwrap();
//! assert_eq!((best.landing.corner().x, best.landing.corner().y), (9, 0)); // upright into the gap
//! # Ok::<(), puzzle_ai::tetromino::FieldError>(())
//! ```
//!
//! **Perfect clears.** Do these pieces empty the field? More in [`perfect_clear`].
//!
//! ```
//! use puzzle_ai::perfect_clear::{Hold, PcField, PcSolver};
//! use puzzle_ai::tetromino::{Piece, RotationSystem};
//!
//! let field = PcField::from_rows(["XXX_______", "XXXX_____X", "XXXX___X_X"], 3)?;
//! let queue = Piece::parse_list("IOJZ")?;
//! assert!(PcSolver::new(RotationSystem::SRS).first(&field, &queue, Hold::Empty)?.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Exact cover.** In how many ways do dominoes tile a chess board? More in [`exact_cover`].
//!
//! ```
//! use puzzle_ai::exact_cover::tiling::{Copies, Piece, Tiling};
//! use puzzle_ai::grid::{Orientations, Region};
//!
//! let domino = Piece::new("##".parse()?, Orientations::Rotations).with_copies(Copies::Unlimited);
//! assert_eq!(Tiling::new(Region::rectangle(8, 8)?, vec![domino])?.count(), 12_988_816);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Match-3.** Which swap, and which cells light up? More in [`match3`].
//!
//! ```
//! use puzzle_ai::match3::{Board, Linear, Rules, Search, hint};
//!
//! let board: Board = "AABAC\nCDCDA\nDCDCB".parse()?;
//! let hint = hint(&board, &Rules::new(4), &Linear, Search::two_ply(16), 7).unwrap();
//! assert_eq!(hint.highlight.len(), 6);
//! # Ok::<(), puzzle_ai::match3::BoardError>(())
//! ```
//!
//! **Stones.** Fill a wall, and know that no better way exists. More in [`stone_auction`].
//!
//! ```
//! use puzzle_ai::grid::Budget;
//! use puzzle_ai::stone_auction::{Catalogue, Wall, pack};
//!
//! let wall: Wall = ".....\n.....\n.....".parse()?;
//! let stones = Catalogue::new(["##.\n.##".parse()?, "###\n#..".parse()?, "#".parse()?])?;
//! assert!(pack(&wall, &stones, &[2, 2, 1], &Budget::nodes(100_000)).proven);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Easy and hard opponents
//!
//! Every player, agent and hint takes a [`grid::Skill`], from a beginner (1) to the best (10).
//!
//! ```
//! use puzzle_ai::grid::Skill;
//! use puzzle_ai::match3::{Board, Linear, Rules, Search, hint_with_skill};
//!
//! let board: Board = "AABAC\nCDCDA\nDCDCB".parse()?;
//! let easy: Skill = "easy".parse()?;
//! let hint = hint_with_skill(&board, &Rules::new(4), &Linear, Search::two_ply(16), easy, 7).unwrap();
//! assert!(board.legal_swaps(&Rules::new(4)).contains(&hint.swap));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples/` shows how to embed each of them in a game loop that asks for so many nodes a frame.
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `exact-cover`, `match3`, `perfect-clear`, `stack-eval`, `stone-auction`, `tetromino` | yes | the module of that name |
//! | `fumen` | yes | the texts in which players share fields; costs no dependency |
//! | `std` | yes | deadlines in budgets; without it everything is `no_std` + `alloc` |
//! | `serde` | no | states, results and replays as data, checked when read |
//! | `rayon` | no | long runs on all threads, with the results of one |
//! | `arbitrary` | no | `Arbitrary` for boards and shapes, for your fuzz targets |
//!
//! One game alone: `puzzle-ai = { version = "0.1", default-features = false, features = ["match3"] }`.
//!
//! # Determinism
//!
//! The same input, seed and node budget give the same answer on every platform, in every build, with any number of
//! threads. Random numbers come from [`grid::Stream`] alone, named by seed, purpose and index; nothing depends on a
//! clock or on the order of a hash map. A [`grid::Budget`] counts nodes; a deadline by the clock is a choice of yours,
//! and then the answer depends on the machine.
//!
//! # Errors
//!
//! Input from outside is refused by a typed error that names place, value and reason, and nothing changes. The
//! libraries never panic on input and never print. Calls that may panic on a programmer's error say so under `# Panics`.

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "exact-cover")]
#[doc(inline)]
pub use exact_cover;
#[doc(inline)]
pub use grid_core as grid;
#[cfg(feature = "match3")]
#[doc(inline)]
pub use match3;
#[cfg(feature = "perfect-clear")]
#[doc(inline)]
pub use perfect_clear;
#[cfg(feature = "stack-eval")]
#[doc(inline)]
pub use stack_eval;
#[cfg(feature = "stone-auction")]
#[doc(inline)]
pub use stone_auction;
#[cfg(feature = "tetromino")]
#[doc(inline)]
pub use tetromino;

/// The examples of the two READMEs and of the guide, as tests.
#[cfg(all(
    doctest,
    feature = "exact-cover",
    feature = "fumen",
    feature = "match3",
    feature = "perfect-clear",
    feature = "stack-eval",
    feature = "std",
    feature = "stone-auction"
))]
mod pages {
    #[doc = include_str!("../README.md")]
    struct OfTheCrate;

    #[doc = include_str!("../../../README.md")]
    struct OfTheProject;

    macro_rules! guide {
        ($($page:ident $file:literal),* $(,)?) => {$(
            #[doc = include_str!(concat!("../../../docs/src/guide/", $file, ".md"))]
            struct $page;
        )*};
    }

    // A page about a crate that the facade does not know is a test of that crate.
    guide! {
        WhichCrate "which-crate",
        Program "program",
        GridCore "grid-core",
        ExactCover "exact-cover",
        Tetromino "tetromino",
        PerfectClear "perfect-clear",
        StackEval "stack-eval",
        Match3 "match3",
        StoneAuction "stone-auction",
        GuidelinePlay "guideline-play",
        Skill "skill",
        ManyMachines "many-machines",
    }
}
