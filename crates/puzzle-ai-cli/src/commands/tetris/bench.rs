//! `puzzle-ai tetris bench`: many greedy games, counted and timed.

use std::io::{self, Write};

use clap::ValueEnum;
use grid_core::Budget;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use stack_eval::{Marathon, PieceSource, Summary};
use tetromino::DropRules;

use crate::commands::Common;
use crate::error::CliError;
use crate::{clock, interrupt, tetris};

/// How pieces are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Randomness {
    /// Independent and uniform
    Uniform,
    /// Shuffled bags of seven
    SevenBag,
}

impl From<Randomness> for PieceSource {
    fn from(randomness: Randomness) -> Self {
        match randomness {
            Randomness::Uniform => Self::Uniform,
            Randomness::SevenBag => Self::SevenBag,
        }
    }
}

/// Arguments of `tetris bench`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Name of the evaluator (lee, article), or four weights
    #[arg(long, default_value = "lee", value_name = "NAME", allow_hyphen_values = true)]
    evaluator: String,
    /// Columns, 4 to 16
    #[arg(long, default_value_t = 10, value_name = "N")]
    width: usize,
    /// Rows, hidden ones included, 4 to 60
    #[arg(long, default_value_t = 20, value_name = "N")]
    height: usize,
    /// Play until so many pieces are placed, a new game after each end
    #[arg(long, default_value_t = 1_000_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pieces: u64,
    /// Play so many games to their end instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000), conflicts_with = "pieces")]
    games: Option<u64>,
    /// Pieces after which a game of `--games` is cut off
    #[arg(long, default_value_t = u64::MAX, value_name = "N", hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..), requires = "games")]
    cap: u64,
    /// Top-out rules: article, simplified, lee (two hidden rows)
    #[arg(long, default_value = "article", value_name = "NAME", value_parser = ["article", "simplified", "lee"])]
    rules: String,
    /// How pieces are dealt
    #[arg(long, value_enum, default_value_t = Randomness::Uniform)]
    randomizer: Randomness,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let rules = DropRules::named(&args.rules, args.width, args.height)
        .ok_or_else(|| CliError::at("--rules", "unknown"))?
        .map_err(CliError::input)?;
    let evaluator = tetris::evaluator(&args.evaluator).map_err(|e| CliError::at("--evaluator", e))?;
    let marathon = Marathon::new(rules, args.randomizer.into(), common.seed);
    let bar = progress(args.games.is_none().then_some(args.pieces));
    let (shown, stop) = (bar.clone(), interrupt::flag());
    let budget = Budget::nodes(args.cap)
        .with_cancel(stop.clone())
        .with_progress(move |_| shown.inc(Budget::CHECK_EVERY));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(common.threads.into()).build();
    let pool = pool.map_err(CliError::input)?;
    let start = clock::user_seconds();
    let mut out = io::stdout();
    if let Some(games) = args.games {
        let results = pool.install(|| marathon.play_all_parallel(&evaluator, games, &budget));
        let user_s = clock::user_seconds() - start;
        bar.finish_and_clear();
        let Some(lines) = Summary::of(results.iter().map(|result| result.lines)) else {
            return Err(CliError::input("interrupted before the first game"));
        };
        let games = results.len();
        let total: u64 = results.iter().map(|result| result.lines).sum();
        let pieces: u64 = results.iter().map(|result| result.pieces).sum();
        let finished = results.iter().filter(|result| result.over).count();
        if common.json {
            let answer = json!({
                "games": games, "finished": finished, "pieces": pieces, "lines": total,
                "mean": lines.mean, "standard_error": lines.standard_error, "min": lines.min,
                "median": lines.median, "max": lines.max, "user_s": user_s, "seed": common.seed,
                "complete": !stop.is_cancelled(),
            });
            writeln!(out, "{answer}")?;
        } else {
            let Summary { mean, standard_error, min, median, max, .. } = lines;
            writeln!(out, "{games} games, {finished} to their end, seed {}", common.seed)?;
            writeln!(
                out,
                "lines   mean {mean:.0} ± {:.0} (95 %), median {median}, min {min}, max {max}",
                1.96 * standard_error
            )?;
            report_rate(&mut out, pieces, user_s)?;
        }
        return Ok(());
    }
    let totals = pool.install(|| marathon.bench_parallel(&evaluator, args.pieces, &budget));
    let user_s = clock::user_seconds() - start;
    bar.finish_and_clear();
    if common.json {
        let (pieces, games, lines) = (totals.pieces, totals.games, totals.lines);
        writeln!(out, "{}", json!({ "pieces": pieces, "games": games, "lines": lines, "user_s": user_s }))?;
    } else {
        writeln!(out, "{} games, {} lines, seed {}", totals.games, totals.lines, common.seed)?;
        report_rate(&mut out, totals.pieces, user_s)?;
    }
    Ok(())
}

/// A bar on stderr, hidden where that is no terminal.
fn progress(pieces: Option<u64>) -> ProgressBar {
    let bar = pieces.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    let template = if pieces.is_some() {
        "{bar:40} {human_pos} pieces, {eta} left"
    } else {
        "{human_pos} pieces, {elapsed}"
    };
    bar.with_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn report_rate(out: &mut impl Write, pieces: u64, user_s: f64) -> io::Result<()> {
    let rate = pieces as f64 / user_s.max(1e-6);
    writeln!(out, "pieces  {pieces} in {user_s:.2} s of user CPU time: {rate:.0} decisions a second")
}
