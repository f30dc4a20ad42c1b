//! Rounds, packings, proofs and decisions of the stone auction.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grid_core::{Budget, Stream};
use stone_auction::{
    AgentKind, Bid, Contest, Family, Game, GeneratorConfig, KindId, Market, Packer, RoundRules, TeamId,
    TieRule, generate_scenario, plant_puzzle, play_round, resolve_round,
};

fn rounds(c: &mut Criterion) {
    let floors = [20, 30, 40, 50, 60, 70, 80, 25, 35, 45];
    let rules = RoundRules { floors: &floors, max_bids: 9, max_wins: 7, tie: TieRule::SecondBid, lots: 0 };
    let market = Market { money: vec![1500; 6], supply: vec![5, 4, 6, 3, 5, 4, 2, 6, 5, 4] };
    let mut stream = Stream::new(1, "bench rounds", 0);
    let mut bid = || {
        let kind = stream.below(10);
        Bid::new(KindId(kind as u16), floors[kind as usize] + u64::from(stream.below(40)))
    };
    let rounds: Vec<Vec<Vec<Bid>>> =
        (0..1000).map(|_| (0..6).map(|_| (0..9).map(|_| bid()).collect()).collect()).collect();
    let mut answer = |contest: &Contest, team: TeamId| Some(contest.price + u64::from(team.0));
    for bids in &rounds {
        let mut after = market.clone();
        play_round(&rules, &mut after, bids, &mut answer);
        assert_eq!(resolve_round(&rules, &market, bids, &mut answer).after, after);
    }
    let mut group = c.benchmark_group("stone-auction/rounds of 6 teams and 9 bids");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("without a record", |b| {
        b.iter(|| {
            for bids in black_box(&rounds) {
                let mut after = market.clone();
                play_round(&rules, &mut after, bids, &mut answer);
                black_box(after);
            }
        });
    });
    group.bench_function("with a record", |b| {
        b.iter(|| {
            for bids in black_box(&rounds) {
                black_box(resolve_round(&rules, &market, bids, &mut answer));
            }
        });
    });
    group.finish();
}

fn packings(c: &mut Criterion) {
    for (cells, parts) in [(36, 8), (60, 12), (81, 16)] {
        let puzzle = plant_puzzle(cells, parts, 7);
        let packer = Packer::new(&puzzle.wall, &puzzle.stones);
        let solve = || packer.pack(&puzzle.stock, &Budget::nodes(1_000_000), 0);
        assert_eq!(solve().area, cells as usize);
        c.bench_function(&format!("stone-auction/{cells} cells filled with {parts} stones"), |b| {
            b.iter(solve)
        });
    }
}

fn decisions(c: &mut Criterion) {
    let mut config = GeneratorConfig::new(Family::Medium);
    (config.width, config.height) = ((13, 13), (8, 8));
    let game = Game::new(generate_scenario(&config, 3).scenario);
    let view = game.view(TeamId(0)).expect("a team");
    let decide = |kind: AgentKind| {
        let mut bids = Vec::new();
        kind.player(1).bids(&view, &mut bids);
        bids.len()
    };
    for kind in [AgentKind::Classic, AgentKind::Planner, AgentKind::Adaptive] {
        assert!(decide(kind) > 0);
        c.bench_function(&format!("stone-auction/{} decides a first round", kind.name()), |b| {
            b.iter(|| decide(kind))
        });
    }
}

criterion_group!(benches, rounds, packings, decisions);
criterion_main!(benches);
