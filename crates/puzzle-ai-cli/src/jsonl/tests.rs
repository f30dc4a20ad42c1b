use serde_json::{Value, json};

use super::serve;
use crate::lines::LIMIT;

fn answers(input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    serve(input, &mut output).expect("memory takes all");
    let text = String::from_utf8(output).expect("answers are UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect()
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().expect("an error")
}

#[test]
fn an_unreadable_line_does_not_stop_the_stream() {
    let input = b"{\"id\":1,\"op\":\"grid.shape\",\"shape\":[\"#\"]}\n{oops\n\xff\n\n[1]\n{\"id\":2,\"op\":\"grid.shape\",\"shape\":[\"#\"]}";
    let answers = answers(input);
    assert_eq!(answers.len(), 6);
    assert_eq!(answers[0]["ok"]["area"], json!(1));
    for answer in &answers[1..4] {
        assert_eq!((code(answer), &answer["id"]), ("bad_json", &Value::Null));
    }
    assert_eq!(code(&answers[4]), "bad_request");
    assert_eq!(answers[5]["id"], json!(2));
}

#[test]
fn errors_have_code_and_path() {
    let cases = [
        (json!({"id": 1}), "missing_field", "$.op"),
        (json!({"op": 3}), "bad_type", "$.op"),
        (json!({"op": "grid.nothing"}), "unknown_op", "$.op"),
        (json!({"op": "grid.shape"}), "missing_field", "$.shape"),
        (json!({"op": "grid.shape", "shape": ["#", 1]}), "bad_type", "$.shape[1]"),
        (json!({"op": "grid.shape", "shape": ["#"], "colour": 1}), "unknown_field", "$.colour"),
        (json!({"op": "grid.shape", "shape": ["#", "##"]}), "bad_value", "$.shape[1]"),
        (json!({"op": "grid.shape", "shape": []}), "bad_value", "$.shape"),
        (json!({"op": "grid.shape", "shape": ["#x"]}), "bad_value", "$.shape[0]"),
        (json!({"op": "grid.shape", "shape": ["#"], "budget": {"nodes": -1}}), "bad_value", "$.budget.nodes"),
        (json!({"op": "grid.shape", "shape": ["#"], "budget": {"nodes": 1.5}}), "bad_type", "$.budget.nodes"),
        (json!({"op": "grid.shape", "shape": ["#"], "budget": {}}), "missing_field", "$.budget.nodes"),
    ];
    for (request, expected, at) in cases {
        let answer = &answers(request.to_string().as_bytes())[0];
        assert_eq!((code(answer), answer["error"]["at"].as_str()), (expected, Some(at)), "{request}");
    }
}

#[test]
fn ids_come_back_as_they_are() {
    let id = r#"{"a":[18446744073709551616,0.1,"é"]}"#;
    let line = format!(r##"{{"id":{id},"op":"grid.shape","shape":["#"],"budget":{{"nodes":"7"}}}}"##);
    let mut output = Vec::new();
    serve(line.as_bytes(), &mut output).expect("memory takes all");
    assert!(String::from_utf8_lossy(&output).contains(id));
}

#[test]
fn a_line_too_long_is_skipped() {
    let mut input = vec![b' '; LIMIT + 1];
    input.extend_from_slice(b"\n{\"op\":\"grid.shape\",\"shape\":[\"#\"]}\n");
    let answers = answers(&input);
    assert_eq!(code(&answers[0]), "too_large");
    assert_eq!(answers[1]["ok"]["area"], json!(1));
}

#[test]
fn a_key_twice_is_bad_json() {
    let twice = r##"{"op":"grid.shape","shape":["#"],"budget":{"nodes":1,"nodes":2}}"##;
    let answer = &answers(twice.as_bytes())[0];
    assert_eq!((code(answer), answer["error"]["at"].as_str()), ("bad_json", Some("$")));
    assert!(answer["error"]["message"].as_str().is_some_and(|text| text.contains("\"nodes\"")));
}

#[test]
fn deep_nesting_is_bad_json() {
    let input = "[".repeat(100_000);
    assert_eq!(code(&answers(input.as_bytes())[0]), "bad_json");
}
