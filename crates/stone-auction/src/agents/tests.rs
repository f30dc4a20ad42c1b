//! What players may do, and what they must do in games with a known answer.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use grid_core::Stream;

use super::best_response::BestResponse;
use super::*;
use crate::generate::{Family, GeneratorConfig, generate_scenario};
use crate::judge::agent::Agent;
use crate::rules::auction::{Bid, TieRule};
use crate::rules::game::Game;
use crate::rules::id::{KindId, TeamId};
use crate::rules::ranking::RankingRule;
use crate::rules::scenario::{Kind, RoundSpec, Scenario, ScenarioParts, Team};
use crate::search::tournament::play_game;

#[test]
fn every_player_plays_every_family() {
    for family in Family::ALL {
        let scenario = generate_scenario(&GeneratorConfig::new(family), 3).scenario;
        let agents: Vec<Box<dyn Agent>> =
            AgentKind::ALL.iter().enumerate().map(|(seat, kind)| kind.player(seat as u64)).collect();
        let game = play_game(Game::new(scenario), agents);
        let again: Vec<Box<dyn Agent>> =
            AgentKind::ALL.iter().enumerate().map(|(seat, kind)| kind.player(seat as u64)).collect();
        let twin = play_game(Game::new(game.scenario().clone()), again);
        assert_eq!(game.replay(), twin.replay());
        game.replay().verify().unwrap();
        let standings = game.standings();
        assert!(standings.iter().all(|standing| standing.score.area > 0), "{standings:?}");
    }
}

/// With at least teams × bids units of every kind nothing is ever in dispute.
#[test]
fn adaptive_pays_floor_prices_where_there_is_plenty() {
    for seed in 0..6 {
        let mut parts = generate_scenario(&GeneratorConfig::new(Family::Rich), seed).scenario.into_parts();
        let most = parts.rounds.iter().map(|round| round.max_bids).max().unwrap();
        let rounds = parts.rounds.len() as u32;
        for kind in &mut parts.kinds {
            kind.count = 6 * most * rounds;
        }
        let scenario = Scenario::new(parts).unwrap();
        let agents: Vec<Box<dyn Agent>> = [AgentKind::Classic, AgentKind::Adaptive, AgentKind::Greedy]
            .iter()
            .cycle()
            .take(6)
            .enumerate()
            .map(|(seat, kind)| kind.player(seed * 10 + seat as u64))
            .collect();
        let game = play_game(Game::new(scenario), agents);
        let mut bought = 0;
        for round in game.history() {
            for entry in round.outcomes.iter().filter(|entry| [1, 4].contains(&entry.team.0)) {
                assert_eq!(entry.bid.price, game.scenario().floors()[entry.bid.kind.index()]);
                bought += 1;
            }
        }
        assert!(bought > 10);
        assert_eq!(game.standings()[1].score.area, game.scenario().wall().len() as u64);
    }
}

#[test]
fn nothing_is_bid_for_a_full_wall() {
    let scenario = generate_scenario(&GeneratorConfig::new(Family::Rich), 1).scenario;
    let agents: Vec<Box<dyn Agent>> = (0..6).map(|seed| AgentKind::Adaptive.player(seed)).collect();
    let game = play_game(Game::new(scenario), agents);
    for (team, standing) in game.standings().iter().enumerate() {
        assert!(standing.score.unplaced_area * 3 < standing.score.area, "team {team}: {standing:?}");
    }
}

/// A tiny game: two teams, one or two kinds, one round, six prices.
fn tiny(stream: &mut Stream) -> Scenario {
    let shapes = ["##", "#", "##\n#.", "###"];
    let kinds = 1 + stream.below(2);
    let kind = |at: u32, stream: &mut Stream| Kind {
        name: alloc::format!("{at}"),
        shape: shapes[stream.below(4) as usize].parse().unwrap(),
        floor: u64::from(stream.below(3)),
        count: 1 + stream.below(3),
    };
    let money = u64::from(4 + stream.below(5));
    let max_bids = 1 + stream.below(2);
    Scenario::new(ScenarioParts {
        wall: ["..\n..", "...\n...", "....", "#.\n.."][stream.below(4) as usize].parse().unwrap(),
        kinds: (0..kinds).map(|at| kind(at, stream)).collect(),
        teams: vec![Team { name: "a".into(), money }, Team { name: "b".into(), money }],
        rounds: vec![RoundSpec { max_bids, max_wins: 1 + stream.below(max_bids) }],
        ranking: if stream.below(2) == 0 { RankingRule::Article } else { RankingRule::Guide },
        tie: TieRule::SecondBid,
    })
    .unwrap()
}

/// No list on the grid is better than the one that `BestResponse` hands in, when
/// each is played out by the referee.
#[test]
fn best_response_has_no_regret() {
    let mut stream = Stream::new(21, "tiny games", 0);
    for _ in 0..100 {
        let scenario = tiny(&mut stream);
        let prices: Vec<u64> = (0..6).collect();
        let choices: Vec<Bid> = (0..scenario.kinds().len() as u16)
            .flat_map(|kind| prices.iter().map(move |&price| Bid::new(KindId(kind), price)))
            .chain([Bid::new(KindId::UNKNOWN, 0)])
            .collect();
        let pick = |stream: &mut Stream| choices[stream.below(choices.len() as u32) as usize];
        let rival: Vec<Bid> = (0..scenario.rounds()[0].max_bids).map(|_| pick(&mut stream)).collect();

        let game = Game::new(scenario.clone());
        let expected = vec![Vec::new(), rival.clone()];
        let mut player = BestResponse::new(prices.clone(), move |_| expected.clone());
        let view = game.view(TeamId(0)).unwrap();
        let mut answer = Vec::new();
        player.bids(&view, &mut answer);

        let mut lists = vec![Vec::new(), rival];
        let own = player.value(&view, &mut lists, &answer);
        let mut all: Vec<Vec<Bid>> = vec![Vec::new()];
        for _ in 0..scenario.rounds()[0].max_bids {
            let longer = |list: &Vec<Bid>| -> Vec<Vec<Bid>> {
                choices.iter().map(|&bid| list.iter().copied().chain([bid]).collect()).collect()
            };
            let more: Vec<Vec<Bid>> = all.iter().flat_map(longer).collect();
            all.extend(more);
        }
        for list in all {
            let other = player.value(&view, &mut lists, &list);
            assert!(!BestResponse::better(&view, &other, &own), "{list:?} beats {answer:?} in {scenario:?}");
        }
    }
}
