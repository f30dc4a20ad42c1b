//! `puzzle-ai tetris tbp`: a bot for front ends.

use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use grid_core::{Budget, CancelFlag};

use crate::commands::Common;
use crate::error::CliError;
use crate::tbp::{Bot, NODES, Reply};
use crate::tetris::SkillArgs;

/// Arguments of `tetris tbp`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Positions to judge for each move
    #[arg(long, default_value_t = NODES, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Milliseconds to think about a move at most
    #[arg(long, default_value_t = 300, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: u64,
    #[command(flatten)]
    skill: SkillArgs,
}

/// Most bytes of a line.
const LINE_LIMIT: usize = 1 << 20;

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let (lines, heard) = mpsc::channel::<Vec<u8>>();
    let (flags, current) = mpsc::channel::<CancelFlag>();
    thread::spawn(move || listen(&lines, &current));
    let mut out = io::stdout().lock();
    let mut say = |value: &serde_json::Value| -> io::Result<()> {
        writeln!(out, "{value}")?;
        out.flush()
    };
    say(&Bot::info())?;
    let mut bot = Bot::new(args.nodes).with_skill(args.skill.skill, common.seed);
    let mut seconds = 0.0;
    let mut think = |bot: &mut Bot, cancel: &CancelFlag| {
        let start = Instant::now();
        let budget = Budget::nodes(args.nodes).with_deadline(start + Duration::from_millis(args.time));
        bot.think(budget, cancel);
        start.elapsed().as_secs_f64()
    };
    loop {
        if bot.wants_to_think() {
            // The listener raises the flag when a message makes the search useless.
            let cancel = CancelFlag::new();
            let _ = flags.send(cancel.clone());
            if let Ok(line) = heard.try_recv() {
                if !answer(&mut bot, &line, &mut say, &mut think, &mut seconds)? {
                    return Ok(());
                }
                continue;
            }
            seconds = think(&mut bot, &cancel);
        }
        let Ok(line) = heard.recv() else {
            return Ok(());
        };
        if !answer(&mut bot, &line, &mut say, &mut think, &mut seconds)? {
            return Ok(());
        }
    }
}

/// Acts on a line; `false` at the end.
fn answer(
    bot: &mut Bot,
    line: &[u8],
    say: &mut impl FnMut(&serde_json::Value) -> io::Result<()>,
    think: &mut impl FnMut(&mut Bot, &CancelFlag) -> f64,
    seconds: &mut f64,
) -> io::Result<bool> {
    match bot.hear(line) {
        Reply::Silent => {}
        Reply::Say(message) => say(&message)?,
        Reply::Suggest => {
            if bot.wants_to_think() {
                *seconds = think(bot, &CancelFlag::new());
            }
            say(&bot.suggestion(*seconds))?;
        }
        Reply::Quit => return Ok(false),
    }
    Ok(true)
}

/// Hands lines on, and ends searches that they make useless.
fn listen(lines: &mpsc::Sender<Vec<u8>>, current: &mpsc::Receiver<CancelFlag>) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if line.len() > LINE_LIMIT {
            continue;
        }
        let waits = serde_json::from_slice::<serde_json::Value>(&line)
            .is_ok_and(|message| message["type"].as_str() == Some("suggest"));
        if !waits {
            current.try_iter().for_each(|flag| flag.cancel());
        }
        if lines.send(line.clone()).is_err() {
            return;
        }
    }
}
