//! `puzzle-ai completions SHELL`.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::commands::Cli;
use crate::error::CliError;

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<(), CliError> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "puzzle-ai", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}
