//! `puzzle-ai cover tile`: pieces on a region, drawn.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use exact_cover::CountOptions;
use exact_cover::models::pentominoes;
use exact_cover::tiling::{Copies, Drawing, Feasibility, Laid, Piece, Tiling};
use grid_core::{Cell, Orientations, Polyomino, Region, polyominoes};
use serde_json::{Value, json};

use crate::commands::{Common, NodeArgs};
use crate::error::{self, CliError};
use crate::input::Source;
use crate::ops::cover::{laid, number};
use crate::terminal;

/// Arguments of `cover tile`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// A puzzle: the region and the pieces, separated by blank lines; - for standard input
    #[arg(value_name = "FILE", required_unless_present = "region", conflicts_with_all = ["region", "pieces"])]
    file: Option<String>,
    /// The region: WIDTHxHEIGHT, a file, or rows separated by /, top first
    #[arg(long, value_name = "SIZE|FILE|ROWS", requires = "pieces")]
    region: Option<String>,
    /// The pieces: pentominoes (each once), or any number of monominoes to octominoes
    #[arg(long, value_name = "NAME")]
    pieces: Option<String>,
    /// Pieces may not be turned over
    #[arg(long)]
    no_reflections: bool,
    /// One of each class of tilings that turns and mirror images lead to each other
    #[arg(long)]
    distinct: bool,
    /// Draw so many tilings
    #[arg(long, default_value_t = 1, value_name = "N")]
    limit: u64,
    /// Only draw, do not count
    #[arg(long)]
    no_count: bool,
    #[command(flatten)]
    nodes: NodeArgs,
    /// Write the first tiling as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

const SIZES: [&str; 8] = [
    "monominoes",
    "dominoes",
    "trominoes",
    "tetrominoes",
    "pentominoes",
    "hexominoes",
    "heptominoes",
    "octominoes",
];

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode, CliError> {
    let tiling = tiling(args)?;
    let budget = args.nodes.budget();
    let mut out = terminal::drawings(common.json);
    let obstacles = Feasibility::of(&tiling).obstacles();
    if !obstacles.is_empty() {
        writeln!(out, "There is no tiling: {obstacles}.")?;
    }
    let mut tilings: Vec<Vec<Laid>> = Vec::new();
    let search = || if args.distinct { tiling.distinct() } else { tiling.solutions() };
    let report = search().run(&budget, args.limit, |laid| {
        tilings.push(laid.to_vec());
        ControlFlow::Continue(())
    });
    let rich = terminal::stdout_is_rich() && !common.json;
    for laid in &tilings {
        writeln!(out, "{}\n", draw(&tiling, laid, rich))?;
    }
    if let (Some(path), Some(first)) = (&args.svg, tilings.first()) {
        std::fs::write(path, Drawing::new(&tiling, first).svg(24.0))
            .map_err(|error| CliError::at(path, error))?;
        writeln!(out, "Picture: {path}")?;
    }
    let mut answer = json!({ "complete": report.outcome.is_complete() });
    if !args.no_count {
        let (count, outcome): (Value, _) = if args.distinct {
            let report = tiling.distinct().run_count(&budget);
            (report.statistics.solutions.into(), report.outcome)
        } else {
            let counted = tiling.count_within(&CountOptions::with_budget(budget));
            (number(&counted.count), counted.outcome)
        };
        let what = if args.distinct { "distinct tilings" } else { "tilings" };
        let text = count.as_str().map_or_else(|| count.to_string(), str::to_owned);
        let least = if outcome.is_complete() { "" } else { "At least " };
        writeln!(out, "{least}{text} {what} ({outcome})")?;
        answer = json!({ "count": count, "complete": outcome.is_complete() });
    }
    if common.json {
        let drawn = |tiles: &Vec<Laid>| tiles.iter().map(|&one| laid(&tiling, one)).collect::<Vec<_>>();
        answer["solutions"] = tilings.iter().map(drawn).collect::<Vec<_>>().into();
        writeln!(io::stdout(), "{answer}")?;
    }
    Ok(error::answer(!tilings.is_empty(), common.exit_code))
}

fn tiling(args: &Args) -> Result<Tiling, CliError> {
    let policy =
        if args.no_reflections { Orientations::Rotations } else { Orientations::RotationsAndReflections };
    if let Some(file) = &args.file {
        return puzzle(&Source::read(file)?, policy);
    }
    let region = region(args.region.as_deref().unwrap_or_default())?;
    let name = args.pieces.as_deref().unwrap_or_default();
    if name == "pentominoes" && !args.no_reflections {
        return pentominoes(region).map_err(CliError::input);
    }
    let Some(size) = SIZES.iter().position(|&known| known == name) else {
        return Err(CliError::at("--pieces", format_args!("{name:?} is none of {}", SIZES.join(", "))));
    };
    let copies = if name == "pentominoes" { Copies::Exactly(1) } else { Copies::Unlimited };
    let pieces =
        polyominoes(size + 1, policy).into_iter().map(|shape| Piece::new(shape, policy).with_copies(copies));
    Tiling::new(region, pieces.collect()).map_err(CliError::input)
}

fn region(argument: &str) -> Result<Region, CliError> {
    if let Some((width, height)) =
        argument.split_once('x').and_then(|(w, h)| w.parse().ok().zip(h.parse().ok()))
    {
        return Region::rectangle(width, height).map_err(|error| CliError::at("--region", error));
    }
    let source = Source::path_or_rows("--region", argument, "WIDTHxHEIGHT, ")?;
    source.text().parse().map_err(|error| source.refuse(error))
}

/// A region, then pieces, separated by blank lines.
fn puzzle(source: &Source, policy: Orientations) -> Result<Tiling, CliError> {
    // Each block with the number of its first line.
    let mut blocks: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut open = false;
    for (at, line) in source.text().lines().enumerate() {
        if line.trim().is_empty() {
            open = false;
            continue;
        }
        if !core::mem::replace(&mut open, true) {
            blocks.push((at + 1, Vec::new()));
        }
        if let Some(block) = blocks.last_mut() {
            block.1.push(line);
        }
    }
    let Some(((first, rows), pieces)) = blocks.split_first() else {
        return Err(source.fault(1, 1, "a puzzle begins with its region"));
    };
    let region: Region = rows.join("\n").parse().map_err(|error| source.fault(*first, 1, error))?;
    let mut set = Vec::new();
    for (line, rows) in pieces {
        let (copies, rows, line) = match rows[0].trim().strip_suffix('x') {
            Some(number) => (
                copies(number.trim()).ok_or_else(|| source.fault(*line, 1, "copies are '2 x' or '* x'"))?,
                &rows[1..],
                line + 1,
            ),
            None => (Copies::Exactly(1), &rows[..], *line),
        };
        let shape: Polyomino = rows.join("\n").parse().map_err(|error| source.fault(line, 1, error))?;
        set.push(Piece::new(shape, policy).with_copies(copies));
    }
    Tiling::new(region, set).map_err(|error| source.refuse(error))
}

fn copies(number: &str) -> Option<Copies> {
    if number == "*" { Some(Copies::Unlimited) } else { number.parse().ok().map(Copies::Exactly) }
}

/// Letters, or colours where they are on.
fn draw(tiling: &Tiling, laid: &[Laid], rich: bool) -> String {
    let plain = Drawing::new(tiling, laid).to_string();
    if !rich {
        return plain;
    }
    const COLOURS: [u8; 12] = [39, 220, 134, 71, 167, 62, 208, 94, 175, 36, 142, 244];
    let letters = plain.chars().map(|letter| match letter {
        '\n' => "\n".to_owned(),
        '.' | ' ' => "  ".to_owned(),
        letter => {
            let number = letter as usize % COLOURS.len();
            terminal::on_colour(true, COLOURS[number], &format!("{letter} "))
        }
    });
    letters.collect()
}

/// The stop of the tour: 65 tilings, one of them drawn.
pub(crate) fn show(out: &mut dyn Write, common: &Common) -> Result<(), CliError> {
    let mut region = Region::rectangle(8, 8).map_err(CliError::input)?;
    for (x, y) in [(3, 3), (3, 4), (4, 3), (4, 4)] {
        region.remove(Cell::new(x, y));
    }
    let tiling = pentominoes(region).map_err(CliError::input)?;
    let mut distinct = tiling.distinct();
    if let Some(first) = distinct.next() {
        writeln!(out, "{}\n", draw(&tiling, &first, terminal::stdout_is_rich() && !common.json))?;
    }
    writeln!(out, "{} tilings that no turn or mirror image leads to each other", 1 + distinct.count())?;
    Ok(())
}
