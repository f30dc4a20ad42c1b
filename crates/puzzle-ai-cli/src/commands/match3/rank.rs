//! `puzzle-ai match3 rank`: the legal swaps by their value.

use std::io::{self, Write};

use match3::{Hint, Linear, rank};
use serde_json::json;

use crate::candy;
use crate::commands::match3::{BoardArgs, view};
use crate::commands::{Common, budget};
use crate::error::CliError;
use crate::terminal;
use crate::tetris::SkillArgs;

/// Arguments of `match3 rank`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    board: BoardArgs,
    /// How to search
    #[arg(long, default_value = "two_ply", value_name = "NAME", value_parser = candy::searches(&[]))]
    search: String,
    #[command(flatten)]
    skill: SkillArgs,
    /// Most cascades to resolve
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let (board, rules) = args.board.read()?;
    let search = candy::search(&args.search).ok_or_else(|| CliError::at("--search", "unknown"))?;
    let budget = budget(args.nodes);
    let skill = args.skill.skill;
    let ranking = rank(&board, &rules, &Linear, search.with_skill(skill), common.seed, &budget);
    let ranking = ranking.with_skill(&board, skill, common.seed);
    let mut out = io::stdout();
    if common.json {
        let ranked = ranking.moves.iter().map(|ranked| {
            let swap = [board.index(ranked.swap.from), board.index(ranked.swap.to)];
            json!({ "swap": swap, "mean": ranked.mean, "stderr": ranked.stderr, "waves": ranked.waves })
        });
        let ranked: Vec<_> = ranked.collect();
        let complete = ranking.stopped.is_none();
        let answer =
            json!({ "ranked": ranked, "complete": complete, "nodes": ranking.nodes, "seed": common.seed });
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    let marked =
        ranking.best().map(|best| Hint::new(&board, best.swap, &rules).highlight).unwrap_or_default();
    write!(out, "{}", view::draw(&board, terminal::stdout_is_rich(), &marked))?;
    writeln!(out, "\n{} legal swaps by {}, seed {}", ranking.moves.len(), args.search, common.seed)?;
    for ranked in &ranking.moves {
        writeln!(
            out,
            "{}  {:8.2} ± {:.2}  {:.2} waves",
            ranked.swap, ranked.mean, ranked.stderr, ranked.waves
        )?;
    }
    if let Some(stop) = ranking.stopped {
        writeln!(out, "cut short: {stop}")?;
    }
    Ok(())
}
