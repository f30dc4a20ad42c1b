//! Filling a problem item by item and option by option.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::problem::ItemInfo;
use super::{Bounds, Colour, Item, Problem, ProblemError, Use};

/// Collects items and options; [`build`](Self::build) checks them all.
///
/// ```
/// use exact_cover::{Bounds, Problem};
/// let mut builder = Problem::builder();
/// let row = builder.primary("row");
/// let pair = builder.primary_times("pair", Bounds::between(0, 2));
/// let letter = builder.secondary("letter");
/// let red = builder.colour("red");
/// builder.option([row.into(), pair.into(), letter.coloured(red)]);
/// builder.option([pair.into(), letter.coloured(red)]);
/// assert_eq!(builder.build()?.count(), 2);
/// # Ok::<(), exact_cover::ProblemError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProblemBuilder {
    items: Vec<ItemInfo>,
    names: BTreeMap<Box<str>, u32>,
    starts: Vec<u32>,
    entries: Vec<Use>,
    colours: Vec<Box<str>>,
    colour_numbers: BTreeMap<Box<str>, u32>,
    /// The first fault that `build` could not find again.
    fault: Option<ProblemError>,
}

impl ProblemBuilder {
    /// Declares a primary item that is covered exactly once.
    pub fn primary(&mut self, name: &str) -> Item {
        self.primary_times(name, Bounds::ONCE)
    }

    /// Declares a primary item that is covered within bounds.
    pub fn primary_times(&mut self, name: &str, bounds: Bounds) -> Item {
        self.declare(Some(name), Some(bounds))
    }

    /// Declares a secondary item.
    pub fn secondary(&mut self, name: &str) -> Item {
        self.declare(Some(name), None)
    }

    /// Declares `count` nameless primary items, each covered once; the first of
    /// them comes back, the others follow it.
    pub fn primaries(&mut self, count: usize) -> Item {
        let first = Item(self.items.len() as u32);
        (0..count.min(Problem::MAX_ENTRIES + 1)).for_each(|_| {
            self.declare(None, Some(Bounds::ONCE));
        });
        first
    }

    /// Declares `count` nameless secondary items; the first of them comes back.
    pub fn secondaries(&mut self, count: usize) -> Item {
        let first = Item(self.items.len() as u32);
        (0..count.min(Problem::MAX_ENTRIES + 1)).for_each(|_| {
            self.declare(None, None);
        });
        first
    }

    fn declare(&mut self, name: Option<&str>, bounds: Option<Bounds>) -> Item {
        let item = Item(u32::try_from(self.items.len()).unwrap_or(u32::MAX));
        if self.items.len() > Problem::MAX_ENTRIES {
            self.fault(ProblemError::TooLarge {
                what: "items",
                found: self.items.len(),
                limit: Problem::MAX_ENTRIES,
            });
            return item;
        }
        if let Some(name) = name {
            if name.is_empty() {
                self.fault(ProblemError::EmptyName { item: item.index() });
            } else if self.names.insert(name.into(), item.0).is_some() {
                self.fault(ProblemError::DuplicateName { name: name.to_owned() });
            }
        }
        self.items.push(ItemInfo { name: name.map(Box::from), bounds });
        item
    }

    fn fault(&mut self, fault: ProblemError) {
        self.fault.get_or_insert(fault);
    }

    /// The colour of this name, the same for the same name.
    pub fn colour(&mut self, name: &str) -> Colour {
        let next = self.colours.len() as u32;
        let number = *self.colour_numbers.entry(name.into()).or_insert(next);
        if number == next {
            self.colours.push(name.into());
        }
        Colour(number)
    }

    /// Looks an item up by name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Item> {
        self.names.get(name).copied().map(Item)
    }

    /// Adds an option; its index is the number of options added before.
    pub fn option<U: Into<Use>>(&mut self, uses: impl IntoIterator<Item = U>) -> &mut Self {
        self.starts.push(self.entries.len() as u32);
        if self.entries.len() <= Problem::MAX_ENTRIES {
            let room = Problem::MAX_ENTRIES + 1 - self.entries.len();
            self.entries.extend(uses.into_iter().take(room).map(Into::into));
        }
        self
    }

    /// Adds an option by names; `item:colour` gives a colour, if no item has the
    /// whole as its name.
    ///
    /// ```
    /// use exact_cover::Problem;
    /// let mut builder = Problem::builder();
    /// builder.primary("a");
    /// builder.secondary("s");
    /// builder.option_by_names(["a", "s:red"]);
    /// assert_eq!(builder.build()?.option_count(), 1);
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    pub fn option_by_names<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) -> &mut Self {
        let option = self.starts.len();
        let mut uses = Vec::new();
        for name in names {
            if let Some(item) = self.find(name) {
                uses.push(Use::from(item));
                continue;
            }
            let coloured = name.split_once(':').filter(|(_, colour)| !colour.is_empty());
            match coloured.and_then(|(item, colour)| Some((self.find(item)?, colour))) {
                Some((item, colour)) => uses.push(item.coloured(self.colour(colour))),
                None => self.fault(ProblemError::UnknownItem { option, item: name.to_owned() }),
            }
        }
        self.option(uses)
    }

    /// How many options have been added.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.starts.len()
    }

    /// Checks everything and makes the problem.
    ///
    /// # Errors
    /// The first fault in the order names, bounds, options; see [`ProblemError`].
    ///
    /// # Complexity
    /// Linear in items and entries.
    pub fn build(mut self) -> Result<Problem, ProblemError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let limit = Problem::MAX_ENTRIES;
        if self.entries.len() > limit || self.starts.len() > limit {
            let found = self.entries.len().max(self.starts.len());
            return Err(ProblemError::TooLarge { what: "entries of options", found, limit });
        }
        self.starts.push(self.entries.len() as u32);
        let problem = Problem {
            items: self.items.into(),
            starts: self.starts.into(),
            entries: self.entries.into(),
            colours: self.colours.into(),
        };
        for item in problem.items() {
            if let Some(Bounds { lo, hi }) = problem.bounds(item).filter(|b| b.lo > b.hi) {
                return Err(ProblemError::Bounds { item: problem.name(item), lo, hi });
            }
        }
        check_options(&problem)?;
        Ok(problem)
    }
}

fn check_options(problem: &Problem) -> Result<(), ProblemError> {
    // The last option, plus one, that used each item.
    let mut last = vec![0u32; problem.item_count()];
    for id in problem.options() {
        let option = id.index();
        if problem.option(id).is_empty() {
            return Err(ProblemError::EmptyOption { option });
        }
        for used in problem.option(id) {
            let Some(seen) = last.get_mut(used.item.index()) else {
                return Err(ProblemError::UnknownItem { option, item: unknown(used.item) });
            };
            if core::mem::replace(seen, id.0 + 1) == id.0 + 1 {
                return Err(ProblemError::DuplicateItem { option, item: problem.name(used.item) });
            }
            if used.colour.is_some() && problem.bounds(used.item).is_some() {
                return Err(ProblemError::ColourOnPrimary { option, item: problem.name(used.item) });
            }
        }
    }
    Ok(())
}

fn unknown(item: Item) -> String {
    item.0.to_string()
}
