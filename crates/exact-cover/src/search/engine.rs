//! The structure behind a search, chosen by the instance.

use alloc::sync::Arc;
use alloc::vec::Vec;

use grid_core::{Meter, Stop, Wide};

use super::cells::Cells;
use super::compiled::Compiled;
use super::drive::share_done;
use super::layout::Layout;
use super::links::Links;
use super::masks::Masks;
use super::matrix::Matrix;
use super::walk::Walk;
use crate::Branching;

/// What a structure has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A solution is chosen.
    Solution,
    /// A node at the fork depth waits.
    Fork,
    /// There is nothing left.
    Done,
}

/// How a [`Search`](crate::Search) keeps its options. All structures find the
/// same solutions in the same order with the same nodes; they differ in speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Structure {
    /// Chosen by the instance: masks where they fit in 256 bits, else links.
    #[default]
    Auto,
    /// Dancing links: the options of an item in a circle of links.
    Links,
    /// Dancing cells: the options of an item in a sparse set.
    Cells,
    /// Options as bit masks over items and colours, and for each level of the
    /// search the list of those that are left. For up to 256 bits (one for each
    /// item, one for each colour of an item) and bounds up to 15; where a problem
    /// needs more, links are taken.
    Masks,
}

type Large = Wide<4>;

#[derive(Clone)]
pub(super) enum Engine {
    Links(Matrix<Links>),
    Cells(Matrix<Cells>),
    Once64(Masks<u64, 1>),
    Once128(Masks<u128, 1>),
    OnceLarge(Masks<Large, 1>),
    Times64(Masks<u64, 4>),
    Times128(Masks<u128, 4>),
    TimesLarge(Masks<Large, 4>),
}

/// The same call on whatever structure there is.
macro_rules! on {
    ($engine:expr, $it:ident => $call:expr) => {
        match $engine {
            Engine::Links($it) => $call,
            Engine::Cells($it) => $call,
            Engine::Once64($it) => $call,
            Engine::Once128($it) => $call,
            Engine::OnceLarge($it) => $call,
            Engine::Times64($it) => $call,
            Engine::Times128($it) => $call,
            Engine::TimesLarge($it) => $call,
        }
    };
}

impl Engine {
    pub(super) fn new(compiled: Arc<Compiled>, structure: Structure) -> Self {
        let masks = matches!(structure, Structure::Auto | Structure::Masks);
        if let Some(layout) = Layout::new(&compiled).filter(|_| masks) {
            return match (layout.bits(), layout.is_once()) {
                (..=64, true) => Self::Once64(Masks::new(&compiled, &layout)),
                (..=128, true) => Self::Once128(Masks::new(&compiled, &layout)),
                (_, true) => Self::OnceLarge(Masks::new(&compiled, &layout)),
                (..=64, false) => Self::Times64(Masks::new(&compiled, &layout)),
                (..=128, false) => Self::Times128(Masks::new(&compiled, &layout)),
                (_, false) => Self::TimesLarge(Masks::new(&compiled, &layout)),
            };
        }
        if structure == Structure::Cells {
            Self::Cells(Matrix::new(compiled))
        } else {
            Self::Links(Matrix::new(compiled))
        }
    }

    pub(super) fn structure(&self) -> Structure {
        match self {
            Self::Links(_) => Structure::Links,
            Self::Cells(_) => Structure::Cells,
            _ => Structure::Masks,
        }
    }

    pub(super) fn advance(
        &mut self,
        rule: Option<&dyn Branching>,
        fork_at: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Event, Stop> {
        on!(self, engine => engine.advance(rule, fork_at, meter))
    }

    /// The chosen options in the order of choice.
    pub(super) fn chosen(&self, out: &mut Vec<u32>) {
        on!(self, engine => engine.chosen(out));
    }

    pub(super) fn depth(&self) -> usize {
        on!(self, engine => engine.path().depth())
    }

    /// Estimated share of the tree that is done.
    pub(super) fn fraction(&self) -> f64 {
        on!(self, engine => share_done(engine.path().fractions()))
    }

    pub(super) fn fork(&self) -> Self {
        match self {
            Self::Links(engine) => Self::Links(engine.fork()),
            Self::Cells(engine) => Self::Cells(engine.fork()),
            Self::Once64(engine) => Self::Once64(engine.fork()),
            Self::Once128(engine) => Self::Once128(engine.fork()),
            Self::OnceLarge(engine) => Self::OnceLarge(engine.fork()),
            Self::Times64(engine) => Self::Times64(engine.fork()),
            Self::Times128(engine) => Self::Times128(engine.fork()),
            Self::TimesLarge(engine) => Self::TimesLarge(engine.fork()),
        }
    }

    pub(super) fn skip(&mut self) {
        on!(self, engine => engine.path_mut().skip());
    }
}
