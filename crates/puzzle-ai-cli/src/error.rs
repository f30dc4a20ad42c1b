//! How the program says that something is wrong, and with which exit code.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};

const NO: u8 = 1;
/// The exit code of bad usage and bad input.
pub const BAD_INPUT: u8 = 2;

/// The exit code of an answer, for callers who asked with `--exit-code`.
pub(crate) fn answer(yes: bool, asked: bool) -> ExitCode {
    if yes || !asked { ExitCode::SUCCESS } else { ExitCode::from(NO) }
}

/// Why a command ended early.
#[derive(Debug)]
#[non_exhaustive]
pub enum CliError {
    /// Bad usage or input: one line that says where and what.
    Input(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl CliError {
    /// Bad input, with the reason.
    #[must_use]
    pub fn input(reason: impl fmt::Display) -> Self {
        Self::Input(reason.to_string())
    }

    /// Bad input in a file or on standard input: `place: reason`.
    #[must_use]
    pub fn at(place: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Self::Input(format!("{place}: {reason}"))
    }

    /// Prints the error on one line and gives the exit code. A reader that went
    /// away is no error.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Io(error) => fail(&error.to_string()),
            Self::Input(reason) => fail(&reason),
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Input(reason) => f.write_str(reason),
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Help and version on stdout; anything else is bad usage, on one line.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => CliError::Io(error).report(),
        };
    }
    fail(&bad_usage(error))
}

/// What is wrong with the arguments, on one line.
#[must_use]
pub fn bad_usage(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a subcommand is missing; --help lists them".to_owned();
    }
    let text = error.render().to_string();
    let mut reason: String = text
        .lines()
        .take_while(|line| !line.is_empty())
        .map(|line| line.trim().trim_start_matches("error: "))
        .collect::<Vec<_>>()
        .join(" ");
    let negative =
        error.get(ContextKind::InvalidValue).is_some_and(|value| value.to_string().starts_with('-'));
    let whole = if negative { "a number of 0 or more is expected" } else { "a whole number is expected" };
    for (found, words) in [
        ("invalid digit found in string", whole),
        ("cannot parse integer from empty string", "a whole number is expected"),
        ("number too large to fit in target type", "the number is too large"),
        ("number too small to fit in target type", "the number is too small"),
        ("invalid float literal", "a number is expected"),
    ] {
        reason = reason.replace(found, words);
    }
    if let Some(tip) = error.get(ContextKind::SuggestedArg).or(error.get(ContextKind::SuggestedSubcommand)) {
        reason.push_str(&format!(" (did you mean {tip}?)"));
    }
    reason
}

fn fail(reason: &str) -> ExitCode {
    let line = reason.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    // Nobody may be reading; the exit code says it all the same.
    let _ = writeln!(io::stderr(), "puzzle-ai: {line}");
    ExitCode::from(BAD_INPUT)
}
