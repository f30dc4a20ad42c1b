//! `puzzle-ai match3 simulate`: many games of a level.

use std::io::{self, Write};

use match3::{FirstWavePlayer, Goal, Level, Linear, RandomPlayer, SearchPlayer, Simulation, simulate};
use serde_json::json;

use super::generate::FreshArgs;
use crate::candy;
use crate::commands::Common;
use crate::error::CliError;

/// Arguments of `match3 simulate`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    fresh: FreshArgs,
    /// Every game begins with this board: a file, or rows with / between
    #[arg(long, value_name = "BOARD", conflicts_with = "outline")]
    board: Option<String>,
    /// Games
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: u64,
    /// Moves of a game
    #[arg(long, default_value_t = 30, value_name = "N")]
    moves: u32,
    /// Points that win a game
    #[arg(long, value_name = "N")]
    goal: Option<i64>,
    /// Who plays
    #[arg(long, default_value = "known", value_name = "NAME", value_parser = ["random", "first_wave", "known", "greedy", "two_ply", "expectimax", "beam", "mcts"])]
    search: String,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let rules = args.fresh.rules();
    let mut level = match &args.board {
        Some(board) => Level::fixed(candy::read_board(board)?, rules, args.moves),
        None => Level::generated(args.fresh.generator()?, rules, args.moves),
    };
    if let Some(points) = args.goal {
        level = level.with_goal(Goal::Score(points));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(common.threads.into()).build();
    let pool = pool.map_err(CliError::input)?;
    let (games, seed) = (args.games, common.seed);
    let done = pool.install(|| match (args.search.as_str(), candy::search(&args.search)) {
        ("random", _) => simulate(&level, &Linear, || RandomPlayer, games, seed),
        (_, Some(search)) => {
            simulate(&level, &Linear, || SearchPlayer::new(&rules, Linear, search), games, seed)
        }
        _ => simulate(&level, &Linear, || FirstWavePlayer, games, seed),
    });
    report(&done.map_err(CliError::input)?, args, common)
}

fn report(done: &Simulation, args: &Args, common: &Common) -> Result<(), CliError> {
    let quantile = |q| done.score_quantile(q);
    let mut out = io::stdout();
    if common.json {
        let answer = json!({
            "games": args.games, "win_rate": done.win_rate(), "mean_score": done.mean_score(),
            "ci95": done.score_ci95(), "q10": quantile(0.1), "median": quantile(0.5), "q90": quantile(0.9),
            "waves_per_move": done.waves_per_move(), "deadlocks_per_game": done.deadlocks_per_game(),
            "seed": common.seed,
        });
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    writeln!(out, "{} games of {} moves by {}, seed {}", args.games, args.moves, args.search, common.seed)?;
    writeln!(out, "score      {:.1} ± {:.1} (95 %)", done.mean_score(), done.score_ci95())?;
    if let (Some(low), Some(middle), Some(high)) = (quantile(0.1), quantile(0.5), quantile(0.9)) {
        writeln!(out, "           10 % below {low}, half below {middle}, 90 % below {high}")?;
    }
    if args.goal.is_some() {
        writeln!(out, "won        {:.1} %", done.win_rate() * 100.0)?;
    }
    writeln!(out, "waves      {:.3} a move", done.waves_per_move())?;
    writeln!(out, "deadlocks  {:.3} a game", done.deadlocks_per_game())?;
    Ok(())
}
