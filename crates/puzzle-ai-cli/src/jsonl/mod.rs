//! The JSON-lines protocol: one request a line on stdin, one answer a line on
//! stdout, in the same order, flushed per line.

pub(crate) mod fields;
pub(crate) mod op;

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value, json};

use crate::json;
use crate::jsonl::fields::Fields;
use crate::jsonl::op::OpError;
use crate::lines::Lines;
use crate::ops;

/// Answers every line of `input` on `output`: the JSON-lines protocol.
///
/// # Errors
/// Those of the reader and the writer; nothing in a line is one.
pub fn serve(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut lines = Lines::new(input);
    while let Some(line) = lines.bytes()? {
        let answer = match line {
            Ok(line) => answer(line),
            Err(error) => refusal(Value::Null, &OpError::of_line(error)),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

fn answer(line: &[u8]) -> Value {
    let request = match json::read(line) {
        Ok(request) => request,
        Err(error) => return refusal(Value::Null, &OpError::new("bad_json", error)),
    };
    let Value::Object(mut request) = request else {
        return refusal(Value::Null, &OpError::new("bad_request", "a request is an object").at("$"));
    };
    let id = request.remove("id").unwrap_or(Value::Null);
    // A fault of ours must not end the program for the lines to come.
    let result = catch_unwind(AssertUnwindSafe(|| run(request)));
    match result {
        Ok(Ok(ok)) => json!({ "id": id, "ok": ok }),
        Ok(Err(error)) => refusal(id, &error),
        Err(_) => {
            refusal(id, &OpError::new("internal", "the operation failed; please report this line").at("$"))
        }
    }
}

fn run(request: Map<String, Value>) -> Result<Value, OpError> {
    let mut fields = Fields::of_request(request);
    let name: String = fields.required("op")?;
    let op = ops::TABLE.iter().find(|op| op.name == name);
    let op =
        op.ok_or_else(|| OpError::new("unknown_op", format!("there is no operation {name:?}")).at("$.op"))?;
    (op.run)(fields)
}

fn refusal(id: Value, error: &OpError) -> Value {
    json!({ "id": id, "error": { "code": error.code, "message": error.message, "at": error.at } })
}

#[cfg(test)]
mod tests;
