//! An operation of the protocol and its errors.

use std::fmt;

use serde_json::Value;

use crate::jsonl::fields::Fields;
use crate::lines::BadLine;

/// A row of the dispatcher's table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Op {
    /// `crate.operation`.
    pub(crate) name: &'static str,
    /// Reads its fields, calls [`Fields::finish`], then works.
    pub(crate) run: fn(Fields) -> Result<Value, OpError>,
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpError {
    /// One of the documented codes, in snake case.
    pub(crate) code: &'static str,
    /// For a person.
    pub(crate) message: String,
    /// JSON path of the field at fault, `$` is the request.
    pub(crate) at: String,
}

impl OpError {
    /// An error about the whole request, until [`OpError::at`] says where.
    pub(crate) fn new(code: &'static str, message: impl fmt::Display) -> Self {
        Self { code, message: message.to_string(), at: "$".to_owned() }
    }

    /// A line that cannot be read.
    pub(crate) fn of_line(error: BadLine) -> Self {
        let code = if error == BadLine::TooLong { "too_large" } else { "bad_json" };
        Self::new(code, error)
    }

    /// A value of the right type that makes no sense.
    pub(crate) fn bad_value(at: &str, message: impl fmt::Display) -> Self {
        Self::new("bad_value", message).at(at)
    }

    /// The same error at a field.
    pub(crate) fn at(mut self, at: &str) -> Self {
        self.at = at.to_owned();
        self
    }
}
