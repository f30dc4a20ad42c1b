//! From pages to a text.

use alloc::string::String;
use alloc::vec::Vec;

use super::action::{self, Action};
use super::decode::Comments;
use super::digits;
use super::quiz::Quiz;
use super::{ColourField, EncodeError, Flags, Fumen, Page, comment, runs};

pub(super) fn encode(pages: &[Page]) -> Result<String, EncodeError> {
    if pages.is_empty() {
        return Err(EncodeError::NoPages);
    }
    if pages.len() > Fumen::MAX_PAGES {
        return Err(EncodeError::TooManyPages { pages: pages.len() });
    }
    let mut out = Vec::new();
    let mut before = ColourField::EMPTY;
    let mut comments = Comments::default();
    // Where the count of pages without a field of their own stands, if it can grow.
    let mut repeats: Option<usize> = None;
    for (index, page) in pages.iter().enumerate() {
        match repeats.filter(|&at| page.field == before && out[at] < digits::LAST) {
            Some(at) => out[at] += 1,
            None => {
                repeats = None;
                if runs::write(&mut out, &before, &page.field) {
                    repeats = Some(out.len());
                    out.push(0);
                }
            }
        }
        let changed = comments.text != page.comment || {
            // The same words, once as what is left of a quiz and once written anew.
            let wanted = page.flags.contains(Flags::QUIZ);
            comments.is_quiz() != wanted && Quiz::read(&page.comment).is_some() == wanted
        };
        let action = Action { operation: page.operation, flags: page.flags, comment: changed };
        let value = action::write(&action);
        let value = value.map_err(|operation| EncodeError::Outside { page: index, operation })?;
        digits::push(&mut out, value, 3);
        if changed {
            let escaped = comment::escape(&page.comment)
                .map_err(|length| EncodeError::Comment { page: index, length })?;
            comment::write(&mut out, &escaped);
            comments.set(page.comment.clone());
        }
        comments.advance(page);
        before = page.field_after();
    }
    Ok(digits::text(&out))
}
