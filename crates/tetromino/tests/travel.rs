//! States and replays as they travel.
#![cfg(feature = "serde")]

use grid_core::Stream;
use serde_json::{Value, json};
use tetromino::{
    DropGame, DropReplay, DropRules, GuidelineGame, GuidelineReplay, GuidelineRules, Kicks, LineScore,
    MoveRules, Piece, Rotation, RotationSystem, SevenBag, Turn,
};

fn round<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(
    value: &T,
) -> Value {
    let form = serde_json::to_value(value).expect("it can be written");
    let text = serde_json::to_string(value).expect("it can be written");
    assert_eq!(&serde_json::from_str::<T>(&text).expect("it can be read"), value);
    form
}

fn refused<T: serde::de::DeserializeOwned>(mut form: Value, path: &str, value: Value) -> String {
    *form.pointer_mut(path).expect("the place is there") = value;
    match serde_json::from_value::<T>(form) {
        Ok(_) => panic!("{path} is taken"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn rules_of_moves_travel() {
    for (name, system) in RotationSystem::NAMED {
        let form = round(&MoveRules { system, ..MoveRules::default() });
        assert_eq!((&form["system"], &form["version"]), (&json!(name), &json!(1)));
    }
    let kicks = Kicks::new(&[(0, 0), (3, -4)]).expect("few");
    let own = RotationSystem::SRS.with_kicks(Piece::T, Rotation::E, Turn::Half, kicks);
    let form = round(&MoveRules { system: own, ..MoveRules::default() });
    assert_eq!(form["system"]["kicks"][2][1][1], json!([[0, 0], [3, -4]]));
    assert!(refused::<MoveRules>(form.clone(), "/version", json!(2)).contains("version 2"));
    refused::<MoveRules>(form.clone(), "/system", json!("ars"));
    refused::<MoveRules>(form.clone(), "/system/kicks/6", json!([]));
    refused::<MoveRules>(form, "/system/kicks/6/0/0", json!(vec![[0, 0]; 13]));
}

#[test]
fn guideline_games_travel() {
    let rules = GuidelineRules::default();
    let mut replay = GuidelineReplay::new(10, MoveRules::default(), rules, 3, 1).expect("in range");
    let mut stream = Stream::new(1, "travel", 0);
    for _ in 0..120 {
        if stream.below(6) == 0 {
            replay.receive(1 + stream.below(3));
        }
        let landings: Vec<_> = replay.game().landings(replay.generator(), &rules).collect();
        let all: Vec<_> = landings.iter().flat_map(tetromino::LandingSet::iter).collect();
        if all.is_empty() {
            break;
        }
        // Low ones, so that the game lasts.
        let low = all.iter().map(|landing| landing.corner().y).min().expect("not empty");
        let low: Vec<_> = all.iter().filter(|landing| landing.corner().y <= low + 1).collect();
        replay.play(*low[stream.below(low.len() as u32) as usize]).expect("legal");
        let form = round(replay.game());
        let again: GuidelineGame = serde_json::from_value(form).expect("it can be read");
        assert_eq!(again.stable_hash(), replay.game().stable_hash());
    }
    assert!(replay.game().pieces() > 20);
    let game = round(replay.game());
    refused::<GuidelineGame>(game.clone(), "/next", json!(7));
    refused::<GuidelineGame>(game.clone(), "/bag", json!(u64::MAX));
    refused::<GuidelineGame>(game.clone(), "/garbage/len", json!(17));
    refused::<GuidelineGame>(game.clone(), "/garbage/hole", json!(10));
    refused::<GuidelineGame>(game, "/version", json!(0));
    let form = round(&replay);
    assert!(refused::<GuidelineReplay>(form.clone(), "/hash", json!(1)).contains("lead to the position"));
    refused::<GuidelineReplay>(form.clone(), "/seed", json!(4));
    refused::<GuidelineReplay>(form.clone(), "/width", json!(40));
    let steps = form["steps"].as_array().expect("a list");
    let place = steps.iter().position(|step| step.get("place").is_some()).expect("one");
    let message = refused::<GuidelineReplay>(form.clone(), &format!("/steps/{place}/place/y"), json!(90));
    assert!(message.contains(&format!("move {place}:")), "{message}");
}

#[test]
fn drop_games_travel() {
    let rules = DropRules::lee(10, 22).expect("in range");
    round(&rules);
    let mut replay = DropReplay::new(rules, SevenBag::new(5, 0), LineScore);
    let mut stream = Stream::new(2, "travel", 0);
    while replay.game().end().is_none() {
        let form = round(replay.game());
        let again: DropGame<SevenBag, LineScore> = serde_json::from_value(form).expect("it can be read");
        assert_eq!(again.stable_hash(), replay.game().stable_hash());
        let landings: Vec<_> = replay.game().landings().collect();
        replay.play(landings[stream.below(landings.len() as u32) as usize]).expect("legal");
    }
    let game = round(replay.game());
    type Game = DropGame<SevenBag, LineScore>;
    refused::<Game>(game.clone(), "/end", Value::Null);
    refused::<Game>(game.clone(), "/piece", json!("T"));
    refused::<Game>(game.clone(), "/field/height", json!(20));
    refused::<Game>(game, "/rules/visible", json!(23));
    let form = round(&replay);
    type Replay = DropReplay<SevenBag, LineScore>;
    refused::<Replay>(form.clone(), "/hash", json!(1));
    assert!(refused::<Replay>(form, "/landings/2/y", json!(9)).contains("move 2:"));
}

#[test]
fn drop_games_with_hold_travel() {
    let rules = DropRules::guideline(10, 22).expect("in range");
    let mut replay = DropReplay::new(rules, SevenBag::new(9, 0), LineScore);
    let mut stream = Stream::new(3, "travel", 0);
    let mut exchanged = 0;
    for _ in 0..60 {
        let mut game = replay.game().clone();
        // A replay tells a hold by the piece, so an exchange for the same one is none.
        let mut after = game.clone();
        if stream.below(2) == 0 && after.hold().is_ok() && after.piece() != game.piece() {
            game = after;
            exchanged += 1;
            // On hold and used: both are in the form.
            let again: DropGame<SevenBag, LineScore> =
                serde_json::from_value(round(&game)).expect("it can be read");
            assert_eq!((again.stable_hash(), again.can_hold()), (game.stable_hash(), false));
        }
        let Some(landing) = game.landings().min_by_key(|landing| (landing.corner().y, stream.below(8)))
        else {
            break;
        };
        game.play(landing).expect("legal");
        replay.play(landing).expect("legal");
        assert_eq!(replay.game(), &game);
    }
    assert!(exchanged > 10);
    let held = replay.game().on_hold().expect("a piece");
    let form = round(replay.game());
    assert_eq!(form["hold"], json!(held));
    let other = Piece::ALL.into_iter().find(|&piece| piece != held).expect("seven of them");
    let mut swapped = form.clone();
    swapped["hold"] = json!(other);
    let swapped: DropGame<SevenBag, LineScore> = serde_json::from_value(swapped).expect("another game");
    assert_ne!(swapped.stable_hash(), replay.game().stable_hash());
    type Game = DropGame<SevenBag, LineScore>;
    refused::<Game>(form, "/rules/hold", json!(false));
    let form = round(&replay);
    type Replay = DropReplay<SevenBag, LineScore>;
    let message = refused::<Replay>(form, "/rules/hold", json!(false));
    assert!(message.contains("move "), "{message}");
}
