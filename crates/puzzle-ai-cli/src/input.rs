//! Drawings from files, standard input or the command line.

use std::io::Read;

use grid_core::DrawingError;
use tetromino::{Field, FieldError};

use crate::error::CliError;

/// Most bytes of an input file.
const LIMIT: u64 = 16 << 20;

/// A text and where it comes from.
#[derive(Debug)]
pub(crate) struct Source {
    name: String,
    text: String,
}

impl Source {
    /// Reads a file; `-` is standard input.
    pub(crate) fn read(path: &str) -> Result<Self, CliError> {
        let name = if path == "-" { "standard input" } else { path };
        let mut text = String::new();
        let read = if path == "-" {
            std::io::stdin().lock().take(LIMIT + 1).read_to_string(&mut text)
        } else {
            std::fs::File::open(path).and_then(|file| file.take(LIMIT + 1).read_to_string(&mut text))
        };
        match read {
            Err(error) => Err(CliError::at(name, error)),
            Ok(bytes) if bytes as u64 > LIMIT => Err(CliError::at(name, "an input has at most 16 MiB")),
            Ok(_) => {
                // A byte order mark and blank lines at the end are no part of a drawing.
                let drawing = text.trim_start_matches('\u{feff}').trim_end_matches(['\n', '\r']);
                let text = if drawing.is_empty() { text } else { drawing.to_owned() };
                Ok(Self { name: name.to_owned(), text })
            }
        }
    }

    /// What the input is called in errors.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Rows from the command line, separated by `/`.
    pub(crate) fn inline(rows: &str) -> Self {
        Self { name: "the drawing".to_owned(), text: rows.replace('/', "\n") }
    }

    /// A drawing given as a path, or inline if it names rows; `else_` is what else the option
    /// takes.
    pub(crate) fn path_or_rows(option: &str, argument: &str, else_: &str) -> Result<Self, CliError> {
        if is_file(argument) {
            Self::read(argument)
        } else if !argument.is_empty() && argument.chars().all(|c| "#._/X".contains(c)) {
            Ok(Self::inline(argument))
        } else {
            Err(absent(option, argument, &format!("{else_}rows of # X _ . with / between them")))
        }
    }

    /// Any drawing given as a path, or inline where there is no such file.
    pub(crate) fn path_or_drawing(option: &str, argument: &str) -> Result<Self, CliError> {
        if is_file(argument) {
            Self::read(argument)
        } else if argument.is_empty() {
            Err(absent(option, argument, "rows with / between them"))
        } else {
            Ok(Self::inline(argument))
        }
    }

    /// A text with a sign that names no file, or a path.
    pub(crate) fn path_or_text(
        option: &str,
        argument: &str,
        sign: char,
        name: &str,
    ) -> Result<Self, CliError> {
        if is_file(argument) {
            Self::read(argument)
        } else if argument.contains(sign) {
            Ok(Self { name: format!("the {name}"), text: argument.to_owned() })
        } else {
            Err(absent(option, argument, &format!("a {name}")))
        }
    }

    /// An error at a character of the text, from 0.
    pub(crate) fn fault_at(&self, character: usize, reason: impl std::fmt::Display) -> CliError {
        let (mut line, mut column) = (1, 1);
        for before in self.text.chars().take(character) {
            (line, column) = if before == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        self.fault(line, column, reason)
    }

    /// An error in the text.
    pub(crate) fn refuse(&self, reason: impl std::fmt::Display) -> CliError {
        CliError::at(&self.name, reason)
    }

    /// An error about a line and a column, both from 1.
    pub(crate) fn fault(&self, line: usize, column: usize, reason: impl std::fmt::Display) -> CliError {
        CliError::at(format_args!("{}:{line}:{column}", self.name), reason)
    }

    /// A falling-block field; missing rows above are empty.
    pub(crate) fn field(&self, least_height: usize) -> Result<Field, CliError> {
        let rows = self.text.lines().count();
        Field::from_rows(self.text.lines(), least_height.max(rows)).map_err(|error| match &error {
            FieldError::Drawing(DrawingError::Ragged { row, expected, found }) => {
                self.fault(*row, expected.min(found) + 1, &error)
            }
            FieldError::Height(_) => self.fault(Field::MAX_HEIGHT + 1, 1, &error),
            _ => self.fault(1, 1, &error),
        })
    }
}

/// Whether something can be read there: standard input, or what the system knows by this name.
fn is_file(argument: &str) -> bool {
    argument == "-" || std::path::Path::new(argument).exists()
}

/// The value of an option that is nothing that it takes.
fn absent(option: &str, argument: &str, takes: &str) -> CliError {
    if argument.is_empty() {
        CliError::at(option, format_args!("it is empty; {takes}, or a file is expected"))
    } else {
        CliError::at(option, format_args!("{argument:?} is neither {takes} nor a file"))
    }
}
