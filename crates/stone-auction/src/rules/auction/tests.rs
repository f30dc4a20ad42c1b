//! Cases of the rules' text and of reports from related software.

use alloc::vec;
use alloc::vec::Vec;

use super::*;

const A: KindId = KindId(0);
const B: KindId = KindId(1);

fn rules<'a>(floors: &'a [u64], max_bids: u32, max_wins: u32) -> RoundRules<'a> {
    RoundRules { floors, max_bids, max_wins, tie: TieRule::SecondBid, lots: 0 }
}

fn outcomes(result: &RoundResult) -> Vec<Outcome> {
    result.outcomes.iter().map(|entry| entry.outcome).collect()
}

/// Two units; a, b, c bid 50, d 30; second bids 70, 60, 60.
#[test]
fn a_second_tie_passes_only_the_disputed_units() {
    let before = Market { money: vec![100; 4], supply: vec![2] };
    let bids = [50, 50, 50, 30].map(|price| vec![Bid::new(A, price)]);
    let named = [70, 60, 60];
    let mut answers = |_: &Contest, team: TeamId| Some(named[team.index()]);
    let result = resolve_round(&rules(&[1], 1, 1), &before, &bids, &mut answers);
    assert_eq!(outcomes(&result), [Outcome::Won, Outcome::Tied, Outcome::Tied, Outcome::Outbid]);
    assert_eq!(result.passed, [Pass { position: 1, kind: A, units: 1 }]);
    assert_eq!(result.after.money, [30, 100, 100, 100]);
}

/// a has 100 and bids A60, B60; b bids A20, B30; one unit of each.
#[test]
fn money_spent_is_money_gone() {
    let before = Market { money: vec![100, 100], supply: vec![1, 1] };
    let bids = [vec![Bid::new(A, 60), Bid::new(B, 60)], vec![Bid::new(A, 20), Bid::new(B, 30)]];
    let result = resolve_round(&rules(&[1, 1], 2, 2), &before, &bids, &mut NoAnswers);
    assert_eq!(outcomes(&result), [Outcome::Won, Outcome::Outbid, Outcome::NoFunds, Outcome::Won]);
}

/// The largest money, and prices that doubles cannot tell apart.
#[test]
fn no_sum_is_formed_and_no_price_is_rounded() {
    let most = 1_000_000_000_000_000_000;
    let before = Market { money: vec![most, most], supply: vec![0, 1] };
    let mut rich = vec![Bid::new(A, most); 5];
    rich.push(Bid::new(B, (1 << 53) + 1));
    let mut poor = vec![Bid::new(A, u64::MAX); 5];
    poor.push(Bid::new(B, 1 << 53));
    let result = resolve_round(&rules(&[0, 0], 6, 6), &before, &[rich, poor], &mut NoAnswers);
    assert_eq!(result.awards.len(), 1);
    assert_eq!(result.awards[0].team, TeamId(0));
}

#[test]
fn a_void_bid_keeps_its_position() {
    let before = Market { money: vec![10, 10], supply: vec![1] };
    let bids = [vec![Bid::new(KindId(9), 5), Bid::new(A, 9)], vec![Bid::new(A, 1)]];
    let result = resolve_round(&rules(&[1], 2, 2), &before, &bids, &mut NoAnswers);
    assert_eq!(outcomes(&result), [Outcome::UnknownKind, Outcome::Won, Outcome::SoldOut]);
}

#[test]
fn a_free_stone_is_sold_for_nothing() {
    let before = Market { money: vec![0], supply: vec![1] };
    let result = resolve_round(&rules(&[0], 1, 1), &before, &[vec![Bid::new(A, 0)]], &mut NoAnswers);
    assert_eq!(outcomes(&result), [Outcome::Won]);
}

#[test]
fn other_tie_rules_end_ties_at_once() {
    let before = Market { money: vec![100; 3], supply: vec![2] };
    let bids = vec![vec![Bid::new(A, 50), Bid::new(A, 50)]; 3];
    let mut asked = |_: &Contest, _: TeamId| -> Option<u64> { panic!("no second bidding") };
    let pass = RoundRules { tie: TieRule::Pass, ..rules(&[1], 2, 2) };
    let result = resolve_round(&pass, &before, &bids, &mut asked);
    assert_eq!(outcomes(&result)[..3], [Outcome::Tied; 3]);
    assert_eq!(outcomes(&result)[3..], [Outcome::Withdrawn; 3]);

    let mut firsts = [0; 3];
    for seed in 0..300 {
        let lots = RoundRules { tie: TieRule::Lots, lots: seed, ..rules(&[1], 2, 2) };
        let result = resolve_round(&lots, &before, &bids, &mut asked);
        assert_eq!(result.awards.iter().map(|award| award.price).collect::<Vec<_>>(), [50, 50]);
        assert_eq!(result.after.supply, [0]);
        (0..3).for_each(|team| firsts[team] += result.wins[team]);
    }
    assert!(firsts.iter().all(|&wins| (150..250).contains(&wins)), "{firsts:?}");
}

#[test]
fn an_answer_out_of_bounds_counts_as_the_tied_price() {
    let before = Market { money: vec![60, 60, 60], supply: vec![1] };
    let bids = vec![vec![Bid::new(A, 50)]; 3];
    let named = [Some(61), Some(49), Some(60)];
    let mut answers = |_: &Contest, team: TeamId| named[team.index()];
    let result = resolve_round(&rules(&[1], 1, 1), &before, &bids, &mut answers);
    let counted: Vec<u64> = result.second_rounds[0].answers.iter().map(|answer| answer.price).collect();
    assert_eq!(counted, [50, 50, 60]);
    assert_eq!(outcomes(&result), [Outcome::Outbid, Outcome::Outbid, Outcome::Won]);
}
