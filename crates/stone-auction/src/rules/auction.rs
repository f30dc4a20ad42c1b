//! One auction round as a pure function: rules §2.2 and §2.3.

use alloc::vec::Vec;

use grid_core::{StableHasher, Stream};

use super::id::{KindId, TeamId};

mod ledger;
#[cfg(test)]
mod tests;

pub use ledger::{Answer, Award, BidResult, Contest, Outcome, Pass, RoundResult, SecondRound};
pub(crate) use ledger::{Ledger, Recorder};

/// One bid: a kind and the price offered for one unit of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Bid {
    /// The kind.
    pub kind: KindId,
    /// The price.
    pub price: u64,
}

impl Bid {
    /// A bid of `price` for one unit of `kind`.
    #[must_use]
    pub const fn new(kind: KindId, price: u64) -> Self {
        Self { kind, price }
    }
}

/// What happens when equal prices do not fit into the units left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum TieRule {
    /// A second bidding among the tied teams; what is tied again passes.
    #[default]
    SecondBid,
    /// Lots among the tied teams, at the tied price.
    Lots,
    /// No second bidding: the disputed units pass at once.
    Pass,
}

/// What holds for one round, beside what the teams have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundRules<'a> {
    /// The floor price of each kind.
    pub floors: &'a [u64],
    /// Bids beyond this position are void.
    pub max_bids: u32,
    /// A team with this many wins is out for the rest of the round.
    pub max_wins: u32,
    /// How ties end.
    pub tie: TieRule,
    /// The seed of [`TieRule::Lots`]; each contest draws from its own stream.
    pub lots: u64,
}

/// What the teams and the referee have: money by team and units by kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Market {
    /// Money left of each team.
    pub money: Vec<u64>,
    /// Units left of each kind.
    pub supply: Vec<u32>,
}

impl Market {
    /// A hash that is the same on every platform.
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = StableHasher::new("stone market");
        hasher.write(self.money.len() as u64);
        self.money.iter().for_each(|&money| hasher.write(money));
        self.supply.iter().for_each(|&units| hasher.write(units.into()));
        hasher.finish()
    }
}

/// Where the answers of a second bidding come from.
///
/// Implemented for closures, and for [`NoAnswers`].
pub trait SecondBids {
    /// The new price that `team` names, or `None` for no answer. An answer below
    /// the tied price or above the team's money counts as the tied price.
    fn answer(&mut self, contest: &Contest, team: TeamId) -> Option<u64>;
}

impl<F: FnMut(&Contest, TeamId) -> Option<u64>> SecondBids for F {
    fn answer(&mut self, contest: &Contest, team: TeamId) -> Option<u64> {
        self(contest, team)
    }
}

/// No team answers: every tie stays a tie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoAnswers;

impl SecondBids for NoAnswers {
    fn answer(&mut self, _: &Contest, _: TeamId) -> Option<u64> {
        None
    }
}

/// Plays one round and records everything that happens in it.
///
/// `bids[t]` is the list of team `t`, position 1 first. Nothing depends on the
/// order of teams or kinds, but for the draws of [`TieRule::Lots`].
///
/// # Panics
/// If `rules.floors` and `before.supply`, or `bids` and `before.money`, differ in
/// length.
///
/// # Complexity
/// `O(b log t)` for `b` bids of `t` teams.
///
/// ```
/// use stone_auction::{resolve_round, Bid, KindId, Market, NoAnswers, Outcome, RoundRules, TieRule};
/// let rules = RoundRules { floors: &[5], max_bids: 2, max_wins: 1, tie: TieRule::SecondBid, lots: 0 };
/// let before = Market { money: vec![100, 100], supply: vec![1] };
/// let bids = [vec![Bid::new(KindId(0), 7)], vec![Bid::new(KindId(0), 9)]];
/// let result = resolve_round(&rules, &before, &bids, &mut NoAnswers);
/// assert_eq!(result.after.money, [100, 91]);
/// assert_eq!(result.outcomes[0].outcome, Outcome::Outbid);
/// ```
#[must_use]
pub fn resolve_round(
    rules: &RoundRules<'_>,
    before: &Market,
    bids: &[Vec<Bid>],
    second: &mut impl SecondBids,
) -> RoundResult {
    let mut round = OpenRound::new(before.clone());
    let mut recorder = Recorder::default();
    while let Some(position) = round.next_position(bids) {
        round.resolve_position(rules, position, bids, second, &mut recorder);
    }
    recorder.finish(round)
}

/// Plays one round without a record: `market` becomes what is left.
///
/// # Panics
/// As [`resolve_round`].
///
/// ```
/// use stone_auction::{play_round, Bid, KindId, Market, NoAnswers, RoundRules, TieRule};
/// let rules = RoundRules { floors: &[5], max_bids: 1, max_wins: 1, tie: TieRule::SecondBid, lots: 0 };
/// let mut market = Market { money: vec![100], supply: vec![3] };
/// play_round(&rules, &mut market, &[vec![Bid::new(KindId(0), 7)]], &mut NoAnswers);
/// assert_eq!(market, Market { money: vec![93], supply: vec![2] });
/// ```
pub fn play_round(
    rules: &RoundRules<'_>,
    market: &mut Market,
    bids: &[Vec<Bid>],
    second: &mut impl SecondBids,
) {
    let mut round = OpenRound::new(core::mem::take(market));
    while let Some(position) = round.next_position(bids) {
        round.resolve_position(rules, position, bids, second, &mut ());
    }
    *market = round.market;
}

/// A round between two positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenRound {
    pub(crate) market: Market,
    pub(crate) wins: Vec<u32>,
    withdrawn: Vec<u64>,
    position: u32,
    active: Vec<Active>,
}

/// A bid that takes part in the contest of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Active {
    kind: KindId,
    price: u64,
    team: TeamId,
}

impl OpenRound {
    pub(crate) fn new(market: Market) -> Self {
        let (teams, kinds) = (market.money.len(), market.supply.len());
        let withdrawn = alloc::vec![0; kinds.div_ceil(64)];
        Self {
            market,
            wins: alloc::vec![0; teams],
            withdrawn,
            position: 0,
            active: Vec::with_capacity(teams),
        }
    }

    /// The position to resolve next, from 1; `None` after the last bid.
    pub(crate) fn next_position(&self, bids: &[Vec<Bid>]) -> Option<u32> {
        let next = self.position as usize;
        bids.iter().any(|list| list.len() > next).then_some(self.position + 1)
    }

    fn is_withdrawn(&self, kind: KindId) -> bool {
        self.withdrawn[kind.index() / 64] >> (kind.index() % 64) & 1 != 0
    }

    /// The first test of rules §2.2 that makes the bid void, if one does.
    pub(crate) fn void(
        &self,
        rules: &RoundRules<'_>,
        position: u32,
        team: TeamId,
        bid: Bid,
    ) -> Option<Outcome> {
        let kind = bid.kind.index();
        if position > rules.max_bids {
            return Some(Outcome::TooManyBids);
        }
        let Some(&floor) = rules.floors.get(kind) else {
            return Some(Outcome::UnknownKind);
        };
        if bid.price < floor {
            Some(Outcome::BelowFloor)
        } else if self.wins[team.index()] >= rules.max_wins {
            Some(Outcome::WinLimit)
        } else if self.is_withdrawn(bid.kind) {
            Some(Outcome::Withdrawn)
        } else if self.market.supply[kind] == 0 {
            Some(Outcome::SoldOut)
        } else if bid.price > self.market.money[team.index()] {
            Some(Outcome::NoFunds)
        } else {
            None
        }
    }

    /// Sorts the bids of a position into void ones, which the ledger gets, and
    /// active ones, by kind, price descending and team.
    fn open(&mut self, rules: &RoundRules<'_>, position: u32, bids: &[Vec<Bid>], ledger: &mut impl Ledger) {
        assert_eq!(bids.len(), self.market.money.len(), "one list of bids a team");
        assert_eq!(rules.floors.len(), self.market.supply.len(), "one floor price a kind");
        self.active.clear();
        for (team, list) in bids.iter().enumerate() {
            let Some(&bid) = list.get(position as usize - 1) else {
                continue;
            };
            let team = TeamId(team as u16);
            match self.void(rules, position, team, bid) {
                Some(outcome) => ledger.outcome(position, team, bid, outcome, None),
                None => self.active.push(Active { kind: bid.kind, price: bid.price, team }),
            }
        }
        self.active.sort_unstable_by(|a, b| (a.kind, b.price, a.team).cmp(&(b.kind, a.price, b.team)));
    }

    /// The second biddings that the position needs, in the order of kinds.
    pub(crate) fn contests(&self, rules: &RoundRules<'_>, position: u32, bids: &[Vec<Bid>]) -> Vec<Contest> {
        let mut round = self.clone();
        let mut asked = Recorder::default();
        round.resolve_position(rules, position, bids, &mut NoAnswers, &mut asked);
        asked.into_contests()
    }

    /// Resolves one position.
    pub(crate) fn resolve_position(
        &mut self,
        rules: &RoundRules<'_>,
        position: u32,
        bids: &[Vec<Bid>],
        second: &mut impl SecondBids,
        ledger: &mut impl Ledger,
    ) {
        self.open(rules, position, bids, ledger);
        let active = core::mem::take(&mut self.active);
        for group in active.chunk_by(|a, b| a.kind == b.kind) {
            self.sell(rules, position, group, second, ledger);
        }
        self.active = active;
        self.position = position;
        ledger.end_position();
    }

    /// Sells one kind to its active bids at one position, dearest first.
    fn sell(
        &mut self,
        rules: &RoundRules<'_>,
        position: u32,
        bids: &[Active],
        second: &mut impl SecondBids,
        ledger: &mut impl Ledger,
    ) {
        let units = self.market.supply[bids[0].kind.index()] as usize;
        let won = winners(bids, units);
        for bid in &bids[..won] {
            self.award(position, bid.team, *bid, bid.price, None, ledger);
        }
        let left = units - won;
        let tied = if left == 0 { 0 } else { first_group(&bids[won..]) };
        if tied > 0 {
            self.break_tie(rules, position, &bids[won..won + tied], left, second, ledger);
        }
        for bid in &bids[won + tied..] {
            ledger.outcome(position, bid.team, bid.bid(), Outcome::Outbid, None);
        }
    }

    /// Ends the tie of more bids than the `units` left.
    fn break_tie(
        &mut self,
        rules: &RoundRules<'_>,
        position: u32,
        tied: &[Active],
        units: usize,
        second: &mut impl SecondBids,
        ledger: &mut impl Ledger,
    ) {
        match rules.tie {
            TieRule::SecondBid => self.second_bidding(position, tied, units, second, ledger),
            TieRule::Lots => {
                let mut order: Vec<Active> = tied.to_vec();
                let name = u64::from(position) << 16 | u64::from(tied[0].kind.0);
                Stream::new(rules.lots, "stone lots", name).shuffle(&mut order);
                for (rank, bid) in order.into_iter().enumerate() {
                    if rank < units {
                        self.award(position, bid.team, bid, bid.price, None, ledger);
                    } else {
                        ledger.outcome(position, bid.team, bid.bid(), Outcome::Outbid, None);
                    }
                }
            }
            TieRule::Pass => {
                for bid in tied {
                    ledger.outcome(position, bid.team, bid.bid(), Outcome::Tied, None);
                }
                self.withdraw(position, tied[0].kind, units, ledger);
            }
        }
    }

    fn second_bidding(
        &mut self,
        position: u32,
        tied: &[Active],
        units: usize,
        second: &mut impl SecondBids,
        ledger: &mut impl Ledger,
    ) {
        let contest = Contest {
            position,
            kind: tied[0].kind,
            price: tied[0].price,
            units: units as u32,
            teams: tied.iter().map(|bid| bid.team).collect(),
        };
        let mut answers = Vec::with_capacity(tied.len());
        let mut renewed = Vec::with_capacity(tied.len());
        for bid in tied {
            let answer = second.answer(&contest, bid.team);
            let money = self.market.money[bid.team.index()];
            let price = answer.filter(|price| (bid.price..=money).contains(price)).unwrap_or(bid.price);
            answers.push(Answer { team: bid.team, answer, price });
            renewed.push(Active { price, ..*bid });
        }
        renewed.sort_unstable_by(|a, b| (b.price, a.team).cmp(&(a.price, b.team)));
        ledger.second_round(contest, answers);
        let first = tied[0];
        let won = winners(&renewed, units);
        for bid in &renewed[..won] {
            let first = Active { team: bid.team, ..first };
            self.award(position, bid.team, first, bid.price, Some(bid.price), ledger);
        }
        let left = units - won;
        let still = if left == 0 { 0 } else { first_group(&renewed[won..]) };
        for (rank, bid) in renewed[won..].iter().enumerate() {
            let outcome = if rank < still { Outcome::Tied } else { Outcome::Outbid };
            ledger.outcome(position, bid.team, first.bid(), outcome, Some(bid.price));
        }
        if still > 0 {
            self.withdraw(position, first.kind, left, ledger);
        }
    }

    fn award(
        &mut self,
        position: u32,
        team: TeamId,
        first: Active,
        paid: u64,
        second: Option<u64>,
        ledger: &mut impl Ledger,
    ) {
        // The bid was tested against both, and a team has one bid at a position.
        self.market.money[team.index()] -= paid;
        self.market.supply[first.kind.index()] -= 1;
        self.wins[team.index()] += 1;
        ledger.outcome(position, team, first.bid(), Outcome::Won, second);
        ledger.award(Award { position, kind: first.kind, team, price: paid, second: second.is_some() });
    }

    fn withdraw(&mut self, position: u32, kind: KindId, units: usize, ledger: &mut impl Ledger) {
        self.withdrawn[kind.index() / 64] |= 1 << (kind.index() % 64);
        ledger.pass(Pass { position, kind, units: units as u32 });
    }
}

impl Active {
    fn bid(self) -> Bid {
        Bid::new(self.kind, self.price)
    }
}

/// How many bids, sorted by price descending, lie in price groups that fit into
/// `units` before the first that does not.
fn winners(bids: &[Active], units: usize) -> usize {
    if bids.len() <= units {
        return bids.len();
    }
    let mut won = 0;
    for group in bids.chunk_by(|a, b| a.price == b.price) {
        if won + group.len() > units {
            break;
        }
        won += group.len();
    }
    won
}

/// How many bids have the price of the first.
fn first_group(bids: &[Active]) -> usize {
    bids.iter().take_while(|bid| bid.price == bids[0].price).count()
}
