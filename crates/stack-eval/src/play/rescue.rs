//! Games that begin high up: does a player come down?

use grid_core::{Budget, Stream};
use tetromino::{DropGame, DropRules, Field, LineScore, Previewed};

use super::marathon::PieceSource;
use super::player::{DropPlayer, play_with};

/// A test of players in danger: ten columns, twenty rows, the rules `article`, bags of
/// seven, from a stack of 14 to 18 rows with holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rescue {
    /// The highest column has to come below so many rows.
    pub below: u32,
    /// Within so many pieces.
    pub pieces: u64,
}

impl Default for Rescue {
    /// Below 10 rows within 60 pieces.
    fn default() -> Self {
        Self { below: 10, pieces: 60 }
    }
}

/// How a [`Rescue`] went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rescued {
    /// Whether the player came down.
    pub rescued: bool,
    /// Pieces until then, or until the end.
    pub pieces: u64,
    /// The lowest that the highest column came.
    pub lowest: u32,
}

impl Rescue {
    /// Start number `number` under a seed: 14 to 18 rows, each full but for one cell, or
    /// for two in one row of four; the gaps of a row are below those of the next one with
    /// a chance of a half, and anywhere otherwise.
    ///
    /// ```
    /// use stack_eval::{Danger, Rescue};
    /// let danger = Danger::of(&Rescue::start(0, 7));
    /// assert!((14..=18).contains(&danger.height) && danger.holes > 5);
    /// ```
    #[must_use]
    pub fn start(seed: u64, number: u64) -> Field {
        let mut stream = Stream::new(seed, "rescue", number);
        let rows = 14 + stream.below(5) as usize;
        let mut field = DropRules::article(10, 20).expect("legal sizes").field();
        let mut columns = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        for y in 0..rows {
            if stream.below(2) == 0 {
                stream.shuffle(&mut columns);
            }
            let gaps = [1, 1, 1, 2][stream.below(4) as usize];
            columns[gaps..].iter().for_each(|&x| field.fill(x, y));
        }
        field
    }

    /// Plays from a start until the player is down, the pieces are placed, or the game
    /// is over.
    #[must_use]
    pub fn play<P: DropPlayer>(&self, player: &P, seed: u64, number: u64) -> Rescued {
        let rules = DropRules::article(10, 20).expect("legal sizes");
        let dealer = Previewed::new(PieceSource::SevenBag.randomizer(seed, number), player.previews());
        let mut game = DropGame::from_field(rules, Self::start(seed, number), dealer, LineScore);
        let mut lowest = game.field().max_height();
        let mut memory = P::Memory::default();
        while lowest >= self.below && game.pieces() < self.pieces && game.piece().is_some() {
            let before = game.pieces();
            let _ = play_with(&mut game, player, &mut memory, &Budget::nodes(1), |_, _| {});
            if game.pieces() == before {
                break;
            }
            lowest = lowest.min(game.field().max_height());
        }
        Rescued { rescued: lowest < self.below, pieces: game.pieces(), lowest }
    }
}
