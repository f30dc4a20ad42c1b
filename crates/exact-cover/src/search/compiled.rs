//! A problem in the flat form that the search structures are built from.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::{Item, Problem};

/// Items renumbered, primary ones first, each in the order of declaration, and
/// only the options that can be chosen: those with a primary item and without an
/// item that may never be covered.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    /// How many items are primary.
    pub(crate) primaries: usize,
    /// Bounds of the primary items.
    pub(crate) lo: Vec<u32>,
    pub(crate) hi: Vec<u32>,
    /// The items as the problem knows them.
    pub(crate) items: Vec<Item>,
    /// Where the nodes of each option begin; one more than options.
    pub(crate) starts: Vec<u32>,
    /// The item of each node.
    pub(crate) item: Vec<u32>,
    /// The colour of each node, from 1 for each item apart; 0 for none.
    pub(crate) colour: Vec<u32>,
    /// How many colours each item has.
    pub(crate) colours: Vec<u32>,
    /// The options as the problem knows them.
    pub(crate) ids: Vec<u32>,
}

impl Compiled {
    pub(crate) fn new(problem: &Problem) -> Self {
        let is_primary = |item: &Item| problem.bounds(*item).is_some();
        let (mut items, secondaries): (Vec<Item>, Vec<Item>) = problem.items().partition(is_primary);
        let primaries = items.len();
        items.extend(secondaries);
        let mut number = alloc::vec![0u32; items.len()];
        for (new, item) in items.iter().enumerate() {
            number[item.index()] = new as u32;
        }
        let bounds = |item: &Item| problem.bounds(*item).expect("a primary item has bounds");
        let lo = items[..primaries].iter().map(|i| bounds(i).lo).collect();
        let hi: Vec<u32> = items[..primaries].iter().map(|i| bounds(i).hi).collect();
        let mut compiled = Self {
            primaries,
            lo,
            hi,
            colours: alloc::vec![0; items.len()],
            items,
            starts: Vec::with_capacity(problem.option_count() + 1),
            item: Vec::with_capacity(problem.entries.len()),
            colour: Vec::with_capacity(problem.entries.len()),
            ids: Vec::with_capacity(problem.option_count()),
        };
        let mut colours: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        compiled.starts.push(0);
        for id in problem.options() {
            let begin = compiled.item.len();
            let (mut primary, mut barred) = (false, false);
            for used in problem.option(id) {
                let item = number[used.item.index()];
                let is_primary = (item as usize) < primaries;
                primary |= is_primary;
                barred |= is_primary && compiled.hi[item as usize] == 0;
                compiled.item.push(item);
                let colour = used.colour.map_or(0, |colour| {
                    let seen = &mut compiled.colours[item as usize];
                    *colours.entry((item, colour.0)).or_insert_with(|| {
                        *seen += 1;
                        *seen
                    })
                });
                compiled.colour.push(colour);
            }
            if !primary || barred {
                compiled.item.truncate(begin);
                compiled.colour.truncate(begin);
                continue;
            }
            compiled.ids.push(id.0);
            compiled.starts.push(compiled.item.len() as u32);
        }
        compiled
    }

    /// How many options can be chosen.
    pub(crate) fn options(&self) -> usize {
        self.ids.len()
    }

    /// The nodes of an option.
    pub(crate) fn nodes(&self, option: usize) -> core::ops::Range<usize> {
        self.starts[option] as usize..self.starts[option + 1] as usize
    }

    /// Items and colours of an option.
    pub(crate) fn uses(&self, option: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.nodes(option).map(|node| (self.item[node] as usize, self.colour[node]))
    }
}
