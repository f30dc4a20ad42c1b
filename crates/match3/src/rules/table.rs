//! The rule table.

/// What a group of a certain shape leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Creation {
    /// Nothing: the next row of the table is asked.
    Nothing,
    /// A striped candy that clears the line across its longest run.
    StripedAcross,
    /// A striped candy that clears the line along its longest run.
    StripedAlong,
    /// A wrapped candy.
    Wrapped,
    /// A colour bomb.
    Bomb,
}

/// What a colour bomb swapped with a wrapped candy does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BombWrapped {
    /// All plain candies of the kind become wrapped, then all of the kind
    /// activate.
    Convert,
    /// All candies of the kind are cleared and activate, and in the same wave
    /// all of the most frequent one of the other kinds (ties: the smallest).
    TwoKinds,
}

/// What a colour bomb does that is hit by a blast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BombHit {
    /// Clears the most frequent kind on the board at the start of the wave
    /// (ties: the smallest).
    MostFrequent,
    /// Is only cleared.
    Inert,
}

/// Rules of the special candies. The default is that of the best-known game.
///
/// A group makes at most one special candy, by the first of these shapes that it
/// has and for which the table names a creation: a run of five or more, a cell in
/// a horizontal and a vertical run, a run of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Specials {
    /// From a run of five or more.
    pub five: Creation,
    /// From crossing runs: L, T and cross.
    pub cross: Creation,
    /// From a run of four.
    pub four: Creation,
    /// Colour bomb with wrapped candy.
    pub bomb_wrapped: BombWrapped,
    /// Colour bomb in a blast.
    pub bomb_hit: BombHit,
}

impl Default for Specials {
    fn default() -> Self {
        Self {
            five: Creation::Bomb,
            cross: Creation::Wrapped,
            four: Creation::StripedAcross,
            bomb_wrapped: BombWrapped::Convert,
            bomb_hit: BombHit::MostFrequent,
        }
    }
}

/// The rules of a game.
///
/// ```
/// use match3::Rules;
/// let rules = Rules::new(5).with_specials();
/// assert_eq!((rules.kinds, rules.wave_limit), (5, 1000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rules {
    /// Kinds that new candies can have, 1 to 26.
    pub kinds: u8,
    /// A cascade is cut short after this many waves.
    pub wave_limit: u32,
    /// Special candies; `None` is the game without, where striped and wrapped
    /// candies count as plain ones and colour bombs match nothing.
    pub specials: Option<Specials>,
}

impl Rules {
    /// The default limit of waves.
    pub const WAVE_LIMIT: u32 = 1000;

    /// Rules without special candies.
    ///
    /// # Panics
    /// If `kinds` is not 1 to 26.
    #[must_use]
    pub const fn new(kinds: u8) -> Self {
        assert!(1 <= kinds && kinds <= 26, "there are 1 to 26 kinds");
        Self { kinds, wave_limit: Self::WAVE_LIMIT, specials: None }
    }

    /// The same with the default rules of special candies.
    #[must_use]
    pub fn with_specials(self) -> Self {
        self.with_special_rules(Specials::default())
    }

    /// The same with these rules of special candies.
    #[must_use]
    pub const fn with_special_rules(self, specials: Specials) -> Self {
        Self { specials: Some(specials), ..self }
    }

    /// The same with this limit of waves.
    #[must_use]
    pub const fn with_wave_limit(self, wave_limit: u32) -> Self {
        Self { wave_limit, ..self }
    }
}
