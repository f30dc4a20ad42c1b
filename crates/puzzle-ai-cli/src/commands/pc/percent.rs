//! `puzzle-ai pc percent`: the share of a pattern's queues that succeed.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use grid_core::{Shard, Stop};
use perfect_clear::{PcPercent, PercentRun};
use tetromino::Piece;

use super::shares::{Question, ShareFile};
use super::{PatternArgs, megabytes};
use crate::commands::{Common, NodeArgs};
use crate::error::{self, CliError};
use crate::files;
use crate::ops::pc::{letters, shares};
use crate::terminal;

/// Nodes between two reports.
const NODES: u64 = 2_000_000;
/// Time between two savings.
const SAVE_EVERY: Duration = Duration::from_secs(20);

/// Arguments of `pc percent`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    asked: Asked,
    /// Only a part of the different queues: 1/4 is the first of four
    #[arg(long, default_value_t, value_name = "I/N")]
    shard: Shard,
    #[command(flatten)]
    nodes: NodeArgs,
}

/// What is asked, and where the answer is kept.
#[derive(Clone, Debug, clap::Args)]
pub struct Asked {
    #[command(flatten)]
    asked: PatternArgs,
    /// What is printed.
    #[command(flatten)]
    pub shown: Shown,
    /// Keep what is known in this file, and go on from there
    #[arg(long, value_name = "FILE")]
    pub save: Option<String>,
    /// Memory for the queues that are judged together
    #[arg(long, default_value_t = 1024, value_name = "MIB")]
    memory: usize,
}

impl Asked {
    /// The question; files are read here only.
    ///
    /// # Errors
    /// The option or the file at fault.
    pub fn question(&self) -> Result<Question, CliError> {
        let PatternArgs { field, pattern, rules } = &self.asked;
        let (_, field) = field.load()?;
        rules.solver()?;
        rules.hold()?;
        Ok(Question {
            field: field.to_string().lines().map(str::to_owned).collect(),
            rules: rules.rules()?,
            hold: rules.hold_name(),
            pattern: pattern.to_string(),
        })
    }

    /// Bytes for the queues that are judged together.
    #[must_use]
    pub fn memory(&self) -> usize {
        megabytes(self.memory)
    }
}

/// What is printed of a share.
#[derive(Clone, Debug, clap::Args)]
pub struct Shown {
    /// Break the share down by so many first pieces
    #[arg(long, default_value_t = 0, value_name = "N")]
    tree: usize,
    /// List so many failing queues
    #[arg(long, default_value_t = 0, value_name = "N")]
    failed: usize,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let question = args.asked.question()?;
    let path = args.asked.save.as_ref();
    let run = question.begin("--pattern")?;
    let mut run = run.with_shard(args.shard).with_memory(args.asked.memory());
    if let Some(path) = path.filter(|path| files::exists(path)) {
        ShareFile::read(path)?.give(&mut run, &question, path)?;
    }
    let pool = common.pool()?;
    let bar = terminal::bar(run.progress().1 as u64, "{bar:30} {pos}/{len} queues, {elapsed}")?;
    let save = |run: &PercentRun| {
        let file = || ShareFile::new(question.clone(), run.marks().clone());
        path.map_or(Ok(()), |path| file().write(path))
    };
    let budget = args.nodes.budget();
    let (mut left, mut saved) = (budget.node_limit(), Instant::now());
    let end = loop {
        let nodes = left.map_or(NODES, |left| left.min(NODES));
        let step = budget.clone().with_nodes(nodes);
        let end = pool.install(|| if common.threads > 1 { run.run_parallel(&step) } else { run.run(&step) });
        bar.set_position(run.progress().0 as u64);
        left = left.map(|left| left - nodes);
        if end != Some(Stop::NodeBudget) || left == Some(0) {
            break end;
        }
        if saved.elapsed() > SAVE_EVERY {
            save(&run)?;
            saved = Instant::now();
        }
    };
    bar.finish_and_clear();
    save(&run)?;
    let percent = run.result();
    if let Some(stop) = end {
        let (done, all) = run.progress();
        writeln!(io::stderr(), "{stop}: {done} of {all} different queues are judged")?;
    }
    print(&percent, &args.asked.shown, common)
}

/// Prints a share.
///
/// # Errors
/// Stdout cannot be written.
pub fn print(percent: &PcPercent, shown: &Shown, common: &Common) -> Result<ExitCode, CliError> {
    let mut out = io::stdout();
    let answer = error::answer(percent.success > 0, common.exit_code);
    if common.json {
        writeln!(out, "{}", shares(percent))?;
        return Ok(answer);
    }
    let share = |success: u64, total: u64| 100.0 * success as f64 / total.max(1) as f64;
    let (success, total) = (percent.success, percent.total);
    let least = if percent.complete { "" } else { "at least " };
    writeln!(out, "{least}{success} of {total} queues, {:.2} %", share(success, total))?;
    let (success, total) = (percent.success_truncated, percent.total_truncated);
    writeln!(out, "{least}{success} of {total} different queues cut to the pieces that can matter")?;
    if !percent.complete {
        writeln!(out, "{} different queues are not judged yet", percent.unknown_truncated)?;
    }
    let text = |pieces: &[Piece]| letters(pieces);
    if shown.tree > 0 {
        for branch in percent.tree(shown.tree) {
            let part = share(branch.success, branch.total);
            let (begin, success, total) = (text(&branch.pieces), branch.success, branch.total);
            writeln!(out, "{begin:<8} {success:>6} of {total:<6} {part:>6.2} %")?;
        }
    }
    for queue in percent.failed.iter().take(shown.failed) {
        writeln!(out, "fails: {}", text(queue))?;
    }
    Ok(answer)
}
