//! Solutions layer by layer: all partial solutions that leave the same state
//! behind are one.

use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Bits, Meter, Stop, Wide, mix64};

use super::Natural;
use super::order::{Plan, Reach, Slot};
use crate::search::{Compiled, NONE};

/// Why the layers were given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// More states than allowed.
    States,
    /// More steps than allowed.
    Steps,
    /// A number became too large for its type.
    Overflow,
    Stop(Stop),
}

/// What the layers have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) steps: u64,
    /// Steps that led to a state that was there already.
    pub(super) merged: u64,
    /// Most states of two layers that follow each other.
    pub(super) states: usize,
}

/// What may be spent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    pub(super) states: usize,
    pub(super) steps: u64,
}

/// What is done on the way through the layers. The walk calls it by a table, so
/// that it is compiled once for a size of states.
pub(super) trait Visit {
    /// A step to a state of the next layer, which is `new` or was there already;
    /// states are numbered within their layer. `false` on overflow.
    fn step(&mut self, from: usize, option: u32, to: usize, new: bool) -> bool;
    /// The next layer is complete, and now the one that steps lead from.
    fn turn(&mut self);
}

/// The values of the states of two layers, each the sum of those that lead to it.
pub(super) struct Sums<V> {
    from: Vec<V>,
    to: Vec<V>,
}

impl<V: Value> Sums<V> {
    pub(super) fn new() -> Self {
        Self { from: vec![V::start()], to: Vec::new() }
    }

    /// The value of the last state, if it is reached.
    pub(super) fn last(mut self) -> Option<V> {
        self.from.pop()
    }
}

impl<V: Value> Visit for Sums<V> {
    fn step(&mut self, from: usize, _: u32, to: usize, new: bool) -> bool {
        if new {
            self.to.push(self.from[from].clone());
            return true;
        }
        self.to[to].join(&self.from[from])
    }

    fn turn(&mut self) {
        core::mem::swap(&mut self.from, &mut self.to);
        self.to.clear();
    }
}

/// What is kept with each state.
pub(super) trait Value: Clone {
    /// The value of the first state.
    fn start() -> Self;
    /// Adds the value of a state that a step leads from; `false` on overflow.
    fn join(&mut self, from: &Self) -> bool;
}

impl Value for u128 {
    fn start() -> Self {
        1
    }
    fn join(&mut self, from: &Self) -> bool {
        let (sum, overflow) = self.overflowing_add(*from);
        *self = sum;
        !overflow
    }
}

/// 256 bits, lowest word first.
#[derive(Clone, Copy)]
pub(super) struct Four(pub(super) [u64; 4]);

impl Value for Four {
    fn start() -> Self {
        Self([1, 0, 0, 0])
    }
    fn join(&mut self, from: &Self) -> bool {
        let mut carry = 0u128;
        for (word, more) in self.0.iter_mut().zip(from.0) {
            carry += u128::from(*word) + u128::from(more);
            *word = carry as u64;
            carry >>= 64;
        }
        carry == 0
    }
}

impl Value for Natural {
    fn start() -> Self {
        Self::from(1u64)
    }
    fn join(&mut self, from: &Self) -> bool {
        *self += from;
        true
    }
}

/// The states of one layer, numbered in the order of their coming: a hash table
/// with linear probing.
struct States<B> {
    keys: Vec<B>,
    table: Vec<u32>,
}

impl<B: Bits> States<B> {
    fn new() -> Self {
        Self { keys: Vec::new(), table: vec![NONE; 64] }
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.table.fill(NONE);
    }

    fn slot(&self, key: B) -> usize {
        let mask = self.table.len() - 1;
        let mut hash = 0;
        for word in 0..B::BITS / 64 {
            hash = mix64(hash ^ key.word(word));
        }
        let mut at = hash as usize & mask;
        while self.table[at] != NONE && self.keys[self.table[at] as usize] != key {
            at = (at + 1) & mask;
        }
        at
    }

    /// The number of a state, and whether it is new.
    fn number(&mut self, key: B) -> (usize, bool) {
        let at = self.slot(key);
        if self.table[at] != NONE {
            return (self.table[at] as usize, false);
        }
        self.table[at] = self.keys.len() as u32;
        self.keys.push(key);
        if 2 * self.keys.len() > self.table.len() {
            self.table = vec![NONE; 2 * self.table.len()];
            for number in 0..self.keys.len() {
                let at = self.slot(self.keys[number]);
                self.table[at] = number as u32;
            }
        }
        (self.keys.len() - 1, true)
    }
}

/// An entry of an option whose item is more than a bit of the state.
#[derive(Clone, Copy, Debug)]
struct Special {
    slot: Slot,
    /// Bounds of a primary item.
    bounds: Option<Reach>,
    /// Value of the item once the option is chosen, for a secondary item.
    colour: u32,
    /// Whether another option may give the same colour.
    shared: bool,
}

/// An option as a step from state to state.
#[derive(Clone, Debug)]
struct Step<B> {
    option: u32,
    /// Bits that must be clear before and are set after.
    bits: B,
    specials: Vec<Special>,
}

fn field<B: Bits>(key: B, slot: Slot) -> u32 {
    (key.down(slot.shift).word(0) & ((1u64 << slot.width) - 1)) as u32
}

fn with_field<B: Bits>(key: B, slot: Slot, value: u32) -> B {
    let ones = B::from_words(&[(1u64 << slot.width) - 1]).up(slot.shift);
    (key & !ones) | B::from_words(&[u64::from(value)]).up(slot.shift)
}

impl<B: Bits> Step<B> {
    fn new(compiled: &Compiled, plan: &Plan, option: u32) -> Self {
        let (mut bits, mut specials) = (B::EMPTY, Vec::new());
        for (item, colour) in compiled.uses(option as usize) {
            let slot = plan.slots[item];
            let bounds = plan.bounds.get(item).copied();
            if bounds.is_some_and(|reach| reach.is_multiple()) {
                specials.push(Special { slot, bounds, colour: 0, shared: false });
            } else if item >= compiled.primaries && compiled.colours[item] > 0 {
                let value = if colour == 0 { compiled.colours[item] + 1 } else { colour };
                specials.push(Special { slot, bounds, colour: value, shared: colour != 0 });
            } else {
                bits = bits | B::bit(slot.shift);
            }
        }
        Self { option, bits, specials }
    }

    /// The state after choosing the option, if it can be chosen.
    #[inline]
    fn apply(&self, key: B) -> Option<B> {
        if !(key & self.bits).is_empty() {
            return None;
        }
        let mut next = key | self.bits;
        for special in &self.specials {
            let value = field(next, special.slot);
            let new = match special.bounds {
                Some(reach) if reach.open => (value + 1).min(reach.cap),
                Some(reach) if value == reach.cap => return None,
                Some(_) => value + 1,
                None if value == 0 || (special.shared && value == special.colour) => special.colour,
                None => return None,
            };
            next = with_field(next, special.slot, new);
        }
        Some(next)
    }
}

/// The two layers that a walk is between.
struct Walk<'a, 'm, B> {
    now: States<B>,
    next: States<B>,
    caps: Caps,
    cost: Cost,
    meter: &'a mut Meter<'m>,
    visit: &'a mut dyn Visit,
}

impl<'a, 'm, B: Bits> Walk<'a, 'm, B> {
    fn new(caps: Caps, meter: &'a mut Meter<'m>, visit: &'a mut dyn Visit) -> Self {
        let (now, next) = (States::new(), States::new());
        Self { now, next, caps, cost: Cost::default(), meter, visit }
    }

    fn step(&mut self, from: usize, option: u32, key: B) -> Result<(), Halt> {
        let (to, new) = self.next.number(key);
        if !self.visit.step(from, option, to, new) {
            return Err(Halt::Overflow);
        }
        let cost = &mut self.cost;
        cost.steps += 1;
        cost.merged += u64::from(!new);
        cost.states = cost.states.max(self.now.keys.len() + self.next.keys.len());
        if cost.steps > self.caps.steps {
            return Err(Halt::Steps);
        }
        if cost.states > self.caps.states {
            return Err(Halt::States);
        }
        self.meter.spend(1).map_err(Halt::Stop)
    }

    fn turn(&mut self) {
        core::mem::swap(&mut self.now, &mut self.next);
        self.next.clear();
        self.visit.turn();
    }

    /// From the first layer to the last: whether a solution is there, and the cost.
    fn run(mut self, compiled: &Compiled, plan: &Plan) -> (Result<bool, Halt>, Cost) {
        let result = self.layers(compiled, plan);
        (result.map(|()| !self.now.keys.is_empty()), self.cost)
    }

    fn layers(&mut self, compiled: &Compiled, plan: &Plan) -> Result<(), Halt> {
        self.now.number(B::EMPTY);
        for group in &plan.groups {
            let item = group.item as usize;
            let slot = plan.slots[item];
            let reach = plan.bounds[item];
            let steps: Vec<Step<B>> = group.options.iter().map(|&o| Step::new(compiled, plan, o)).collect();
            let mut release = B::EMPTY;
            for &item in &group.release {
                let slot = plan.slots[item as usize];
                for bit in slot.shift..slot.shift + slot.width {
                    release = release | B::bit(bit);
                }
            }
            // An item that more than one option may cover: option by option.
            if reach.is_multiple() {
                for one in &steps {
                    for state in 0..self.now.keys.len() {
                        let key = self.now.keys[state];
                        self.step(state, NONE, key)?;
                        if let Some(key) = one.apply(key) {
                            self.step(state, one.option, key)?;
                        }
                    }
                    self.turn();
                }
            }
            for state in 0..self.now.keys.len() {
                let key = self.now.keys[state];
                let covered = field(key, slot);
                if covered >= reach.lo {
                    self.step(state, NONE, key & !release)?;
                }
                if covered > 0 || reach.is_multiple() || reach.lo > reach.hi {
                    continue;
                }
                for one in &steps {
                    if let Some(key) = one.apply(key) {
                        self.step(state, one.option, key & !release)?;
                    }
                }
            }
            self.turn();
        }
        Ok(())
    }
}

/// Walks through all layers, the states in as many words as they need. Gives
/// whether a solution is at the end.
pub(super) fn walk(
    compiled: &Compiled,
    plan: &Plan,
    caps: Caps,
    meter: &mut Meter<'_>,
    visit: &mut dyn Visit,
) -> (Result<bool, Halt>, Cost) {
    match plan.bits {
        ..=64 => Walk::<u64>::new(caps, meter, visit).run(compiled, plan),
        65..=128 => Walk::<u128>::new(caps, meter, visit).run(compiled, plan),
        129..=256 => Walk::<Wide<4>>::new(caps, meter, visit).run(compiled, plan),
        _ => Walk::<Wide<8>>::new(caps, meter, visit).run(compiled, plan),
    }
}
