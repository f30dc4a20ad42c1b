//! Items, options and the validated problem.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

use super::{ProblemBuilder, ProblemError};

/// An item of a problem, as its builder named it: something to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item(pub(crate) u32);

impl Item {
    /// The item of an index: items count from 0 in the order of declaration,
    /// primary and secondary ones together.
    ///
    /// # Panics
    /// If the index is above `u32::MAX`.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("an item index fits 32 bits"))
    }

    /// Its index in the order of declaration.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This item with a colour, for a secondary item of an option.
    #[must_use]
    pub const fn coloured(self, colour: Colour) -> Use {
        Use { item: self, colour: Some(colour) }
    }
}

/// A colour of a secondary item. Colours of different items are unrelated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour(pub u32);

/// An option by its index, in the order of insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OptionId(pub u32);

impl OptionId {
    /// The index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for OptionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// One entry of an option: an item, perhaps with a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Use {
    /// The item.
    pub item: Item,
    /// Its colour; none means that no other option may use the item.
    pub colour: Option<Colour>,
}

impl From<Item> for Use {
    fn from(item: Item) -> Self {
        Self { item, colour: None }
    }
}

/// How often a primary item is covered: at least `lo` and at most `hi` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// At least so often.
    pub lo: u32,
    /// At most so often.
    pub hi: u32,
}

impl Bounds {
    /// Exactly once, the default of a primary item.
    pub const ONCE: Self = Self { lo: 1, hi: 1 };

    /// Exactly `times` times.
    #[must_use]
    pub const fn exactly(times: u32) -> Self {
        Self { lo: times, hi: times }
    }

    /// At least `lo` and at most `hi` times.
    #[must_use]
    pub const fn between(lo: u32, hi: u32) -> Self {
        Self { lo, hi }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ItemInfo {
    /// `None`: named by its index.
    pub(crate) name: Option<Box<str>>,
    /// `None`: secondary.
    pub(crate) bounds: Option<Bounds>,
}

/// A validated exact cover problem; never changes, shared freely.
///
/// A *solution* is a set of options such that
/// - every primary item is in at least `lo` and at most `hi` of them (once, if
///   nothing else is said),
/// - every secondary item is in at most one of them, or in any number of them
///   that all give it the same colour,
/// - every option in the set has a primary item.
///
/// Options are told apart by their index, so that equal options make different
/// solutions, and each set counts once. A problem without items has exactly one
/// solution, the empty set.
///
/// ```
/// use exact_cover::Problem;
/// let mut builder = Problem::builder();
/// let [a, b, c] = [builder.primary("a"), builder.primary("b"), builder.primary("c")];
/// builder.option([a, b]).option([c]).option([b, c]).option([a]);
/// let problem = builder.build()?;
/// assert_eq!(problem.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Problem {
    pub(crate) items: Box<[ItemInfo]>,
    /// Where the entries of each option begin; one more than options.
    pub(crate) starts: Box<[u32]>,
    pub(crate) entries: Box<[Use]>,
    /// Names of colours, by number; numbers beyond have none.
    pub(crate) colours: Box<[Box<str>]>,
}

impl Problem {
    /// Most entries of all options together, and most items.
    pub const MAX_ENTRIES: usize = 1 << 28;

    /// An empty problem to be filled.
    #[must_use]
    pub fn builder() -> ProblemBuilder {
        ProblemBuilder::default()
    }

    /// A problem with nameless primary items `0..items`, each to be covered once,
    /// and one option for each list of item indices.
    ///
    /// # Errors
    /// Those of [`ProblemBuilder::build`].
    ///
    /// ```
    /// use exact_cover::Problem;
    /// let problem = Problem::exact(3, [vec![0, 1], vec![2], vec![1, 2]])?;
    /// assert_eq!(problem.first().unwrap().iter().map(|o| o.index()).collect::<Vec<_>>(), [0, 1]);
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    pub fn exact<O>(items: usize, options: impl IntoIterator<Item = O>) -> Result<Self, ProblemError>
    where
        O: IntoIterator<Item = usize>,
    {
        let mut builder = Self::builder();
        builder.primaries(items);
        for option in options {
            // An index beyond 32 bits is as unknown as the largest one.
            let item = |index| Item(u32::try_from(index).unwrap_or(u32::MAX));
            builder.option(option.into_iter().map(item));
        }
        builder.build()
    }

    /// How many items there are, secondary ones included.
    #[must_use]
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    /// How many options there are.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// All items in the order of declaration.
    pub fn items(&self) -> impl ExactSizeIterator<Item = Item> + use<> {
        (0..self.items.len() as u32).map(Item)
    }

    /// All options in the order of insertion.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + use<> {
        (0..self.option_count() as u32).map(OptionId)
    }

    /// The name of an item; a nameless one is called by its index.
    ///
    /// # Panics
    /// If the item is not of this problem.
    #[must_use]
    pub fn name(&self, item: Item) -> String {
        match &self.items[item.index()].name {
            Some(name) => name.to_string(),
            None => item.0.to_string(),
        }
    }

    /// The bounds of a primary item; `None` for a secondary one.
    ///
    /// # Panics
    /// If the item is not of this problem.
    #[must_use]
    pub fn bounds(&self, item: Item) -> Option<Bounds> {
        self.items[item.index()].bounds
    }

    /// The entries of an option, as given.
    ///
    /// # Panics
    /// If there is no such option.
    #[must_use]
    pub fn option(&self, option: OptionId) -> &[Use] {
        let at = option.index();
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The name of a colour; a nameless one is called by its number.
    #[must_use]
    pub fn colour_name(&self, colour: Colour) -> String {
        match self.colours.get(colour.0 as usize) {
            Some(name) => name.to_string(),
            None => colour.0.to_string(),
        }
    }

    /// Whether these options are a solution, straight from the definition.
    ///
    /// ```
    /// use exact_cover::{OptionId, Problem};
    /// let problem = Problem::exact(2, [vec![0], vec![1], vec![0, 1]])?;
    /// assert!(problem.is_solution(&[OptionId(0), OptionId(1)]));
    /// assert!(!problem.is_solution(&[OptionId(0), OptionId(2)]));
    /// # Ok::<(), exact_cover::ProblemError>(())
    /// ```
    ///
    /// # Complexity
    /// `O(items + entries of the options · log)`.
    #[must_use]
    pub fn is_solution(&self, options: &[OptionId]) -> bool {
        let mut sorted = options.to_vec();
        sorted.sort_unstable();
        let known = sorted.iter().all(|o| o.index() < self.option_count());
        if !known || sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return false;
        }
        let mut covered = alloc::vec![0u32; self.items.len()];
        let mut colours = alloc::vec![None; self.items.len()];
        for &option in &sorted {
            let mut has_primary = false;
            for used in self.option(option) {
                let at = used.item.index();
                if self.items[at].bounds.is_some() {
                    has_primary = true;
                } else if covered[at] > 0 && (used.colour.is_none() || colours[at] != used.colour) {
                    return false;
                }
                covered[at] += 1;
                colours[at] = used.colour;
            }
            if !has_primary {
                return false;
            }
        }
        let mut items = self.items.iter().zip(&covered);
        items.all(|(item, &times)| item.bounds.is_none_or(|b| b.lo <= times && times <= b.hi))
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (items, options) = (self.item_count(), self.option_count());
        f.debug_struct("Problem").field("items", &items).field("options", &options).finish_non_exhaustive()
    }
}
