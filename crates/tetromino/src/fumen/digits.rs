//! The text as digits: 64 characters, the lowest digit of a number first.

use alloc::string::String;
use core::iter::{Enumerate, Peekable};
use core::str::Chars;

use super::DecodeError;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The largest digit.
pub(super) const LAST: u8 = 63;

/// The digit of each ASCII character; 255 for none.
const DIGITS: [u8; 128] = {
    let mut digits = [u8::MAX; 128];
    let mut digit = 0;
    while digit < ALPHABET.len() {
        digits[ALPHABET[digit] as usize] = digit as u8;
        digit += 1;
    }
    digits
};

/// Reads numbers; question marks and blanks are passed over, `&` ends the text.
pub(super) struct Digits<'a> {
    characters: Peekable<Enumerate<Chars<'a>>>,
    text: &'a str,
    /// Characters before the text.
    before: usize,
    /// Where the number begins that was read last.
    at: usize,
}

impl<'a> Digits<'a> {
    /// Reads `text`, which begins at character `before` of the whole.
    pub(super) fn new(text: &'a str, before: usize) -> Self {
        Self { characters: text.chars().enumerate().peekable(), text, before, at: before }
    }

    /// Where the number begins that was read last.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    fn peek(&mut self) -> Option<(usize, char)> {
        while let Some(&(index, character)) = self.characters.peek() {
            match character {
                '&' => return None,
                '?' => {}
                blank if blank.is_whitespace() => {}
                character => return Some((self.before + index, character)),
            }
            self.characters.next();
        }
        None
    }

    pub(super) fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// A number of some digits.
    pub(super) fn number(
        &mut self,
        digits: u32,
        page: usize,
        expected: &'static str,
    ) -> Result<u32, DecodeError> {
        let mut number = 0;
        for place in 0..digits {
            let Some((at, found)) = self.peek() else {
                let length =
                    self.characters.peek().map_or_else(|| self.text.chars().count(), |&(end, _)| end);
                return Err(DecodeError::Unfinished { at: self.before + length, page, expected });
            };
            let digit = DIGITS.get(found as usize).copied().filter(|&digit| digit <= LAST);
            let digit = digit.ok_or(DecodeError::Character { at, found })?;
            self.characters.next();
            if place == 0 {
                self.at = at;
            }
            number |= u32::from(digit) << (6 * place);
        }
        Ok(number)
    }
}

/// Adds a number of some digits.
pub(super) fn push(digits: &mut alloc::vec::Vec<u8>, number: u32, count: u32) {
    digits.extend((0..count).map(|place| (number >> (6 * place)) as u8 & LAST));
}

/// The text of version 115: a question mark after 47 characters, and after every 47.
pub(super) fn text(digits: &[u8]) -> String {
    const LINE: usize = 47;
    let mut text = String::from("v115@");
    for (column, &digit) in (text.len()..).zip(digits) {
        if column % LINE == 0 {
            text.push('?');
        }
        text.push(char::from(ALPHABET[usize::from(digit & LAST)]));
    }
    text
}
