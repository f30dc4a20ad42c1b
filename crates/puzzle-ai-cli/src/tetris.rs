//! What the tetris commands and operations share: evaluators and searches by
//! name, the colours of the pieces, and a suggestion with its inputs.

use std::convert::Infallible;

use grid_core::{Budget, Skill};
use stack_eval::{DropPosition, LineChoice, LineSearch, LineSettings, SetEvaluator, WeightSet};
use tetromino::{
    Field, FieldError, Landing, MoveGenerator, MoveRules, PathGoal, Piece, RotationSystem, UnknownPiece,
};

use crate::error::CliError;
use crate::input::Source;
use crate::{json, names};

/// Rows of a field that is not given with a height.
pub(crate) const STANDARD_HEIGHT: usize = 20;

/// The colours of the guideline, from the 256-colour palette.
pub(crate) fn colour(piece: Piece) -> u8 {
    match piece {
        Piece::I => 44,
        Piece::O => 220,
        Piece::T => 134,
        Piece::S => 70,
        Piece::Z => 160,
        Piece::J => 27,
        Piece::L => 208,
    }
}

/// The evaluator of a name, of Lee's four weights separated by commas, or of a file with a
/// weight set.
pub(crate) fn evaluator(text: &str) -> Result<SetEvaluator, String> {
    let weights: Result<Vec<f64>, _> = text.split(',').map(|weight| weight.trim().parse()).collect();
    let set = match weights {
        Ok(weights) => WeightSet::named("lee").and_then(|lee| lee.with_weights(&weights)),
        Err(_) if text.ends_with(".json") => return weight_file(text).map(SetEvaluator::new),
        Err(_) => WeightSet::named(&names::known(text, WeightSet::NAMES)),
    };
    set.map(SetEvaluator::new).map_err(|error| error.to_string())
}

/// The name of an evaluator, or what else stands for one.
fn evaluator_name(text: &str) -> Result<String, Infallible> {
    Ok(names::known(text, WeightSet::NAMES))
}

/// The evaluator of a command.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct EvaluatorArgs {
    /// Name of the evaluator, Lee's four weights, or a file of weights (.json)
    #[arg(long, default_value = "marathon", value_name = "NAME", allow_hyphen_values = true, value_parser = evaluator_name)]
    pub(crate) evaluator: String,
}

impl EvaluatorArgs {
    pub(crate) fn load(&self) -> Result<SetEvaluator, CliError> {
        evaluator(&self.evaluator).map_err(|error| CliError::at("--evaluator", error))
    }
}

/// The field of a command.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FieldArgs {
    /// The field: a file, - for standard input, or rows separated by /, top first
    #[arg(long, value_name = "FILE|ROWS", allow_hyphen_values = true)]
    field: Option<String>,
}

impl FieldArgs {
    /// The field, an empty one if it is not said.
    pub(crate) fn load(&self) -> Result<Field, CliError> {
        match &self.field {
            Some(source) => Source::path_or_rows("--field", source, "")?.field(STANDARD_HEIGHT),
            None => Field::new(10, STANDARD_HEIGHT).map_err(CliError::input),
        }
    }
}

/// A size that a game cannot have, at its option.
pub(crate) fn misfit(error: FieldError) -> CliError {
    match error {
        FieldError::Width(_) => CliError::at("--width", error),
        FieldError::Height(_) | FieldError::GameHeight(_) | FieldError::Visible { .. } => {
            CliError::at("--height", error)
        }
        error => CliError::input(error),
    }
}

/// The piece of a letter.
pub(crate) fn piece(letter: &str) -> Result<Piece, String> {
    if letter.is_empty() {
        return Err("it is empty; the pieces are I O T S Z J L".to_owned());
    }
    letter.parse().map_err(|error: UnknownPiece| error.to_string())
}

/// The weight set in a file.
fn weight_file(path: &str) -> Result<WeightSet, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    json::object(&text, "a weight set").map_err(|error| format!("{path}: {error}"))
}

/// A position to decide.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) field: Field,
    pub(crate) piece: Piece,
    /// The pieces after it, as far as they are known.
    pub(crate) next: Vec<Piece>,
    pub(crate) hold: Option<Piece>,
    pub(crate) can_hold: bool,
}

impl Position {
    /// Every straight drop with the value of the best line after it, best first;
    /// those that need a hold come after equal ones that do not, that one which a player
    /// of this skill takes before all. And whether all was searched.
    pub(crate) fn ranked(
        &self,
        evaluator: &SetEvaluator,
        settings: LineSettings,
        (skill, seed): (Skill, u64),
        budget: &Budget,
    ) -> (Vec<LineChoice>, bool) {
        let queue: Vec<Piece> = std::iter::once(self.piece).chain(self.next.iter().copied()).collect();
        let position = DropPosition {
            hold: self.hold,
            can_hold: self.can_hold,
            ..DropPosition::new(self.field, &queue)
        };
        let settings = settings.with_skill(skill, queue.len());
        let mut search = LineSearch::new(evaluator, &position, settings);
        let complete = search.run(budget).is_none();
        (search.choices_with_skill(skill, seed), complete)
    }

    /// The inputs of a straight drop: hold, turn and shift above the stack, drop.
    /// `None` for a piece that enters under an overhang at the very top.
    pub(crate) fn inputs(&self, landing: &Landing) -> Option<Vec<&'static str>> {
        let rules = MoveRules { system: RotationSystem::HARD_DROP, ..MoveRules::default() };
        let path = MoveGenerator::new(rules).path(&self.field, landing, PathGoal::Shortest)?;
        let hold = (landing.piece != self.piece).then_some("hold");
        Some(hold.into_iter().chain(path.iter().map(|input| input.name())).collect())
    }
}

/// Names of searches.
pub(crate) const SEARCHES: [&str; 5] = ["greedy", "two_ply", "expectimax", "worst", "beam"];
/// Most lines of a beam.
pub(crate) const MAX_BEAM: usize = 10_000;
/// Nodes that a search without a budget may use.
pub(crate) const SEARCH_NODES: u64 = 4_000_000;
/// Plies of a beam in a game, where previews can be had at will.
pub(crate) const GAME_DEPTH: usize = 3;

/// The settings of a search by name; `width` is that of a beam and of two plies, `depth`
/// that of a beam.
pub(crate) fn search(kind: &str, width: Option<usize>, depth: Option<usize>) -> Option<LineSettings> {
    Some(match names::snake(kind).as_str() {
        "greedy" => LineSettings::GREEDY,
        "two_ply" => LineSettings { width: width.unwrap_or(usize::MAX), ..LineSettings::TWO_PLY },
        "expectimax" => LineSettings::EXPECTIMAX,
        "worst" => LineSettings::WORST,
        "beam" => {
            let LineSettings { width: usual, depth: all, unseen } = LineSettings::BEAM;
            LineSettings { width: width.unwrap_or(usual), depth: depth.unwrap_or(all), unseen }
        }
        _ => return None,
    })
}

/// The settings for a game, and the previews that they need.
pub(crate) fn in_game(settings: LineSettings) -> (LineSettings, usize) {
    let depth = if settings.depth == usize::MAX { GAME_DEPTH } else { settings.depth };
    (LineSettings { depth, ..settings }, depth - 1)
}

/// The search of a command.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// How to search: greedy, two_ply (the next piece too), expectimax (the mean over the
    /// next piece, not known), worst (the worst next piece), or beam
    #[arg(long, default_value = "greedy", value_name = "NAME", value_parser = names::one_of(SEARCHES))]
    pub(crate) search: String,
    /// Lines that a beam keeps after each piece [default: 100]; first moves that two_ply
    /// goes on with [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_BEAM as u64))]
    beam_width: Option<u64>,
    /// Pieces that a beam looks ahead, the first included [default: all that are known, in a game 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    depth: Option<u64>,
    #[command(flatten)]
    pub(crate) skill: SkillArgs,
}

/// The skill of a player.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct SkillArgs {
    /// How well to play: 1 to 10, or beginner, easy, medium, hard, best
    #[arg(long, default_value_t = Skill::BEST, value_name = "LEVEL")]
    pub(crate) skill: Skill,
}

impl SkillArgs {
    /// The skill for a caption, nothing at best.
    pub(crate) fn caption(self) -> String {
        if self.skill == Skill::BEST { String::new() } else { format!(" skill {}", self.skill) }
    }
}

impl SearchArgs {
    /// The search in a few words.
    pub(crate) fn describe(&self) -> String {
        let number = |name, number: Option<u64>| number.map_or(String::new(), |n| format!(" {name} {n}"));
        let (width, depth) = (number("width", self.beam_width), number("depth", self.depth));
        format!("{}{width}{depth}{}", self.search, self.skill.caption())
    }

    pub(crate) fn settings(&self) -> Result<LineSettings, CliError> {
        let wide = ["beam", "two_ply"].contains(&self.search.as_str());
        if (self.beam_width.is_some() && !wide) || (self.depth.is_some() && self.search != "beam") {
            return Err(CliError::at("--search", "only a beam has a depth, only it and two_ply a width"));
        }
        let number = |number: Option<u64>| number.map(|number| number as usize);
        search(&self.search, number(self.beam_width), number(self.depth))
            .ok_or_else(|| CliError::at("--search", "unknown"))
    }
}
