//! Rounds a second of 6 teams with 9 bids, without and with a record:
//! `cargo run --release --example resolve_speed`.

use std::time::Instant;

use grid_core::Stream;
use stone_auction::{Bid, Contest, KindId, Market, RoundRules, TeamId, TieRule, play_round, resolve_round};

fn main() {
    let floors = [20, 30, 40, 50, 60, 70, 80, 25, 35, 45];
    let rules = RoundRules { floors: &floors, max_bids: 9, max_wins: 7, tie: TieRule::SecondBid, lots: 0 };
    let market = Market { money: vec![1500; 6], supply: vec![5, 4, 6, 3, 5, 4, 2, 6, 5, 4] };
    let mut stream = Stream::new(1, "resolve speed", 0);
    let mut bid = || {
        let kind = stream.below(10);
        Bid::new(KindId(kind as u16), floors[kind as usize] + u64::from(stream.below(40)))
    };
    let rounds: Vec<Vec<Vec<Bid>>> =
        (0..1000).map(|_| (0..6).map(|_| (0..9).map(|_| bid()).collect()).collect()).collect();
    let mut answer = |contest: &Contest, team: TeamId| Some(contest.price + u64::from(team.0));

    let (mut sold, mut quiet_sold) = (0u64, 0u64);
    let repeats = 200;
    let begin = Instant::now();
    for _ in 0..repeats {
        for bids in &rounds {
            let mut after = market.clone();
            play_round(&rules, &mut after, bids, &mut answer);
            quiet_sold += after.supply.iter().map(|&units| u64::from(units)).sum::<u64>();
        }
    }
    let quiet = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    for _ in 0..repeats {
        for bids in &rounds {
            let result = resolve_round(&rules, &market, bids, &mut answer);
            sold += result.after.supply.iter().map(|&units| u64::from(units)).sum::<u64>();
        }
    }
    let recorded = begin.elapsed().as_secs_f64();
    assert_eq!(sold, quiet_sold);
    let played = f64::from(repeats) * rounds.len() as f64;
    println!("without a record {:.0} rounds/s, with one {:.0}", played / quiet, played / recorded);
}
