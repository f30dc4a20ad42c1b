//! `puzzle-ai tetris bench`: many greedy games, counted and timed.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use clap::ValueEnum;
use grid_core::{Budget, Skill};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use stack_eval::{
    DropPlayer, Evaluator, GreedyPlayer, Lifetimes, LinePlayer, LineSettings, Marathon, MarathonRun,
    PieceSource, Totals, WithEvaluator,
};
use tetromino::DropRules;

use crate::commands::Common;
use crate::commands::tetris::per_seed::PerSeed;
use crate::error::CliError;
use crate::tetris::{EvaluatorArgs, SearchArgs};
use crate::{clock, interrupt, names, tetris};

/// How pieces are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Randomness {
    /// Independent and uniform
    Uniform,
    /// Shuffled bags of seven
    #[value(alias = "seven_bag")]
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
    #[command(flatten)]
    evaluator: EvaluatorArgs,
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
    /// Keep the result of every game of `--games` in this table, and play only those that
    /// are not there yet
    #[arg(long, value_name = "FILE", requires = "games")]
    per_seed: Option<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// Pieces that are shown after the one in play [default: those that the search asks for]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=16), requires = "games")]
    previews: Option<u8>,
    /// Rules: article, simplified, lee (two hidden rows), guideline (hold, two hidden rows)
    #[arg(long, default_value = "article", value_name = "NAME", value_parser = names::one_of(["article", "simplified", "lee", "guideline"]))]
    rules: String,
    /// How pieces are dealt
    #[arg(long, value_enum, default_value_t = Randomness::Uniform)]
    randomizer: Randomness,
}

impl Args {
    /// What decides the results of games.
    fn describe(&self, common: &Common) -> String {
        let Self { evaluator, width, height, rules, cap, search, .. } = self;
        let search = search.describe();
        let previews = self.previews.map_or(String::new(), |previews| format!(", previews {previews}"));
        let source = PieceSource::from(self.randomizer).name();
        let cap = if *cap == u64::MAX { "none".to_owned() } else { cap.to_string() };
        format!(
            "evaluator {}, search {search}, rules {rules} {width}x{height}, pieces {source}{previews}, cap {cap}, seed {}",
            evaluator.evaluator, common.seed
        )
    }
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let rules = DropRules::named(&args.rules, args.width, args.height)
        .ok_or_else(|| CliError::at("--rules", "unknown"))?
        .map_err(tetris::misfit)?;
    let settings = args.search.settings()?;
    let evaluator = args.evaluator.load()?;
    if args.games.is_none() && settings != LineSettings::GREEDY {
        return Err(CliError::at("--search", "a search other than greedy goes with --games"));
    }
    if args.games.is_none() && args.search.skill.skill != Skill::BEST {
        return Err(CliError::at("--skill", "a skill goes with --games"));
    }
    let marathon = Marathon::new(rules, args.randomizer.into(), common.seed);
    let bar = progress(args.games.is_none().then_some(args.pieces));
    let (shown, stop) = (bar.clone(), interrupt::flag());
    let budget = Budget::nodes(args.cap)
        .with_cancel(stop.clone())
        .with_progress(move |_| shown.inc(Budget::CHECK_EVERY));
    let pool = common.pool()?;
    if let Some(games) = args.games {
        let run = MarathonRun::new(marathon, games, args.cap).map_err(CliError::input)?;
        let games = Games { run, settings, args, common, budget: &budget };
        let report = pool.install(|| evaluator.with(games))?;
        bar.finish_and_clear();
        let Some(mut report) = report else { return interrupt::nothing_done("games", common) };
        report.complete &= !stop.is_cancelled();
        return report.write(common);
    }
    let start = clock::user_seconds();
    let mut out = io::stdout();
    let totals = pool.install(|| evaluator.with(Pieces { marathon, pieces: args.pieces, budget: &budget }));
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

/// What games came to.
struct Report {
    lives: Lifetimes,
    complete: bool,
    /// Pieces that this run placed, not those of the file.
    placed: u64,
    user_s: f64,
}

/// Greedy games until so many pieces are placed.
struct Pieces<'a> {
    marathon: Marathon,
    pieces: u64,
    budget: &'a Budget,
}

impl WithEvaluator for Pieces<'_> {
    type Output = Totals;

    fn run<E: Evaluator + Sync>(self, evaluator: &E) -> Totals {
        self.marathon.bench_parallel(evaluator, self.pieces, self.budget)
    }
}

/// Games to their end, or to the cap.
struct Games<'a> {
    run: MarathonRun,
    settings: LineSettings,
    args: &'a Args,
    common: &'a Common,
    budget: &'a Budget,
}

impl WithEvaluator for Games<'_> {
    type Output = Result<Option<Report>, CliError>;

    fn run<E: Evaluator + Sync>(self, evaluator: &E) -> Self::Output {
        let Self { run, settings, args, common, budget } = self;
        let skill = args.search.skill.skill;
        if settings == LineSettings::GREEDY && skill == Skill::BEST {
            return play(run, &GreedyPlayer(evaluator), args, common, budget);
        }
        let (settings, previews) = tetris::in_game(settings);
        let previews = args.previews.map_or(previews, |previews| previews as usize);
        let player =
            LinePlayer::new(evaluator, settings).with_previews(previews).with_skill(skill, common.seed);
        play(run, &player, args, common, budget)
    }
}

/// Plays what is not in the file of results, and adds to it game by game; `None` before the
/// first game is done.
fn play<P>(
    mut run: MarathonRun<P::Memory>,
    player: &P,
    args: &Args,
    common: &Common,
    budget: &Budget,
) -> Result<Option<Report>, CliError>
where
    P: DropPlayer + Sync,
    P::Memory: Send + Sync,
{
    let mut file = match &args.per_seed {
        Some(path) => Some(PerSeed::open(path, &args.describe(common), &mut run)?),
        None => None,
    };
    let known = run.progress().nodes;
    let start = clock::user_seconds();
    let lost = Mutex::new(None);
    run.run_parallel(player, budget, |game, result| {
        if let Some(file) = &file {
            if let Err(error) = file.add(game, result) {
                lost.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        }
    });
    let user_s = clock::user_seconds() - start;
    if let Some(error) = lost.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    if let Some(file) = &mut file {
        file.finish(run.results())?;
    }
    let lives = Lifetimes::of(run.results().values());
    let (complete, placed) = (run.is_done(), run.progress().nodes - known);
    Ok(lives.map(|lives| Report { lives, complete, placed, user_s }))
}

impl Report {
    fn write(&self, common: &Common) -> Result<(), CliError> {
        let mut out = io::stdout();
        let Self { lives, complete, placed, user_s } = self;
        let Lifetimes { deaths, cut, pieces, total, lines, mean, low, high } = *lives;
        if common.json {
            let answer = json!({
                "games": lines.count, "finished": deaths, "cut": cut, "pieces": pieces, "lines": total,
                "mean": lines.mean, "standard_error": lines.standard_error, "min": lines.min,
                "q10": lines.q10, "q25": lines.q25, "median": lines.median, "q75": lines.q75,
                "q90": lines.q90, "max": lines.max, "mean_life": mean, "life_low": low, "life_high": high,
                "placed": placed, "user_s": user_s, "seed": common.seed, "complete": complete,
            });
            writeln!(out, "{answer}")?;
            return Ok(());
        }
        writeln!(out, "{} games, {deaths} to their end, {cut} cut, seed {}", lines.count, common.seed)?;
        if !complete {
            writeln!(out, "cut short: not all games are played")?;
        }
        writeln!(out, "lines   mean {:.0} ± {:.0} (95 %)", lines.mean, 1.96 * lines.standard_error)?;
        writeln!(
            out,
            "        min {}, 10 % {}, 25 % {}, median {}, 75 % {}, 90 % {}, max {}",
            lines.min, lines.q10, lines.q25, lines.median, lines.q75, lines.q90, lines.max
        )?;
        match mean.zip(high) {
            Some((mean, high)) => {
                writeln!(out, "life    {mean:.0} lines a death, 95 % from {low:.0} to {high:.0}")?;
            }
            None => writeln!(out, "life    no death in {total} lines: above {low:.0} lines (97.5 %)")?,
        }
        Ok(report_rate(&mut out, *placed, *user_s)?)
    }
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
