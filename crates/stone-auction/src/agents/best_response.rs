//! The best answer to known rivals, by trying everything; for tiny games.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use grid_core::Budget;

use super::plan::Workshop;
use crate::judge::agent::Agent;
use crate::rules::auction::{Bid, Contest, Market, resolve_round};
use crate::rules::id::{KindId, TeamId};
use crate::rules::placement::{Placement, Score};
use crate::rules::ranking::Standing;
use crate::rules::view::View;

/// Gives the lists that all teams are expected to hand in; the own one is
/// ignored.
pub type ListForecast = Box<dyn FnMut(&View<'_>) -> Vec<Vec<Bid>> + Send>;

/// Tries every list of bids on a grid of prices against the lists that it expects
/// of its rivals, as if the round were the last, and hands in the best.
///
/// A list is better if fewer teams rank before the own one, then by the own
/// standing. Rivals are taken to stay with a tied price; in a tie the own answer
/// is one more than the tied price where that is on the grid's range, as nothing
/// better exists then.
///
/// The number of lists is `(kinds · prices + 1)^bids`, so that only tiny games
/// are within reach; the search stops at [`BestResponse::MAX_LISTS`].
pub struct BestResponse {
    forecast: ListForecast,
    prices: Vec<u64>,
    workshop: Workshop,
}

impl fmt::Debug for BestResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BestResponse").field("prices", &self.prices).finish_non_exhaustive()
    }
}

/// What a list leads to: how many rivals rank before the own team, and the own
/// standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    before: usize,
    own: Standing,
}

impl BestResponse {
    /// Lists beyond this number are not tried.
    pub const MAX_LISTS: usize = 1 << 20;

    /// A player that bids only `prices`, against the lists that `forecast` gives.
    ///
    /// ```
    /// use stone_auction::{Agent, Bid, BestResponse, KindId};
    /// let rival = vec![Bid::new(KindId(0), 12)];
    /// let player = BestResponse::new([10, 12, 13], move |_| vec![Vec::new(), rival.clone()]);
    /// assert_eq!(player.name(), "best response");
    /// ```
    #[must_use]
    pub fn new(
        prices: impl IntoIterator<Item = u64>,
        forecast: impl FnMut(&View<'_>) -> Vec<Vec<Bid>> + Send + 'static,
    ) -> Self {
        let forecast = Box::new(forecast);
        Self { forecast, prices: prices.into_iter().collect(), workshop: Workshop::default() }
    }

    /// The outcome of the own list `list` among the expected `lists`.
    pub(super) fn value(&mut self, view: &View<'_>, lists: &mut [Vec<Bid>], list: &[Bid]) -> Value {
        let scenario = view.scenario();
        let team = view.team();
        lists[team.index()].clear();
        lists[team.index()].extend_from_slice(list);
        let rules = scenario.round_rules(view.round(), 0).expect("a round is open");
        let market = Market { money: view.money().to_vec(), supply: view.supply().to_vec() };
        let mut answers =
            |contest: &Contest, tied: TeamId| (tied == team).then(|| contest.price.saturating_add(1));
        let result = resolve_round(&rules, &market, lists, &mut answers);
        let packer = self.workshop.packer(scenario);
        let standing = |of: TeamId| {
            let mut owned = view.owned_by(of).to_vec();
            for award in result.awards.iter().filter(|award| award.team == of) {
                owned[award.kind.index()] += 1;
            }
            let packing = packer.pack(&owned, &Budget::nodes(100_000), 0);
            let stones = scenario.catalogue();
            let top = |placement: &Placement| {
                let cells = placement.cells(stones).unwrap_or_default();
                cells.into_iter().filter(|&cell| scenario.wall().is_top(cell)).count() as u64
            };
            let empty = Score::empty(scenario.wall(), stones, &owned);
            let used = packing.placements.len() as u64;
            let score = Score {
                area: packing.area as u64,
                unplaced_area: empty.unplaced_area - packing.area as u64,
                unplaced_count: empty.unplaced_count - used,
                top_covered: packing.placements.iter().map(top).sum(),
                used,
                ..empty
            };
            Standing { score, money: result.after.money[of.index()] }
        };
        let own = standing(team);
        let rule = scenario.ranking();
        let rivals = scenario.team_ids().filter(|&of| of != team);
        let before = rivals.filter(|&of| standing(of).compare(&own, rule) == Ordering::Less).count();
        Value { before, own }
    }

    /// Whether `a` is strictly better than `b`.
    pub(super) fn better(view: &View<'_>, a: &Value, b: &Value) -> bool {
        let rule = view.scenario().ranking();
        a.before.cmp(&b.before).then(a.own.compare(&b.own, rule)) == Ordering::Less
    }
}

impl Agent for BestResponse {
    fn name(&self) -> &str {
        "best response"
    }

    fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>) {
        let Some(limits) = view.limits() else { return };
        let mut lists = (self.forecast)(view);
        lists.resize(view.scenario().teams().len(), Vec::new());
        // A bid that no kind has keeps a position free.
        let mut choices = alloc::vec![Bid::new(KindId::UNKNOWN, 0)];
        for kind in view.scenario().catalogue().kinds() {
            choices.extend(self.prices.iter().map(|&price| Bid::new(kind, price)));
        }
        let mut best: Option<(Value, Vec<Bid>)> = None;
        let mut digits = alloc::vec![0usize; limits.max_bids as usize];
        for _ in 0..Self::MAX_LISTS {
            let list: Vec<Bid> = digits.iter().map(|&digit| choices[digit]).collect();
            let value = self.value(view, &mut lists, &list);
            if best.as_ref().is_none_or(|(most, _)| Self::better(view, &value, most)) {
                best = Some((value, list));
            }
            let Some(at) = digits.iter().position(|&digit| digit + 1 < choices.len()) else { break };
            digits[at] += 1;
            digits[..at].fill(0);
        }
        out.extend(best.map(|(_, list)| list).unwrap_or_default());
        while out.last().is_some_and(|bid| bid.kind == KindId::UNKNOWN) {
            out.pop();
        }
    }

    fn second_bid(&mut self, _: &View<'_>, contest: &Contest) -> Option<u64> {
        Some(contest.price.saturating_add(1))
    }

    fn place(&mut self, view: &View<'_>) -> Vec<Placement> {
        self.workshop.place(view, 100_000, 0).placements
    }
}
