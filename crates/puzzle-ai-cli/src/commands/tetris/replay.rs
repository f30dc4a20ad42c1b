//! `puzzle-ai tetris play --replay`: a saved game, checked, then drawn.

use std::io::Write;
use std::time::Duration;

use serde_json::json as value;
use stack_eval::Dealer;
use tetromino::{DropGame, DropReplay, DropRules, LineScore, Previewed};

use super::frames::Frames;
use super::play::Screen;
use super::view::View;
use crate::commands::Common;
use crate::error::CliError;
use crate::ops::tetris::game_answer;
use crate::{files, interrupt, json, terminal};

/// A game as it is saved: rules, randomizer, landings and the hash of the end.
type Replay = DropReplay<Dealer, LineScore>;

/// Writes a game down.
pub(super) fn save(
    path: &str,
    rules: DropRules,
    dealer: Dealer,
    game: &DropGame<Previewed<Dealer>, LineScore>,
    landings: &[tetromino::Landing],
) -> Result<(), CliError> {
    let replay = Replay::again(rules, dealer, LineScore, landings, game.stable_hash());
    let replay = replay.map_err(|error| CliError::at(path, error))?;
    files::replace(path, &serde_json::to_string(&replay).map_err(CliError::input)?)
}

/// Plays a saved game again, in the terminal or as a picture for each piece.
pub(super) fn show(
    path: &str,
    frames: Option<&str>,
    delay: Duration,
    common: &Common,
) -> Result<(), CliError> {
    let text = files::read(path)?;
    // Reading it plays it and compares the end.
    let replay: Replay = json::object(&text, "a saved game").map_err(|error| CliError::at(path, error))?;
    let rules = *replay.game().rules();
    let mut out = terminal::drawings(common.json);
    let animated = terminal::stdout_is_screen() && !common.json && frames.is_none();
    let mut screen = Screen::new(terminal::stdout_is_rich() && !common.json);
    let mut view = View::new(rules.width(), rules.height());
    let mut frames = frames.map(Frames::new).transpose()?;
    let stop = interrupt::flag();
    for (index, landing) in replay.landings().iter().enumerate() {
        if stop.is_cancelled() {
            break;
        }
        view.add(landing);
        let panel = [format!("piece   {}", index + 1), format!("of      {}", replay.landings().len())];
        if let Some(frames) = &mut frames {
            frames.add(&view)?;
        } else if animated {
            screen.draw(&mut out, &view, &panel)?;
            std::thread::sleep(delay);
        }
        view.clear();
    }
    let game = replay.game();
    let panel = [
        format!("score   {}", game.score()),
        format!("lines   {}", game.lines()),
        format!("pieces  {}", game.pieces()),
        "replay  checked".to_owned(),
    ];
    screen.draw(&mut out, &view, &panel)?;
    out.flush()?;
    if common.json {
        writeln!(std::io::stdout(), "{}", answer(&replay))?;
    }
    Ok(())
}

fn answer(replay: &Replay) -> serde_json::Value {
    let mut answer = game_answer(replay.game());
    answer["checked"] = value!(true);
    answer
}
