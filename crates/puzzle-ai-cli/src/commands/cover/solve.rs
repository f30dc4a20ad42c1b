//! `puzzle-ai cover solve`: the solutions of a problem, one a line.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use exact_cover::{OptionId, Outcome, Problem, Search, knuth};
use serde_json::json;

use crate::commands::{Common, NodeArgs};
use crate::error::{self, CliError};
use crate::input::Source;
use crate::terminal;

/// Arguments of `cover solve`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Stop after so many solutions
    #[arg(long, default_value_t = 1000, value_name = "N")]
    limit: u64,
    #[command(flatten)]
    nodes: NodeArgs,
}

/// A problem to solve.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ProblemArgs {
    /// A problem in Knuth's format; - for standard input
    #[arg(value_name = "FILE")]
    file: String,
}

impl ProblemArgs {
    pub(super) fn read(&self) -> Result<Problem, CliError> {
        let source = Source::read(&self.file)?;
        knuth::parse(source.text()).map_err(|error| source.refuse(error))
    }
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let problem = args.problem.read()?;
    let mut out = terminal::drawings(common.json);
    let mut solutions: Vec<Vec<u32>> = Vec::new();
    let mut failure = None;
    let report = Search::new(&problem).run(&args.nodes.budget(), args.limit, |solution| {
        if common.json {
            solutions.push(solution.iter().map(|option| option.0).collect());
        } else if let Err(error) = writeln!(out, "{}", line(&problem, solution)) {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    if let Some(error) = failure {
        return Err(error.into());
    }
    let (found, nodes) = (report.statistics.solutions, report.statistics.nodes);
    let complete = report.outcome.is_complete();
    if common.json {
        let ok = json!({ "solutions": solutions, "complete": complete, "nodes": nodes });
        writeln!(io::stdout(), "{ok}")?;
    } else {
        let more = match report.outcome {
            Outcome::Complete => "all there are".to_owned(),
            outcome => format!("stopped: {outcome}"),
        };
        writeln!(out, "{found} solutions, {more}; {nodes} nodes")?;
    }
    Ok(error::answer(found > 0, common.exit_code))
}

/// Options in the words of the input, with their numbers.
fn line(problem: &Problem, solution: &[OptionId]) -> String {
    let option = |&id: &OptionId| {
        let used = |used: &exact_cover::Use| match used.colour {
            Some(colour) => format!("{}:{}", problem.name(used.item), problem.colour_name(colour)),
            None => problem.name(used.item),
        };
        let words: Vec<String> = problem.option(id).iter().map(used).collect();
        format!("{id}[{}]", words.join(" "))
    };
    solution.iter().map(option).collect::<Vec<_>>().join(" ")
}
