//! Where items and colours stand in a bit mask, and which bounds count there.

use alloc::vec;
use alloc::vec::Vec;

use super::compiled::Compiled;

/// How items and colours are laid out as bits.
#[derive(Debug)]
pub(super) struct Layout {
    /// The first bit of each item; one more for each colour it has.
    pub(super) first: Vec<u32>,
    /// Bits of items and colours; the number of the option lies above them.
    pub(super) shift: u32,
    bits: u32,
    /// Per primary item: what bound from above counts, `None` where it never can.
    pub(super) ceiling: Vec<Option<u32>>,
    once: bool,
}

impl Layout {
    /// Most bits.
    const MAX_BITS: u32 = 256;
    /// Largest bound.
    const MAX_BOUND: u32 = 15;
    /// Most options; more make the lists too large.
    const MAX_OPTIONS: usize = 1 << 16;

    /// `None` where the problem does not fit.
    pub(super) fn new(compiled: &Compiled) -> Option<Self> {
        let shift: u64 = compiled.colours.iter().map(|&colours| 1 + u64::from(colours)).sum();
        let number = usize::BITS - compiled.options().leading_zeros();
        let bits = shift + u64::from(number);
        if bits > u64::from(Self::MAX_BITS) || compiled.options() > Self::MAX_OPTIONS {
            return None;
        }
        let mut first = Vec::with_capacity(compiled.items.len());
        let mut next = 0;
        for &colours in &compiled.colours {
            first.push(next);
            next += 1 + colours;
        }
        let ceiling = ceilings(compiled);
        let small = |bound: u32| bound <= Self::MAX_BOUND;
        let fits = compiled.lo.iter().all(|&lo| small(lo)) && ceiling.iter().flatten().all(|&hi| small(hi));
        let once = compiled.lo.iter().all(|&lo| lo <= 1) && ceiling.iter().all(|&c| c.is_none_or(|c| c <= 1));
        fits.then_some(Self { first, shift: next, bits: next + number, ceiling, once })
    }

    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// Whether no bound above 1 counts.
    pub(super) fn is_once(&self) -> bool {
        self.once
    }
}

/// The upper bounds that can be met. One cannot if the item has no more options,
/// or if each of its options also has some other item with a bound as low.
fn ceilings(compiled: &Compiled) -> Vec<Option<u32>> {
    let mut degree = vec![0u32; compiled.primaries];
    // In how many options of the item in hand each other item is.
    let mut together = vec![0u32; compiled.primaries];
    let primary = |option| compiled.uses(option).map(|(item, _)| item).filter(|&i| i < compiled.primaries);
    let mut of: Vec<Vec<u32>> = vec![Vec::new(); compiled.primaries];
    for option in 0..compiled.options() {
        for item in primary(option) {
            degree[item] += 1;
            if compiled.hi[item] > 1 {
                of[item].push(option as u32);
            }
        }
    }
    let mut ceiling = |item: usize| {
        let hi = compiled.hi[item];
        if hi >= degree[item] {
            return None;
        }
        if hi == 1 {
            return Some(hi);
        }
        together.fill(0);
        for &option in &of[item] {
            primary(option as usize).for_each(|other| together[other] += 1);
        }
        // The order (bound, degree, index) keeps two items from excusing each other.
        let as_low = |other: usize| {
            compiled.hi[other] < hi
                || (compiled.hi[other] == hi && (degree[other] > degree[item] || other < item))
        };
        let mut others = (0..compiled.primaries).filter(|&other| other != item);
        let excused = others.any(|other| together[other] == degree[item] && as_low(other));
        (!excused).then_some(hi)
    };
    (0..compiled.primaries).map(&mut ceiling).collect()
}
