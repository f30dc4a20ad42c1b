use serde_json::{Value, json};

use super::*;

fn cases(text: &str) -> Vec<Value> {
    let value: Value = serde_json::from_str(text).expect("cases are JSON");
    value.as_array().expect("a list").clone()
}

/// Runs an operation on some fields of a case.
fn ask(
    op: fn(Fields) -> Result<Value, OpError>,
    case: &Value,
    names: &[&str],
    more: Value,
) -> Result<Value, OpError> {
    let mut request = more.as_object().expect("an object").clone();
    for name in names {
        if let Some(value) = case.get(*name) {
            request.insert((*name).to_owned(), value.clone());
        }
    }
    op(Fields::of_request(request))
}

const BOARD: [&str; 4] = ["rows", "cols", "kinds", "board"];
const MOVE: [&str; 6] = ["rows", "cols", "kinds", "board", "swap", "streams"];

#[test]
fn the_case_files_are_answered() {
    let none = || json!({});
    for case in cases(include_str!("../../../../match3/tests/data/matches.json")) {
        let answer = ask(matches, &case, &BOARD, none()).expect("an answer");
        assert_eq!((&answer["matched"], &answer["runs"]), (&case["matched"], &case["runs"]));
    }
    for case in cases(include_str!("../../../../match3/tests/data/moves.json")) {
        let answer = ask(moves, &case, &BOARD, none()).expect("an answer");
        assert_eq!(answer["legal"], case["legal"]);
        assert_eq!(answer["dead"], json!(case["legal"] == json!([])));
    }
    for case in cases(include_str!("../../../../match3/tests/data/legal_specials.json")) {
        let answer = ask(moves, &case, &BOARD, json!({"specials": true})).expect("an answer");
        let legal = answer["legal"].as_array().expect("a list").iter();
        assert_eq!(
            legal.map(|legal| json!([legal["a"], legal["b"]])).collect::<Vec<_>>(),
            case["legal"].as_array().expect("a list").clone()
        );
    }
    let plain = cases(include_str!("../../../../match3/tests/data/cascades.json"))
        .into_iter()
        .map(|case| (case, false));
    let special = cases(include_str!("../../../../match3/tests/data/specials.json"))
        .into_iter()
        .map(|case| (case, true));
    for (case, specials) in plain.chain(special) {
        let answer = ask(resolve, &case, &MOVE, json!({"specials": specials})).expect("an answer");
        for (name, expected) in case.as_object().expect("an object") {
            if !MOVE.contains(&name.as_str()) && name != "category" {
                assert_eq!(&answer[name], expected, "{name}");
            }
        }
    }
    for case in cases(include_str!("../../../../match3/tests/data/reshuffle.json")) {
        let answer = ask(shuffle, &case, &["rows", "cols", "counts"], none()).expect("an answer");
        assert_eq!(answer["solvable"], case["solvable"]);
        assert_eq!(answer["board"].is_null(), answer["solvable"] == json!(false));
    }
}

#[test]
fn faults_have_codes_and_paths() {
    let board = json!({"rows": 2, "cols": 4, "board": ["AABA", "CDCD"], "swap": [2, 3], "streams": ["B", "B", "D", ""]});
    let with = |changes: Value| {
        let mut case = board.clone();
        for (name, value) in changes.as_object().expect("an object") {
            case[name] = value.clone();
        }
        case
    };
    let cases = [
        (json!({"swap": [0, 8]}), "illegal_swap", "$.swap"),
        (json!({"swap": [-1, 0]}), "illegal_swap", "$.swap"),
        (json!({"swap": [0, 0]}), "illegal_swap", "$.swap"),
        (json!({"swap": [0, 2]}), "illegal_swap", "$.swap"),
        (json!({"swap": [0, 1]}), "illegal_swap", "$.swap"),
        (json!({"swap": [3, 4]}), "illegal_swap", "$.swap"),
        (json!({"swap": [0]}), "bad_value", "$.swap"),
        (json!({"swap": [0, "x"]}), "bad_type", "$.swap[1]"),
        (json!({"board": ["AA#A", "CDCD"]}), "illegal_swap", "$.swap"),
        (json!({"streams": ["", "B", "D", ""]}), "stream_dry", "$.streams"),
        (json!({"streams": ["B"]}), "bad_value", "$.streams"),
        (json!({"streams": ["b", "", "", ""]}), "bad_value", "$.streams[0]"),
        (json!({"board": ["AABA", "CDC"]}), "bad_value", "$.board"),
        (json!({"board": ["AABA", "CDC1"]}), "bad_value", "$.board"),
        (json!({"board": ["AABA", "CDC?"]}), "bad_value", "$.board"),
        (json!({"board": []}), "bad_value", "$.board"),
        (json!({"rows": 3}), "bad_value", "$.rows"),
        (json!({"kinds": 2}), "bad_value", "$.kinds"),
        (json!({"kinds": 27}), "bad_value", "$.kinds"),
        (json!({"board": vec!["A"; 256], "rows": 256, "cols": 1, "streams": [""]}), "too_large", "$.board"),
        (json!({"board": ["A A B Ah", "C D C D"]}), "bad_value", "$.board"),
    ];
    for (changes, code, at) in cases {
        let error = ask(resolve, &with(changes.clone()), &MOVE, json!({})).expect_err("an error");
        assert_eq!((error.code, error.at.as_str()), (code, at), "{changes}");
    }
    let impossible =
        ask(generate, &json!({"rows": 1, "cols": 3, "kinds": 5}), &["rows", "cols", "kinds"], json!({}));
    assert_eq!(impossible.expect_err("an error").code, "impossible");
    let counts = ask(
        shuffle,
        &json!({"rows": 1, "cols": 3, "counts": [2, 2]}),
        &["rows", "cols", "counts"],
        json!({}),
    );
    assert_eq!(counts.expect_err("an error").at, "$.counts");
}

#[test]
fn making_and_shuffling_boards_says_when_it_is_cut_short() {
    let none = json!({"budget": {"nodes": 0}});
    let new = json!({"rows": 8, "cols": 8, "kinds": 5});
    let made = ask(generate, &new, &["rows", "cols", "kinds"], none.clone()).expect("an answer");
    assert_eq!(made, json!({"board": null, "complete": false}));
    let counts = json!({"rows": 2, "cols": 3, "counts": [3, 3]});
    let shuffled = ask(shuffle, &counts, &["rows", "cols", "counts"], none).expect("an answer");
    assert_eq!(shuffled, json!({"solvable": null, "board": null, "complete": false}));
    let enough = json!({"budget": {"nodes": 1000}});
    let made = ask(generate, &new, &["rows", "cols", "kinds"], enough.clone()).expect("an answer");
    assert!(made["board"].is_array() && made.get("complete").is_none());
    let shuffled = ask(shuffle, &counts, &["rows", "cols", "counts"], enough).expect("an answer");
    assert_eq!(shuffled["solvable"], json!(true));
}

#[test]
fn equal_values_are_ranked_by_waves_then_by_the_order_of_moves() {
    let mut ties = 0;
    for seed in 0..20 {
        let new = json!({"rows": 6, "cols": 6, "kinds": 5, "seed": seed});
        let made = ask(generate, &new, &["rows", "cols", "kinds", "seed"], json!({})).expect("an answer");
        for search in ["known", "greedy", "two_ply", "expectimax", "beam"] {
            let more = json!({"search": search});
            let answer = ask(rank, &made, &["board"], more).expect("an answer");
            let legal = ask(moves, &made, &["board"], json!({})).expect("an answer");
            let order = |ranked: &Value| {
                let of = |legal: &Value| json!([legal["a"], legal["b"]]) == ranked["swap"];
                legal["legal"].as_array().expect("a list").iter().position(of)
            };
            for pair in answer["ranked"].as_array().expect("a list").windows(2) {
                let number = |index: usize, name: &str| pair[index][name].as_f64().expect("a number");
                let (a, b) = (number(0, "mean"), number(1, "mean"));
                let (c, d) = (number(0, "waves"), number(1, "waves"));
                assert!(a > b || (a == b && (c > d || (c == d && order(&pair[0]) < order(&pair[1])))));
                ties += u32::from(a == b);
            }
        }
    }
    assert!(ties > 50, "{ties}");
}

#[test]
fn searches_are_read_and_ranked() {
    let board = json!({"board": ["AABAC", "CDCDA", "DCDCB"]});
    let searches = [
        json!("known"),
        json!({"kind": "greedy", "samples": 3}),
        json!({"kind": "two_ply", "samples": 2, "gamma": 0.5}),
        json!({"kind": "expectimax", "samples": [2, 2, 0]}),
        json!({"kind": "beam", "width": 2, "samples": 2, "inner": 2}),
        json!({"kind": "mcts", "tries": 50}),
    ];
    for search in searches {
        let run = || ask(rank, &board, &["board"], json!({"search": search, "seed": 3})).expect("an answer");
        assert!(!run()["ranked"].as_array().expect("a list").is_empty());
        assert_eq!(run(), run());
    }
    let cut = ask(rank, &board, &["board"], json!({"budget": {"nodes": 1}})).expect("an answer");
    assert_eq!(cut["complete"], json!(false));
    let unknown = ask(rank, &board, &["board"], json!({"search": {"kind": "best"}})).expect_err("an error");
    assert_eq!((unknown.code, unknown.at.as_str()), ("bad_value", "$.search.kind"));
}

#[test]
fn one_kind_ends_by_the_limit_of_waves() {
    let case = json!({"board": ["ABAA"], "kinds": 2, "swap": [0, 1], "streams": ["", "A".repeat(2000), "A".repeat(2000), "A".repeat(2000)]});
    let answer = ask(resolve, &case, &["board", "kinds", "swap", "streams"], json!({})).expect("an answer");
    assert_eq!((&answer["wave_count"], &answer["truncated"]), (&json!(1000), &json!(true)));
    assert!(answer["score_pow2"].as_str().is_some_and(|digits| digits.len() > 300));
}
