//! `puzzle-ai cover solve`: the solutions of a problem, one a line.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use exact_cover::{OptionId, Outcome, Problem, Search, knuth};
use grid_core::Budget;
use serde_json::json;

use crate::commands::Common;
use crate::error::{self, CliError};
use crate::input::Source;
use crate::interrupt;

/// Arguments of `cover solve`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// A problem in Knuth's format; - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Stop after so many solutions
    #[arg(long, default_value_t = 1000, value_name = "N")]
    limit: u64,
    /// Stop after so many search nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

/// Reads a problem in Knuth's format.
pub(super) fn read(file: &str) -> Result<Problem, CliError> {
    let source = Source::read(file)?;
    knuth::parse(source.text()).map_err(|error| source.refuse(error))
}

/// Ctrl-C and perhaps a number of nodes.
pub(super) fn budget(nodes: Option<u64>) -> Budget {
    let budget = Budget::unlimited().with_cancel(interrupt::flag());
    match nodes {
        Some(nodes) => budget.with_nodes(nodes),
        None => budget,
    }
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let problem = read(&args.file)?;
    let mut out: Box<dyn Write> = if common.json { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    let mut solutions: Vec<Vec<u32>> = Vec::new();
    let mut failure = None;
    let report = Search::new(&problem).run(&budget(args.nodes), args.limit, |solution| {
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
