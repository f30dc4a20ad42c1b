//! The trait that searches know.

use tetromino::{Field, Placed, Silhouette, Skyline};

/// Judges a piece at rest. More is better.
///
/// A search first asks for a context of the field, once, and then for the value
/// of every landing in it: what landings share is computed only once. Evaluators
/// that share nothing use `()`.
///
/// ```
/// use stack_eval::{Evaluator, best_drop};
/// use tetromino::{Entry, Field, Piece, Placed, Silhouette};
///
/// /// Lays everything as low as it can.
/// struct Low;
///
/// impl Evaluator for Low {
///     type Context = ();
///     fn context(&self, _: &Field) {}
///     fn evaluate(&self, _: &(), _: &Field, placed: &Placed<'_>) -> f64 {
///         -f64::from(placed.y() + placed.shape().height())
///     }
/// }
///
/// let field = Field::new(10, 20)?;
/// let best = best_drop(&Low, &field, Silhouette::all_of(Piece::I), Entry::Top);
/// assert_eq!(best.map(|drop| drop.orientation), Some(0));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
pub trait Evaluator {
    /// What the landings in one field share.
    type Context;

    /// Looks at a field before any landing in it is judged.
    fn context(&self, field: &Field) -> Self::Context;

    /// The value of a piece that comes to rest in a field: `field` is without the
    /// piece, full rows are still there. A landing that loses the game is judged
    /// like any other. NaN counts as the worst value.
    fn evaluate(&self, context: &Self::Context, field: &Field, placed: &Placed<'_>) -> f64;

    /// The values of all drops of a shape that come to rest on top of the stack, by
    /// their leftmost column; what is beyond the last column is left alone.
    ///
    /// The search wants the first best of them, if it is more than `bar`. A value that
    /// is at most `bar`, or less than another of the row, may come out as any other
    /// such number; the default computes them all.
    ///
    /// # Panics
    /// If the shape is wider than the field, or a drop would reach above row 64.
    #[inline]
    fn evaluate_row(
        &self,
        context: &Self::Context,
        field: &Field,
        skyline: &Skyline,
        shape: &Silhouette,
        bar: f64,
        values: &mut [f64; Field::MAX_WIDTH],
    ) {
        let _ = bar;
        for (x, value) in values.iter_mut().enumerate().take(field.width() + 1 - shape.width()) {
            let placed = Placed::on_top(shape, x, skyline.rest(shape, x));
            *value = self.evaluate(context, field, &placed);
        }
    }

    /// The part of a value that stays when the game goes on: a line of moves is worth what
    /// its earlier moves have carried on and the value of the last. All of it, if not said
    /// otherwise, so that a line is worth the sum of its values. A judge that weighs the
    /// board rather keeps only what a move has earned, such as its lines.
    #[inline]
    fn carried(&self, context: &Self::Context, field: &Field, placed: &Placed<'_>, value: f64) -> f64 {
        let _ = (context, field, placed);
        value
    }
}

impl<E: Evaluator + ?Sized> Evaluator for &E {
    type Context = E::Context;

    #[inline]
    fn context(&self, field: &Field) -> Self::Context {
        (**self).context(field)
    }

    #[inline]
    fn evaluate(&self, context: &Self::Context, field: &Field, placed: &Placed<'_>) -> f64 {
        (**self).evaluate(context, field, placed)
    }

    #[inline]
    fn evaluate_row(
        &self,
        context: &Self::Context,
        field: &Field,
        skyline: &Skyline,
        shape: &Silhouette,
        bar: f64,
        values: &mut [f64; Field::MAX_WIDTH],
    ) {
        (**self).evaluate_row(context, field, skyline, shape, bar, values);
    }

    #[inline]
    fn carried(&self, context: &Self::Context, field: &Field, placed: &Placed<'_>, value: f64) -> f64 {
        (**self).carried(context, field, placed, value)
    }
}
