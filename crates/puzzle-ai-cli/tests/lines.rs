//! Commands that read lines go on after one that is no text.

mod common;

use common::start;

#[test]
fn the_referee_answers_bytes_that_are_no_text() {
    let input = b"{\"do\": \"ranking\"}\n\xff\xfe\n{\"do\": \"view\", \"team\": \"\xff\"}\n\n{\"do\": \"x\"}\n{\"do\": \"ranking\"}\n";
    let output = start(&["stones", "referee"], input);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<&str> = text.lines().collect();
    assert!(output.status.success() && answers.len() == 5, "{text}");
    assert!(answers[0].contains("\"ok\"") && answers[4] == answers[0], "{text}");
    assert!(answers[1..3].iter().all(|answer| answer.contains("bad_json")), "{text}");
    assert!(answers[3].contains("\\\"x\\\" is not known; the commands are submit, retract"), "{text}");
}

#[test]
fn people_are_told_and_go_on() {
    for (args, input, said) in [
        (&["stones", "advise"][..], &b"\xff\nstate\nquit\n"[..], "not done: byte 1 of the line is no UTF-8"),
        (&["match3", "play", "--manual"], b"a \xff\nq\n", "byte 3 of the line is no UTF-8"),
    ] {
        let output = start(args, input);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        let (_, after) = text.split_once(said).expect("the line is refused");
        assert!(after.contains("supply: ") || after.contains("0 points"), "{after}");
    }
}
