//! `puzzle-ai tetris` and its files.

mod common;

use std::fs;

use common::start;

fn place(name: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    let _ = fs::remove_file(&path);
    path
}

/// What is in the table is not played again, a half-written line is, and the table is
/// that of one long run.
#[test]
fn a_table_of_games_is_gone_on_with() {
    let whole = place("per-seed-whole.csv");
    let bench = |path: &str, games: &str, threads: &str, seed: &str| {
        let args = [
            "tetris",
            "bench",
            "--games",
            games,
            "--cap",
            "400",
            "--per-seed",
            path,
            "--threads",
            threads,
            "--seed",
            seed,
            "--json",
        ];
        let output = start(&args, "");
        (
            output.status.code(),
            String::from_utf8(output.stdout).expect("UTF-8"),
            String::from_utf8(output.stderr),
        )
    };
    assert_eq!(bench(&whole, "9", "2", "3").0, Some(0));
    let table = fs::read_to_string(&whole).expect("a table");
    assert_eq!(table.lines().count(), 11);
    assert!(
        table.starts_with(
            "# puzzle-ai tetris bench: evaluator marathon, search greedy, rules article 10x20, pieces uniform, cap 400, seed 3\n"
        ),
        "{table}"
    );

    let part = place("per-seed-part.csv");
    assert_eq!(bench(&part, "4", "1", "3").0, Some(0));
    let four = fs::read_to_string(&part).expect("a table");
    fs::write(&part, format!("{four}4,12")).expect("a file");
    let (code, answer, _) = bench(&part, "9", "1", "3");
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(
        (code, answer["games"].as_u64(), answer["complete"].as_bool()),
        (Some(0), Some(9), Some(true))
    );
    assert!(answer["placed"].as_u64() < answer["pieces"].as_u64());
    assert_eq!(fs::read_to_string(&part).expect("a table"), table);

    let (code, _, error) = bench(&part, "9", "1", "4");
    assert!(code == Some(2) && error.expect("UTF-8").contains("line 1: the table was made otherwise"));
    let (code, _, error) = bench(&part, "5", "1", "3");
    assert!(code == Some(2) && error.expect("UTF-8").contains("line 8: there is no game 5"));
    fs::write(&part, table.replace(",400,", ",many,")).expect("a file");
    let (code, _, error) = bench(&part, "9", "1", "3");
    let error = error.expect("UTF-8");
    assert!(code == Some(2) && error.contains("is not game,pieces,lines,score,over"), "{error}");
}

/// A game that is saved is shown again only as it was played.
#[test]
fn a_replay_is_checked() {
    let path = place("game.json");
    let played = start(
        &[
            "tetris",
            "play",
            "--pieces",
            "40",
            "--seed",
            "5",
            "--search",
            "two_ply",
            "--beam-width",
            "3",
            "--save",
            &path,
            "--json",
        ],
        "",
    );
    assert_eq!(played.status.code(), Some(0), "{}", String::from_utf8_lossy(&played.stderr));
    let played: serde_json::Value = serde_json::from_slice(&played.stdout).expect("JSON");
    let frames = place("frames");
    let _ = fs::remove_dir_all(&frames);
    let shown = start(&["tetris", "play", "--replay", &path, "--frames", &frames, "--json"], "");
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    for field in ["pieces", "lines", "score", "field"] {
        assert_eq!(played[field], shown[field]);
    }
    assert_eq!((shown["checked"].as_bool(), shown["pieces"].as_u64()), (Some(true), Some(40)));
    let pictures: Vec<_> = fs::read_dir(&frames).expect("a folder").collect();
    assert_eq!(pictures.len(), 40);
    let last = fs::read_to_string(format!("{frames}/piece-00040.svg")).expect("a picture");
    assert!(last.starts_with("<svg") && last.matches("<rect").count() > 4);

    // The game itself is drawn the same.
    let live = place("live");
    let _ = fs::remove_dir_all(&live);
    let args =
        ["--pieces", "40", "--seed", "5", "--search", "two-ply", "--beam-width", "3", "--frames", &live];
    let output = start(&[&["tetris", "play"], &args[..]].concat(), "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fs::read_dir(&live).expect("a folder").count(), 40);
    assert_eq!(fs::read_to_string(format!("{live}/piece-00040.svg")).expect("a picture"), last);

    let text = fs::read_to_string(&path).expect("a game");
    let rotation = text.find("\"rotation\":\"N\"").expect("a landing");
    let turned = format!("{}\"rotation\":\"S\"{}", &text[..rotation], &text[rotation + 14..]);
    fs::write(&path, turned).expect("a file");
    let refused = start(&["tetris", "play", "--replay", &path], "");
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{error}");
    assert!(error.contains("game.json: ") && error.lines().count() == 1, "{error}");
}

/// A run that is stopped goes on to the weights of one that is not, and its weights play.
#[test]
fn tuning_goes_on_to_the_same_weights() {
    let (run, weights) = (place("tune-run.json"), place("tune-weights.json"));
    let tune = |generations: &str, more: &[&str]| {
        let args =
            ["tetris", "tune", "--method", "ce", "--height", "6", "--cap", "300", "--trials", "3", "--json"];
        let rest = ["--population", "8", "--tests", "4", "--seed", "5", "--generations", generations];
        let output = start(&[&args[..], &rest, more].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let whole = tune("4", &[]);
    tune("2", &["--save", &run]);
    let resumed = tune("4", &["--save", &run, "--weights", &weights, "--threads", "2"]);
    assert_eq!(whole, resumed);
    let answer: serde_json::Value = serde_json::from_str(&whole).expect("JSON");
    assert_eq!(answer["weights"].as_object().expect("weights").len(), 10);
    let bench = ["tetris", "bench", "--games", "2", "--cap", "50", "--evaluator", &weights];
    assert_eq!(start(&bench, "").status.code(), Some(0));
    fs::write(&run, "{").expect("a file");
    for (args, reason) in [
        (["--save", &run].as_slice(), "tune-run.json"),
        (&["--features", "hole"], "no feature"),
        (&["--features", "holes,holes"], "occurs twice"),
        (&["--start", "nobody"], "the names are marathon"),
        (&["--population", "0"], "--population"),
        (&["--cap", "0"], "--cap"),
        (&["--spread=-1"], "not a positive number"),
        (&["--spread=nan"], "not a positive number"),
    ] {
        let output = start(&[&["tetris", "tune", "--generations", "1"], args].concat(), "");
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(output.status.code() == Some(2) && error.contains(reason), "{args:?}: {error}");
    }
}

/// The reasons of a suggestion are the features of its set, and add up to its value.
#[test]
fn reasons_add_up_to_the_value() {
    let field = r#""field": ["XXXX_XXXXX", "XX__XXXXXX"], "piece": "T""#;
    let requests = format!(
        "{{\"op\": \"tetris.suggest\", {field}, \"evaluator\": \"bcts\"}}\n{{\"op\": \"tetris.features\", {field}, \"x\": 3}}\n"
    );
    let output = start(&["jsonl"], &requests);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let reasons = answers[0]["ok"]["reasons"].as_object().expect("reasons");
    let sum: f64 = reasons.values().filter_map(serde_json::Value::as_f64).sum();
    let value = answers[0]["ok"]["value"].as_f64().expect("a value");
    assert!((sum - value).abs() < 1e-9 && reasons.contains_key("rows_with_holes"), "{sum} {value}");
    for set in ["marathon", "lee", "article", "dellacherie", "bcts", "dt10", "dt20", "el_tetris", "bertsekas"]
    {
        assert!(answers[1]["ok"][set].is_object(), "{set}: {}", answers[1]);
    }
    assert_eq!(answers[1]["ok"]["bertsekas"].as_object().map(serde_json::Map::len), Some(22));
}
