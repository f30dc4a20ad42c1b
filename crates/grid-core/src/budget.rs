//! How long a search may run, and how it says that it stopped.

use alloc::sync::Arc;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

/// A flag that another thread, or a callback, raises to end a search.
///
/// Clones share the flag.
///
/// ```
/// use grid_core::CancelFlag;
/// let flag = CancelFlag::new();
/// flag.clone().cancel();
/// assert!(flag.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// A flag not yet raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag. It stays up.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is up.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search may spend: search nodes, a cancel flag and, with `std` only, a
/// deadline; and whom it tells how far it has come. The default has no limit.
///
/// Node limits are deterministic; flag and clock are looked at, and progress is
/// told, once every [`Budget::CHECK_EVERY`] nodes.
///
/// ```
/// use grid_core::Budget;
/// let budget = Budget::nodes(10_000);
/// assert_eq!(budget.node_limit(), Some(10_000));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    nodes: Option<u64>,
    cancel: Option<CancelFlag>,
    progress: Option<Listener>,
    #[cfg(feature = "std")]
    deadline: Option<std::time::Instant>,
}

/// A progress callback.
#[derive(Clone)]
struct Listener(Arc<dyn Fn(&Progress) + Send + Sync>);

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

impl Budget {
    /// Nodes between two looks at the cancel flag and the clock.
    pub const CHECK_EVERY: u64 = 1024;

    /// No limit.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// At most `nodes` search nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// The same with another node limit.
    ///
    /// ```
    /// use grid_core::Budget;
    /// assert_eq!(Budget::nodes(9).with_nodes(5).node_limit(), Some(5));
    /// ```
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// The same with a cancel flag.
    #[must_use]
    pub fn with_cancel(mut self, flag: CancelFlag) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// The same with a callback that is told of progress; it may raise the cancel
    /// flag.
    ///
    /// ```
    /// use grid_core::{Budget, CancelFlag, Stop};
    /// let flag = CancelFlag::new();
    /// let stop = flag.clone();
    /// let enough = move |progress: &grid_core::Progress| {
    ///     if progress.nodes > 5000 {
    ///         stop.cancel();
    ///     }
    /// };
    /// let budget = Budget::unlimited().with_cancel(flag).with_progress(enough);
    /// let mut meter = budget.meter();
    /// while meter.spend(1).is_ok() {}
    /// assert_eq!(meter.stopped(), Some(Stop::Cancelled));
    /// ```
    #[must_use]
    pub fn with_progress(mut self, callback: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.progress = Some(Listener(Arc::new(callback)));
        self
    }

    /// The same with a deadline: results then depend on the machine.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn with_deadline(mut self, deadline: std::time::Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// The same without a node limit: flag and deadline only.
    #[must_use]
    pub fn without_node_limit(&self) -> Self {
        Self { nodes: None, ..self.clone() }
    }

    /// The node limit, if there is one.
    #[must_use]
    pub fn node_limit(&self) -> Option<u64> {
        self.nodes
    }

    /// A meter that spends this budget from the start.
    #[must_use]
    pub fn meter(&self) -> Meter<'_> {
        Meter {
            budget: self,
            used: 0,
            limit: self.nodes.unwrap_or(u64::MAX),
            next_check: 0,
            stopped: None,
            found: 0,
            fraction: 0.0,
        }
    }

    /// Why a search should not begin: the flag is up or the deadline has passed.
    #[must_use]
    pub fn interrupted(&self) -> Option<Stop> {
        if self.cancel.as_ref().is_some_and(CancelFlag::is_cancelled) {
            return Some(Stop::Cancelled);
        }
        #[cfg(feature = "std")]
        if self.deadline.is_some_and(|d| std::time::Instant::now() >= d) {
            return Some(Stop::Deadline);
        }
        None
    }
}

/// Why a search ended before it was done.
///
/// It is an error, so that `?` hands it on where an end before the answer is one.
///
/// ```
/// use grid_core::{Budget, Stop};
/// fn searched(budget: &Budget) -> Result<(), Box<dyn core::error::Error>> {
///     budget.meter().spend(1)?;
///     Ok(())
/// }
/// assert!(searched(&Budget::nodes(1)).is_ok());
/// assert_eq!(searched(&Budget::nodes(0)).unwrap_err().to_string(), Stop::NodeBudget.to_string());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stop {
    /// All nodes of the budget are spent.
    #[error("the node budget is spent")]
    NodeBudget,
    /// The cancel flag was raised.
    #[error("cancelled")]
    Cancelled,
    /// The deadline has passed.
    #[error("the deadline has passed")]
    Deadline,
}

/// Counts the nodes that a search spends of its [`Budget`].
///
/// ```
/// use grid_core::{Budget, Stop};
/// let budget = Budget::nodes(2);
/// let mut meter = budget.meter();
/// assert_eq!(meter.spend(1), Ok(()));
/// assert_eq!(meter.spend(1), Ok(()));
/// assert_eq!(meter.spend(1), Err(Stop::NodeBudget));
/// assert_eq!(meter.used(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    used: u64,
    limit: u64,
    next_check: u64,
    stopped: Option<Stop>,
    found: u64,
    fraction: f64,
}

impl Meter<'_> {
    /// Takes `nodes` from the budget, all or none.
    ///
    /// # Errors
    /// The reason to stop; once it has come, it comes again.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> Result<(), Stop> {
        if self.used < self.next_check && nodes <= self.limit - self.used {
            self.used += nodes;
            return Ok(());
        }
        self.spend_checked(nodes)
    }

    #[cold]
    fn spend_checked(&mut self, nodes: u64) -> Result<(), Stop> {
        if self.stopped.is_none() {
            if let Some(Listener(tell)) = &self.budget.progress {
                tell(&Progress { nodes: self.used, found: self.found, fraction: self.fraction });
            }
            self.stopped = if nodes > self.limit - self.used {
                Some(Stop::NodeBudget)
            } else {
                self.budget.interrupted()
            };
        }
        if let Some(stop) = self.stopped {
            self.next_check = 0;
            return Err(stop);
        }
        self.next_check = self.used.saturating_add(Budget::CHECK_EVERY);
        self.used += nodes;
        Ok(())
    }

    /// Notes what the next report of progress says: results so far and the share of
    /// the whole that is done, 0 to 1.
    #[inline]
    pub fn note(&mut self, found: u64, fraction: f64) {
        self.found = found;
        self.fraction = fraction;
    }

    /// Takes nodes that were spent already, as many as there are.
    ///
    /// # Errors
    /// The reason to stop, looked for anew each time.
    pub fn charge(&mut self, nodes: u64) -> Result<(), Stop> {
        let left = self.remaining();
        self.spend_checked(nodes.min(left))?;
        if nodes > left { self.spend_checked(1) } else { Ok(()) }
    }

    /// Nodes that the limit leaves.
    #[must_use]
    pub fn remaining(&self) -> u64 {
        self.limit - self.used
    }

    /// Nodes spent so far.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Why the search must stop, if it must.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }
}

/// How far a long search has come, as given to a progress callback.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Search nodes so far.
    pub nodes: u64,
    /// Results found so far.
    pub found: u64,
    /// Estimated share of the whole that is done, 0 to 1.
    pub fraction: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancel_is_seen_within_one_check() {
        let flag = CancelFlag::new();
        let budget = Budget::unlimited().with_cancel(flag.clone());
        let mut meter = budget.meter();
        assert_eq!(meter.spend(1), Ok(()));
        flag.cancel();
        let spent = (0..2 * Budget::CHECK_EVERY).take_while(|_| meter.spend(1).is_ok()).count() as u64;
        assert!(spent <= Budget::CHECK_EVERY);
        assert_eq!(meter.stopped(), Some(Stop::Cancelled));
        assert_eq!(meter.spend(1), Err(Stop::Cancelled));
    }

    #[test]
    fn a_refused_bulk_spends_nothing() {
        let budget = Budget::nodes(5);
        let mut meter = budget.meter();
        assert_eq!(meter.spend(6), Err(Stop::NodeBudget));
        assert_eq!(meter.used(), 0);
    }

    #[test]
    fn progress_is_told_with_what_was_noted() {
        use core::sync::atomic::AtomicU64;
        let (calls, last) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (count, seen) = (calls.clone(), last.clone());
        let budget = Budget::nodes(5 * Budget::CHECK_EVERY).with_progress(move |progress| {
            count.fetch_add(1, Ordering::Relaxed);
            seen.store(progress.found, Ordering::Relaxed);
            assert_eq!(progress.fraction, progress.found as f64 / 1e6);
        });
        let mut meter = budget.meter();
        while meter.spend(1).is_ok() {
            meter.note(meter.used(), meter.used() as f64 / 1e6);
        }
        assert_eq!(calls.load(Ordering::Relaxed), 6);
        assert_eq!(last.load(Ordering::Relaxed), 5 * Budget::CHECK_EVERY);
    }

    #[cfg(feature = "std")]
    #[test]
    fn a_past_deadline_stops_at_once() {
        let budget = Budget::unlimited().with_deadline(std::time::Instant::now());
        assert_eq!(budget.meter().spend(1), Err(Stop::Deadline));
    }
}
