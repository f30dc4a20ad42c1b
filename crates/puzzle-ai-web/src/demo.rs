//! The envelope: which game a request is for, and how an answer or a refusal looks.

use std::fmt;

use grid_core::{Budget, Meter, Stop};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::match3::Match3;
use crate::perfect_clear::PerfectClear;
use crate::stones::Stones;
use crate::tetris::Tetris;
use crate::tilings::Tilings;

/// Why a request is refused; nothing has changed then.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    code: &'static str,
    message: String,
}

impl Refusal {
    pub(crate) fn new(code: &'static str, message: impl fmt::Display) -> Self {
        Self { code, message: message.to_string() }
    }

    /// A value that makes no sense.
    pub(crate) fn value(message: impl fmt::Display) -> Self {
        Self::new("bad_value", message)
    }
}

pub(crate) type Answer = Result<Value, Refusal>;

/// Most nodes of one request to a search.
pub(crate) const MAX_NODES: u64 = 10_000_000;

/// The nodes that a request asks for.
pub(crate) fn budget(nodes: u64) -> Budget {
    Budget::nodes(nodes.clamp(1, MAX_NODES))
}

/// Goes on with a search that stands still at what it finds; whether it has found something.
pub(crate) fn go_on(
    done: &mut bool,
    nodes: u64,
    advance: impl FnOnce(&mut Meter<'_>) -> Result<bool, Stop>,
) -> Result<bool, Refusal> {
    if *done {
        return Ok(false);
    }
    match advance(&mut budget(nodes).meter()) {
        Ok(found) => {
            *done = !found;
            Ok(found)
        }
        Err(Stop::NodeBudget) => Ok(false),
        Err(stop) => Err(Refusal::new("stopped", stop)),
    }
}

/// All games of the page.
///
/// ```
/// let mut demo = puzzle_ai_web::Demo::new();
/// let answer = demo.handle(r#"{"id": 1, "op": "pc.encode", "field": ["XXXX__XXXX"]}"#);
/// assert!(answer.starts_with(r#"{"id":1,"ok":{"fumen":"v115@"#));
/// ```
#[derive(Debug, Default)]
pub struct Demo {
    tetris: Tetris,
    perfect_clear: PerfectClear,
    match3: Match3,
    stones: Stones,
    tilings: Tilings,
}

impl Demo {
    /// Most bytes of a request.
    pub const MAX_REQUEST: usize = 1 << 20;

    /// Every game at the start of its game 0.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a request `{"id", "op": "game.operation", ...}` with `{"id", "ok"}` or
    /// `{"id", "error": {"code", "message"}}`.
    ///
    /// A refused request changes nothing. Searches take a number of nodes and go on with the next request, so
    /// that no call takes long.
    ///
    /// ```
    /// let mut demo = puzzle_ai_web::Demo::new();
    /// assert!(demo.handle(r#"{"id": 7, "op": "tetris.hint", "nodes": 500}"#).starts_with(r#"{"id":7,"ok":"#));
    /// assert!(demo.handle("no JSON").starts_with(r#"{"error":{"code":"bad_json""#));
    /// ```
    pub fn handle(&mut self, request: &str) -> String {
        let (id, answer) = self.answer(request);
        match answer {
            Ok(ok) => json!({ "id": id, "ok": ok }),
            Err(Refusal { code, message }) => {
                json!({ "id": id, "error": { "code": code, "message": message } })
            }
        }
        .to_string()
    }

    fn answer(&mut self, request: &str) -> (Value, Answer) {
        if request.len() > Self::MAX_REQUEST {
            let limit = Self::MAX_REQUEST;
            return (
                Value::Null,
                Err(Refusal::new("too_large", format!("a request has at most {limit} bytes"))),
            );
        }
        let mut fields = match serde_json::from_str(request) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return (Value::Null, Err(Refusal::new("bad_request", "a request is an object"))),
            Err(error) => return (Value::Null, Err(Refusal::new("bad_json", error))),
        };
        let id = fields.remove("id").unwrap_or(Value::Null);
        let op = fields.remove("op");
        let Some((game, op)) = op.as_ref().and_then(Value::as_str).and_then(|op| op.split_once('.')) else {
            return (id, Err(Refusal::new("unknown_op", "\"op\" is game.operation")));
        };
        let request = json!({ op: fields });
        let answer = match game {
            "tetris" => read(request).and_then(|request| self.tetris.handle(request)),
            "pc" => read(request).and_then(|request| self.perfect_clear.handle(request)),
            "match3" => read(request).and_then(|request| self.match3.handle(request)),
            "stones" => read(request).and_then(|request| self.stones.handle(request)),
            "tilings" => read(request).and_then(|request| self.tilings.handle(request)),
            _ => Err(Refusal::new("unknown_op", format!("there is no game {game:?}"))),
        };
        (id, answer)
    }
}

fn read<T: DeserializeOwned>(request: Value) -> Result<T, Refusal> {
    serde_json::from_value(request).map_err(|error| Refusal::new("bad_request", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut demo = Demo::new();
        let before = demo.handle(r#"{"op": "tetris.state"}"#);
        for (request, code) in [
            ("", "bad_json"),
            ("[]", "bad_request"),
            ("{}", "unknown_op"),
            (r#"{"op": 7}"#, "unknown_op"),
            (r#"{"op": "tetris"}"#, "unknown_op"),
            (r#"{"op": "chess.new"}"#, "unknown_op"),
            (r#"{"op": "tetris.jump"}"#, "bad_request"),
            (r#"{"op": "tetris.new"}"#, "bad_request"),
            (r#"{"op": "tetris.new", "seed": -1}"#, "bad_request"),
            (r#"{"op": "tetris.new", "seed": 1, "more": 1}"#, "bad_request"),
            (r#"{"op": "tetris.input", "input": "up"}"#, "bad_value"),
            (r##"{"op": "pc.start", "field": ["#"], "clear": 2, "queue": "O"}"##, "bad_value"),
            (r#"{"op": "pc.start", "field": [], "clear": 99, "queue": "O"}"#, "bad_value"),
            (r#"{"op": "pc.start", "field": [], "clear": 4, "queue": "Q"}"#, "bad_value"),
            (r#"{"op": "pc.step", "nodes": 1}"#, "no_search"),
            (r#"{"op": "pc.decode", "fumen": "v115@"}"#, "bad_value"),
            (r#"{"op": "match3.new", "seed": 1, "rows": 0}"#, "bad_value"),
            (r#"{"op": "match3.swap", "from": [0, 0], "to": [5, 5]}"#, "illegal_swap"),
            (r#"{"op": "stones.new", "seed": 1, "agents": ["nobody"]}"#, "bad_value"),
            (r#"{"op": "stones.place", "placements": [[0, 0, 0, 0]]}"#, "illegal"),
            (r#"{"op": "stones.answer", "kind": 0, "price": 5}"#, "illegal"),
            (r#"{"op": "tilings.start", "region": [], "set": "dominoes"}"#, "bad_value"),
            (r##"{"op": "tilings.start", "region": ["#"], "set": "hexominoes"}"##, "bad_value"),
            (r#"{"op": "tilings.step", "nodes": 1}"#, "no_search"),
            (r#"{"op": "tilings.tally", "nodes": 1}"#, "no_search"),
        ] {
            let answer: Value = serde_json::from_str(&demo.handle(request)).unwrap();
            assert_eq!(answer["error"]["code"], code, "{request}: {answer}");
        }
        let long = format!(r#"{{"op": "{}"}}"#, "x".repeat(Demo::MAX_REQUEST));
        assert!(demo.handle(&long).contains("too_large"));
        assert_eq!(demo.handle(r#"{"op": "tetris.state"}"#), before);
    }
}
