//! Pays for work that is done in one piece from a budget that is given in many.

use grid_core::{Budget, Meter, Stop};

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

/// Work that is done piece by piece until it has a result.
pub(crate) trait Pieces {
    /// Whether there is a result.
    fn is_done(&self) -> bool;

    /// Does one piece; says how many nodes it cost.
    fn piece(&mut self) -> u64;

    /// Nodes of pieces done but not paid for.
    fn owed(&mut self) -> &mut u64;

    /// Results so far, and the share of the whole that is done.
    fn share(&self) -> (u64, f64);

    /// Goes on within a budget; says how many nodes it paid, and why it stopped.
    fn go_on(&mut self, budget: &Budget) -> (u64, Option<Stop>) {
        let mut purse = Purse::new(budget);
        let stopped = loop {
            let (found, fraction) = self.share();
            purse.note(found, fraction);
            if let Err(stop) = purse.pay(self.owed()) {
                break Some(stop);
            }
            if self.is_done() {
                break None;
            }
            *self.owed() = self.piece();
        };
        (purse.used(), stopped)
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
