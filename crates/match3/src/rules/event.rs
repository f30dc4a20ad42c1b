//! What happens in a move, step by step.

use alloc::vec::Vec;

use super::board::Pos;
use super::runs::Run;
use super::swap::Swap;
use super::tile::{Kind, Tile};

/// Why a special candy took effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Cause {
    /// It was swapped as part of a combination.
    Combination,
    /// It lay in a run.
    Match,
    /// It was waiting for its second blast.
    Primed,
    /// The candy of this cell hit it.
    Blast {
        /// The cell of that candy.
        by: Pos,
    },
}

/// One step of a move. Steps come in the order in which a player sees them, and
/// tell enough to animate the move without comparing boards.
///
/// A wave is: its groups, conversions, activations, primed and cleared candies,
/// changes to the layers of the optional modules, created candies, falls, new
/// candies, and [`Event::WaveEnd`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Event {
    /// Two candies changed places.
    Swapped {
        /// The swap.
        swap: Swap,
        /// Whether they combine.
        combination: bool,
    },
    /// Runs joined by shared cells are to be cleared.
    Matched {
        /// Kind of the candies.
        kind: Kind,
        /// The runs.
        runs: Vec<Run>,
        /// The cells, each once, in row-major order.
        cells: Vec<Pos>,
    },
    /// A combination gave a candy another form.
    Converted {
        /// The cell.
        at: Pos,
        /// What it holds now.
        tile: Tile,
    },
    /// A special candy took effect.
    Activated {
        /// Its cell.
        at: Pos,
        /// The candy.
        tile: Tile,
        /// Why.
        cause: Cause,
    },
    /// A wrapped candy blasted once and waits for its second blast.
    Primed {
        /// Its cell.
        at: Pos,
        /// What it holds now.
        tile: Tile,
    },
    /// A candy was removed.
    Cleared {
        /// Its cell.
        at: Pos,
        /// What it held.
        tile: Tile,
    },
    /// A layer of jelly was removed (optional module).
    JellyRemoved {
        /// The cell.
        at: Pos,
        /// Layers left.
        left: u8,
    },
    /// A lock was removed instead of the candy (optional module).
    Unlocked {
        /// The cell.
        at: Pos,
    },
    /// Icing or chocolate lost a layer (optional module).
    ObstacleHit {
        /// The cell.
        at: Pos,
        /// What it held.
        before: Tile,
        /// What it holds now.
        after: Tile,
    },
    /// A special candy appeared.
    Created {
        /// Its cell.
        at: Pos,
        /// The candy.
        tile: Tile,
    },
    /// A candy fell, or slid diagonally.
    Moved {
        /// Where it was.
        from: Pos,
        /// Where it is.
        to: Pos,
        /// The candy.
        tile: Tile,
    },
    /// An ingredient left the board at the bottom (optional module).
    Collected {
        /// The cell it left from.
        at: Pos,
    },
    /// A new candy came in from the top of its column.
    Spawned {
        /// Where it comes to lie.
        at: Pos,
        /// The candy.
        tile: Tile,
    },
    /// The wave is over.
    WaveEnd {
        /// Its number, from 1.
        number: u32,
        /// Candies cleared.
        cleared: u32,
        /// What the observer scored for it.
        score: i64,
    },
    /// Chocolate spread to a cell (optional module).
    ChocolateSpread {
        /// From.
        from: Pos,
        /// To.
        to: Pos,
        /// The candy that it covers.
        eaten: Tile,
    },
    /// The cascade was cut short by the limit of waves.
    Truncated {
        /// The limit.
        waves: u32,
    },
    /// The candies were shuffled, since there was no legal move.
    Shuffled {
        /// Where each moved candy came from and lies now.
        moves: Vec<(Pos, Pos)>,
    },
    /// Candies were replaced, since no arrangement of them has a legal move.
    Replaced {
        /// The cells and their new candies.
        cells: Vec<(Pos, Tile)>,
    },
}
