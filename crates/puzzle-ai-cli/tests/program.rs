//! The program as its users start it.

mod common;

use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use common::start;

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Bad input: exit code 2, nothing on stdout, one line on stderr.
fn refused(args: &[&str], input: &str) -> String {
    let output = start(args, input);
    let error = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert_eq!(stdout(&output), "", "{args:?}");
    assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    error.trim_end().trim_start_matches("puzzle-ai: ").to_owned()
}

#[test]
fn bad_input_is_one_line_that_says_where_and_what() {
    let cases: &[(&[&str], &str, &str)] = &[
        (
            &["tetris", "suggest", "--field", "-", "--piece", "T"],
            "....\n...\n",
            "standard input:2:4: row 2 has 3 cells",
        ),
        (
            &["tetris", "suggest", "--field", "-", "--piece", "T"],
            "\n",
            "standard input:1:1: a field is 4 to 16",
        ),
        (&["tetris", "suggest", "--field", "-", "--piece", "T"], "#################\n", "not 17"),
        (
            &["tetris", "suggest", "--field", "no-such-file", "--piece", "T"],
            "",
            "--field: \"no-such-file\" is neither rows",
        ),
        (&["tetris", "suggest", "--field", "", "--piece", "T"], "", "--field: it is empty"),
        (
            &["tetris", "suggest", "--field", "LLLL.OOOOO", "--piece", "T"],
            "",
            "--field: \"LLLL.OOOOO\" is neither",
        ),
        (&["pc", "parity", "--field", "x", "--queue", "T"], "", "--field: \"x\" is neither a fumen"),
        (
            &["cover", "tile", "--region", "3x", "--pieces", "dominoes"],
            "",
            "--region: \"3x\" is neither WIDTHxHEIGHT",
        ),
        (&["match3", "moves", "--board", ""], "", "--board: it is empty"),
        (&["pc", "setup", "--mask", "", "--pattern", "*"], "", "--mask: it is empty"),
        (&["fumen", "decode", "x"], "", "FUMEN|FILE: \"x\" is neither a fumen nor a file"),
        (&["tetris", "suggest", "--piece", ""], "", "--piece"),
        (&["tetris", "suggest", "--piece", "T", "--hold", ""], "", "--hold"),
        (&["pc", "solve", "--clear", "2", "--queue", "IIIII", "--hold", ""], "", "--hold: it is empty"),
        (&["pc", "solve", "--queue", "T"], "", "give --clear or --field"),
        (
            &["pc", "percent", "--clear", "2", "--pattern", "*p99999999999999"],
            "",
            "chooses 99999999999999 of 7",
        ),
        (&["pc", "puzzle", "--min-difficulty", "101"], "", "101 is not in 0..=100"),
        (
            &["pc", "puzzle", "--min-difficulty", "50", "--max-difficulty", "10"],
            "",
            "--min-difficulty: 50 is above",
        ),
        (
            &["match3", "generate", "--min-difficulty", "0.5", "--max-difficulty", "0.1"],
            "",
            "--min-difficulty: 0.5",
        ),
        (&["match3", "generate", "--min-moves", "5", "--max-moves", "1"], "", "--min-moves: 5 is above"),
        (
            &["match3", "simulate", "--games", "-1"],
            "",
            "'-1' for '--games <N>': a number of 0 or more is expected",
        ),
        (&["match3", "simulate", "--games", "0"], "", "--games"),
        (&["tetris", "play", "--fps", "-1"], "", "-1 is not in 1..=1000"),
        (&["tetris", "play", "--height", "x"], "", "'x' for '--height <N>': a whole number is expected"),
        (&["tetris", "bench", "--height", "65"], "", "--height: a game is 1 to 60 rows high, not 65"),
        (&["tetris", "bench", "--width", "3"], "", "--width: a field is 4 to 16"),
        (&["tetris", "tune", "--rules", "lee", "--height", "2"], "", "--height: "),
        (&["tetris", "play", "--frames", "x", "--versus"], "", "--frames"),
        (
            &["stones", "play", "--scenario", "-"],
            "[]",
            "standard input: a scenario is expected, which is a JSON object",
        ),
        (&["stones", "referee", "--verify", "-"], "[]", "a replay is expected, which is a JSON object"),
        (&["stones", "pack", "-"], "[]", "standard input: an object is expected"),
        (&["stones", "pack", "-"], r#"{"wall": [], "wall": []}"#, "twice"),
        (&["tetris", "suggest", "--piece", "X"], "", "'X' at position 1 is no piece"),
        (&["tetris", "suggest", "--piece", "T", "--next", "IQ"], "", "--next: 'Q' at position 2"),
        (&["tetris", "suggest"], "", "--piece"),
        (&["tetris", "play", "--pieces", "0"], "", "--pieces"),
        (&["tetris", "play", "--width", "0"], "", "a field is 4 to 16 columns wide, not 0"),
        (&["tetris", "play", "--width", "17"], "", "a field is 4 to 16 columns wide, not 17"),
        (&["tetris", "play", "--height", "61"], "", "not 61"),
        (&["tetris", "play", "--fps", "0"], "", "--fps"),
        (&["tetris", "play", "--evaluator", "leo"], "", "the names are marathon, lee, article"),
        (&["tetris", "play", "--evaluator", "nan,1,1,1"], "", "weight 0 is NaN"),
        (&["tetris", "play", "--evaluator=-1,inf,1,1"], "", "weight 1 is inf"),
        (&["tetris", "play", "--evaluator", "1,2,3"], "", "4 weights are expected, 3 were found"),
        (&["tetris", "play", "--queue", ""], "", "there is no piece"),
        (&["tetris", "bench", "--games", "0"], "", "--games"),
        (&["tetris", "bench", "--rules", "mine"], "", "mine"),
        (&["tetris", "bench", "--threads", "0"], "", "--threads"),
        (&["tetris", "bench", "--seed", "-1"], "", "-1"),
        (&["tetris", "sugest"], "", "did you mean suggest?"),
        (&["nothing"], "", "nothing"),
        (&["tetris"], "", "a subcommand is missing"),
        (&["tetris", "bench", "--games", "18446744073709551615"], "", "--games"),
        (&["tetris", "play", "--evaluator", "1e308,1,1,1"], "", "weights are between"),
        (&["tetris", "play", "--queue", "IOT", "--randomizer", "uniform"], "", "--randomizer"),
    ];
    for (args, input, expected) in cases {
        let error = refused(args, input);
        assert!(error.contains(expected), "{args:?}: {error}");
    }
}

#[test]
fn help_shows_an_example() {
    for args in [
        &["--help"][..],
        &["tetris", "play", "--help"],
        &["tetris", "suggest", "--help"],
        &["jsonl", "--help"],
    ] {
        let output = start(args, "");
        assert!(output.status.success());
        assert!(stdout(&output).contains("Example"), "{args:?}");
    }
    assert!(stdout(&start(&["completions", "bash"], "")).contains("puzzle-ai"));
}

#[test]
fn the_tour_shows_every_game_in_time() {
    let begin = Instant::now();
    let output = start(&[], "");
    assert!(output.status.success());
    assert!(begin.elapsed() < Duration::from_secs(20));
    let text = stdout(&output);
    assert!(text.contains("Falling blocks") && text.contains("Next: puzzle-ai tetris play"));
    assert!(!text.contains('\x1b'), "no colours without a terminal");
}

#[test]
fn a_game_is_the_same_every_time() {
    let play =
        |seed: &str| stdout(&start(&["tetris", "play", "--json", "--pieces", "400", "--seed", seed], ""));
    let game: Value = serde_json::from_str(&play("3")).expect("JSON");
    assert_eq!((&game["pieces"], &game["over"], &game["seed"]), (&json!(400), &json!(false), &json!(3)));
    assert_eq!(play("3"), play("3"));
    assert_ne!(play("3"), play("4"));
    let request = json!({"op": "tetris.play", "seed": 3, "pieces": 400, "width": 10, "height": 20});
    let answer: Value = serde_json::from_str(&stdout(&start(&["jsonl"], request.to_string()))).expect("JSON");
    for field in ["pieces", "lines", "score", "field", "over"] {
        assert_eq!(answer["ok"][field], game[field], "{field}");
    }
}

#[test]
fn a_queue_that_ends_is_said() {
    let text = stdout(&start(&["tetris", "play", "--queue", "IOT", "--pieces", "9"], ""));
    assert!(text.starts_with("The queue ends after 3 of 9 pieces."), "{text}");
    let whole = stdout(&start(&["tetris", "play", "--queue", "IOT"], ""));
    assert!(whole.contains("pieces  3") && whole.contains("no more pieces"), "{whole}");
}

#[test]
fn bench_counts_the_same_with_any_threads() {
    let bench = |threads: &str| {
        let args = [
            "tetris",
            "bench",
            "--json",
            "--pieces",
            "120000",
            "--evaluator",
            "article",
            "--threads",
            threads,
        ];
        let mut answer: Value = serde_json::from_str(&stdout(&start(&args, ""))).expect("JSON");
        assert!(answer["user_s"].as_f64().is_some_and(|seconds| seconds > 0.0));
        answer.as_object_mut().expect("an object").remove("user_s");
        answer
    };
    let one = bench("1");
    assert_eq!(one["pieces"], json!(120_000));
    assert_eq!(one, bench("2"));
    let games = stdout(&start(&["tetris", "bench", "--games", "20", "--cap", "1000"], ""));
    assert!(games.contains("20 games"), "{games}");
}

/// A person's keys from a pipe: drops, a hold, an unknown key, arrows, quit.
#[test]
fn a_person_plays_against_the_bot() {
    let args = ["tetris", "play", "--versus", "--person", "--nodes", "200", "--pieces", "50", "--json"];
    let answer: Value =
        serde_json::from_str(&stdout(&start(&args, "aaa c?d \x1b[D\x1b[A sssss q"))).expect("JSON");
    assert_eq!((&answer["pieces"], &answer["winner"]), (&json!([4, 4]), &Value::Null));
    // The end of the input ends the match too; dropping all pieces in the middle loses it.
    let answer: Value = serde_json::from_str(&stdout(&start(&args, "  "))).expect("JSON");
    assert_eq!(answer["pieces"], json!([2, 2]));
    let answer: Value = serde_json::from_str(&stdout(&start(&args, " ".repeat(60)))).expect("JSON");
    assert_eq!(answer["winner"], json!(2));
}

#[test]
fn a_full_field_has_no_suggestion() {
    let field = ["##########"; 20].join("/");
    let args = ["tetris", "suggest", "--field", &field, "--piece", "O", "--exit-code", "--json"];
    let output = start(&args, "");
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(answer, json!({"best": null, "value": null, "ranked": [], "reasons": null}));
}

/// The operations on requests in the form of the case files.
#[test]
fn tetris_operations_answer() {
    let requests = [
        json!({"id": 0, "op": "tetris.landings", "field": [], "piece": "T", "rules": "harddrop"}),
        json!({"id": 1, "op": "tetris.suggest", "field": ["#########."], "piece": "O", "next": ["I"], "can_hold": true, "evaluator": "lee"}),
        json!({"id": 2, "op": "tetris.suggest", "field": [], "piece": "T", "evaluator": [-1, 1, -1, "x"]}),
        json!({"id": 3, "op": "tetris.features", "field": ["#...", ".#..", "####"]}),
        json!({"id": 4, "op": "tetris.features", "field": vec!["#########."; 4], "piece": "I", "rotation": "E", "x": 9}),
        json!({"id": 5, "op": "tetris.play", "pieces": 0}),
        json!({"id": 6, "op": "tetris.play", "pieces": 50, "budget": {"nodes": 20}}),
        json!({"id": 7, "op": "tetris.suggest", "field": ["....", "..."], "piece": "T"}),
        json!({"id": 8, "op": "tetris.suggest", "field": [""], "piece": "T"}),
        json!({"id": 9, "op": "tetris.play", "width": 17}),
        json!({"id": 10, "op": "tetris.suggest", "field": [], "piece": "Q"}),
        json!({"id": 11, "op": "tetris.suggest", "field": vec!["..........";65], "piece": "T"}),
        json!({"id": 12, "op": "tetris.features", "field": [], "piece": "I", "rotation": "N", "x": 9}),
        json!({"id": 13, "op": "tetris.suggest", "field": [], "piece": "T", "search": {"kind": "dream", "width": 5}}),
        json!({"id": 14, "op": "tetris.suggest", "field": vec!["..........";1025], "piece": "T"}),
        json!({"id": 15, "op": "tetris.suggest", "field": [".".repeat(5000)], "piece": "T"}),
        json!({"id": 16, "op": "grid.shape", "shape": ["#\n#"]}),
        json!({"id": 17, "op": "grid.shape", "shape": ["##", ""]}),
        json!({"id": 18, "op": "grid.shape", "shape": ["#".repeat(1025)]}),
        json!({"id": 19, "op": "tetris.suggest", "field": [], "piece": ""}),
        json!({"id": 20, "op": "tetris.play", "height": 61}),
        json!({"id": 22, "op": "tetris.suggest", "field": [], "piece": "T", "search": {"kind": "beam", "width": 0}}),
        json!({"id": 23, "op": "tetris.suggest", "field": [], "piece": "T", "search": {"kind": "beam", "depth": 65}}),
        json!({"id": 24, "op": "tetris.suggest", "field": [], "piece": "T", "search": {"kind": "greedy", "width": 5}}),
        json!({"id": 25, "op": "tetris.suggest", "field": [], "piece": "T", "next": "OI", "search": {"kind": "beam"}, "budget": {"nodes": 500}}),
        json!({"id": 26, "op": "tetris.play", "pieces": 40, "search": {"kind": "two_ply"}}),
        json!({"id": 27, "op": "tetris.suggest", "field": vec!["####.#####"; 4], "piece": "T", "next": "I", "search": {"kind": "two_ply"}}),
        json!({"id": 28, "op": "tetris.suggest", "field": vec!["####.#####"; 4], "piece": "T", "next": "I", "search": {"kind": "beam", "width": 10000, "depth": 2}}),
        json!({"id": 21, "op": "tetris.suggest", "piece": "T", "field": std::iter::once("####......").chain(["...........".get(..10).unwrap(); 19]).collect::<Vec<_>>()}),
    ];
    let input: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let answers: Vec<Value> = stdout(&start(&["jsonl"], &input))
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), requests.len());
    assert_eq!(answers[0]["ok"]["count"], json!(34));
    assert_eq!(
        answers[0]["ok"]["landings"][0],
        json!({"cells": [[0, 0], [0, 1], [0, 2], [1, 1]], "spins": ["none"]})
    );
    let best = &answers[1]["ok"]["best"];
    assert_eq!(
        (&best["piece"], &best["rotation"], &best["inputs"][0]),
        (&json!("I"), &json!("E"), &json!("hold"))
    );
    assert_eq!(best["cells"], json!([[9, 0], [9, 1], [9, 2], [9, 3]]));
    assert_eq!(answers[1]["ok"]["value"], best["value"]);
    let lee = &answers[3]["ok"]["lee"];
    assert_eq!(lee, &json!({"aggregate_height": 7, "complete_lines": 1, "holes": 1, "bumpiness": 2}));
    assert_eq!(answers[4]["ok"]["lee"]["complete_lines"], json!(4));
    assert_eq!(answers[4]["ok"]["article"]["aggregate_height"], json!(0));
    assert_eq!((&answers[6]["ok"]["pieces"], &answers[6]["ok"]["complete"]), (&json!(20), &json!(false)));
    // Under the overhang at the very top no input leads there from above.
    let under =
        answers[28]["ok"]["ranked"].as_array().expect("a list").iter().find(|c| c["inputs"].is_null());
    assert_eq!(under.map(|c| &c["cells"][0]), Some(&json!([3, 0])));
    assert_eq!((&answers[24]["ok"]["complete"], &answers[25]["ok"]["pieces"]), (&json!(false), &json!(40)));
    assert_eq!(answers[26]["ok"], answers[27]["ok"]);
    let errors = [
        (21, "bad_value", "$.search.width"),
        (22, "too_large", "$.search.depth"),
        (23, "unknown_field", "$.search.width"),
        (2, "bad_type", "$.evaluator[3]"),
        (5, "bad_value", "$.pieces"),
        (7, "bad_value", "$.field[1]"),
        (8, "bad_value", "$.field"),
        (9, "bad_value", "$.width"),
        (10, "bad_value", "$.piece"),
        (11, "too_large", "$.field"),
        (12, "bad_value", "$.x"),
        (13, "bad_value", "$.search.kind"),
        (14, "too_large", "$.field"),
        (15, "too_large", "$.field"),
        (16, "bad_value", "$.shape[0]"),
        (17, "bad_value", "$.shape[1]"),
        (18, "too_large", "$.shape"),
        (19, "bad_value", "$.piece"),
        (20, "too_large", "$.height"),
    ];
    for (at, code, path) in errors {
        let error = &answers[at]["error"];
        assert_eq!(
            (error["code"].as_str(), error["at"].as_str()),
            (Some(code), Some(path)),
            "{}",
            answers[at]
        );
    }
}
