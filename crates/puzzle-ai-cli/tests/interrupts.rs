//! Ctrl-C: a long run ends at once, says what is done, and gives no figures of nothing.
#![cfg(unix)]

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The program at work, its output read.
struct Run(Child);

impl Run {
    fn start(args: &[&str]) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_puzzle-ai"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        Self(child.expect("the program starts"))
    }

    /// Presses Ctrl-C as soon as there is so much output, at least after half a second; the
    /// status and all of stdout.
    fn interrupt_after(mut self, bytes: usize) -> (ExitStatus, String) {
        let mut stdout = self.0.stdout.take().expect("piped");
        let mut head = vec![0; bytes];
        stdout.read_exact(&mut head).expect("as much output");
        std::thread::sleep(Duration::from_millis(500));
        let pid = self.0.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status().expect("kill");
        assert!(sent.success(), "the program ended by itself: {:?}", self.0.try_wait());
        let pressed = Instant::now();
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).expect("text");
        let status = self.0.wait().expect("it ends");
        assert!(pressed.elapsed() < Duration::from_secs(20), "{:?}", pressed.elapsed());
        (status, String::from_utf8(head).expect("text") + &rest)
    }
}

#[test]
fn nothing_done_has_no_figures() {
    for args in [
        &["tetris", "attack", "--games", "5", "--nodes", "100000"][..],
        &["tetris", "bench", "--games", "1", "--search", "beam", "--evaluator", "dt20"],
        &["match3", "simulate", "--games", "1000", "--search", "mcts", "--moves", "1000"],
        &[
            "match3",
            "generate",
            "--rows",
            "9",
            "--cols",
            "9",
            "--min-moves",
            "60",
            "--attempts",
            "4000000000",
        ],
        &["pc", "puzzle", "--pieces", "10", "--min-difficulty", "100"],
    ] {
        let (status, text) = Run::start(args).interrupt_after(0);
        assert_eq!(status.code(), Some(0), "{args:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{args:?}: {text}");
        assert!(text.starts_with("cut short: none of") || text.starts_with("no "), "{args:?}: {text}");
        let (status, text) = Run::start(&[args, &["--json"]].concat()).interrupt_after(0);
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((status.code(), &answer["complete"]), (Some(0), &Value::Bool(false)), "{args:?}: {text}");
        assert!(answer.get("mean_score").is_none() && answer.get("attack_per_piece").is_none(), "{text}");
    }
}

#[test]
fn depths_of_perft_come_as_they_are_known() {
    let (status, text) = Run::start(&["tetris", "perft", "--queue", "IOLJSZTIOLJSZT"]).interrupt_after(22);
    assert_eq!(status.code(), Some(0), "{text}");
    assert!(text.starts_with(" 1 I               17\n"), "{text}");
    let depths = text.lines().take_while(|line| line.starts_with(' ')).count();
    assert!(text.contains(&format!("cut short: depth {} is not known", depths + 1)), "{text}");
}

#[test]
fn a_bench_counts_what_it_has_ranked() {
    let args = ["match3", "bench", "--rankings", "1000000000", "--json"];
    let (status, text) = Run::start(&args).interrupt_after(0);
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let rankings = answer["rankings"].as_u64().expect("a number");
    assert!(status.success() && rankings < 1_000_000_000 && answer["complete"] == false, "{answer}");
}
