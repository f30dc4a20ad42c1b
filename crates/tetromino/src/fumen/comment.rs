//! Comments: the escapes of JavaScript's `escape`, four characters in five digits.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::digits::{self, Digits};
use super::{DecodeError, Fumen};

/// Characters of one group, and its digits.
const GROUP: usize = 4;
const GROUP_DIGITS: u32 = 5;
/// Numbers of a character; the first 95 are the printable ones from the blank.
const BASE: u32 = 96;

/// Reads the length and the characters, and resolves the escapes.
pub(super) fn read(digits: &mut Digits<'_>, page: usize) -> Result<String, DecodeError> {
    const EXPECTED: &str = "the comment";
    let length = digits.number(2, page, EXPECTED)? as usize;
    let mut characters = Vec::with_capacity(length);
    while characters.len() < length {
        let value = digits.number(GROUP_DIGITS, page, EXPECTED)?;
        let refuse = DecodeError::Comment { at: digits.at(), page, value };
        let mut rest = value;
        for _ in 0..GROUP.min(length - characters.len()) {
            let index = rest % BASE;
            rest /= BASE;
            if index == BASE - 1 {
                return Err(refuse);
            }
            characters.push(b' ' + index as u8);
        }
    }
    Ok(unescape(&characters))
}

/// Writes the length and the characters of an escaped comment of at most 4095.
pub(super) fn write(digits: &mut Vec<u8>, escaped: &str) {
    digits::push(digits, escaped.len() as u32, 2);
    for group in escaped.as_bytes().chunks(GROUP) {
        let value = group.iter().rev().fold(0, |value, &byte| value * BASE + u32::from(byte - b' '));
        digits::push(digits, value, GROUP_DIGITS);
    }
}

/// The escaped form: the one that all writers make, or where that is too long the
/// shortest. The error is the length of the shortest.
pub(super) fn escape(text: &str) -> Result<String, usize> {
    // What a writer of fumens leaves as it is.
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"@*_+-./".contains(&byte);
    let usual = escape_all(text, |units, at| u8::try_from(units[at]).is_ok_and(plain));
    if usual.len() <= Fumen::MAX_COMMENT {
        return Ok(usual);
    }
    let short = escape_all(text, |units, at| match units[at] {
        PERCENT => escaped(&units[at..]).is_none(),
        unit => (u16::from(b' ')..=u16::from(b'~')).contains(&unit),
    });
    if short.len() <= Fumen::MAX_COMMENT { Ok(short) } else { Err(short.len()) }
}

const PERCENT: u16 = b'%' as u16;

fn escape_all(text: &str, stays: impl Fn(&[u16], usize) -> bool) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut out = String::with_capacity(units.len());
    for (at, &unit) in units.iter().enumerate() {
        match u8::try_from(unit) {
            Ok(byte) if stays(&units, at) => out.push(char::from(byte)),
            Ok(byte) => write!(out, "%{byte:02X}").expect("a string takes all"),
            Err(_) => write!(out, "%u{unit:04X}").expect("a string takes all"),
        }
    }
    out
}

/// The unit that an escape at the start stands for, and the length of the escape.
fn escaped(units: &[u16]) -> Option<(u16, usize)> {
    let digits = |digits: &[u16]| {
        digits.iter().try_fold(0, |value, &unit| {
            let digit = char::from(u8::try_from(unit).ok()?).to_digit(16)?;
            Some(value << 4 | digit as u16)
        })
    };
    match units {
        [PERCENT, u, long @ ..] if *u == u16::from(b'u') => Some((digits(long.get(..4)?)?, 6)),
        [PERCENT, short @ ..] => Some((digits(short.get(..2)?)?, 3)),
        _ => None,
    }
}

/// Resolves the escapes; what is none stays, and halves of a pair become U+FFFD.
fn unescape(characters: &[u8]) -> String {
    let characters: Vec<u16> = characters.iter().map(|&byte| byte.into()).collect();
    let (mut units, mut at) = (Vec::with_capacity(characters.len()), 0);
    while at < characters.len() {
        let (unit, length) = escaped(&characters[at..]).unwrap_or((characters[at], 1));
        units.push(unit);
        at += length;
    }
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(text: &str) -> String {
        unescape(escape(text).expect("short").as_bytes())
    }

    #[test]
    fn escapes_are_those_of_javascript() {
        for (text, expected) in [
            ("#Q=[](T)SLJZI", "%23Q%3D%5B%5D%28T%29SLJZI"),
            ("a@*_+-./Z9", "a@*_+-./Z9"),
            ("é ~\n", "%E9%20%7E%0A"),
            ("ほ", "%u307B"),
            ("\u{1F600}", "%uD83D%uDE00"),
        ] {
            assert_eq!(escape(text).as_deref(), Ok(expected));
            assert_eq!(round_trip(text), text);
        }
        assert_eq!(unescape(b"%e9%u00E9%uD83Dx%2%u12 %%41"), "éé\u{FFFD}x%2%u12 %A");
    }

    #[test]
    fn long_comments_take_the_shortest_form() {
        let blanks = " ".repeat(4095);
        assert_eq!(escape(&blanks).as_deref(), Ok(&blanks[..]));
        let percents = "%".repeat(4095);
        assert_eq!(escape(&percents).as_deref(), Ok(&percents[..]));
        // Each of these escapes would be read as one if its sign stayed as it is.
        let nested = "%41 ".repeat(682);
        assert_eq!(escape(&nested), Ok("%2541 ".repeat(682)));
        assert_eq!(round_trip(&nested), nested);
        assert_eq!(escape(&" ".repeat(4096)), Err(4096));
        assert_eq!(escape(&"ほ".repeat(683)), Err(4098));
    }
}
