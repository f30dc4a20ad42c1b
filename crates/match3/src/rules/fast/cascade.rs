//! Cascades without special candies on the board.

use super::detect::find;
use super::fall::{Outline, fall};
use super::shape::Shape;
use super::supply::{Gap, Supply};
use super::{Any, Eight, FastBoard, swap_bits, with_shape};
use crate::rules::general::{Cascade, Dry};
use crate::rules::table::Rules;
use crate::rules::wave::{FastWave, Observer, Wave};

impl FastBoard {
    /// A board of plain candies.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn plain(&self, kind: [u64; 3], occupied: u64) -> Self {
        let empty = self.field & !occupied;
        Self { kind, form: [empty; 3], field: self.field, rows: self.rows, cols: self.cols }
    }

    /// Whether every candy is a plain one.
    #[inline]
    pub(crate) const fn is_plain(&self) -> bool {
        (self.form[0] | self.form[1] | self.form[2]) & self.occupied() == 0
    }

    /// Exchanges two candies, given as bits, and resolves the board. The swap is
    /// legal. After an error the board is as before.
    #[inline]
    pub(crate) fn resolve<U: Supply, O: Observer>(
        &mut self,
        swap: (u32, u32),
        rules: &Rules,
        supply: &mut U,
        observer: &mut O,
    ) -> Result<Cascade, Dry> {
        if rules.specials.is_none() && self.is_plain() {
            with_shape!(self, |shape| self.resolve_plain(shape, swap, rules, supply, observer))
        } else {
            with_shape!(self, |shape| self.resolve_special(shape, swap, rules, supply, observer))
        }
    }

    #[inline]
    fn resolve_plain<S: Shape, U: Supply, O: Observer>(
        &mut self,
        shape: S,
        (a, b): (u32, u32),
        rules: &Rules,
        supply: &mut U,
        observer: &mut O,
    ) -> Result<Cascade, Dry> {
        let outline = Outline::new(shape, self.field);
        let mut kind = self.kind.map(|plane| swap_bits(plane, a, b));
        let mut occupied = self.occupied();
        let mut result = Cascade::default();
        for number in 1.. {
            let cleared = find(shape, &kind, occupied).all();
            if cleared == 0 {
                break;
            }
            if result.waves >= rules.wave_limit {
                result.truncated = true;
                break;
            }
            let before = self.plain(kind, occupied);
            occupied = fall(shape, &outline, &mut kind, occupied & !cleared);
            if U::FILLS {
                let board = |kind: &[u64; 3]| self.plain(*kind, self.field);
                supply.fill(&mut kind, &Gap { empty: self.field & !occupied, wave: number, rules }, board)?;
                occupied = self.field;
            }
            let after = self.plain(kind, occupied);
            let lists = FastWave { before, after, cleared, created: [0; 4], activated: 0, primed: 0 };
            let count = cleared.count_ones();
            result.score = result.score.saturating_add(observer.wave(&Wave::fast(number, count, lists)));
            result.cleared += u64::from(count);
            result.waves = number;
        }
        *self = self.plain(kind, occupied);
        Ok(result)
    }
}
