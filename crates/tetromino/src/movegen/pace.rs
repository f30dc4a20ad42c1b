//! Where a piece can land while it falls: gravity and the player's speed.

use super::fits::{Oriented, corner, fits};
use super::flood::{fallen, merged};
use super::map::Map;
use super::turns::{PieceTurns, resting};
use super::{DropModel, LandingSet, MoveGenerator};
use crate::{Field, Gravity, Piece, Rotation};

/// How fast pieces fall and how fast the player is.
///
/// Time runs in periods of `frames` frames. In each the piece first sinks as far
/// as gravity takes it, row by row until it rests; then the player makes one input
/// or waits. Gravity goes by the clock of the piece: after `n` frames it has acted
/// for `⌊n · gravity⌋` rows, whether the piece was on the ground or not.
///
/// ```
/// use tetromino::{Field, Gravity, MoveGenerator, MoveRules, Pace, Piece};
/// let field = Field::new(10, 40)?;
/// let generator = MoveGenerator::new(MoveRules::default());
/// let count = |frames| {
///     let pace = Pace { gravity: Gravity::from_raw(5 << 16), frames, ..Pace::default() };
///     generator.landings_at(&field, Piece::O, pace).len()
/// };
/// // Five rows a frame leave three inputs before it is down, six frames to an input none.
/// assert_eq!((count(1), count(6)), (7, 1));
/// # Ok::<(), tetromino::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pace {
    /// How fast pieces fall.
    pub gravity: Gravity,
    /// Frames from one input to the next.
    pub frames: u16,
    /// Inputs that a piece on the ground takes in all before it locks.
    pub grounded: u16,
    /// Periods after which the player drops the piece at the latest.
    pub inputs: u16,
}

impl Default for Pace {
    /// Level 1, ten inputs a second, no input on the ground, half a minute.
    fn default() -> Self {
        Self { gravity: Gravity::of_level(1), frames: 6, grounded: 0, inputs: 300 }
    }
}

impl Pace {
    /// Rows by which gravity sinks a piece in a period, the first of which is 0.
    ///
    /// ```
    /// use tetromino::{Gravity, Pace};
    /// let pace = Pace { gravity: Gravity::from_raw((1 << 16) / 4), frames: 6, ..Pace::default() };
    /// assert_eq!([0, 1, 2, 3].map(|period| pace.rows(period)), [1, 2, 1, 2]);
    /// ```
    #[must_use]
    pub const fn rows(&self, period: u16) -> u64 {
        let one = self.frames as u64 * self.gravity.raw() as u64;
        (((period as u64 + 1) * one) >> 16) - ((period as u64 * one) >> 16)
    }
}

impl MoveGenerator {
    /// The landings that a player of limited speed reaches while the piece falls.
    ///
    /// The inputs are those of the rules: shifts, turns and the drop model's move
    /// down; the last one is always a drop. Under [`DropModel::Gravity20`] the
    /// gravity of the pace counts instead. Spins are not told apart. A system of
    /// straight drops has no inputs, and all its landings. A spawn above row 64 counts
    /// as row 64.
    ///
    /// # Complexity
    /// `inputs` · (`grounded` + 1) steps over whole maps, fewer if all places of rest
    /// are reached: up to some milliseconds.
    ///
    /// ```
    /// use tetromino::{Field, Gravity, MoveGenerator, MoveRules, Pace, Piece};
    /// let field = Field::new(10, 40)?;
    /// let generator = MoveGenerator::new(MoveRules::default());
    /// let slow = generator.landings_at(&field, Piece::T, Pace::default());
    /// assert_eq!(slow, generator.landings(&field, Piece::T));
    /// # Ok::<(), tetromino::FieldError>(())
    /// ```
    #[must_use]
    pub fn landings_at(&self, field: &Field, piece: Piece, pace: Pace) -> LandingSet {
        if self.rules.system.straight_drops_only() {
            return self.landings(field, piece);
        }
        let mut landings = LandingSet::empty(piece, field.width());
        if field.width() <= 10 {
            self.landings_at_in::<10, 12>(field, piece, pace, &mut landings);
        } else {
            self.landings_at_in::<16, 18>(field, piece, pace, &mut landings);
        }
        landings
    }

    fn landings_at_in<const P: usize, const N: usize>(
        &self,
        field: &Field,
        piece: Piece,
        pace: Pace,
        landings: &mut LandingSet,
    ) {
        let Some((x, y)) = self.spawn_where(piece, |cell| field.is_free(cell)) else {
            return;
        };
        let (dx, dy) = corner(piece, Rotation::N);
        // Gravity takes a piece through any rows above the stack; no map is higher.
        let highest = super::CEILING as i32 - 8;
        let start = Map::<P, N>::bit((x + dx) as usize, (y + dy).min(highest) as usize);
        let fits = fits(piece, &Map::of(field), field.width());
        let run =
            Run { fits, rests: resting(&fits), turns: &self.turns[piece as usize], drop: self.rules.drop };
        landings.store(&merged(piece, run.landings(start, pace)));
    }
}

/// A piece that falls, all its places at once.
struct Run<'a, const P: usize, const N: usize> {
    fits: Oriented<P, N>,
    rests: Oriented<P, N>,
    turns: &'a PieceTurns,
    drop: DropModel,
}

impl<const P: usize, const N: usize> Run<'_, P, N> {
    fn landings(&self, start: Map<P, N>, pace: Pace) -> Oriented<P, N> {
        // By the inputs that were made on the ground.
        let mut layers = alloc::vec![[Map::EMPTY; 4]; usize::from(pace.grounded) + 1];
        layers[0][0] = start;
        let mut landed = [Map::EMPTY; 4];
        for period in 0..pace.inputs {
            for layer in &mut layers {
                self.sink(layer, pace.rows(period));
            }
            let mut next = layers.clone();
            for (used, layer) in layers.iter().enumerate() {
                let parts = |on_ground: bool| -> Oriented<P, N> {
                    core::array::from_fn(|turned| {
                        let (places, rests) = (layer[turned], self.rests[turned]);
                        if on_ground { places.and(rests) } else { places.without(rests) }
                    })
                };
                join(&mut next[used], &self.moved(&parts(false)));
                if let Some(later) = next.get_mut(used + 1) {
                    join(later, &self.moved(&parts(true)));
                }
            }
            for layer in &next {
                join(&mut landed, &self.grounded(layer));
            }
            if landed == self.rests {
                break;
            }
            layers = next;
        }
        if pace.inputs == 0 {
            join(&mut landed, &self.grounded(&layers[0]));
        }
        landed
    }

    /// Sinks all pieces by some rows, each until it rests.
    fn sink(&self, places: &mut Oriented<P, N>, rows: u64) {
        for (places, rests) in places.iter_mut().zip(&self.rests) {
            for _ in 0..rows.min(Map::<P, N>::ROWS as u64) {
                *places = places.and(*rests).or(places.without(*rests).down());
            }
        }
    }

    /// Where one input takes the pieces.
    fn moved(&self, from: &Oriented<P, N>) -> Oriented<P, N> {
        let mut to = [Map::EMPTY; 4];
        for turned in 0..4 {
            let (places, fits) = (from[turned], self.fits[turned]);
            to[turned] = to[turned].or(places.sideways().and(fits));
            match self.drop {
                DropModel::Soft => to[turned] = to[turned].or(places.down().and(fits)),
                DropModel::Sonic => {
                    to[turned] = to[turned].or(fallen(&places, &fits).and(self.rests[turned]));
                }
                DropModel::Hard | DropModel::Gravity20 => {}
            }
            for (target, _, tests) in self.turns.from(turned) {
                let fits = &self.fits[target];
                tests.arrivals(&places, fits, fits, |_, map| to[target] = to[target].or(map));
            }
        }
        to
    }

    fn grounded(&self, places: &Oriented<P, N>) -> Oriented<P, N> {
        core::array::from_fn(|turned| fallen(&places[turned], &self.fits[turned]).and(self.rests[turned]))
    }
}

fn join<const P: usize, const N: usize>(all: &mut Oriented<P, N>, more: &Oriented<P, N>) {
    for (map, more) in all.iter_mut().zip(more) {
        *map = map.or(*more);
    }
}
