//! Knuth's text format for exact cover problems.
//!
//! The first line names the items, separated by blanks, secondary ones after a
//! `|`. A primary item may have bounds in front: `2:3|C` is covered two or three
//! times, `2|C` exactly twice. Each further line is an option: items separated by
//! blanks, a secondary one perhaps with a colour, as `x:A`. Lines that begin with
//! `|` are comments, and so are empty lines.
//!
//! Source: Knuth's programs DLX1, DLX2 and DLX3. Names may be longer here than
//! the eight characters there, and colours longer than one.
//!
//! ```
//! use exact_cover::knuth;
//! let text = "\
//! | a toy problem
//! A B 2:3|C | X Y
//! A B X:0 Y:0
//! A C X:1 Y:1
//! C X:0
//! B X:1
//! C Y:1
//! ";
//! let problem = knuth::parse(text)?;
//! assert_eq!(problem.count(), 1);
//! assert_eq!(knuth::parse(&knuth::write(&problem)?)?, problem);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use thiserror::Error;

use crate::{Bounds, Problem, ProblemBuilder, ProblemError, Use};

/// What is wrong with a text in Knuth's format. Lines and columns count from 1,
/// columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KnuthError {
    /// There is no line with items.
    #[error("line {line}: there is no line with items")]
    NoItems {
        /// The line after the last.
        line: usize,
    },
    /// A second `|` among the items.
    #[error("line {line}, column {column}: a second bar among the items")]
    SecondBar {
        /// Line.
        line: usize,
        /// Column.
        column: usize,
    },
    /// A name that is empty or has a `:` or `|` in it.
    #[error("line {line}, column {column}: {name:?} is not a name")]
    Name {
        /// Line.
        line: usize,
        /// Column.
        column: usize,
        /// The word.
        name: String,
    },
    /// Bounds that are no two numbers in order.
    #[error("line {line}, column {column}: {word:?} has no valid bounds")]
    Bounds {
        /// Line.
        line: usize,
        /// Column.
        column: usize,
        /// The word.
        word: String,
    },
    /// Bounds in front of a secondary item.
    #[error("line {line}, column {column}: the secondary item {word:?} has bounds")]
    SecondaryBounds {
        /// Line.
        line: usize,
        /// Column.
        column: usize,
        /// The word.
        word: String,
    },
    /// An item that is declared twice.
    #[error("line {line}, column {column}: item {name:?} is declared twice")]
    DuplicateName {
        /// Line.
        line: usize,
        /// Column.
        column: usize,
        /// The name.
        name: String,
    },
    /// An item that was not declared.
    #[error("line {line}, column {column}: item {name:?} is not declared")]
    UnknownItem {
        /// Line.
        line: usize,
        /// Column.
        column: usize,
        /// The name.
        name: String,
    },
    /// An item twice in an option.
    #[error("line {line}, column {column}: item {name:?} is in the option twice")]
    DuplicateItem {
        /// Line.
        line: usize,
        /// Column.
        column: usize,
        /// The name.
        name: String,
    },
    /// A primary item with a colour.
    #[error("line {line}, column {column}: the primary item {name:?} has a colour")]
    ColourOnPrimary {
        /// Line.
        line: usize,
        /// Column.
        column: usize,
        /// The name.
        name: String,
    },
    /// Something else that the problem does not allow.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// The words of a line with their columns.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = line;
    let mut column = 1;
    core::iter::from_fn(move || {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count();
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let (word, after) = trimmed.split_at(end);
        rest = after;
        let at = column;
        column += word.chars().count();
        (!word.is_empty()).then_some((at, word))
    })
}

/// Reads a problem.
///
/// # Errors
/// [`KnuthError`], with line and column.
pub fn parse(text: &str) -> Result<Problem, KnuthError> {
    let mut builder = Problem::builder();
    // Whether each item is primary.
    let mut primary: Vec<bool> = Vec::new();
    let mut has_items = false;
    let mut last_option: Vec<usize> = Vec::new();
    let mut lines = 0;
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        lines = number;
        if line.starts_with('|') || line.trim().is_empty() {
            continue;
        }
        if !has_items {
            read_items(&mut builder, &mut primary, number, line)?;
            last_option.resize(primary.len(), 0);
            has_items = true;
            continue;
        }
        let mut uses: Vec<Use> = Vec::new();
        for (column, word) in words(line) {
            let (name, colour) = match word.split_once(':') {
                Some((name, colour)) => (name, Some(colour)),
                None => (word, None),
            };
            let name_owned = || name.to_string();
            let Some(item) = builder.find(name) else {
                return Err(KnuthError::UnknownItem { line: number, column, name: name_owned() });
            };
            if core::mem::replace(&mut last_option[item.index()], number) == number {
                return Err(KnuthError::DuplicateItem { line: number, column, name: name_owned() });
            }
            uses.push(match colour {
                None => item.into(),
                Some(_) if primary[item.index()] => {
                    return Err(KnuthError::ColourOnPrimary { line: number, column, name: name_owned() });
                }
                Some(colour) if is_name(colour) => item.coloured(builder.colour(colour)),
                Some(_) => {
                    return Err(KnuthError::Name { line: number, column, name: word.to_string() });
                }
            });
        }
        builder.option(uses);
    }
    if !has_items {
        return Err(KnuthError::NoItems { line: lines + 1 });
    }
    Ok(builder.build()?)
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && !word.contains([':', '|']) && !word.contains(char::is_whitespace)
}

fn read_items(
    builder: &mut ProblemBuilder,
    primary: &mut Vec<bool>,
    line: usize,
    text: &str,
) -> Result<(), KnuthError> {
    let mut secondary = false;
    for (column, word) in words(text) {
        if word == "|" {
            if core::mem::replace(&mut secondary, true) {
                return Err(KnuthError::SecondBar { line, column });
            }
            continue;
        }
        let (bounds, name) = match word.split_once('|') {
            Some((bounds, name)) => (Some(bounds), name),
            None => (None, word),
        };
        let word = || word.to_string();
        if !is_name(name) {
            return Err(KnuthError::Name { line, column, name: word() });
        }
        if builder.find(name).is_some() {
            return Err(KnuthError::DuplicateName { line, column, name: name.to_string() });
        }
        match bounds {
            Some(_) if secondary => return Err(KnuthError::SecondaryBounds { line, column, word: word() }),
            Some(bounds) => {
                let number = |text: &str| text.parse::<u32>().ok();
                let read = match bounds.split_once(':') {
                    Some((lo, hi)) => number(lo).zip(number(hi)),
                    None => number(bounds).map(|times| (times, times)),
                };
                let Some((lo, hi)) = read.filter(|(lo, hi)| lo <= hi) else {
                    return Err(KnuthError::Bounds { line, column, word: word() });
                };
                builder.primary_times(name, Bounds { lo, hi });
            }
            None if secondary => {
                builder.secondary(name);
            }
            None => {
                builder.primary(name);
            }
        }
        primary.push(!secondary);
    }
    Ok(())
}

/// Why a problem cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KnuthWriteError {
    /// A name of an item or a colour that the format cannot hold.
    #[error("{name:?} cannot be a name in Knuth's format")]
    Name {
        /// The name.
        name: String,
    },
    /// A secondary item that was declared before a primary one: options would be
    /// the same, but not the items.
    #[error("item {name:?} is primary and comes after a secondary one")]
    Order {
        /// The name.
        name: String,
    },
}

/// Writes a problem so that [`parse`] reads the same one.
///
/// # Errors
/// [`KnuthWriteError`] for names with blanks, `:` or `|`, and for primary items
/// that were declared after secondary ones.
pub fn write(problem: &Problem) -> Result<String, KnuthWriteError> {
    let checked = |name: String| if is_name(&name) { Ok(name) } else { Err(KnuthWriteError::Name { name }) };
    let mut text = String::new();
    let mut bar = false;
    for item in problem.items() {
        let name = checked(problem.name(item))?;
        let separator = if text.is_empty() { "" } else { " " };
        match problem.bounds(item) {
            Some(_) if bar => return Err(KnuthWriteError::Order { name }),
            Some(Bounds::ONCE) => write!(text, "{separator}{name}"),
            Some(Bounds { lo, hi }) if lo == hi => write!(text, "{separator}{lo}|{name}"),
            Some(Bounds { lo, hi }) => write!(text, "{separator}{lo}:{hi}|{name}"),
            None if !core::mem::replace(&mut bar, true) => write!(text, "{separator}| {name}"),
            None => write!(text, " {name}"),
        }
        .expect("a string takes all");
    }
    // A line of blanks is no line of items, and one with a bar in front a comment.
    if text.is_empty() || text.starts_with('|') {
        text.insert(0, ' ');
        if text.len() == 1 {
            text.push('|');
        }
    }
    for option in problem.options() {
        text.push('\n');
        for (at, used) in problem.option(option).iter().enumerate() {
            let separator = if at > 0 { " " } else { "" };
            let name = checked(problem.name(used.item))?;
            match used.colour {
                None => write!(text, "{separator}{name}"),
                Some(colour) => write!(text, "{separator}{name}:{}", checked(problem.colour_name(colour))?),
            }
            .expect("a string takes all");
        }
    }
    text.push('\n');
    Ok(text)
}
