//! Lines of straight drops: positions, how far a search looks, what it answers.

use core::cmp::Ordering;

use grid_core::{Budget, Skill};
use tetromino::{DropRules, Entry, Field, Landing, Piece, TopOut};

use super::line_search::LineSearch;
use crate::Evaluator;

/// A position of a game with straight drops: a field and the pieces that are known.
///
/// ```
/// use stack_eval::DropPosition;
/// use tetromino::{Entry, Field, Piece};
/// let position = DropPosition::new(Field::new(10, 20)?, &[Piece::T, Piece::O]);
/// assert_eq!((position.entry, position.hold), (Entry::Top, None));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropPosition<'a> {
    /// The field.
    pub field: Field,
    /// The piece in play, then the next ones.
    pub queue: &'a [Piece],
    /// The piece on hold.
    pub hold: Option<Piece>,
    /// Whether pieces can be held, now and later.
    pub can_hold: bool,
    /// Whence pieces fall.
    pub entry: Entry,
    /// What ends the game, besides a piece that can be placed nowhere.
    pub top_out: TopOut,
    /// Rows that are visible.
    pub visible: u32,
    /// The pieces that can come after the queue, one bit each by their number.
    pub unseen: u8,
}

impl<'a> DropPosition<'a> {
    /// Pieces fall from the top rows, none can be held, only want of room ends the game,
    /// and any piece can come after the queue.
    #[must_use]
    pub const fn new(field: Field, queue: &'a [Piece]) -> Self {
        Self {
            field,
            queue,
            hold: None,
            can_hold: false,
            entry: Entry::Top,
            top_out: TopOut::empty(),
            visible: field.height() as u32,
            unseen: 0x7F,
        }
    }

    /// The same by the rules of a game, nothing on hold.
    #[must_use]
    pub fn under(rules: &DropRules, field: Field, queue: &'a [Piece]) -> Self {
        Self {
            can_hold: rules.has_hold(),
            entry: rules.entry(),
            top_out: rules.top_out(),
            visible: rules.visible() as u32,
            ..Self::new(field, queue)
        }
    }
}

/// What a line is worth after the last piece that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Unseen {
    /// What the judge says of its last move.
    #[default]
    Ignore,
    /// The mean over the pieces that can come next, each placed as well as it can be:
    /// expectimax.
    Mean,
    /// That of the worst piece that can come next.
    Worst,
}

/// How far a [`LineSearch`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineSettings {
    /// Most lines that go on after a ply.
    pub width: usize,
    /// Most plies over known pieces, of which there are fewer at times.
    pub depth: usize,
    /// What a line is worth at its end.
    #[cfg_attr(feature = "serde", serde(default))]
    pub unseen: Unseen,
}

impl LineSettings {
    /// One ply: the best landing by the judge, as [`greedy`](crate::greedy).
    pub const GREEDY: Self = Self { width: usize::MAX, depth: 1, unseen: Unseen::Ignore };
    /// Every line of two plies.
    pub const TWO_PLY: Self = Self { depth: 2, ..Self::GREEDY };
    /// The hundred best lines, as deep as pieces are known.
    pub const BEAM: Self = Self { width: 100, depth: usize::MAX, ..Self::GREEDY };
    /// The piece in play, then the mean over the next one.
    pub const EXPECTIMAX: Self = Self { unseen: Unseen::Mean, ..Self::GREEDY };
    /// The piece in play, then the worst next one.
    pub const WORST: Self = Self { unseen: Unseen::Worst, ..Self::GREEDY };

    /// The same for a player of this skill where so many pieces are known: less deep, less
    /// wide, and below [`Skill::HARD`] without a thought of the pieces that are not known.
    ///
    /// ```
    /// use grid_core::Skill;
    /// use stack_eval::LineSettings;
    /// let easy = LineSettings::BEAM.with_skill(Skill::EASY, 6);
    /// assert_eq!((easy.width, easy.depth), (1, 2));
    /// assert_eq!(LineSettings::BEAM.with_skill(Skill::BEST, 6), LineSettings::BEAM);
    /// ```
    #[must_use]
    pub fn with_skill(self, skill: Skill, known: usize) -> Self {
        if skill == Skill::BEST {
            return self;
        }
        Self {
            width: if self.width == usize::MAX {
                self.width
            } else {
                skill.effort(self.width as u64) as usize
            },
            depth: skill.depth(self.depth.min(known)),
            unseen: if skill < Skill::HARD { Unseen::Ignore } else { self.unseen },
        }
    }
}

/// A move and the best line found after it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineChoice {
    /// The landing.
    pub landing: Landing,
    /// Whether the piece comes from hold.
    pub held: bool,
    /// The value of the line.
    pub value: f64,
    /// Plies of the line that the game lives on after; 0 for a move that loses at once.
    pub depth: usize,
    /// Of the pieces that can come after the line, those that lose the game. 0 where the
    /// search does not look at them.
    pub lost: u32,
}

impl LineChoice {
    /// The better one comes first: the deeper line, that which fewer pieces lose, the
    /// higher value.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let lives = other.depth.cmp(&self.depth).then(self.lost.cmp(&other.lost));
        lives.then(descending(self.value, other.value))
    }
}

pub(super) fn descending(a: f64, b: f64) -> Ordering {
    b.partial_cmp(&a).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

/// The best move of a position with everything searched, or what the budget allows;
/// `None` where no move is legal, or where the budget ended before all first moves were
/// judged.
///
/// ```
/// use grid_core::Budget;
/// use stack_eval::{DropPosition, FourEvaluator, LineSettings, best_line, greedy};
/// use tetromino::{Entry, Field, Piece};
/// let field = Field::from_rows(["###.######", "##...#####"], 20)?;
/// let (judge, position) = (FourEvaluator::default(), DropPosition::new(field, &[Piece::T]));
/// let best = best_line(&judge, &position, LineSettings::GREEDY, &Budget::unlimited()).unwrap();
/// assert_eq!(best.landing, greedy(&judge, &field, Piece::T, Entry::Top).unwrap().landing);
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn best_line<E: Evaluator>(
    judge: &E,
    position: &DropPosition<'_>,
    settings: LineSettings,
    budget: &Budget,
) -> Option<LineChoice> {
    let mut search = LineSearch::new(judge, position, settings);
    // What is found counts, finished or not.
    search.run(budget);
    search.best()
}
