//! `cover …` and the operations `cover.*`, as their users start them.

mod common;
#[path = "common/protocol.rs"]
mod protocol;

use serde_json::{Value, json};

use common::start;
use protocol::{answer, are_refused};

#[test]
fn solutions_are_counted_and_listed() {
    let toy = json!({
        "op": "cover.solve",
        "primary": ["A", "B", {"name": "C", "lo": 2, "hi": 3}],
        "secondary": ["X", "Y"],
        "options": [["A", "B", "X:0", "Y:0"], ["A", "C", "X:1", "Y:1"], ["C", "X:0"], ["B", "X:1"], ["C", "Y:1"]],
    });
    assert_eq!(answer(toy)["ok"], json!({ "solutions": [[1, 3, 4]] }));
    let twins =
        json!({ "op": "cover.solve", "primary": ["a"], "options": [["a"], ["a"], ["a"]], "limit": 2 });
    assert_eq!(answer(twins)["ok"], json!({ "solutions": [[0], [1]], "complete": false }));
    let none = json!({ "op": "cover.solve", "primary": [], "options": [] });
    assert_eq!(answer(none)["ok"], json!({ "solutions": [[]] }));
    let short = json!({
        "op": "cover.count", "primary": ["a"], "options": [["a"], ["a"]], "budget": { "nodes": 1 },
    });
    assert_eq!(answer(short)["ok"], json!({ "count": 1, "complete": false }));
    let subsets = json!({
        "op": "cover.count", "primary": [{ "name": "a", "lo": 0, "hi": 4_294_967_295u32 }],
        "options": vec![["a"]; 100],
    });
    assert_eq!(answer(subsets)["ok"], json!({ "count": "1267650600228229401496703205376" }));
}

#[test]
fn regions_are_tiled() {
    let domino = json!({ "name": "domino", "unlimited": true, "cells": [[0, 0], [0, 1]] });
    let board =
        |rows: Vec<&str>, piece: &Value| json!({ "op": "cover.tile", "region": rows, "pieces": [piece] });
    assert_eq!(answer(board(vec!["########"; 8], &domino))["ok"], json!({ "count": 12_988_816 }));
    let large = answer(board(vec!["############"; 12], &domino));
    assert_eq!(large["ok"], json!({ "count": "53060477521960000" }));
    let mut listed = board(vec!["##", ".#"], &json!({ "name": "L", "cells": [[0, 0], [1, 0], [1, 1]] }));
    listed["limit"] = 5.into();
    let solution = json!([{ "piece": 0, "name": "L", "cells": [[0, 0], [0, 1], [1, 1]] }]);
    assert_eq!(answer(listed)["ok"], json!({ "count": 1, "solutions": [solution] }));
    // The S piece turned over fits only where reflections are allowed.
    let s = json!({ "cells": [[0, 1], [0, 2], [1, 0], [1, 1]], "copies": 1 });
    for (reflections, count) in [(false, 0), (true, 1)] {
        let mut request = board(vec!["##.", ".##"], &s);
        request["reflections"] = reflections.into();
        assert_eq!(answer(request)["ok"], json!({ "count": count }));
    }
}

#[test]
fn faults_have_codes_and_places() {
    let cover = |primary: Value, options: Value| json!({ "op": "cover.count", "primary": primary, "options": options });
    let tile =
        |region: Value, piece: Value| json!({ "op": "cover.tile", "region": region, "pieces": [piece] });
    let cases = [
        (cover(json!(["a"]), json!([["a"], ["a", "a"]])), "duplicate_item", "$.options[1]"),
        (cover(json!(["a"]), json!([["b"]])), "unknown_item", "$.options[0]"),
        (cover(json!(["a"]), json!([["a"], []])), "empty_option", "$.options[1]"),
        (cover(json!(["a", "b", "a"]), json!([])), "duplicate_name", "$.primary[2]"),
        (cover(json!(["a", ""]), json!([])), "empty_name", "$.primary[1]"),
        (cover(json!([{ "name": "a", "lo": 3, "hi": 2 }]), json!([])), "bad_bounds", "$.primary[0]"),
        (cover(json!(["a"]), json!([["a:red"]])), "colour_on_primary", "$.options[0]"),
        (cover(json!(["a"]), json!([[7]])), "bad_type", "$.options[0][0]"),
        (cover(json!([{ "name": "a", "low": 1 }]), json!([])), "unknown_field", "$.primary[0].low"),
        (json!({ "op": "cover.count", "options": [] }), "missing_field", "$.primary"),
        (tile(json!(["##", "#"]), json!({ "cells": [[0, 0]] })), "bad_value", "$.region[1]"),
        (tile(json!(["#?"]), json!({ "cells": [[0, 0]] })), "bad_value", "$.region[0]"),
        (tile(json!(["#".repeat(1025)]), json!({ "cells": [[0, 0]] })), "too_large", "$.region"),
        (tile(json!(["#"]), json!({ "cells": [] })), "bad_value", "$.pieces[0].cells"),
        (tile(json!(["#"]), json!({ "cells": [[0, 0], [0, 0]] })), "bad_value", "$.pieces[0].cells"),
        (tile(json!(["#"]), json!({ "cells": [[0, 0, 0]] })), "bad_value", "$.pieces[0].cells[0]"),
        (
            tile(json!(["#"]), json!({ "cells": [[i64::MIN, 0], [i64::MAX, 0]] })),
            "too_large",
            "$.pieces[0].cells",
        ),
        (tile(json!(["#"]), json!({ "cells": [[0, 0]], "copies": -1 })), "bad_value", "$.pieces[0].copies"),
    ];
    are_refused(cases);
}

#[test]
fn the_program_reads_and_draws() {
    let toy = "c g d a e b f\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let solved = start(&["cover", "solve", "-"], toy);
    let text = String::from_utf8(solved.stdout).expect("UTF-8");
    assert_eq!(text.lines().next(), Some("0[c e] 3[a d f] 4[b g]"));
    let counted = start(&["cover", "count", "-", "--json"], toy);
    let ok: Value = serde_json::from_slice(&counted.stdout).expect("JSON");
    assert_eq!((&ok["count"], &ok["complete"]), (&json!(1), &json!(true)));
    let tiled = start(&["cover", "tile", "--region", "20x3", "--pieces", "pentominoes", "--distinct"], "");
    let text = String::from_utf8(tiled.stdout).expect("UTF-8");
    assert!(text.contains("2 distinct tilings (complete)"), "{text}");
    let puzzle = "##\n##\n\n2 x\n##\n";
    let tiled = start(&["cover", "tile", "-", "--json"], puzzle);
    let ok: Value = serde_json::from_slice(&tiled.stdout).expect("JSON");
    assert_eq!(ok["count"], json!(2));
    let none = start(&["cover", "tile", "--region", "3x3", "--pieces", "dominoes", "--exit-code"], "");
    assert_eq!(none.status.code(), Some(1));
    for (args, input, message) in [
        (
            &["cover", "count", "-"][..],
            "a b\na x\n",
            "standard input: line 2, column 3: item \"x\" is not declared",
        ),
        (&["cover", "tile", "-"], "##\n#\n", "standard input:1:1: row 2 has 1 cells"),
        (&["cover", "tile", "--region", "3x3", "--pieces", "cubes"], "", "--pieces: \"cubes\" is none of"),
        (&["cover", "tile", "--region", "0x3", "--pieces", "dominoes"], "", "--region: "),
    ] {
        let refused = start(args, input);
        let error = String::from_utf8(refused.stderr).expect("UTF-8");
        assert_eq!(refused.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(message) && error.lines().count() == 1, "{args:?}: {error}");
    }
}
