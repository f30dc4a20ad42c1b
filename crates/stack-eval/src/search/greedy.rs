//! One piece deep: judge every landing, take the best.

use alloc::vec::Vec;

use tetromino::{Entry, Field, Landing, Piece, Silhouette, Skyline, drop_landings};

use crate::Evaluator;

/// The best straight drop of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestDrop {
    /// Which of the shapes.
    pub orientation: usize,
    /// Its leftmost column.
    pub x: usize,
    /// Its lowest row.
    pub y: u32,
    /// What the evaluator says.
    pub value: f64,
}

/// A landing and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Choice {
    /// The landing.
    pub landing: Landing,
    /// What the evaluator says.
    pub value: f64,
}

/// The best straight drop among the orientations of any shape.
///
/// Equal values: the first in the order of orientation, then column. No board is
/// copied and nothing is allocated.
///
/// # Arguments
/// `shapes` are the distinct orientations in the order of preference.
///
/// # Returns
/// `None` if no drop is legal.
///
/// # Complexity
/// One context and at most `shapes` · width evaluations.
///
/// ```
/// use stack_eval::{FourEvaluator, best_drop};
/// use tetromino::{Entry, Field, Silhouette};
/// let u: grid_core::Polyomino = "#.#\n###".parse()?;
/// let turns = u.orientations(grid_core::Orientations::Rotations);
/// let shapes: Vec<_> = turns.iter().filter_map(Silhouette::from_shape).collect();
/// let best = best_drop(&FourEvaluator::default(), &Field::new(10, 20)?, &shapes, Entry::Top);
/// assert_eq!(best.map(|drop| (drop.x, drop.y)), Some((0, 0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[inline]
pub fn best_drop<E: Evaluator>(
    evaluator: &E,
    field: &Field,
    shapes: &[Silhouette],
    entry: Entry,
) -> Option<BestDrop> {
    let context = evaluator.context(field);
    let skyline = Skyline::of(field);
    let mut best: Option<BestDrop> = None;
    let mut values = [0.0; Field::MAX_WIDTH];
    let highest = field.max_height();
    for (orientation, shape) in shapes.iter().enumerate().filter(|(_, shape)| shape.width() <= field.width())
    {
        let columns = 0..=field.width() - shape.width();
        let ceiling = match entry {
            Entry::Above => Field::MAX_HEIGHT,
            Entry::Top => field.height(),
        };
        if highest + shape.height() <= ceiling as u32 {
            // Every drop is legal and ends on top of the stack.
            let bar = best.map_or(f64::NEG_INFINITY, |best| best.value);
            evaluator.evaluate_row(&context, field, &skyline, shape, bar, &mut values);
            let (mut at, mut most) = (usize::MAX, bar);
            for (x, &value) in values[..=field.width() - shape.width()].iter().enumerate() {
                if value > most {
                    (at, most) = (x, value);
                }
            }
            if at == usize::MAX && best.is_none_or(|best| best.value.is_nan()) {
                (at, most) = first_usable(&values[columns], best.map(|best| best.value));
            }
            if at != usize::MAX {
                best = Some(BestDrop { orientation, x: at, y: skyline.rest(shape, at), value: most });
            }
            continue;
        }
        for x in columns {
            let Some(placed) = skyline.place(field, shape, x, entry) else {
                continue;
            };
            let value = evaluator.evaluate(&context, field, &placed);
            if best.is_none_or(|best| better(value, best.value)) {
                best = Some(BestDrop { orientation, x, y: placed.y(), value });
            }
        }
    }
    best
}

/// Where nothing is above negative infinity: the first that beats `best`, if there
/// is one.
#[cold]
fn first_usable(values: &[f64], best: Option<f64>) -> (usize, f64) {
    let mut first = best.map_or((0, values[0]), |best| (usize::MAX, best));
    for (x, &value) in values.iter().enumerate() {
        if better(value, first.1) {
            first = (x, value);
        }
    }
    first
}

/// Whether `value` beats `best`; NaN beats nothing and is beaten by all.
#[inline]
fn better(value: f64, best: f64) -> bool {
    value > best || (best.is_nan() && !value.is_nan())
}

/// The best straight drop of a piece.
///
/// Equal values: the first in the order of orientation from north clockwise, then
/// column. `None` if no landing is legal.
///
/// ```
/// use stack_eval::{FourEvaluator, greedy};
/// use tetromino::{Entry, Field, Piece, Rotation};
/// let field = Field::from_rows(["#########."; 4], 20)?;
/// let best = greedy(&FourEvaluator::default(), &field, Piece::I, Entry::Top).unwrap();
/// assert_eq!((best.landing.rotation, best.landing.cells()[0].x), (Rotation::E, 9));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
#[inline]
pub fn greedy<E: Evaluator>(evaluator: &E, field: &Field, piece: Piece, entry: Entry) -> Option<Choice> {
    let best = best_drop(evaluator, field, Silhouette::all_of(piece), entry)?;
    let rotation = piece.distinct_rotations()[best.orientation];
    Some(Choice { landing: Landing::from_corner(piece, rotation, best.x, best.y), value: best.value })
}

/// All straight drops of a piece with their values, best first; equal values in
/// the order of [`drop_landings`].
///
/// ```
/// use stack_eval::{FourEvaluator, greedy, rank};
/// use tetromino::{Entry, Field, Piece};
/// let field = Field::new(10, 20)?;
/// let ranked = rank(&FourEvaluator::default(), &field, Piece::L, Entry::Top);
/// assert_eq!(ranked.len(), 34);
/// assert_eq!(Some(ranked[0]), greedy(&FourEvaluator::default(), &field, Piece::L, Entry::Top));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[must_use]
pub fn rank<E: Evaluator>(evaluator: &E, field: &Field, piece: Piece, entry: Entry) -> Vec<Choice> {
    let context = evaluator.context(field);
    let mut choices: Vec<Choice> = drop_landings(field, piece, entry)
        .filter_map(|landing| {
            let placed = landing.placed()?;
            Some(Choice { landing, value: evaluator.evaluate(&context, field, &placed) })
        })
        .collect();
    sort_best_first(&mut choices);
    choices
}

/// Sorts by value, the best first and NaN last; equal values keep their order.
pub fn sort_best_first(choices: &mut [Choice]) {
    choices.sort_by(|a, b| {
        let order = b.value.partial_cmp(&a.value);
        order.unwrap_or_else(|| a.value.is_nan().cmp(&b.value.is_nan()))
    });
}
