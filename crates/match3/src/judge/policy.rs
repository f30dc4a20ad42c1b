//! Scores of waves.

use crate::rules::tile::{Form, Tile};
use crate::rules::wave::{Observer, Wave};

/// Scores the waves of a move. It sees the whole wave and the board after it;
/// the score of the move is the sum.
///
/// Closures work:
///
/// ```
/// use match3::{ScorePolicy, Wave};
/// fn uses(policy: impl ScorePolicy) {}
/// uses(|wave: &Wave<'_>| i64::from(wave.cleared) + 10 * wave.created().count() as i64);
/// uses(match3::Linear);
/// ```
pub trait ScorePolicy {
    /// The score of one wave.
    fn score(&self, wave: &Wave<'_>) -> i64;
}

impl<F: Fn(&Wave<'_>) -> i64> ScorePolicy for F {
    #[inline]
    fn score(&self, wave: &Wave<'_>) -> i64 {
        self(wave)
    }
}

/// A policy as the observer of a move.
///
/// ```
/// use match3::{Board, Judged, Linear, Pos, Resolver, Rules, Seeded, Swap};
/// let mut board: Board = "AABA\nCDCD".parse()?;
/// let swap = Swap::new(Pos::new(0, 2), Pos::new(0, 3));
/// let mut source = Seeded::new(4, 0, 0);
/// let outcome = Resolver::default().play(&mut board, swap, &Rules::new(4), &mut source, &mut Judged(&Linear))?;
/// assert!(outcome.score >= 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a, P>(pub &'a P);

impl<P: ScorePolicy> Observer for Judged<'_, P> {
    #[inline]
    fn wave(&mut self, wave: &Wave<'_>) -> i64 {
        self.0.score(wave)
    }
}

/// Candies × number of the wave: the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linear;

impl ScorePolicy for Linear {
    #[inline]
    fn score(&self, wave: &Wave<'_>) -> i64 {
        i64::from(wave.cleared) * i64::from(wave.number)
    }
}

/// Candies × 2^(wave − 1); stays at `i64::MAX`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doubling;

impl ScorePolicy for Doubling {
    #[inline]
    fn score(&self, wave: &Wave<'_>) -> i64 {
        let factor = 1_i64.checked_shl(wave.number - 1).filter(|&factor| factor > 0).unwrap_or(i64::MAX);
        i64::from(wave.cleared).saturating_mul(factor)
    }
}

/// Candies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flat;

impl ScorePolicy for Flat {
    #[inline]
    fn score(&self, wave: &Wave<'_>) -> i64 {
        i64::from(wave.cleared)
    }
}

/// Points as the best-known game gives them: 20 a candy and a bonus for each
/// special candy made, all × number of the wave.
///
/// The bonuses lift the 60, 80 and 100 points of three, four and five candies to
/// the published 60, 120 and 200.
///
/// ```
/// assert_eq!(match3::Arcade::default().per_candy, 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arcade {
    /// Points of a candy.
    pub per_candy: i64,
    /// Bonus for a striped candy made.
    pub striped: i64,
    /// Bonus for a wrapped candy made.
    pub wrapped: i64,
    /// Bonus for a colour bomb made.
    pub bomb: i64,
}

impl Default for Arcade {
    fn default() -> Self {
        Self { per_candy: 20, striped: 40, wrapped: 100, bomb: 100 }
    }
}

impl Arcade {
    fn bonus(&self, tile: Tile) -> i64 {
        match tile.form() {
            Some(Form::StripedH | Form::StripedV) => self.striped,
            Some(Form::Wrapped) => self.wrapped,
            None if tile == Tile::BOMB => self.bomb,
            _ => 0,
        }
    }
}

impl ScorePolicy for Arcade {
    fn score(&self, wave: &Wave<'_>) -> i64 {
        let bonus: i64 = wave.created().map(|(_, tile)| self.bonus(tile)).sum();
        (i64::from(wave.cleared) * self.per_candy + bonus) * i64::from(wave.number)
    }
}

/// Candies × number of the wave, plus what the special candies made are worth on
/// this board, plus a weight for candies cleared near the bottom, where more can
/// fall.
///
/// A striped candy is worth the line it clears, a wrapped one its square of 9, a
/// colour bomb the candies of the most frequent kind. The score is in units of a
/// candy times `scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospects {
    /// Score units a candy.
    pub scale: i64,
    /// Units for each row that a cleared candy lies below the top one.
    pub depth: i64,
}

impl Default for Prospects {
    /// Ten units a candy, and one for each row of depth.
    fn default() -> Self {
        Self { scale: 10, depth: 1 }
    }
}

impl ScorePolicy for Prospects {
    fn score(&self, wave: &Wave<'_>) -> i64 {
        let board = wave.board();
        let worth = |tile: Tile| match tile.form() {
            Some(Form::StripedH) => i64::from(board.cols()),
            Some(Form::StripedV) => i64::from(board.rows()),
            Some(Form::Wrapped) => 9,
            None if tile == Tile::BOMB => board.most_frequent_count().into(),
            _ => 0,
        };
        let specials: i64 = wave.created().map(|(_, tile)| worth(tile)).sum();
        let depth: i64 = wave.cleared_cells().map(|at| i64::from(at.row)).sum();
        let candies = i64::from(wave.cleared) * i64::from(wave.number);
        (candies + specials) * self.scale + depth * self.depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, ColumnStreams, Pos, Resolver, Rules, Swap};

    fn score(policy: &impl ScorePolicy, text: &str, rules: &Rules, streams: [&str; 6]) -> i64 {
        let mut board: Board = text.parse().unwrap();
        let swap = Swap::new(Pos::new(0, 1), Pos::new(1, 1));
        let mut source = ColumnStreams::from_letters(streams).unwrap();
        let outcome = Resolver::default().play(&mut board, swap, rules, &mut source, &mut Judged(policy));
        outcome.unwrap().score
    }

    #[test]
    fn each_policy_by_hand() {
        let text = "ABAACD\nCABDDC";
        // Four candies in row 0; with specials one of them becomes striped.
        let plain = Rules::new(6);
        let streams = ["E", "F", "E", "F", "", ""];
        assert_eq!(score(&Linear, text, &plain, streams), 4);
        assert_eq!(score(&Doubling, text, &plain, streams), 4);
        assert_eq!(score(&Flat, text, &plain, streams), 4);
        assert_eq!(score(&Arcade::default(), text, &plain, streams), 80);
        assert_eq!(score(&Prospects::default(), text, &plain, streams), 40);
        let special = Rules::new(6).with_specials();
        let streams = ["E", "", "E", "F", "", ""];
        assert_eq!(score(&Linear, text, &special, streams), 4);
        assert_eq!(score(&Arcade::default(), text, &special, streams), 120);
        assert_eq!(score(&Prospects::default(), text, &special, streams), 60);
        assert_eq!(score(&|wave: &Wave<'_>| wave.created().count() as i64, text, &special, streams), 1);
    }

    #[test]
    fn doubling_stays_at_the_end() {
        let board: Board = "AAAA\nAAAA\nBABA".parse().unwrap();
        let rules = Rules::new(1).with_wave_limit(200);
        let mut board = board;
        let swap = board.legal_swaps(&rules)[0];
        let mut source = crate::Seeded::new(1, 0, 0);
        let outcome =
            Resolver::default().play(&mut board, swap, &rules, &mut source, &mut Judged(&Doubling)).unwrap();
        assert_eq!((outcome.score, outcome.waves, outcome.truncated), (i64::MAX, 200, true));
    }
}
