//! `puzzle-ai match3 play`: a game in the terminal.

use std::io::{self, Write};
use std::time::Duration;

use grid_core::Skill;
use match3::{Game, Linear, Search, Swap, hint_with_skill};
use serde_json::json;

use super::generate::StartArgs;
use crate::candy;
use crate::commands::Common;
use crate::commands::match3::{parse_cell, view};
use crate::error::CliError;
use crate::lines::Lines;
use crate::tetris::SkillArgs;
use crate::{interrupt, terminal};

/// Arguments of `match3 play`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Moves a second
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    fps: u32,
    /// How the AI searches, and hints are found
    #[arg(long, default_value = "two_ply", value_name = "NAME", value_parser = candy::searches(&[]))]
    search: String,
    #[command(flatten)]
    skill: SkillArgs,
    /// Choose the moves yourself
    #[arg(long)]
    manual: bool,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let StartArgs { fresh, board, moves } = &args.start;
    let rules = fresh.rules();
    let board = match board {
        Some(board) => {
            let board = candy::read_plain_board(board)?;
            if board.kinds_seen() > rules.kinds {
                return Err(CliError::at(
                    "--kinds",
                    format_args!("the board has {} kinds", board.kinds_seen()),
                ));
            }
            board
        }
        None => fresh.board(common.seed)?,
    };
    let search = candy::search(&args.search).ok_or_else(|| CliError::at("--search", "unknown"))?;
    let mut game = Game::new(board, rules, common.seed);
    let rich = terminal::stdout_is_rich() && !common.json;
    let mut out = terminal::drawings(common.json);
    if args.manual {
        manual(&mut game, *moves, (search, args.skill.skill), common.seed, rich, &mut out)?;
    } else {
        let delay = Duration::from_secs(1) / args.fps;
        watch(&mut game, *moves, (search, args.skill.skill), common.seed, rich, delay, &mut out)?;
    }
    if common.json {
        let answer = json!({
            "seed": common.seed, "score": game.score(), "moves": game.moves().len(), "deadlocks": game.deadlocks(),
            "over": game.is_over(), "board": candy::rows(game.board(), game.rules().specials.is_some()),
        });
        writeln!(io::stdout(), "{answer}")?;
    }
    Ok(())
}

fn status(game: &Game) -> String {
    format!("{} points after {} moves, {} deadlocks\n", game.score(), game.moves().len(), game.deadlocks())
}

/// The AI plays.
fn watch(
    game: &mut Game,
    moves: u32,
    (search, skill): (Search, Skill),
    seed: u64,
    rich: bool,
    delay: Duration,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let stop = interrupt::flag();
    let lines = u32::from(game.board().rows()) + 1;
    let mut drawn = false;
    let mut draw = |game: &Game, marked: &[match3::Pos], out: &mut dyn Write| -> io::Result<()> {
        if drawn {
            write!(out, "\x1b[{lines}A")?;
        }
        drawn = true;
        write!(out, "{}{}", view::draw(game.board(), true, marked), status(game))?;
        out.flush()
    };
    while (game.moves().len() as u32) < moves && !game.is_over() && !stop.is_cancelled() {
        let number = seed.wrapping_add(game.moves().len() as u64);
        let hint = hint_with_skill(game.board(), game.rules(), &Linear, search, skill, number);
        let Some(hint) = hint else { break };
        if rich {
            draw(game, &hint.highlight, out)?;
            std::thread::sleep(delay);
        }
        game.play(hint.swap, &Linear).map_err(CliError::input)?;
    }
    if rich {
        draw(game, &[], out)?;
    } else {
        write!(out, "{}{}", view::draw(game.board(), false, &[]), status(game))?;
    }
    writeln!(out, "seed {seed}")?;
    Ok(())
}

/// A person plays, line by line.
fn manual(
    game: &mut Game,
    moves: u32,
    (search, skill): (Search, Skill),
    seed: u64,
    rich: bool,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    writeln!(
        out,
        "A move is two cells, as row.column row.column; h is a hint, a lets the AI move, q ends.\n"
    )?;
    let mut lines = Lines::new(io::stdin().lock());
    while (game.moves().len() as u32) < moves && !game.is_over() {
        write!(out, "{}{}> ", view::draw(game.board(), rich, &[]), status(game))?;
        out.flush()?;
        let Some(line) = lines.text()? else { break };
        let line = match line {
            Ok(line) => line.trim(),
            Err(error) => {
                writeln!(out, "{error}")?;
                continue;
            }
        };
        let number = seed.wrapping_add(game.moves().len() as u64);
        let best = || hint_with_skill(game.board(), game.rules(), &Linear, search, skill, number);
        let swap = match line {
            "q" => break,
            "h" => {
                if let Some(hint) = best() {
                    writeln!(out, "{}\n{}", view::draw(game.board(), rich, &hint.highlight), hint.swap)?;
                }
                continue;
            }
            "a" => best().map(|hint| hint.swap),
            text => text.split_once(' ').and_then(|(from, to)| {
                let cell = |text: &str| parse_cell(game.board(), text.trim()).ok();
                Some(Swap::new(cell(from)?, cell(to)?))
            }),
        };
        let Some(swap) = swap else {
            writeln!(out, "that is no move")?;
            continue;
        };
        match game.play(swap, &Linear) {
            Ok(outcome) => writeln!(out, "{} points in {} waves", outcome.score, outcome.waves)?,
            Err(error) => writeln!(out, "{error}")?,
        }
    }
    writeln!(out, "{}{}seed {seed}", view::draw(game.board(), rich, &[]), status(game))?;
    Ok(())
}

/// The stop of the tour: a board, its best move, and how the game goes on.
pub(crate) fn show(out: &mut dyn Write, common: &Common) -> Result<(), CliError> {
    let rules = match3::Rules::new(5).with_specials();
    let board = match3::Generator::new(8, 8).generate(&rules, common.seed).map_err(CliError::input)?;
    let mut game = Game::new(board, rules, common.seed);
    let rich = terminal::stdout_is_rich() && !common.json;
    let best = (Search::two_ply(16), Skill::BEST);
    watch(&mut game, 12, best, common.seed, rich, Duration::from_millis(150), out)
}
