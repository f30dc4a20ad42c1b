//! Any text is read as a fumen or refused; what was read is written, and read back the
//! same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tetromino::fumen::Fumen;

fuzz_target!(|text: &str| {
    // As it is, and after each version.
    let texts = [text.to_owned(), format!("v115@{text}"), format!("v110@{text}")];
    for text in texts {
        match Fumen::decode(&text) {
            Ok(fumen) => {
                let again = fumen.encode().expect("it was decoded");
                assert_eq!(Fumen::decode(&again), Ok(fumen));
            }
            Err(error) => assert!(error.at().is_none_or(|at| at <= text.chars().count())),
        }
    }
});
