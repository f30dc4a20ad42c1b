//! `puzzle-ai tetris play --versus`: two bots against each other, or a person
//! against one.

use std::io::{self, Write};
use std::time::Duration;

use grid_core::{Budget, Cell, Skill};
use serde_json::json;
use stack_eval::{Beam, BeamSettings, Duel, VersusEvaluator, versus_move_with};
use tetromino::{
    ActivePiece, AttackTable, GuidelineGame, GuidelineRules, MoveGenerator, MoveRules, RotationSystem,
};

use crate::commands::Common;
use crate::commands::tetris::person;
use crate::error::CliError;
use crate::pc_adviser::{Effort, PcAdviser};
use crate::terminal::Keys;
use crate::{interrupt, terminal};

/// Rows that are drawn.
const ROWS: usize = 20;

/// What is played.
pub(crate) struct Match {
    /// Most pieces of each player.
    pub(crate) pieces: u64,
    pub(crate) fps: u32,
    /// Nodes of a bot's move.
    pub(crate) nodes: u64,
    /// Whether a person is the first player.
    pub(crate) person: bool,
    /// How well the bots play.
    pub(crate) skills: [Skill; 2],
}

pub(crate) fn run(match_: &Match, common: &Common) -> Result<(), CliError> {
    let &Match { pieces, fps, nodes, person, skills } = match_;
    let generator = MoveGenerator::new(MoveRules::default());
    let rules = GuidelineRules::default();
    let judge = VersusEvaluator::default();
    let beam = Beam::new(&generator, &AttackTable::GUIDELINE, &judge, BeamSettings::default());
    // Players who get the same pieces shall not make the same mistakes.
    let seeds = [0, 1].map(|player| common.seed.wrapping_mul(2).wrapping_add(player));
    let beams = [0, 1].map(|player| beam.clone().with_skill(skills[player], seeds[player]));
    let mut duel = Duel::new(&rules, common.seed, 0).map_err(CliError::input)?;
    let mut finder = PcAdviser::new(RotationSystem::SRS, Effort::QUICK);
    let stop = interrupt::flag();
    let rich = terminal::stdout_is_rich() && !common.json;
    let mut out = terminal::drawings(common.json);
    let mut drawn = false;
    let keys = person.then(Keys::listen);
    if person {
        writeln!(out, "{}", person::HELP)?;
    }
    let mut sent = [0u64; 2];
    'match_: while duel.games()[1].pieces() < pieces {
        let all = sent;
        for (player, sent) in sent.iter_mut().enumerate() {
            if stop.is_cancelled() || duel.loser().is_some() {
                break 'match_;
            }
            let played = match &keys {
                Some(keys) if player == 0 => {
                    let picture = duel;
                    if rich {
                        let entering = generator.spawn(duel.games()[0].field(), duel.games()[0].piece());
                        draw(&mut out, &picture, all, entering, drawn)?;
                        drawn = true;
                    }
                    person::turn(duel.game_mut(0), &generator, &rules, keys, |_, piece| {
                        if rich { draw(&mut out, &picture, all, Some(piece), true) } else { Ok(()) }
                    })?
                }
                _ => {
                    let nodes = Budget::nodes(nodes);
                    let game = duel.game_mut(player);
                    let moved =
                        versus_move_with(game, &generator, &rules, &beams[player], &nodes, &mut finder);
                    moved.map(|(_, played, _)| played)
                }
            };
            let Some(played) = played else { break 'match_ };
            *sent += u64::from(played.sent);
            duel.deliver(1 - player, played.sent);
        }
        if rich && !person {
            draw(&mut out, &duel, sent, None, drawn)?;
            drawn = true;
            std::thread::sleep(Duration::from_secs(1) / fps);
        }
    }
    draw(&mut out, &duel, sent, None, drawn)?;
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

/// Both fields side by side, over the last picture if there is one, with the piece
/// of a person in play.
fn draw(
    out: &mut dyn Write,
    duel: &Duel,
    sent: [u64; 2],
    falling: Option<ActivePiece>,
    over: bool,
) -> io::Result<()> {
    if over {
        write!(out, "\x1b[{}A", ROWS + 4)?;
    }
    for y in (0..ROWS).rev() {
        let row = |game: &GuidelineGame, falling: Option<ActivePiece>| -> String {
            let here = |x: usize| {
                let cells = falling.map(|piece| piece.cells());
                cells.is_some_and(|cells| cells.contains(&Cell::new(x as i32, y as i32)))
            };
            (0..10)
                .map(|x| match (game.field().contains(x, y), here(x)) {
                    (true, _) => "[]",
                    (false, true) => "<>",
                    (false, false) => " .",
                })
                .collect()
        };
        let [left, right] = duel.games();
        writeln!(out, "|{}|   |{}|", row(left, falling), row(right, None))?;
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
