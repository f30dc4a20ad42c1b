//! The program: arguments as those of `puzzle-ai`, output by rank 0.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use puzzle_ai_cli::jobs::{
    BAD_INPUT, CliError, Common, ShareArgs, TournamentArgs, WeightArgs, bad_usage, interrupt_flag,
    print_share, print_tournament, print_weights, replace_file,
};

use crate::jobs::{Job, Saved, ShareJob, ShareWork, TournamentJob, TournamentWork, WeightJob, WeightWork};
use crate::ranks::Ranks;
use crate::rounds::{Rounds, run_job};

/// Weight tuning, perfect-clear sweeps and tournaments over many machines.
///
/// The answer and the file of `--save` are those of `puzzle-ai`, for any number of ranks and
/// threads. A killed run goes on from its file, with as many ranks as you like.
#[derive(Debug, Parser)]
#[command(
    name = "puzzle-ai-mpi",
    version,
    about,
    after_help = "Example: mpirun -np 4 puzzle-ai-mpi tune --population 32 --save run.json"
)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    work: Work,
}

#[derive(Debug, Subcommand)]
enum Work {
    /// Find weights for one-piece games, as puzzle-ai tetris tune
    #[command(
        after_help = "Example: mpirun -np 8 puzzle-ai-mpi tune --features bcts --population 64 --save run.json"
    )]
    Tune(Box<WeightArgs>),
    /// The share of a pattern's queues that clear a field, as puzzle-ai pc percent
    #[command(
        after_help = "Example: mpirun -np 8 puzzle-ai-mpi percent --clear 4 --pattern '*p7,*p4' --hold --save all.json"
    )]
    Percent(Box<Share>),
    /// Many games between agents, as puzzle-ai stones tournament
    #[command(
        after_help = "Example: mpirun -np 8 puzzle-ai-mpi tournament --scenarios 1000 --save results.json"
    )]
    Tournament(Contest),
}

/// Arguments of `percent`.
#[derive(Clone, Debug, clap::Args)]
struct Share {
    #[command(flatten)]
    asked: ShareArgs,
    /// Nodes of a rank between two savings
    #[arg(long, default_value_t = 100_000_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1_000..))]
    round: u64,
}

/// Arguments of `tournament`.
#[derive(Clone, Debug, clap::Args)]
struct Contest {
    #[command(flatten)]
    asked: TournamentArgs,
    /// Scenarios between two savings [default: two games for each thread]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    round: Option<u64>,
}

/// Runs the program with the arguments of this process, as a rank of the run that it
/// belongs to; without the feature `mpi` as the only one.
#[must_use]
pub fn run() -> ExitCode {
    #[cfg(feature = "mpi")]
    {
        let code = crate::MpiRanks::run(|ranks| run_on(ranks, std::env::args_os()));
        code.unwrap_or_else(|| fail("MPI cannot be started"))
    }
    #[cfg(not(feature = "mpi"))]
    {
        if let Some(size) = started_together() {
            return fail(&format!(
                "one of {size} processes, built without the feature mpi: each would do all of the work"
            ));
        }
        run_on(&crate::OneRank, std::env::args_os())
    }
}

/// How many processes were started together with this one, if there are others.
#[cfg(not(feature = "mpi"))]
fn started_together() -> Option<u32> {
    // Open MPI, MPICH and those made from it, `srun`.
    let names = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"];
    let size = |name| std::env::var(name).ok()?.parse().ok();
    names.into_iter().filter_map(size).find(|&size| size > 1)
}

/// The same with these arguments, the name of the program first, on any ranks. The exit
/// code is the same on all of them.
pub fn run_on(ranks: &dyn Ranks, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        // All ranks have the same arguments.
        Err(error) if !error.use_stderr() => {
            if ranks.is_first() {
                let _ = error.print();
            }
            return ExitCode::SUCCESS;
        }
        Err(error) => return refuse(ranks, &bad_usage(&error)),
    };
    let common = &cli.common;
    let code = match &cli.work {
        Work::Tune(args) => tune(ranks, common, args),
        Work::Percent(args) => percent(ranks, common, args),
        Work::Tournament(args) => tournament(ranks, common, args),
    };
    match code {
        Ok(code) => code.into(),
        Err(fault) => refuse(ranks, &fault),
    }
}

fn tune(ranks: &dyn Ranks, common: &Common, args: &WeightArgs) -> Result<u8, String> {
    let question = || args.question(common).map(|(lives, plan)| WeightWork { lives, plan }).map_err(text);
    let job: WeightJob = work(ranks, common, question, args.tune.save.as_deref())?;
    print(ranks, || {
        let (WeightWork { lives, plan }, tuned) = (job.work(), job.tuned());
        args.tune.draw(tuned.tuner.generations())?;
        print_weights(args, common, lives, plan.start(), &tuned).map(|()| true)
    })
}

fn percent(ranks: &dyn Ranks, common: &Common, args: &Share) -> Result<u8, String> {
    let Share { asked, round } = args;
    let question = || {
        let question = asked.question().map_err(text)?;
        Ok(ShareWork { question, memory: asked.memory(), round: *round })
    };
    let job: ShareJob = work(ranks, common, question, asked.save.as_deref())?;
    print(ranks, || {
        let result = job.result();
        print_share(&result, &asked.shown, common).map(|_| result.success > 0 || !common.exit_code)
    })
}

fn tournament(ranks: &dyn Ranks, common: &Common, args: &Contest) -> Result<u8, String> {
    let Contest { asked, round } = args;
    let question = || {
        let meeting = asked.meeting(common).map_err(text)?;
        let games = 2 * ranks.size() * usize::from(common.threads);
        let usual = games.div_ceil(meeting.entrants()) as u64;
        Ok(TournamentWork { meeting, scenarios: asked.scenarios, round: round.unwrap_or(usual) })
    };
    let job: TournamentJob = work(ranks, common, question, asked.save.as_deref())?;
    print(ranks, || {
        let report = job.meeting().report(job.tournament());
        print_tournament(&report, common.seed, common).map(|()| true)
    })
}

/// Does a job, keeping it in a file and showing how far it is.
fn work<J: Job>(
    ranks: &dyn Ranks,
    common: &Common,
    question: impl FnOnce() -> Result<J::Question, String>,
    save: Option<&str>,
) -> Result<J, String> {
    let bar = if ranks.is_first() { ProgressBar::new(0) } else { ProgressBar::hidden() };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}");
    bar.set_style(style.map_err(text)?);
    let keep = |job: &J| {
        let (done, all, word) = job.progress();
        bar.set_length(all);
        bar.set_position(done);
        bar.set_message(word);
        save.map_or(Ok(()), |path| replace_file(path, &job.state()?).map_err(text))
    };
    let open = || {
        let question = question()?;
        let saved = save.filter(|path| Path::new(path).exists());
        let read = |path: &str| {
            let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
            Ok::<_, String>(Saved { path: path.to_owned(), text })
        };
        Ok((question, saved.map(read).transpose()?))
    };
    let rounds = Rounds { threads: common.threads.into(), cancel: interrupt_flag(), keep: Box::new(keep) };
    let (job, done) = run_job::<J>(ranks, open, rounds)?;
    bar.finish_and_clear();
    if !done && ranks.is_first() {
        let (done, all, _) = job.progress();
        let _ = writeln!(io::stderr(), "stopped: {done} of {all}");
    }
    Ok(job)
}

/// Lets rank 0 print; whether the answer is yes or something went wrong there, as an exit
/// code on all ranks.
fn print(ranks: &dyn Ranks, show: impl FnOnce() -> Result<bool, CliError>) -> Result<u8, String> {
    let code = if ranks.is_first() {
        match show() {
            Ok(yes) => u8::from(!yes),
            // A reader that went away is no error.
            Err(CliError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Err(fault) => {
                fail(&text(fault));
                BAD_INPUT
            }
        }
    } else {
        0
    };
    Ok(ranks.broadcast(&[code]).first().copied().unwrap_or(BAD_INPUT))
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// What all ranks know, said once.
fn refuse(ranks: &dyn Ranks, fault: &str) -> ExitCode {
    if ranks.is_first() { fail(fault) } else { ExitCode::from(BAD_INPUT) }
}

fn fail(fault: &str) -> ExitCode {
    let line = fault.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    // Nobody may be reading; the exit code says it all the same.
    let _ = writeln!(io::stderr(), "puzzle-ai-mpi: {line}");
    ExitCode::from(BAD_INPUT)
}
