//! The results of games as a table that grows game by game.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use stack_eval::{GameResult, MarathonRun};

use crate::error::CliError;
use crate::files;

const COLUMNS: &str = "game,pieces,lines,score,over";

/// A table of results: a line that says how they were made, the names of the columns,
/// and a line for each game.
pub(crate) struct PerSeed {
    path: String,
    head: String,
    file: Mutex<File>,
}

impl PerSeed {
    /// Begins a table, or goes on with one made the same way: its games are put into the
    /// run. The last line of a table may be half written; that game is played again.
    pub(crate) fn open<M: Clone + Default>(
        path: &str,
        made: &str,
        run: &mut MarathonRun<M>,
    ) -> Result<Self, CliError> {
        let head = format!("# puzzle-ai tetris bench: {made}\n{COLUMNS}\n");
        if files::exists(path) {
            let text = files::read(path)?;
            let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
            let rows = whole.strip_prefix(&head).ok_or_else(|| {
                let found = text.lines().next().unwrap_or_default();
                CliError::at(path, format!("line 1: the table was made otherwise: {found:?}"))
            })?;
            for (index, row) in rows.lines().enumerate() {
                let line = index + 3;
                let (game, result) = read(row)
                    .ok_or_else(|| CliError::at(path, format!("line {line}: {row:?} is not {COLUMNS}")))?;
                run.insert(game, result)
                    .map_err(|error| CliError::at(path, format!("line {line}: {error}")))?;
            }
        }
        files::replace(path, &table(&head, run.results()))?;
        let file = OpenOptions::new().append(true).open(path).map_err(|error| CliError::at(path, error))?;
        Ok(Self { path: path.to_owned(), head, file: Mutex::new(file) })
    }

    /// Adds a game.
    pub(crate) fn add(&self, game: u64, result: &GameResult) -> Result<(), CliError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(row(game, result).as_bytes()).map_err(|error| CliError::at(&self.path, error))
    }

    /// Puts the games into order.
    pub(crate) fn finish(&self, results: &BTreeMap<u64, GameResult>) -> Result<(), CliError> {
        files::replace(&self.path, &table(&self.head, results))
    }
}

fn table(head: &str, results: &BTreeMap<u64, GameResult>) -> String {
    let mut text = head.to_owned();
    for (&game, result) in results {
        write!(text, "{}", row(game, result)).expect("a string takes all");
    }
    text
}

fn row(game: u64, result: &GameResult) -> String {
    let GameResult { pieces, lines, score, over } = result;
    format!("{game},{pieces},{lines},{score},{over}\n")
}

fn read(row: &str) -> Option<(u64, GameResult)> {
    let cells: Vec<&str> = row.split(',').collect();
    let &[game, pieces, lines, score, over] = cells.as_slice() else { return None };
    let number = |cell: &str| cell.parse::<u64>().ok();
    let over = over.parse().ok()?;
    let result = GameResult { pieces: number(pieces)?, lines: number(lines)?, score: number(score)?, over };
    Some((number(game)?, result))
}
