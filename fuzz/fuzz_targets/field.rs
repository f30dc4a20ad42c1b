//! Any text is read as a field or refused; what was read is drawn and read back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tetromino::{Field, Piece};

fuzz_target!(|text: &str| {
    if let Ok(field) = text.parse::<Field>() {
        assert_eq!(field.to_string().parse(), Ok(field));
        let mut cleared = field;
        cleared.clear_full_rows();
        assert_eq!(cleared.full_rows(), 0);
    }
    let _ = Field::from_rows(text.split('/'), 20);
    let _ = Piece::parse_list(text);
});
