//! A small number for each item, in bit slices.

use grid_core::Bits;

/// Bounds that are left, in bit slices: slice `i` has bit `i` of each number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slices<B, const M: usize>([B; M]);

impl<B: Bits, const M: usize> Slices<B, M> {
    pub(super) const ZERO: Self = Self([B::EMPTY; M]);

    /// Items whose number is not 0.
    pub(super) fn any(&self) -> B {
        self.0.iter().fold(B::EMPTY, |all, &slice| all | slice)
    }

    /// Takes 1 from each item of `of`, none of which is 0.
    pub(super) fn decrement(&mut self, of: B) {
        let mut borrow = of;
        for slice in &mut self.0 {
            let old = *slice;
            *slice = old ^ borrow;
            borrow = borrow & !old;
        }
    }

    pub(super) fn increment(&mut self, of: B, by: u32) {
        for (i, slice) in self.0.iter_mut().enumerate() {
            if by >> i & 1 != 0 {
                *slice = *slice | of;
            }
        }
    }

    /// Items whose number is `n`.
    pub(super) fn equal(&self, n: usize) -> B {
        let mut all = !B::EMPTY;
        for (i, &slice) in self.0.iter().enumerate() {
            all = all & if n >> i & 1 != 0 { slice } else { !slice };
        }
        all
    }

    pub(super) fn number(&self, item: u32) -> u32 {
        (0..M).map(|i| u32::from(self.0[i].test(item)) << i).sum()
    }
}
