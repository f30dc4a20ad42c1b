//! Tournaments do not depend on order, interruptions or threads.

use alloc::boxed::Box;

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
