//! The page in a real Chromium without a screen: each game is clicked through, and answers are compared with those of
//! the native library.
//!
//! It needs `chromium` in the path and the page, which `crates/puzzle-ai-web/build-page` builds:
//! `cargo test -p puzzle-ai-web --test browser -- --ignored`. With `PICTURES` set to a folder it writes screenshots there.

mod chromium;

use std::path::{Path, PathBuf};

use chromium::Chromium;
use puzzle_ai_web::Demo;
use serde_json::{Value, json};

fn page() -> PathBuf {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/web/index.html");
    page.canonicalize().expect("build the page first: crates/puzzle-ai-web/build-page")
}

fn open(width: u32, height: u32, dark: bool) -> Chromium {
    let mut browser = Chromium::start(width, height, dark);
    browser.open(&format!("file://{}#seed=7", page().display()));
    browser.wait("document.documentElement?.dataset.ready === 'yes'");
    browser
}

fn picture(browser: &mut Chromium, name: &str) {
    if let Some(folder) = std::env::var_os("PICTURES") {
        std::fs::write(Path::new(&folder).join(name), browser.screenshot()).unwrap();
    }
}

/// The same requests in the browser and here: the answers are the same to the last byte.
#[test]
#[ignore = "needs Chromium and the built page"]
fn the_page_answers_as_the_native_library() {
    let mut browser = open(1000, 800, false);
    let mut native = Demo::new();
    for request in include_str!("data/session.jsonl").lines() {
        let there = browser.text(&format!("library.raw({})", json!(request)));
        assert_eq!(there, native.handle(request), "{request}");
    }
}

#[test]
#[ignore = "needs Chromium and the built page"]
fn blocks_are_played_by_keys_touch_and_hint() {
    let mut browser = open(1000, 800, false);
    let mut native = Demo::new();
    let mut ask = |request: Value| -> Value {
        serde_json::from_str::<Value>(&native.handle(&request.to_string())).unwrap()["ok"].take()
    };
    let expected = ask(json!({ "op": "tetris.new", "seed": 7 }));
    assert_eq!(browser.value("games.tetris.state.next"), expected["next"]);
    let hint = ask(json!({ "op": "tetris.hint", "nodes": 2000 }));
    assert_eq!(browser.value("games.tetris.best"), hint["best"]);
    browser.key("KeyH");
    let after = ask(json!({ "op": "tetris.auto", "nodes": 2000 }));
    assert_eq!(browser.value("games.tetris.state.rows"), after["rows"]);
    // The pads work, and gravity does.
    browser.tap("[data-input=left]");
    browser.tap("[data-input=hard_drop]");
    browser.key("ArrowLeft");
    browser.key("Space");
    assert_eq!(browser.value("games.tetris.state.pieces"), 3);
    browser.tap("#tetris-self");
    browser.wait("games.tetris.state.pieces > 25");
    browser.tap("#tetris-self");
    browser.wait("games.tetris.best !== null");
    picture(&mut browser, "web-blocks.png");
    let high = "Math.max(...games.tetris.state.active.cells.map((cell) => cell[1]))";
    let start = browser.value(high).as_i64().unwrap();
    browser.wait(&format!("{high} < {start} || games.tetris.state.pieces > 30"));
    assert_eq!(browser.faults(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium and the built page"]
fn perfect_clears_are_drawn_found_and_shared() {
    let mut browser = open(1000, 700, true);
    browser.tap("[data-tab=pc]");
    browser.tap("#pc-find");
    browser.wait("!document.getElementById('pc-next').disabled");
    let mut native = Demo::new();
    let field = ["XX______XX"; 4];
    let start = json!({ "op": "pc.start", "field": field, "clear": 4, "queue": "LJOSZTI", "hold": "empty" });
    native.handle(&start.to_string());
    let found = loop {
        let step = native.handle(r#"{"op": "pc.step", "nodes": 2000}"#);
        let step: Value = serde_json::from_str(&step).unwrap();
        if !step["ok"]["solution"].is_null() {
            break step["ok"]["solution"].clone();
        }
    };
    assert_eq!(browser.value("games.pc.solution"), found);
    assert_eq!(browser.value("document.getElementById('pc-fumen').value"), found["fumen"]);
    picture(&mut browser, "web-perfect-clear.png");
    browser.tap("#pc-next");
    browser.wait("!document.getElementById('pc-next').disabled && games.pc.solution");
    assert_ne!(browser.value("games.pc.solution"), found);
    // The fumen that was found is read back as its field, and a drawn cell goes into the next one.
    browser.run(&format!("document.getElementById('pc-fumen').value = {}", found["fumen"]));
    browser.tap("#pc-read");
    assert_eq!(browser.value("games.pc.field()"), json!(field));
    browser.tap_at("#pc-board", 0.55, 0.1);
    assert_eq!(browser.value("games.pc.field()[0]"), "XX___X__XX");
    // The same by keys, on a focused board: the cell of row 0 again, and one in row 1.
    for key in ["ArrowRight"; 5] {
        browser.key(key);
    }
    browser.key("Space");
    assert_eq!(browser.value("games.pc.field()[0]"), "XX______XX");
    browser.key("Enter");
    browser.key("ArrowDown");
    browser.key("Space");
    assert_eq!(browser.value("games.pc.field()"), json!(["XX___X__XX", "XX___X__XX", field[2], field[3]]));
    browser.tap("#pc-write");
    let text = browser.value("document.getElementById('pc-fumen').value");
    let back = native.handle(&json!({ "op": "pc.decode", "fumen": text }).to_string());
    assert!(back.contains("XX___X__XX"), "{back}");
    assert_eq!(browser.faults(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium and the built page"]
fn the_best_swap_is_shown_and_swaps_are_dragged() {
    let mut browser = open(1000, 700, false);
    browser.tap("[data-tab=match3]");
    let mut native = Demo::new();
    let mut ask = |request: Value| -> Value {
        serde_json::from_str::<Value>(&native.handle(&request.to_string())).unwrap()["ok"].take()
    };
    ask(json!({ "op": "match3.new", "seed": 7, "kinds": 5, "specials": true }));
    let best = ask(json!({ "op": "match3.hint", "nodes": 3000 }))["best"].take();
    assert_eq!(browser.value("games.match3.best.best"), best);
    picture(&mut browser, "web-match3.png");
    let at = |cell: &Value, i: usize| (cell[i].as_f64().unwrap() + 0.5) / 8.0;
    let (from, to) = (&best["from"], &best["to"]);
    browser.drag("#match3-board", (at(from, 1), at(from, 0)), (at(to, 1), at(to, 0)));
    browser.wait("!games.match3.frames && games.match3.state.moves === 1");
    let after = ask(json!({ "op": "match3.swap", "from": from, "to": to }));
    assert_eq!(browser.value("games.match3.state.board"), after["board"]);
    assert_eq!(browser.value("games.match3.state.score"), after["score"]);
    browser.key("KeyH");
    browser.wait("!games.match3.frames && games.match3.state.moves === 2");
    assert_eq!(browser.faults(), Vec::<String>::new());
}

/// Taps a cell of the wall, by column and row from below.
fn tap_wall(browser: &mut Chromium, x: f64, y: f64) {
    let side = browser.value("games.stones.side").as_f64().unwrap();
    let width = browser.value("games.stones.state.wall[0].length").as_f64().unwrap();
    let height = browser.value("games.stones.state.wall.length").as_f64().unwrap();
    browser.tap_at("#stones-board", (x + 0.5) / width, (height - y - 0.5) * side / (height * side + 24.0));
}

/// Takes a stone off the wall by tapping it, one that no other stands on, and lays it there again.
fn take_back_and_lay_again(browser: &mut Chromium) {
    let laid = browser.value("games.stones.laid");
    let area = browser.value("games.stones.you().area");
    let count = laid.as_array().unwrap().len();
    let number = |value: &Value| value.as_f64().unwrap();
    let mut taken = None;
    for stone in laid.as_array().unwrap() {
        let (kind, rot) = (&stone[0], &stone[1]);
        let low = format!(
            "Math.min(...games.stones.shape({kind}, {rot}).filter((c) => c[0] === 0).map((c) => c[1]))"
        );
        let low = number(&browser.value(&low));
        let at = (number(&stone[2]), number(&stone[3]) + low);
        tap_wall(browser, at.0, at.1);
        if browser.value("games.stones.laid.length") == count - 1 {
            taken = Some((kind, rot, at));
            break;
        }
    }
    let (kind, rot, at) = taken.expect("a stone that nothing stands on");
    assert_ne!(browser.value("games.stones.you().area"), area);
    browser.tap(&format!("#stones-kinds button:nth-child({})", kind.as_u64().unwrap() + 1));
    while browser.value("games.stones.rot") != *rot {
        browser.tap("#stones-turn");
    }
    tap_wall(browser, at.0, at.1);
    assert_eq!(browser.value("games.stones.laid.length"), count);
    assert_eq!(browser.value("games.stones.you().area"), area);
}

#[test]
#[ignore = "needs Chromium and the built page"]
fn a_stone_game_is_played_to_its_end() {
    let mut browser = open(1000, 800, false);
    browser.tap("[data-tab=stones]");
    let ready = "(games.stones.you().waiting || games.stones.state.phase === 'finished') && !games.stones.job.running";
    for turn in 0.. {
        assert!(turn < 60, "the game goes on");
        browser.wait(ready);
        let phase = browser.text("games.stones.state.phase");
        match phase.as_str() {
            "bidding" | "second_bidding" => {
                browser.tap("#stones-advise");
                if turn == 0 {
                    // A stone of one's own choice after the advised ones.
                    browser.tap("#stones-kinds button");
                    picture(&mut browser, "web-stones-bids.png");
                }
                browser.tap("#stones-go");
            }
            "placing" => {
                browser.tap("#stones-arrange");
                take_back_and_lay_again(&mut browser);
                browser.tap("#stones-go");
                browser.wait("games.stones.state.phase === 'finished'");
            }
            _ => break,
        }
    }
    picture(&mut browser, "web-stones.png");
    let areas = browser.value("games.stones.state.teams.map((team) => team.area)");
    assert!(areas.as_array().unwrap().iter().all(|area| area.as_u64().unwrap() > 0), "{areas}");
    assert_eq!(browser.faults(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium and the built page"]
fn tilings_are_found_and_counted() {
    let mut browser = open(1000, 700, true);
    browser.tap("[data-tab=tilings]");
    browser.tap("#tilings-next");
    browser.wait("games.tilings.tiling");
    let mut native = Demo::new();
    native.handle(
        &json!({ "op": "tilings.start", "region": vec!["##########"; 6], "set": "pentominoes" }).to_string(),
    );
    let first = loop {
        let step: Value =
            serde_json::from_str(&native.handle(r#"{"op": "tilings.step", "nodes": 5000}"#)).unwrap();
        if !step["ok"]["tiling"].is_null() {
            break step["ok"]["tiling"].clone();
        }
    };
    assert_eq!(browser.value("games.tilings.tiling"), first);
    picture(&mut browser, "web-tilings.png");
    browser.run("document.getElementById('tilings-region').value = '8x8'; document.getElementById('tilings-set').value = 'dominoes'; games.tilings.preset()");
    browser.tap("#tilings-count");
    assert_eq!(browser.text("document.getElementById('tilings-status').textContent"), "12,988,816 tilings.",);
    browser.run(
        "document.getElementById('tilings-region').value = '6x10'; \
         document.getElementById('tilings-set').value = 'pentominoes'; games.tilings.preset()",
    );
    browser.tap("#tilings-count");
    browser.wait("document.getElementById('tilings-status').textContent === '9,356 tilings.'");
    assert_eq!(browser.faults(), Vec::<String>::new());
}

/// On a phone nothing is wider than the screen, in any game.
#[test]
#[ignore = "needs Chromium and the built page"]
fn every_game_fits_on_a_phone() {
    let mut browser = open(390, 800, true);
    for game in ["tetris", "pc", "match3", "stones", "tilings"] {
        browser.tap(&format!("[data-tab={game}]"));
        let width = browser.value("document.documentElement.scrollWidth").as_u64().unwrap();
        assert!(width <= 390, "{game} is {width} wide");
        let canvas =
            browser.value(&format!("document.querySelector('#{game} canvas').getBoundingClientRect().width"));
        assert!(canvas.as_f64().unwrap() > 200.0, "{game}: {canvas}");
    }
    browser.tap("[data-tab=tetris]");
    picture(&mut browser, "web-phone.png");
    // A finger that goes right takes the piece along, column by column.
    let left = "Math.min(...games.tetris.state.active.cells.map((cell) => cell[0]))";
    let before = browser.value(left).as_i64().unwrap();
    browser.swipe("#tetris-board", (0.4, 0.5), (0.62, 0.5));
    assert!(browser.value(left).as_i64().unwrap() > before);
    assert_eq!(browser.value("games.tetris.state.pieces"), 0);
    browser.tap("[data-input=hard_drop]");
    assert_eq!(browser.value("games.tetris.state.pieces"), 1);
    // Nothing came over a network.
    assert_eq!(browser.value("performance.getEntriesByType('resource').map((one) => one.name)"), json!([]));
    assert_eq!(browser.faults(), Vec::<String>::new());
}
