//! Pays for work that is done in one piece from a budget that is given in many.

use core::fmt::Debug;

use grid_core::{Budget, Meter, Progress, Stop};

/// A budget in use.
///
/// A piece of work is done first and paid for before the next: what a budget does
/// not cover stays owed and is paid by the following one. So any budget, however
/// small, gets the search further, and all of them together pay the same as one.
#[derive(Debug)]
pub(crate) struct Purse<'a> {
    meter: Meter<'a>,
    limit: u64,
}

impl<'a> Purse<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Self {
        Self { meter: budget.meter(), limit: budget.node_limit().unwrap_or(u64::MAX) }
    }

    /// Pays what is owed, or as much of it as there is.
    #[inline]
    pub(crate) fn pay(&mut self, owed: &mut u64) -> Result<(), Stop> {
        if *owed == 0 {
            return Ok(());
        }
        let part = (*owed).min(self.limit - self.meter.used());
        if part > 0 {
            self.meter.spend(part)?;
            *owed -= part;
        }
        if *owed > 0 { self.meter.spend(*owed) } else { Ok(()) }
    }

    /// What the next report of progress says.
    #[inline]
    pub(crate) fn note(&mut self, found: u64, fraction: f64) {
        self.meter.note(found, fraction);
    }

    /// Nodes paid.
    pub(crate) fn used(&self) -> u64 {
        self.meter.used()
    }
}

/// The result of work in pieces; `None` while it is not known.
pub(crate) type Outcome<P> = Option<Result<<P as Pieces>::Found, <P as Pieces>::Error>>;

/// Work that is done piece by piece until it has a result.
pub(crate) trait Pieces: Sized {
    type Found: Clone + Debug;
    type Error: Clone + Debug;

    /// Does one piece: how many nodes it cost, and the result if it was the last.
    fn piece(&mut self) -> (u64, Outcome<Self>);

    /// The share of the whole that is done.
    fn share(&self) -> f64;
}

/// Such work, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Work<P: Pieces> {
    pieces: P,
    result: Outcome<P>,
    /// Nodes of pieces done but not paid for.
    owed: u64,
    /// Nodes paid for.
    nodes: u64,
}

impl<P: Pieces> Work<P> {
    /// Work that has not begun, unless the result is known beforehand.
    pub(crate) fn new(pieces: P, result: Outcome<P>) -> Self {
        Self { pieces, result, owed: 0, nodes: 0 }
    }

    /// Goes on within a budget; says why it stopped, `None` where there is a result.
    pub(crate) fn run(&mut self, budget: &Budget) -> Option<Stop> {
        let mut purse = Purse::new(budget);
        let stopped = loop {
            let Progress { found, fraction, .. } = self.progress();
            purse.note(found, fraction);
            if let Err(stop) = purse.pay(&mut self.owed) {
                break Some(stop);
            }
            if self.result.is_some() {
                break None;
            }
            (self.owed, self.result) = self.pieces.piece();
        };
        self.nodes += purse.used();
        stopped
    }

    /// The result, when it is paid for.
    pub(crate) fn result(&self) -> Outcome<P> {
        self.result.clone().filter(|_| self.owed == 0)
    }

    pub(crate) fn progress(&self) -> Progress {
        let done = self.result.is_some() && self.owed == 0;
        let fraction = if done { 1.0 } else { self.pieces.share() };
        Progress { nodes: self.nodes, found: u64::from(matches!(self.result, Some(Ok(_)))), fraction }
    }

    /// The work as it stands, and its result, paid for or not.
    pub(crate) fn into_parts(self) -> (P, Outcome<P>) {
        (self.pieces, self.result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debts_are_paid_in_parts() {
        let mut owed = 10;
        for left in [7, 4, 1] {
            let budget = Budget::nodes(3);
            let mut purse = Purse::new(&budget);
            assert_eq!(purse.pay(&mut owed), Err(Stop::NodeBudget));
            assert_eq!((owed, purse.used()), (left, 3));
        }
        let budget = Budget::nodes(3);
        let mut purse = Purse::new(&budget);
        assert_eq!(purse.pay(&mut owed), Ok(()));
        assert_eq!((owed, purse.used()), (0, 1));
    }
}
