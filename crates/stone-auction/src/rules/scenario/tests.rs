//! Every fault of a scenario is named with its place and value.

use alloc::vec;

use super::*;

fn parts() -> ScenarioParts {
    ScenarioParts {
        wall: "...\n...".parse().unwrap(),
        kinds: vec![
            Kind { name: "I".into(), shape: "###".parse().unwrap(), floor: 10, count: 4 },
            Kind { name: "o".into(), shape: "#".parse().unwrap(), floor: 0, count: 0 },
        ],
        teams: vec![Team { name: "a".into(), money: 100 }, Team { name: "b".into(), money: 90 }],
        rounds: vec![RoundSpec { max_bids: 3, max_wins: 2 }],
        ranking: RankingRule::Article,
        tie: TieRule::SecondBid,
    }
}

fn fault(change: impl FnOnce(&mut ScenarioParts)) -> ScenarioError {
    let mut changed = parts();
    change(&mut changed);
    Scenario::new(changed).unwrap_err()
}

#[test]
fn every_fault_is_refused() {
    assert_eq!(fault(|p| p.teams.clear()), ScenarioError::NoTeam);
    assert_eq!(fault(|p| p.kinds.clear()), ScenarioError::NoKind);
    assert_eq!(fault(|p| p.rounds.clear()), ScenarioError::NoRound);
    let name = "I".into();
    assert_eq!(
        fault(|p| p.kinds[1].name = "I".into()),
        ScenarioError::DuplicateKind { name, first: 0, second: 1 }
    );
    let name = "a".into();
    assert_eq!(
        fault(|p| p.teams[1].name = "a".into()),
        ScenarioError::DuplicateTeam { name, first: 0, second: 1 }
    );
    assert_eq!(
        fault(|p| p.rounds[0].max_wins = 4),
        ScenarioError::WinsAboveBids { round: 0, max_wins: 4, max_bids: 3 }
    );
    assert_eq!(fault(|p| p.rounds[0].max_wins = 0), ScenarioError::NoWins { round: 0 });
    assert_eq!(fault(|p| p.rounds[0].max_bids = 65), ScenarioError::TooManyBids { round: 0, max_bids: 65 });
    let much = Scenario::MAX_MONEY + 1;
    assert_eq!(fault(|p| p.kinds[1].floor = much), ScenarioError::FloorTooHigh { kind: 1, floor: much });
    assert_eq!(fault(|p| p.teams[1].money = much), ScenarioError::MoneyTooHigh { team: 1, money: much });
    assert_eq!(
        fault(|p| p.kinds[0].shape = "#.#".parse().unwrap()),
        ScenarioError::Shape(CatalogueError::Disconnected { kind: 0 })
    );
    assert_eq!(
        fault(|p| p.teams = (0..65).map(|i| Team { name: alloc::format!("{i}"), money: 0 }).collect()),
        ScenarioError::TooManyTeams { found: 65 }
    );
    assert_eq!(fault(|p| p.rounds = vec![p.rounds[0]; 101]), ScenarioError::TooManyRounds { found: 101 });
    assert!(Scenario::new(parts()).is_ok());
}

#[cfg(feature = "serde")]
#[test]
fn files_are_versioned_and_checked() {
    use alloc::string::ToString;
    let scenario = Scenario::new(parts()).unwrap();
    let text = serde_json::to_string(&scenario).unwrap();
    assert_eq!(serde_json::from_str::<Scenario>(&text).unwrap(), scenario);
    let refused = |from: &str, to: &str, message: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        let error = serde_json::from_str::<Scenario>(&changed).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    refused("\"version\":1", "\"version\":2", "version 2 is not supported");
    refused("\"max_wins\":2", "\"max_wins\":4", "max_wins 4 is above max_bids 3");
    refused("\"###\"", "\"#.#\"", "not connected");
    refused("\"version\":1", "\"version\":1,\"extra\":0", "unknown field");
    refused("[\"...\",\"...\"]", "[\"...\",\"..\"]", "row 2 has 2 cells");
}

#[test]
fn the_hash_sees_every_part() {
    let base = Scenario::new(parts()).unwrap().stable_hash();
    let changed = |change: fn(&mut ScenarioParts)| {
        let mut other = parts();
        change(&mut other);
        Scenario::new(other).unwrap().stable_hash()
    };
    let hashes = [
        changed(|p| p.kinds[0].floor += 1),
        changed(|p| p.kinds[0].count += 1),
        changed(|p| p.teams[0].money += 1),
        changed(|p| p.rounds[0].max_bids += 1),
        changed(|p| p.ranking = RankingRule::Guide),
        changed(|p| p.tie = TieRule::Lots),
        changed(|p| p.wall = "..\n..".parse().unwrap()),
        changed(|p| p.kinds[0].shape = "##".parse().unwrap()),
    ];
    assert!(hashes.iter().all(|&hash| hash != base));
}
