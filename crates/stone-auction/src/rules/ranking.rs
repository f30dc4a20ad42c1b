//! Who comes first: rules §4.

use alloc::vec::Vec;
use core::cmp::Ordering;

use grid_core::Stream;

use super::placement::Score;

/// The order of the criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum RankingRule {
    /// Area, money, unplaced area, top edge.
    #[default]
    Article,
    /// Area, top edge, money, stones placed, unplaced stones.
    Guide,
}

/// What a team is ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Standing {
    /// The score of the arrangement.
    pub score: Score,
    /// Money left.
    pub money: u64,
}

impl Standing {
    /// `Less` where `self` comes before `other`, `Equal` where only lots decide.
    ///
    /// ```
    /// use stone_auction::{RankingRule, Score, Standing};
    /// let rich = Standing { money: 9, score: Score { area: 5, ..Score::default() } };
    /// let full = Standing { money: 0, score: Score { area: 6, ..Score::default() } };
    /// assert!(full.compare(&rich, RankingRule::Article).is_lt());
    /// ```
    #[must_use]
    pub fn compare(&self, other: &Self, rule: RankingRule) -> Ordering {
        let (a, b) = (&self.score, &other.score);
        let area = b.area.cmp(&a.area);
        let money = other.money.cmp(&self.money);
        let top = b.top_covered.cmp(&a.top_covered);
        match rule {
            RankingRule::Article => area.then(money).then(a.unplaced_area.cmp(&b.unplaced_area)).then(top),
            RankingRule::Guide => area
                .then(top)
                .then(money)
                .then(b.used.cmp(&a.used))
                .then(a.unplaced_count.cmp(&b.unplaced_count)),
        }
    }
}

/// Groups the indices of `standings` by rank, best first; a group is a tie that
/// only lots can break, ascending.
///
/// # Complexity
/// `O(n log n)`.
///
/// ```
/// use stone_auction::{rank, RankingRule, Score, Standing};
/// let of = |area, money| Standing { money, score: Score { area, ..Score::default() } };
/// let groups = rank(&[of(5, 1), of(6, 0), of(5, 1)], RankingRule::Article);
/// assert_eq!(groups, [vec![1], vec![0, 2]]);
/// ```
#[must_use]
pub fn rank(standings: &[Standing], rule: RankingRule) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..standings.len()).collect();
    order.sort_by(|&a, &b| standings[a].compare(&standings[b], rule));
    let same = |a: &usize, b: &usize| standings[*a].compare(&standings[*b], rule).is_eq();
    order.chunk_by(same).map(<[usize]>::to_vec).collect()
}

/// Orders every tie group by lots drawn from `seed`.
///
/// ```
/// let order = stone_auction::draw_lots(&[vec![1], vec![0, 2]], 7);
/// assert_eq!(order[0], 1);
/// ```
#[must_use]
pub fn draw_lots(groups: &[Vec<usize>], seed: u64) -> Vec<usize> {
    let mut order = Vec::new();
    for (place, group) in groups.iter().enumerate() {
        let mut drawn = group.clone();
        Stream::new(seed, "stone ranking lots", place as u64).shuffle(&mut drawn);
        order.extend(drawn);
    }
    order
}
