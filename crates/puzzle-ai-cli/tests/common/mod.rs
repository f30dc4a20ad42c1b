//! Starting the program.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The program with these arguments, given this input, to its end.
pub(crate) fn start(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle-ai"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(input.as_ref()).expect("it reads");
    child.wait_with_output().expect("it ends")
}
