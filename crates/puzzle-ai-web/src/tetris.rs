//! Falling blocks: the player's piece frame by frame, and the adviser.

use grid_core::{Budget, Cell, Skill};
use serde::Deserialize;
use serde_json::{Value, json};
use stack_eval::{Beam, BeamSettings, PREVIEWS, VersusChoice, VersusEvaluator, versus_position};
use tetromino::{
    Fall, Gravity, GuidelineGame, GuidelineRules, Input, Landing, LockDelay, MoveGenerator, MoveRules,
    PathGoal, Piece, Played, Spin, Spins,
};

use crate::demo::{Answer, Refusal};

const WIDTH: usize = 10;
/// Most positions that one request may judge.
const MAX_NODES: u64 = 200_000;
/// Most frames of one request: ten seconds.
const MAX_FRAMES: u32 = 600;
/// Garbage in drawings.
const GARBAGE: char = 'X';

/// A request, without its envelope.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    /// Another game.
    New { seed: u64 },
    /// A key: an input by name, or `hold`.
    Input { input: String },
    /// Time passes, in frames of 1/60 s.
    Frames { frames: u32 },
    /// The best landing.
    Hint { nodes: u64 },
    /// The landing that a player of this skill takes, played; the best if it is not said.
    Auto {
        nodes: u64,
        #[serde(default)]
        skill: Skill,
    },
    /// The game as it is.
    State {},
}

/// A game and the piece that falls in it.
#[derive(Debug)]
pub(crate) struct Tetris {
    generator: MoveGenerator,
    rules: GuidelineRules,
    judge: VersusEvaluator,
    game: GuidelineGame,
    /// What the cells of the field came from, row 0 at the bottom.
    colours: Vec<[char; WIDTH]>,
    /// `None` when the game is over.
    fall: Option<Fall>,
    /// Whether the piece that falls came from hold.
    holding: bool,
    last: Option<Played>,
}

impl Default for Tetris {
    fn default() -> Self {
        let rules = GuidelineRules::default();
        let game = GuidelineGame::new(WIDTH, &rules, 0, 0).expect("a field of the guideline");
        let mut tetris = Self {
            generator: MoveGenerator::new(MoveRules::default()),
            rules,
            judge: VersusEvaluator::default(),
            game,
            colours: Vec::new(),
            fall: None,
            holding: false,
            last: None,
        };
        tetris.enter(game.piece());
        tetris
    }
}

impl Tetris {
    pub(crate) fn handle(&mut self, request: Request) -> Answer {
        match request {
            Request::New { seed } => self.begin(seed)?,
            Request::Input { input } => self.input(&input)?,
            Request::Frames { frames } => self.frames(frames)?,
            Request::Hint { nodes } => return self.hint(nodes),
            Request::Auto { nodes, skill } => {
                if let Some(best) = self.best(nodes, skill) {
                    self.play(best.landing)?;
                }
            }
            Request::State {} => {}
        }
        Ok(self.state())
    }

    fn begin(&mut self, seed: u64) -> Result<(), Refusal> {
        self.game = GuidelineGame::new(WIDTH, &self.rules, seed, 0).map_err(Refusal::value)?;
        self.colours.clear();
        self.last = None;
        self.holding = false;
        self.enter(self.game.piece());
        Ok(())
    }

    /// Puts a piece into play; whether there is room for it.
    fn enter(&mut self, piece: Piece) -> bool {
        let spawned = self.generator.spawn(self.game.field(), piece).filter(|_| self.game.end().is_none());
        self.fall = spawned.map(Fall::new);
        self.fall.is_some()
    }

    /// A row lasts as long as the guideline says for a level of ten lines each.
    fn level(&self) -> u32 {
        u32::try_from(self.game.lines() / 10).map_or(20, |level| (level + 1).min(20))
    }

    fn input(&mut self, name: &str) -> Result<(), Refusal> {
        if name == "hold" {
            let other = self.game.held_instead(&self.rules).filter(|&other| other != self.game.piece());
            if let (false, Some(other), Some(before)) = (self.holding, other, self.fall) {
                self.holding = self.enter(other);
                if !self.holding {
                    self.fall = Some(before);
                }
            }
            return Ok(());
        }
        let input = Input::ALL.into_iter().find(|input| input.name() == name);
        let input = input.ok_or_else(|| Refusal::value(format!("there is no input {name:?}")))?;
        let system = self.generator.rules().system;
        let Some(fall) = &mut self.fall else { return Ok(()) };
        fall.input(self.game.field(), &system, LockDelay::default(), input);
        if fall.is_locked() { self.lock() } else { Ok(()) }
    }

    fn frames(&mut self, frames: u32) -> Result<(), Refusal> {
        for _ in 0..frames.min(MAX_FRAMES) {
            let gravity = Gravity::of_level(self.level());
            let Some(fall) = &mut self.fall else { break };
            if fall.frame(self.game.field(), gravity, LockDelay::default()) {
                self.lock()?;
            }
        }
        Ok(())
    }

    /// Locks the piece where it is. It spins if the last thing it did was to turn.
    fn lock(&mut self) -> Result<(), Refusal> {
        let Some(fall) = self.fall else { return Ok(()) };
        let at = fall.piece();
        let landing = Landing::new(at.piece, at.rotation, at.centre.x as i8, at.centre.y as i8);
        let reached = self.generator.landings(self.game.field(), at.piece).spins_of(&landing);
        let wanted = if fall.last_turn().is_some() { Spins::MINI | Spins::FULL } else { Spins::NONE };
        let spins = if reached.intersects(wanted) { reached & wanted } else { reached };
        self.play(Landing { spins, ..landing })
    }

    fn play(&mut self, landing: Landing) -> Result<(), Refusal> {
        let played =
            self.game.play(&self.generator, &self.rules, landing).map_err(|e| Refusal::new("illegal", e))?;
        self.colour(&landing, played.risen);
        self.last = Some(played);
        self.holding = false;
        self.enter(self.game.piece());
        Ok(())
    }

    /// Follows the field with colours: lock, clear, rise.
    fn colour(&mut self, landing: &Landing, risen: u32) {
        for Cell { x, y } in landing.cells() {
            let (x, y) = (x as usize, y as usize);
            if self.colours.len() <= y {
                self.colours.resize(y + 1, ['.'; WIDTH]);
            }
            self.colours[y][x] = landing.piece.letter();
        }
        self.colours.retain(|row| row.contains(&'.'));
        let field = self.game.field();
        let garbage = |y| core::array::from_fn(|x| if field.contains(x, y) { GARBAGE } else { '.' });
        self.colours.splice(0..0, (0..risen as usize).map(garbage));
    }

    /// The move of a player of this skill for the piece in play, or for the one on hold if
    /// that is still allowed.
    fn best(&self, nodes: u64, skill: Skill) -> Option<VersusChoice> {
        let falling = self.fall?.piece().piece;
        let mut queue = [falling; PREVIEWS + 1];
        let position = versus_position(&self.game, &self.rules, &mut queue);
        let beam = Beam::new(&self.generator, &self.rules.attack, &self.judge, BeamSettings::default())
            .with_skill(skill, 0);
        let advised = beam.search(&position, &Budget::nodes(nodes.clamp(1, MAX_NODES)));
        let mut choices = advised.choices.into_iter();
        choices.find(|choice| !self.holding || choice.landing.piece == falling)
    }

    fn hint(&self, nodes: u64) -> Answer {
        let Some(best) = self.best(nodes, Skill::BEST) else { return Ok(json!({ "best": null })) };
        let path = self.generator.path(self.game.field(), &best.landing, PathGoal::Shortest);
        let inputs: Vec<&str> = path.unwrap_or_default().into_iter().map(Input::name).collect();
        Ok(json!({ "best": {
            "piece": best.landing.piece.letter(), "held": best.held, "cells": pairs(best.landing.cells()),
            "spin": spin(best.landing.spins.best()), "inputs": inputs, "value": best.value, "depth": best.depth,
        } }))
    }

    fn state(&self) -> Value {
        let visible = usize::from(self.rules.visible);
        let rows = (0..visible + 2).rev().map(|y| {
            self.colours.get(y).map_or_else(|| ".".repeat(WIDTH), |row| row.iter().collect::<String>())
        });
        let active = self.fall.map(|fall| {
            let piece = fall.piece();
            let mut ghost = piece;
            while let Some(lower) = ghost.moved(self.game.field(), 0, -1) {
                ghost = lower;
            }
            json!({ "piece": piece.piece.letter(), "cells": pairs(piece.cells()), "ghost": pairs(ghost.cells()) })
        });
        // Holding moves the queue on by one where nothing was on hold.
        let ahead = usize::from(self.holding && self.game.hold().is_none());
        let next: String = self.game.previews()[ahead..].iter().take(5).map(|piece| piece.letter()).collect();
        let hold = if self.holding { Some(self.game.piece()) } else { self.game.hold() };
        let standing = self.game.standing();
        json!({
            "width": WIDTH, "visible": visible, "rows": rows.collect::<Vec<_>>(), "active": active,
            "next": next, "hold": hold.map(Piece::letter), "can_hold": !self.holding,
            "pieces": self.game.pieces(), "lines": self.game.lines(), "attack": self.game.attack(),
            "level": self.level(), "combo": standing.combo, "back_to_back": standing.back_to_back(),
            "over": self.game.end().map(|end| format!("{end:?}")),
            "last": self.last.map(|played| json!({
                "lines": played.outcome.lines, "spin": spin(played.outcome.spin),
                "attack": played.outcome.attack, "perfect": played.outcome.perfect,
            })),
        })
    }
}

fn spin(spin: Spin) -> &'static str {
    match spin {
        Spin::None => "none",
        Spin::Mini => "mini",
        Spin::Full => "full",
    }
}

fn pairs(cells: [Cell; 4]) -> [[i32; 2]; 4] {
    cells.map(|cell| [cell.x, cell.y])
}

#[cfg(test)]
mod tests {
    use grid_core::Stream;

    use super::*;

    fn check(tetris: &Tetris) {
        let field = tetris.game.field();
        for y in 0..field.height() {
            for x in 0..WIDTH {
                let coloured = tetris.colours.get(y).is_some_and(|row| row[x] != '.');
                assert_eq!(coloured, field.contains(x, y), "({x}, {y})");
            }
        }
        assert_eq!(tetris.fall.is_some(), tetris.game.end().is_none());
    }

    #[test]
    fn any_inputs_play_a_legal_game() {
        let names: Vec<&str> = Input::ALL.into_iter().map(Input::name).chain(["hold"]).collect();
        let (mut pieces, mut ends) = (0, 0);
        for seed in 0..40 {
            let mut draw = Stream::new(seed, "web tetris test", 0);
            let mut tetris = Tetris::default();
            for step in 0..800 {
                match draw.below(16) {
                    0..4 => drop(tetris.handle(Request::Frames { frames: draw.below(40) }).unwrap()),
                    4 => {
                        let skill = Skill::new(1 + draw.below(10) as u8).unwrap();
                        tetris.handle(Request::Auto { nodes: 50, skill }).unwrap();
                    }
                    _ => {
                        let input = names[draw.below(names.len() as u32) as usize].to_owned();
                        tetris.handle(Request::Input { input }).unwrap();
                    }
                }
                if draw.below(50) == 0 {
                    tetris.game.receive(2);
                }
                check(&tetris);
                if tetris.game.end().is_some() {
                    pieces += tetris.game.pieces();
                    ends += 1;
                    tetris.handle(Request::New { seed: seed * 1000 + step }).unwrap();
                }
            }
        }
        assert!(ends > 40, "{ends} games ended");
        assert!(pieces > 1000, "{pieces} pieces");
    }

    #[test]
    fn weak_self_play_ends_sooner_than_the_best() {
        let lines = [Skill::BEGINNER, Skill::MEDIUM, Skill::BEST].map(|skill| {
            let mut tetris = Tetris::default();
            for _ in 0..80 {
                tetris.handle(Request::Auto { nodes: 1000, skill }).unwrap();
                check(&tetris);
            }
            tetris.game.lines()
        });
        assert!(lines[0] < lines[1] && lines[1] < lines[2] + 8 && lines[0] + 10 < lines[2], "{lines:?}");
    }

    #[test]
    fn the_adviser_lives_and_its_inputs_lead_to_its_landing() {
        let mut tetris = Tetris::default();
        for _ in 0..60 {
            let best = tetris.hint(300).unwrap()["best"].clone();
            let mut inputs = vec![];
            if best["held"] == true {
                inputs.push("hold".to_owned());
            }
            inputs.extend(
                best["inputs"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()),
            );
            let mut twin = Tetris::default();
            (twin.game, twin.colours) = (tetris.game, tetris.colours.clone());
            twin.enter(twin.game.piece());
            for input in inputs {
                twin.handle(Request::Input { input }).unwrap();
            }
            tetris.handle(Request::Auto { nodes: 300, skill: Skill::BEST }).unwrap();
            check(&tetris);
            assert_eq!(twin.game.field(), tetris.game.field(), "{best}");
        }
        assert!(tetris.game.end().is_none() && tetris.game.lines() > 15);
    }
}
