//! All steps by which a candidate can be built, whatever the queue.

use alloc::vec::Vec;

use grid_core::{Bits, Meter, Stop};

use super::build::Build;
use super::reach::Reach;

/// A walk over the sets of pieces that can lie, in layers of equal size; it can be
/// stopped and goes on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Live {
    layer: Vec<u32>,
    next: Vec<u32>,
    /// Sets of the layer that are done.
    done: usize,
    /// Layers that are done.
    depth: usize,
    /// From a set by a piece, in the order of layers.
    steps: Vec<(u32, u8)>,
    /// Most bytes, if that is bounded, and whether it would take more.
    memory: Option<usize>,
    full: bool,
}

impl Live {
    /// Begins with another candidate.
    pub(crate) fn reset(&mut self) {
        self.layer.clear();
        self.layer.push(0);
        self.next.clear();
        self.steps.clear();
        (self.done, self.depth) = (0, 0);
        self.full = false;
    }

    /// Bounds the bytes it may take.
    pub(crate) fn within(mut self, memory: usize) -> Self {
        self.memory = Some(memory);
        self
    }

    /// Whether it stopped for want of memory.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// Steps from a set by a piece, layer by layer, the sets of a layer in order.
    pub(crate) fn steps(&self) -> &[(u32, u8)] {
        &self.steps
    }

    /// Goes on until all steps are known, or the memory is [full](Self::is_full). A node
    /// is a set of pieces.
    pub(crate) fn advance<B: Bits>(
        &mut self,
        build: &Build<'_, B>,
        reach: &mut Reach<B>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        while self.depth < build.pieces.len() {
            while let Some(&lying) = self.layer.get(self.done) {
                if self.memory.is_some_and(|memory| size_of_val(&self.steps[..]) > memory) {
                    self.full = true;
                    return Ok(());
                }
                meter.spend(1)?;
                self.done += 1;
                for piece in build.placeable(reach, lying, |_| true) {
                    self.steps.push((lying, piece as u8));
                    self.next.push(lying | 1 << piece);
                }
            }
            self.next.sort_unstable();
            self.next.dedup();
            core::mem::swap(&mut self.layer, &mut self.next);
            self.next.clear();
            (self.done, self.depth) = (0, self.depth + 1);
        }
        Ok(())
    }
}
