//! Any bytes get one answer a line, each with an `ok` or an `error`, and none of
//! them is a fault of ours.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut output = Vec::new();
    puzzle_ai_cli::serve(bytes, &mut output).expect("memory takes all");
    let answers: Vec<serde_json::Value> = String::from_utf8(output)
        .expect("answers are UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("answers are JSON"))
        .collect();
    let ended = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let last = usize::from(bytes.last().is_some_and(|&byte| byte != b'\n'));
    assert_eq!(answers.len(), ended + last);
    for answer in answers {
        assert!(answer.get("ok").is_some() != answer.get("error").is_some());
        assert_ne!(answer["error"]["code"], "internal");
    }
});
