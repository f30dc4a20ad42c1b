//! The game of one player.

use grid_core::{StableHasher, Stream};
use thiserror::Error;

use crate::{
    AttackTable, Field, FieldError, Garbage, GarbageRules, Landing, LandingSet, MoveGenerator, Outcome,
    Piece, Standing,
};

#[cfg(feature = "serde")]
mod form;

/// The rules of a game besides how pieces move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GuidelineRules {
    /// Rows sent.
    pub attack: AttackTable,
    /// How rows come.
    pub garbage: GarbageRules,
    /// Visible rows.
    pub visible: u8,
    /// Rows of the field with its buffer.
    pub height: u8,
    /// Whether pieces can be held.
    pub hold: bool,
    /// Whether a piece that locks wholly above the visible rows ends the game.
    pub lock_out: bool,
    /// Whether cells above the buffer end the game.
    pub overflow: bool,
}

impl Default for GuidelineRules {
    /// 20 visible rows of 40, with hold; every top-out ends the game.
    fn default() -> Self {
        Self {
            attack: AttackTable::GUIDELINE,
            garbage: GarbageRules::default(),
            visible: 20,
            height: 40,
            hold: true,
            lock_out: true,
            overflow: true,
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum GuidelineEnd {
    /// The new piece is blocked where it spawns.
    BlockOut,
    /// A piece locked wholly above the visible rows.
    LockOut,
    /// Cells were pushed above the buffer.
    Overflow,
}

/// Why a landing is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The piece is neither in play nor can it be taken from hold.
    #[error("the piece {0} is not at hand")]
    NotAtHand(Piece),
    /// No input leads there with one of these spins.
    #[error("{} {} with its centre in column {}, row {} is not reached so", .0.piece, .0.rotation, .0.x, .0.y)]
    NotReached(Landing),
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Played {
    /// The lock and its clear.
    pub outcome: Outcome,
    /// Whether the piece came from hold.
    pub held: bool,
    /// Rows of the attack that were not used up against garbage that waits.
    pub sent: u32,
    /// Rows of garbage that rose after the lock.
    pub risen: u32,
}

/// A game with hold, bags of seven and garbage. `Copy`: a search plays on a copy,
/// there is no undo.
///
/// Bag `n` of game `g` is shuffled by a stream of its own, so the state needs no
/// random generator.
///
/// ```
/// use tetromino::{GuidelineGame, GuidelineRules, MoveGenerator, MoveRules};
/// let (generator, rules) = (MoveGenerator::new(MoveRules::default()), GuidelineRules::default());
/// let mut game = GuidelineGame::new(10, &rules, 7, 0)?;
/// let landing = generator.landings(game.field(), game.piece()).iter().next().unwrap();
/// let turned = game.play(&generator, &rules, landing)?;
/// assert_eq!((game.pieces(), turned.outcome.lines), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "form::Game", into = "form::Game"))]
pub struct GuidelineGame {
    standing: Standing,
    hold: Option<Piece>,
    /// The bag in play and the next one.
    bags: [Piece; 14],
    /// Position of the piece in play.
    next: u8,
    /// Number of the bag in play.
    bag: u64,
    seed: u64,
    game: u64,
    garbage: Garbage,
    end: Option<GuidelineEnd>,
    pieces: u64,
    lines: u64,
    attack: u64,
}

impl GuidelineGame {
    /// Pieces after the one in play that are always known.
    pub const PREVIEWS: usize = 7;

    /// Game `game` under a seed, on an empty field.
    ///
    /// # Errors
    /// A width or height that no field has.
    pub fn new(width: usize, rules: &GuidelineRules, seed: u64, game: u64) -> Result<Self, FieldError> {
        let field = Field::new(width, usize::from(rules.height))?;
        let mut bags = [Piece::I; 14];
        bags[..7].copy_from_slice(&shuffled(seed, game, 0));
        bags[7..].copy_from_slice(&shuffled(seed, game, 1));
        let holes = Stream::new(seed, "guideline garbage", game).next_u64();
        Ok(Self {
            standing: Standing::new(field),
            hold: None,
            bags,
            next: 0,
            bag: 0,
            seed,
            game,
            garbage: Garbage::new(holes),
            end: None,
            pieces: 0,
            lines: 0,
            attack: 0,
        })
    }

    /// The field.
    #[must_use]
    pub const fn field(&self) -> &Field {
        &self.standing.field
    }

    /// The field with combo and back-to-back.
    #[must_use]
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The piece in play.
    #[must_use]
    pub const fn piece(&self) -> Piece {
        self.bags[self.next as usize]
    }

    /// The pieces after it, at least [`GuidelineGame::PREVIEWS`].
    #[must_use]
    pub fn previews(&self) -> &[Piece] {
        &self.bags[usize::from(self.next) + 1..][..Self::PREVIEWS.min(13 - usize::from(self.next))]
    }

    /// The pieces that can come right after the first `previews` previews, one bit
    /// each by their number: what the bag they end in has left, or any.
    ///
    /// # Panics
    /// If `previews` exceeds [`GuidelineGame::PREVIEWS`].
    #[must_use]
    pub fn unseen(&self, previews: usize) -> u8 {
        assert!(previews <= Self::PREVIEWS, "more previews than there are");
        let end = usize::from(self.next) + 1 + previews;
        let bag = if end < 7 { &self.bags[end..7] } else { &self.bags[end..] };
        let left = bag.iter().fold(0, |set, &piece| set | 1 << piece as u8);
        if left == 0 { 0x7F } else { left }
    }

    /// The piece on hold.
    #[must_use]
    pub const fn hold(&self) -> Option<Piece> {
        self.hold
    }

    /// The garbage that waits.
    #[must_use]
    pub const fn garbage(&self) -> &Garbage {
        &self.garbage
    }

    /// Why the game is over, if it is.
    #[must_use]
    pub const fn end(&self) -> Option<GuidelineEnd> {
        self.end
    }

    /// Pieces placed.
    #[must_use]
    pub const fn pieces(&self) -> u64 {
        self.pieces
    }

    /// Rows cleared.
    #[must_use]
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    /// Rows of all attacks, those that cancelled garbage included.
    #[must_use]
    pub const fn attack(&self) -> u64 {
        self.attack
    }

    /// The piece that holding brings into play; `None` where there is no hold.
    #[must_use]
    pub fn held_instead(&self, rules: &GuidelineRules) -> Option<Piece> {
        rules.hold.then(|| self.hold.unwrap_or(self.bags[usize::from(self.next) + 1]))
    }

    /// An attack of the opponent arrives; it rises after a later piece.
    pub fn receive(&mut self, rows: u32) {
        self.garbage.receive(rows);
    }

    /// Places a piece, the one in play or the one that holding brings. Of the
    /// landing's spins the best that can be reached counts.
    ///
    /// # Errors
    /// A landing that is not legal; the game is unchanged then.
    pub fn play(
        &mut self,
        generator: &MoveGenerator,
        rules: &GuidelineRules,
        landing: Landing,
    ) -> Result<Played, IllegalMove> {
        if self.end.is_some() {
            return Err(IllegalMove::Over);
        }
        let held = landing.piece != self.piece();
        if held && self.held_instead(rules) != Some(landing.piece) {
            return Err(IllegalMove::NotAtHand(landing.piece));
        }
        let spins = generator.landings(self.field(), landing.piece).spins_of(&landing) & landing.spins;
        if spins.is_empty() || landing.placed().is_none() {
            return Err(IllegalMove::NotReached(landing));
        }
        Ok(self.apply(generator, rules, Landing { spins, ..landing }, held))
    }

    /// A legal move.
    fn apply(
        &mut self,
        generator: &MoveGenerator,
        rules: &GuidelineRules,
        landing: Landing,
        held: bool,
    ) -> Played {
        if held {
            if self.hold.is_none() {
                self.advance();
            }
            // After a first hold the piece before the one in play is the held one.
            self.hold = Some(if self.hold.is_none() { self.before() } else { self.piece() });
        }
        let low = landing.corner().y;
        let outcome = self.standing.lock(&landing, landing.spins.best(), &rules.attack);
        self.pieces += 1;
        self.lines += u64::from(outcome.lines);
        self.attack += u64::from(outcome.attack);
        let sent = self.garbage.cancel(outcome.attack);
        let waiting = self.garbage.waiting();
        let mut lost = false;
        if outcome.lines == 0 || !rules.garbage.blocked_by_clears {
            lost = self.garbage.rise(&mut self.standing.field, &rules.garbage);
        }
        let risen = waiting - self.garbage.waiting();
        self.advance();
        let overflown = lost || self.field().max_height() > u32::from(rules.height);
        if rules.lock_out && low >= i32::from(rules.visible) {
            self.end = Some(GuidelineEnd::LockOut);
        } else if rules.overflow && overflown {
            self.end = Some(GuidelineEnd::Overflow);
        } else if generator.count(self.field(), self.piece()) == 0 {
            self.end = Some(GuidelineEnd::BlockOut);
        }
        Played { outcome, held, sent, risen }
    }

    fn before(&self) -> Piece {
        match self.next {
            0 => shuffled(self.seed, self.game, self.bag - 1)[6],
            next => self.bags[usize::from(next) - 1],
        }
    }

    fn advance(&mut self) {
        self.next += 1;
        if self.next == 7 {
            self.next = 0;
            self.bag += 1;
            self.bags.copy_within(7.., 0);
            self.bags[7..].copy_from_slice(&shuffled(self.seed, self.game, self.bag + 1));
        }
    }

    /// A hash of the whole state, the same on every platform.
    #[must_use]
    pub fn stable_hash(&self) -> u64 {
        let mut hasher = StableHasher::new("guideline game");
        hasher.write(self.field().stable_hash());
        hasher.write(u64::from(self.standing.combo) << 32 | u64::from(self.standing.chain));
        hasher.write(self.hold.map_or(7, |piece| piece as u64));
        for word in [self.bag, u64::from(self.next), self.seed, self.game, u64::from(self.garbage.waiting())]
        {
            hasher.write(word);
        }
        self.garbage.hash_into(&mut hasher);
        let end = self.end.map_or(0, |end| 1 + end as u64);
        for word in [self.pieces, self.lines, self.attack, end] {
            hasher.write(word);
        }
        hasher.finish()
    }
}

/// Bag `bag` of a game.
fn shuffled(seed: u64, game: u64, bag: u64) -> [Piece; 7] {
    let mut pieces = Piece::ALL;
    let name = Stream::new(seed, "guideline game", game).next_u64();
    Stream::new(name, "guideline bag", bag).shuffle(&mut pieces);
    pieces
}

impl GuidelineGame {
    /// All landings of the piece in play and of the one that holding brings, if it
    /// is another.
    pub fn landings(
        &self,
        generator: &MoveGenerator,
        rules: &GuidelineRules,
    ) -> impl Iterator<Item = LandingSet> + use<> {
        let other = self.held_instead(rules).filter(|&other| other != self.piece());
        let pieces = [Some(self.piece()), other];
        let sets = pieces.map(|piece| piece.map(|piece| generator.landings(self.field(), piece)));
        let over = self.end.is_some();
        sets.into_iter().flatten().filter(move |_| !over)
    }
}
