//! Runs of the program, and how they are cut off.

use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_puzzle-ai-mpi");

/// A small run of every job, with many rounds.
pub(crate) const JOBS: [(&str, &[&str]); 3] = [
    (
        "tune",
        &[
            "tune",
            "--features",
            "dellacherie",
            "--width",
            "8",
            "--height",
            "12",
            "--cap",
            "1000",
            "--population",
            "8",
            "--trials",
            "10",
            "--generations",
            "16",
            "--tests",
            "20",
            "--seed",
            "5",
        ],
    ),
    (
        "percent",
        &[
            "percent",
            "--field",
            "XX________/XX________/XX________/XX________",
            "--pattern",
            "*,*p7",
            "--memory",
            "1",
            "--round",
            "3000",
            "--tree",
            "1",
        ],
    ),
    (
        "tournament",
        &[
            "tournament",
            "--agents",
            "classic,greedy,floor",
            "--scenarios",
            "40",
            "--round",
            "1",
            "--seed",
            "2",
        ],
    ),
];

/// A folder that goes away.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("puzzle-ai-mpi-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub(crate) fn text(path: &str) -> String {
        std::fs::read_to_string(path).expect("a file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _: Result<(), _> = std::fs::remove_dir_all(&self.0);
    }
}

/// What a run prints that goes well.
pub(crate) fn finish(run: &mut Command) -> String {
    // A command that was cut off before has its output switched off.
    let run = run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = run.output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Cuts a run off after it has saved something more than its beginning; how it ended then.
pub(crate) fn in_the_middle(run: &mut Command, saved: &str, cut: impl FnOnce(&mut Child)) -> ExitStatus {
    let quiet = run.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = quiet.spawn().expect("it starts");
    let (start, mut seen) = (Instant::now(), Vec::new());
    while seen.len() < 3 {
        assert!(start.elapsed() < Duration::from_secs(120), "nothing is saved");
        assert!(run.try_wait().expect("a state").is_none(), "it was not cut off, but ended");
        match std::fs::read_to_string(saved) {
            Ok(text) if !seen.contains(&text) => seen.push(text),
            _ => sleep(Duration::from_millis(2)),
        }
    }
    cut(&mut run);
    run.wait().expect("it has ended")
}
