//! `puzzle-ai fumen …`: the texts in which players share fields.

use std::io::{self, Write};

use clap::Subcommand;
use serde_json::{Value, json};
use tetromino::fumen::{Block, ColourField, ColourFieldError, Flags, Fumen, Page};

use crate::commands::Common;
use crate::error::CliError;
use crate::input::Source;
use crate::json;
use crate::jsonl::fields::{Field, Fields};
use crate::jsonl::op::OpError;
use crate::ops::fumen as ops;
use crate::terminal;
use crate::tetris::colour;

/// The subcommands of `fumen`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Draw the pages of a fumen
    #[command(after_help = "Examples:
  puzzle-ai fumen decode v115@9gE8EeE8EeE8EeE8OeSSJvhDHoBOsBhiBpmB
  puzzle-ai fumen decode shared.txt --json > pages.json

A letter in lower case is a cell of the piece that the page places.")]
    Decode(Decode),
    /// Write a fumen of a drawing, or of pages as decode --json prints them
    #[command(after_help = "Examples:
  puzzle-ai fumen encode 'XX______LL/XXX____LLX' --comment '*p7'
  puzzle-ai fumen encode pages.json

In a drawing _ and . are empty, a letter of IOTSZJL is a cell of that piece, any other character is grey.")]
    Encode(Encode),
}

/// Arguments of `fumen decode`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Decode {
    /// The fumen, an address that holds it, or a file; - for standard input
    #[arg(value_name = "FUMEN|FILE")]
    fumen: String,
}

/// Arguments of `fumen encode`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Encode {
    /// A drawing or pages: a file, - for standard input, or rows separated by /, top first
    #[arg(value_name = "FILE|ROWS", allow_hyphen_values = true)]
    pages: String,
    /// The comment of a drawing
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    comment: Option<String>,
}

pub(crate) fn run(command: &Command, common: &Common) -> Result<(), CliError> {
    match command {
        Command::Decode(args) => decode(args, common),
        Command::Encode(args) => encode(args, common),
    }
}

fn decode(args: &Decode, common: &Common) -> Result<(), CliError> {
    let source = Source::path_or_text("FUMEN|FILE", &args.fumen, '@', "fumen")?;
    let fumen = Fumen::decode(source.text()).map_err(|error| match error.at() {
        Some(at) => source.fault_at(at, error),
        None => source.refuse(error),
    })?;
    if common.json {
        writeln!(io::stdout(), "{}", ops::shown(&fumen))?;
    }
    let rich = terminal::stdout_is_rich() && !common.json;
    let mut out = terminal::drawings(common.json);
    for (index, page) in fumen.pages.iter().enumerate() {
        let title = format!("Page {} of {}", index + 1, fumen.pages.len());
        writeln!(out, "{}{}", terminal::bold(rich, &title), notes(page))?;
        write!(out, "{}", draw(page, rich))?;
        writeln!(out)?;
    }
    Ok(())
}

/// The piece, the flags that are not plain, and the comment.
fn notes(page: &Page) -> String {
    let mut notes: Vec<String> = page.operation.iter().map(ToString::to_string).collect();
    for (flag, name, plain) in [
        (Flags::LOCK, "does not lock", true),
        (Flags::RISE, "rises", false),
        (Flags::MIRROR, "turns left to right", false),
    ] {
        if page.flags.contains(flag) != plain {
            notes.push(name.to_owned());
        }
    }
    // Control characters could do things to a terminal.
    let printed: String = page.comment.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    notes.extend((!printed.is_empty()).then_some(printed));
    if notes.is_empty() { String::new() } else { format!(": {}", notes.join(", ")) }
}

/// The rows up to the highest block, and the garbage row under a line.
fn draw(page: &Page, rich: bool) -> String {
    let cells = page.operation.map(|operation| operation.cells());
    let placed = |x: usize, y: usize| cells.is_some_and(|cells| cells.contains(&(x as i32, y as i32)));
    let top = cells.map_or(0, |cells| cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0));
    let rows = page.field.height().max(top as usize).clamp(1, ColourField::HEIGHT);
    let mut drawing = String::new();
    for y in (0..rows).rev() {
        for x in 0..ColourField::WIDTH {
            let piece =
                page.operation.filter(|_| placed(x, y)).map(|operation| Block::Piece(operation.piece));
            drawing += &square(piece.unwrap_or(page.field.at(x, y)), piece.is_some(), rich);
        }
        drawing.push('\n');
    }
    if page.field.garbage() != ColourField::EMPTY.garbage() {
        let width = if rich { 2 * ColourField::WIDTH } else { ColourField::WIDTH };
        drawing += &("-".repeat(width) + "\n");
        drawing.extend(page.field.garbage().iter().map(|&block| square(block, false, rich)));
        drawing.push('\n');
    }
    drawing
}

/// A cell: its symbol, or two characters in its colour.
fn square(block: Block, placed: bool, rich: bool) -> String {
    const GREY: u8 = 244;
    let symbol = if placed { block.symbol().to_ascii_lowercase() } else { block.symbol() };
    match block {
        _ if !rich => symbol.to_string(),
        Block::Empty => " .".to_owned(),
        Block::Grey => terminal::on_colour(true, GREY, "  "),
        Block::Piece(piece) => terminal::on_colour(true, colour(piece), if placed { "[]" } else { "  " }),
    }
}

fn encode(args: &Encode, common: &Common) -> Result<(), CliError> {
    // A slash in JSON is no end of a row.
    let inline = args.pages.starts_with(['{', '[']);
    let source = if inline {
        Source::path_or_text("FILE|ROWS", &args.pages, '"', "list of pages")?
    } else {
        Source::path_or_drawing("FILE|ROWS", &args.pages)?
    };
    let fumen = if source.text().trim_start().starts_with(['{', '[']) {
        if args.comment.is_some() {
            return Err(CliError::at("--comment", "pages have comments of their own"));
        }
        pages(&source)?
    } else {
        let comment = args.comment.clone().unwrap_or_default();
        let field: ColourField = source.text().parse().map_err(|error: ColourFieldError| match error {
            ColourFieldError::Width { row, found } => {
                source.fault(row, found.min(ColourField::WIDTH) + 1, error)
            }
            ColourFieldError::Height(_) => source.fault(ColourField::HEIGHT + 1, 1, error),
            error => source.refuse(error),
        })?;
        Fumen { pages: vec![Page { comment, ..Page::new(field) }] }
    };
    let text = fumen.encode().map_err(|error| source.refuse(error))?;
    let mut out = io::stdout();
    if common.json {
        writeln!(out, "{}", json!({ "fumen": text }))?;
    } else {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// Pages as `fumen.encode` takes them, or the list alone.
fn pages(source: &Source) -> Result<Fumen, CliError> {
    let value: Value = json::read(source.text().as_bytes())
        .map_err(|error| source.fault(error.line(), error.column().max(1), &error))?;
    let value = if value.is_array() { json!({ "pages": value }) } else { value };
    let refuse = |error: OpError| source.refuse(format_args!("{}: {}", error.at, error.message));
    Fields::read(value, "$").and_then(ops::read).map_err(refuse)
}
