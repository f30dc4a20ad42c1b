//! Shares in files, so that they can be stopped, handed out and put together.

use perfect_clear::{PcField, PcMarks, PercentRun};
use serde::{Deserialize, Serialize};
use tetromino::Pattern;

use crate::error::CliError;
use crate::files;

/// The form of the file.
const VERSION: u32 = 1;

/// A question and what is known of its queues.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShareFile {
    version: u32,
    pub(crate) question: Question,
    pub(crate) marks: PcMarks,
}

/// What was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// Rows that remain, the top one first, `X` and `_`.
    pub(crate) field: Vec<String>,
    pub(crate) rules: String,
    /// `none`, `empty`, or the letter of the held piece.
    pub(crate) hold: String,
    pub(crate) pattern: String,
}

impl Question {
    pub(crate) fn field(&self) -> Result<PcField, String> {
        let rows = self.field.iter().map(String::as_str);
        PcField::from_rows(rows, self.field.len()).map_err(|error| format!("field: {error}"))
    }

    pub(crate) fn pattern(&self) -> Result<Pattern, String> {
        self.pattern.parse().map_err(|error| format!("pattern: {error}"))
    }
}

impl ShareFile {
    pub(crate) fn new(question: Question, marks: PcMarks) -> Self {
        Self { version: VERSION, question, marks }
    }

    pub(crate) fn read(path: &str) -> Result<Self, CliError> {
        let text = std::fs::read_to_string(path).map_err(|error| CliError::at(path, error))?;
        let file: Self = serde_json::from_str(&text).map_err(|error| CliError::at(path, error))?;
        if file.version != VERSION {
            let version = file.version;
            return Err(CliError::at(path, format_args!("version {version} of the form, not {VERSION}")));
        }
        Ok(file)
    }

    pub(crate) fn write(&self, path: &str) -> Result<(), CliError> {
        files::replace(path, &serde_json::to_string(self).map_err(CliError::input)?)
    }

    /// Takes what the file knows into a run of the same question.
    pub(crate) fn give(&self, run: &mut PercentRun, asked: &Question, path: &str) -> Result<(), CliError> {
        if self.question != *asked {
            return Err(CliError::at(path, "the file answers another question"));
        }
        run.adopt(&self.marks).map_err(|error| CliError::at(path, error))
    }
}
