//! `tetris.landings` and `tetris.perft`: all reachable landings.

use grid_core::Budget;
use serde_json::{Value, json};
use tetromino::{
    DropModel, Landing, MoveGenerator, MoveRules, Perft, Piece, RotationSystem, Spawn, perft as count,
};

use crate::jsonl::fields::{Fields, exact};
use crate::jsonl::op::OpError;
use crate::names;
use crate::ops::tetris::{Pieces, board, cells, spins};
use crate::tetris::STANDARD_HEIGHT;

/// Most pieces of a queue.
const MAX_QUEUE: usize = 64;
/// Nodes that a request without a budget may count.
const MAX_NODES: u64 = 4_000_000_000;

/// Reads `rules`, `drop` and `spawn_*`.
fn rules(fields: &mut Fields, retry: bool) -> Result<MoveRules, OpError> {
    let (rules_at, drop_at) = (fields.path("rules"), fields.path("drop"));
    let name: String = fields.required("rules")?;
    let system = RotationSystem::named(&names::snake(&name)).ok_or_else(|| {
        let names = RotationSystem::NAMED.map(|(name, _)| name).join(", ");
        OpError::bad_value(&rules_at, format!("there are no rules {name:?}; the names are {names}"))
    })?;
    if system.straight_drops_only() {
        for ignored in ["drop", "spawn_x", "spawn_y", "spawn_retry"] {
            fields.optional::<Value>(ignored)?;
        }
        return Ok(MoveRules { system, ..MoveRules::default() });
    }
    let name: String = fields.or("drop", DropModel::Soft.name().to_owned())?;
    let drop = DropModel::named(&names::snake(&name)).ok_or_else(|| {
        let names = DropModel::ALL.map(DropModel::name).join(", ");
        OpError::bad_value(&drop_at, format!("there is no drop model {name:?}; the names are {names}"))
    })?;
    // Where this clamps, a piece is outside of the walls, or far above the stack.
    let near = |place: i64| place.clamp(-1000, 1000) as i16;
    let spawn = Spawn {
        x: near(fields.or("spawn_x", i64::from(Spawn::GUIDELINE.x))?),
        y: near(fields.or("spawn_y", i64::from(Spawn::GUIDELINE.y))?),
        retry: fields.or("spawn_retry", retry)?,
    };
    Ok(MoveRules { system, drop, spawn, ..MoveRules::default() })
}

/// All landings of a piece.
pub(crate) fn landings(mut fields: Fields) -> Result<Value, OpError> {
    let field = board(&mut fields, STANDARD_HEIGHT)?;
    let piece: Piece = fields.required("piece")?;
    let rules = rules(&mut fields, true)?;
    fields.finish()?;
    let mut landings: Vec<Landing> = MoveGenerator::new(rules).landings(&field, piece).iter().collect();
    landings.sort_by_key(|landing| landing.cells().map(|cell| (cell.x, cell.y)));
    let list: Vec<Value> = landings
        .iter()
        .map(|landing| json!({ "cells": cells(landing), "spins": spins(landing.spins) }))
        .collect();
    Ok(json!({ "count": list.len(), "landings": list }))
}

/// Sequences of placements by depth.
pub(crate) fn perft(mut fields: Fields) -> Result<Value, OpError> {
    let field = board(&mut fields, STANDARD_HEIGHT)?;
    let at = fields.path("queue");
    let queue = fields.required::<Pieces>("queue")?.0;
    let rules = rules(&mut fields, false)?;
    let budget = fields.budget()?.unwrap_or_else(|| Budget::nodes(MAX_NODES));
    fields.finish()?;
    if queue.len() > MAX_QUEUE {
        return Err(OpError::new("too_large", format!("a queue has at most {MAX_QUEUE} pieces here")).at(&at));
    }
    Ok(counts(&count(&MoveGenerator::new(rules), &field, &queue, &budget)))
}

/// Counts in the form of the protocol.
pub(crate) fn counts(perft: &Perft) -> Value {
    let nodes: Vec<Value> = perft.nodes.iter().map(|&nodes| exact(nodes.into())).collect();
    let mut answer = json!({ "nodes_by_depth": nodes });
    if !perft.complete {
        answer["complete"] = json!(false);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::ask;

    #[test]
    fn landings_have_cells_and_spins() {
        let request =
            json!({ "field": ["##........", "#...######", "##.#######"], "piece": "T", "rules": "srs" });
        let answer = ask(landings, request).expect("a sound request");
        let list = answer["landings"].as_array().expect("a list");
        assert_eq!(answer["count"], json!(list.len()));
        let slot = json!({ "cells": [[1, 1], [2, 0], [2, 1], [3, 1]], "spins": ["full"] });
        assert!(list.contains(&slot), "{answer}");
    }

    #[test]
    fn odd_spawns_are_answered() {
        let count = |x: i64, y: i64, drop: &str| {
            let request = json!({ "field": [], "piece": "I", "rules": "srs", "drop": drop, "spawn_x": x, "spawn_y": y });
            ask(landings, request).expect("a sound request")["count"].as_u64()
        };
        for drop in DropModel::ALL.map(DropModel::name) {
            assert_eq!(count(4, i64::MAX, drop), Some(17));
            assert_eq!(count(i64::MIN, 19, drop), Some(0));
            assert_eq!(count(9, 19, drop), Some(0));
            assert_eq!(count(4, -2, drop), Some(0));
        }
    }

    #[test]
    fn refusals_say_where() {
        let cases = [
            (json!({ "field": [], "piece": "T", "rules": "ars" }), "bad_value", "$.rules"),
            (json!({ "field": [], "piece": "T", "rules": "srs", "drop": "firm" }), "bad_value", "$.drop"),
            (json!({ "field": [], "piece": "T", "rules": "srs", "spawn_x": 1.5 }), "bad_type", "$.spawn_x"),
            (json!({ "field": vec!["."; 4], "piece": "T", "rules": "srs" }), "bad_value", "$.field"),
            (json!({ "field": vec!["...."; 65], "piece": "T", "rules": "srs" }), "too_large", "$.field"),
            (json!({ "field": ["....", "..."], "piece": "T", "rules": "srs" }), "bad_value", "$.field[1]"),
            (json!({ "field": [], "rules": "srs" }), "missing_field", "$.piece"),
        ];
        for (request, code, at) in cases {
            let error = ask(landings, request.clone()).expect_err("a refusal");
            assert_eq!((error.code, error.at.as_str()), (code, at), "{request}");
        }
        let long = json!({ "field": [], "queue": "T".repeat(65), "rules": "srs" });
        assert_eq!(ask(perft, long).expect_err("a refusal").code, "too_large");
    }

    #[test]
    fn perft_counts_by_depth() {
        let answer = ask(perft, json!({ "field": [], "queue": "TT", "rules": "srs" })).expect("sound");
        assert_eq!(answer, json!({ "nodes_by_depth": [34, 1182] }));
        let cut = json!({ "field": [], "queue": ["T", "T"], "rules": "srs", "budget": { "nodes": 50 } });
        assert_eq!(ask(perft, cut).expect("sound")["complete"], json!(false));
    }
}
