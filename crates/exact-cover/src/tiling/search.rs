//! The search for tilings, by masks or by exact cover.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use grid_core::{Budget, Meter, Progress, Stop, Wide};

use super::masks::Masks;
use super::symmetry::Cut;
use super::{Feasibility, Laid, Tiling};
use crate::count::count_with;
use crate::search::Resumable;
#[cfg(feature = "rayon")]
use crate::search::count_parts;
use crate::{CountOptions, Counted, Natural, OptionId, Report, Search, Statistics, Uniqueness};

/// How tilings are searched. Both methods find the same tilings, each in its own
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Method {
    /// Masks where the board fits, else exact cover.
    #[default]
    Auto,
    /// Bit masks over the board: for frames of up to 256 cells and up to 256
    /// images of pieces, none of them stretching over more than 64 cells in the
    /// order along the shorter side. Where these are exceeded, exact cover.
    Masks,
    /// The general exact cover search.
    ExactCover,
}

type Large = Wide<4>;

#[derive(Clone)]
enum Engine {
    /// Proven to have no tiling.
    Nothing,
    Masks64(Masks<u64, u64>),
    Masks128(Masks<u128, u64>),
    MasksLarge(Masks<Large, u64>),
    Images64(Masks<u64, Large>),
    Images128(Masks<u128, Large>),
    ImagesLarge(Masks<Large, Large>),
    ExactCover {
        search: alloc::boxed::Box<Search>,
        placements: Arc<[Laid]>,
    },
}

macro_rules! on_masks {
    ($engine:expr, $it:ident => $call:expr, $search:ident, $placements:pat => $general:expr, $none:expr) => {
        match $engine {
            Engine::Nothing => $none,
            Engine::Masks64($it) => $call,
            Engine::Masks128($it) => $call,
            Engine::MasksLarge($it) => $call,
            Engine::Images64($it) => $call,
            Engine::Images128($it) => $call,
            Engine::ImagesLarge($it) => $call,
            Engine::ExactCover { search: $search, placements: $placements } => $general,
        }
    };
}

/// A resumable search for the tilings of a [`Tiling`]; an iterator over them,
/// each sorted by the lowest cell of its pieces.
///
/// ```
/// use exact_cover::tiling::{Copies, Method, Piece, Tiling, TilingSearch};
/// use grid_core::{Orientations, Region};
/// let domino = Piece::new("##".parse()?, Orientations::Rotations).with_copies(Copies::Unlimited);
/// let board = Tiling::new(Region::rectangle(4, 4)?, vec![domino])?;
/// for method in [Method::Masks, Method::ExactCover] {
///     let search = TilingSearch::with_method(&board, method);
///     assert!(search.inspect(|laid| assert_eq!(laid.len(), 8)).count() == 36);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct TilingSearch {
    tiling: Arc<Tiling>,
    engine: Engine,
    cut: Option<Arc<Cut>>,
    statistics: Statistics,
    done: bool,
}

impl TilingSearch {
    /// A search for all tilings.
    #[must_use]
    pub fn new(tiling: &Tiling) -> Self {
        Self::with_method(tiling, Method::Auto)
    }

    /// A search by a method of your choice.
    #[must_use]
    pub fn with_method(tiling: &Tiling, method: Method) -> Self {
        let pivot = pivot(tiling);
        Self::of(tiling, method, pivot, None)
    }

    /// A search for one of each class of tilings that turns and mirror images lead
    /// to each other: those that keep the region and, with their copies, the set
    /// of images of the pieces.
    #[must_use]
    pub fn distinct(tiling: &Tiling, method: Method) -> Self {
        let cut = Cut::new(tiling);
        let pivot = cut.pivot();
        Self::of(tiling, method, pivot, Some(Arc::new(cut)))
    }

    fn of(tiling: &Tiling, method: Method, pivot: Option<(usize, Vec<Laid>)>, cut: Option<Arc<Cut>>) -> Self {
        let places = pivot.as_ref().map(|(piece, laid)| (*piece, &laid[..]));
        let engine = if !Feasibility::of(tiling).is_possible() {
            Engine::Nothing
        } else if method == Method::ExactCover {
            Engine::exact_cover(tiling, places.filter(|_| cut.is_some()))
        } else {
            Engine::masks(tiling, places)
                .unwrap_or_else(|| Engine::exact_cover(tiling, places.filter(|_| cut.is_some())))
        };
        Self { tiling: Arc::new(tiling.clone()), engine, cut, statistics: Statistics::default(), done: false }
    }

    /// The tiling that is searched.
    #[must_use]
    pub fn tiling(&self) -> &Tiling {
        &self.tiling
    }

    /// Whether the search is by masks.
    #[must_use]
    pub fn method(&self) -> Method {
        match self.engine {
            Engine::ExactCover { .. } => Method::ExactCover,
            _ => Method::Masks,
        }
    }

    /// Goes on to the next tiling: `true` if there is one, to be read with
    /// [`laid`](Self::laid), `false` when all have been found.
    ///
    /// # Errors
    /// The reason to stop; the search stands where it was and can go on.
    pub fn advance(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        while !self.done {
            let before = meter.used();
            let found = on_masks!(&mut self.engine, masks => masks.advance(meter), search, _ => search.advance(meter), Ok(false));
            self.statistics.nodes += meter.used() - before;
            if !found? {
                self.done = true;
                break;
            }
            let Some(cut) = self.cut.clone() else {
                self.statistics.solutions += 1;
                return Ok(true);
            };
            if cut.keeps(&self.tiling, &self.laid()) {
                self.statistics.solutions += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The tiling that [`advance`](Self::advance) has found, by lowest cells.
    #[must_use]
    pub fn laid(&self) -> Vec<Laid> {
        let tiling = &self.tiling;
        on_masks!(&self.engine, masks => masks.laid(tiling), search, placements => tiling.laid(placements, &search.solution()), Vec::new())
    }

    /// Gives each further tiling to `visit` until it breaks, `limit` more are
    /// found, or the budget ends. Can be called again to go on.
    pub fn run(
        &mut self,
        budget: &Budget,
        limit: u64,
        mut visit: impl FnMut(&[Laid]) -> ControlFlow<()>,
    ) -> Report {
        self.drive(budget, limit, |search| visit(&search.laid()))
    }

    /// Counts further tilings; the report's statistics count from the start.
    pub fn run_count(&mut self, budget: &Budget) -> Report {
        self.drive_count(budget)
    }

    /// What the search has done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// How far it has come; the share is an estimate.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let fraction = if self.done {
            1.0
        } else {
            on_masks!(&self.engine, masks => masks.fraction(), search, _ => search.progress().fraction, 1.0)
        };
        Progress { nodes: self.statistics.nodes, found: self.statistics.solutions, fraction }
    }

    /// Splits what a search that has not begun would do into independent ones, in
    /// its order.
    #[cfg(feature = "rayon")]
    fn split(self) -> Vec<Self> {
        let wrap = |engine| Self { engine, ..self.clone() };
        match self.engine.clone() {
            Engine::Nothing => Vec::from([self]),
            Engine::Masks64(masks) => masks.split().into_iter().map(Engine::Masks64).map(wrap).collect(),
            Engine::Masks128(masks) => masks.split().into_iter().map(Engine::Masks128).map(wrap).collect(),
            Engine::MasksLarge(masks) => {
                masks.split().into_iter().map(Engine::MasksLarge).map(wrap).collect()
            }
            Engine::Images64(masks) => masks.split().into_iter().map(Engine::Images64).map(wrap).collect(),
            Engine::Images128(masks) => masks.split().into_iter().map(Engine::Images128).map(wrap).collect(),
            Engine::ImagesLarge(masks) => {
                masks.split().into_iter().map(Engine::ImagesLarge).map(wrap).collect()
            }
            Engine::ExactCover { mut search, placements } => {
                let part = |search| {
                    wrap(Engine::ExactCover {
                        search: alloc::boxed::Box::new(search),
                        placements: placements.clone(),
                    })
                };
                search.split(512).into_iter().map(part).collect()
            }
        }
    }

    /// Counts what is left on all threads of the current `rayon` pool: the same
    /// numbers as [`run_count`](Self::run_count) on one. Must not have begun; the
    /// node limit of the budget is not looked at.
    #[cfg(feature = "rayon")]
    pub fn run_count_parallel(self, budget: &Budget) -> Report {
        count_parts(self.split(), budget)
    }
}

impl Engine {
    fn masks(tiling: &Tiling, pivot: Option<(usize, &[Laid])>) -> Option<Self> {
        if Masks::<u64, u64>::fits(tiling) {
            Some(Self::Masks64(Masks::new(tiling, pivot)))
        } else if Masks::<u128, u64>::fits(tiling) {
            Some(Self::Masks128(Masks::new(tiling, pivot)))
        } else if Masks::<Large, u64>::fits(tiling) {
            Some(Self::MasksLarge(Masks::new(tiling, pivot)))
        } else if Masks::<u64, Large>::fits(tiling) {
            Some(Self::Images64(Masks::new(tiling, pivot)))
        } else if Masks::<u128, Large>::fits(tiling) {
            Some(Self::Images128(Masks::new(tiling, pivot)))
        } else if Masks::<Large, Large>::fits(tiling) {
            Some(Self::ImagesLarge(Masks::new(tiling, pivot)))
        } else {
            None
        }
    }

    fn exact_cover(tiling: &Tiling, pivot: Option<(usize, &[Laid])>) -> Self {
        let placements = (0..tiling.pieces().len()).flat_map(|piece| match pivot {
            Some((pivot, places)) if pivot == piece => places.to_vec(),
            _ => tiling.placements(piece),
        });
        let (problem, placements) = tiling.problem_of(placements.collect());
        Self::ExactCover {
            search: alloc::boxed::Box::new(Search::new(&problem)),
            placements: placements.into(),
        }
    }
}

/// The piece to lay first: there once, with so few placements that laying it last
/// would cost more.
fn pivot(tiling: &Tiling) -> Option<(usize, Vec<Laid>)> {
    let single = |&piece: &usize| tiling.pieces()[piece].copies.range() == (1, 1);
    let placed = (0..tiling.pieces().len()).filter(single).map(|piece| (piece, tiling.placements(piece)));
    placed.min_by_key(|(_, places)| places.len()).filter(|(_, places)| places.len() <= tiling.region().len())
}

impl Iterator for TilingSearch {
    type Item = Vec<Laid>;

    fn next(&mut self) -> Option<Vec<Laid>> {
        self.next_with(Self::laid)
    }
}

impl core::iter::FusedIterator for TilingSearch {}

impl fmt::Debug for TilingSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TilingSearch")
            .field("method", &self.method())
            .field("statistics", &self.statistics)
            .finish_non_exhaustive()
    }
}

impl Resumable for TilingSearch {
    const NODES_PER_STEP: u64 = 64;

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        Self::advance(self, meter)
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn fraction(&self) -> f64 {
        self.progress().fraction
    }
}

impl Tiling {
    /// All tilings, one by one.
    ///
    /// ```
    /// use exact_cover::tiling::{Piece, Tiling};
    /// use grid_core::{Orientations, Region};
    /// let bar = Piece::new("###".parse()?, Orientations::Rotations);
    /// let board = Tiling::new(Region::rectangle(3, 2)?, vec![bar.clone(), bar])?;
    /// assert_eq!(board.solutions().count(), 2); // two pieces, not two copies
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solutions(&self) -> TilingSearch {
        TilingSearch::new(self)
    }

    /// One of each class of tilings that are the same up to the symmetries of
    /// region and pieces: see [`TilingSearch::distinct`].
    ///
    /// ```
    /// use exact_cover::tiling::{Copies, Piece, Tiling};
    /// use grid_core::{Orientations, Region};
    /// let domino = Piece::new("##".parse()?, Orientations::Rotations).with_copies(Copies::Unlimited);
    /// let board = Tiling::new(Region::rectangle(4, 4)?, vec![domino])?;
    /// assert_eq!((board.solutions().count(), board.distinct().count()), (36, 9));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distinct(&self) -> TilingSearch {
        TilingSearch::distinct(self, Method::Auto)
    }

    /// The first tiling.
    ///
    /// ```
    /// use exact_cover::tiling::{Copies, Piece, Tiling};
    /// use grid_core::{Orientations, Region};
    /// let l = Piece::new("#.\n##".parse()?, Orientations::Rotations).with_copies(Copies::Unlimited);
    /// assert!(Tiling::new(Region::rectangle(3, 3)?, vec![l.clone()])?.first().is_none());
    /// assert!(Tiling::new(Region::rectangle(9, 5)?, vec![l])?.first().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn first(&self) -> Option<Vec<Laid>> {
        self.solutions().next()
    }

    /// Whether there is no tiling, exactly one, or another one, within a budget.
    /// The options of the answer are those of [`Tiling::problem`].
    ///
    /// # Errors
    /// The reason to stop before the answer is known.
    pub fn uniqueness_within(&self, budget: &Budget) -> Result<Uniqueness, Stop> {
        let (_, placements) = self.problem();
        let id = |one: &Laid| {
            let at = placements.iter().position(|placed| placed == one).unwrap_or(0);
            OptionId(at as u32)
        };
        self.solutions().next_two(budget, |search| {
            let mut options: Vec<_> = search.laid().iter().map(id).collect();
            options.sort_unstable();
            options
        })
    }

    /// The number of tilings: as [`Problem::count`](crate::Problem::count), with
    /// the search by masks.
    #[must_use]
    pub fn count(&self) -> Natural {
        self.count_within(&CountOptions::default()).count
    }

    /// The same within limits: as
    /// [`Problem::count_within`](crate::Problem::count_within).
    pub fn count_within(&self, options: &CountOptions) -> Counted {
        count_with(self.solutions(), || self.problem().0, options)
    }
}
