//! `cover.*`: exact cover and tilings.

use std::ops::ControlFlow;

use exact_cover::tiling::{Copies, Laid, Piece, Tiling, TilingError};
use exact_cover::{Bounds, CountOptions, Natural, Outcome, Problem, ProblemError, Search};
use grid_core::draw::Rows;
use grid_core::{Budget, Cell, DrawingError, Orientations, Polyomino, Region};
use serde_json::{Map, Value, json};

use crate::jsonl::fields::{Field, Fields, exact};
use crate::jsonl::op::OpError;

/// Most search nodes of one request, whatever its budget says.
const MAX_NODES: u64 = 300_000_000;
/// Search nodes of a request that names no budget.
const DEFAULT_NODES: u64 = 100_000_000;
/// Most cells of the frame of a region.
const MAX_FRAME: usize = 1 << 16;
/// Most entries of all solutions of one answer together.
const MAX_ENTRIES: usize = 4_000_000;

fn budget(fields: &mut Fields) -> Result<Budget, OpError> {
    fields.budget_within(DEFAULT_NODES, MAX_NODES)
}

/// A count for an answer: a string where a double could not hold it.
pub(crate) fn number(count: &Natural) -> Value {
    count.to_u128().map_or_else(|| Value::from(count.to_string()), exact)
}

/// A primary item: its name, or its name with bounds.
struct Primary {
    name: String,
    bounds: Bounds,
}

impl Field for Primary {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        if let Value::String(name) = value {
            return Ok(Self { name, bounds: Bounds::ONCE });
        }
        let mut item = Fields::read(value, at)?;
        let name = item.required("name")?;
        let (lo, hi): (Option<u32>, Option<u32>) = (item.optional("lo")?, item.optional("hi")?);
        item.finish()?;
        // Once, unless one bound alone says more or less.
        let bounds = match (lo, hi) {
            (Some(lo), None) => Bounds::between(lo, lo.max(1)),
            (lo, hi) => Bounds::between(lo.unwrap_or(hi.unwrap_or(1).min(1)), hi.unwrap_or(1)),
        };
        Ok(Self { name, bounds })
    }
}

fn problem(fields: &mut Fields) -> Result<Problem, OpError> {
    let primary: Vec<Primary> = fields.required("primary")?;
    let secondary: Vec<String> = fields.or("secondary", Vec::new())?;
    let options: Vec<Vec<String>> = fields.required("options")?;
    let mut builder = Problem::builder();
    for item in &primary {
        builder.primary_times(&item.name, item.bounds);
    }
    secondary.iter().for_each(|name| {
        builder.secondary(name);
    });
    for option in &options {
        builder.option_by_names(option.iter().map(String::as_str));
    }
    builder.build().map_err(|error| {
        let item = |name: &str| {
            let same = |(at, other): (usize, &str)| (other == name).then_some(at);
            // The later one of two.
            let among = |mut names: Vec<&str>| {
                names.reverse();
                let count = names.len();
                names.into_iter().enumerate().find_map(same).map(|at| count - 1 - at)
            };
            match among(secondary.iter().map(String::as_str).collect()) {
                Some(at) => format!("$.secondary[{at}]"),
                None => {
                    let at = among(primary.iter().map(|item| item.name.as_str()).collect());
                    at.map_or_else(|| "$".to_owned(), |at| format!("$.primary[{at}]"))
                }
            }
        };
        let option = |option: &usize| format!("$.options[{option}]");
        let (code, at) = match &error {
            ProblemError::DuplicateName { name } => ("duplicate_name", item(name)),
            ProblemError::EmptyName { .. } => ("empty_name", item("")),
            ProblemError::UnknownItem { option: at, .. } => ("unknown_item", option(at)),
            ProblemError::DuplicateItem { option: at, .. } => ("duplicate_item", option(at)),
            ProblemError::EmptyOption { option: at } => ("empty_option", option(at)),
            ProblemError::ColourOnPrimary { option: at, .. } => ("colour_on_primary", option(at)),
            ProblemError::Bounds { item: name, .. } => ("bad_bounds", item(name)),
            ProblemError::TooLarge { .. } => ("too_large", "$".to_owned()),
            _ => ("bad_value", "$".to_owned()),
        };
        OpError::new(code, &error).at(&at)
    })
}

/// An answer, with a word if it is not the whole.
fn answer(mut fields: Map<String, Value>, complete: bool) -> Value {
    if !complete {
        fields.insert("complete".to_owned(), false.into());
    }
    Value::Object(fields)
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// The number of solutions.
pub(crate) fn count(mut fields: Fields) -> Result<Value, OpError> {
    let problem = problem(&mut fields)?;
    let limit: Option<u64> = fields.optional("limit")?;
    let budget = budget(&mut fields)?;
    fields.finish()?;
    let (count, complete) = match limit {
        None => {
            let counted = problem.count_within(&CountOptions::with_budget(budget));
            (number(&counted.count), counted.outcome.is_complete())
        }
        Some(limit) => {
            let mut search = Search::new(&problem);
            let mut meter = budget.meter();
            let mut found = 0u64;
            let complete = loop {
                match search.advance(&mut meter) {
                    Ok(true) if found < limit => found += 1,
                    Ok(more) => break !more,
                    Err(_) => break false,
                }
            };
            (exact(found.into()), complete)
        }
    };
    Ok(answer(object(json!({ "count": count })), complete))
}

/// The solutions, each a sorted list of option indices, sorted.
pub(crate) fn solve(mut fields: Fields) -> Result<Value, OpError> {
    let problem = problem(&mut fields)?;
    let limit: u64 = fields.or("limit", u64::MAX)?;
    let budget = budget(&mut fields)?;
    fields.finish()?;
    let mut search = Search::new(&problem);
    let mut meter = budget.meter();
    let (mut solutions, mut entries) = (Vec::new(), 0);
    let complete = loop {
        match search.advance(&mut meter) {
            Ok(true) if (solutions.len() as u64) < limit && entries < MAX_ENTRIES => {
                let solution: Vec<u32> = search.solution().iter().map(|option| option.0).collect();
                entries += 1 + solution.len();
                solutions.push(solution);
            }
            Ok(more) => break !more,
            Err(_) => break false,
        }
    };
    solutions.sort();
    Ok(answer(object(json!({ "solutions": solutions })), complete))
}

/// A piece of a tiling, before its policy is known.
struct NamedPiece {
    name: String,
    shape: Polyomino,
    copies: Copies,
}

/// A cell as `[row, column]`, row 0 on top.
struct RowColumn(i64, i64);

impl Field for RowColumn {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        match Vec::<i64>::read(value, at)?[..] {
            [row, column] => Ok(Self(row, column)),
            ref other => {
                Err(OpError::bad_value(at, format!("a cell is [row, column], not {} numbers", other.len())))
            }
        }
    }
}

impl Field for NamedPiece {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        let mut piece = Fields::read(value, at)?;
        let name = piece.or("name", String::new())?;
        let cells_at = piece.path("cells");
        let copies_at = piece.path("copies");
        let cells: Vec<RowColumn> = piece.required("cells")?;
        let copies: Option<u32> = piece.optional("copies")?;
        let unlimited = piece.or("unlimited", false)?;
        piece.finish()?;
        let copies = match (copies, unlimited) {
            (Some(_), true) => {
                return Err(OpError::bad_value(&copies_at, "an unlimited piece has no copies"));
            }
            (None, true) => Copies::Unlimited,
            (copies, false) => Copies::Exactly(copies.unwrap_or(1)),
        };
        let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        let mut placed = Vec::with_capacity(cells.len());
        for RowColumn(row, column) in cells {
            let (down, right) = (row.abs_diff(top), column.abs_diff(left));
            if down.max(right) >= Polyomino::MAX_SIDE as u64 {
                let limit = Polyomino::MAX_SIDE;
                let message = format!("a shape has at most {limit} rows and columns");
                return Err(OpError::new("too_large", message).at(&cells_at));
            }
            placed.push(Cell::new(right as i32, -(down as i32)));
        }
        let shape = Polyomino::new(placed).map_err(|error| OpError::bad_value(&cells_at, error))?;
        Ok(Self { name, shape, copies })
    }
}

fn region(rows: &[String], at: &str) -> Result<Region, OpError> {
    let refuse = |error: DrawingError| match error {
        DrawingError::TooLarge { .. } => OpError::new("too_large", error).at(at),
        DrawingError::Ragged { row, .. } | DrawingError::UnknownCell { row, .. } => {
            OpError::bad_value(&format!("{at}[{}]", row - 1), error)
        }
        _ => OpError::bad_value(at, error),
    };
    let drawing = Rows::from_rows(rows.iter().map(String::as_str)).map_err(refuse)?;
    if drawing.width() * drawing.height() > MAX_FRAME {
        return Err(OpError::new("too_large", format!("a region has at most {MAX_FRAME} cells here")).at(at));
    }
    let mut region = Region::blank(drawing.width(), drawing.height()).map_err(refuse)?;
    for (x, y) in drawing.filled().map_err(refuse)? {
        region.insert(Cell::new(x as i32, y as i32));
    }
    Ok(region)
}

/// A laid piece for an answer: its index, its name, its cells.
pub(crate) fn laid(tiling: &Tiling, one: Laid) -> Value {
    let height = tiling.region().height() as i32;
    let mut cells: Vec<[i32; 2]> = tiling.cells(one).map(|cell| [height - 1 - cell.y, cell.x]).collect();
    cells.sort_unstable();
    json!({ "piece": one.piece, "name": tiling.pieces()[one.piece].name, "cells": cells })
}

/// The number of tilings, and some of them.
pub(crate) fn tile(mut fields: Fields) -> Result<Value, OpError> {
    let region_at = fields.path("region");
    let rows: Vec<String> = fields.required("region")?;
    let pieces: Vec<NamedPiece> = fields.required("pieces")?;
    let reflections = fields.or("reflections", false)?;
    let limit: Option<u64> = fields.optional("limit")?;
    let budget = budget(&mut fields)?;
    fields.finish()?;
    let region = region(&rows, &region_at)?;
    let policy = if reflections { Orientations::RotationsAndReflections } else { Orientations::Rotations };
    let piece =
        |piece: NamedPiece| Piece::new(piece.shape, policy).with_name(&piece.name).with_copies(piece.copies);
    let tiling =
        Tiling::new(region, pieces.into_iter().map(piece).collect()).map_err(|error| match error {
            TilingError::TooLarge { .. } => OpError::new("too_large", error).at("$.pieces"),
            error => OpError::bad_value("$.pieces", error),
        })?;
    let counted = tiling.count_within(&CountOptions::with_budget(budget.clone()));
    let mut ok = object(json!({ "count": number(&counted.count) }));
    let mut complete = counted.outcome.is_complete();
    if let Some(limit) = limit {
        let (mut solutions, mut entries) = (Vec::new(), 0);
        let report = tiling.solutions().run(&budget, limit, |tiles| {
            entries += tiling.region().len() + 1;
            solutions.push(Value::from(tiles.iter().map(|&one| laid(&tiling, one)).collect::<Vec<_>>()));
            if entries < MAX_ENTRIES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let asked = solutions.len() as u64 == limit;
        complete &= report.outcome.is_complete() || (report.outcome == Outcome::SolutionLimit && asked);
        ok.insert("solutions".to_owned(), solutions.into());
    }
    Ok(answer(ok, complete))
}
