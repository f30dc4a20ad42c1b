//! Any text is read as a scenario or refused; what was read is written and read
//! back the same, and can be played.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stone_auction::{Game, Phase, Scenario};

fuzz_target!(|text: &str| {
    let Ok(scenario) = serde_json::from_str::<Scenario>(text) else { return };
    let written = serde_json::to_string(&scenario).expect("plain data");
    assert_eq!(serde_json::from_str::<Scenario>(&written).expect("what was written"), scenario);
    let mut game = Game::new(scenario);
    while game.phase() != Phase::Finished {
        game.advance().expect("not finished");
    }
    assert_eq!(game.replay().verify().expect("what was played").stable_hash(), game.stable_hash());
});
