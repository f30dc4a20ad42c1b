//! A person at the keys: one piece of a guideline game, from its spawn to its lock.

use std::io;
use std::time::Duration;

use tetromino::{
    ActivePiece, Fall, Gravity, GuidelineGame, GuidelineRules, Input, LockDelay, MoveGenerator, Piece, Played,
};

use crate::interrupt;
use crate::terminal::Keys;

/// What the keys do, for the screen.
pub(crate) const HELP: &str =
    "a d or arrows: move  s: down  w: turn  z: turn back  space: drop  c: hold  q: quit";

/// A sixtieth of a second.
const FRAME: Duration = Duration::from_micros(16_667);

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Play(Input),
    Hold,
    Quit,
}

/// The key of a byte; after an escape the arrows are letters.
const fn key(byte: u8, escaped: bool) -> Option<Key> {
    Some(match (byte, escaped) {
        (b'D', true) | (b'a', false) => Key::Play(Input::Left),
        (b'C', true) | (b'd', false) => Key::Play(Input::Right),
        (b'B', true) | (b's', false) => Key::Play(Input::SoftDrop),
        (b'A', true) | (b'w', false) => Key::Play(Input::Clockwise),
        (b'z', false) => Key::Play(Input::CounterClockwise),
        (b' ', false) => Key::Play(Input::HardDrop),
        (b'c', false) => Key::Hold,
        (b'q', false) => Key::Quit,
        _ => return None,
    })
}

/// A piece in the hands of a person.
struct Hand {
    fall: Fall,
    piece: Piece,
    /// All that moved it, rows of gravity as soft drops.
    inputs: Vec<Input>,
}

impl Hand {
    fn new(generator: &MoveGenerator, game: &GuidelineGame, piece: Piece) -> Option<Self> {
        let entered = generator.spawn(game.field(), piece)?;
        Some(Self { fall: Fall::new(entered), piece, inputs: Vec::new() })
    }

    fn input(&mut self, generator: &MoveGenerator, game: &GuidelineGame, input: Input) {
        if self.fall.input(game.field(), &generator.rules().system, LockDelay::default(), input) {
            self.inputs.push(input);
        }
    }

    fn frame(&mut self, game: &GuidelineGame) {
        let before = self.fall.piece().centre.y;
        let gravity = Gravity::of_level(1 + (game.lines() / 10).min(19) as u32);
        self.fall.frame(game.field(), gravity, LockDelay::default());
        let sunk = (before - self.fall.piece().centre.y) as usize;
        self.inputs.extend(std::iter::repeat_n(Input::SoftDrop, sunk));
    }
}

/// Lets a person place one piece; `None` if they quit or the piece cannot enter.
/// Without a terminal no time passes. `show` draws the piece in play.
pub(crate) fn turn(
    game: &mut GuidelineGame,
    generator: &MoveGenerator,
    rules: &GuidelineRules,
    keys: &Keys,
    mut show: impl FnMut(&GuidelineGame, ActivePiece) -> io::Result<()>,
) -> io::Result<Option<Played>> {
    let stop = interrupt::flag();
    let Some(mut hand) = Hand::new(generator, game, game.piece()) else { return Ok(None) };
    let (mut held, mut escape) = (false, 0u8);
    while !hand.fall.is_locked() {
        if stop.is_cancelled() {
            return Ok(None);
        }
        let before = hand.fall.piece();
        let Ok(byte) = keys.next(keys.are_live().then_some(FRAME)) else { return Ok(None) };
        if let Some(byte) = byte {
            // Arrows come as escape, bracket, letter.
            let escaped = escape == 2;
            escape = match (byte, escape) {
                (0x1B, _) => 1,
                (b'[', 1) => 2,
                _ => 0,
            };
            match key(byte, escaped).filter(|_| escape == 0) {
                Some(Key::Play(input)) => hand.input(generator, game, input),
                Some(Key::Quit) => return Ok(None),
                Some(Key::Hold) if !held => {
                    let other = game.held_instead(rules);
                    if let Some(other) = other.and_then(|piece| Hand::new(generator, game, piece)) {
                        (hand, held) = (other, true);
                    }
                }
                _ => {}
            }
        } else {
            hand.frame(game);
        }
        if hand.fall.piece() != before {
            show(game, hand.fall.piece())?;
        }
    }
    let landing = generator.replay(game.field(), hand.piece, &hand.inputs);
    Ok(landing.and_then(|landing| game.play(generator, rules, landing).ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_the_help() {
        for (byte, letter) in b"adswz".iter().zip(["a", "d", "s", "w", "z"]) {
            assert!(matches!(key(*byte, false), Some(Key::Play(_))) && HELP.contains(letter));
        }
        assert_eq!(key(b'D', true), key(b'a', false));
        assert_eq!((key(b'D', false), key(b'q', false)), (None, Some(Key::Quit)));
    }
}
