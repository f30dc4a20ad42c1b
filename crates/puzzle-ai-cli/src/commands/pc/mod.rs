//! `puzzle-ai pc …`: perfect clears.

mod merge;
mod parity;
mod path;
pub(crate) mod percent;
mod puzzle;
mod setup;
pub(crate) mod shares;
mod solve;

use std::process::ExitCode;

use clap::Subcommand;
use grid_core::Budget;
use perfect_clear::{Hold, PcError, PcField, PcSolver};
use tetromino::fumen::Fumen;
use tetromino::{Pattern, Piece, RotationSystem};

pub(crate) use solve::show as tour_stop;

use crate::commands::{Common, NodeArgs};
use crate::error::CliError;
use crate::input::Source;
use crate::ops::pc;
use crate::{files, json, names, tetris};

/// The subcommands of `pc`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Clear a field with a queue: one solution, all, or how many
    #[command(after_help = "Examples:
  puzzle-ai pc solve --field 'XXX_______/XXXX_____X/XXXX___X_X' --queue IOJZ --hold
  puzzle-ai pc solve --clear 4 --queue TIOLJSZTIOL --hold --count")]
    Solve(solve::Args),
    /// The share of a pattern's queues that clear a field
    #[command(
        after_help = "Example: puzzle-ai pc percent --field 'XXX_____XX/XXX____XXX/XXX___XXXX/XXX____XXX' --pattern 'I,*p4' --hold"
    )]
    Percent(percent::Args),
    /// One answer from the files of several parts
    #[command(
        after_help = "Example, after pc percent ... --shard 1/2 --save a.json and --shard 2/2 --save b.json:
  puzzle-ai pc merge a.json b.json --tree 1"
    )]
    Merge(merge::Args),
    /// Every tiling of a pattern with the queues that it covers, and the fewest that cover all
    #[command(after_help = "Examples:
  puzzle-ai pc path --field 'XXX_____XX/XXX____XXX/XXX___XXXX/XXX____XXX' --pattern 'I,*p4' --hold --minimal
  puzzle-ai pc path --field 'XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____' --pattern '*p7' --hold --csv > tilings.csv")]
    Path(path::Args),
    /// What a pattern can build on a mask of cells, and how often the field is cleared then
    #[command(
        after_help = "Example: puzzle-ai pc setup --mask '***_____**/***____***/***___****/***____***' --pattern '*p7' --hold --then '*p4'

In a mask * must be filled, ? may be filled, _ and . stay empty, anything else is filled."
    )]
    Setup(setup::Args),
    /// A puzzle: a field and a queue with exactly one tiling
    #[command(
        after_help = "Example: puzzle-ai pc puzzle --clear 4 --pieces 6 --hold --min-difficulty 40 --seed 3"
    )]
    Puzzle(puzzle::Args),
    /// What rules a field out before any search
    #[command(after_help = "Example: puzzle-ai pc parity --clear 2 --queue TIOLJ --exit-code")]
    Parity(parity::Args),
}

pub(crate) fn run(command: &Command, common: &Common) -> Result<ExitCode, CliError> {
    match command {
        Command::Solve(args) => solve::run(args, common),
        Command::Percent(args) => percent::run(args, common),
        Command::Merge(args) => merge::run(args, common),
        Command::Path(args) => path::run(args, common),
        Command::Setup(args) => setup::run(args, common),
        Command::Puzzle(args) => puzzle::run(args, common),
        Command::Parity(args) => parity::run(args, common),
    }
}

/// The field of every question.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FieldArgs {
    /// The field: a file, - for standard input, rows separated by /, top first, or a fumen; empty if not said
    #[arg(long, value_name = "FILE|ROWS|FUMEN", allow_hyphen_values = true)]
    field: Option<String>,
    /// Which page of a fumen
    #[arg(long, default_value_t = 1, value_name = "N")]
    page: usize,
    /// Lines to clear; all rows of the field if not said
    #[arg(long, value_name = "N")]
    clear: Option<usize>,
}

impl FieldArgs {
    /// The rows as they were given, without blank lines, and the field.
    fn load(&self) -> Result<(Vec<String>, PcField), CliError> {
        if self.field.is_none() && self.clear.is_none() {
            return Err(CliError::input("give --clear or --field: what is to be cleared is not said"));
        }
        let source = self.field.as_ref().map(|argument| source(argument)).transpose()?;
        let text = source.as_ref().map_or("", Source::text);
        let rows: Vec<String> = match &source {
            Some(source) if text.contains('@') => self.rows_of_fumen(source)?,
            _ => text.lines().filter(|row| !row.is_empty()).map(str::to_owned).collect(),
        };
        let clear = self.clear.unwrap_or(rows.len());
        let field = PcField::from_rows(rows.iter().map(String::as_str), clear)
            .map_err(|error| misdrawn(source.as_ref(), &error))?;
        Ok((rows, field))
    }

    fn rows_of_fumen(&self, source: &Source) -> Result<Vec<String>, CliError> {
        let fumen = Fumen::decode(source.text()).map_err(|error| source.refuse(error))?;
        let page = self.page.checked_sub(1).and_then(|page| fumen.pages.get(page));
        let pages = fumen.pages.len();
        let page = page.ok_or_else(|| CliError::at("--page", format_args!("the fumen has {pages} pages")))?;
        Ok(page.field.rows().collect())
    }
}

/// A fumen or a drawing.
fn source(argument: &str) -> Result<Source, CliError> {
    if argument.contains('@') {
        Source::path_or_text("--field", argument, '@', "fumen")
    } else {
        Source::path_or_rows("--field", argument, "a fumen, ")
    }
}

/// An error of a drawing at its row, or of the number of rows.
fn misdrawn(source: Option<&Source>, error: &PcError) -> CliError {
    match (source, error) {
        (Some(source), PcError::Width { row, .. } | PcError::Above { row, .. }) => {
            source.fault(row + 1, 1, error)
        }
        _ => CliError::at("--clear", error),
    }
}

/// Kicks and hold of every search.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RuleArgs {
    /// Kicks: srs, nokick, harddrop, jstris180, nullpomino180, tetrio180, or a JSON file of your own
    #[arg(long, default_value = "srs", value_name = "NAME|FILE")]
    rules: String,
    /// Allow hold; with a letter that piece is held at the start
    #[arg(long, value_name = "PIECE", num_args = 0..=1)]
    hold: Option<Option<String>>,
}

/// A field and the pieces that come.
#[derive(Clone, Debug, clap::Args)]
struct QueueArgs {
    #[command(flatten)]
    field: FieldArgs,
    /// The pieces in order
    #[arg(long, value_name = "LETTERS")]
    queue: String,
}

impl QueueArgs {
    fn pieces(&self) -> Result<Vec<Piece>, CliError> {
        Piece::parse_list(&self.queue).map_err(|error| CliError::at("--queue", error))
    }
}

/// A field and the queues of a pattern.
#[derive(Clone, Debug, clap::Args)]
struct PatternArgs {
    #[command(flatten)]
    field: FieldArgs,
    /// The queues: letters, * for any piece, [SZ] for one of these, [^T] for any other, with p3 for ordered choices of three, with ! for all orders; joined by commas
    #[arg(long, value_name = "PATTERN")]
    pattern: Pattern,
    #[command(flatten)]
    rules: RuleArgs,
}

/// How much a search may take that keeps what it finds.
#[derive(Clone, Debug, clap::Args)]
struct LimitArgs {
    #[command(flatten)]
    nodes: NodeArgs,
    /// Memory for what is found and for the queues, in MiB
    #[arg(long, default_value_t = 512, value_name = "MIB")]
    memory: usize,
}

impl LimitArgs {
    /// Bytes and nodes.
    fn limits(&self) -> (usize, Budget) {
        (megabytes(self.memory), self.nodes.budget())
    }
}

impl RuleArgs {
    /// The name of the kicks, or all of them as JSON.
    fn rules(&self) -> Result<String, CliError> {
        if !files::exists(&self.rules) {
            return Ok(names::known(&self.rules, RotationSystem::NAMED.map(|(name, _)| name)));
        }
        let source = Source::read(&self.rules)?;
        let system: RotationSystem = json::typed(source.text()).map_err(|error| source.refuse(error))?;
        serde_json::to_string(&system).map_err(CliError::input)
    }

    fn solver(&self) -> Result<PcSolver, CliError> {
        solver_of(&self.rules()?).map_err(|error| CliError::at("--rules", error))
    }

    fn hold(&self) -> Result<Hold, CliError> {
        hold_of(&self.hold_name()).map_err(|error| CliError::at("--hold", error))
    }

    /// `none`, `empty`, or the letter of the held piece.
    fn hold_name(&self) -> String {
        match &self.hold {
            None => "none".to_owned(),
            Some(None) => "empty".to_owned(),
            Some(Some(letter)) => letter.to_uppercase(),
        }
    }
}

/// A solver for kicks by name, or as JSON.
fn solver_of(rules: &str) -> Result<PcSolver, String> {
    let system = if rules.starts_with(['{', '"']) { json::typed(rules) } else { pc::system(rules) };
    system.map(PcSolver::new)
}

fn hold_of(name: &str) -> Result<Hold, String> {
    match name {
        "none" => Ok(Hold::None),
        "empty" => Ok(Hold::Empty),
        letter => tetris::piece(letter).map(Hold::Piece),
    }
}

/// MiB as bytes.
fn megabytes(count: usize) -> usize {
    count.saturating_mul(1 << 20)
}
