//! Operations say the range that a number really has, where it is wrong.

#[path = "common/protocol.rs"]
mod protocol;

use protocol::{answer, are_refused};
use serde_json::{Value, json};

fn with(mut request: Value, name: &str, value: Value) -> Value {
    request[name] = value;
    request
}

#[test]
fn the_range_is_the_real_one() {
    let rank = json!({ "op": "match3.rank", "board": ["AABA", "CDCD"] });
    let solve = json!({ "op": "pc.solve", "field": [], "queue": "IIIII", "want": "first" });
    let setup = json!({ "op": "pc.setup", "mask": ["**________"], "pattern": "*" });
    let puzzle = json!({ "op": "pc.puzzle" });
    let generate = json!({ "op": "match3.generate", "rows": 8, "cols": 8 });
    let suggest = json!({ "op": "tetris.suggest", "field": [], "piece": "T" });
    let levels = "1 to 10";
    for (request, name, range) in [
        (&rank, "kinds", "1 to 26"),
        (&generate, "kinds", "1 to 26"),
        (&solve, "clear", "1 to 10"),
        (&setup, "clear", "1 to 10"),
        (&puzzle, "clear", "1 to 6"),
        (&puzzle, "pieces", "1 to 10"),
        (&puzzle, "min_difficulty", "0 to 100"),
        (&puzzle, "max_difficulty", "0 to 100"),
        (&suggest, "skill", levels),
        (&rank, "skill", levels),
    ] {
        for value in [json!(-1), json!(1_000_000_000), json!("99999999999999999999999999999999999999999999")]
        {
            let error = &answer(with(request.clone(), name, value.clone()))["error"];
            let message = error["message"].as_str().expect("a message");
            assert!(message.contains(range), "{name} {value}: {message}");
            assert_eq!((&error["code"], &error["at"]), (&json!("bad_value"), &json!(format!("$.{name}"))));
        }
        assert_eq!(answer(with(request.clone(), name, json!([])))["error"]["code"], "bad_type");
    }
}

#[test]
fn each_fault_has_its_code_and_place() {
    let pack = |wall: Vec<String>, stone: Vec<String>| json!({ "op": "stone.pack", "wall": wall, "stones": { "A": stone }, "owned": {} });
    let (row, small) = (".".repeat(2000), vec![".".to_owned()]);
    let rank = |search: Value| json!({ "op": "match3.rank", "board": ["AABA", "CDCD"], "search": search });
    let play = |height: u64| json!({ "op": "tetris.play", "height": height });
    let weights = |features: Value, weights: Value| {
        let set =
            json!({ "version": 1, "judged": "after_clearing", "features": features, "weights": weights });
        json!({ "op": "tetris.play", "pieces": 1, "evaluator": set })
    };
    are_refused([
        (
            json!({ "op": "pc.puzzle", "min_difficulty": 50, "max_difficulty": 10 }),
            "bad_value",
            "$.min_difficulty",
        ),
        (pack(vec![row; 2000], small.clone()), "too_large", "$.wall"),
        (pack(vec!["..".to_owned(), ".x".to_owned()], small.clone()), "bad_value", "$.wall[1]"),
        (pack(small.clone(), vec!["#".repeat(2000)]), "too_large", "$.stones.A"),
        (play(65), "too_large", "$.height"),
        (play(0), "bad_value", "$.height"),
        (rank(json!({ "kind": "dream" })), "bad_value", "$.search.kind"),
        (rank(json!("dream")), "bad_value", "$.search"),
        (weights(json!([]), json!([])), "bad_value", "$.evaluator"),
    ]);
    let message =
        |request: Value| answer(request)["error"]["message"].as_str().expect("a message").to_owned();
    assert_eq!(message(weights(json!([]), json!([]))), "a weight set has at least one feature");
    assert!(!message(weights(json!(3), json!([]))).contains("Saved"));
    let number = json!({ "op": "pc.percent", "field": [], "clear": 2, "pattern": "*p99999999999999" });
    assert!(message(number).contains("chooses 99999999999999 of 7 pieces"));
}

#[test]
fn names_have_twins() {
    let rank = |search: Value| {
        answer(json!({ "op": "match3.rank", "board": ["AABA", "CDCD"], "search": search }))["ok"].clone()
    };
    assert!(rank(json!("greedy"))["ranked"].is_array());
    assert_eq!(rank(json!("mean")), rank(json!("greedy")));
    assert_eq!(
        rank(json!({ "kind": "mean", "samples": 3 })),
        rank(json!({ "kind": "greedy", "samples": 3 }))
    );
    assert_eq!(rank(json!("two-ply")), rank(json!("two_ply")));
    let suggest = |evaluator: &str, search: &str| {
        let search = json!({ "kind": search });
        let request = json!({ "op": "tetris.suggest", "field": [], "piece": "T", "next": "I", "evaluator": evaluator, "search": search });
        answer(request)["ok"].clone()
    };
    assert!(suggest("el_tetris", "two_ply")["best"].is_object());
    assert_eq!(suggest("el-tetris", "two-ply"), suggest("el_tetris", "two_ply"));
    let landings =
        |rules: &str| answer(json!({ "op": "tetris.landings", "field": [], "piece": "T", "rules": rules }));
    assert!(landings("srs_plus")["ok"].is_object());
    assert_eq!(landings("srs-plus"), landings("srs_plus"));
}
