//! What the facade promises: threads, few dependencies, every module of the default features.
#![cfg(all(
    feature = "exact-cover",
    feature = "match3",
    feature = "perfect-clear",
    feature = "stack-eval",
    feature = "stone-auction"
))]

use std::collections::BTreeSet;
use std::process::Command;

use puzzle_ai::{exact_cover, grid, match3, perfect_clear, stack_eval, stone_auction, tetromino};

const fn moves_between_threads<T: Send + Sync + Unpin>() {}

#[test]
fn main_types_move_between_threads() {
    moves_between_threads::<grid::Budget>();
    moves_between_threads::<grid::CancelFlag>();
    moves_between_threads::<grid::Region>();
    moves_between_threads::<grid::Skill>();
    moves_between_threads::<grid::Stream>();
    moves_between_threads::<tetromino::Field>();
    moves_between_threads::<tetromino::GuidelineGame>();
    moves_between_threads::<tetromino::MoveGenerator>();
    moves_between_threads::<stack_eval::Beam<'_, stack_eval::VersusEvaluator>>();
    moves_between_threads::<stack_eval::BeamSearch<'_, stack_eval::VersusEvaluator>>();
    moves_between_threads::<stack_eval::LineSearch<'_, stack_eval::FourEvaluator>>();
    moves_between_threads::<exact_cover::Problem>();
    moves_between_threads::<exact_cover::Zdd>();
    moves_between_threads::<exact_cover::tiling::Tiling>();
    moves_between_threads::<perfect_clear::PcSolver>();
    moves_between_threads::<perfect_clear::PcSearch>();
    moves_between_threads::<perfect_clear::PercentRun>();
    moves_between_threads::<match3::Board>();
    moves_between_threads::<match3::Game>();
    moves_between_threads::<match3::RankSearch<match3::Linear>>();
    moves_between_threads::<stone_auction::Game>();
    moves_between_threads::<stone_auction::Packer>();
    moves_between_threads::<stone_auction::Scenario>();
    moves_between_threads::<stack_eval::LinePlayer<stack_eval::FourEvaluator>>();
}

/// The facade with its default features brings at most 20 crates, itself included.
#[test]
fn the_default_tree_is_small() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--offline", "-p", "puzzle-ai", "-e", "normal", "--prefix", "none", "--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs this test, so it is there");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let text = String::from_utf8(output.stdout).expect("names of crates are text");
    let name = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let crates: BTreeSet<String> = text.lines().filter(|line| !line.is_empty()).map(name).collect();
    assert!(crates.iter().any(|one| one.starts_with("puzzle-ai-stone-auction ")), "{crates:#?}");
    assert!(crates.len() <= 20, "{} crates: {crates:#?}", crates.len());
}
