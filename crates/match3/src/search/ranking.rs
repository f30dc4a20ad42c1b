//! Ranked moves, and how they are ordered.

use alloc::vec::Vec;

use grid_core::{Skill, Stop, Stream};

use super::float::sqrt;
use crate::rules::board::Board;
use crate::rules::general::Cascade;
use crate::rules::swap::Swap;

/// A move with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ranked {
    /// The move.
    pub swap: Swap,
    /// Its mean value.
    pub mean: f64,
    /// The standard error of the mean; 0 where there is one sample or none.
    pub stderr: f64,
    /// The mean number of waves of the move itself.
    pub waves: f64,
}

/// All legal moves, the best first: by value, then by waves, then in the order of
/// the rules.
#[derive(Clone, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ranking {
    /// The moves.
    pub moves: Vec<Ranked>,
    /// Cascades resolved.
    pub nodes: u64,
    /// Plies looked at; in tree search the mean over its tries.
    pub depth: f64,
    /// Why it was cut short, if it was. The means are then over the samples that
    /// were finished for all moves; if none was, over known cells.
    pub stopped: Option<Stop>,
}

impl Ranking {
    /// Whether the search came to its end.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// The same moves of `board`, with that one first which a player of this skill takes, see
    /// [`Skill::pick`]. The others keep their order. The same board and seed give the same
    /// move; at [`Skill::BEST`] nothing is changed.
    ///
    /// It is the choosing alone; how far to look is said by
    /// [`Search::with_skill`](crate::Search::with_skill).
    ///
    /// ```
    /// use grid_core::{Budget, Skill};
    /// use match3::{Board, Linear, Rules, Search, rank};
    /// let board: Board = "AABAC\nCDCDA\nDCDCB".parse()?;
    /// let ranking = rank(&board, &Rules::new(4), &Linear, Search::Known, 0, &Budget::unlimited());
    /// let easy = ranking.clone().with_skill(&board, Skill::EASY, 7);
    /// assert_eq!(easy.moves.len(), ranking.moves.len());
    /// assert_eq!(ranking.clone().with_skill(&board, Skill::BEST, 7), ranking);
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    #[must_use]
    pub fn with_skill(mut self, board: &Board, skill: Skill, seed: u64) -> Self {
        if skill == Skill::BEST {
            return self;
        }
        let values: Vec<f64> = self.moves.iter().map(|ranked| ranked.mean).collect();
        let mut stream = Stream::new(seed, "match3.skill", board.stable_hash());
        if let Some(pick) = skill.pick(&values, &mut stream) {
            self.moves[..=pick].rotate_right(1);
        }
        self
    }

    /// The best move, if there is a legal one.
    #[must_use]
    pub fn best(&self) -> Option<Ranked> {
        self.moves.first().copied()
    }
}

/// Sums of the values of one move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) samples: u32,
    pub(crate) sum: f64,
    pub(crate) squares: f64,
    pub(crate) waves: u64,
}

impl Tally {
    /// One sample.
    #[inline]
    pub(crate) fn of(result: &Cascade) -> Self {
        let mut tally = Self::default();
        tally.add(result.score as f64, result.waves);
        tally
    }

    #[inline]
    pub(crate) fn add(&mut self, value: f64, waves: u32) {
        self.samples += 1;
        self.sum += value;
        self.squares += value * value;
        self.waves += u64::from(waves);
    }

    /// The means of value and waves.
    #[inline]
    pub(crate) fn means(&self) -> (f64, f64) {
        if self.samples <= 1 {
            return (self.sum, self.waves as f64);
        }
        let n = f64::from(self.samples);
        (self.sum / n, self.waves as f64 / n)
    }

    /// The standard error of the mean.
    #[inline]
    pub(crate) fn standard_error(&self) -> f64 {
        if self.samples <= 1 {
            return 0.0;
        }
        let n = f64::from(self.samples);
        let variance = (self.squares - self.sum * (self.sum / n)) / (n - 1.0);
        sqrt(variance.max(0.0) / n)
    }
}

/// What a move is ordered by. No value is NaN or negative zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Key {
    mean: f64,
    waves: f64,
    pub(crate) index: u32,
}

impl Key {
    /// Moves without a sample, or without a number for a value, come last.
    #[inline]
    pub(crate) fn new(tally: &Tally, index: u32) -> Self {
        let (mean, waves) = tally.means();
        let known = tally.samples > 0 && !mean.is_nan();
        Self { mean: if known { mean + 0.0 } else { f64::NEG_INFINITY }, waves, index }
    }
}

/// Short lists by insertion: they are mostly of equal or nearly ordered items.
pub(crate) fn sort(keys: &mut [Key]) {
    const SHORT: usize = 128;
    if keys.len() > SHORT {
        keys.sort_unstable_by(|a, b| {
            b.mean.total_cmp(&a.mean).then(b.waves.total_cmp(&a.waves)).then(a.index.cmp(&b.index))
        });
        return;
    }
    let before = |a: &Key, b: &Key| a.mean > b.mean || (a.mean == b.mean && a.waves > b.waves);
    for end in 1..keys.len() {
        let item = keys[end];
        let mut place = end;
        while place > 0 && before(&item, &keys[place - 1]) {
            keys[place] = keys[place - 1];
            place -= 1;
        }
        keys[place] = item;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_are_ordered_by_waves_then_as_they_come() {
        let key = |index, mean, waves| Key { mean, waves, index };
        let mut keys = [key(0, 1.0, 1.0), key(1, 3.0, 1.0), key(2, 3.0, 2.0), key(3, 3.0, 2.0)];
        sort(&mut keys);
        assert_eq!(keys.map(|key| key.index), [2, 3, 1, 0]);
        // Long lists too.
        let many = |index: u32| key(index, f64::from(index % 5), f64::from(index % 3));
        let mut long: Vec<Key> = (0..1000).map(many).collect();
        let mut expected = long.clone();
        expected.sort_by(|a, b| b.mean.total_cmp(&a.mean).then(b.waves.total_cmp(&a.waves)));
        sort(&mut long);
        assert_eq!(long, expected);
    }

    #[test]
    fn what_is_no_number_comes_last() {
        let tally = |value: f64| {
            let mut tally = Tally::default();
            tally.add(value, 1);
            tally
        };
        let mut keys = [
            Key::new(&Tally::default(), 0),
            Key::new(&tally(f64::NAN), 1),
            Key::new(&tally(-3.0), 2),
            Key::new(&tally(-0.0), 3),
            Key::new(&tally(0.0), 4),
        ];
        sort(&mut keys);
        assert_eq!(keys.map(|key| key.index), [3, 4, 2, 1, 0]);
    }
}
