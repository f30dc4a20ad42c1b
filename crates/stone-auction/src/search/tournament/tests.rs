//! Tournaments do not depend on order, interruptions or threads.

use alloc::boxed::Box;

use grid_core::Shard;

use super::*;
use crate::agents::AgentKind;
use crate::generate::{GeneratorConfig, generate_scenario};

const LINE_UP: [AgentKind; 3] = [AgentKind::Floor, AgentKind::Greedy, AgentKind::Random];

fn scenario(number: u64) -> Scenario {
    generate_scenario(&GeneratorConfig::default().with_teams(3), number).scenario
}

fn make(seat: SeatInfo) -> Box<dyn Agent> {
    LINE_UP[seat.entrant].player(seat.seed)
}

#[test]
fn interrupted_runs_are_the_same() {
    let mut whole = Tournament::new(3, 4, 9);
    whole.play(&scenario, &make, &mut |_| true);
    let mut parts = Tournament::new(3, 2, 9);
    while !parts.to_play().is_empty() {
        parts.play(&scenario, &make, &mut |_| false);
    }
    parts.extend_to(4);
    parts.play(&scenario, &make, &mut |_| true);
    assert_eq!(parts, whole);
    #[cfg(feature = "rayon")]
    {
        let mut threads = Tournament::new(3, 4, 9);
        threads.par_play(3, &scenario, &make, &mut |_| true);
        assert_eq!(threads, whole);
    }
}

#[test]
fn parts_by_game_are_the_whole() {
    let mut whole = Tournament::new(3, 5, 9);
    whole.play(&scenario, &make, &mut |_| true);
    for count in [1, 2, 4, 7] {
        let mut parts = Tournament::new(3, 5, 9);
        for round in parts.to_play().chunks(2) {
            // The last machine answers first.
            let shards = (0..count).rev().map(|index| Shard::new(index, count).expect("a part"));
            let games: Vec<PlayedGame> =
                shards.clone().flat_map(|shard| parts.play_part(round, shard, &scenario, &make)).collect();
            #[cfg(feature = "rayon")]
            {
                let threads: Vec<PlayedGame> =
                    shards.flat_map(|shard| parts.par_play_part(round, shard, &scenario, &make)).collect();
                assert_eq!(threads, games);
            }
            parts.merge_games(games).expect("whole scenarios");
        }
        assert_eq!(parts, whole);
    }
}

#[test]
fn parts_by_scenario_are_the_whole() {
    let mut whole = Tournament::new(3, 5, 9);
    whole.play(&scenario, &make, &mut |_| true);
    let part = |index: u64| {
        let mut part = Tournament::new(3, 5, 9);
        let own: Vec<u64> = (0..5).filter(|number| number % 2 == index).collect();
        let games = part.play_part(&own, Shard::WHOLE, &scenario, &make);
        part.merge_games(games).expect("whole scenarios");
        part
    };
    let mut merged = part(1);
    merged.merge(&part(0)).expect("the same tournament");
    // What is known already changes nothing.
    merged.merge(&part(1)).expect("the same tournament");
    assert_eq!(merged, whole);
}

#[test]
fn other_results_are_refused_and_change_nothing() {
    let mut tournament = Tournament::new(3, 2, 9);
    let games = tournament.play_part(&[0, 1], Shard::WHOLE, &scenario, &make);
    let untouched = tournament.clone();
    let uneven = |rotation, found| Err(TournamentError::Games { scenario: 1, rotation, found, entrants: 3 });
    assert_eq!(tournament.merge_games(games[..5].to_vec()), uneven(2, 0));
    let twice = [&games[..], &games[4..5]].concat();
    assert_eq!(tournament.merge_games(twice), uneven(1, 2));
    let beyond = PlayedGame { rotation: 3, ..games[4].clone() };
    assert_eq!(tournament.merge_games([&games[..], &[beyond]].concat()), uneven(3, 1));
    let mut seats = games.clone();
    seats[4].result.entrants.swap(0, 1);
    assert_eq!(tournament.merge_games(seats), Err(TournamentError::Seats { scenario: 1, rotation: 1 }));
    assert_eq!(tournament, untouched);

    tournament.merge_games(games.clone()).expect("whole scenarios");
    let (played, mut other) = (tournament.clone(), games);
    other[0].result.rounds += 1;
    assert_eq!(tournament.merge_games(other), Err(TournamentError::Contrary { scenario: 0 }));
    let found = TournamentError::Entrants { expected: 3, found: 4 };
    assert_eq!(tournament.merge(&Tournament::new(4, 2, 9)), Err(found));
    let found = TournamentError::Seed { expected: 9, found: 8 };
    assert_eq!(tournament.merge(&Tournament::new(3, 2, 8)), Err(found));
    let mut twice = played.clone();
    twice.results.push(twice.results[0].clone());
    assert_eq!(
        tournament.merge(&twice),
        Err(TournamentError::Games { scenario: 0, rotation: 0, found: 2, entrants: 3 })
    );
    assert_eq!(tournament, played);
}

#[test]
fn every_entrant_has_every_seat() {
    let result = play_rotations(&scenario(0), 0, 3, 1, &make);
    for entrant in 0..3 {
        let mut seats: alloc::vec::Vec<u32> =
            result.games.iter().map(|game| game.entrants[entrant].seat).collect();
        seats.sort_unstable();
        assert_eq!(seats, [0, 1, 2]);
    }
    for game in &result.games {
        let firsts: f64 = game.entrants.iter().map(|entry| entry.first).sum();
        assert!((firsts - 1.0).abs() < 1e-9);
    }
}

/// The interval of clustered values covers the mean about 95 times of 100.
#[test]
fn intervals_cover_the_mean() {
    let mut stream = grid_core::Stream::new(4, "coverage", 0);
    let covered = (0..300).filter(|&trial| {
        let clusters: alloc::vec::Vec<f64> = (0..60).map(|_| stream.unit()).collect();
        let interval = Interval::of(&clusters, trial);
        (interval.low..=interval.high).contains(&0.5)
    });
    let covered = covered.count();
    assert!((270..=297).contains(&covered), "{covered}");
}
