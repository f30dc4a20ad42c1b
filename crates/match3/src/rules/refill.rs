//! Where new candies come from.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use grid_core::Stream;

use super::board::Pos;
use super::table::Rules;
use super::tile::Kind;
use super::wave::BoardView;

/// A request for one new candy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The cell that the candy comes to lie on.
    pub at: Pos,
    /// The number of the wave, from 1.
    pub wave: u32,
}

/// Gives the kinds of new candies.
///
/// Requests of a wave come column by column from the left, inside a column from
/// the lowest empty cell upward. A move that cannot be finished is taken back
/// with [`RefillSource::rollback`].
pub trait RefillSource {
    /// The kind of the next new candy, `None` if there is none left.
    fn draw(&mut self, request: Request) -> Option<Kind>;

    /// Makes all draws so far final.
    fn commit(&mut self) {}

    /// Takes back all draws since the last [`RefillSource::commit`]. A source
    /// that never runs dry is never asked to.
    fn rollback(&mut self) {}

    /// Whether a wave's candies may stay, now that they lie on the board. If not,
    /// they are taken off and asked for again, at most [`MAX_REDRAWS`] times.
    fn accept(&mut self, after: BoardView<'_>, rules: &Rules) -> bool {
        let _ = (after, rules);
        true
    }

    /// A uniform number below `bound`, for what else a game draws (the spreading
    /// of chocolate). A source of fixed lists says 0.
    fn choose(&mut self, bound: u32) -> u32 {
        let _ = bound;
        0
    }
}

/// How often a wave's candies are asked for again where the source does not
/// [`accept`](RefillSource::accept) them.
pub const MAX_REDRAWS: u32 = 64;

impl<S: RefillSource + ?Sized> RefillSource for &mut S {
    fn draw(&mut self, request: Request) -> Option<Kind> {
        (**self).draw(request)
    }
    fn commit(&mut self) {
        (**self).commit();
    }
    fn rollback(&mut self) {
        (**self).rollback();
    }
    fn accept(&mut self, after: BoardView<'_>, rules: &Rules) -> bool {
        (**self).accept(after, rules)
    }
    fn choose(&mut self, bound: u32) -> u32 {
        (**self).choose(bound)
    }
}

/// Uniform kinds from one generator, one draw a request.
///
/// ```
/// use match3::{Pos, RefillSource, Request, Seeded};
/// let request = Request { at: Pos::new(0, 0), wave: 1 };
/// assert_eq!(Seeded::new(5, 7, 0).draw(request), Seeded::new(5, 7, 0).draw(request));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seeded {
    kinds: u8,
    stream: Stream,
}

impl Seeded {
    /// Kinds below `kinds` from the stream `(seed, "match3.refill", index)`.
    ///
    /// # Panics
    /// If `kinds` is not 1 to 26.
    #[must_use]
    pub fn new(kinds: u8, seed: u64, index: u64) -> Self {
        assert!((1..=Kind::COUNT).contains(&kinds), "there are 1 to 26 kinds");
        Self { kinds, stream: Stream::new(seed, "match3.refill", index) }
    }
}

impl RefillSource for Seeded {
    #[inline]
    fn draw(&mut self, _: Request) -> Option<Kind> {
        Some(Kind::at(self.stream.below(self.kinds.into()) as u8))
    }

    fn choose(&mut self, bound: u32) -> u32 {
        self.stream.below(bound)
    }
}

/// Kinds in proportion to weights.
///
/// ```
/// use match3::{Kind, Pos, RefillSource, Request, Weighted};
/// let mut source = Weighted::new(&[0, 3], 7, 0).unwrap();
/// assert_eq!(source.draw(Request { at: Pos::new(0, 0), wave: 1 }), Kind::new(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighted {
    weights: Arc<[u32]>,
    stream: Stream,
}

impl Weighted {
    /// Kind `k` has `weights[k]`; from the stream `(seed, "match3.refill", index)`.
    /// `None` if there are not 1 to 26 weights or their sum is 0 or above `u32::MAX`.
    #[must_use]
    pub fn new(weights: &[u32], seed: u64, index: u64) -> Option<Self> {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let fits = weights.len() <= Kind::COUNT.into() && total > 0 && u32::try_from(total).is_ok();
        fits.then(|| Self { weights: weights.into(), stream: Stream::new(seed, "match3.refill", index) })
    }
}

impl RefillSource for Weighted {
    fn draw(&mut self, _: Request) -> Option<Kind> {
        self.stream.weighted(&self.weights).map(|index| Kind::at(index as u8))
    }

    fn choose(&mut self, bound: u32) -> u32 {
        self.stream.below(bound)
    }
}

/// One list of kinds per column; the first element taken in a wave lies lowest.
///
/// ```
/// use match3::{ColumnStreams, Kind, Pos, RefillSource, Request};
/// let mut source = ColumnStreams::from_letters(["", "BC"]).unwrap();
/// let request = Request { at: Pos::new(0, 1), wave: 1 };
/// assert_eq!(source.draw(request), Kind::from_letter('B'));
/// source.commit();
/// assert_eq!(source.draw(request), Kind::from_letter('C'));
/// assert_eq!(source.draw(request), None);
/// source.rollback();
/// assert_eq!(source.consumed().collect::<Vec<_>>(), [0, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnStreams {
    columns: Arc<[Vec<Kind>]>,
    next: Vec<usize>,
    committed: Vec<usize>,
}

impl ColumnStreams {
    /// The lists of the columns from the left; columns without a list are dry.
    #[must_use]
    pub fn new(columns: Vec<Vec<Kind>>) -> Self {
        let next = vec![0; columns.len()];
        Self { columns: columns.into(), committed: next.clone(), next }
    }

    /// The lists as letters `A` to `Z`; `None` if there is another character.
    #[must_use]
    pub fn from_letters<'a>(columns: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let columns = columns.into_iter().map(|letters| letters.chars().map(Kind::from_letter).collect());
        columns.collect::<Option<Vec<_>>>().map(Self::new)
    }

    /// How many elements of each list are taken.
    pub fn consumed(&self) -> impl Iterator<Item = usize> + '_ {
        self.next.iter().copied()
    }
}

impl RefillSource for ColumnStreams {
    fn draw(&mut self, request: Request) -> Option<Kind> {
        let col = usize::from(request.at.col);
        let next = self.next.get_mut(col)?;
        let kind = *self.columns[col].get(*next)?;
        *next += 1;
        Some(kind)
    }

    fn commit(&mut self) {
        self.committed.clone_from(&self.next);
    }

    fn rollback(&mut self) {
        self.next.clone_from(&self.committed);
    }
}

/// One list of kinds in the order of requests: the replay of what another source
/// gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    kinds: Arc<[Kind]>,
    next: usize,
    committed: usize,
}

impl Recorded {
    /// Gives these kinds, then is dry.
    #[must_use]
    pub fn new(kinds: &[Kind]) -> Self {
        Self { kinds: kinds.into(), next: 0, committed: 0 }
    }

    /// How many are taken.
    #[must_use]
    pub const fn consumed(&self) -> usize {
        self.next
    }
}

impl RefillSource for Recorded {
    fn draw(&mut self, _: Request) -> Option<Kind> {
        let kind = *self.kinds.get(self.next)?;
        self.next += 1;
        Some(kind)
    }

    fn commit(&mut self) {
        self.committed = self.next;
    }

    fn rollback(&mut self) {
        self.next = self.committed;
    }
}

/// Keeps a record of what another source gives.
///
/// ```
/// use match3::{Pos, Recorder, RefillSource, Request, Seeded};
/// let mut recorder = Recorder::new(Seeded::new(5, 1, 0));
/// let kind = recorder.draw(Request { at: Pos::new(0, 0), wave: 1 });
/// assert_eq!(recorder.record().first().copied(), kind);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorder<S> {
    inner: S,
    record: Vec<Kind>,
    committed: usize,
}

impl<S> Recorder<S> {
    /// Records what `inner` gives.
    pub const fn new(inner: S) -> Self {
        Self { inner, record: Vec::new(), committed: 0 }
    }

    /// All kinds given so far. Candies that were taken off again by
    /// [`RefillSource::accept`] are in it too.
    pub fn record(&self) -> &[Kind] {
        &self.record
    }
}

impl<S: RefillSource> RefillSource for Recorder<S> {
    fn draw(&mut self, request: Request) -> Option<Kind> {
        let kind = self.inner.draw(request)?;
        self.record.push(kind);
        Some(kind)
    }

    fn commit(&mut self) {
        self.committed = self.record.len();
        self.inner.commit();
    }

    fn rollback(&mut self) {
        self.record.truncate(self.committed);
        self.inner.rollback();
    }

    fn accept(&mut self, after: BoardView<'_>, rules: &Rules) -> bool {
        self.inner.accept(after, rules)
    }

    fn choose(&mut self, bound: u32) -> u32 {
        self.inner.choose(bound)
    }
}

/// Draws a wave's candies again where they would leave a board without a run and
/// without a legal move, at most [`MAX_REDRAWS`] times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlwaysMove<S>(pub S);

impl<S: RefillSource> RefillSource for AlwaysMove<S> {
    fn draw(&mut self, request: Request) -> Option<Kind> {
        self.0.draw(request)
    }

    fn commit(&mut self) {
        self.0.commit();
    }

    fn rollback(&mut self) {
        self.0.rollback();
    }

    fn accept(&mut self, after: BoardView<'_>, rules: &Rules) -> bool {
        after.has_run() || after.legal_count(rules) > 0
    }

    fn choose(&mut self, bound: u32) -> u32 {
        self.0.choose(bound)
    }
}
