//! What the terminal can show, and colours for it.

use std::io::{self, IsTerminal, Write};

/// Whether drawings on stdout may move the cursor.
pub(crate) fn stdout_is_screen() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Whether drawings on stdout may use colours.
pub(crate) fn stdout_is_rich() -> bool {
    stdout_is_screen() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Where drawings go: stdout, or with `--json` stderr, whose reader may go away
/// without harm.
pub(crate) fn drawings(json: bool) -> Box<dyn Write> {
    if json { Box::new(Forgiving(io::stderr())) } else { Box::new(io::stdout()) }
}

/// A writer whose errors do not matter.
struct Forgiving<W>(W);

impl<W: Write> Write for Forgiving<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

/// Wraps `text` in a 256-colour background where colours are on.
pub(crate) fn on_colour(rich: bool, colour: u8, text: &str) -> String {
    if rich { format!("\x1b[48;5;{colour}m{text}\x1b[0m") } else { text.to_owned() }
}

/// Bold where colours are on.
pub(crate) fn bold(rich: bool, text: &str) -> String {
    if rich { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
}
