//! What the terminal can show, colours for it, and its keys.

use std::io::{self, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::error::CliError;

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

/// A bar of progress on stderr.
pub(crate) fn bar(length: u64, template: &str) -> Result<ProgressBar, CliError> {
    let style = ProgressStyle::with_template(template).map_err(CliError::input)?;
    Ok(ProgressBar::new(length).with_style(style))
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

/// Bytes from standard input as they are typed; on a terminal without waiting for
/// the end of the line and without echo, as long as this lives.
pub(crate) struct Keys {
    bytes: Receiver<u8>,
    live: bool,
    #[cfg(unix)]
    before: Option<nix::sys::termios::Termios>,
}

impl Keys {
    /// Listens.
    pub(crate) fn listen() -> Self {
        let (sender, bytes) = channel();
        std::thread::spawn(move || {
            let mut typed = [0; 64];
            while let Ok(len @ 1..) = io::stdin().read(&mut typed) {
                if typed[..len].iter().any(|&byte| sender.send(byte).is_err()) {
                    return;
                }
            }
        });
        let live = io::stdin().is_terminal();
        Self {
            bytes,
            live,
            #[cfg(unix)]
            before: if live { unbuffered() } else { None },
        }
    }

    /// Whether a person sits there, for whom time passes.
    pub(crate) const fn are_live(&self) -> bool {
        self.live
    }

    /// The next byte, waited for at most so long; `Ok(None)` if none came.
    ///
    /// # Errors
    /// There are no more.
    pub(crate) fn next(&self, wait: Option<Duration>) -> Result<Option<u8>, io::ErrorKind> {
        let end = io::ErrorKind::UnexpectedEof;
        match wait {
            None => self.bytes.recv().map(Some).map_err(|_| end),
            Some(wait) => match self.bytes.recv_timeout(wait) {
                Ok(byte) => Ok(Some(byte)),
                Err(RecvTimeoutError::Timeout) => Ok(None),
                Err(RecvTimeoutError::Disconnected) => Err(end),
            },
        }
    }
}

/// Turns line buffering and echo off; the settings before.
#[cfg(unix)]
fn unbuffered() -> Option<nix::sys::termios::Termios> {
    use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};
    let before = tcgetattr(io::stdin()).ok()?;
    let mut raw = before.clone();
    // Ctrl-C still interrupts.
    raw.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO);
    tcsetattr(io::stdin(), SetArg::TCSANOW, &raw).ok()?;
    Some(before)
}

impl Drop for Keys {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(before) = &self.before {
            use nix::sys::termios::{SetArg, tcsetattr};
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, before);
        }
    }
}
