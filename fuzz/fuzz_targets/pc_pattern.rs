//! Patterns of queues: whatever is read can be written, read again and counted.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tetromino::Pattern;

fuzz_target!(|text: &str| {
    let Ok(pattern) = text.parse::<Pattern>() else { return };
    let again: Pattern = pattern.to_string().parse().expect("what is written can be read");
    assert_eq!(again.count(), pattern.count());
    match pattern.expand(2_000) {
        Ok(queues) => {
            assert_eq!(Some(queues.len() as u64), pattern.count());
            assert!(queues.iter().all(|queue| queue.len() == pattern.pieces()));
            assert_eq!(again.expand(2_000), Ok(queues));
        }
        Err(_) => assert!(pattern.count().is_none_or(|count| count > 2_000)),
    }
});
