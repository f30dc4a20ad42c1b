//! Perfect clears of a field that the player draws.

use perfect_clear::{Hold, Invariants, PcField, PcSearch, PcSolver};
use serde::Deserialize;
use serde_json::{Value, json};
use tetromino::fumen::{ColourField, Fumen, Page};
use tetromino::{Piece, RotationSystem};

use crate::demo::{Answer, Refusal, go_on};

/// A request, without its envelope.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    /// A field, rows with the top one first, of which the lowest `clear` are to go.
    Start {
        field: Vec<String>,
        clear: usize,
        queue: String,
        /// `none`, `empty`, or the piece on hold.
        #[serde(default = "no_hold")]
        hold: String,
        #[serde(default = "srs")]
        rules: String,
    },
    /// The search goes on, to the next solution at most.
    Step { nodes: u64 },
    /// The field of a fumen's first page.
    Decode { fumen: String },
    /// The fumen of a field.
    Encode { field: Vec<String> },
}

fn no_hold() -> String {
    "none".to_owned()
}

fn srs() -> String {
    "srs".to_owned()
}

/// The search that runs, if any.
#[derive(Debug, Default)]
pub(crate) struct PerfectClear {
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    field: PcField,
    search: PcSearch,
    found: u64,
    done: bool,
}

impl PerfectClear {
    pub(crate) fn handle(&mut self, request: Request) -> Answer {
        match request {
            Request::Start { field, clear, queue, hold, rules } => {
                self.start(&field, clear, &queue, &hold, &rules)
            }
            Request::Step { nodes } => self.step(nodes),
            Request::Decode { fumen } => decode(&fumen),
            Request::Encode { field } => encode(&field),
        }
    }

    fn start(&mut self, rows: &[String], clear: usize, queue: &str, hold: &str, rules: &str) -> Answer {
        let field = PcField::from_rows(rows.iter().map(String::as_str), clear).map_err(Refusal::value)?;
        let queue = Piece::parse_list(queue).map_err(Refusal::value)?;
        let hold = match hold {
            "none" => Hold::None,
            "empty" => Hold::Empty,
            letter => match Piece::parse_list(letter).map_err(Refusal::value)?[..] {
                [piece] => Hold::Piece(piece),
                _ => return Err(Refusal::value("the hold is none, empty or one piece")),
            },
        };
        let system = RotationSystem::named(rules);
        let system = system.ok_or_else(|| Refusal::value(format!("there are no rules {rules:?}")))?;
        let search = PcSolver::new(system).search(&field, &queue, hold).map_err(Refusal::value)?;
        let reasons: Vec<&str> = match (field.pieces_needed(), hold) {
            (Some(needed), Hold::None) if queue.len() >= needed => {
                Invariants::of(&field).reasons(&queue[..needed]).names().collect()
            }
            _ => Vec::new(),
        };
        let answer =
            json!({ "empty": field.empty_cells(), "needed": field.pieces_needed(), "reasons": reasons });
        self.running = Some(Running { field, search, found: 0, done: false });
        Ok(answer)
    }

    fn step(&mut self, nodes: u64) -> Answer {
        let running = self.running.as_mut();
        let Running { field, search, found, done } =
            running.ok_or_else(|| Refusal::new("no_search", "no search was started"))?;
        let mut solution = Value::Null;
        if go_on(done, nodes, |meter| search.advance(meter))? {
            *found += 1;
            let one = search.solution();
            let pieces = one.placements.iter().map(|placed| {
                let cells = placed.cells.map(|cell| [cell.x, cell.y]);
                json!({ "piece": placed.piece.letter(), "cells": cells })
            });
            // Cells of a solution are in rows of the input.
            let fumen = one.to_fumen(field).ok().and_then(|fumen| fumen.encode().ok());
            solution = json!({ "pieces": pieces.collect::<Vec<_>>(), "fumen": fumen });
        }
        Ok(json!({ "found": *found, "done": *done, "nodes": search.nodes(), "solution": solution }))
    }
}

fn decode(text: &str) -> Answer {
    let fumen = Fumen::decode(text.trim()).map_err(Refusal::value)?;
    let page = fumen.pages.first().ok_or_else(|| Refusal::value("the fumen has no page"))?;
    let rows: Vec<String> = page.field.rows().collect();
    // Solutions carry their pieces as a comment.
    let queue = Piece::parse_list(&page.comment).unwrap_or_default();
    let queue: String = queue.into_iter().map(Piece::letter).collect();
    Ok(json!({ "field": rows, "queue": queue, "pages": fumen.pages.len(), "comment": page.comment }))
}

fn encode(rows: &[String]) -> Answer {
    let field = ColourField::from_rows(rows.iter().map(String::as_str)).map_err(Refusal::value)?;
    let fumen = Fumen { pages: vec![Page::new(field)] };
    Ok(json!({ "fumen": fumen.encode().map_err(Refusal::value)? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::MAX_NODES;

    fn start(field: &[&str], queue: &str, hold: &str) -> Request {
        Request::Start {
            field: field.iter().map(|&row| row.to_owned()).collect(),
            clear: 4,
            queue: queue.to_owned(),
            hold: hold.to_owned(),
            rules: srs(),
        }
    }

    const FIELD: [&str; 4] = ["XX______XX", "XX______XX", "XX______XX", "XX______XX"];

    #[test]
    fn steps_of_any_size_find_all_solutions_of_the_library() {
        let field = PcField::from_rows(FIELD, 4).unwrap();
        for (queue, hold, kept) in [("LJOSZT", "empty", Hold::Empty), ("TILJSZ", "T", Hold::Piece(Piece::T))]
        {
            let pieces = Piece::parse_list(queue).unwrap();
            let all: Vec<_> =
                PcSolver::new(RotationSystem::SRS).search(&field, &pieces, kept).unwrap().collect();
            for nodes in [7, 1000, MAX_NODES] {
                let mut game = PerfectClear::default();
                assert_eq!(game.handle(start(&FIELD, queue, hold)).unwrap()["needed"], 6);
                let mut found = Vec::new();
                loop {
                    let step = game.handle(Request::Step { nodes }).unwrap();
                    if step["done"] == true {
                        break;
                    }
                    if !step["solution"].is_null() {
                        found.push(step["solution"]["pieces"].as_array().unwrap().len());
                        let fumen = step["solution"]["fumen"].as_str().unwrap();
                        assert!(
                            Fumen::decode(fumen).unwrap().pages.last().unwrap().field_after()
                                == ColourField::EMPTY
                        );
                    }
                }
                assert_eq!(found, vec![6; all.len()], "{queue} {nodes}");
            }
        }
    }

    #[test]
    fn fields_go_to_fumens_and_back() {
        let field: Vec<String> = FIELD.map(str::to_owned).to_vec();
        let mut game = PerfectClear::default();
        let fumen = game.handle(Request::Encode { field }).unwrap()["fumen"].as_str().unwrap().to_owned();
        let back = game.handle(Request::Decode { fumen }).unwrap();
        assert_eq!(back["field"], json!(FIELD));
    }
}
