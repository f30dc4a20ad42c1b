//! `puzzle-ai tetris attack`: attack a piece of the versus player, alone.

use std::io::{self, Write};

use clap::ValueEnum;
use grid_core::Budget;
use serde_json::json;
use stack_eval::{Beam, BeamSettings, VersusEvaluator, VersusPosition, play_versus_alone_with};
use tetromino::{AttackTable, GuidelineRules, Landing, MoveGenerator, MoveRules, RotationSystem};

use crate::clock;
use crate::commands::Common;
use crate::error::CliError;
use crate::interrupt;
use crate::pc_adviser::{Effort, PcAdviser};
use crate::tetris::SkillArgs;

/// How a move is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Search {
    /// The best landing
    Greedy,
    /// The best two in a row
    #[value(alias = "two_ply")]
    TwoPly,
    /// As deep as the queue
    Beam,
}

/// Arguments of `tetris attack`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Games
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Pieces of a game
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pieces: u64,
    /// Nodes of a move
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How a move is searched
    #[arg(long, value_enum, default_value_t = Search::Beam)]
    search: Search,
    /// Ask no perfect-clear finder
    #[arg(long)]
    no_perfect_clears: bool,
    #[command(flatten)]
    skill: SkillArgs,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let generator = MoveGenerator::new(MoveRules::default());
    let (rules, judge) = (GuidelineRules::default(), VersusEvaluator::default());
    let settings = match args.search {
        Search::Greedy => BeamSettings::GREEDY,
        Search::TwoPly => BeamSettings::TWO_PLY,
        Search::Beam => BeamSettings::default(),
    };
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, settings)
        .with_skill(args.skill.skill, common.seed);
    let stop = interrupt::flag();
    let start = clock::user_seconds();
    let budget = Budget::nodes(args.nodes).with_cancel(stop.clone());
    let mut finder = PcAdviser::new(RotationSystem::SRS, Effort::THOROUGH);
    let mut ask = |position: &VersusPosition<'_>| -> Option<Landing> {
        use stack_eval::Adviser as _;
        if args.no_perfect_clears { None } else { finder.advise(position) }
    };
    let mut results = Vec::new();
    for number in 0..args.games {
        let game = play_versus_alone_with(
            &generator,
            &rules,
            &beam,
            common.seed,
            number,
            args.pieces,
            &budget,
            &mut ask,
        );
        let result = game.map_err(CliError::input)?;
        // A game that was cut short would weigh as much as a whole one.
        if stop.is_cancelled() && result.pieces < args.pieces && !result.over {
            break;
        }
        writeln!(
            io::stderr(),
            "game {number}: {} pieces, {} attack, {:.3} a piece",
            result.pieces,
            result.attack,
            result.attack_per_piece()
        )?;
        results.push(result);
    }
    let user_s = clock::user_seconds() - start;
    let complete = results.len() as u64 == args.games;
    if results.is_empty() {
        return interrupt::nothing_done("games", common);
    }
    let count = results.len() as f64;
    let mean = results.iter().map(|result| result.attack_per_piece()).sum::<f64>() / count;
    let square = |attack: f64| (attack - mean) * (attack - mean);
    let squares = results.iter().map(|result| square(result.attack_per_piece())).sum::<f64>();
    let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
    let pieces: u64 = results.iter().map(|result| result.pieces).sum();
    let lost = results.iter().filter(|result| result.over).count();
    let ms = 1e3 * user_s / pieces.max(1) as f64;
    let mut out = io::stdout();
    if common.json {
        let answer = json!({
            "games": results.len(), "pieces": pieces, "lost": lost, "attack_per_piece": mean,
            "standard_error": error, "ms_per_piece": ms, "user_s": user_s, "seed": common.seed,
            "complete": complete,
        });
        writeln!(out, "{answer}")?;
    } else {
        writeln!(out, "{} games, {lost} lost, seed {}", results.len(), common.seed)?;
        if !complete {
            writeln!(out, "cut short: {} games were asked for", args.games)?;
        }
        writeln!(out, "attack a piece {mean:.3} ± {:.3} (95 %), {ms:.1} ms a piece", 1.96 * error)?;
    }
    Ok(())
}
