//! A region laid out as bits, along its shorter side, so that the border between
//! covered and open cells stays short.

use grid_core::{Bits, Cell, Region};

use alloc::vec::Vec;

#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    width: usize,
    height: usize,
    /// Column by column instead of row by row.
    upright: bool,
}

impl Frame {
    pub(super) fn new(region: &Region) -> Self {
        let (width, height) = (region.width(), region.height());
        Self { width, height, upright: width > height }
    }

    /// Cells side by side in the order of bits.
    pub(super) fn stride(&self) -> usize {
        if self.upright { self.height } else { self.width }
    }

    pub(super) fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The bit of a cell.
    pub(super) fn bit(&self, cell: Cell) -> usize {
        let (x, y) = (cell.x as usize, cell.y as usize);
        if self.upright { x * self.height + y } else { y * self.width + x }
    }

    /// The cell of a bit.
    pub(super) fn cell(&self, bit: usize) -> Cell {
        let (slow, fast) = ((bit / self.stride()) as i32, (bit % self.stride()) as i32);
        if self.upright { Cell::new(slow, fast) } else { Cell::new(fast, slow) }
    }
}

/// Which bits have a neighbour where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbours<B> {
    stride: u32,
    /// Bits that are not the first, or not the last, of their line.
    not_first: B,
    not_last: B,
}

impl<B: Bits> Neighbours<B> {
    pub(super) fn new(frame: &Frame) -> Self {
        let stride = frame.stride();
        let of = |keep: &dyn Fn(usize) -> bool| {
            let mut words: Vec<u64> = alloc::vec![0; frame.cells().div_ceil(64)];
            (0..frame.cells())
                .filter(|&bit| keep(bit % stride))
                .for_each(|bit| words[bit / 64] |= 1 << (bit % 64));
            B::from_words(&words)
        };
        Self { stride: stride as u32, not_first: of(&|at| at > 0), not_last: of(&|at| at + 1 < stride) }
    }

    /// All neighbours of the bits, perhaps outside the region.
    #[inline]
    pub(super) fn of(&self, bits: B) -> B {
        let sideways = (bits.up(1) & self.not_first) | (bits.down(1) & self.not_last);
        sideways | bits.up(self.stride) | bits.down(self.stride)
    }

    /// The part of `free` that is connected to `start`.
    #[inline]
    pub(super) fn flood(&self, start: B, free: B) -> B {
        let mut reached = start;
        loop {
            let next = reached | (self.of(reached) & free);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}
