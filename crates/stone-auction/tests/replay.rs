//! Replays hold what was played, and notice every change.
#![cfg(feature = "serde")]

use stone_auction::*;

fn played(seed: u64) -> Game {
    let config = GeneratorConfig::new(Family::Scarce).with_teams(4);
    let scenario = generate_scenario(&config, seed).scenario;
    let kinds = [AgentKind::Greedy, AgentKind::Floor, AgentKind::Floor, AgentKind::Random];
    let agents = kinds.iter().zip(0..).map(|(kind, seat)| kind.player(seed * 10 + seat)).collect();
    play_game(Game::with_lots(scenario.into(), seed), agents)
}

#[test]
fn files_hold_the_game() {
    for seed in 0..10 {
        let game = played(seed);
        let text = serde_json::to_string(&game.replay()).unwrap();
        let replay: Replay = serde_json::from_str(&text).unwrap();
        assert_eq!(replay, game.replay());
        let again = replay.verify().unwrap();
        assert_eq!(again.history(), game.history());
        assert_eq!(again.standings(), game.standings());
        assert_eq!(again.phase(), Phase::Finished);
    }
}

#[test]
fn every_change_is_noticed() {
    let replay = played(3).replay();
    assert!(replay.verify().is_ok());
    let changed = |change: &dyn Fn(&mut Replay)| {
        let mut other = replay.clone();
        change(&mut other);
        other.verify().map(|_| ()).unwrap_err()
    };
    let dearer = changed(&|r| r.rounds[0].bids[0][0].price += 1);
    assert!(matches!(dearer, ReplayError::RoundDigest { round: 0, .. }), "{dearer}");
    assert!(matches!(changed(&|r| r.digest ^= 1), ReplayError::GameDigest { .. }));
    assert!(matches!(
        changed(&|r| {
            r.rounds[1].bids.pop();
        }),
        ReplayError::Lists { round: 1, found: 3, teams: 4 }
    ));
    assert!(matches!(
        changed(&|r| {
            r.arrangements.pop();
        }),
        ReplayError::Arrangements { found: 3, teams: 4 }
    ));
    assert!(matches!(
        changed(&|r| {
            r.rounds.pop();
        }),
        ReplayError::EndedEarly { .. }
    ));
    assert!(matches!(changed(&|r| r.rounds.extend(r.rounds.clone())), ReplayError::TooManyRounds { .. }));
    let stray = ReplayAnswer { position: 60, kind: KindId(0), team: TeamId(0), answer: 5 };
    assert!(matches!(
        changed(&|r| r.rounds[0].answers.push(stray)),
        ReplayError::StrayAnswer { round: 0, .. }
    ));
    let floating = Placement::turned(KindId(0), 0, 0, 99);
    assert!(matches!(changed(&|r| r.arrangements[0].push(floating.clone())), ReplayError::Place { .. }));
}

#[test]
fn what_if_plays_on_from_other_bids() {
    let game = played(5);
    let replay = game.replay();
    let floor = |kind: usize| game.scenario().floors()[kind];
    let bids: Vec<Bid> = (0..3).map(|kind| Bid::new(KindId(kind), floor(kind as usize))).collect();
    let other = replay.what_if(0, TeamId(2), bids.clone()).unwrap();
    assert_eq!(other.history().len(), game.history().len());
    let own = other.history()[0].outcomes.iter().filter(|entry| entry.team == TeamId(2));
    assert_eq!(own.map(|entry| entry.bid).collect::<Vec<_>>(), bids);
    // The same list gives the same game.
    let same = replay.what_if(1, TeamId(0), replay.rounds[1].bids[0].clone()).unwrap();
    assert_eq!(same.history(), game.history());
    assert!(replay.what_if(99, TeamId(0), Vec::new()).is_err());
    assert!(replay.what_if(0, TeamId(9), Vec::new()).is_err());
}
