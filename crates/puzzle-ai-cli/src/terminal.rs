//! What the terminal can show, and colours for it.

use std::io::{self, IsTerminal};

/// Whether drawings on stdout may use colours and move the cursor.
pub(crate) fn stdout_is_rich() -> bool {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    wanted && io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Wraps `text` in a 256-colour background where colours are on.
pub(crate) fn on_colour(rich: bool, colour: u8, text: &str) -> String {
    if rich { format!("\x1b[48;5;{colour}m{text}\x1b[0m") } else { text.to_owned() }
}

/// Bold where colours are on.
pub(crate) fn bold(rich: bool, text: &str) -> String {
    if rich { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
}
