//! What the match-3 commands and operations have in common.

use match3::{Board, BoardError, Pos, Rules, Search, Tile};

use crate::error::CliError;
use crate::input::Source;
use crate::names::{self, Names};

/// Reads a board from a file, from standard input (`-`), or inline with `/` between
/// the rows.
pub(crate) fn read_board(option: &str, argument: &str) -> Result<Board, CliError> {
    let source = Source::path_or_drawing(option, argument)?;
    source.text().parse().map_err(|error| match error {
        BoardError::Ragged { row, expected, found } => source.fault(row, expected.min(found) + 1, error),
        BoardError::UnknownToken { row, column, .. } => source.fault(row, column, error),
        _ => source.fault(1, 1, error),
    })
}

/// The rules for a board: the kinds asked for, or those seen on it and in `more`.
pub(crate) fn rules(kinds: Option<u8>, seen: u8, specials: bool) -> Result<Rules, String> {
    let kinds = kinds.unwrap_or(seen);
    if !(1..=26).contains(&kinds) {
        return Err(format!("{kinds} kinds; there are 1 to 26"));
    }
    if kinds < seen {
        return Err(format!("the candies are of {seen} kinds or more, where there are {kinds}"));
    }
    let rules = Rules::new(kinds);
    Ok(if specials { rules.with_specials() } else { rules })
}

/// [`read_board`] of a board to play on, without tiles of the optional modules.
pub(crate) fn read_plain_board(argument: &str) -> Result<Board, CliError> {
    let board = read_board("--board", argument)?;
    match module_tile(&board) {
        Some((at, tile)) => {
            Err(CliError::at("--board", format_args!("{tile} at {at} is no cell of this game")))
        }
        None => Ok(board),
    }
}

/// Tiles of the optional modules, which the program does not play with.
pub(crate) fn module_tile(board: &Board) -> Option<(Pos, Tile)> {
    let tiles = board.tiles().iter().enumerate();
    let mut found = tiles.filter(|(_, tile)| tile.is_obstacle() || **tile == Tile::INGREDIENT);
    found.next().map(|(index, &tile)| (board.pos(index), tile))
}

/// The search of this name.
pub(crate) fn search(name: &str) -> Option<Search> {
    match names::snake(name).as_str() {
        "known" => Some(Search::Known),
        "greedy" | "mean" => Some(Search::Mean { samples: 16 }),
        "two_ply" => Some(Search::two_ply(16)),
        "expectimax" => Some(Search::Expectimax { samples: [8, 4, 0, 0], gamma: Search::GAMMA }),
        "beam" => Some(Search::Beam { width: 4, samples: 16, inner: 4, gamma: Search::GAMMA }),
        "mcts" => Some(Search::Mcts { tries: 1000, rollout: 2, gamma: Search::GAMMA, exploration: 0.5 }),
        _ => None,
    }
}

/// The names that [`search`] knows, for help texts.
pub(crate) const SEARCHES: [&str; 6] = ["known", "greedy", "two_ply", "expectimax", "beam", "mcts"];

/// A search of [`SEARCHES`] as the value of an option, or one of `more` names.
pub(crate) fn searches(more: &[&'static str]) -> Names {
    // The library calls it so.
    names::one_of_or(more.iter().copied().chain(SEARCHES), &[("mean", "greedy")])
}

/// The rows of a board, with blanks between the tokens or without.
pub(crate) fn rows(board: &Board, blanks: bool) -> Vec<String> {
    let row = |row| {
        let mut text = String::new();
        // A string takes all that is written.
        let _ = board.write_row(&mut text, row, blanks);
        text
    };
    (0..board.rows()).map(row).collect()
}

/// A decimal number as long as it needs to be, for sums of powers of two.
#[derive(Clone, Debug, Default)]
pub(crate) struct Big(Vec<u32>);

impl Big {
    /// Adds `factor` × 2^`shift`.
    pub(crate) fn add_shifted(&mut self, factor: u32, shift: u32) {
        let (word, bits) = ((shift / 32) as usize, shift % 32);
        let mut carry = u64::from(factor) << bits;
        let mut index = word;
        while carry > 0 {
            if self.0.len() <= index {
                self.0.resize(index + 1, 0);
            }
            carry += u64::from(self.0[index]);
            self.0[index] = carry as u32;
            carry >>= 32;
            index += 1;
        }
    }
}

impl std::fmt::Display for Big {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut words = self.0.clone();
        let mut groups = Vec::new();
        while words.iter().any(|&word| word > 0) {
            let mut rest = 0_u64;
            for word in words.iter_mut().rev() {
                let value = rest << 32 | u64::from(*word);
                *word = (value / 1_000_000_000) as u32;
                rest = value % 1_000_000_000;
            }
            groups.push(rest);
        }
        write!(f, "{}", groups.pop().unwrap_or(0))?;
        groups.iter().rev().try_for_each(|group| write!(f, "{group:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sums() {
        let mut sum = Big::default();
        assert_eq!(sum.to_string(), "0");
        let mut expected = 0_u128;
        for shift in 0..90 {
            sum.add_shifted(shift * 7 + 1, shift);
            expected += u128::from(shift * 7 + 1) << shift;
            assert_eq!(sum.to_string(), expected.to_string());
        }
        let mut power = Big::default();
        power.add_shifted(1, 200);
        assert_eq!(power.to_string(), "1606938044258990275541962092341162602522202993782792835301376");
    }
}
