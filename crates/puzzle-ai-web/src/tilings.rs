//! Tilings of a region that the player draws.

use exact_cover::models::pentominoes;
use exact_cover::tiling::{Copies, Piece, Tiling, TilingSearch};
use exact_cover::{CountOptions, Statistics};
use grid_core::draw::Rows;
use grid_core::{Cell, Orientations, Region, polyominoes};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::demo::{Answer, MAX_NODES, Refusal, budget, go_on};

/// Most rows and columns.
const MAX_SIDE: usize = 20;
/// Most states that a count keeps: some ten megabytes.
const STATES: usize = 100_000;

/// A request, without its envelope.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    /// A region, rows with the top one first, `#` is to be covered; and a set of pieces: `dominoes`, `trominoes` and
    /// `tetrominoes` as many as one likes, `pentominoes` each once.
    Start {
        region: Vec<String>,
        set: String,
        /// One of each class of tilings that turns and mirror images lead to each other.
        #[serde(default)]
        distinct: bool,
    },
    /// The search goes on, to the next tiling at most.
    Step { nodes: u64 },
    /// The search goes on and only counts.
    Tally { nodes: u64 },
    /// The number of tilings of a region, by merging what leaves the same rest.
    Count {
        region: Vec<String>,
        set: String,
        #[serde(default = "all_nodes")]
        nodes: u64,
    },
}

const fn all_nodes() -> u64 {
    MAX_NODES
}

/// The search that runs, if any.
#[derive(Default)]
pub(crate) struct Tilings {
    running: Option<Running>,
}

struct Running {
    search: TilingSearch,
    done: bool,
}

impl std::fmt::Debug for Tilings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tilings")
            .field("found", &self.running.as_ref().map(|one| one.search.statistics()))
            .finish_non_exhaustive()
    }
}

impl Tilings {
    pub(crate) fn handle(&mut self, request: Request) -> Answer {
        match request {
            Request::Start { region, set, distinct } => {
                let tiling = tiling(&region, &set)?;
                let search = if distinct { tiling.distinct() } else { tiling.solutions() };
                let cells = tiling.region().len();
                self.running = Some(Running { search, done: false });
                Ok(json!({ "cells": cells, "pieces": tiling.pieces().len() }))
            }
            Request::Step { nodes } => self.step(nodes),
            Request::Tally { nodes } => self.tally(nodes),
            Request::Count { region, set, nodes } => {
                let options = CountOptions::with_budget(budget(nodes)).with_states(STATES);
                let counted = tiling(&region, &set)?.count_within(&options);
                Ok(json!({ "count": counted.count.to_string(), "complete": counted.outcome.is_complete() }))
            }
        }
    }

    fn running(&mut self) -> Result<&mut Running, Refusal> {
        self.running.as_mut().ok_or_else(|| Refusal::new("no_search", "no search was started"))
    }

    fn step(&mut self, nodes: u64) -> Answer {
        let Running { search, done } = self.running()?;
        let mut laid = Value::Null;
        if go_on(done, nodes, |meter| search.advance(meter))? {
            let tiling = search.tiling();
            let pieces = search.laid().into_iter().map(|one| {
                let cells: Vec<[i32; 2]> = tiling.cells(one).map(|cell| [cell.x, cell.y]).collect();
                json!({ "piece": one.piece, "name": tiling.pieces()[one.piece].name, "cells": cells })
            });
            laid = pieces.collect();
        }
        let Statistics { nodes, solutions, .. } = search.statistics();
        Ok(json!({ "found": solutions, "done": *done, "nodes": nodes, "tiling": laid }))
    }

    fn tally(&mut self, nodes: u64) -> Answer {
        let Running { search, done } = self.running()?;
        if !*done {
            *done = search.run_count(&budget(nodes)).outcome.is_complete();
        }
        let Statistics { nodes, solutions, .. } = search.statistics();
        Ok(json!({ "found": solutions, "done": *done, "nodes": nodes }))
    }
}

fn tiling(rows: &[String], set: &str) -> Result<Tiling, Refusal> {
    let drawing = Rows::from_rows(rows.iter().map(String::as_str)).map_err(Refusal::value)?;
    if drawing.width() > MAX_SIDE || drawing.height() > MAX_SIDE {
        return Err(Refusal::value(format!("a region has at most {MAX_SIDE} rows and columns here")));
    }
    let mut region = Region::blank(drawing.width(), drawing.height()).map_err(Refusal::value)?;
    for (x, y) in drawing.filled().map_err(Refusal::value)? {
        region.insert(Cell::new(x as i32, y as i32));
    }
    let area = match set {
        "dominoes" => 2,
        "trominoes" => 3,
        "tetrominoes" => 4,
        "pentominoes" => return pentominoes(region).map_err(Refusal::value),
        _ => return Err(Refusal::value(format!("there is no set {set:?}"))),
    };
    let policy = Orientations::RotationsAndReflections;
    let pieces = polyominoes(area, policy).into_iter();
    let pieces = pieces.map(|shape| Piece::new(shape, policy).with_copies(Copies::Unlimited)).collect();
    Tiling::new(region, pieces).map_err(Refusal::value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(width: usize, height: usize) -> Vec<String> {
        vec!["#".repeat(width); height]
    }

    #[test]
    fn steps_find_as_many_as_are_counted() {
        for (width, height, set, all) in [
            (4, 4, "dominoes", 36),
            (6, 3, "trominoes", 170),
            (20, 3, "pentominoes", 8),
            (5, 5, "dominoes", 0),
        ] {
            let region = rectangle(width, height);
            let mut game = Tilings::default();
            let start =
                || Request::Start { region: rectangle(width, height), set: set.to_owned(), distinct: false };
            game.handle(start()).unwrap();
            let mut found = 0;
            loop {
                let step = game.handle(Request::Step { nodes: 500 }).unwrap();
                if step["done"] == true {
                    break;
                }
                if let Some(pieces) = step["tiling"].as_array() {
                    found += 1;
                    let cells: usize =
                        pieces.iter().map(|piece| piece["cells"].as_array().unwrap().len()).sum();
                    assert_eq!(cells, width * height);
                }
            }
            let counted =
                game.handle(Request::Count { region, set: set.to_owned(), nodes: MAX_NODES }).unwrap();
            assert_eq!(
                counted,
                json!({ "count": found.to_string(), "complete": true }),
                "{width}x{height} {set}"
            );
            assert_eq!(found, all, "{width}x{height} {set}");
            game.handle(start()).unwrap();
            let tally = loop {
                let tally = game.handle(Request::Tally { nodes: 77 }).unwrap();
                if tally["done"] == true {
                    break tally;
                }
            };
            assert_eq!(tally["found"], all, "{width}x{height} {set}");
        }
    }
}
