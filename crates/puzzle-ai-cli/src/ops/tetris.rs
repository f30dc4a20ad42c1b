//! `tetris.*`: falling blocks.

use grid_core::{Budget, Skill};
use serde_json::{Value, json};
use stack_eval::{
    Feature, Judged, LineChoice, LinePlayer, LineSettings, PieceSource, SetEvaluator, WeightError, WeightSet,
    features::Afterstate, play_greedily, play_with,
};
use tetromino::{
    DropGame, DropRules, End, Entry, Field as Board, FieldError, Landing, LineScore, Piece, Placed,
    Previewed, Randomizer, Rotation, Scoring, Silhouette, Skyline, Spins,
};

use crate::jsonl::fields::{Field, Fields, exact};
use crate::jsonl::op::OpError;
use crate::ops::grid::drawing_error;
use crate::tetris::{self, Position, STANDARD_HEIGHT};
use crate::{json, names};

/// Most plies of a beam.
const MAX_DEPTH: usize = 64;
/// Most pieces that one `tetris.play` places.
const MAX_PIECES: u64 = 1_000_000;

impl Field for Piece {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        let letter = String::read(value, at)?;
        if letter.is_empty() {
            return Err(OpError::bad_value(at, "a piece is one of the letters IOTSZJL"));
        }
        letter.parse().map_err(|error| OpError::bad_value(at, error))
    }
}

/// A list of pieces: letters in one string, or an array of letters.
pub(crate) struct Pieces(pub(crate) Vec<Piece>);

impl Field for Pieces {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        match value {
            Value::String(letters) => {
                Piece::parse_list(&letters).map(Self).map_err(|error| OpError::bad_value(at, error))
            }
            other => Vec::read(other, at).map(Self),
        }
    }
}

impl Field for SetEvaluator {
    /// A name, Lee's four weights, or a weight set.
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        let refuse = |error: WeightError| OpError::bad_value(at, error);
        match value {
            Value::String(name) => Self::named(&names::known(&name, WeightSet::NAMES)).map_err(refuse),
            Value::Object(_) => {
                let set: Result<WeightSet, _> = serde_json::from_value(value);
                set.map(Self::new).map_err(|error| OpError::bad_value(at, json::plain(&error)))
            }
            other => {
                let weights: Vec<f64> = Vec::read(other, at)?;
                let lee = WeightSet::named("lee").and_then(|lee| lee.with_weights(&weights));
                lee.map(Self::new).map_err(refuse)
            }
        }
    }
}

/// Reads the field `field`; it is at least `height` rows high.
pub(crate) fn board(fields: &mut Fields, height: usize) -> Result<Board, OpError> {
    let at = fields.path("field");
    let rows: Vec<String> = fields.required("field")?;
    let height = height.max(rows.len());
    Board::from_rows(rows.iter().map(String::as_str), height).map_err(|error| match error {
        FieldError::Height(_) => OpError::new("too_large", error).at(&at),
        FieldError::Drawing(error) => drawing_error(&at, error),
        _ => OpError::bad_value(&at, error),
    })
}

/// Reads the field `search`.
fn search(fields: &mut Fields) -> Result<LineSettings, OpError> {
    let Some(mut search) = fields.optional::<Fields>("search")? else {
        return Ok(LineSettings::GREEDY);
    };
    let (at, width_at, depth_at) = (search.path("kind"), search.path("width"), search.path("depth"));
    let kind: String = search.required("kind")?;
    let mut number = |name: &str, at: &str, most: usize| {
        let number: Option<usize> = if kind == "beam" { search.optional(name)? } else { None };
        match number {
            Some(0) => Err(OpError::bad_value(at, format!("a {name} is at least 1"))),
            Some(more) if more > most => {
                Err(OpError::new("too_large", format!("a {name} is at most {most} here")).at(at))
            }
            number => Ok(number),
        }
    };
    let width = number("width", &width_at, tetris::MAX_BEAM)?;
    let depth = number("depth", &depth_at, MAX_DEPTH)?;
    let settings = tetris::search(&kind, width, depth).ok_or_else(|| {
        let kinds = tetris::SEARCHES.join(", ");
        OpError::bad_value(&at, format!("there is no search {kind:?}; the kinds are {kinds}"))
    })?;
    search.finish()?;
    Ok(settings)
}

pub(crate) fn cells(landing: &Landing) -> Value {
    landing.cells().iter().map(|cell| json!([cell.x, cell.y])).collect()
}

/// The names of labels, as the cases have them.
pub(crate) fn spins(spins: Spins) -> Vec<&'static str> {
    let names = [(Spins::FULL, "full"), (Spins::MINI, "mini"), (Spins::NONE, "none")];
    names.into_iter().filter(|(label, _)| spins.contains(*label)).map(|(_, name)| name).collect()
}

/// A suggestion in the form of the protocol.
pub(crate) fn suggestion(position: &Position, choices: &[LineChoice], evaluator: &SetEvaluator) -> Value {
    let reasons = choices.first().and_then(|choice| {
        let shares = evaluator.linear().shares(&position.field, &choice.landing.placed()?);
        Some(
            shares
                .into_iter()
                .map(|(feature, _, share)| (feature.to_string(), json!(share)))
                .collect::<Value>(),
        )
    });
    let entry = |choice: &LineChoice| {
        let landing = &choice.landing;
        json!({
            "piece": landing.piece.to_string(),
            "rotation": landing.rotation.to_string(),
            "x": landing.x,
            "y": landing.y,
            "cells": cells(landing),
            "inputs": position.inputs(landing),
            "value": choice.value,
        })
    };
    json!({
        "best": choices.first().map(entry),
        "value": choices.first().map(|choice| choice.value),
        "reasons": reasons,
        "ranked": choices.iter().map(entry).collect::<Vec<_>>(),
    })
}

/// The best landing of a position.
pub(crate) fn suggest(mut fields: Fields) -> Result<Value, OpError> {
    let field = board(&mut fields, STANDARD_HEIGHT)?;
    let piece = fields.required("piece")?;
    let next = fields.or("next", Pieces(Vec::new()))?.0;
    let hold = fields.optional::<Option<Piece>>("hold")?.flatten();
    let can_hold = fields.or("can_hold", false)?;
    let evaluator = fields.or("evaluator", SetEvaluator::default())?;
    let settings = search(&mut fields)?;
    let skill = (fields.or("skill", Skill::BEST)?, fields.or("seed", 0)?);
    let budget = fields.budget()?.unwrap_or_else(|| Budget::nodes(tetris::SEARCH_NODES));
    fields.finish()?;
    let position = Position { field, piece, next, hold, can_hold };
    let (choices, complete) = position.ranked(&evaluator, settings, skill, &budget);
    let mut answer = suggestion(&position, &choices, &evaluator);
    if !complete {
        answer["complete"] = json!(false);
    }
    Ok(answer)
}

/// A whole number where it is one.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

fn named(features: &[Feature], after: &Afterstate) -> Value {
    features.iter().map(|feature| (feature.to_string(), number(feature.value(after)))).collect()
}

/// The features of a field, or of it after a straight drop.
pub(crate) fn features(mut fields: Fields) -> Result<Value, OpError> {
    let field = board(&mut fields, STANDARD_HEIGHT)?;
    let piece: Option<Piece> = fields.optional("piece")?;
    let (rotation_at, x_at) = (fields.path("rotation"), fields.path("x"));
    let drop = match piece {
        None => None,
        Some(piece) => {
            let letter: String = fields.or("rotation", "N".to_owned())?;
            let rotation = Rotation::ALL.into_iter().find(|rotation| rotation.to_string() == letter);
            let rotation = rotation.ok_or_else(|| {
                OpError::bad_value(&rotation_at, format!("{letter:?} is none of N, E, S, W"))
            })?;
            let x: i8 = fields.required("x")?;
            Some((piece, rotation, x))
        }
    };
    fields.finish()?;
    let placed = match drop {
        None => None,
        Some((piece, rotation, x)) => Some(dropped(&field, piece, rotation, x).ok_or_else(|| {
            let message = format!("{piece} {rotation} with its centre in column {x} has no drop");
            OpError::bad_value(&x_at, message)
        })?),
    };
    let after = |judged| {
        placed.map_or(Afterstate::standing(field), |placed| Afterstate::new(&field, &placed, judged))
    };
    let mut answer = serde_json::Map::new();
    for name in WeightSet::NAMES {
        let set = WeightSet::named(name).map_err(|error| OpError::new("bad_value", error))?;
        answer.insert(name.to_owned(), named(set.features(), &after(set.judged())));
    }
    let rest = [("bertsekas", Feature::bertsekas(field.width())), ("rbf", Feature::RBF.to_vec())];
    for (name, features) in rest.into_iter().chain([("all", Feature::all(field.width()))]) {
        answer.insert(name.to_owned(), named(&features, &after(Judged::AfterClearing)));
    }
    Ok(Value::Object(answer))
}

/// A straight drop with the centre cell in column `x`.
fn dropped(field: &Board, piece: Piece, rotation: Rotation, x: i8) -> Option<Placed<'static>> {
    let shape = Silhouette::of(piece, rotation);
    let left = usize::try_from(Landing::new(piece, rotation, x, 0).corner().x).ok()?;
    if left + shape.width() > field.width() {
        return None;
    }
    let y = Skyline::of(field).drop(field, shape, left, Entry::Top)?;
    Some(Placed::new(shape, left, y))
}

/// A whole game.
pub(crate) fn play(mut fields: Fields) -> Result<Value, OpError> {
    let (width_at, pieces_at) = (fields.path("width"), fields.path("pieces"));
    let width: usize = fields.or("width", 10)?;
    let height: usize = fields.or("height", STANDARD_HEIGHT)?;
    let evaluator = fields.or("evaluator", SetEvaluator::default())?;
    let settings = search(&mut fields)?;
    let skill = fields.or("skill", Skill::BEST)?;
    let seed: u64 = fields.or("seed", 0)?;
    let pieces: u64 = fields.or("pieces", 500)?;
    let budget = fields.budget()?;
    fields.finish()?;
    if pieces == 0 {
        return Err(OpError::bad_value(&pieces_at, "a game has at least one piece"));
    }
    if pieces > MAX_PIECES {
        return Err(OpError::new("too_large", format!("one request places at most {MAX_PIECES} pieces"))
            .at(&pieces_at));
    }
    let rules = DropRules::article(width, height).map_err(|error| match error {
        FieldError::Width(_) => OpError::bad_value(&width_at, error),
        _ if height > DropRules::MAX_HEIGHT => OpError::new("too_large", error).at("$.height"),
        _ => OpError::bad_value("$.height", error),
    })?;
    let dealer = PieceSource::SevenBag.randomizer(seed, 0);
    let allowed = budget.and_then(|budget| budget.node_limit()).unwrap_or(pieces);
    let nodes = Budget::nodes(allowed.min(pieces));
    if settings == LineSettings::GREEDY && skill == Skill::BEST {
        let mut game = DropGame::new(rules, dealer, LineScore);
        let end = play_greedily(&mut game, &evaluator, &nodes, |_, _| {});
        return Ok(played(&game, end.is_err() && game.pieces() < pieces));
    }
    let (settings, previews) = tetris::in_game(settings);
    // Two plies have some thousand lines.
    let lines = settings.width.clamp(1, if settings.depth < 3 { 40 } else { tetris::MAX_BEAM });
    let most = (MAX_PIECES / (lines * settings.depth) as u64).max(1);
    if pieces > most {
        let message = format!("one request with this search places at most {most} pieces");
        return Err(OpError::new("too_large", message).at(&pieces_at));
    }
    let mut game = DropGame::new(rules, Previewed::new(dealer, previews), LineScore);
    let player = LinePlayer::new(&evaluator, settings).with_skill(skill, seed);
    let end = play_with(&mut game, &player, &mut (), &nodes, |_, _| {});
    Ok(played(&game, end.is_err() && game.pieces() < pieces))
}

/// The answer of a game, cut short or not.
fn played<R: Randomizer, S: Scoring>(game: &DropGame<R, S>, cut: bool) -> Value {
    let mut answer = game_answer(game);
    if cut {
        answer["complete"] = json!(false);
    }
    answer
}

/// A game in the form of the protocol.
pub(crate) fn game_answer<R: Randomizer, S: Scoring>(game: &DropGame<R, S>) -> Value {
    let field = game.field().to_string();
    json!({
        "pieces": exact(game.pieces().into()),
        "lines": exact(game.lines().into()),
        "score": exact(game.score().into()),
        "over": is_over(game),
        "field": field.lines().collect::<Vec<_>>(),
    })
}

/// Whether a game ended by its rules, not for want of pieces.
pub(crate) fn is_over<R: Randomizer, S: Scoring>(game: &DropGame<R, S>) -> bool {
    matches!(game.end(), Some(End::NoRoom | End::ToppedOut))
}
