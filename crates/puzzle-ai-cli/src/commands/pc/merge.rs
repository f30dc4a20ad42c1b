//! `puzzle-ai pc merge`: one answer from the files of several parts.

use std::process::ExitCode;

use super::percent::{Shown, print};
use super::shares::ShareFile;
use crate::commands::Common;
use crate::error::CliError;

/// Arguments of `pc merge`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Files that pc percent --save wrote, all of the same question
    #[arg(value_name = "FILE", required = true)]
    parts: Vec<String>,
    #[command(flatten)]
    shown: Shown,
    /// Write what all of them know
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let mut parts = args.parts.iter().map(|path| ShareFile::read(path).map(|file| (path, file)));
    let Some(first) = parts.next() else { return Err(CliError::input("there are no parts")) };
    let (path, first) = first?;
    let question = first.question.clone();
    let mut run = question.begin(path)?;
    first.give(&mut run, &question, path)?;
    for part in parts {
        let (path, part) = part?;
        part.give(&mut run, &question, path)?;
    }
    if let Some(path) = &args.save {
        ShareFile::new(question, run.marks().clone()).write(path)?;
    }
    print(&run.result(), &args.shown, common)
}
