//! The case files through the protocol, and requests that are refused.

use serde_json::{Map, Value, json};

use crate::jsonl::fields::Fields;
use crate::jsonl::op::OpError;
use crate::ops::TABLE;

fn call(name: &str, request: Value) -> Result<Value, OpError> {
    let Value::Object(object) = request else { panic!("a request is an object") };
    let op = TABLE.iter().find(|op| op.name == name).expect("an operation of the table");
    (op.run)(Fields::of_request(object))
}

fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/../stone-auction/tests/data/{file}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("a case file")).expect("JSON")
}

fn pick(case: &Value, names: &[&str]) -> Value {
    Value::Object(names.iter().map(|&name| (name.to_owned(), case[name].clone())).collect::<Map<_, _>>())
}

/// Large integers come back as strings.
fn exact_strings(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.as_u64().is_some_and(|n| n > 1 << 53) => number.to_string().into(),
        Value::Array(values) => values.iter().map(exact_strings).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), exact_strings(value))).collect(),
        other => other.clone(),
    }
}

const ROUND: [&str; 8] = ["kinds", "supply", "teams", "money", "max_bids", "max_wins", "bids", "second_bids"];

#[test]
fn rounds_of_the_cases() {
    for case in cases("auction_rounds") {
        let answer = call("stone.resolve_round", pick(&case, &ROUND)).unwrap();
        assert_eq!(answer, exact_strings(&case["expect"]), "{}", case["id"]);
    }
}

#[test]
fn games_of_the_cases() {
    for case in cases("auction_games") {
        let (mut supply, mut money) = (case["supply"].clone(), case["money"].clone());
        for round in case["rounds"].as_array().unwrap() {
            let mut request = pick(round, &["max_bids", "max_wins", "bids", "second_bids"]);
            for (name, value) in [("kinds", &case["kinds"]), ("teams", &case["teams"])] {
                request[name] = value.clone();
            }
            request["supply"] = supply;
            request["money"] = money;
            let answer = call("stone.resolve_round", request).unwrap();
            assert_eq!(answer, exact_strings(&round["expect"]), "{}", case["id"]);
            (supply, money) = (answer["supply"].clone(), answer["money"].clone());
        }
    }
}

#[test]
fn placements_of_the_cases() {
    for case in cases("placement_cases") {
        let request = pick(&case, &["wall", "stones", "owned", "placements"]);
        assert_eq!(call("stone.check_placement", request).unwrap(), case["expect"], "{}", case["id"]);
    }
}

#[test]
fn packings_of_the_cases() {
    for case in cases("optimal_packings") {
        let request = pick(&case, &["wall", "stones", "owned"]);
        let answer = call("stone.pack", request.clone()).unwrap();
        assert_eq!(answer["area"], case["expect"]["max_area"], "{}", case["id"]);
        assert_eq!((&answer["upper_bound"], &answer["proven"]), (&answer["area"], &json!(true)));
        let mut check = request;
        check["placements"] = answer["placements"].clone();
        assert_eq!(call("stone.check_placement", check).unwrap()["score"]["area"], answer["area"]);
    }
}

#[test]
fn rankings_of_the_cases() {
    for case in cases("ranking_cases") {
        for rule in ["article", "guide"] {
            let answer = call("stone.rank", json!({ "scores": case["scores"], "rule_set": rule })).unwrap();
            assert_eq!(answer["groups"], case["expect"][rule], "{} {rule}", case["id"]);
        }
    }
}

fn round() -> Value {
    json!({
        "kinds": [{"id": "A", "floor": 1}], "supply": {"A": 1}, "teams": ["a", "b"], "money": {"a": 9, "b": 9},
        "max_bids": 2, "max_wins": 1, "bids": {"a": [["A", 5]], "b": [["A", 5]]},
    })
}

#[test]
fn odd_rounds_are_answered_or_refused() {
    assert!(call("stone.resolve_round", round()).is_ok());
    let mut invalid = round();
    let huge = "123456789012345678901234567890";
    invalid["second_bids"] = json!([
        {"position": 1, "kind": "A", "team": "a", "answer": -3},
        {"position": 1, "kind": "A", "team": "b", "answer": huge},
    ]);
    let answer = call("stone.resolve_round", invalid).unwrap();
    assert_eq!(answer["second_rounds"][0]["bids"][0], json!({"team": "a", "answer": "-3", "price": 5}));
    assert_eq!(answer["passed"][0]["units"], 1);

    let refused = |change: &dyn Fn(&mut Value), code: &str, at: &str| {
        let mut request = round();
        change(&mut request);
        let error = call("stone.resolve_round", request).unwrap_err();
        assert_eq!((error.code, error.at.as_str()), (code, at), "{}", error.message);
    };
    refused(&|r| r["max_wins"] = 3.into(), "bad_value", "$.max_wins");
    refused(&|r| r["max_wins"] = 0.into(), "bad_value", "$.max_wins");
    refused(&|r| r["max_bids"] = 65.into(), "too_large", "$.max_bids");
    refused(&|r| r["teams"] = json!([]), "bad_value", "$.teams");
    refused(&|r| r["teams"] = json!(["a", "a"]), "bad_value", "$.teams[1]");
    refused(
        &|r| r["kinds"] = json!([{"id": "A", "floor": 1}, {"id": "A", "floor": 1}]),
        "bad_value",
        "$.kinds[1]",
    );
    refused(&|r| r["money"]["a"] = "1000000000000000001".into(), "bad_value", "$.money.a");
    refused(&|r| r["bids"]["a"] = json!([["A", "1000000000000000001"]]), "bad_value", "$.bids.a[0][1]");
    refused(&|r| r["bids"]["a"] = json!([["A", -1]]), "bad_value", "$.bids.a[0][1]");
    refused(&|r| r["bids"]["a"] = json!([["A"]]), "bad_value", "$.bids.a[0]");
    refused(&|r| r["bids"]["z"] = json!([]), "bad_value", "$.bids.z");
    refused(&|r| r["money"] = json!({"a": 9}), "missing_field", "$.money.b");
    refused(&|r| r["supply"] = json!({}), "missing_field", "$.supply.A");
    refused(
        &|r| r["second_bids"] = json!([{"position": 2, "kind": "A", "team": "a", "answer": 5}]),
        "bad_value",
        "$.second_bids[0]",
    );
}

#[test]
fn odd_placements_are_placement_errors() {
    let wall = json!({"wall": ["..", ".."], "stones": {"A": ["##"]}, "owned": {"A": 1}});
    let with = |placement: Value| {
        let mut request = wall.clone();
        request["placements"] = json!([placement]);
        call("stone.check_placement", request)
    };
    let fault = |placement: Value| with(placement).unwrap()["errors"][0]["error"].clone();
    let huge: Value = serde_json::from_str("99999999999999999999999999").unwrap();
    assert_eq!(fault(json!({"kind": "A", "rot": huge, "x": 0, "y": 0})), "bad_rotation");
    assert_eq!(fault(json!({"kind": "A", "rot": -1, "x": 0, "y": 0})), "bad_rotation");
    assert_eq!(
        fault(json!({"kind": "A", "rot": 0, "x": huge, "y": "-99999999999999999999999"})),
        "outside_wall"
    );
    assert_eq!(fault(json!({"kind": "Q", "rot": 9, "x": 0, "y": 0})), "unknown_kind");
    assert_eq!(fault(json!({"kind": "A", "cells": [[0, 0], [0, 0]]})), "not_a_rotation");
    assert_eq!(fault(json!({"kind": "A", "cells": [[huge, 0], [0, 0]]})), "not_a_rotation");
    assert_eq!(fault(json!({"kind": "A", "rot": 0, "x": 0, "y": 1})), "floating");
    assert_eq!(with(json!({"kind": "A", "rot": 0.5, "x": 0, "y": 1})).unwrap_err().code, "bad_type");
    assert_eq!(with(json!({"kind": "A", "rot": 0, "x": 0})).unwrap_err().code, "missing_field");
    let mut request = wall.clone();
    request["placements"] = json!([]);
    request["stones"]["A"] = json!(["#.#"]);
    assert_eq!(call("stone.check_placement", request).unwrap_err().at, "$.stones.A");
}

#[test]
fn a_budget_cuts_a_packing_short() {
    let rows = vec![".".repeat(12); 9];
    let request = json!({
        "wall": rows, "stones": {"A": ["###", "#.#"], "B": ["##.", ".##", ".#."], "C": ["####"]},
        "owned": {"A": 8, "B": 8, "C": 12}, "budget": {"nodes": 5},
    });
    let answer = call("stone.pack", request).unwrap();
    assert_eq!(answer["complete"], json!(false));
    assert!(answer["area"].as_u64() <= answer["upper_bound"].as_u64());
}
