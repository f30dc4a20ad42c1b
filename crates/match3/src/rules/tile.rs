//! What a cell holds.

use core::fmt;

/// A candy's colour, `0..26`, written `A` to `Z`.
///
/// ```
/// use match3::Kind;
/// assert_eq!(Kind::new(2).unwrap().letter(), 'C');
/// assert_eq!(Kind::new(26), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(u8);

impl Kind {
    /// How many kinds there can be.
    pub const COUNT: u8 = 26;

    /// The kind of this index, if it is below [`Kind::COUNT`].
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// The kind of this index.
    pub(crate) const fn at(index: u8) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index)
    }

    /// The kind written as this upper-case letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'A'..='Z' => Some(Self(letter as u8 - b'A')),
            _ => None,
        }
    }

    /// `0..26`.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// `A` to `Z`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// What a candy of some kind does when it is cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// Nothing.
    Plain,
    /// Clears its row.
    StripedH,
    /// Clears its column.
    StripedV,
    /// Blasts the 3×3 around it and becomes [`Form::Primed3`].
    Wrapped,
    /// A wrapped candy that waits for its second blast, 3×3. Only during a
    /// cascade.
    Primed3,
    /// The same with a blast of 5×5, after a combination of two wrapped candies.
    Primed5,
}

impl Form {
    /// All forms in the order of their codes.
    pub(crate) const ALL: [Self; 6] =
        [Self::Plain, Self::StripedH, Self::StripedV, Self::Wrapped, Self::Primed3, Self::Primed5];
}

/// What one cell of a board holds, in one byte.
///
/// ```
/// use match3::{Form, Kind, Tile};
/// let tile = Tile::candy(Kind::new(0).unwrap(), Form::StripedV);
/// assert_eq!(tile.to_string(), "Av");
/// assert_eq!(tile.matching_kind(), Kind::new(0));
/// assert!(Tile::BOMB.is_special() && Tile::BOMB.matching_kind().is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(u8);

/// Codes: kind in the lower five bits, form in the upper three; 6 and 7 there
/// are candies without a kind and cells without a candy.
const NO_KIND: u8 = 6 << 5;
const NO_CANDY: u8 = 7 << 5;
const CHOCOLATE_CODE: u8 = NO_CANDY | 8;
const HOLE_CODE: u8 = 0xFF;

impl Tile {
    /// Not part of the playing field.
    pub const HOLE: Self = Self(HOLE_CODE);
    /// Nothing yet; on a board at rest only where no candy can come.
    pub const EMPTY: Self = Self(NO_CANDY);
    /// A colour bomb.
    pub const BOMB: Self = Self(NO_KIND);
    /// An ingredient (optional module): falls, cannot be blasted.
    pub const INGREDIENT: Self = Self(NO_KIND | 1);
    /// Chocolate (optional module): solid, and it spreads.
    pub const CHOCOLATE: Self = Self(CHOCOLATE_CODE);

    /// A candy of this kind and form.
    #[must_use]
    pub const fn candy(kind: Kind, form: Form) -> Self {
        Self(kind.index() | (form as u8) << 5)
    }

    /// A plain candy.
    #[must_use]
    pub const fn plain(kind: Kind) -> Self {
        Self(kind.index())
    }

    /// Icing (optional module) of 1 to 5 layers.
    #[must_use]
    pub const fn icing(layers: u8) -> Option<Self> {
        if 1 <= layers && layers <= 5 { Some(Self(NO_CANDY | layers)) } else { None }
    }

    /// The byte that stands for this tile.
    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    /// The kind of a candy, primed or not.
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        if self.0 < NO_KIND { Some(Kind(self.0 & 31)) } else { None }
    }

    /// The form of a candy that has a kind.
    #[must_use]
    pub const fn form(self) -> Option<Form> {
        if self.0 < NO_KIND { Some(Form::ALL[(self.0 >> 5) as usize]) } else { None }
    }

    /// The kind by which it matches: that of plain, striped and wrapped candies.
    #[must_use]
    pub const fn matching_kind(self) -> Option<Kind> {
        if self.0 < 4 << 5 { Some(Kind(self.0 & 31)) } else { None }
    }

    /// A number equal for cells that match and for no others, below 32 where
    /// there is a matching kind.
    #[inline]
    pub(crate) const fn key(self) -> u8 {
        // The upper bits are kept where the highest one is set: no branch.
        self.0 & (31 | (self.0 as i8 >> 7) as u8)
    }

    /// Whether it is a candy, of whatever form, or an ingredient.
    #[must_use]
    #[inline]
    pub const fn is_candy(self) -> bool {
        self.0 < NO_CANDY
    }

    /// Whether it is striped, wrapped or a colour bomb.
    #[must_use]
    pub const fn is_special(self) -> bool {
        matches!(self.0 >> 5, 1..=3) || self.0 == NO_KIND
    }

    /// Whether it is a wrapped candy that waits for its second blast.
    #[must_use]
    pub const fn is_primed(self) -> bool {
        matches!(self.0 >> 5, 4 | 5)
    }

    /// Whether it is a hole.
    #[must_use]
    pub const fn is_hole(self) -> bool {
        self.0 == HOLE_CODE
    }

    /// Layers of icing, 0 where there is none.
    #[must_use]
    pub const fn icing_layers(self) -> u8 {
        if self.0 > NO_CANDY && self.0 < CHOCOLATE_CODE { self.0 & 7 } else { 0 }
    }

    /// Whether it is icing or chocolate.
    #[must_use]
    pub const fn is_obstacle(self) -> bool {
        self.0 > NO_CANDY && self.0 <= CHOCOLATE_CODE
    }

    /// The text token of the tile.
    #[must_use]
    pub(crate) fn token(self) -> ([u8; 2], usize) {
        let one = |byte: u8| ([byte, 0], 1);
        match self {
            Self::HOLE => one(b'#'),
            Self::EMPTY => one(b'.'),
            Self::BOMB => one(b'*'),
            Self::INGREDIENT => one(b'@'),
            Self::CHOCOLATE => one(b'%'),
            _ if self.icing_layers() > 0 => one(b'0' + self.icing_layers()),
            _ => {
                let letter = b'A' + (self.0 & 31);
                match b" hvwpq"[(self.0 >> 5) as usize] {
                    b' ' => one(letter),
                    form => ([letter, form], 2),
                }
            }
        }
    }

    /// The tile written as this token.
    #[must_use]
    pub(crate) fn from_token(token: &str) -> Option<Self> {
        let mut chars = token.chars();
        let first = chars.next()?;
        let second = chars.next();
        if chars.next().is_some() {
            return None;
        }
        if let Some(kind) = Kind::from_letter(first) {
            let form = match second {
                None => Form::Plain,
                Some('h') => Form::StripedH,
                Some('v') => Form::StripedV,
                Some('w') => Form::Wrapped,
                Some('p') => Form::Primed3,
                Some('q') => Form::Primed5,
                Some(_) => return None,
            };
            return Some(Self::candy(kind, form));
        }
        match (first, second) {
            ('#', None) => Some(Self::HOLE),
            ('.', None) => Some(Self::EMPTY),
            ('*', None) => Some(Self::BOMB),
            ('@', None) => Some(Self::INGREDIENT),
            ('%', None) => Some(Self::CHOCOLATE),
            ('1'..='5', None) => Self::icing(first as u8 - b'0'),
            _ => None,
        }
    }
}

/// The token of the text format.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bytes, len) = self.token();
        for &byte in &bytes[..len] {
            write!(f, "{}", byte as char)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn every_tile() -> impl Iterator<Item = Tile> {
        let candies =
            (0..Kind::COUNT).flat_map(|kind| Form::ALL.map(move |form| Tile::candy(Kind::at(kind), form)));
        let rest = [Tile::HOLE, Tile::EMPTY, Tile::BOMB, Tile::INGREDIENT, Tile::CHOCOLATE];
        candies.chain(rest).chain((1..=5).filter_map(Tile::icing))
    }

    #[test]
    fn tokens_round_trip_and_differ() {
        let tokens: alloc::collections::BTreeSet<_> = every_tile().map(|tile| tile.to_string()).collect();
        assert_eq!(tokens.len(), every_tile().count());
        for tile in every_tile() {
            assert_eq!(Tile::from_token(&tile.to_string()), Some(tile));
        }
    }

    #[test]
    fn each_tile_is_of_one_class() {
        for tile in every_tile() {
            let classes = [tile.is_candy(), tile.is_hole(), tile == Tile::EMPTY, tile.is_obstacle()];
            assert_eq!(classes.iter().filter(|&&is| is).count(), 1, "{tile}");
            assert_eq!(tile.key() < 32, tile.matching_kind().is_some(), "{tile}");
        }
    }
}
