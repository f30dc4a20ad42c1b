//! `pc.*`: perfect clears.

use grid_core::Budget;
use perfect_clear::{Hold, Invariants, PcError, PcField, PcPercent, PcPlacement, PcSolver, Solution};
use serde_json::{Value, json};
use tetromino::{Pattern, PatternError, Piece, RotationSystem};

use crate::jsonl::fields::{Field, Fields, exact};
use crate::jsonl::op::OpError;
use crate::ops::tetris::Pieces;
use crate::{json, names};

/// Nodes of a request that names no budget, and the most of one.
const DEFAULT_NODES: u64 = 100_000_000;
const MAX_NODES: u64 = 300_000_000;
/// Most solutions of one answer.
const MAX_SOLUTIONS: usize = 100_000;
/// Most queues that a pattern may stand for.
pub(crate) const MAX_QUEUES: u64 = 1_000_000;
/// Most failing queues of an answer.
const MAX_FAILED: usize = 100;

impl Field for Hold {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        match value {
            Value::Bool(false) => Ok(Self::None),
            Value::Bool(true) => Ok(Self::Empty),
            other => Piece::read(other, at).map(Self::Piece),
        }
    }
}

/// The rules of a search by name.
pub(crate) fn system(name: &str) -> Result<RotationSystem, String> {
    let known = RotationSystem::NAMED.into_iter().filter(|(name, _)| *name != "srs_plus");
    let names: Vec<&str> = known.clone().map(|(name, _)| name).collect();
    let twin = names::snake(name);
    let found = known.into_iter().find(|(known, _)| *known == twin).map(|(_, system)| system);
    found.ok_or_else(|| format!("there are no rules {name:?}; the names are {}", names.join(", ")))
}

/// An error of the crate with the field at fault.
pub(crate) fn refused(error: &PcError, fields: &Paths) -> OpError {
    let row = |row: &usize| format!("{}[{row}]", fields.field);
    match error {
        PcError::Height { .. } => OpError::bad_value(&fields.clear, error),
        PcError::Width { row: at, .. } | PcError::Above { row: at, .. } => {
            OpError::bad_value(&row(at), error)
        }
        PcError::QueueTooShort { .. } => OpError::new("queue_too_short", error).at(&fields.queue),
        _ => OpError::bad_value("$", error),
    }
}

/// JSON paths of the fields that can be at fault.
pub(crate) struct Paths {
    pub(crate) field: String,
    pub(crate) clear: String,
    pub(crate) queue: String,
}

/// Reads `field` and `clear`.
pub(crate) fn field(fields: &mut Fields, queue: &str) -> Result<(PcField, Paths), OpError> {
    let paths = Paths { field: fields.path("field"), clear: fields.path("clear"), queue: fields.path(queue) };
    let rows: Vec<String> = fields.required("field")?;
    let clear = fields.required_within("clear", 1..=PcField::MAX_HEIGHT)?;
    let field = PcField::from_rows(rows.iter().map(String::as_str), clear)
        .map_err(|error| refused(&error, &paths))?;
    Ok((field, paths))
}

pub(crate) fn solver(fields: &mut Fields) -> Result<PcSolver, OpError> {
    let at = fields.path("rules");
    let rules: Value = fields.or("rules", json!("srs"))?;
    let system = match &rules {
        Value::String(name) => system(name),
        table => serde_json::from_value(table.clone()).map_err(|error| json::plain(&error)),
    };
    system.map(PcSolver::new).map_err(|error| OpError::bad_value(&at, error))
}

pub(crate) fn budget(fields: &mut Fields) -> Result<Budget, OpError> {
    fields.budget_within(DEFAULT_NODES, MAX_NODES)
}

/// The queues of a pattern.
pub(crate) fn expanded(pattern: &str, at: &str) -> Result<Vec<Vec<Piece>>, OpError> {
    let queues = pattern.parse::<Pattern>().and_then(|pattern| pattern.expand(MAX_QUEUES));
    queues.map_err(|error| match error {
        PatternError::TooMany { .. } => OpError::new("too_large", error).at(at),
        error => OpError::bad_value(at, error),
    })
}

/// A solution as a list of pieces with their cells.
pub(crate) fn listed(solution: &Solution) -> Value {
    pieces(&solution.placements)
}

/// Pieces with their cells.
pub(crate) fn pieces(placements: &[PcPlacement]) -> Value {
    let placement = |one: &PcPlacement| {
        let cells: Vec<[i32; 2]> = one.cells.iter().map(|cell| [cell.x, cell.y]).collect();
        json!({ "piece": one.piece.letter().to_string(), "cells": cells })
    };
    placements.iter().map(placement).collect()
}

/// Whether a queue clears a field, in how many ways, and how.
pub(crate) fn solve(mut fields: Fields) -> Result<Value, OpError> {
    let (field, paths) = field(&mut fields, "queue")?;
    let solver = solver(&mut fields)?;
    let hold: Hold = fields.or("hold", Hold::None)?;
    let queue = fields.required::<Pieces>("queue")?.0;
    let want_at = fields.path("want");
    let want: String = fields.or("want", "count".to_owned())?;
    let budget = budget(&mut fields)?;
    fields.finish()?;
    let mut search = solver.search(&field, &queue, hold).map_err(|error| refused(&error, &paths))?;
    let mut meter = budget.meter();
    let (mut tilings, mut sequences, mut solutions) = (0u64, 0u128, Vec::new());
    let mut complete = true;
    let (counts, lists) = match want.as_str() {
        "first" => (false, true),
        "all" => (true, true),
        "count" => (true, false),
        _ => return Err(OpError::bad_value(&want_at, format!("{want:?} is not one of first, all, count"))),
    };
    loop {
        match search.advance(&mut meter) {
            Ok(false) => break,
            Ok(true) if lists && solutions.len() == MAX_SOLUTIONS => complete = false,
            Ok(true) => {
                if counts {
                    match search.orders(&mut meter) {
                        Ok(orders) => sequences += orders,
                        Err(_) => complete = false,
                    }
                }
                tilings += 1;
                if lists {
                    solutions.push(listed(&search.solution()));
                }
                if !counts {
                    break;
                }
            }
            Err(_) => complete = false,
        }
        if !complete {
            break;
        }
    }
    let mut answer = json!({ "solvable": tilings > 0 });
    if counts {
        answer["tilings"] = json!(tilings);
        answer["sequences"] = exact(sequences);
    }
    if lists {
        answer["solutions"] = Value::Array(solutions);
    }
    if !complete {
        answer["complete"] = json!(false);
    }
    Ok(answer)
}

/// The share of a pattern's queues that clear a field.
pub(crate) fn percent(mut fields: Fields) -> Result<Value, OpError> {
    let (field, paths) = field(&mut fields, "pattern")?;
    let solver = solver(&mut fields)?;
    let hold: Hold = fields.or("hold", Hold::None)?;
    let text: String = fields.required("pattern")?;
    let budget = budget(&mut fields)?;
    fields.finish()?;
    let queues = expanded(&text, &paths.queue)?;
    let percent = solver.percent(&field, &queues, hold, &budget).map_err(|error| refused(&error, &paths))?;
    Ok(shares(&percent))
}

/// Shares in the form of the protocol.
pub(crate) fn shares(percent: &PcPercent) -> Value {
    let failed: Vec<String> = percent.failed.iter().take(MAX_FAILED).map(|queue| letters(queue)).collect();
    let mut shares = json!({
        "success": percent.success,
        "total": percent.total,
        "success_truncated": percent.success_truncated,
        "total_truncated": percent.total_truncated,
        "failed_count": percent.failed.len(),
        "failed": failed,
    });
    if !percent.complete {
        shares["complete"] = json!(false);
    }
    shares
}

/// Pieces as a word.
pub(crate) fn letters(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.letter()).collect()
}

/// What can be said before any search.
pub(crate) fn parity(mut fields: Fields) -> Result<Value, OpError> {
    let (field, _) = field(&mut fields, "queue")?;
    let queue: Option<Pieces> = fields.optional("queue")?;
    let pieces: Option<Pieces> = fields.optional("pieces")?;
    fields.finish()?;
    let Some(pieces) = queue.or(pieces) else {
        return Err(OpError::new("missing_field", "one of \"queue\" and \"pieces\" is needed").at("$.queue"));
    };
    let reasons = Invariants::of(&field).reasons(&pieces.0);
    let names: Vec<&str> = reasons.names().collect();
    Ok(json!({ "possible": reasons.is_empty(), "reasons": names }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::ask;

    #[test]
    fn answers_have_what_was_wanted() {
        let field = ["XXX_______", "XXXX_____X", "XXXX___X_X"];
        let request =
            |want: &str| json!({ "field": field, "clear": 3, "hold": true, "queue": "IOJZ", "want": want });
        let count = ask(solve, request("count")).expect("sound");
        assert_eq!(count, json!({ "solvable": true, "tilings": 1, "sequences": 1 }));
        let all = ask(solve, request("all")).expect("sound");
        assert_eq!(all["solutions"].as_array().map(Vec::len), Some(1));
        let first = ask(solve, request("first")).expect("sound");
        assert_eq!((&first["solutions"], first.get("tilings")), (&all["solutions"], None));
        let mut cut = request("count");
        cut["budget"] = json!({ "nodes": 1 });
        assert_eq!(ask(solve, cut).expect("sound")["complete"], json!(false));
    }

    #[test]
    fn shares_and_reasons() {
        let one = json!({ "field": ["XX__XXXXXX", "XX__XXXXXX"], "clear": 2, "pattern": "*" });
        let answer = ask(percent, one).expect("sound");
        assert_eq!(
            (&answer["success"], &answer["total"], &answer["failed_count"]),
            (&json!(1), &json!(7), &json!(6))
        );
        let demo = json!({ "field": [], "clear": 2, "pieces": ["I", "T", "O", "S", "Z", "J"] });
        // With the T the colours are odd, without it the columns are.
        let reasons = json!(["columns", "checkerboard"]);
        assert_eq!(ask(parity, demo).expect("sound"), json!({ "possible": false, "reasons": reasons }));
        let odd = json!({ "field": ["X_________"], "clear": 1, "queue": "IIO" });
        assert_eq!(ask(parity, odd).expect("sound"), json!({ "possible": false, "reasons": ["area"] }));
    }

    #[test]
    fn refusals_say_where() {
        let base = json!({ "field": [], "clear": 2, "queue": "IIIII" });
        let cases = [
            ("clear", json!(0), "bad_value", "$.clear"),
            ("clear", json!(11), "bad_value", "$.clear"),
            ("field", json!(["____"]), "bad_value", "$.field[0]"),
            ("field", json!(["X_________", "__________", "__________"]), "bad_value", "$.field[0]"),
            ("queue", json!("II"), "queue_too_short", "$.queue"),
            ("queue", json!("IIQ"), "bad_value", "$.queue"),
            ("rules", json!("srs_plus"), "bad_value", "$.rules"),
            ("hold", json!("Q"), "bad_value", "$.hold"),
            ("want", json!("some"), "bad_value", "$.want"),
            ("wish", json!(1), "unknown_field", "$.wish"),
        ];
        for (name, value, code, at) in cases {
            let mut request = base.clone();
            request[name] = value;
            let error = ask(solve, request.clone()).expect_err("a refusal");
            assert_eq!((error.code, error.at.as_str()), (code, at), "{request}");
        }
        let many = json!({ "field": [], "clear": 2, "pattern": "*p7,*p7" });
        assert_eq!(ask(percent, many).expect_err("a refusal").code, "too_large");
        let none = json!({ "field": [], "clear": 2 });
        assert_eq!(ask(parity, none).expect_err("a refusal").code, "missing_field");
    }
}
