//! The form that travels, checked when it is read. Bags come from the seed.

use super::{GuidelineEnd, GuidelineGame, shuffled};
use crate::version::Version;
use crate::{Garbage, Piece, Standing};

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "GuidelineGame", deny_unknown_fields)]
pub(super) struct Game {
    version: Version,
    standing: Standing,
    hold: Option<Piece>,
    seed: u64,
    game: u64,
    bag: u64,
    next: u8,
    garbage: Garbage,
    end: Option<GuidelineEnd>,
    pieces: u64,
    lines: u64,
    attack: u64,
}

impl From<GuidelineGame> for Game {
    fn from(game: GuidelineGame) -> Self {
        let GuidelineGame { standing, hold, seed, game: number, bag, next, garbage, .. } = game;
        let GuidelineGame { end, pieces, lines, attack, .. } = game;
        Self {
            version: Version,
            standing,
            hold,
            seed,
            game: number,
            bag,
            next,
            garbage,
            end,
            pieces,
            lines,
            attack,
        }
    }
}

impl TryFrom<Game> for GuidelineGame {
    type Error = &'static str;

    fn try_from(form: Game) -> Result<Self, &'static str> {
        let Game { standing, hold, seed, game, bag, next, garbage, end, pieces, lines, attack, .. } = form;
        if next >= 7 {
            return Err("a bag has seven pieces, numbered from 0");
        }
        if bag >= u64::MAX / 7 {
            return Err("there is no such bag");
        }
        if !garbage.is_sound(standing.field.width()) {
            return Err("the garbage is none that a game can have");
        }
        let mut bags = [Piece::I; 14];
        bags[..7].copy_from_slice(&shuffled(seed, game, bag));
        bags[7..].copy_from_slice(&shuffled(seed, game, bag + 1));
        Ok(Self { standing, hold, bags, next, bag, seed, game, garbage, end, pieces, lines, attack })
    }
}
