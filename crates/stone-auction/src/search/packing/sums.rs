//! Which areas a stock of stones can have.

/// Areas up to 127 that stones can add up to, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums(u128);

impl Sums {
    /// The sums of up to `count` stones of each `(area, count)`.
    #[inline]
    pub(super) fn of(stock: impl Iterator<Item = (usize, u32)>) -> Self {
        let mut sums = 1u128;
        for (area, count) in stock {
            let mut left = count.min((127 / area.max(1)) as u32);
            let mut lot = 1;
            // Lots of 1, 2, 4, … and the rest add up to every number of stones.
            while left > 0 {
                let take = lot.min(left);
                let shift = area * take as usize;
                if shift < 128 {
                    sums |= sums << shift;
                }
                left -= take;
                lot *= 2;
            }
        }
        Self(sums)
    }

    /// The fewest cells of `room` that must stay empty.
    #[inline]
    pub(super) fn slack(self, room: u32) -> u32 {
        if room >= 128 {
            return 0;
        }
        let up_to = self.0 & (u128::MAX >> (127 - room));
        room - (127 - up_to.leading_zeros())
    }
}

/// The largest sum of stones that is at most `room`, of any size.
pub(super) fn largest_sum(stock: impl Iterator<Item = (usize, u32)>, room: usize) -> usize {
    let mut reached = alloc::vec![false; room + 1];
    reached[0] = true;
    for (area, count) in stock.filter(|&(area, count)| area > 0 && count > 0) {
        // How many stones of this kind a sum needs, at least.
        let mut used = alloc::vec![0u32; room + 1];
        for sum in area..=room {
            let before = used[sum - area];
            if !reached[sum] && reached[sum - area] && before < count {
                reached[sum] = true;
                used[sum] = before + 1;
            }
        }
    }
    (0..=room).rev().find(|&sum| reached[sum]).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid_core::Stream;

    /// Both against all subsets.
    #[test]
    fn sums_agree_with_all_subsets() {
        let mut stream = Stream::new(3, "sums", 0);
        for _ in 0..500 {
            let stock: alloc::vec::Vec<(usize, u32)> =
                (0..1 + stream.below(4)).map(|_| (1 + stream.below(9) as usize, stream.below(5))).collect();
            let mut all = alloc::collections::BTreeSet::from([0]);
            for &(area, count) in &stock {
                all = all.iter().flat_map(|sum| (0..=count).map(move |n| sum + area * n as usize)).collect();
            }
            let room = stream.below(100);
            let best = all.range(..=room as usize).next_back().copied().unwrap();
            assert_eq!(Sums::of(stock.iter().copied()).slack(room), room - best as u32, "{stock:?} {room}");
            assert_eq!(largest_sum(stock.iter().copied(), room as usize), best);
        }
    }
}
