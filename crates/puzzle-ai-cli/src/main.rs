//! The program `puzzle-ai`: a file per subcommand under `commands`, a file per
//! crate for the JSON-lines protocol under `ops`. It holds no rules.

#![forbid(unsafe_code)]

mod clock;
mod commands;
mod error;
mod input;
mod interrupt;
mod jsonl;
mod ops;
mod terminal;
mod tetris;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Cli;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return error::usage(&error),
    };
    match commands::run(cli) {
        Ok(code) => code,
        Err(error) => error.report(),
    }
}
