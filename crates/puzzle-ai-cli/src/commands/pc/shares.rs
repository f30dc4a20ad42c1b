//! Shares in files, so that they can be stopped, handed out and put together.

use perfect_clear::{PcField, PcMarks, PercentRun};
use serde::{Deserialize, Serialize};
use tetromino::{Pattern, PatternError};

use super::{hold_of, solver_of};
use crate::error::CliError;
use crate::{files, json};

/// Most queues of a pattern: they are kept in memory.
const MAX_QUEUES: u64 = 30_000_000;
/// The form of the file.
const VERSION: u32 = 1;

/// A question and what is known of its queues.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareFile {
    version: u32,
    /// What was asked.
    pub question: Question,
    /// What is known.
    pub marks: PcMarks,
}

/// What was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Rows that remain, the top one first, `X` and `_`.
    pub(super) field: Vec<String>,
    pub(super) rules: String,
    /// `none`, `empty`, or the letter of the held piece.
    pub(super) hold: String,
    pub(super) pattern: String,
}

impl Question {
    /// A run that knows nothing yet.
    ///
    /// # Errors
    /// What is wrong, `at` the place that the question comes from.
    pub fn begin(&self, at: &str) -> Result<PercentRun, CliError> {
        let say = |error: String| CliError::at(at, error);
        let (solver, hold) = (solver_of(&self.rules).map_err(say)?, hold_of(&self.hold).map_err(say)?);
        let rows = self.field.iter().map(String::as_str);
        let field = PcField::from_rows(rows, self.field.len());
        let field = field.map_err(|error| say(format!("field: {error}")))?;
        let pattern: Pattern = self.pattern.parse().map_err(|error| say(format!("pattern: {error}")))?;
        if pattern.count().is_none_or(|count| count > MAX_QUEUES) {
            let error = PatternError::TooMany { count: pattern.count(), limit: MAX_QUEUES };
            return Err(CliError::at(at, error));
        }
        PercentRun::new(&solver, &field, pattern.queues(), hold).map_err(|error| CliError::at(at, error))
    }
}

impl ShareFile {
    /// The file of a question.
    #[must_use]
    pub fn new(question: Question, marks: PcMarks) -> Self {
        Self { version: VERSION, question, marks }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: Self = json::object(text, "what pc percent saved")?;
        files::check_version(file.version, VERSION).map(|()| file)
    }

    pub(crate) fn read(path: &str) -> Result<Self, CliError> {
        Self::parse(&files::read(path)?).map_err(|error| CliError::at(path, error))
    }

    pub(crate) fn write(&self, path: &str) -> Result<(), CliError> {
        files::replace(path, &serde_json::to_string(self).map_err(CliError::input)?)
    }

    /// Takes what the file knows into a run of the same question.
    ///
    /// # Errors
    /// Another question, or marks that do not fit, at the path.
    pub fn give(&self, run: &mut PercentRun, asked: &Question, path: &str) -> Result<(), CliError> {
        if self.question != *asked {
            return Err(CliError::at(path, "the file answers another question"));
        }
        run.adopt(&self.marks).map_err(|error| CliError::at(path, error))
    }
}
