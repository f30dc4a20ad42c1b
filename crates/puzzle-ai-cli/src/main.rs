//! The program `puzzle-ai`.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    puzzle_ai_cli::run()
}
