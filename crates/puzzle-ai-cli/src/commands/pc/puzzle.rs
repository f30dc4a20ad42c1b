//! `puzzle-ai pc puzzle`: a field and a queue with exactly one tiling.

use std::io::{self, Write};
use std::process::ExitCode;

use perfect_clear::{Hold, PuzzleDifficulty, PuzzleError, PuzzleGenerator};

use super::RuleArgs;
use super::solve::draw;
use crate::commands::{Common, NodeArgs};
use crate::error::{self, CliError};
use crate::ops::pc::letters;
use crate::ops::pc_puzzle::{shown, unfinished};
use crate::terminal;

/// Arguments of `pc puzzle`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Rows, 1 to 6
    #[arg(long, default_value_t = 4, value_name = "N")]
    clear: usize,
    /// Pieces, at most 10
    #[arg(long, default_value_t = 5, value_name = "N")]
    pieces: usize,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    nodes: NodeArgs,
    /// Smallest difficulty, 0 to 100
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(PuzzleDifficulty::MOST)))]
    min_difficulty: u32,
    /// Largest difficulty
    #[arg(long, default_value_t = PuzzleDifficulty::MOST, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(PuzzleDifficulty::MOST)))]
    max_difficulty: u32,
    /// Draw the solution too
    #[arg(long)]
    solution: bool,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let refuse = |error: PuzzleError| match error {
        PuzzleError::Height { .. } => CliError::at("--clear", error),
        PuzzleError::Pieces { .. } => CliError::at("--pieces", error),
        error => CliError::input(error),
    };
    let system = args.rules.solver()?.system();
    let hold = match args.rules.hold()? {
        Hold::Piece(_) => return Err(CliError::at("--hold", "a puzzle begins with nothing held")),
        hold => hold == Hold::Empty,
    };
    let Args { min_difficulty: least, max_difficulty: most, .. } = *args;
    if least > most {
        return Err(CliError::at(
            "--min-difficulty",
            format_args!("{least} is above --max-difficulty {most}"),
        ));
    }
    let generator = PuzzleGenerator::new(system, args.clear, args.pieces).map_err(refuse)?;
    let generator = generator.with_hold(hold).with_difficulty(least..=most);
    let puzzle = match generator.generate(common.seed, &args.nodes.budget()) {
        Err(PuzzleError::Stopped(stop)) => {
            if common.json {
                writeln!(io::stdout(), "{}", unfinished())?;
            } else {
                writeln!(io::stdout(), "no puzzle so far: {stop} (seed {})", common.seed)?;
            }
            return Ok(error::answer(false, common.exit_code));
        }
        found => found.map_err(refuse)?,
    };
    let mut drawings = terminal::drawings(common.json);
    let hold = if puzzle.hold == Hold::None { "no hold" } else { "with hold" };
    writeln!(drawings, "{}", puzzle.field)?;
    writeln!(drawings, "queue {}, {hold}", letters(&puzzle.queue))?;
    let PuzzleDifficulty { sequences, splits, needs_hold, soft_drops, spins, .. } = puzzle.difficulty;
    let mut notes = vec![format!("difficulty {}", puzzle.difficulty.score()), format!("{sequences} orders")];
    for (count, name) in [(splits, "split pieces"), (soft_drops, "soft drops"), (spins, "spins")] {
        notes.extend((count > 0).then(|| format!("{count} {name}")));
    }
    notes.extend(needs_hold.then(|| "needs hold".to_owned()));
    writeln!(drawings, "{} (seed {})", notes.join(", "), common.seed)?;
    if args.solution {
        let rows: Vec<String> = puzzle.field.to_string().lines().map(str::to_owned).collect();
        writeln!(drawings, "\n{}", draw(&rows, &puzzle.field, &puzzle.solution))?;
    }
    if common.json {
        writeln!(io::stdout(), "{}", shown(&puzzle))?;
    }
    Ok(ExitCode::SUCCESS)
}
