//! `puzzle-ai cover count`: how many solutions there are.

use std::io::{self, Write};
use std::process::ExitCode;

use exact_cover::{CountMethod, CountOptions};
use serde_json::json;

use super::solve::ProblemArgs;
use crate::commands::{Common, NodeArgs};
use crate::error::{self, CliError};
use crate::ops::cover::number;

/// Arguments of `cover count`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    nodes: NodeArgs,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let problem = args.problem.read()?;
    let counted = problem.count_within(&CountOptions::with_budget(args.nodes.budget()));
    let complete = counted.outcome.is_complete();
    let mut out = io::stdout();
    if common.json {
        let ok = json!({ "count": number(&counted.count), "complete": complete, "nodes": counted.nodes, "steps": counted.steps });
        writeln!(out, "{ok}")?;
    } else {
        let how = match counted.method {
            CountMethod::Search => format!("{} nodes", counted.nodes),
            CountMethod::Layers => {
                format!("{} steps between at most {} states", counted.steps, counted.states)
            }
        };
        let least = if complete { "" } else { "at least " };
        writeln!(out, "{least}{} solutions ({}; {how})", counted.count, counted.outcome)?;
    }
    Ok(error::answer(!counted.count.is_zero(), common.exit_code))
}
