//! Which rows must be cleared before which.
//!
//! A piece that spans a row it does not touch comes when that row is gone, so that
//! row is cleared before every row the piece has a cell in. Rows that would have to
//! be cleared before each other never are.

use grid_core::Bits;

use crate::rules::field::PcField;

/// Bits of a row, as in a board.
const LANE: u32 = PcField::WIDTH as u32;

/// A strict order of rows, closed under "before what comes after": at each row's place
/// in a board the rows that are cleared after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowOrder<B>(B);

impl<B: Bits> RowOrder<B> {
    /// All of it as one word.
    #[inline]
    pub(crate) fn bits(self) -> B {
        self.0
    }

    #[inline]
    fn after(self, row: u32) -> u16 {
        super::board::row(self.0, row)
    }

    /// The order with each of `first` before all of `later`; `None` if that is no order.
    #[inline]
    pub(crate) fn with(self, first: u16, later: u16) -> Option<Self> {
        let mut all = later;
        let mut left = later;
        while left != 0 {
            all |= self.after(left.trailing_zeros());
            left &= left - 1;
        }
        if all & first != 0 {
            return None;
        }
        let mut order = self.0;
        for row in 0..B::BITS / LANE {
            if first >> row & 1 != 0 || self.after(row) & first != 0 {
                order = order | B::from_words(&[all.into()]).up(LANE * row);
            }
        }
        Some(Self(order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_refused() {
        let order =
            RowOrder::<u64>::default().with(0b0010, 0b0101).and_then(|order| order.with(0b0100, 0b1000));
        let order = order.expect("1 before 0 and 2, 2 before 3");
        assert_eq!(order.after(1), 0b1101);
        assert_eq!(order.with(0b1000, 0b0010), None);
        assert_eq!(order.with(0b0100, 0b0010), None);
        assert!(order.with(0b0001, 0b0100).is_some());
        assert_eq!(
            RowOrder::<u128>::default().with(0b0110, 0b1001).map(|order| order.after(2)),
            Some(0b1001)
        );
    }
}
