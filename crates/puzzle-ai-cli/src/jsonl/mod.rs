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
use crate::ops;

/// Most bytes of a line.
const LINE_LIMIT: usize = 16 << 20;

/// Answers every line of `input` on `output`: the JSON-lines protocol.
///
/// # Errors
/// Those of the reader and the writer; nothing in a line is one.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while let Some(fits) = read_line(&mut input, &mut line)? {
        let answer = if fits { answer(&line) } else { refusal(Value::Null, &too_long()) };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

/// Reads up to the next line feed; `Some(false)` for a line that is too long,
/// which is skipped, `None` at the end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let (mut fits, mut any) = (true, false);
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(any.then_some(fits));
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        fits &= line.len() + text.len() <= LINE_LIMIT;
        if fits {
            line.extend_from_slice(text);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(fits));
        }
    }
}

fn too_long() -> OpError {
    OpError::new("too_large", format!("a line has at most {LINE_LIMIT} bytes")).at("$")
}

fn answer(line: &[u8]) -> Value {
    let request = match json::read(line) {
        Ok(request) => request,
        Err(error) => return refusal(Value::Null, &OpError::new("bad_json", error).at("$")),
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
