//! From a text to pages.

use alloc::string::String;
use alloc::vec::Vec;

use super::digits::Digits;
use super::quiz::Quiz;
use super::{ColourField, DecodeError, Flags, Fumen, Page, action, comment, runs};

pub(super) fn decode(text: &str) -> Result<Vec<Page>, DecodeError> {
    if text.len() > Fumen::MAX_TEXT {
        return Err(DecodeError::TooLong { length: text.len() });
    }
    let (rows, mut digits) = version(text)?;
    if digits.is_at_end() {
        return Err(DecodeError::NoPages);
    }
    let mut pages: Vec<Page> = Vec::new();
    let mut comments = Comments::default();
    // Pages to come whose field is what the page before left.
    let mut repeats = 0;
    while !digits.is_at_end() {
        let page = pages.len();
        if page == Fumen::MAX_PAGES {
            return Err(DecodeError::TooManyPages);
        }
        let mut field = pages.last().map_or(ColourField::EMPTY, Page::field_after);
        if repeats > 0 {
            repeats -= 1;
        } else if runs::read(&mut field, &mut digits, rows, page)? {
            repeats = digits.number(1, page, "the count of repeats")?;
        }
        let value = digits.number(3, page, "the piece and flags")?;
        let at = digits.at();
        let action = action::read(value, rows).ok_or(DecodeError::Action { at, page, value })?;
        if let Some(operation) = action.operation.filter(|operation| !operation.is_inside()) {
            return Err(DecodeError::Outside { at, page, operation });
        }
        if action.comment {
            comments.set(comment::read(&mut digits, page)?);
        }
        let mut flags = action.flags;
        flags.set(Flags::QUIZ, comments.is_quiz());
        let page = Page { field, comment: comments.text.clone(), operation: action.operation, flags };
        comments.advance(&page);
        pages.push(page);
    }
    Ok(pages)
}

/// Finds the version; gives the rows of its field, and the text after it.
fn version(text: &str) -> Result<(usize, Digits<'_>), DecodeError> {
    let mut unknown = None;
    for (at, _) in text.match_indices('@') {
        let Some([letter, number @ ..]) = at.checked_sub(4).and_then(|start| text.as_bytes().get(start..at))
        else {
            continue;
        };
        if !b"vmd".contains(&letter.to_ascii_lowercase()) || !number.iter().all(u8::is_ascii_digit) {
            continue;
        }
        let version = number.iter().fold(0, |version, digit| version * 10 + u16::from(digit - b'0'));
        let start = || text[..at].chars().count() - 4;
        let rows = match version {
            115 => ColourField::HEIGHT,
            110 => ColourField::HEIGHT - 2,
            version => {
                unknown.get_or_insert_with(|| DecodeError::Version { at: start(), version });
                continue;
            }
        };
        return Ok((rows, Digits::new(&text[at + 1..], start() + 5)));
    }
    Err(unknown.unwrap_or(DecodeError::NoVersion))
}

/// The comment of a page, and what it leaves to the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Comments {
    pub(super) text: String,
    quiz: Option<Quiz>,
}

impl Comments {
    /// A comment that the text gives.
    pub(super) fn set(&mut self, text: String) {
        self.quiz = Quiz::read(&text);
        self.text = text;
    }

    /// Whether the comment is a quiz, or what is left of one.
    pub(super) fn is_quiz(&self) -> bool {
        self.quiz.is_some()
    }

    /// On to the page after this one.
    pub(super) fn advance(&mut self, page: &Page) {
        if let Some(quiz) = &mut self.quiz {
            if let Some(piece) = page.locked() {
                quiz.take(piece);
            }
            self.text = quiz.comment();
        }
    }
}
