//! The case files, on both engines.

use match3::{
    Board, ColumnStreams, EventLog, FastBoard, Outcome, PlayError, Pos, RefillSource, Resolver, Rules, Swap,
    Tile, Wave,
};
use serde_json::{Value, json};

fn cases(text: &str) -> Vec<Value> {
    serde_json::from_str::<Value>(text).unwrap().as_array().unwrap().clone()
}

fn board(case: &Value) -> Board {
    let rows = case["board"].as_array().unwrap();
    let board = Board::from_rows(rows.iter().map(|row| row.as_str().unwrap())).unwrap();
    assert_eq!(
        (u64::from(board.rows()), u64::from(board.cols())),
        (case["rows"].as_u64().unwrap(), case["cols"].as_u64().unwrap())
    );
    board
}

fn rows(board: &Board, blanks: bool) -> Value {
    let row = |row| {
        let mut text = String::new();
        board.write_row(&mut text, row, blanks).unwrap();
        text
    };
    (0..board.rows()).map(row).collect::<Vec<_>>().into()
}

/// What a wave looked like, in the form of the cases.
#[derive(Default)]
struct Seen {
    waves: Vec<Value>,
    specials: bool,
    cols: u8,
}

impl Seen {
    fn cell(&self, at: Pos) -> u64 {
        u64::from(at.row) * u64::from(self.cols) + u64::from(at.col)
    }

    fn wave(&mut self, wave: &Wave<'_>) -> i64 {
        let after = wave.board();
        let tiles = (0..after.rows())
            .flat_map(|row| (0..after.cols()).map(move |col| after.tile(Pos::new(row, col))));
        let after = Board::from_tiles(after.rows().into(), after.cols().into(), tiles.collect()).unwrap();
        let cleared: Vec<u64> = wave.cleared_cells().map(|at| self.cell(at)).collect();
        assert_eq!(cleared.len(), wave.cleared as usize);
        let pairs = |list: Vec<(Pos, Tile)>| -> Value {
            list.iter().map(|&(at, tile)| json!([self.cell(at), tile.to_string()])).collect::<Vec<_>>().into()
        };
        let mut seen = json!({"cleared": cleared, "board_after": rows(&after, self.specials)});
        if self.specials {
            seen["created"] = pairs(wave.created().collect());
            seen["activated"] = pairs(wave.activated().collect());
            seen["primed"] = wave.primed().map(|at| self.cell(at)).collect::<Vec<_>>().into();
        }
        self.waves.push(seen);
        i64::from(wave.cleared) * i64::from(wave.number)
    }
}

struct Played {
    waves: Vec<Value>,
    outcome: Outcome,
    board: Board,
    consumed: Vec<usize>,
}

fn play(case: &Value, rules: &Rules, general: bool) -> Result<Played, PlayError> {
    let mut board = board(case);
    let swap = case["swap"].as_array().unwrap();
    let cell = |i: usize| board.pos(swap[i].as_u64().unwrap() as usize);
    let swap = Swap::new(cell(0), cell(1));
    let streams = case["streams"].as_array().unwrap().iter().map(|stream| stream.as_str().unwrap());
    let mut source = ColumnStreams::from_letters(streams).unwrap();
    let mut seen = Seen { waves: Vec::new(), specials: rules.specials.is_some(), cols: board.cols() };
    let mut resolver = Resolver::default();
    let watch = |wave: &Wave<'_>| seen.wave(wave);
    let outcome = if general {
        resolver.play(&mut board, swap, rules, &mut source, &mut EventLog::new(watch))?
    } else {
        resolver.play(&mut board, swap, rules, &mut source, &mut { watch })?
    };
    Ok(Played { waves: seen.waves, outcome, board, consumed: source.consumed().collect() })
}

fn check_played(case: &Value, rules: &Rules) {
    let specials = rules.specials.is_some();
    for general in [false, true] {
        let played = play(case, rules, general).unwrap();
        let expected = case["waves"].as_array().unwrap();
        for (number, (seen, expected)) in played.waves.iter().zip(expected).enumerate() {
            assert_eq!(seen, expected, "wave {} of {case}", number + 1);
        }
        assert_eq!(played.waves.len(), expected.len(), "{case}");
        assert_eq!(u64::from(played.outcome.waves), case["wave_count"].as_u64().unwrap());
        assert_eq!(played.outcome.score, case["score_linear"].as_i64().unwrap());
        assert_eq!(rows(&played.board, specials), case["final"]);
        assert_eq!(json!(played.consumed), case["consumed"]);
    }
}

#[test]
fn matches() {
    for case in cases(include_str!("data/matches.json")) {
        let board = board(&case);
        let index = |at: Pos| board.index(at);
        let matched: Vec<usize> = board.matched().into_iter().map(index).collect();
        assert_eq!(json!(matched), case["matched"]);
        let runs: Vec<Value> = board
            .runs()
            .iter()
            .map(|run| {
                let dir = if run.axis == match3::Axis::Horizontal { "h" } else { "v" };
                json!({"dir": dir, "kind": run.kind.to_string(), "cells": run.cells().map(index).collect::<Vec<_>>()})
            })
            .collect();
        assert_eq!(json!(runs), case["runs"]);
        if let Some(fast) = FastBoard::from_board(&board) {
            assert_eq!(fast.matched_count() as usize, matched.len());
        }
    }
}

#[test]
fn legal_swaps_and_their_first_waves() {
    for case in cases(include_str!("data/moves.json")) {
        let board = board(&case);
        let rules = Rules::new(case["kinds"].as_u64().unwrap() as u8);
        let legal: Vec<Value> = board
            .legal_swaps(&rules)
            .into_iter()
            .map(|swap| {
                let (a, b) = (board.index(swap.from), board.index(swap.to));
                let mut after = board.clone();
                after.set(swap.from, board.tile(swap.to));
                after.set(swap.to, board.tile(swap.from));
                let first: Vec<usize> = after.matched().into_iter().map(|at| board.index(at)).collect();
                json!({"a": a, "b": b, "first_wave": first})
            })
            .collect();
        assert_eq!(json!(legal), case["legal"], "{board}");
        assert_eq!(board.has_legal_swap(&rules), !legal.is_empty());
    }
}

#[test]
fn legal_swaps_with_specials() {
    for case in cases(include_str!("data/legal_specials.json")) {
        let board = board(&case);
        let rules = Rules::new(case["kinds"].as_u64().unwrap() as u8).with_specials();
        let legal: Vec<[usize; 2]> = board
            .legal_swaps(&rules)
            .iter()
            .map(|swap| [board.index(swap.from), board.index(swap.to)])
            .collect();
        assert_eq!(json!(legal), case["legal"], "{board}");
    }
}

#[test]
fn cascades() {
    for case in cases(include_str!("data/cascades.json")) {
        check_played(&case, &Rules::new(case["kinds"].as_u64().unwrap() as u8));
    }
}

#[test]
fn specials() {
    for case in cases(include_str!("data/specials.json")) {
        check_played(&case, &Rules::new(26).with_specials());
        let board = board(&case);
        if board.kinds_seen() <= 8 {
            check_played(&case, &Rules::new(8).with_specials());
        }
    }
}

#[test]
fn a_dry_stream_changes_nothing() {
    let all = cases(include_str!("data/cascades.json")).into_iter().map(|case| (case, false));
    let special = cases(include_str!("data/specials.json")).into_iter().map(|case| (case, true));
    for (case, specials) in all.chain(special) {
        let mut rules = Rules::new(8);
        if specials {
            rules = rules.with_specials();
        }
        let mut board = board(&case);
        let before = board.clone();
        let swap = case["swap"].as_array().unwrap();
        let swap = Swap::new(
            board.pos(swap[0].as_u64().unwrap() as usize),
            board.pos(swap[1].as_u64().unwrap() as usize),
        );
        let streams = case["streams"].as_array().unwrap();
        for (col, stream) in streams.iter().enumerate().filter(|(_, stream)| stream.as_str() != Some("")) {
            let texts = streams.iter().enumerate().map(|(c, text)| {
                let text = text.as_str().unwrap();
                if c == col { &text[1..] } else { text }
            });
            let mut source = ColumnStreams::from_letters(texts).unwrap();
            let full = source.clone();
            let error =
                Resolver::default().play(&mut board, swap, &rules, &mut source, &mut |_: &Wave<'_>| 0);
            // One candy fewer may also change the cascade so that fewer are needed.
            if error.is_err() {
                assert!(matches!(error, Err(PlayError::SourceDry { .. })), "{stream}");
                assert_eq!((&board, &source), (&before, &full));
                source.rollback();
            }
            board.clone_from(&before);
        }
    }
}

#[test]
fn deadlocks() {
    let file: Value = serde_json::from_str(include_str!("data/deadlocks.json")).unwrap();
    for case in file["dead"].as_array().unwrap() {
        let rules = Rules::new(case["kinds"].as_u64().unwrap() as u8);
        assert!(!board(case).has_legal_swap(&rules) && board(case).legal_swaps(&rules).is_empty());
    }
    for case in file["single_move"].as_array().unwrap() {
        let board = board(case);
        let rules = Rules::new(case["kinds"].as_u64().unwrap() as u8);
        let legal: Vec<[usize; 2]> = board
            .legal_swaps(&rules)
            .iter()
            .map(|swap| [board.index(swap.from), board.index(swap.to)])
            .collect();
        assert_eq!(json!(legal), json!([case["only"]]));
    }
}
