//! In which order the items are decided when solutions are counted in layers, and
//! where the state keeps what it must know of each item.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use crate::search::Compiled;

/// The room of an item in the state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    pub(super) shift: u32,
    pub(super) width: u32,
}

/// The order of decisions. Options are grouped by the first of their primary
/// items in this order; the groups are decided one after the other.
#[derive(Debug)]
pub(super) struct Plan {
    /// The primary items in order, with the options of each group.
    pub(super) groups: Vec<Group>,
    /// Where each item lives in the state, from the first to the last group that
    /// has it.
    pub(super) slots: Vec<Slot>,
    /// Bits of the state.
    pub(super) bits: u32,
    pub(super) bounds: Vec<Reach>,
}

/// How often a primary item can be covered, and how far the state counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) lo: u32,
    /// At most the bound, at most as many options as there are.
    pub(super) hi: u32,
    /// The state counts up to here.
    pub(super) cap: u32,
    /// No bound from above: what is beyond `cap` is all the same.
    pub(super) open: bool,
}

impl Reach {
    fn all(compiled: &Compiled) -> Vec<Self> {
        let mut degree = vec![0; compiled.items.len()];
        compiled.item.iter().for_each(|&item| degree[item as usize] += 1);
        let reach = |item: usize| {
            let (lo, hi, degree) = (compiled.lo[item], compiled.hi[item], degree[item]);
            let (open, hi) = (hi >= degree && degree > 1, hi.min(degree));
            Self { lo, hi, cap: if open { lo.min(hi) } else { hi }, open }
        };
        (0..compiled.primaries).map(reach).collect()
    }

    /// Whether more than one option may cover the item.
    pub(super) fn is_multiple(&self) -> bool {
        self.hi > 1
    }
}

#[derive(Debug)]
pub(super) struct Group {
    pub(super) item: u32,
    pub(super) options: Vec<u32>,
    /// Items that no later group has.
    pub(super) release: Vec<u32>,
}

/// How many bits the state of an item needs.
fn width(compiled: &Compiled, bounds: &[Reach], item: usize) -> u32 {
    let largest = if let Some(reach) = bounds.get(item) {
        reach.cap.max(1)
    } else if compiled.colours[item] == 0 {
        1
    } else {
        // No colour, one of the colours, or used without one.
        compiled.colours[item] + 1
    };
    u32::BITS - largest.leading_zeros()
}

impl Plan {
    /// Widest state that is supported.
    pub(super) const MAX_BITS: u32 = 512;
    /// Most pairs of items in options that are looked at for a better order.
    const MAX_PAIRS: usize = 4_000_000;

    /// The best of a few orders; `None` where the state would be too wide.
    pub(super) fn new(compiled: &Compiled) -> Option<Self> {
        let declared: Vec<u32> = (0..compiled.primaries as u32).collect();
        let pairs: usize = (0..compiled.options()).map(|o| compiled.nodes(o).len().pow(2)).sum();
        let mut orders = vec![declared];
        if pairs <= Self::MAX_PAIRS {
            orders.push(local_order(compiled));
        }
        let bounds = Reach::all(compiled);
        let costs: Vec<f64> = orders.iter().map(|order| spans(compiled, &bounds, order).1).collect();
        let best = (0..orders.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b]))?;
        Self::with_order(compiled, bounds, &orders[best])
    }

    fn with_order(compiled: &Compiled, bounds: Vec<Reach>, order: &[u32]) -> Option<Self> {
        let (spans, _) = spans(compiled, &bounds, order);
        let mut groups: Vec<Group> =
            order.iter().map(|&item| Group { item, options: Vec::new(), release: Vec::new() }).collect();
        for (option, group) in option_groups(compiled, order).into_iter().enumerate() {
            groups[group as usize].options.push(option as u32);
        }
        let mut starting: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
        for (item, span) in spans.iter().enumerate() {
            if let Some((first, last)) = *span {
                starting[first as usize].push(item as u32);
                groups[last as usize].release.push(item as u32);
            }
        }
        let mut slots = vec![Slot::default(); compiled.items.len()];
        // Free stretches of bits as (shift, width), never two side by side.
        let mut free: BTreeSet<(u32, u32)> = BTreeSet::from([(0, u32::MAX)]);
        let mut bits = 0;
        for (group, starting) in groups.iter().zip(&starting) {
            for &item in starting {
                let width = width(compiled, &bounds, item as usize);
                let &(shift, room) = free.iter().find(|stretch| stretch.1 >= width)?;
                free.remove(&(shift, room));
                free.insert((shift + width, room - width));
                slots[item as usize] = Slot { shift, width };
                bits = bits.max(shift + width);
            }
            for &item in &group.release {
                let Slot { shift, width } = slots[item as usize];
                free.insert((shift, width));
            }
            let mut joined: Vec<(u32, u32)> = Vec::new();
            for &(shift, width) in &free {
                match joined.last_mut() {
                    Some(last) if last.0 + last.1 == shift => last.1 = last.1.saturating_add(width),
                    _ => joined.push((shift, width)),
                }
            }
            free = joined.into_iter().filter(|stretch| stretch.1 > 0).collect();
        }
        (bits <= Self::MAX_BITS).then_some(Self { groups, slots, bits, bounds })
    }
}

/// The group of each option: the place of its first primary item in the order.
fn option_groups(compiled: &Compiled, order: &[u32]) -> Vec<u32> {
    let mut place = vec![u32::MAX; compiled.items.len()];
    for (at, &item) in order.iter().enumerate() {
        place[item as usize] = at as u32;
    }
    let first = |option| compiled.uses(option).map(|(item, _)| place[item]).min().unwrap_or(0);
    (0..compiled.options()).map(first).collect()
}

/// The first and last group that has each item, and what the order costs: the sum
/// over groups of 2 to the power of the bits that live there.
fn spans(compiled: &Compiled, bounds: &[Reach], order: &[u32]) -> (Vec<Option<(u32, u32)>>, f64) {
    let mut spans: Vec<Option<(u32, u32)>> = vec![None; compiled.items.len()];
    let mut meet = |item: usize, group: u32| {
        let span = spans[item].get_or_insert((group, group));
        *span = (span.0.min(group), span.1.max(group));
    };
    for (at, &item) in order.iter().enumerate() {
        meet(item as usize, at as u32);
    }
    for (option, group) in option_groups(compiled, order).into_iter().enumerate() {
        compiled.uses(option).for_each(|(item, _)| meet(item, group));
    }
    let mut change = vec![0i64; order.len() + 1];
    for (item, span) in spans.iter().enumerate() {
        if let Some((first, last)) = *span {
            change[first as usize] += i64::from(width(compiled, bounds, item));
            change[last as usize + 1] -= i64::from(width(compiled, bounds, item));
        }
    }
    let mut live = 0;
    let mut cost = 0.0;
    for change in &change[..order.len()] {
        live += change;
        cost += power_of_two(live);
    }
    (spans, cost)
}

/// 2 to the power of `exponent`, at most the largest number there is.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent.clamp(0, 1023) + 1023) as u64) << 52)
}

/// Primary items breadth first from one at the rim, those that meet nearly
/// everything last: neighbours stay near each other (after Cuthill and McKee,
/// 1969).
fn local_order(compiled: &Compiled) -> Vec<u32> {
    let primaries = compiled.primaries;
    let mut neighbours: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); primaries];
    for option in 0..compiled.options() {
        let items: Vec<u32> = compiled
            .uses(option)
            .map(|(item, _)| item as u32)
            .filter(|&i| (i as usize) < primaries)
            .collect();
        for &item in &items {
            neighbours[item as usize].extend(items.iter().filter(|&&other| other != item));
        }
    }
    let mut degrees: Vec<usize> = neighbours.iter().map(BTreeSet::len).collect();
    degrees.sort_unstable();
    let median = degrees.get(primaries / 2).copied().unwrap_or(0);
    let is_hub = |item: u32| {
        let degree = neighbours[item as usize].len();
        degree > 8 && (2 * degree > primaries || degree > 2 * median)
    };
    let degree = |item: u32| neighbours[item as usize].iter().filter(|&&n| !is_hub(n)).count();
    let mut seen = vec![false; primaries];
    let breadth_first = |start: u32, seen: &mut Vec<bool>| {
        let mut reached = vec![start];
        seen[start as usize] = true;
        let mut at = 0;
        while let Some(&item) = reached.get(at) {
            at += 1;
            let mut next: Vec<u32> = neighbours[item as usize]
                .iter()
                .copied()
                .filter(|&n| !is_hub(n) && !seen[n as usize])
                .collect();
            next.sort_unstable_by_key(|&n| (degree(n), n));
            for n in next {
                seen[n as usize] = true;
                reached.push(n);
            }
        }
        reached
    };
    let mut order = Vec::new();
    for item in 0..primaries as u32 {
        if seen[item as usize] || is_hub(item) {
            continue;
        }
        // The last one reached from anywhere lies at the rim.
        let mut scratch = seen.clone();
        let part = breadth_first(item, &mut scratch);
        let rim = part.last().copied().unwrap_or(item);
        order.extend(breadth_first(rim, &mut seen));
    }
    order.extend((0..primaries as u32).filter(|&item| is_hub(item)));
    order
}
