//! The depth-first walk of all structures: down to a waiting node, on to the next
//! child, and back.

use alloc::vec::Vec;

use grid_core::{Meter, Stop};

use super::drive::Fraction;
use super::engine::Event;
use crate::Branching;

/// No option: the item stays uncovered.
pub(crate) const NONE: u32 = u32::MAX;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The waiting node is to be looked at.
    Descend,
    /// The waiting node is a solution.
    Solved,
    /// The present child of the top frame is done.
    Backtrack,
}

/// A node whose children are being tried.
pub(super) trait Frame {
    /// The option of the present child, or [`NONE`].
    fn chosen(&self) -> u32;
    /// How many children have been tried.
    fn fraction(&self) -> Fraction;
}

/// The nodes above the waiting one.
#[derive(Clone)]
pub(super) struct Path<F> {
    pub(super) frames: Vec<F>,
    pub(super) state: State,
    /// Frames that belong to whoever forked this search.
    floor: usize,
}

impl<F: Frame> Path<F> {
    pub(super) fn new() -> Self {
        Self { frames: Vec::new(), state: State::Descend, floor: 0 }
    }

    pub(super) fn depth(&self) -> usize {
        self.frames.len()
    }

    pub(super) fn fractions(&self) -> impl Iterator<Item = Fraction> + '_ {
        self.frames.iter().map(F::fraction)
    }

    /// The walk through the waiting node, or the solution just found, and what is
    /// below it only.
    pub(super) fn below(self) -> Self {
        Self { floor: self.frames.len(), state: State::Descend, ..self }
    }

    /// Leaves out what is below the waiting node.
    pub(super) fn skip(&mut self) {
        self.state = State::Backtrack;
    }
}

/// A structure that is walked.
pub(super) trait Walk {
    type Frame: Frame;

    fn path(&self) -> &Path<Self::Frame>;
    fn path_mut(&mut self) -> &mut Path<Self::Frame>;
    /// The name of each option in the problem.
    fn ids(&self) -> &[u32];
    /// Looks at the waiting node and opens a frame if it branches; says whether it is
    /// a solution.
    fn look(&mut self, rule: Option<&dyn Branching>) -> bool;
    /// Goes to the next child of the top frame, or takes the frame away.
    fn next_child(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop>;

    /// Goes on to the next solution, or the next node at the depth `fork_at`.
    fn advance(
        &mut self,
        rule: Option<&dyn Branching>,
        fork_at: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Event, Stop> {
        loop {
            let path = self.path_mut();
            if path.state == State::Backtrack {
                if path.frames.len() == path.floor {
                    return Ok(Event::Done);
                }
                self.next_child(meter)?;
                continue;
            }
            if path.frames.len() >= fork_at {
                return Ok(Event::Fork);
            }
            let before = core::mem::replace(&mut path.state, State::Backtrack);
            if before == State::Solved || self.look(rule) {
                return Ok(Event::Solution);
            }
        }
    }

    /// The chosen options in the order of choice.
    fn chosen(&self, out: &mut Vec<u32>) {
        let chosen = self.path().frames.iter().map(Frame::chosen).filter(|&option| option != NONE);
        out.extend(chosen.map(|option| self.ids()[option as usize]));
    }
}
