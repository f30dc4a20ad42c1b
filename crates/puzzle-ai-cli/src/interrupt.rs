//! Ctrl-C ends a long run cleanly.

use std::io::{self, Write};
use std::sync::OnceLock;

use grid_core::CancelFlag;
use serde_json::json;

use crate::commands::Common;
use crate::error::CliError;

/// A flag that the first Ctrl-C raises; a second one ends the program at once.
#[must_use]
pub fn flag() -> CancelFlag {
    static FLAG: OnceLock<CancelFlag> = OnceLock::new();
    let install = || {
        let flag = CancelFlag::new();
        let raised = flag.clone();
        // Without a handler, Ctrl-C ends the program as always.
        let _ = ctrlc::set_handler(move || {
            if raised.is_cancelled() {
                std::process::exit(130);
            }
            raised.cancel();
        });
        flag
    };
    FLAG.get_or_init(install).clone()
}

/// What a run prints that ended before the first of what it counts was done: no figures.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn nothing_done(what: &str, common: &Common) -> Result<(), CliError> {
    let mut out = io::stdout();
    if common.json {
        writeln!(out, "{}", json!({ what: 0, "complete": false, "seed": common.seed }))?;
    } else {
        writeln!(out, "cut short: none of the {what} is done, seed {}", common.seed)?;
    }
    Ok(())
}
