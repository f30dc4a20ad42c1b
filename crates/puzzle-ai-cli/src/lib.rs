//! The program `puzzle-ai` as a library, so that it can be tested and fuzzed: a
//! file per subcommand under `commands`, a file per crate for the JSON-lines
//! protocol under `ops`. It holds no rules.
//!
//! ```
//! let mut answers = Vec::new();
//! let request = r#"{"id": 1, "op": "grid.shape", "shape": ["\u0023"]}"#;
//! puzzle_ai_cli::serve(request.as_bytes(), &mut answers)?;
//! assert!(answers.starts_with(br#"{"id":1,"ok":{"area":1"#));
//! # Ok::<(), std::io::Error>(())
//! ```

#![forbid(unsafe_code)]

mod candy;
mod clock;
mod commands;
mod error;
mod files;
mod input;
mod interrupt;
pub mod jobs;
mod json;
mod jsonl;
mod lines;
mod names;
mod ops;
mod pc_adviser;
mod pc_page;
mod tbp;
mod terminal;
mod tetris;
mod tuning;

use std::process::ExitCode;

use clap::FromArgMatches;

pub use crate::jsonl::serve;
pub use crate::tbp::serve_tbp;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    let matches = commands::command().try_get_matches();
    let cli = match matches.and_then(|matches| commands::Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return error::usage(&error),
    };
    match commands::run(cli) {
        Ok(code) => code,
        Err(error) => error.report(),
    }
}
