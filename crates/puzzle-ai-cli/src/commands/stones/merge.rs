//! `puzzle-ai stones merge`: one table from the files of several parts.

use super::results::ResultFile;
use super::tournament::print;
use crate::commands::Common;
use crate::error::CliError;

/// Arguments of `stones merge`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Files that stones tournament --save wrote, all of the same agents, family and seed
    #[arg(value_name = "FILE", required = true)]
    parts: Vec<String>,
    /// Write what all of them know
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let mut merged = None;
    for path in &args.parts {
        let file = ResultFile::read(path)?;
        let (meeting, tournament) = merged.get_or_insert_with(|| {
            let meeting = file.meeting.clone();
            let tournament = meeting.tournament(0);
            (meeting, tournament)
        });
        file.give(tournament, meeting).map_err(|error| CliError::at(path, error))?;
    }
    let Some((meeting, tournament)) = merged else { return Err(CliError::input("there are no parts")) };
    let report = meeting.report(&tournament);
    if let Some(path) = &args.save {
        ResultFile::new(meeting, tournament.clone()).write(path)?;
    }
    print(&report, tournament.seed(), common)
}
