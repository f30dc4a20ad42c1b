//! Lines of bytes: whatever stands in one, the next can be read.

use std::fmt;
use std::io::{self, BufRead};

/// Most bytes of a line.
pub(crate) const LIMIT: usize = 16 << 20;

/// Reads line by line.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    line: Vec<u8>,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadLine {
    /// More bytes than are kept; all of them are skipped.
    TooLong,
    /// No UTF-8 from this byte on, from 1.
    NotText(usize),
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a line has at most {LIMIT} bytes"),
            Self::NotText(byte) => write!(f, "byte {byte} of the line is no UTF-8"),
        }
    }
}

impl<R: BufRead> Lines<R> {
    /// The lines of an input.
    pub(crate) fn new(input: R) -> Self {
        Self { input, line: Vec::new() }
    }

    /// The next line without its line feed, `None` at the end.
    ///
    /// # Errors
    /// Those of the reader.
    pub(crate) fn bytes(&mut self) -> io::Result<Option<Result<&[u8], BadLine>>> {
        self.line.clear();
        let (mut fits, mut any) = (true, false);
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let last = chunk.is_empty() || end.is_some();
            any |= !chunk.is_empty();
            let text = &chunk[..end.unwrap_or(chunk.len())];
            fits &= self.line.len() + text.len() <= LIMIT;
            if fits {
                self.line.extend_from_slice(text);
            }
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            if last {
                return Ok(any.then_some(if fits { Ok(&self.line) } else { Err(BadLine::TooLong) }));
            }
        }
    }

    /// As [`Lines::bytes`], as text.
    ///
    /// # Errors
    /// Those of the reader.
    pub(crate) fn text(&mut self) -> io::Result<Option<Result<&str, BadLine>>> {
        let text =
            |bytes| std::str::from_utf8(bytes).map_err(|error| BadLine::NotText(error.valid_up_to() + 1));
        Ok(self.bytes()?.map(|line| line.and_then(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_is_skipped() {
        let mut input = b"one\n\xff\n\nab\xc3(\n".to_vec();
        input.resize(input.len() + LIMIT + 1, b'x');
        input.extend_from_slice(b"\nlast");
        let mut lines = Lines::new(input.as_slice());
        let mut read = || lines.text().expect("memory").map(|line| line.map(str::to_owned));
        let text = |text: &str| Some(Ok(text.to_owned()));
        assert_eq!(read(), text("one"));
        assert_eq!(read(), Some(Err(BadLine::NotText(1))));
        assert_eq!(read(), text(""));
        assert_eq!(read(), Some(Err(BadLine::NotText(3))));
        assert_eq!(read(), Some(Err(BadLine::TooLong)));
        assert_eq!(read(), text("last"));
        assert_eq!((read(), read()), (None, None));
    }
}
