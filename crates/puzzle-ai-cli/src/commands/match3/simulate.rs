//! `puzzle-ai match3 simulate`: many games of a level.

use std::io::{self, Write};

use grid_core::Skill;
use match3::{FirstWavePlayer, Goal, Level, Linear, RandomPlayer, SearchPlayer, Simulation, simulate_within};
use serde_json::json;

use super::generate::StartArgs;
use crate::candy;
use crate::commands::{Common, budget};
use crate::error::CliError;
use crate::interrupt;
use crate::tetris::SkillArgs;

/// Arguments of `match3 simulate`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Games
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Points that win a game
    #[arg(long, value_name = "N")]
    goal: Option<i64>,
    /// Most moves of all games together
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Who plays
    #[arg(long, default_value = "known", value_name = "NAME", value_parser = candy::searches(&["random", "first_wave"]))]
    search: String,
    #[command(flatten)]
    skill: SkillArgs,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let StartArgs { fresh, board, moves } = &args.start;
    let (rules, skill) = (fresh.rules(), args.skill.skill);
    if candy::search(&args.search).is_none() && skill != Skill::BEST {
        return Err(CliError::at("--skill", "a player without a search has no skill"));
    }
    let mut level = match board {
        Some(board) => Level::fixed(candy::read_board("--board", board)?, rules, *moves),
        None => Level::generated(fresh.generator()?, rules, *moves),
    };
    if let Some(points) = args.goal {
        level = level.with_goal(Goal::Score(points));
    }
    let pool = common.pool()?;
    let (games, seed) = (args.games, common.seed);
    let budget = budget(args.nodes);
    let done = pool.install(|| match (args.search.as_str(), candy::search(&args.search)) {
        ("random", _) => simulate_within(&level, &Linear, || RandomPlayer, games, seed, &budget),
        (_, Some(search)) => {
            let player = || SearchPlayer::new(&rules, Linear, search).with_skill(skill);
            simulate_within(&level, &Linear, player, games, seed, &budget)
        }
        _ => simulate_within(&level, &Linear, || FirstWavePlayer, games, seed, &budget),
    });
    report(&done.map_err(CliError::input)?, args, common)
}

fn report(done: &Simulation, args: &Args, common: &Common) -> Result<(), CliError> {
    if done.games.is_empty() {
        return interrupt::nothing_done("games", common);
    }
    let quantile = |q| done.score_quantile(q);
    let mut out = io::stdout();
    if common.json {
        let answer = json!({
            "games": done.games.len(), "complete": done.complete, "win_rate": done.win_rate(), "mean_score": done.mean_score(),
            "ci95": done.score_ci95(), "q10": quantile(0.1), "median": quantile(0.5), "q90": quantile(0.9),
            "waves_per_move": done.waves_per_move(), "deadlocks_per_game": done.deadlocks_per_game(),
            "seed": common.seed,
        });
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    let games = done.games.len();
    writeln!(
        out,
        "{games} games of {} moves by {}{}, seed {}",
        args.start.moves,
        args.search,
        args.skill.caption(),
        common.seed
    )?;
    if !done.complete {
        writeln!(out, "cut short: {} games were asked for", args.games)?;
    }
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
