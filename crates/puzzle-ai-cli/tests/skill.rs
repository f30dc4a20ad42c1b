//! `--skill` and the field `skill`, as users give them.

mod common;

use serde_json::{Value, json};

use common::start;

fn answer(args: &[&str]) -> Value {
    let output = start(args, "");
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn ask(requests: &[Value]) -> Vec<Value> {
    let lines: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let output = start(&["jsonl"], &lines);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn weak_games_are_shorter_and_the_best_is_the_default() {
    let play = |level: &[&str]| {
        let args = ["tetris", "play", "--pieces", "120", "--fps", "1000", "--json", "--evaluator", "lee"];
        answer(&[&args[..], level].concat())
    };
    let (easy, best) = (play(&["--skill", "beginner"]), play(&["--skill", "10"]));
    assert_eq!(best, play(&[]));
    assert_eq!(easy, play(&["--skill", "1"]));
    assert!(easy["lines"].as_u64() < best["lines"].as_u64(), "{easy} {best}");
    assert_eq!(easy["over"], true);
}

#[test]
fn agents_take_a_level() {
    let line_up = "adaptive@2,greedy@easy,floor";
    let played = answer(&["stones", "play", "--agents", line_up, "--json"]);
    assert_eq!(played["players"][0], "adaptive@2");
    assert_eq!(played["players"][1], "greedy@3");
    assert_eq!(played["players"][2], "floor");
}

#[test]
fn requests_take_a_level_and_a_name() {
    let suggest = |skill: Value| json!({ "op": "tetris.suggest", "field": ["####.#####"], "piece": "T", "skill": skill, "seed": 3 });
    let rank = |skill: Value| json!({ "op": "match3.rank", "board": ["AABAC", "CDCDA", "DCDCB"], "kinds": 4, "skill": skill });
    let play = |skill: Value| json!({ "op": "tetris.play", "pieces": 200, "skill": skill });
    let plain = json!({ "op": "tetris.suggest", "field": ["####.#####"], "piece": "T" });
    let answers = ask(&[
        plain,
        suggest(json!(10)),
        suggest(json!(1)),
        suggest(json!("beginner")),
        rank(json!("best")),
        rank(json!(2)),
        play(json!("easy")),
        play(json!("best")),
    ]);
    assert_eq!(answers[0]["ok"], answers[1]["ok"]);
    assert_eq!(answers[2]["ok"], answers[3]["ok"]);
    let sorted = |answer: &Value, field: &str| {
        let mut all: Vec<String> = answer["ok"]["ranked"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one[field].to_string())
            .collect();
        all.sort();
        all
    };
    assert_eq!(sorted(&answers[0], "cells"), sorted(&answers[2], "cells"));
    assert_eq!(sorted(&answers[4], "swap"), sorted(&answers[5], "swap"));
    assert!(answers[6]["ok"]["lines"].as_u64() < answers[7]["ok"]["lines"].as_u64(), "{answers:?}");
}

#[test]
fn wrong_levels_are_refused() {
    for args in [
        &["tetris", "play", "--skill", "11"][..],
        &["match3", "play", "--skill", "wizard"],
        &["match3", "simulate", "--search", "random", "--skill", "3"],
        &["tetris", "bench", "--pieces", "10", "--skill", "3"],
        &["pc", "solve", "--queue", "IOIII", "--clear", "2", "--count", "--skill", "3"],
        &["stones", "play", "--agents", "adaptive@0"],
    ] {
        let output = start(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty());
    }
    let answers = ask(&[
        json!({ "op": "tetris.play", "skill": 0 }),
        json!({ "op": "tetris.play", "skill": "wizard" }),
        json!({ "op": "tetris.play", "skill": [3] }),
    ]);
    let codes: Vec<&Value> = answers.iter().map(|answer| &answer["error"]["code"]).collect();
    assert_eq!(codes, ["bad_value", "bad_value", "bad_type"]);
    assert_eq!(answers[0]["error"]["at"], "$.skill");
}
