use super::*;

fn hear(bot: &mut Bot, message: Value) -> Reply {
    bot.hear(message.to_string().as_bytes())
}

/// Thinks and answers as the program does.
fn ask(bot: &mut Bot) -> Vec<Value> {
    assert_eq!(hear(bot, json!({ "type": "suggest" })), Reply::Suggest);
    bot.think(Budget::nodes(5_000), &CancelFlag::new());
    let answer = bot.suggestion(0.1);
    assert_eq!(answer["type"], "suggestion");
    answer["moves"].as_array().expect("a list").clone()
}

fn empty_board() -> Vec<Vec<Value>> {
    vec![vec![Value::Null; 10]; 40]
}

fn started(queue: &[&str], hold: Value, board: Vec<Vec<Value>>) -> Bot {
    let mut bot = Bot::new(NODES);
    assert_eq!(
        hear(&mut bot, json!({ "type": "rules", "randomizer": "seven_bag" })),
        Reply::Say(json!({ "type": "ready" }))
    );
    let start = json!({
        "type": "start", "hold": hold, "queue": queue, "combo": 0, "back_to_back": false, "board": board,
        "randomizer": { "type": "seven_bag", "bag_state": ["T"] },
    });
    assert_eq!(hear(&mut bot, start), Reply::Silent);
    bot
}

#[test]
fn a_whole_conversation() {
    let mut bot = started(&["T", "I", "O", "L", "J"], Value::Null, empty_board());
    for (turn, new) in ["S", "Z", "T", "I", "O", "L", "J", "S", "Z", "T"].into_iter().enumerate() {
        let moves = ask(&mut bot);
        assert!(!moves.is_empty(), "turn {turn}");
        let before = bot.session.clone().expect("a session");
        assert_eq!(hear(&mut bot, json!({ "type": "play", "move": moves[0] })), Reply::Silent);
        assert_eq!(hear(&mut bot, json!({ "type": "new_piece", "piece": new })), Reply::Silent);
        let after = bot.session.as_ref().expect("a session");
        assert_ne!(after.standing, before.standing, "turn {turn}");
        let pieces = |session: &Session| session.queue.len() + usize::from(session.hold.is_some());
        assert_eq!(pieces(after), pieces(&before));
    }
    assert_eq!(hear(&mut bot, json!({ "type": "stop" })), Reply::Silent);
    assert!(!bot.wants_to_think());
    assert_eq!(hear(&mut bot, json!({ "type": "quit" })), Reply::Quit);
}

#[test]
fn every_suggested_move_is_legal() {
    let mut board = empty_board();
    for (x, row) in [(3, 0), (7, 1), (0, 2)] {
        (0..10).filter(|&column| column != x).for_each(|column| board[row][column] = json!("G"));
    }
    let mut bot = started(&["T", "S", "Z"], json!("I"), board);
    let moves = ask(&mut bot);
    for suggested in &moves {
        let landing = landing_of(suggested).expect("a move of the protocol");
        let set =
            bot.generator.landings(&bot.session.as_ref().expect("a session").standing.field, landing.piece);
        assert!(set.contains(&landing), "{suggested}");
    }
    assert!(moves.iter().any(|suggested| suggested["location"]["type"] == "I"));
}

#[test]
fn lines_without_sense_are_ignored() {
    let mut bot = started(&["T", "I"], Value::Null, empty_board());
    let before = format!("{:?}", bot.session);
    let lines: [&[u8]; 8] = [
        b"",
        b"{oops",
        b"\xff\xfe",
        b"[]",
        b"{\"type\":\"frobnicate\"}",
        b"{\"type\":7}",
        b"{\"type\":\"new_piece\",\"piece\":\"X\"}",
        b"{\"type\":\"play\",\"move\":{\"location\":{\"type\":\"T\",\"orientation\":\"up\",\"x\":4,\"y\":0}}}",
    ];
    for line in lines {
        assert_eq!(bot.hear(line), Reply::Silent);
    }
    let play = |piece: &str, x: i64, y: i64| {
        let location = json!({ "type": piece, "orientation": "north", "x": x, "y": y });
        json!({ "type": "play", "move": { "location": location, "spin": "none" } })
    };
    for unreachable in [play("T", 4, 9), play("T", 400, -9), play("O", 4, 0), play("T", 0, 0)] {
        assert_eq!(hear(&mut bot, unreachable), Reply::Silent);
    }
    assert_eq!(format!("{:?}", bot.session), before);
    assert!(!ask(&mut bot).is_empty());
}

#[test]
fn nothing_to_play_is_said() {
    // Never started, nothing in the queue, a start without sense, no room.
    let mut bot = Bot::new(NODES);
    assert!(ask(&mut bot).is_empty());
    let mut bot = started(&[], Value::Null, empty_board());
    assert!(ask(&mut bot).is_empty());
    assert_eq!(hear(&mut bot, json!({ "type": "start", "queue": ["T"], "board": [[1]] })), Reply::Silent);
    assert!(ask(&mut bot).is_empty());
    let mut full = empty_board();
    full.iter_mut().for_each(|row| row[3..7].fill(json!("G")));
    let mut bot = started(&["T", "I"], Value::Null, full);
    assert!(ask(&mut bot).is_empty());
}

#[test]
fn an_empty_queue_waits_for_pieces() {
    let mut bot = started(&["T"], Value::Null, empty_board());
    let first = ask(&mut bot);
    hear(&mut bot, json!({ "type": "play", "move": first[0] }));
    assert!(ask(&mut bot).is_empty());
    hear(&mut bot, json!({ "type": "new_piece", "piece": "I" }));
    assert!(ask(&mut bot).iter().all(|suggested| suggested["location"]["type"] == "I"));
}

#[test]
fn high_stacks_are_played_on() {
    for rows in [17, 19, 30, 38] {
        let mut board = empty_board();
        for row in board.iter_mut().take(rows) {
            row.iter_mut().take(3).for_each(|cell| *cell = json!("G"));
        }
        let mut bot = started(&["L", "T", "O"], json!("S"), board);
        assert!(!ask(&mut bot).is_empty(), "{rows}");
    }
}

#[test]
fn a_cancelled_search_is_forgotten() {
    let mut bot = started(&["L", "T"], Value::Null, empty_board());
    let cancel = CancelFlag::new();
    cancel.cancel();
    bot.think(Budget::nodes(1_000), &cancel);
    assert!(bot.wants_to_think());
}

#[test]
fn a_conversation_ends_with_its_input() {
    let board = serde_json::to_string(&empty_board()).expect("JSON");
    let start = format!(
        r#"{{"type":"start","hold":null,"queue":["T","I"],"combo":0,"back_to_back":false,"board":{board}}}"#
    );
    let lines =
        ["{\"type\":\"rules\"}", start.as_str(), "nonsense", "{\"type\":\"suggest\"}", "{\"type\":\"sugg"];
    let mut output = Vec::new();
    serve_tbp(lines.join("\n").as_bytes(), &mut output, 500).expect("memory takes all");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    let kinds: Vec<String> = output
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("JSON")["type"].as_str().expect("a type").to_owned()
        })
        .collect();
    assert_eq!(kinds, ["info", "ready", "suggestion"]);
}
