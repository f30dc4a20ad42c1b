//! `fumen …` and the operations `fumen.*`, as their users start them.

mod common;
#[path = "common/protocol.rs"]
mod protocol;

use serde_json::{Value, json};

use common::start;
use protocol::{answer, are_refused};

const TEXT: &str = "v115@JhA8GeE8BeA8BeI8KeXHJvhEaIJT/I0AJlBJpIJ";

fn flags(colorize: bool) -> Value {
    json!({ "quiz": false, "lock": true, "mirror": false, "colorize": colorize, "rise": false })
}

#[test]
fn pages_are_answered_and_taken() {
    let pages = answer(json!({ "op": "fumen.decode", "fumen": TEXT }))["ok"]["pages"].clone();
    assert_eq!(pages.as_array().map(Vec::len), Some(6));
    let first = json!({
        "field": "__X_______/XXXXX__X__/XXXXXXXXX_",
        "comment": "",
        "operation": { "type": "S", "rotation": "spawn", "x": 6, "y": 1 },
        "flags": flags(true),
    });
    assert_eq!(pages[0], first);
    assert_eq!(answer(json!({ "op": "fumen.encode", "pages": pages }))["ok"], json!({ "fumen": TEXT }));
    let empty = json!([{ "field": "", "comment": "", "operation": null, "flags": flags(true) }]);
    assert_eq!(answer(json!({ "op": "fumen.decode", "fumen": "v110@7eAA4G" }))["ok"]["pages"], empty);
}

#[test]
fn what_is_left_out_is_plain() {
    let operation = json!({ "type": "I", "rotation": "left", "x": 0, "y": 1 });
    let garbage = "XXXX_XXXXX";
    let request = json!({ "op": "fumen.encode", "pages": [
        { "field": ["_XXXXXXXXX"], "operation": operation, "garbage": garbage, "flags": { "rise": true } },
        { "comment": "ほ" },
    ] });
    let fumen = answer(request)["ok"]["fumen"].clone();
    let pages = answer(json!({ "op": "fumen.decode", "fumen": fumen }))["ok"]["pages"].clone();
    let mut rising = flags(true);
    rising["rise"] = true.into();
    let expected = json!([
        { "field": "_XXXXXXXXX", "comment": "", "operation": operation, "flags": rising, "garbage": garbage },
        {
            "field": "I_________/I_________/I_________/XXXX_XXXXX",
            "comment": "ほ",
            "operation": null,
            "flags": flags(false),
        },
    ]);
    assert_eq!(pages, expected);
}

#[test]
fn faults_have_codes_and_places() {
    let decode = |fumen: Value| json!({ "op": "fumen.decode", "fumen": fumen });
    let encode = |page: Value| json!({ "op": "fumen.encode", "pages": [{}, page] });
    let placed = |rotation: &str, x: i64| {
        encode(json!({ "operation": { "type": "T", "rotation": rotation, "x": x, "y": 1 } }))
    };
    are_refused([
        (decode(json!("v115@vh")), "bad_value", "$.fumen"),
        (decode(json!("vhAAgH")), "bad_value", "$.fumen"),
        (
            decode(json!("v115@".to_owned() + &("vh/".to_owned() + &"AgH".repeat(64)).repeat(65))),
            "too_large",
            "$.fumen",
        ),
        (decode(json!(7)), "bad_type", "$.fumen"),
        (json!({ "op": "fumen.decode" }), "missing_field", "$.fumen"),
        (json!({ "op": "fumen.encode", "pages": [] }), "bad_value", "$.pages"),
        (json!({ "op": "fumen.encode", "pages": vec![json!({}); 4097] }), "too_large", "$.pages"),
        (encode(json!({ "field": "XX" })), "bad_value", "$.pages[1].field"),
        (encode(json!({ "field": vec!["X_________"; 24] })), "too_large", "$.pages[1].field"),
        (encode(json!({ "garbage": "X" })), "bad_value", "$.pages[1].garbage"),
        (encode(json!({ "comment": "ほ".repeat(683) })), "too_large", "$.pages[1].comment"),
        (encode(json!({ "comment": null })), "bad_type", "$.pages[1].comment"),
        (encode(json!({ "flags": { "locks": true } })), "unknown_field", "$.pages[1].flags.locks"),
        (placed("spawn", 0), "bad_value", "$.pages[1].operation"),
        (placed("up", 5), "bad_value", "$.pages[1].operation.rotation"),
        (placed("spawn", 1000), "bad_value", "$.pages[1].operation.x"),
    ]);
}

#[test]
fn the_program_draws_and_writes() {
    let drawn = start(&["fumen", "decode", "v115@9gE8EeE8EeE8EeE8OeSSJvhDHoBOsBhiBpmB"], "");
    let text = String::from_utf8(drawn.stdout).expect("UTF-8");
    let first = "Page 1 of 5: L spawn at (8, 0)\nXXXXX_____\nXXXXX_____\nXXXXX____l\nXXXXX__lll\n\n";
    assert!(text.starts_with(first), "{text}");
    let decoded = start(&["fumen", "decode", "-", "--json"], format!("{TEXT}\n"));
    let pages = String::from_utf8(decoded.stdout).expect("UTF-8");
    assert!(String::from_utf8(decoded.stderr).expect("UTF-8").starts_with("Page 1 of 6"));
    let encoded = start(&["fumen", "encode", "-"], &pages);
    assert_eq!(String::from_utf8(encoded.stdout).expect("UTF-8"), format!("{TEXT}\n"));
    let pages: Value = serde_json::from_str(&pages).expect("JSON");
    let encoded = start(&["fumen", "encode", &pages["pages"].to_string(), "--json"], "");
    assert_eq!(serde_json::from_slice::<Value>(&encoded.stdout).expect("JSON"), json!({ "fumen": TEXT }));
    let drawing = start(&["fumen", "encode", "XXX____XXX", "--comment", "*p7"], "");
    let drawing = String::from_utf8(drawing.stdout).expect("UTF-8");
    let back = start(&["fumen", "decode", drawing.trim()], "");
    assert_eq!(String::from_utf8(back.stdout).expect("UTF-8"), "Page 1 of 1: *p7\nXXX____XXX\n\n");
}

#[test]
fn bad_input_is_one_line_that_says_where_and_what() {
    for (args, input, message) in [
        (&["decode", "-"][..], "\nv115@vh\nA!gH\n", "standard input:3:2: character 10: '!' is not expected"),
        (&["decode", "v115@vhAAg"], "", "the fumen:1:11: character 10: the fumen ends within the piece"),
        (&["decode", "v99@"], "", "the fumen: a fumen begins with v115@ or v110@"),
        (&["decode", "no-such-file"], "", "FUMEN|FILE: \"no-such-file\" is neither a fumen nor"),
        (&["encode", "-"], "XXX_______\nXX\n", "standard input:2:3: row 2 has 2 cells, not 10"),
        (&["encode", "-"], "{\"pages\":\n[}", "standard input:2:2: "),
        (&["encode", "-"], "[{\"field\": \"X\"}]", "standard input: $.pages[0].field: row 1 has 1 cells"),
        (&["encode", "-", "--comment", "a"], "[]", "--comment: "),
        (&["encode", "-"], "[]", "standard input: a fumen has at least one page"),
    ] {
        let args = [&["fumen"], args].concat();
        let refused = start(&args, input);
        let error = String::from_utf8(refused.stderr).expect("UTF-8");
        assert_eq!(refused.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(message) && error.lines().count() == 1, "{args:?}: {error}");
        assert!(refused.stdout.is_empty());
    }
}
