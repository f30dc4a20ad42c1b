//! Patterns of queues, as players write them.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::Piece;

/// A pattern that stands for many queues: elements joined by commas, each one
/// - a piece or several, `I` or `TIO`;
/// - `*`, any one piece, or `[SZ]`, one of these, or `[^T]`, any other than these;
/// - with `pN`, all ordered choices of N different pieces of the set: `*p7`, `[SZ]p2`;
/// - with `!`, all orders of the whole set: `*!`, `[^T]!`.
///
/// The quiz form `#Q=[hold](current)next` stands for the one queue of held, current
/// and next pieces. Source: the patterns of knewjade's solution-finder.
///
/// ```
/// use tetromino::Pattern;
/// let opener: Pattern = "I,*p4".parse()?;
/// assert_eq!(opener.count(), Some(840));
/// assert_eq!("[^T]!".parse::<Pattern>()?.count(), Some(720));
/// let queues = "[SZ]p2".parse::<Pattern>()?.expand(10)?;
/// assert_eq!(queues.len(), 2);
/// # Ok::<(), tetromino::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    elements: Vec<Element>,
}

/// All ordered choices of `chosen` different pieces of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Element {
    /// In the order in which they were written.
    set: Vec<Piece>,
    chosen: usize,
}

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PatternError {
    /// There is nothing between two commas, or nothing at all.
    #[error("element {element} of the pattern is empty")]
    Empty {
        /// Which element, from 0.
        element: usize,
    },
    /// A character that has no meaning there.
    #[error("character {at} of the pattern: {found:?} is not expected there")]
    Unexpected {
        /// Which character, from 0.
        at: usize,
        /// The character.
        found: char,
    },
    /// The text ends too early.
    #[error("the pattern ends where {expected} is expected")]
    Unfinished {
        /// What is missing.
        expected: &'static str,
    },
    /// A piece twice in one set.
    #[error("character {at} of the pattern: {piece} is in the set already")]
    Twice {
        /// Which character, from 0.
        at: usize,
        /// The piece.
        piece: Piece,
    },
    /// More pieces are to be chosen than there are.
    #[error("element {element} of the pattern chooses {chosen} of {of} pieces")]
    TooFew {
        /// Which element, from 0.
        element: usize,
        /// Pieces to be chosen.
        chosen: usize,
        /// Pieces of the set.
        of: usize,
    },
    /// The pattern stands for more queues than are wanted.
    #[error("the pattern stands for {} queues; at most {limit} are wanted", Shown(*count))]
    TooMany {
        /// How many; `None` if that is beyond 64 bits.
        count: Option<u64>,
        /// The limit.
        limit: u64,
    },
}

struct Shown(Option<u64>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(count) => count.fmt(f),
            None => f.write_str("more than 2^64"),
        }
    }
}

impl Pattern {
    /// Pieces of each queue.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.elements.iter().map(|element| element.chosen).sum()
    }

    /// How many queues it stands for, equal ones counted apart; `None` beyond 64 bits.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        let choices = |element: &Element| {
            let ways = (element.set.len() + 1 - element.chosen..=element.set.len()).map(|way| way as u64);
            ways.product::<u64>()
        };
        self.elements.iter().try_fold(1u64, |all, element| all.checked_mul(choices(element)))
    }

    /// All queues, the last element changing fastest, one after the other.
    ///
    /// ```
    /// use tetromino::Pattern;
    /// let pattern: Pattern = "*p7,*p4".parse()?;
    /// assert_eq!(pattern.queues().take(1000).last().map(|queue| queue.len()), Some(11));
    /// # Ok::<(), tetromino::PatternError>(())
    /// ```
    pub fn queues(&self) -> impl Iterator<Item = Vec<Piece>> + '_ {
        let orders: Vec<Vec<Vec<Piece>>> = self.elements.iter().map(Element::orders).collect();
        let mut at = Some(alloc::vec![0; orders.len()]);
        core::iter::from_fn(move || {
            let now = at.clone()?;
            let queue = now.iter().zip(&orders).flat_map(|(&at, orders)| &orders[at]).copied().collect();
            let mut next = now;
            let turns = (0..next.len()).rev().find(|&element| {
                next[element] = (next[element] + 1) % orders[element].len();
                next[element] > 0
            });
            at = turns.map(|_| next);
            Some(queue)
        })
    }

    /// All queues, the last element changing fastest.
    ///
    /// # Errors
    /// [`PatternError::TooMany`] before anything is built.
    pub fn expand(&self, limit: u64) -> Result<Vec<Vec<Piece>>, PatternError> {
        let count = self.count();
        if count.is_none_or(|count| count > limit) {
            return Err(PatternError::TooMany { count, limit });
        }
        Ok(self.queues().collect())
    }
}

impl Element {
    fn one(piece: Piece) -> Self {
        Self { set: Vec::from([piece]), chosen: 1 }
    }

    fn orders(&self) -> Vec<Vec<Piece>> {
        fn go(set: &[Piece], left: usize, order: &mut Vec<Piece>, out: &mut Vec<Vec<Piece>>) {
            if left == 0 {
                return out.push(order.clone());
            }
            for &piece in set {
                if !order.contains(&piece) {
                    order.push(piece);
                    go(set, left - 1, order, out);
                    order.pop();
                }
            }
        }
        let mut out = Vec::new();
        go(&self.set, self.chosen, &mut Vec::new(), &mut out);
        out
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let mut reader = Reader { characters: text.chars().collect(), at: 0, elements: Vec::new() };
        if text.trim_start().starts_with("#Q=") {
            reader.quiz()?
        } else {
            reader.list()?
        };
        if reader.elements.is_empty() {
            return Err(PatternError::Empty { element: 0 });
        }
        Ok(Self { elements: reader.elements })
    }
}

struct Reader {
    characters: Vec<char>,
    at: usize,
    elements: Vec<Element>,
}

impl Reader {
    fn peek(&mut self) -> Option<char> {
        while self.characters.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.characters.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn unexpected(&self) -> PatternError {
        PatternError::Unexpected { at: self.at, found: self.characters.get(self.at).copied().unwrap_or(' ') }
    }

    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), PatternError> {
        match self.peek() {
            Some(found) if found == wanted => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(self.unexpected()),
            None => Err(PatternError::Unfinished { expected }),
        }
    }

    fn piece(&mut self) -> Option<Piece> {
        let piece = self.peek().and_then(Piece::from_letter)?;
        self.at += 1;
        Some(piece)
    }

    fn list(&mut self) -> Result<(), PatternError> {
        for element in 0.. {
            if matches!(self.peek(), None | Some(',')) {
                return Err(PatternError::Empty { element });
            }
            while !matches!(self.peek(), None | Some(',')) {
                self.element(element)?;
            }
            if !self.take(',') {
                break;
            }
        }
        Ok(())
    }

    fn element(&mut self, element: usize) -> Result<(), PatternError> {
        let set = if let Some(piece) = self.piece() {
            self.elements.push(Element::one(piece));
            return Ok(());
        } else if self.take('*') {
            Piece::ALL.to_vec()
        } else if self.take('[') {
            self.set()?
        } else {
            return Err(self.unexpected());
        };
        let chosen = if self.take('!') {
            set.len()
        } else if self.take('p') {
            let digit = |c: &char| c.to_digit(10).map(|digit| digit as usize);
            self.peek();
            let digits: Vec<usize> = self.characters[self.at..].iter().map_while(digit).collect();
            if digits.is_empty() {
                return Err(self
                    .peek()
                    .map_or(PatternError::Unfinished { expected: "a number" }, |_| self.unexpected()));
            }
            self.at += digits.len();
            digits.iter().fold(0, |number: usize, digit| number.saturating_mul(10).saturating_add(*digit))
        } else {
            1
        };
        if chosen > set.len() {
            return Err(PatternError::TooFew { element, chosen, of: set.len() });
        }
        self.elements.push(Element { set, chosen });
        Ok(())
    }

    /// After the bracket.
    fn set(&mut self) -> Result<Vec<Piece>, PatternError> {
        let others = self.take('^');
        let mut set = Vec::new();
        while !self.take(']') {
            self.peek().ok_or(PatternError::Unfinished { expected: "a bracket" })?;
            let at = self.at;
            let piece = self.piece().ok_or_else(|| self.unexpected())?;
            if set.contains(&piece) {
                return Err(PatternError::Twice { at, piece });
            }
            set.push(piece);
        }
        if others {
            set = Piece::ALL.into_iter().filter(|piece| !set.contains(piece)).collect();
        }
        Ok(set)
    }

    fn quiz(&mut self) -> Result<(), PatternError> {
        ["#", "Q", "="].iter().for_each(|_| {
            self.peek();
            self.at += 1;
        });
        self.expect('[', "the held piece in brackets")?;
        let held = self.piece();
        self.expect(']', "a bracket")?;
        self.expect('(', "the current piece in brackets")?;
        let current = self.piece();
        self.expect(')', "a bracket")?;
        self.elements.extend(held.into_iter().chain(current).map(Element::one));
        while let Some(found) = self.peek() {
            // What comes after a semicolon is a comment.
            if found == ';' {
                break;
            }
            let piece = self.piece().ok_or_else(|| self.unexpected())?;
            self.elements.push(Element::one(piece));
        }
        Ok(())
    }
}

/// The pattern in a form that reads back.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Element { set, chosen }) in self.elements.iter().enumerate() {
            f.write_str(if index > 0 { "," } else { "" })?;
            let letters: String = set.iter().map(|piece| piece.letter()).collect();
            match (set.len(), *chosen) {
                (1, 1) => f.write_str(&letters)?,
                (7, chosen) if set == &Piece::ALL => write!(f, "*p{chosen}")?,
                (_, chosen) => write!(f, "[{letters}]p{chosen}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> PatternError {
        text.parse::<Pattern>().expect_err(text)
    }

    #[test]
    fn patterns_stand_for_their_queues() {
        for (text, count, pieces) in [
            ("*p7", 5040, 7),
            ("I,*p4", 840, 5),
            ("T,I,O,*p4", 840, 7),
            ("[^T]!,*p3", 720 * 210, 9),
            ("[SZ]p2", 2, 2),
            ("*", 7, 1),
            ("TIOLJ", 1, 5),
            (" T , [ SZ ] , *! ", 10_080, 9),
            ("[SZ]p0", 1, 0),
            ("#Q=[](T)SLJZI", 1, 6),
            ("#Q=[O](T)S;hold it", 1, 3),
        ] {
            let pattern: Pattern = text.parse().expect(text);
            assert_eq!((pattern.count(), pattern.pieces()), (Some(count), pieces), "{text}");
            let queues = pattern.expand(1_000_000).expect("not too many");
            assert_eq!(queues.len() as u64, count);
            assert!(queues.iter().all(|queue| queue.len() == pieces));
            assert!(queues.windows(2).all(|pair| pair[0] != pair[1]));
            let again: Pattern = pattern.to_string().parse().unwrap_or_else(|_| panic!("{pattern}"));
            assert_eq!(again.expand(1_000_000), Ok(queues));
        }
        let queue: Vec<Piece> = Piece::parse_list("OTS").expect("letters");
        assert_eq!("#Q=[O](T)S".parse::<Pattern>().and_then(|p| p.expand(1)), Ok(Vec::from([queue])));
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(error(""), PatternError::Empty { element: 0 });
        for quiz in ["#Q=[]()", "#Q=[ ]( ) ; T"] {
            assert_eq!(error(quiz), PatternError::Empty { element: 0 });
        }
        assert_eq!(error("I,,T"), PatternError::Empty { element: 1 });
        assert_eq!(error("I,"), PatternError::Empty { element: 1 });
        assert_eq!(error("I,X"), PatternError::Unexpected { at: 2, found: 'X' });
        assert_eq!(error("[SS]"), PatternError::Twice { at: 2, piece: Piece::S });
        assert_eq!(error("[SZ"), PatternError::Unfinished { expected: "a bracket" });
        assert_eq!(error("[SZ]p3"), PatternError::TooFew { element: 0, chosen: 3, of: 2 });
        assert_eq!(error("*p99999"), PatternError::TooFew { element: 0, chosen: 99_999, of: 7 });
        let beyond = PatternError::TooFew { element: 1, chosen: usize::MAX, of: 7 };
        assert_eq!(error(&format!("T,*p{}", "9".repeat(50))), beyond);
        assert_eq!("*p07".parse::<Pattern>(), "*p7".parse());
        assert_eq!(error("*p"), PatternError::Unfinished { expected: "a number" });
        assert_eq!(error("*pT"), PatternError::Unexpected { at: 2, found: 'T' });
        assert_eq!(error("#Q=T"), PatternError::Unexpected { at: 3, found: 'T' });
        let many: Pattern = "*p7,*p7".parse().expect("a pattern");
        assert_eq!(many.expand(1000), Err(PatternError::TooMany { count: Some(25_401_600), limit: 1000 }));
        let endless: Pattern = "*p7,".repeat(8).trim_end_matches(',').parse().expect("a pattern");
        assert_eq!(endless.count(), None);
        assert!(matches!(endless.expand(u64::MAX), Err(PatternError::TooMany { count: None, .. })));
    }
}
