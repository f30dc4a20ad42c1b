//! Any text is read as a replay or refused; one that holds is written, read back
//! and holds again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stone_auction::Replay;

fuzz_target!(|text: &str| {
    let Ok(replay) = serde_json::from_str::<Replay>(text) else { return };
    let written = serde_json::to_string(&replay).expect("plain data");
    let again: Replay = serde_json::from_str(&written).expect("what was written");
    assert_eq!(again, replay);
    if let Ok(game) = replay.verify() {
        assert_eq!(game.replay(), replay);
    }
});
