//! `pc path`, `pc setup`, `pc puzzle` and their operations, as their users start them.

mod common;
#[path = "common/protocol.rs"]
mod protocol;

use serde_json::{Value, json};

use common::start;
use protocol::{answer, are_refused};

const OPENER: &str = "XXX_____XX/XXX____XXX/XXX___XXXX/XXX____XXX";
const MASK: &str = "***_____**/***____***/***___****/***____***";

fn rows(drawing: &str) -> Vec<&str> {
    drawing.split('/').collect()
}

fn text(args: &[&str]) -> String {
    let output = start(&[&["pc"], args].concat(), "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn path_request() -> Value {
    json!({ "op": "pc.path", "field": rows(OPENER), "clear": 4, "hold": true, "pattern": "I,*p4" })
}

#[test]
fn paths_are_answered() {
    let all = answer(path_request())["ok"].clone();
    let numbers =
        ["tilings", "success", "total", "success_truncated", "total_truncated"].map(|name| all[name].clone());
    assert_eq!(numbers, [63, 711, 840, 711, 840].map(|number| json!(number)));
    let paths = all["paths"].as_array().expect("a list");
    assert_eq!((paths.len(), all.get("minimum"), all.get("complete")), (63, None, None));
    let covered: std::collections::BTreeSet<String> = paths
        .iter()
        .flat_map(|path| path["queues"].as_array().expect("a list"))
        .map(Value::to_string)
        .collect();
    assert_eq!(covered.len(), 711);
    // Each can be played: the solver agrees for its first queue.
    for path in paths.iter().step_by(9) {
        let request = json!({
            "op": "pc.solve", "field": rows(OPENER), "clear": 4, "hold": true, "queue": path["queues"][0], "want": "all",
        });
        let sorted = |solution: &Value| {
            let mut pieces: Vec<String> =
                solution.as_array().expect("a list").iter().map(Value::to_string).collect();
            pieces.sort();
            pieces
        };
        let solutions = answer(request)["ok"]["solutions"].clone();
        let mut solutions = solutions.as_array().expect("a list").iter();
        assert!(solutions.any(|solution| sorted(solution) == sorted(&path["solution"])));
    }
    let mut request = path_request();
    request["minimal"] = json!(true);
    request["prefer"] = json!("easy");
    request["limit"] = json!(2);
    let few = answer(request.clone())["ok"].clone();
    assert_eq!(few["minimum"], json!({ "tilings": 24, "lower_bound": 24, "proven": true }));
    let paths = few["paths"].as_array().expect("a list");
    assert_eq!((paths.len(), paths[0]["queues"].as_array().map(Vec::len)), (24, Some(2)));
    assert!(paths.iter().all(|path| path["best_for"].is_u64()));
    request["budget"] = json!({ "nodes": 2000 });
    assert_eq!(answer(request)["ok"]["complete"], json!(false));
}

#[test]
fn setups_are_answered() {
    let request = json!({
        "op": "pc.setup", "mask": rows(MASK), "clear": 4, "hold": true, "pattern": "*p7", "then": "*p4", "limit": 3,
    });
    let answered = answer(request.clone())["ok"].clone();
    assert_eq!((&answered["count"], &answered["queues"]), (&json!(1), &json!(5040)));
    let setup = &answered["setups"][0];
    assert_eq!(setup["field"], json!(rows(OPENER)));
    assert_eq!((&setup["builds"], &setup["total"]), (&json!(3842), &json!(3842 * 840)));
    assert_eq!((setup["solutions"].as_array().map(Vec::len), &setup["tilings"]), (Some(3), &json!(6)));
    let mut cut = request;
    cut["budget"] = json!({ "nodes": 10 });
    assert_eq!(answer(cut)["ok"]["complete"], json!(false));
}

#[test]
fn puzzles_are_answered() {
    let request =
        json!({ "op": "pc.puzzle", "clear": 3, "pieces": 4, "hold": true, "seed": 2, "min_difficulty": 20 });
    let puzzle = answer(request.clone())["ok"].clone();
    assert_eq!(answer(request.clone())["ok"], puzzle);
    assert!(puzzle["difficulty"]["score"].as_u64() >= Some(20), "{puzzle}");
    let solve = json!({
        "op": "pc.solve", "field": puzzle["field"], "clear": puzzle["clear"], "hold": true, "queue": puzzle["queue"],
    });
    let solved = answer(solve)["ok"].clone();
    assert_eq!((&solved["tilings"], &solved["sequences"]), (&json!(1), &puzzle["difficulty"]["sequences"]));
    let mut cut = request;
    cut["budget"] = json!({ "nodes": 0 });
    assert_eq!(answer(cut)["ok"], json!({ "field": null, "complete": false }));
}

#[test]
fn refusals_say_where() {
    let path = |name: &str, value: Value| {
        let mut request = path_request();
        request[name] = value;
        request
    };
    let setup = |name: &str, value: Value| {
        let mut request =
            json!({ "op": "pc.setup", "mask": rows(MASK), "clear": 4, "pattern": "*p6", "then": "I" });
        request[name] = value;
        request
    };
    let puzzle = |name: &str, value: Value| {
        let mut request =
            json!({ "op": "pc.puzzle", "clear": 4, "pieces": 5, "max_difficulty": 0, "hold": true });
        request[name] = value;
        request
    };
    let hardest = json!({ "op": "pc.puzzle", "clear": 1, "pieces": 1, "min_difficulty": 100 });
    are_refused([
        (path("pattern", json!("I,*p8")), "bad_value", "$.pattern"),
        (path("pattern", json!("*p7,*p7")), "too_large", "$.pattern"),
        (path("pattern", json!("*p3")), "queue_too_short", "$.pattern"),
        (path("prefer", json!("best")), "bad_value", "$.prefer"),
        (path("field", json!(["XX"])), "bad_value", "$.field[0]"),
        (path("tree", json!(2)), "unknown_field", "$.tree"),
        (setup("mask", json!(["**"])), "bad_value", "$.mask[0]"),
        (setup("mask", json!(vec!["*_________"; 5])), "bad_value", "$.mask[0]"),
        (setup("clear", json!(11)), "bad_value", "$.clear"),
        (setup("pattern", json!("")), "bad_value", "$.pattern"),
        (setup("then", json!("*p7,*p7")), "too_large", "$.then"),
        (setup("then", json!("I")), "queue_too_short", "$.then"),
        (puzzle("clear", json!(7)), "bad_value", "$.clear"),
        (puzzle("pieces", json!(11)), "bad_value", "$.pieces"),
        (puzzle("min_difficulty", json!(99)), "bad_value", "$.min_difficulty"),
        (hardest, "no_such_puzzle", "$"),
    ]);
}

#[test]
fn the_program_shows_tables_and_drawings() {
    let field = ["path", "--field", OPENER, "--pattern", "I,*p4", "--hold"];
    let table = text(&[&field[..], &["--minimal", "--draw", "1"]].concat());
    let said = "\n\n63 tilings cover 711 of 840 queues\n24 of them cover all of these, and no fewer do\n";
    assert!(table.contains(said) && table.lines().count() == 5 + 1 + 2 + 1 + 24, "{table}");
    let values = text(&[&field[..], &["--csv"]].concat());
    let mut lines = values.lines();
    assert_eq!(lines.next(), Some("tiling,order,queues,queues_truncated,covered"));
    assert_eq!(lines.clone().count(), 63);
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!((cells.len(), cells[0].len(), cells[1].len()), (5, 43, 4), "{line}");
        assert_eq!(cells[3].parse().ok(), Some(cells[4].split(';').count()));
    }
    let json: Value =
        serde_json::from_str(&text(&[&field[..], &["--prefer", "strong", "--json"]].concat())).expect("JSON");
    let best: u64 =
        json["paths"].as_array().expect("a list").iter().filter_map(|path| path["best_for"].as_u64()).sum();
    assert_eq!(best, 711);
    let file = std::env::temp_dir().join(format!("puzzle-ai-path-{}.html", std::process::id()));
    let name = file.to_str().expect("UTF-8");
    text(&[&field[..], &["--minimal", "--html", name]].concat());
    let page = std::fs::read_to_string(&file).expect("it was written");
    std::fs::remove_file(&file).expect("it is there");
    assert_eq!((page.matches("<figure>").count(), page.matches("v115@").count()), (24, 24));
    assert!(page.contains("96 of 840 queues, IITJ") && page.contains("63 tilings cover 711 of 840 queues"));
    let cut = text(&[&field[..], &["--nodes", "2000", "--draw", "0"]].concat());
    assert!(cut.starts_with("at least ") && cut.contains("stopped: the node budget is spent"), "{cut}");
    let setups = text(&["setup", "--mask", MASK, "--pattern", "*p7", "--hold"]);
    assert!(setups.ends_with("3842 of 5040 queues, 6 tilings\n\n1 setups\n"), "{setups}");
    let puzzle = text(&["puzzle", "--clear", "3", "--pieces", "3", "--seed", "4", "--solution"]);
    assert!(
        puzzle.contains("queue ") && puzzle.contains("no hold") && puzzle.contains("(seed 4)"),
        "{puzzle}"
    );
    assert_eq!(puzzle, text(&["puzzle", "--clear", "3", "--pieces", "3", "--seed", "4", "--solution"]));
}

#[test]
fn a_puzzle_that_is_not_found_in_time_is_no_bad_input() {
    let ask = |more: &[&str]| start(&[&["pc", "puzzle", "--nodes", "0"], more].concat(), "");
    let text = ask(&[]);
    assert_eq!(
        (text.status.code(), text.stdout),
        (Some(0), b"no puzzle so far: the node budget is spent (seed 0)\n".to_vec())
    );
    let json = ask(&["--json", "--exit-code"]);
    assert_eq!(
        (json.status.code(), json.stdout),
        (Some(1), b"{\"complete\":false,\"field\":null}\n".to_vec())
    );
}

#[test]
fn bad_input_is_one_line_that_says_where_and_what() {
    for (args, message) in [
        (
            &["path", "--clear", "2", "--pattern", "*p3"][..],
            "--pattern: 5 pieces are needed; the queue has 3",
        ),
        (&["path", "--clear", "2", "--pattern", "*p7,*p7"], "stands for 25401600 queues; at most"),
        (
            &["path", "--clear", "2", "--pattern", "*p5", "--prefer", "best"],
            "the names are easy, strong, spins",
        ),
        (&["path", "--clear", "0", "--pattern", "*p5"], "--clear: 0 rows"),
        (&["setup", "--mask", "***", "--pattern", "*"], "the drawing:1:1: row 0 from the top has 3 cells"),
        (&["setup", "--mask", MASK, "--pattern", "*p6", "--then", "*"], "--then: 4 pieces are needed"),
        (&["puzzle", "--pieces", "11"], "--pieces: 4 rows take 1 to 10 pieces, not 11"),
        (&["puzzle", "--clear", "9"], "--clear: a puzzle has 1 to 6 rows, not 9"),
        (&["puzzle", "--rules", "mine"], "--rules: there are no rules"),
        (&["puzzle", "--hold", "T"], "--hold: a puzzle begins with nothing held"),
    ] {
        let refused = start(&[&["pc"], args].concat(), "");
        let error = String::from_utf8(refused.stderr).expect("UTF-8");
        assert_eq!(refused.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(message) && error.lines().count() == 1, "{args:?}: {error}");
        assert!(refused.stdout.is_empty());
    }
}
