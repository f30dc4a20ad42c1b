//! Which rows must be cleared before which.
//!
//! A piece that spans a row it does not touch comes when that row is gone, so that
//! row is cleared before every row the piece has a cell in. Rows that would have to
//! be cleared before each other never are.

use crate::rules::field::PcField;

/// A strict order of rows, closed under "before what comes after".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowOrder {
    /// For each row the rows that are cleared after it.
    after: [u16; PcField::MAX_HEIGHT],
}

impl RowOrder {
    /// For each row the rows after it.
    pub(crate) fn rows(&self) -> &[u16; PcField::MAX_HEIGHT] {
        &self.after
    }

    /// The order with each of `first` before all of `later`; `None` if that is no order.
    #[inline]
    pub(crate) fn with(mut self, first: u16, later: u16) -> Option<Self> {
        let mut all = later;
        let mut left = later;
        while left != 0 {
            all |= self.after[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        if all & first != 0 {
            return None;
        }
        for (row, after) in self.after.iter_mut().enumerate() {
            if first >> row & 1 != 0 || *after & first != 0 {
                *after |= all;
            }
        }
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_refused() {
        let order = RowOrder::default().with(0b0010, 0b0101).and_then(|order| order.with(0b0100, 0b1000));
        let order = order.expect("1 before 0 and 2, 2 before 3");
        assert_eq!(order.after[1], 0b1101);
        assert_eq!(order.with(0b1000, 0b0010), None);
        assert_eq!(order.with(0b0100, 0b0010), None);
        assert!(order.with(0b0001, 0b0100).is_some());
        assert_eq!(RowOrder::default().with(0b0110, 0b1001).map(|order| order.after[2]), Some(0b1001));
    }
}
