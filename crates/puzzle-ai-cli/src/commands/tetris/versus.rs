//! `puzzle-ai tetris play --versus`: two bots against each other.

use std::io::{self, Write};
use std::time::Duration;

use grid_core::Budget;
use serde_json::json;
use stack_eval::{Beam, BeamSettings, Duel, VersusEvaluator, versus_move};
use tetromino::{AttackTable, GuidelineGame, GuidelineRules, MoveGenerator, MoveRules};

use crate::commands::Common;
use crate::error::CliError;
use crate::{interrupt, terminal};

/// Rows that are drawn.
const ROWS: usize = 20;

pub(crate) fn run(pieces: u64, fps: u32, nodes: u64, common: &Common) -> Result<(), CliError> {
    let generator = MoveGenerator::new(MoveRules::default());
    let rules = GuidelineRules::default();
    let judge = VersusEvaluator::default();
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default());
    let mut duel = Duel::new(&rules, common.seed, 0).map_err(CliError::input)?;
    let stop = interrupt::flag();
    let rich = terminal::stdout_is_rich() && !common.json;
    let mut out: Box<dyn Write> = if common.json { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    let mut drawn = false;
    let mut sent = [0u64; 2];
    'match_: while duel.games()[1].pieces() < pieces {
        for (player, sent) in sent.iter_mut().enumerate() {
            if stop.is_cancelled() || duel.loser().is_some() {
                break 'match_;
            }
            let moved = versus_move(duel.game_mut(player), &generator, &rules, &beam, &Budget::nodes(nodes));
            let Some((_, played, _)) = moved else { break 'match_ };
            *sent += u64::from(played.sent);
            duel.deliver(1 - player, played.sent);
        }
        if rich {
            draw(&mut out, &duel, sent, drawn)?;
            drawn = true;
            std::thread::sleep(Duration::from_secs(1) / fps);
        }
    }
    draw(&mut out, &duel, sent, drawn)?;
    let loser = duel.loser();
    match loser {
        Some((player, end)) => writeln!(out, "Player {} wins: {end:?} of the other.", 2 - player)?,
        None => writeln!(out, "Nobody has lost after {} pieces.", duel.games()[1].pieces())?,
    }
    if common.json {
        let each = |value: fn(&GuidelineGame) -> u64| duel.games().iter().map(value).collect::<Vec<_>>();
        let answer = json!({
            "seed": common.seed,
            "pieces": each(GuidelineGame::pieces),
            "lines": each(GuidelineGame::lines),
            "attack": each(GuidelineGame::attack),
            "sent": sent,
            "winner": loser.map(|(player, _)| 2 - player),
        });
        writeln!(io::stdout(), "{answer}")?;
    }
    Ok(())
}

/// Both fields side by side, over the last picture if there is one.
fn draw(out: &mut dyn Write, duel: &Duel, sent: [u64; 2], over: bool) -> io::Result<()> {
    if over {
        write!(out, "\x1b[{}A", ROWS + 4)?;
    }
    for y in (0..ROWS).rev() {
        let row = |game: &GuidelineGame| -> String {
            (0..10).map(|x| if game.field().contains(x, y) { "[]" } else { " ." }).collect()
        };
        let [left, right] = duel.games();
        writeln!(out, "|{}|   |{}|", row(left), row(right))?;
    }
    let line = "-".repeat(22);
    writeln!(out, "{line}   {line}")?;
    let beside = |text: &dyn Fn(usize) -> String| format!("{:<22}   {:<22}", text(0), text(1));
    let games = duel.games();
    writeln!(
        out,
        "{}",
        beside(&|player| {
            let next: String = games[player].previews()[..5].iter().map(ToString::to_string).collect();
            let hold = games[player].hold().map_or("-".to_owned(), |piece| piece.to_string());
            format!("{} next {next} hold {hold}", games[player].piece())
        })
    )?;
    writeln!(
        out,
        "{}",
        beside(&|player| format!("attack {} sent {}", games[player].attack(), sent[player]))
    )?;
    writeln!(
        out,
        "{}",
        beside(&|player| format!(
            "{} pieces, {} wait",
            games[player].pieces(),
            games[player].garbage().waiting()
        ))
    )
}
