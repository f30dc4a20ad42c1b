//! The forms that travel, checked when they are read.

use alloc::string::{String, ToString};

use super::{DropGame, DropRules, End, Tally, TopOut, can_land};
use crate::version::Version;
use crate::{Entry, Field, Piece};

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "DropRules", deny_unknown_fields)]
pub(super) struct Rules {
    version: Version,
    width: usize,
    height: usize,
    visible: usize,
    entry: Entry,
    top_out: TopOut,
    #[serde(default)]
    hold: bool,
}

impl From<DropRules> for Rules {
    fn from(rules: DropRules) -> Self {
        Self {
            version: Version,
            width: rules.width(),
            height: rules.height(),
            visible: rules.visible(),
            entry: rules.entry(),
            top_out: rules.top_out(),
            hold: rules.has_hold(),
        }
    }
}

impl TryFrom<Rules> for DropRules {
    type Error = crate::FieldError;

    fn try_from(form: Rules) -> Result<Self, crate::FieldError> {
        let rules = Self::new(form.width, form.height, form.visible, form.entry, form.top_out)?;
        Ok(rules.with_hold(form.hold))
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "DropGame", deny_unknown_fields)]
pub(super) struct Game<R, S> {
    version: Version,
    rules: DropRules,
    field: Field,
    piece: Option<Piece>,
    #[serde(default)]
    hold: Option<Piece>,
    #[serde(default)]
    exchanged: bool,
    end: Option<End>,
    pieces: u64,
    lines: u64,
    score: u64,
    randomizer: R,
    scoring: S,
}

impl<R, S> From<DropGame<R, S>> for Game<R, S> {
    fn from(game: DropGame<R, S>) -> Self {
        let DropGame { rules, field, piece, hold, exchanged, end, tally, randomizer, scoring } = game;
        let Tally { pieces, lines, score } = tally;
        Self {
            version: Version,
            rules,
            field,
            piece,
            hold,
            exchanged,
            end,
            pieces,
            lines,
            score,
            randomizer,
            scoring,
        }
    }
}

impl<R, S> TryFrom<Game<R, S>> for DropGame<R, S> {
    type Error = String;

    fn try_from(form: Game<R, S>) -> Result<Self, String> {
        let Game {
            rules, field, piece, hold, exchanged, end, pieces, lines, score, randomizer, scoring, ..
        } = form;
        if (field.width(), field.height()) != (rules.width(), rules.height()) {
            return Err("the field has another size than the rules".to_string());
        }
        if piece.is_some() == end.is_some() {
            return Err("a game has a piece to place, or it is over".to_string());
        }
        if piece.is_some_and(|piece| !can_land(&rules, &field, piece)) {
            return Err("the piece can be placed nowhere, and the game is not over".to_string());
        }
        if !rules.has_hold() && (hold.is_some() || exchanged) {
            return Err("a piece is on hold, and the rules know no hold".to_string());
        }
        let tally = Tally { pieces, lines, score };
        Ok(Self { rules, field, piece, hold, exchanged, end, tally, randomizer, scoring })
    }
}
