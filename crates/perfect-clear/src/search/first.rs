//! The first solution. Most orders of trying find something soon, some much later: when
//! the plain one takes long, others get a little before it goes on to the end.

use grid_core::{Budget, Meter, Stop};

use super::solver::PcSearch;
use crate::rules::solution::Solution;

/// Nodes of the plain order, and of each other one at first.
const PLAIN: u64 = 384;
const NODES: u64 = 256;
/// Other orders; after every eight they get twice as many nodes.
const TURNS: u32 = 24;
/// Nodes between two looks at the budget.
const SLICE: u64 = 1 << 10;

/// A search for one solution that can be stopped and goes on.
#[derive(Clone, Debug)]
pub(crate) struct First {
    plain: PcSearch,
    /// The search in another order.
    other: Option<PcSearch>,
    turn: u32,
    /// Nodes that the present order still gets.
    left: u64,
}

impl First {
    pub(crate) fn new(plain: PcSearch) -> Self {
        Self { plain, other: None, turn: 0, left: PLAIN }
    }

    /// Goes on: `true` if there is a solution, `false` if there is none.
    pub(crate) fn advance(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        loop {
            let search = self.other.as_mut().unwrap_or(&mut self.plain);
            let slice = self.left.min(SLICE).min(meter.remaining());
            if slice == 0 {
                meter.spend(1)?;
            }
            let budget = Budget::nodes(slice);
            let mut own = budget.meter();
            let found = search.advance(&mut own);
            let spent = meter.spend(own.used());
            if let Ok(found) = found {
                return Ok(found);
            }
            self.left -= own.used();
            if self.left == 0 {
                self.turn();
            }
            spent?;
        }
    }

    fn turn(&mut self) {
        self.turn += 1;
        if self.turn > TURNS {
            self.other = None;
            self.left = u64::MAX;
            return;
        }
        let other = self.other.get_or_insert_with(|| self.plain.clone());
        other.begin(self.turn);
        self.left = NODES << (self.turn / 8);
    }

    /// The solution that was found.
    pub(crate) fn solution(&self) -> Solution {
        self.other.as_ref().unwrap_or(&self.plain).solution()
    }
}
