//! Quiz comments: `#Q=[hold](current)next`, from which each locked piece is taken.

use alloc::format;
use alloc::string::{String, ToString};

use crate::Piece;

/// What is left of a quiz.
///
/// As in the public decoders, blanks go, a semicolon ends the queue, what follows it
/// comes when the queue is used up, and a piece that the quiz cannot give changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Quiz {
    Going {
        hold: Option<char>,
        /// `None` only in a quiz that has no piece to give.
        current: Option<char>,
        /// What follows the current piece.
        rest: String,
    },
    /// What followed the semicolon.
    Over(String),
}

const MARK: &str = "#Q=";

impl Quiz {
    /// The quiz of a comment, if it is one.
    pub(super) fn read(comment: &str) -> Option<Self> {
        if !comment.starts_with(MARK) {
            return None;
        }
        let text: String = comment.chars().filter(|character| !character.is_whitespace()).collect();
        Self::going(&text)
    }

    fn going(text: &str) -> Option<Self> {
        let letter = |character: &char| Piece::from_letter(*character).is_some();
        let bracket = |text: &'_ str, open: char, close: char| {
            let inside = text.strip_prefix(open)?;
            let held = inside.chars().next().filter(letter);
            let after = inside[held.map_or(0, char::len_utf8)..].strip_prefix(close)?;
            Some((held, after.to_string()))
        };
        let (hold, text) = bracket(text.strip_prefix(MARK)?, '[', ']')?;
        let (current, rest) = bracket(&text, '(', ')')?;
        Some(Self::of(hold, current, rest))
    }

    /// With a current piece, from the hold or the queue where there is none.
    fn of(hold: Option<char>, current: Option<char>, rest: String) -> Self {
        let (hold, current) = if current.is_none() { (None, hold) } else { (hold, current) };
        if current.is_some() {
            return Self::Going { hold, current, rest };
        }
        match rest.chars().next() {
            None => Self::Over(rest),
            Some(';') => Self::going(&rest[1..]).unwrap_or_else(|| Self::Over(rest[1..].to_string())),
            Some(first) if Piece::from_letter(first).is_some() => {
                Self::Going { hold, current: Some(first), rest: rest[1..].to_string() }
            }
            Some(_) => Self::Going { hold, current, rest },
        }
    }

    /// The comment of the quiz.
    pub(super) fn comment(&self) -> String {
        let shown = |piece: &Option<char>| piece.map(String::from).unwrap_or_default();
        match self {
            Self::Going { hold, current, rest } => {
                format!("{MARK}[{}]({}){rest}", shown(hold), shown(current))
            }
            Self::Over(text) => text.clone(),
        }
    }

    /// Takes a piece from the quiz: the current one, the held one, or with an empty hold
    /// the next one.
    pub(super) fn take(&mut self, piece: Piece) {
        let Self::Going { hold, current, rest } = self else { return };
        let wanted = Some(piece.letter());
        // The next piece; at a semicolon there is none.
        let next = rest.chars().next().filter(|&next| next != ';');
        let stuck = |next: Option<char>| next.is_some_and(|next| Piece::from_letter(next).is_none());
        if stuck(next) {
            return;
        }
        let after = rest[next.map_or(0, char::len_utf8)..].to_string();
        *self = if *current == wanted {
            Self::of(*hold, next, after)
        } else if *hold == wanted {
            Self::of(*current, next, after)
        } else if hold.is_none() && next == wanted {
            let second = after.chars().next().filter(|&second| second != ';');
            if stuck(second) {
                return;
            }
            Self::of(*current, second, after[second.map_or(0, char::len_utf8)..].to_string())
        } else {
            return;
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The comments after each piece.
    fn after(comment: &str, pieces: &str) -> String {
        let mut quiz = Quiz::read(comment).expect(comment);
        let pieces = Piece::parse_list(pieces).expect(pieces);
        let comments = pieces.into_iter().map(|piece| {
            quiz.take(piece);
            quiz.comment()
        });
        comments.collect::<alloc::vec::Vec<_>>().join(" ")
    }

    #[test]
    fn pieces_are_taken_as_in_the_game() {
        assert_eq!(after("#Q=[](L)TSJ", "LST"), "#Q=[](T)SJ #Q=[T](J) #Q=[](J)");
        assert_eq!(after("#Q=[](T)S", "TS"), "#Q=[](S) ");
        assert_eq!(after("#Q=[O](T)SL", "OTS"), "#Q=[T](S)L #Q=[S](L) #Q=[](L)");
        assert_eq!(after("#Q=[](J);done", "J"), "done");
        assert_eq!(after("#Q=[](J)S;done", "SJ"), "#Q=[](J);done done");
        assert_eq!(after("#Q=[](J);#Q=[](T)S", "JT"), "#Q=[](T)S #Q=[](S)");
        assert_eq!(after("#Q=[S]()TL", "T"), "#Q=[S](L)");
        assert_eq!(after("#Q=[](O)SIZ", "T"), "#Q=[](O)SIZ", "a piece that it cannot give");
        assert_eq!(after("#Q=[](O)T!", "T"), "#Q=[](O)T!", "what is no piece stays");
        assert_eq!(after("#Q=[](O)!", "O"), "#Q=[](O)!", "what is no piece stays");
        assert_eq!(after("#Q= [] (O) S", "O"), "#Q=[](S)");
        assert_eq!(after("#Q=[]()", "O"), "");
    }

    #[test]
    fn what_is_no_quiz_is_none() {
        for comment in ["", "*p7", "#Q=", "#Q=[X](T)", "#Q=[](TS)", "#Q=[]T", " #Q=[](T)", "#Q=[é](T)"] {
            assert_eq!(Quiz::read(comment), None, "{comment:?}");
        }
    }
}
