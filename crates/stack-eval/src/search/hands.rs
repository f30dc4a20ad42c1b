//! Which pieces can be placed: the one in play, or the one that holding brings.

use tetromino::Piece;

/// What a player has at hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hands {
    pub(super) hold: Option<Piece>,
    /// Pieces of the queue that are used up.
    pub(super) next: u8,
}

impl Hands {
    /// The pieces that can be placed, whether each comes from hold, and what is at
    /// hand after it. A piece of the same letter on hold is no move of its own.
    #[inline]
    pub(super) fn moves(self, queue: &[Piece], can_hold: bool, mut each: impl FnMut(Piece, bool, Self)) {
        let next = usize::from(self.next);
        let current = queue.get(next).copied();
        let after = |hold, used: u8| Self { hold, next: self.next + used };
        if let Some(current) = current {
            each(current, false, after(self.hold, 1));
        }
        if !can_hold {
            return;
        }
        match (self.hold, current) {
            (Some(held), Some(current)) if held != current => each(held, true, after(Some(current), 1)),
            // Whatever comes goes on hold.
            (Some(held), None) if next == queue.len() => each(held, true, after(None, 1)),
            (None, Some(current)) => {
                if let Some(&other) = queue.get(next + 1).filter(|&&other| other != current) {
                    each(other, true, after(Some(current), 2));
                }
            }
            _ => {}
        }
    }

    /// Most pieces that can be placed.
    pub(super) fn plies(self, queue: &[Piece], can_hold: bool) -> usize {
        queue.len() - usize::from(self.next) + usize::from(can_hold && self.hold.is_some())
    }
}
