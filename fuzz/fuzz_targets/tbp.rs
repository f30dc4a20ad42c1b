//! Any bytes leave the bot alive, and every `suggest` is answered.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let board = serde_json::to_string(&vec![vec![serde_json::Value::Null; 10]; 40]).expect("JSON");
    let mut input = format!(
        r#"{{"type":"start","hold":null,"queue":["T","S"],"combo":0,"back_to_back":true,"board":{board}}}"#
    )
    .into_bytes();
    input.push(b'\n');
    input.extend_from_slice(bytes);
    let lines = input
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok());
    let kinds: Vec<String> =
        lines.map(|message| message["type"].as_str().unwrap_or_default().to_owned()).collect();
    let heard = kinds.iter().take_while(|kind| *kind != "quit");
    let asked = heard.filter(|kind| *kind == "suggest").count();
    let mut output = Vec::new();
    puzzle_ai_cli::serve_tbp(input.as_slice(), &mut output, 300).expect("memory takes all");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    let answered = output.lines().filter(|line| line.contains("\"suggestion\"")).count();
    assert_eq!(answered, asked);
});
