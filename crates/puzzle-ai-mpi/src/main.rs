//! The program `puzzle-ai-mpi`.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    puzzle_ai_mpi::run()
}
