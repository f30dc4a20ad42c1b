//! `match3.*`: boards of candies.

use std::ops::RangeInclusive;

use grid_core::{Budget, Skill};
use match3::{
    Axis, Board, BoardError, ColumnStreams, FastBoard, GenerateError, Generator, Kind, Linear, PlayError,
    Pos, Ranker, ReshuffleError, Reshuffling, Resolver, Rules, Search, Seeded, Swap, Tile, Wave,
};
use serde_json::{Value, json};

use crate::candy::{self, Big};
use crate::jsonl::fields::{Field, Fields, exact};
use crate::jsonl::op::OpError;

/// Most cells of a board whose moves are ranked.
const RANK_CELLS: usize = 2500;
/// Cascades of a ranking without a budget on the fast engine, on the general one for 64
/// cells, and the most with one.
const FAST_NODES: u64 = 3_000_000;
const GENERAL_NODES: u64 = 200_000;
const MOST_NODES: u64 = 200_000_000;
/// Boards drawn, or candies tried, without a budget.
const LEVEL_NODES: u64 = 20_000_000;
/// Most samples, tries and the like.
const SAMPLES: u32 = 1_000_000;

/// Kinds of candies.
const KINDS: RangeInclusive<u8> = 1..=26;

/// Reads `rows`, `cols` (both may be left out) and `board`.
fn read_board(fields: &mut Fields) -> Result<Board, OpError> {
    let at = fields.path("board");
    let rows: Option<usize> = fields.optional("rows")?;
    let cols: Option<usize> = fields.optional("cols")?;
    let text: Vec<String> = fields.required("board")?;
    let board = Board::from_rows(text.iter().map(String::as_str)).map_err(|error| match error {
        BoardError::TooLarge { .. } => OpError::new("too_large", error).at(&at),
        _ => OpError::bad_value(&at, error),
    })?;
    for (name, given, found) in [("rows", rows, board.rows()), ("cols", cols, board.cols())] {
        if given.is_some_and(|given| given != usize::from(found)) {
            return Err(OpError::bad_value(&fields.path(name), format!("the board has {found} {name}")));
        }
    }
    if let Some((pos, tile)) = candy::module_tile(&board) {
        return Err(OpError::bad_value(&at, format!("{tile} at {pos} is no cell of this game")));
    }
    Ok(board)
}

/// Reads `kinds`, where the board and the streams have `seen` at least.
fn read_rules(fields: &mut Fields, seen: u8, specials: bool) -> Result<Rules, OpError> {
    let at = fields.path("kinds");
    let kinds = fields.within("kinds", KINDS)?;
    candy::rules(kinds, seen, specials).map_err(|reason| OpError::bad_value(&at, reason))
}

fn index(board: &Board, at: Pos) -> usize {
    board.index(at)
}

/// All runs of a board and their cells.
pub(crate) fn matches(mut fields: Fields) -> Result<Value, OpError> {
    let board = read_board(&mut fields)?;
    read_rules(&mut fields, board.kinds_seen(), false)?;
    fields.finish()?;
    let matched: Vec<usize> = board.matched().into_iter().map(|at| index(&board, at)).collect();
    let runs = board.runs().into_iter().map(|run| {
        let cells: Vec<usize> = run.cells().map(|at| index(&board, at)).collect();
        let dir = if run.axis == Axis::Horizontal { "h" } else { "v" };
        json!({ "dir": dir, "kind": run.kind.to_string(), "cells": cells })
    });
    Ok(json!({ "matched": matched, "runs": runs.collect::<Vec<_>>() }))
}

/// The legal swaps and what their first waves clear.
pub(crate) fn moves(mut fields: Fields) -> Result<Value, OpError> {
    let board = read_board(&mut fields)?;
    let specials = fields.or("specials", false)?;
    let rules = read_rules(&mut fields, board.kinds_seen(), specials)?;
    fields.finish()?;
    let swaps = board.legal_swaps(&rules);
    let mut first = FirstWaves::new(&board, rules);
    let legal: Vec<Value> = swaps
        .iter()
        .map(|&swap| {
            let cells = first.cells(&board, swap);
            json!({ "a": index(&board, swap.from), "b": index(&board, swap.to), "first_wave": cells })
        })
        .collect();
    Ok(json!({ "dead": legal.is_empty(), "legal": legal }))
}

/// Finds what the first wave of a legal swap clears.
pub(crate) struct FirstWaves {
    after: Board,
    rules: Rules,
    resolver: Resolver,
    /// All runs after a swap go through one of its cells.
    only_here: bool,
}

impl FirstWaves {
    pub(crate) fn new(board: &Board, rules: Rules) -> Self {
        let only_here = rules.specials.is_none() && board.is_stable();
        Self {
            after: board.clone(),
            rules: rules.with_wave_limit(1),
            resolver: Resolver::default(),
            only_here,
        }
    }

    pub(crate) fn cells(&mut self, board: &Board, swap: Swap) -> Vec<usize> {
        let mut cells = Vec::new();
        if self.only_here {
            let (a, b) = (board.tile(swap.from), board.tile(swap.to));
            self.after.set(swap.from, b);
            self.after.set(swap.to, a);
            for at in [swap.from, swap.to] {
                cells.extend(runs_through(&self.after, at).into_iter().map(|at| index(board, at)));
            }
            self.after.set(swap.from, a);
            self.after.set(swap.to, b);
            cells.sort_unstable();
            cells.dedup();
            return cells;
        }
        let mut watch = |wave: &Wave<'_>| {
            cells.extend(wave.cleared_cells().map(|at| index(board, at)));
            0
        };
        self.after.clone_from(board);
        let mut source = Seeded::new(self.rules.kinds, 0, 0);
        // The swap is legal and the source never dry.
        let _ = self.resolver.play(&mut self.after, swap, &self.rules, &mut source, &mut watch);
        cells
    }
}

/// The cells of the runs through a cell.
fn runs_through(board: &Board, at: Pos) -> Vec<Pos> {
    let Some(kind) = board.tile(at).matching_kind() else { return Vec::new() };
    let same = |row: u8, col: u8| board.tile(Pos::new(row, col)).matching_kind() == Some(kind);
    let left = (0..at.col).rev().take_while(|&col| same(at.row, col)).count() as u8;
    let right = (at.col + 1..board.cols()).take_while(|&col| same(at.row, col)).count() as u8;
    let up = (0..at.row).rev().take_while(|&row| same(row, at.col)).count() as u8;
    let down = (at.row + 1..board.rows()).take_while(|&row| same(row, at.col)).count() as u8;
    let mut cells = Vec::new();
    if left + right >= 2 {
        cells.extend((at.col - left..=at.col + right).map(|col| Pos::new(at.row, col)));
    }
    if up + down >= 2 {
        cells.extend((at.row - up..=at.row + down).map(|row| Pos::new(row, at.col)));
    }
    cells
}

/// One wave of an answer.
pub(crate) fn wave_value(wave: &Wave<'_>, board: &Board, specials: bool) -> Value {
    let view = wave.board();
    let cells = (0..view.rows()).flat_map(|row| (0..view.cols()).map(move |col| Pos::new(row, col)));
    let tiles: Vec<Tile> = cells.map(|at| view.tile(at)).collect();
    let after = Board::from_tiles(view.rows().into(), view.cols().into(), tiles);
    let rows = after.map_or_else(|_| Vec::new(), |after| candy::rows(&after, specials));
    let cleared: Vec<usize> = wave.cleared_cells().map(|at| index(board, at)).collect();
    let mut value = json!({ "cleared": cleared, "board_after": rows });
    if specials {
        let pair = |(at, tile): (Pos, Tile)| json!([index(board, at), tile.to_string()]);
        value["created"] = wave.created().map(pair).collect::<Vec<_>>().into();
        value["activated"] = wave.activated().map(pair).collect::<Vec<_>>().into();
        value["primed"] = wave.primed().map(|at| index(board, at)).collect::<Vec<_>>().into();
    }
    value
}

/// One move with its waves.
pub(crate) fn resolve(mut fields: Fields) -> Result<Value, OpError> {
    let mut board = read_board(&mut fields)?;
    let board_at = fields.path("board");
    let specials = fields.or("specials", false)?;
    let swap_at = fields.path("swap");
    let cells: Vec<i128> = fields.required("swap")?;
    let streams_at = fields.path("streams");
    let streams: Vec<String> = fields.required("streams")?;
    if streams.len() != usize::from(board.cols()) {
        let reason = format!("{} streams for {} columns", streams.len(), board.cols());
        return Err(OpError::bad_value(&streams_at, reason));
    }
    let mut seen = board.kinds_seen();
    let mut columns = Vec::new();
    for (col, stream) in streams.iter().enumerate() {
        let letters: Option<Vec<Kind>> = stream.chars().map(Kind::from_letter).collect();
        let at = format!("{streams_at}[{col}]");
        let kinds = letters.ok_or_else(|| OpError::bad_value(&at, "a stream has letters A to Z only"))?;
        seen = kinds.iter().map(|kind| kind.index() + 1).max().unwrap_or(1).max(seen);
        columns.push(kinds);
    }
    let rules = read_rules(&mut fields, seen, specials)?;
    fields.finish()?;
    let &[from, to] = cells.as_slice() else {
        return Err(OpError::bad_value(&swap_at, "a swap has two cells"));
    };
    if !specials && board.tiles().iter().any(|tile| tile.is_special() || tile.is_primed()) {
        return Err(OpError::bad_value(&board_at, "there are special candies where specials is false"));
    }
    let swap = swap_of(&board, from, to).ok_or_else(|| {
        OpError::new("illegal_swap", format!("{from} and {to} are not both cells of the board")).at(&swap_at)
    })?;
    let mut source = ColumnStreams::new(columns);
    let mut waves = Vec::new();
    let mut doubled = Big::default();
    let start = board.clone();
    let mut watch = |wave: &Wave<'_>| {
        waves.push(wave_value(wave, &start, specials));
        doubled.add_shifted(wave.cleared, wave.number - 1);
        i64::from(wave.cleared) * i64::from(wave.number)
    };
    let outcome = Resolver::default().play(&mut board, swap, &rules, &mut source, &mut watch);
    let outcome = outcome.map_err(|error| match error {
        PlayError::Swap(_) => OpError::new("illegal_swap", error).at(&swap_at),
        PlayError::SourceDry { .. } => OpError::new("stream_dry", error).at(&streams_at),
        _ => OpError::bad_value(&streams_at, error),
    })?;
    let doubled = doubled.to_string();
    let mut answer = json!({
        "waves": waves,
        "wave_count": outcome.waves,
        "score_linear": outcome.score,
        "score_pow2": doubled.parse().map_or_else(|_| Value::from(doubled.clone()), exact),
        "final": candy::rows(&board, specials),
        "consumed": source.consumed().collect::<Vec<_>>(),
    });
    if outcome.truncated {
        answer["truncated"] = true.into();
    }
    Ok(answer)
}

/// The swap of two cells given by their numbers.
fn swap_of(board: &Board, from: i128, to: i128) -> Option<Swap> {
    let cell = |number: i128| {
        let number = usize::try_from(number).ok()?;
        (number < board.tiles().len()).then(|| board.pos(number))
    };
    Some(Swap::new(cell(from)?, cell(to)?))
}

/// A search given by its name, or as an object with `kind` and its numbers.
struct SearchField(Search);

impl Field for SearchField {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        let unknown = |name: &str, at: String| {
            let known = candy::SEARCHES.join(", ");
            OpError::bad_value(&at, format!("{name:?} is none of {known}"))
        };
        if let Value::String(name) = &value {
            return candy::search(name).map(Self).ok_or_else(|| unknown(name, at.to_owned()));
        }
        let mut fields = Fields::read(value, at)?;
        let kind: String = fields.required("kind")?;
        let mut search = candy::search(&kind).ok_or_else(|| unknown(&kind, fields.path("kind")))?;
        let number = |fields: &mut Fields, name: &str, value: &mut u32, least: u32| {
            let at = fields.path(name);
            *value = fields.or(name, *value)?;
            if *value < least || *value > SAMPLES {
                return Err(OpError::bad_value(&at, format!("{value} is outside {least} to {SAMPLES}")));
            }
            Ok(())
        };
        match &mut search {
            Search::Mean { samples } => number(&mut fields, "samples", samples, 1)?,
            Search::Expectimax { samples, .. } if kind != "expectimax" => {
                number(&mut fields, "samples", &mut samples[0], 1)?;
            }
            Search::Expectimax { samples, .. } => {
                let at = fields.path("samples");
                if let Some(plies) = fields.optional::<Vec<u32>>("samples")? {
                    if plies.is_empty() || plies.len() > 4 || plies.iter().any(|&n| n > SAMPLES) {
                        return Err(OpError::bad_value(&at, "one to four numbers are expected"));
                    }
                    *samples = [0; 4];
                    // 0 stands for known cells here.
                    for (slot, &n) in samples.iter_mut().zip(&plies) {
                        *slot = if n == 0 { Search::KNOWN } else { n };
                    }
                }
            }
            Search::Beam { width, samples, inner, .. } => {
                number(&mut fields, "width", width, 1)?;
                number(&mut fields, "samples", samples, 1)?;
                number(&mut fields, "inner", inner, 1)?;
            }
            Search::Mcts { tries, rollout, exploration, .. } => {
                number(&mut fields, "tries", tries, 1)?;
                number(&mut fields, "rollout", rollout, 0)?;
                *exploration = fields.or("exploration", *exploration)?;
            }
            _ => {}
        }
        if let Search::Expectimax { gamma, .. } | Search::Beam { gamma, .. } | Search::Mcts { gamma, .. } =
            &mut search
        {
            let at = fields.path("gamma");
            *gamma = fields.or("gamma", *gamma)?;
            if !(*gamma > 0.0 && *gamma <= 100.0) {
                return Err(OpError::bad_value(&at, format!("{gamma} is outside 0 to 100")));
            }
        }
        fields.finish()?;
        Ok(Self(search))
    }
}

/// All legal swaps by their value.
pub(crate) fn rank(mut fields: Fields) -> Result<Value, OpError> {
    let board = read_board(&mut fields)?;
    let specials = fields.or("specials", false)?;
    let rules = read_rules(&mut fields, board.kinds_seen(), specials)?;
    let SearchField(search) = fields.or("search", SearchField(Search::default()))?;
    let seed = fields.or("seed", 0_u64)?;
    let skill = fields.or("skill", Skill::BEST)?;
    let fits = rules.kinds <= FastBoard::MAX_KINDS && FastBoard::from_board(&board).is_some();
    let default = if fits { FAST_NODES } else { GENERAL_NODES * 64 / board.tiles().len().max(64) as u64 };
    let budget = fields.budget_within(default, MOST_NODES)?;
    let at = fields.path("board");
    fields.finish()?;
    if board.tiles().len() > RANK_CELLS {
        return Err(
            OpError::new("too_large", format!("a board to rank has at most {RANK_CELLS} cells")).at(&at)
        );
    }
    let search = search.with_skill(skill);
    let ranking = Ranker::new(&board, &rules).rank(&board, &Linear, search, seed, &budget);
    let ranking = ranking.with_skill(&board, skill, seed);
    let ranked: Vec<Value> = ranking
        .moves
        .iter()
        .map(|ranked| {
            let swap = [index(&board, ranked.swap.from), index(&board, ranked.swap.to)];
            json!({ "swap": swap, "mean": ranked.mean, "stderr": ranked.stderr, "waves": ranked.waves })
        })
        .collect();
    Ok(json!({ "ranked": ranked, "complete": ranking.stopped.is_none(), "nodes": ranking.nodes }))
}

/// Reads `rows` and `cols`.
fn read_size(fields: &mut Fields) -> Result<(u8, u8), OpError> {
    let mut side = |name: &str| {
        let at = fields.path(name);
        match fields.required::<u64>(name)? {
            0 => Err(OpError::bad_value(&at, "a board has cells")),
            side => u8::try_from(side)
                .map_err(|_| OpError::new("too_large", format!("{side} is more than 255")).at(&at)),
        }
    };
    Ok((side("rows")?, side("cols")?))
}

/// The budget of making or shuffling a board.
fn level_budget(fields: &mut Fields) -> Result<Budget, OpError> {
    fields.budget_within(LEVEL_NODES, MOST_NODES)
}

/// A new board.
pub(crate) fn generate(mut fields: Fields) -> Result<Value, OpError> {
    let (rows, cols) = read_size(&mut fields)?;
    let at = fields.path("kinds");
    let kinds = fields.required_within("kinds", KINDS)?;
    let rules = candy::rules(Some(kinds), 1, false).map_err(|reason| OpError::bad_value(&at, reason))?;
    let seed = fields.or("seed", 0_u64)?;
    let budget = level_budget(&mut fields)?;
    fields.finish()?;
    let mut generation = Generator::new(rows, cols).start(&rules, seed);
    generation.run(&budget);
    let Some(result) = generation.result() else {
        return Ok(json!({ "board": null, "complete": false }));
    };
    let board = result.map_err(|error| match error {
        GenerateError::Impossible { .. } => OpError::new("impossible", error),
        _ => OpError::new("not_found", error),
    })?;
    Ok(json!({ "board": candy::rows(&board, false) }))
}

/// An arrangement of so many candies of each kind.
pub(crate) fn shuffle(mut fields: Fields) -> Result<Value, OpError> {
    let (rows, cols) = read_size(&mut fields)?;
    let at = fields.path("counts");
    let counts: Vec<u32> = fields.required("counts")?;
    let seed = fields.or("seed", 0_u64)?;
    let budget = level_budget(&mut fields)?;
    fields.finish()?;
    let cells = usize::from(rows) * usize::from(cols);
    if counts.len() > 26 {
        return Err(OpError::bad_value(&at, format!("{} kinds; there are 1 to 26", counts.len())));
    }
    let sum: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if sum != cells as u64 {
        return Err(OpError::bad_value(&at, format!("{sum} candies for {cells} cells")));
    }
    let kinds = counts.iter().zip((0..).map_while(Kind::new));
    let tiles: Vec<Tile> =
        kinds.flat_map(|(&count, kind)| std::iter::repeat_n(Tile::plain(kind), count as usize)).collect();
    let board =
        Board::from_tiles(rows.into(), cols.into(), tiles).map_err(|error| OpError::bad_value(&at, error))?;
    let mut search = Reshuffling::new(&board, &Rules::new(26), seed);
    search.run(&budget);
    Ok(match search.result() {
        Some(Ok((board, _))) => json!({ "solvable": true, "board": candy::rows(&board, false) }),
        Some(Err(ReshuffleError::Impossible { .. })) => json!({ "solvable": false, "board": null }),
        // Nothing was found, and nothing proven.
        _ => json!({ "solvable": null, "board": null, "complete": false }),
    })
}

#[cfg(test)]
mod tests;
